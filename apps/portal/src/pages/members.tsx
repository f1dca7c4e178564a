import { type Role, roles } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { portal } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Invitations } from '../components/invitations.tsx'
import { PageHeader, Table, Time } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { useMay, useSession } from '../session.ts'

export function MembersPage() {
  const members = portal.useQuery('get', '/members')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/members'] })
  const remove = portal.useMutation('delete', '/members/{id}', { onSuccess: refresh })
  const { user } = useSession()
  const mayManage = useMay().manage('members:manage')
  return (
    <>
      <PageHeader title="Members">
        Viewers read. Developers also write, and manage keys and clients. Owners also manage members.
      </PageHeader>
      <Loaded query={members}>
        {({ data }) => (
          <Table
            label="Members"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Email', cell: ({ email }) => <span className="clip">{email}</span> },
              {
                name: 'Role',
                cell: ({ id, role }) =>
                  mayManage && id !== user.id ? (
                    <RoleChoice id={id} role={role} onChanged={refresh} />
                  ) : (
                    displayName(role)
                  ),
              },
              { name: 'Joined', cell: ({ created_at }) => <Time at={created_at} /> },
              { name: 'Last active', cell: ({ last_active_at }) => <Time at={last_active_at} /> },
              {
                name: 'Actions',
                cell: ({ id, email }) =>
                  mayManage &&
                  id !== user.id && (
                    <ConfirmButton
                      action="Remove"
                      title={`Remove ${email}?`}
                      onConfirm={() => remove.mutateAsync({ params: { path: { id } } })}
                    >
                      <p>Ends their sessions and their consents to apps. They can no longer sign in.</p>
                    </ConfirmButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <Invitations />
    </>
  )
}

function RoleChoice({ id, role, onChanged }: { id: string; role: Role; onChanged: () => unknown }) {
  const update = portal.useMutation('patch', '/members/{id}', { onSuccess: onChanged })
  const chosen = update.variables?.body.role ?? role
  const attempt = useAttempt(() => update.mutateAsync({ params: { path: { id } }, body: { role: chosen } }))
  return (
    <>
      <Choice
        label="Role"
        isLabelHidden
        value={role}
        options={roles.map((name) => [name, displayName(name)] as const)}
        isRequired
        onChange={(value) => {
          const next = roles.find((name) => name === value)
          if (next && next !== role) update.mutate({ params: { path: { id } }, body: { role: next } })
        }}
      />
      {update.error && <AttemptFeedback attempt={{ ...attempt, error: attempt.error ?? update.error }} />}
    </>
  )
}
