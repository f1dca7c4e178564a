import { type KeyStatus, type Scope, scopeDescriptions, scopes } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { portal } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { ConfirmButton, FormDialog } from '../components/dialogs.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { RecordNameField } from '../components/fields.tsx'
import { Badge, PageHeader, SecretPanel, Table, Time, type Tone } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useMay, useSession } from '../session.ts'

export function ScopeChoice({ value, onChange }: { value: Scope[]; onChange: (value: Scope[]) => void }) {
  return (
    <CheckboxGroup
      className="field"
      value={value}
      isRequired
      onChange={(chosen) => onChange(scopes.filter((scope) => chosen.includes(scope)))}
    >
      <Label>What it may do</Label>
      {scopes.map((scope) => (
        <Checkbox key={scope} value={scope} className="checkbox">
          <span className="box" aria-hidden="true" />
          <span>
            {scopeDescriptions[scope]} <code>{scope}</code>
          </span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}

const tones: Readonly<Record<KeyStatus, Tone>> = { active: 'good', expired: 'plain', revoked: 'bad' }

export function KeysPage() {
  const keys = portal.useQuery('get', '/keys')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/keys'] })
  const revoke = portal.useMutation('delete', '/keys/{id}', { onSuccess: refresh })
  const [issued, setIssued] = useState<{ name: string; key: string }>()
  const may = useMay()
  const { account } = useSession()
  const create = may.manage('keys:manage') && account.api_included && (
    <CreateKey
      onIssued={(key) => {
        setIssued(key)
        void refresh()
      }}
    />
  )
  return (
    <>
      <PageHeader {...portalPages['/keys']} action={create} />
      {!account.api_included && (
        <div className="panel">The plan of this account does not include the API, so no key can be created.</div>
      )}
      {issued && <SecretPanel title={`Key "${issued.name}"`} secret={issued.key} />}
      <Loaded query={keys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No keys yet">
              <p>Create a key to send your first request.</p>
            </Empty>
          ) : (
            <Table
              label="API keys"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Name', cell: ({ name }) => <span className="clip">{name}</span> },
                { name: 'Kind', cell: ({ kind }) => displayName(kind) },
                { name: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
                { name: 'Status', cell: ({ status }) => <Badge tone={tones[status]}>{displayName(status)}</Badge> },
                { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
                { name: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
                {
                  name: 'Actions',
                  cell: ({ id, name, status }) =>
                    status === 'active' &&
                    may.manage('keys:manage') && (
                      <ConfirmButton
                        action="Revoke"
                        title={`Revoke "${name}"?`}
                        onConfirm={() => revoke.mutateAsync({ params: { path: { id } } })}
                      >
                        <p>The next request with this key is refused. This cannot be undone.</p>
                      </ConfirmButton>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}

const dayMs = 86_400_000

const expiries = [
  ['never', 'Never'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

function CreateKey({ onIssued }: { onIssued: (key: { name: string; key: string }) => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const [days, setDays] = useState<string>()
  const create = portal.useMutation('post', '/keys')
  return (
    <FormDialog
      action="Create a test key"
      isPrimary
      title="Create a test key"
      submit="Create"
      onSubmit={async () => {
        const expires_at = days === undefined ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
        const { data } = await create.mutateAsync({ body: { name, scopes: chosen, expires_at } })
        onIssued(data)
        setName('')
      }}
    >
      <RecordNameField description="For example, where it is used" value={name} onChange={setName} />
      <ScopeChoice value={chosen} onChange={setChosen} />
      <Choice
        label="Expires"
        value={days ?? 'never'}
        options={expiries}
        isRequired
        onChange={(value) => setDays(value === 'never' ? undefined : value)}
      />
    </FormDialog>
  )
}
