import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../api.ts'
import { Button } from './button.tsx'
import { CodeField } from './code-form.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from './dialogs.tsx'
import { Loaded } from './feedback.tsx'
import { CodeBlock, CopyButton, FinalButton, Time } from './parts.tsx'
import { QrCode } from './qr-code.tsx'

/** The authenticator app of the user: to set up, to remove, and its recovery codes. */
export function AuthenticatorSection() {
  const factors = portal.useQuery('get', '/factors')
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['get', '/factors'] })
    await queryClient.invalidateQueries({ queryKey: ['get', '/sessions'] })
  }
  const showCodes = async (shown: readonly string[]) => {
    setCodes(shown)
    await refresh()
  }
  const remove = portal.useMutation('delete', '/factors/authenticator', {
    async onSuccess() {
      setCodes(undefined)
      await refresh()
    },
  })
  const replace = portal.useMutation('post', '/factors/recovery-codes')
  return (
    <section className="form-room" aria-labelledby="authenticator">
      <h2 id="authenticator">Authenticator app</h2>
      {codes && <RecoveryCodes codes={codes} />}
      <Loaded query={factors}>
        {({ data: { authenticator_since, recovery_codes_left } }) =>
          authenticator_since === null ? (
            <SetUpAuthenticator onDone={showCodes} />
          ) : (
            <div className="panel narrow">
              <p>
                Signing in needs a code, since <Time at={authenticator_since} />. Recovery codes left:{' '}
                {recovery_codes_left}.
              </p>
              <div className="row">
                <ConfirmButton
                  action="Replace the recovery codes"
                  title="Replace the recovery codes?"
                  onConfirm={async () => showCodes((await replace.mutateAsync({})).data.recovery_codes)}
                >
                  <p>The codes that you have now become invalid.</p>
                </ConfirmButton>
                <ConfirmButton
                  action="Remove"
                  title="Remove the authenticator app?"
                  onConfirm={() => remove.mutateAsync({})}
                >
                  <p>Your password alone then signs you in. Every other session of yours ends.</p>
                </ConfirmButton>
              </div>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

const memberPaths = { begin: '/factors/authenticator', confirm: '/factors/authenticator/confirmation' } as const
const consolePaths = { begin: '/admin/authenticator', confirm: '/admin/authenticator/confirmation' } as const

interface SetUpProps {
  isConsole?: boolean
  onDone: (codes: readonly string[]) => Promise<void>
}

/** Shows the secret, and asks for a code that proves that the app has it. */
export function SetUpAuthenticator({ isConsole = false, onDone }: SetUpProps) {
  const [code, setCode] = useState('')
  const paths = isConsole ? consolePaths : memberPaths
  const begin = portal.useMutation('post', paths.begin)
  const confirm = portal.useMutation('post', paths.confirm)
  const beginning = useAttempt(() => begin.mutateAsync({}))
  const confirming = useAttempt(async () => {
    const { data } = await confirm.mutateAsync({ body: { code } })
    await onDone(data.recovery_codes)
  })
  if (!begin.data)
    return (
      <div className="panel narrow">
        <p>With an authenticator app, each sign-in requires a one-time code in addition to your password.</p>
        <AttemptFeedback attempt={beginning} />
        <Button className="button" onPress={beginning.run}>
          Set up
        </Button>
      </div>
    )
  const { secret, uri } = begin.data.data
  return (
    <div className="panel narrow">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirming.run()
        }}
      >
        <p>Scan this code with the app, or type the secret.</p>
        <QrCode text={uri} label="QR code of the secret" />
        <div className="row">
          <code className="secret-text">{secret}</code>
          <CopyButton text={secret} />
        </div>
        <p>Then enter the code that the app shows.</p>
        <CodeField value={code} onChange={setCode} />
        <FinalButton className="button primary" type="submit" isWorking={confirming.isRunning}>
          Turn on
        </FinalButton>
      </form>
      <AttemptFeedback attempt={confirming} />
    </div>
  )
}

/** Codes that are in this page and nowhere else. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <section className="panel secret" aria-label="Recovery codes">
      <h3>Recovery codes</h3>
      <p>
        Each replaces a code of the app once, such as after the loss of your phone. Keep them somewhere safe: they are
        not shown again.
      </p>
      <CodeBlock label="Recovery codes" text={text} />
      <CopyButton text={text} />
    </section>
  )
}
