import { type KeyStatus, type Scope, scopes } from '@generated/contract/enums'
import { useState } from 'react'
import { type AccountDetails, type AccountKey, portal, portalClient } from '../api.ts'
import { Button } from '../components/button.tsx'
import { ConfirmButton, DialogBox, FormDialog, OpenButton } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { RecordNameField } from '../components/fields.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, SecretPanel, Table, Time, type Tone } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { ScopeChoice } from '../pages/keys.tsx'
import { RateLimitForm } from './rate-limit.tsx'
import { useRefreshAccount } from './refresh.ts'

const tones: Readonly<Record<KeyStatus, Tone>> = { active: 'good', expired: 'plain', revoked: 'bad' }

export function AccountKeys({ account }: { account: AccountDetails }) {
  const { id } = account
  const [issued, setIssued] = useState<{ name: string; key: string }>()
  return (
    <>
      <div className="row spread">
        <h2>API keys</h2>
        <IssueLiveKey account={account} onIssued={setIssued} />
      </div>
      {issued && <SecretPanel title={`Live key "${issued.name}"`} secret={issued.key} />}
      <PageList
        queryKey={['admin', 'keys', id]}
        load={(cursor) =>
          portalClient.GET('/admin/accounts/{id}/keys', {
            params: { path: { id }, query: { limit: 50, ...(cursor && { cursor }) } },
          })
        }
        empty={<Empty title="No keys yet" />}
      >
        {(keys) => <KeyTable account={account} keys={keys} />}
      </PageList>
    </>
  )
}

function KeyTable({ account: { id }, keys }: { account: AccountDetails; keys: readonly AccountKey[] }) {
  const revoke = portal.useMutation('delete', '/admin/accounts/{id}/keys/{key_id}', { onSuccess: useRefreshAccount() })
  return (
    <Table
      label="API keys of the account"
      rows={keys}
      keyOf={(key) => key.id}
      columns={[
        { name: 'Name', cell: ({ name }) => <span className="clip">{name}</span> },
        {
          name: 'Kind',
          cell: ({ kind }) => <Badge tone={kind === 'live' ? 'busy' : 'plain'}>{displayName(kind)}</Badge>,
        },
        { name: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
        { name: 'Status', cell: ({ status }) => <Badge tone={tones[status]}>{displayName(status)}</Badge> },
        { name: 'Limit', cell: ({ rate_limit }) => rate_limit ?? 'General' },
        { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
        { name: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
        {
          name: 'Actions',
          cell: (key) =>
            key.status === 'active' && (
              <div className="row">
                <KeyLimit accountId={id} apiKey={key} />
                <ConfirmButton
                  action="Revoke"
                  title={`Revoke "${key.name}"?`}
                  onConfirm={() => revoke.mutateAsync({ params: { path: { id, key_id: key.id } } })}
                >
                  <p>The next request with this key is refused. This cannot be undone. The account sees it.</p>
                </ConfirmButton>
              </div>
            ),
        },
      ]}
    />
  )
}

function KeyLimit({ accountId, apiKey }: { accountId: string; apiKey: AccountKey }) {
  const refresh = useRefreshAccount()
  const set = portal.useMutation('put', '/admin/accounts/{id}/keys/{key_id}/rate-limit', { onSuccess: refresh })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <OpenButton className="button" onPress={() => setOpen(true)}>
        Limit
      </OpenButton>
      <DialogBox title={`Rate limit of "${apiKey.name}"`} isOpen={isOpen} onOpenChange={setOpen}>
        {(close) => (
          <>
            <RateLimitForm
              label="Requests per 60 seconds"
              subject={`the key "${apiKey.name}"`}
              limit={apiKey.rate_limit}
              onSet={async (limit) => {
                await set.mutateAsync({ params: { path: { id: accountId, key_id: apiKey.id } }, body: { limit } })
                setOpen(false)
              }}
            />
            <div className="row end">
              <Button className="button" onPress={close}>
                Close
              </Button>
            </div>
          </>
        )}
      </DialogBox>
    </>
  )
}

function IssueLiveKey({
  account: { id, name: accountName },
  onIssued,
}: {
  account: AccountDetails
  onIssued: (key: { name: string; key: string }) => void
}) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const refresh = useRefreshAccount()
  const issue = portal.useMutation('post', '/admin/accounts/{id}/keys', { onSuccess: refresh })
  return (
    <FormDialog
      action="Issue a live key"
      isPrimary
      title={`Issue a live key for "${accountName}"`}
      submit="Issue"
      onSubmit={async () => {
        const { data } = await issue.mutateAsync({ params: { path: { id } }, body: { name, scopes: chosen } })
        onIssued(data)
        setName('')
      }}
    >
      <p>It works on real data of the account while live keys are enabled, and uses the quotas of its plan.</p>
      <RecordNameField value={name} onChange={setName} />
      <ScopeChoice value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
