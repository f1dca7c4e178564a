import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { Attempts } from '../components/attempts.tsx'
import { DeliveryStatus, isFinalStatus } from '../components/delivery-status.tsx'
import { AttemptFeedback, useAttempt } from '../components/dialogs.tsx'
import { Loaded } from '../components/feedback.tsx'
import { CodeBlock, CopyButton, Facts, FinalButton, PageHeader, Time } from '../components/parts.tsx'
import { displayName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useMay } from '../session.ts'

const route = getRouteApi('/app/deliveries/$id')

export function DeliveryPage() {
  const { id } = route.useParams()
  const query = api.useQuery(
    'get',
    '/webhook-deliveries/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (isFinalStatus(state.data?.data.status) ? false : 2_000) },
  )
  const may = useMay()
  return (
    <Loaded query={query} title={portalPages['/deliveries/$id'].title}>
      {({ data: delivery }) => (
        <>
          <PageHeader
            title={delivery.event_type}
            action={may.write && isFinalStatus(delivery.status) && <Resend id={id} />}
          >
            {delivery.hint ?? 'A delivery of one event to one endpoint.'}
          </PageHeader>
          <Facts
            facts={[
              ['Status', <DeliveryStatus key="status" status={delivery.status} />],
              ['Endpoint', <EndpointLink key="endpoint" id={delivery.webhook_id} />],
              ['Event id', <code key="event">{delivery.event_id}</code>],
              ['Created', <Time key="created" at={delivery.created_at} />],
              ['Next attempt', <Time key="next" at={delivery.next_attempt_at} never="None" />],
              ['Origin', displayName(delivery.origin)],
            ]}
          />
          <section aria-labelledby="attempts">
            <h2 id="attempts">
              Attempts ({delivery.attempt_count} of {delivery.max_attempts})
            </h2>
            {delivery.attempts.length === 0 && <p className="soft">No attempt was made yet.</p>}
            <Attempts delivery={delivery} />
          </section>
          <section aria-labelledby="payload">
            <div className="row spread">
              <h2 id="payload">Payload</h2>
              <CopyButton text={JSON.stringify(delivery.payload, undefined, 2)} />
            </div>
            <CodeBlock label="Payload" text={JSON.stringify(delivery.payload, undefined, 2)} />
          </section>
        </>
      )}
    </Loaded>
  )
}

/** The URL of the endpoint, as a link to its page. */
function EndpointLink({ id }: { id: string }) {
  const endpoint = api.useQuery('get', '/webhooks/{id}', { params: { path: { id } } })
  return (
    <Link to="/webhooks/$id" params={{ id }}>
      {endpoint.data?.data.url ?? 'Show the endpoint'}
    </Link>
  )
}

function Resend({ id }: { id: string }) {
  const navigate = useNavigate()
  const resend = api.useMutation('post', '/webhook-deliveries/{id}/resend')
  const attempt = useAttempt(async () => {
    const { data } = await resend.mutateAsync({ params: { path: { id } } })
    await navigate({ to: '/deliveries/$id', params: { id: data.id } })
  })
  return (
    <div>
      <FinalButton className="button primary" isWorking={attempt.isRunning} onPress={attempt.run}>
        Resend
      </FinalButton>
      <AttemptFeedback attempt={attempt} />
    </div>
  )
}
