import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Form } from 'react-aria-components'
import { messageOf, needsCode, portal } from '../api.ts'
import { CodeForm } from '../components/code-form.tsx'
import { Field, FinalButton } from '../components/parts.tsx'

/** Where a link to set the password leads. Its token is in the fragment, which is removed from the address at once. */
export function SetPasswordPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [token] = useState(() => window.location.hash.slice(1))
  const [password, setPassword] = useState('')
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), [])
  const enter = async () => {
    queryClient.clear()
    await router.navigate({ to: '/' })
  }
  const setByLink = portal.useMutation('post', '/session/by-link', { onSuccess: enter })
  if (needsCode(setByLink.error))
    return <CodeForm onSignedIn={enter} onExpired={() => void router.navigate({ to: '/sign-in' })} />
  return (
    <main className="sign-in">
      <h1>Choose a password</h1>
      {token === '' ? (
        <p className="problem" role="alert">
          The link is incomplete. Open it again from where you got it.
        </p>
      ) : (
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            setByLink.mutate({ body: { token, new_password: password } })
          }}
        >
          <p className="soft">You are then signed in here, and signed out everywhere else.</p>
          <Field
            label="New password"
            description="At least 12 characters"
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            isRequired
            minLength={12}
            maxLength={256}
          />
          {setByLink.error && (
            <p className="problem" role="alert">
              {messageOf(setByLink.error)} <Link to="/forgot-password">Get another link</Link>
            </p>
          )}
          <FinalButton className="button primary wide" type="submit" isWorking={setByLink.isPending}>
            Set the password
          </FinalButton>
        </Form>
      )}
      <p>
        <Link to="/sign-in">Sign in with a password</Link>
      </p>
    </main>
  )
}
