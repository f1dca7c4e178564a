import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { messageOf, needsCode, portal } from '../api.ts'
import { CodeForm } from '../components/code-form.tsx'
import { Field, FinalButton } from '../components/parts.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enter = async () => {
    queryClient.clear()
    // Only a path of the portal: the address of this page is not ours to trust.
    const isOurs = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in')
    await router.navigate({ href: isOurs ? next : '/' })
  }
  const signIn = portal.useMutation('post', '/session', { onSuccess: enter })
  if (needsCode(signIn.error)) return <CodeForm onSignedIn={enter} onExpired={signIn.reset} />
  return (
    <main className="sign-in">
      <h1>Sign in</h1>
      <p className="soft">The developer portal of your account.</p>
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
        {signIn.error && (
          <p className="problem" role="alert">
            {messageOf(signIn.error)}
          </p>
        )}
        <FinalButton className="button primary wide" type="submit" isWorking={signIn.isPending}>
          Sign in
        </FinalButton>
      </Form>
      <p>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </main>
  )
}
