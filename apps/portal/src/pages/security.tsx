import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portal, setCsrfToken } from '../api.ts'
import { browserName } from '../browser-name.ts'
import { AuthenticatorSection } from '../components/authenticator.tsx'
import { Button } from '../components/button.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { NewPasswordField, PasswordField } from '../components/fields.tsx'
import { Badge, PageHeader, Table, Time } from '../components/parts.tsx'
import { PasskeysSection } from '../components/passkeys.tsx'
import { portalPages } from '../page-table.ts'
import { useSession } from '../session.ts'

export function SecurityPage() {
  return (
    <>
      <PageHeader {...portalPages['/security']} />
      {/* Those that grow with their data come last: what loads later moves nothing. */}
      <ChangePassword />
      <AuthenticatorSection />
      <PasskeysSection />
      <Sessions />
    </>
  )
}

function Sessions() {
  const sessions = portal.useQuery('get', '/sessions')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/sessions'] })
  const end = portal.useMutation('delete', '/sessions/{id}', { onSuccess: refresh })
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <Loaded query={sessions}>
        {({ data }) => (
          <Table
            label="Sessions"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Browser',
                cell: ({ user_agent }) => (
                  <span className="clip" title={user_agent ?? undefined}>
                    {user_agent === null ? 'Unknown' : browserName(user_agent)}
                  </span>
                ),
              },
              { name: 'Address', cell: ({ client_ip }) => client_ip ?? '–' },
              { name: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
              { name: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
              {
                name: 'Actions',
                cell: ({ id, current }) =>
                  current ? (
                    <Badge tone="good">This browser</Badge>
                  ) : (
                    <ConfirmButton
                      action="End"
                      title="End this session?"
                      onConfirm={() => end.mutateAsync({ params: { path: { id } } })}
                    >
                      <p>That browser is signed out with its next request.</p>
                    </ConfirmButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

function ChangePassword() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = portal.useMutation('post', '/password')
  const attempt = useAttempt(async () => {
    const { data } = await change.mutateAsync({ body: { current_password: current, new_password: next } })
    setCsrfToken(data.csrf_token)
    setCurrent('')
    setNext('')
    await queryClient.invalidateQueries({ queryKey: ['get', '/sessions'] })
  })
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form
        className="panel narrow"
        onSubmit={(event) => {
          event.preventDefault()
          attempt.run()
        }}
      >
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label="Current password" value={current} onChange={setCurrent} />
        <NewPasswordField value={next} onChange={setNext} />
        <AttemptFeedback attempt={attempt} />
        {change.isSuccess && <p role="status">The password is changed. Every other session has ended.</p>}
        <Button className="button primary" type="submit" isPending={attempt.isRunning}>
          Change the password
        </Button>
      </form>
    </section>
  )
}
