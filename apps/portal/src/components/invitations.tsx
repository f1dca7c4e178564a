import { type Role, roles } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../api.ts'
import { displayName } from '../format.ts'
import { useMay } from '../session.ts'
import { Button } from './button.tsx'
import { Choice } from './choice.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from './dialogs.tsx'
import { Loaded } from './feedback.tsx'
import { OperatorCommand } from './operator-command.tsx'
import { Field, Table, Time } from './parts.tsx'

/** People who were invited and have not joined yet. */
export function Invitations() {
  const invitations = portal.useQuery('get', '/invitations')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/invitations'] })
  const withdraw = portal.useMutation('delete', '/invitations/{id}', { onSuccess: refresh })
  const mayManage = useMay().manage('members:manage')
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      {mayManage && <InviteForm onInvited={refresh} />}
      <Loaded query={invitations}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="soft">No pending invitations.</p>
          ) : (
            <Table
              label="Invitations"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Email', cell: ({ email }) => <span className="clip">{email}</span> },
                { name: 'Role', cell: ({ role }) => displayName(role) },
                { name: 'Sent', cell: ({ invited_at }) => <Time at={invited_at} /> },
                { name: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
                {
                  name: 'Actions',
                  cell: ({ id, email, delivery }) =>
                    mayManage && (
                      <div className="row">
                        {delivery === 'email' && <SendAgain id={id} onSent={refresh} />}
                        <ConfirmButton
                          action="Withdraw"
                          title={`Withdraw the invitation of ${email}?`}
                          onConfirm={() => withdraw.mutateAsync({ params: { path: { id } } })}
                        >
                          <p>Links that were sent become invalid.</p>
                        </ConfirmButton>
                      </div>
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

function InviteForm({ onInvited }: { onInvited: () => Promise<unknown> }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const invite = portal.useMutation('post', '/invitations')
  const attempt = useAttempt(async () => {
    await invite.mutateAsync({ body: { email, role } })
    setEmail('')
    await onInvited()
  })
  return (
    <div className="panel narrow">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          attempt.run()
        }}
      >
        <Field label="Email" type="email" autoComplete="off" value={email} onChange={setEmail} isRequired />
        <div className="row spread">
          <Choice
            label="Role"
            value={role}
            options={roles.map((name) => [name, displayName(name)] as const)}
            isRequired
            onChange={(value) => setRole(roles.find((name) => name === value) ?? role)}
          />
          <Button className="button primary" type="submit" isPending={attempt.isRunning}>
            Invite
          </Button>
        </div>
      </form>
      <AttemptFeedback attempt={attempt} />
      {invite.data && !attempt.error && <Invited invitation={invite.data.data} />}
    </div>
  )
}

function Invited({ invitation: { email, delivery } }: { invitation: { email: string; delivery: string } }) {
  return (
    <div role="status">
      {delivery === 'email' ? <p>An email with a link is on its way to {email}.</p> : <OperatorCommand email={email} />}
    </div>
  )
}

function SendAgain({ id, onSent }: { id: string; onSent: () => Promise<unknown> }) {
  const send = portal.useMutation('post', '/invitations/{id}/send', { onSuccess: onSent })
  const attempt = useAttempt(() => send.mutateAsync({ params: { path: { id } } }))
  return (
    <>
      <Button className="button" isPending={attempt.isRunning} onPress={attempt.run}>
        {send.isSuccess ? 'Sent' : 'Send again'}
      </Button>
      <AttemptFeedback attempt={attempt} />
    </>
  )
}
