import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { needsCode, portal } from '../api.ts'
import { CodeForm } from '../components/code-form.tsx'
import { NewPasswordForm } from '../components/sign-in-forms.tsx'

/** The page of a link that sets the password. */
export function SetPasswordPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const enter = async () => {
    queryClient.clear()
    await router.navigate({ to: '/' })
  }
  const { mutate, isPending, error } = portal.useMutation('post', '/session/by-link', { onSuccess: enter })
  if (needsCode(error))
    return (
      <CodeForm path="/session/by-code" onSignedIn={enter} onExpired={() => void router.navigate({ to: '/sign-in' })} />
    )
  return (
    <main className="sign-in">
      <h1>Choose a password</h1>
      <NewPasswordForm
        send={(body) => mutate({ body })}
        isPending={isPending}
        error={error}
        consequence="You are then signed in here, and signed out everywhere else."
        afterError={<Link to="/forgot-password">Get another link</Link>}
      />
      <p>
        <Link to="/sign-in">Sign in with a password</Link>
      </p>
    </main>
  )
}
