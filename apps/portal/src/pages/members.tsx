import { type Role, roles } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Member, portal } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { ConfirmButton } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { Invitations } from '../components/invitations.tsx'
import { PageHeader, Table, Time } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { oneOf } from '../search.ts'
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
      <PageHeader {...portalPages['/members']} />
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
                cell: (member) =>
                  mayManage && member.id !== user.id ? (
                    <RoleChoice member={member} onChanged={refresh} />
                  ) : (
                    displayName(member.role)
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

/** The role of a member, which changes once the person has confirmed it. */
function RoleChoice({ member: { id, email, role }, onChanged }: { member: Member; onChanged: () => unknown }) {
  const [chosen, setChosen] = useState<Role>(role)
  const update = portal.useMutation('patch', '/members/{id}', { onSuccess: onChanged })
  return (
    <div className="row">
      <Choice
        label={`Role of ${email}`}
        isLabelHidden
        value={chosen}
        options={roles.map((name) => [name, displayName(name)] as const)}
        isRequired
        onChange={(value) => setChosen(oneOf(roles, value) ?? role)}
      />
      {chosen !== role && (
        <ConfirmButton
          action="Change the role"
          isDestructive={false}
          title={`Change the role of ${email}?`}
          onConfirm={() => update.mutateAsync({ params: { path: { id } }, body: { role: chosen } })}
        >
          <p>
            From {displayName(role)} to {displayName(chosen)}. It ends their sessions: they have to sign in again.
          </p>
        </ConfirmButton>
      )}
    </div>
  )
}
