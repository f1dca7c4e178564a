import { type AccountDetails, type Client, portal } from '../api.ts'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { Badge, Table, Time } from '../components/parts.tsx'
import { useRefreshAccount } from './refresh.ts'

/** The clients of an account, and which of them may create its business. */
export function AccountClients({ account: { id } }: { account: AccountDetails }) {
  const clients = portal.useQuery('get', '/admin/accounts/{id}/clients', { params: { path: { id } } })
  return (
    <>
      <h2>OAuth clients</h2>
      <Loaded query={clients}>
        {({ data }) => (data.length === 0 ? <Empty title="No clients yet" /> : <ClientTable id={id} clients={data} />)}
      </Loaded>
    </>
  )
}

function ClientTable({ id, clients }: { id: string; clients: readonly Client[] }) {
  const refresh = useRefreshAccount()
  const set = portal.useMutation('put', '/admin/accounts/{id}/clients/{client_id}/business-creation', {
    onSuccess: refresh,
  })
  return (
    <Table
      label="OAuth clients of the account"
      rows={clients}
      keyOf={(client) => client.id}
      columns={[
        { name: 'Name', cell: ({ name }) => <span className="clip">{name}</span> },
        { name: 'Client', cell: (client) => <code>{client.id}</code> },
        { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
        {
          name: 'Creates the business',
          cell: ({ creates_business }) => (
            <Badge tone={creates_business ? 'good' : 'plain'}>{creates_business ? 'yes' : 'no'}</Badge>
          ),
        },
        {
          name: 'Actions',
          cell: ({ id: client_id, name, creates_business, redirect_uris }) =>
            redirect_uris.length === 0 && (
              <ConfirmButton
                action={creates_business ? 'Revoke businesses:write' : 'Grant businesses:write'}
                isDestructive={creates_business}
                title={`${creates_business ? 'Revoke' : 'Grant'} businesses:write for "${name}"?`}
                onConfirm={() =>
                  set.mutateAsync({ params: { path: { id, client_id } }, body: { enabled: !creates_business } })
                }
              >
                <p>
                  {creates_business
                    ? 'Its tokens can no longer create the business, from the next request on.'
                    : 'Its new tokens can create the business of the account while there is none.'}
                </p>
              </ConfirmButton>
            ),
        },
      ]}
    />
  )
}
