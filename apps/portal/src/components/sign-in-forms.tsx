import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../api.ts'
import { NewPasswordField, PasswordField } from './fields.tsx'
import { Field, FinalButton } from './parts.tsx'

/** A request that a form sends: that of the portal, or that of the console. */
interface Sending<Body> {
  send(body: Body): void
  isPending: boolean
  error: unknown
}

/** The first step of a sign-in. */
export function PasswordForm({ send, isPending, error }: Sending<{ email: string; password: string }>) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ email, password })
      }}
    >
      <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} isRequired />
      <PasswordField value={password} onChange={setPassword} />
      <Problem error={error} />
      <FinalButton className="button primary wide" type="submit" isWorking={isPending}>
        Sign in
      </FinalButton>
    </form>
  )
}

/**
 * The page of a link that sets the password. Its token is in the fragment, which is removed from the address at once.
 *
 * @param afterError what helps when the link is not valid
 */
export function NewPasswordForm({
  send,
  isPending,
  error,
  consequence,
  afterError,
}: Sending<{ token: string; new_password: string }> & { consequence: string; afterError?: ReactNode }) {
  const [token] = useState(() => window.location.hash.slice(1))
  const [password, setPassword] = useState('')
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), [])
  if (token === '')
    return (
      <p className="problem" role="alert">
        The link is incomplete. Open it again from the message that contains it.
      </p>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ token, new_password: password })
      }}
    >
      <p className="soft">{consequence}</p>
      <NewPasswordField value={password} onChange={setPassword} />
      <Problem error={error}>{afterError}</Problem>
      <FinalButton className="button primary wide" type="submit" isWorking={isPending}>
        Set the password
      </FinalButton>
    </form>
  )
}

function Problem({ error, children }: { error: unknown; children?: ReactNode }) {
  if (!error) return null
  return (
    <p className="problem" role="alert">
      {messageOf(error)} {children}
    </p>
  )
}
