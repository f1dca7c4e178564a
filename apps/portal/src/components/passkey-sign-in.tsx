import { useMutation } from '@tanstack/react-query'
import { messageOf, portal } from '../api.ts'
import { askDevice, hasPasskeys } from '../passkey-device.ts'
import { FinalButton } from './parts.tsx'

/** Signs in without a password, in browsers that can. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const begin = portal.useMutation('post', '/session/passkey-challenge')
  const signIn = portal.useMutation('post', '/session/by-passkey')
  const attempt = useMutation({
    async mutationFn() {
      const { data } = await begin.mutateAsync({})
      const { id, response } = await askDevice(({ startAuthentication }) =>
        startAuthentication({
          optionsJSON: { challenge: data.challenge, rpId: data.relying_party_id, userVerification: 'required' },
        }),
      )
      await signIn.mutateAsync({
        body: {
          credential_id: id,
          client_data_json: response.clientDataJSON,
          authenticator_data: response.authenticatorData,
          signature: response.signature,
        },
      })
      await onSignedIn()
    },
  })
  if (!hasPasskeys) return null
  return (
    <>
      <FinalButton className="button wide" isWorking={attempt.isPending} onPress={() => attempt.mutate()}>
        Sign in with a passkey
      </FinalButton>
      {attempt.error && (
        <p className="problem" role="alert">
          {messageOf(attempt.error)}
        </p>
      )}
    </>
  )
}
