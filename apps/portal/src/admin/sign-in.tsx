import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { needsCode, portal } from '../api.ts'
import { CodeForm } from '../components/code-form.tsx'
import { NewPasswordForm, PasswordForm } from '../components/sign-in-forms.tsx'

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
  const enter = useOpenConsole()
  const { mutate, isPending, error, reset } = portal.useMutation('post', '/admin/session', { onSuccess: enter })
  if (needsCode(error)) return <CodeForm path="/admin/session/by-code" onSignedIn={enter} onExpired={reset} />
  return (
    <main className="sign-in console">
      <h1>Administration</h1>
      <p className="soft">For administrators of the platform. Members of an account sign in to the portal.</p>
      <PasswordForm send={(body) => mutate({ body })} isPending={isPending} error={error} />
    </main>
  )
}

/** The page of a link of `svc admin create --link`. */
export function ConsoleSetPasswordPage() {
  const enter = useOpenConsole()
  const router = useRouter()
  const { mutate, isPending, error } = portal.useMutation('post', '/admin/session/by-link', { onSuccess: enter })
  // The link was used: what follows an expired code is the sign-in with the new password.
  const signIn = () => void router.navigate({ to: '/admin/sign-in' })
  if (needsCode(error)) return <CodeForm path="/admin/session/by-code" onSignedIn={enter} onExpired={signIn} />
  return (
    <main className="sign-in console">
      <h1>Choose a password</h1>
      <NewPasswordForm
        send={(body) => mutate({ body })}
        isPending={isPending}
        error={error}
        consequence="You are then signed in as an administrator, and signed out everywhere else."
      />
    </main>
  )
}
