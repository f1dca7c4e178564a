import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { needsCode, portal } from '../api.ts'
import { CodeForm } from '../components/code-form.tsx'
import { PasskeySignIn } from '../components/passkey-sign-in.tsx'
import { PasswordForm } from '../components/sign-in-forms.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const enter = async () => {
    queryClient.clear()
    // Only a path of the portal: the address of this page is not ours to trust.
    const isOurs = next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in')
    await router.navigate({ href: isOurs ? next : '/' })
  }
  const { mutate, isPending, error, reset } = portal.useMutation('post', '/session', { onSuccess: enter })
  if (needsCode(error)) return <CodeForm path="/session/by-code" onSignedIn={enter} onExpired={reset} />
  return (
    <main className="sign-in">
      <h1>Sign in</h1>
      <p className="soft">The developer portal of your account.</p>
      <PasswordForm send={(body) => mutate({ body })} isPending={isPending} error={error} />
      <PasskeySignIn onSignedIn={enter} />
      <p>
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
    </main>
  )
}
