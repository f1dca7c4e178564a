import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeviceError, portal } from '../api.ts'
import { useSession } from '../session.ts'
import { AttemptFeedback, ConfirmButton, FormDialog, useAttempt } from './dialogs.tsx'
import { Loaded } from './feedback.tsx'
import { Field, FinalButton, Table, Time } from './parts.tsx'

const hasPasskeys = 'PublicKeyCredential' in window

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'The device did not confirm that it is you, or it took too long. Try again.',
  InvalidStateError: 'This device already has one of your passkeys.',
  SecurityError: 'Passkeys need the host name of this site. Open the portal by its name instead of an IP address.',
}

/** Asks the device; throws a DeviceError if it refuses. */
async function askDevice<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new DeviceError(reasons[name] ?? 'The device could not use a passkey. Sign in with your password.')
  }
}

/** Signs in without a password, for browsers that can. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const begin = portal.useMutation('post', '/session/passkey-challenge')
  const signIn = portal.useMutation('post', '/session/by-passkey')
  const attempt = useAttempt(async () => {
    const { data } = await begin.mutateAsync({})
    const { id, response } = await askDevice(() =>
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
  })
  if (!hasPasskeys) return null
  return (
    <>
      <FinalButton className="button wide" isWorking={attempt.isRunning} onPress={attempt.run}>
        Sign in with a passkey
      </FinalButton>
      <AttemptFeedback attempt={attempt} />
    </>
  )
}

/** The passkeys of the user: to add, and to remove. */
export function PasskeysSection() {
  const passkeys = portal.useQuery('get', '/passkeys')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/passkeys'] })
  const remove = portal.useMutation('delete', '/passkeys/{id}', { onSuccess: refresh })
  return (
    <section aria-labelledby="passkeys">
      <div className="row spread">
        <h2 id="passkeys">Passkeys</h2>
        {hasPasskeys && <AddPasskey onAdded={refresh} />}
      </div>
      <Loaded query={passkeys}>
        {({ data }) =>
          data.length === 0 ? (
            <p>
              A passkey signs you in with the fingerprint, face or PIN of a device, without a password or a code. It
              works on this site only.
            </p>
          ) : (
            <Table
              label="Passkeys"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Name', cell: ({ name }) => <span className="clip">{name}</span> },
                { name: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
                { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
                {
                  name: 'Actions',
                  cell: ({ id, name }) => (
                    <ConfirmButton
                      action="Remove"
                      title={`Remove the passkey "${name}"?`}
                      onConfirm={() => remove.mutateAsync({ params: { path: { id } } })}
                    >
                      <p>It no longer signs you in. Delete it on the device as well.</p>
                    </ConfirmButton>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  )
}

/** Algorithms that every browser and device supports: ES256 and RS256 (RFC 8812). */
const algorithms = [-7, -257]

function AddPasskey({ onAdded }: { onAdded: () => unknown }) {
  const { user } = useSession()
  const [name, setName] = useState('')
  const begin = portal.useMutation('post', '/passkeys/challenge')
  const add = portal.useMutation('post', '/passkeys', { onSuccess: onAdded })
  return (
    <FormDialog
      action="Add a passkey"
      title="Add a passkey"
      submit="Continue"
      onSubmit={async () => {
        const { data } = await begin.mutateAsync({})
        const { id, response } = await askDevice(() =>
          startRegistration({
            optionsJSON: {
              challenge: data.challenge,
              rp: { id: data.relying_party_id, name: data.relying_party_id },
              user: { id: data.user_handle, name: user.email, displayName: user.email },
              pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
              excludeCredentials: data.credential_ids.map((credential) => ({ id: credential, type: 'public-key' })),
              authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            },
          }),
        )
        await add.mutateAsync({
          body: {
            name,
            credential_id: id,
            client_data_json: response.clientDataJSON,
            attestation_object: response.attestationObject,
          },
        })
        setName('')
      }}
    >
      <Field
        label="Name"
        description="For example, the device that keeps it"
        value={name}
        onChange={setName}
        isRequired
        maxLength={80}
        autoFocus
      />
    </FormDialog>
  )
}
