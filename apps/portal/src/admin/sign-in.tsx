import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Form } from 'react-aria-components'
import { messageOf, portal } from '../api.ts'
import { Field, FinalButton } from '../components/parts.tsx'

/** Opens the console with the session that has just begun. */
function useOpenConsole() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    queryClient.clear()
    await router.navigate({ to: '/admin' })
  }
}

export function ConsoleSignInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = portal.useMutation('post', '/admin/session', { onSuccess: useOpenConsole() })
  return (
    <main className="sign-in console">
      <h1>Administration</h1>
      <p className="soft">For administrators of the platform. Members of an account sign in to the portal.</p>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate({ body: { email, password } })
        }}
      >
        <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} isRequired />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <Problem error={signIn.error} />
        <FinalButton className="button primary wide" type="submit" isWorking={signIn.isPending}>
          Sign in
        </FinalButton>
      </Form>
    </main>
  )
}

/** Where a link of `svc admin create --link` leads. Its token is in the fragment, which is removed at once. */
export function ConsoleSetPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [password, setPassword] = useState('')
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), [])
  const setByLink = portal.useMutation('post', '/admin/session/by-link', { onSuccess: useOpenConsole() })
  return (
    <main className="sign-in console">
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
          <p className="soft">You are then signed in as an administrator, and signed out everywhere else.</p>
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
          <Problem error={setByLink.error} />
          <FinalButton className="button primary wide" type="submit" isWorking={setByLink.isPending}>
            Set the password
          </FinalButton>
        </Form>
      )}
    </main>
  )
}

function Problem({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p className="problem" role="alert">
      {messageOf(error)}
    </p>
  )
}
