import * as bounds from '@generated/contract/bounds'
import { useState } from 'react'
import { isProblem, isWrongCode, messageOf, portal } from '../api.ts'
import { Button } from './button.tsx'
import { Field, FinalButton } from './parts.tsx'

interface CodeFormProps {
  /** The kind of session that begins: portal or console. */
  path: '/session/by-code' | '/admin/session/by-code'
  onSignedIn: () => unknown
  onExpired: () => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ path, onSignedIn, onExpired }: CodeFormProps) {
  const [code, setCode] = useState('')
  const signIn = portal.useMutation('post', path, { onSuccess: onSignedIn })
  const isExpired = isProblem(signIn.error) && signIn.error.error.code === 'unauthorized' && !isWrongCode(signIn.error)
  return (
    <main className={path === '/session/by-code' ? 'sign-in' : 'sign-in console'}>
      <h1>Enter your code</h1>
      <p className="soft">Your authenticator app shows it. A recovery code works as well.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate({ body: { code } })
        }}
      >
        <CodeField value={code} onChange={setCode} />
        {signIn.error && (
          <p className="problem" role="alert">
            {isExpired ? 'This took more than five minutes. Sign in again.' : messageOf(signIn.error)}
          </p>
        )}
        {isExpired ? (
          <Button className="button wide" onPress={onExpired}>
            Back to the sign-in
          </Button>
        ) : (
          <FinalButton className="button primary wide" type="submit" isWorking={signIn.isPending}>
            Continue
          </FinalButton>
        )}
      </form>
    </main>
  )
}

/** Has the focus when it appears. Browsers offer the code of an authenticator app. */
export function CodeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label="Code"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      isRequired
      minLength={bounds.SecondFactorCode.code.minLength}
      maxLength={bounds.SecondFactorCode.code.maxLength}
      autoFocus
    />
  )
}
