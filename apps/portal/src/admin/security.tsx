import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { portal } from '../api.ts'
import { RecoveryCodes, SetUpAuthenticator } from '../components/authenticator.tsx'
import { ConfirmButton } from '../components/dialogs.tsx'
import { PageHeader, Time } from '../components/parts.tsx'
import { consolePages } from '../page-table.ts'

const route = getRouteApi('/console')

/** The authenticator app of the administrator. Where it is required, nothing else of the console opens before. */
export function ConsoleSecurityPage() {
  const { authenticator_since, authenticator_required } = route.useRouteContext().session
  const [codes, setCodes] = useState<readonly string[]>()
  const router = useRouter()
  const queryClient = useQueryClient()
  const finish = async (shown: readonly string[]) => {
    setCodes(shown)
    await queryClient.refetchQueries({ queryKey: ['get', '/admin/session'] })
    await router.invalidate()
  }
  return (
    <>
      <PageHeader {...consolePages['/admin/security']} />
      <section aria-labelledby="authenticator">
        <h2 id="authenticator">Authenticator app</h2>
        {codes && <RecoveryCodes codes={codes} />}
        {authenticator_since === null ? (
          <>
            <p>
              The console changes every account, so a password is not enough to protect it.{' '}
              {authenticator_required
                ? 'Set up an authenticator app to use the console.'
                : 'Set up an authenticator app.'}
            </p>
            <SetUpAuthenticator isConsole onDone={finish} />
          </>
        ) : (
          <AuthenticatorInUse since={authenticator_since} onReplaced={setCodes} />
        )}
      </section>
    </>
  )
}

function AuthenticatorInUse({ since, onReplaced }: { since: string; onReplaced: (codes: readonly string[]) => void }) {
  const replace = portal.useMutation('post', '/admin/authenticator/recovery-codes')
  return (
    <div className="panel narrow">
      <p>
        Signing in needs a code, since <Time at={since} />. If you lose the app and the recovery codes, an operator
        removes it with <code>svc admin reset --remove-authenticator</code>.
      </p>
      <ConfirmButton
        action="Replace the recovery codes"
        title="Replace the recovery codes?"
        onConfirm={async () => onReplaced((await replace.mutateAsync({})).data.recovery_codes)}
      >
        <p>The codes that you have now become invalid.</p>
      </ConfirmButton>
    </div>
  )
}
