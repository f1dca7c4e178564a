import * as bounds from '@generated/contract/bounds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../api.ts'
import { askDevice, hasPasskeys } from '../passkey-device.ts'
import { useSession } from '../session.ts'
import { ConfirmButton, FormDialog } from './dialogs.tsx'
import { Loaded } from './feedback.tsx'
import { Field, Table, Time } from './parts.tsx'

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
            <p className="soft">
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
        const { id, response } = await askDevice(({ startRegistration }) =>
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
        maxLength={bounds.NewPasskey.name.maxLength}
        autoFocus
      />
    </FormDialog>
  )
}
