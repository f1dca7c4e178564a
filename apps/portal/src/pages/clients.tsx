import { type Scope, scopes } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Label, Text, TextArea, TextField } from 'react-aria-components'
import { type Client, portal, publicClient } from '../api.ts'
import { ConfirmButton, FormDialog } from '../components/dialogs.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { RecordNameField } from '../components/fields.tsx'
import { PageList } from '../components/page-list.tsx'
import { PageHeader, SecretPanel, Table, Time } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'
import { redirectUriProblem } from '../redirect-uris.ts'
import { useMay } from '../session.ts'
import { ScopeChoice } from './keys.tsx'

interface Issued {
  id: string
  name: string
  client_secret: string | null
}

export function ClientsPage() {
  const clients = portal.useQuery('get', '/clients')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/clients'] })
  const [issued, setIssued] = useState<Issued>()
  const mayManage = useMay().manage('clients:manage')
  return (
    <>
      <PageHeader
        {...portalPages['/clients']}
        action={
          mayManage && (
            <CreateClient
              onIssued={(client) => {
                setIssued(client)
                void refresh()
              }}
            />
          )
        }
      />
      {issued?.client_secret && (
        <SecretPanel title={`Secret of "${issued.name}"`} secret={issued.client_secret}>
          <p className="soft">
            Its client id is <code>{issued.id}</code>.
          </p>
        </SecretPanel>
      )}
      <Loaded query={clients}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No OAuth clients yet">
              <p>Create one for a server that requests access tokens.</p>
            </Empty>
          ) : (
            <>
              <ClientTable clients={data} onChanged={refresh} onIssued={setIssued} />
              <IssuedTokens />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** Lists the access tokens that the clients requested. The tokens themselves are stored nowhere. */
function IssuedTokens() {
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Tokens issued</h2>
      <PageList
        queryKey={['tokens']}
        load={(cursor) =>
          publicClient.GET('/events', {
            params: { query: { type: 'token.issued', limit: 20, ...(cursor && { cursor }) } },
          })
        }
        empty={<p className="soft">None in the last 30 days.</p>}
      >
        {(rows) => (
          <Table
            label="Tokens issued"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Client', cell: ({ actor }) => <span className="clip">{actor.label ?? actor.id}</span> },
              { name: 'Issued', cell: ({ created_at }) => <Time at={created_at} /> },
              { name: 'Request id', cell: ({ request_id }) => request_id && <code>{request_id}</code> },
            ]}
          />
        )}
      </PageList>
    </section>
  )
}

interface ClientTableProps {
  clients: readonly Client[]
  onChanged: () => unknown
  onIssued: (client: Issued) => void
}

function ClientTable({ clients, onChanged, onIssued }: ClientTableProps) {
  const mayManage = useMay().manage('clients:manage')
  return (
    <Table
      label="OAuth clients"
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Name and client id',
          cell: ({ name, id }) => (
            <>
              <span className="clip block">{name}</span>
              <code>{id}</code>
            </>
          ),
        },
        {
          name: 'Redirect URIs',
          cell: ({ redirect_uris }) =>
            redirect_uris.length === 0 ? (
              <span className="soft">Client credentials</span>
            ) : (
              redirect_uris.map((uri) => (
                <code key={uri} className="clip block">
                  {uri}
                </code>
              ))
            ),
        },
        {
          name: 'Secret since',
          cell: ({ has_secret, secret_rotated_at, created_at }) =>
            has_secret ? <Time at={secret_rotated_at ?? created_at} /> : <span className="soft">None</span>,
        },
        {
          name: 'Actions',
          cell: (client) => mayManage && <ClientActions client={client} onChanged={onChanged} onIssued={onIssued} />,
        },
      ]}
    />
  )
}

function ClientActions({
  client,
  onChanged,
  onIssued,
}: { client: Client } & Pick<ClientTableProps, 'onChanged' | 'onIssued'>) {
  const { id, name, has_secret } = client
  const remove = portal.useMutation('delete', '/clients/{id}', { onSuccess: onChanged })
  const rotate = portal.useMutation('post', '/clients/{id}/rotate-secret', { onSuccess: onChanged })
  return (
    <div className="row">
      <EditClient client={client} onChanged={onChanged} />
      {has_secret && (
        <ConfirmButton
          action="Rotate secret"
          title={`Rotate the secret of "${name}"?`}
          onConfirm={async () => {
            const { data } = await rotate.mutateAsync({ params: { path: { id } } })
            onIssued(data)
          }}
        >
          <p>The old secret and every token of the client become invalid at once.</p>
        </ConfirmButton>
      )}
      <ConfirmButton
        action="Delete"
        title={`Delete "${name}"?`}
        onConfirm={() => remove.mutateAsync({ params: { path: { id } } })}
      >
        <p>Every token of the client becomes invalid at once. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  )
}

function CreateClient({ onIssued }: { onIssued: (client: Issued) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const [uris, setUris] = useState('')
  const create = portal.useMutation('post', '/clients')
  return (
    <FormDialog
      action="Create a client"
      isPrimary
      title="Create an OAuth client"
      submit="Create"
      onSubmit={async () => {
        const { data } = await create.mutateAsync({ body: { name, scopes: chosen, redirect_uris: urisOf(uris) } })
        onIssued(data)
        setName('')
        setUris('')
      }}
    >
      <RecordNameField value={name} onChange={setName} />
      <ScopeChoice value={chosen} onChange={setChosen} />
      <RedirectUris value={uris} onChange={setUris} />
    </FormDialog>
  )
}

/** Changes the name, and the redirect URIs of a client that asks people for consent. */
function EditClient({ client, onChanged }: { client: Client; onChanged: () => unknown }) {
  const { id, redirect_uris } = client
  const [name, setName] = useState(client.name)
  const [uris, setUris] = useState(redirect_uris.join('\n'))
  const update = portal.useMutation('patch', '/clients/{id}', { onSuccess: onChanged })
  const asksForConsent = redirect_uris.length > 0
  return (
    <FormDialog
      action="Edit"
      title={`Edit "${client.name}"`}
      submit="Save"
      onSubmit={() =>
        update.mutateAsync({
          params: { path: { id } },
          body: { name, ...(asksForConsent && { redirect_uris: urisOf(uris) }) },
        })
      }
    >
      <RecordNameField value={name} onChange={setName} />
      {asksForConsent && <RedirectUris value={uris} onChange={setUris} />}
    </FormDialog>
  )
}

/** One address per line. */
const urisOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

/** Redirect URIs, with what is wrong with each as one types. */
function RedirectUris({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const problems = urisOf(value).flatMap((uri) => {
    const problem = redirectUriProblem(uri)
    return problem === undefined ? [] : [`${uri} ${problem}`]
  })
  return (
    <TextField className="field" value={value} onChange={onChange}>
      <Label>Redirect URIs</Label>
      <TextArea rows={3} placeholder="https://app.example.com/callback" />
      <Text slot="description">
        One per line, for an app that asks people for consent; none for a server that acts for the account. Each begins
        with https, has no fragment and no wildcard, and is compared character by character.
      </Text>
      <ul className="problem" aria-live="polite">
        {problems.map((problem) => (
          <li key={problem} className="wrap">
            {problem}
          </li>
        ))}
      </ul>
    </TextField>
  )
}
