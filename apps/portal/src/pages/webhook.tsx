import type { components } from '@generated/contract/client-types'
import { eventTypes, webhookDeliveryStatuses } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button, Checkbox } from 'react-aria-components'
import { api, publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { DeliveryStatus, deliveryStatusName, isFinalStatus } from '../components/delivery-status.tsx'
import { AttemptFeedback, ConfirmButton, useAttempt } from '../components/dialogs.tsx'
import { EndpointDialog } from '../components/endpoint-form.tsx'
import { EndpointStatus } from '../components/endpoint-status.tsx'
import { Empty, Loaded, Loading } from '../components/feedback.tsx'
import { LongTable } from '../components/long-table.tsx'
import { PageList } from '../components/page-list.tsx'
import { Facts, PageHeader, SecretPanel, Time } from '../components/parts.tsx'
import { oneOf } from '../search.ts'
import { useMay } from '../session.ts'
import { ResendMany } from './resend-many.tsx'

type Endpoint = components['schemas']['Webhook']

const route = getRouteApi('/app/webhooks/$id')
const VerifyPanel = lazy(() => import('./verify-panel.tsx'))

export function WebhookPage() {
  const { id } = route.useParams()
  const query = api.useQuery('get', '/webhooks/{id}', { params: { path: { id } } })
  const [secret, setSecret] = useState<string>()
  const may = useMay()
  return (
    <Loaded query={query} title="Webhook endpoint">
      {({ data: endpoint }) => (
        <>
          <PageHeader
            title={endpoint.url}
            action={may.write && <EndpointActions endpoint={endpoint} onSecret={setSecret} />}
          >
            {endpoint.description ?? 'A webhook endpoint'}
          </PageHeader>
          {secret && <SecretPanel title="New signing secret" secret={secret} />}
          {endpoint.disabled_reason === 'failing' && (
            <section className="panel panel-error" aria-label="Why the endpoint is disabled">
              <h2>Disabled because its attempts failed for days</h2>
              <p>
                The service disabled this endpoint <Time at={endpoint.disabled_at} />. Deliveries wait and none is lost.
                The list below shows what the receiver returned; once it works again, enable the endpoint.
              </p>
            </section>
          )}
          <Facts
            facts={[
              ['Status', <EndpointStatus key="status" {...endpoint} />],
              ['Events', endpoint.event_types.join(', ')],
              ['Attempts per minute', endpoint.max_attempts_per_minute ?? 'No limit'],
              ['Created', <Time key="created" at={endpoint.created_at} />],
              ['Secret rotated', <Time key="rotated" at={endpoint.secret_rotated_at} />],
              ...(endpoint.previous_secret_expires_at === null
                ? []
                : ([
                    ['Previous secret signs until', <Time key="kept" at={endpoint.previous_secret_expires_at} />],
                  ] as const)),
              ['Last success', <Time key="success" at={endpoint.last_succeeded_at} />],
              ['Last failure', <Time key="failure" at={endpoint.last_failed_at} />],
            ]}
          />
          {may.write && <TestDelivery id={id} />}
          {may.write && <ResendMany id={id} />}
          <VerifySignatures />
          {/* The last part of the page: it grows while one scrolls. */}
          <Deliveries id={id} />
        </>
      )}
    </Loaded>
  )
}

/** Code for several languages, which loads when the part is opened. */
function VerifySignatures() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="panel" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Verify signatures in your code</summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <VerifyPanel />
        </Suspense>
      )}
    </details>
  )
}

const daySeconds = 86_400

function EndpointActions({ endpoint, onSecret }: { endpoint: Endpoint; onSecret: (secret: string) => void }) {
  const { id, enabled } = endpoint
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['get', '/webhooks/{id}'] })
  const update = api.useMutation('patch', '/webhooks/{id}', { onSuccess: refresh })
  const rotate = api.useMutation('post', '/webhooks/{id}/rotate-secret', { onSuccess: refresh })
  const remove = api.useMutation('delete', '/webhooks/{id}')
  const [keepsPrevious, setKeepsPrevious] = useState(false)
  const params = { path: { id } }
  return (
    <div className="row">
      <EndpointDialog
        action="Edit"
        title="Edit the endpoint"
        submit="Save"
        endpoint={endpoint}
        onSave={(body) => update.mutateAsync({ params, body })}
      />
      <Button
        className="button"
        isPending={update.isPending}
        onPress={() => update.mutate({ params, body: { enabled: !enabled } })}
      >
        {enabled ? 'Pause' : 'Enable'}
      </Button>
      <ConfirmButton
        action="Rotate secret"
        title="Rotate the signing secret?"
        onConfirm={async () => {
          const body = { keep_previous_for: keepsPrevious ? daySeconds : 0 }
          onSecret((await rotate.mutateAsync({ params, body })).data.signing_secret)
        }}
      >
        <p>The next delivery is signed with the new secret. Receivers that still use the old one reject it.</p>
        <Checkbox className="checkbox" isSelected={keepsPrevious} onChange={setKeepsPrevious}>
          <span className="box" aria-hidden="true" />
          <span>
            Sign with the old secret as well for 24 hours, in the header <code>webhook-signature</code>
          </span>
        </Checkbox>
      </ConfirmButton>
      <ConfirmButton
        action="Delete"
        title="Delete this endpoint?"
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          await queryClient.invalidateQueries({ queryKey: ['get', '/webhooks'] })
          await navigate({ to: '/webhooks' })
        }}
      >
        <p>Unfinished deliveries are canceled, and the history is no longer readable. This cannot be undone.</p>
      </ConfirmButton>
    </div>
  )
}

/** Sends a test event and follows its delivery until it is final. */
function TestDelivery({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const send = api.useMutation('post', '/webhooks/{id}/test', {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(id) }),
  })
  const attempt = useAttempt(() => send.mutateAsync({ params: { path: { id } } }))
  const deliveryId = send.data?.data.id
  return (
    <section className="panel row spread" aria-label="Test delivery">
      <div>
        <h2>Test delivery</h2>
        {deliveryId ? <Outcome id={deliveryId} /> : <p className="soft">Sends an event of the type webhook.test.</p>}
        <AttemptFeedback attempt={attempt} />
      </div>
      <Button className="button" isPending={attempt.isRunning} onPress={attempt.run}>
        Send a test
      </Button>
    </section>
  )
}

function Outcome({ id }: { id: string }) {
  const delivery = api.useQuery(
    'get',
    '/webhook-deliveries/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (isFinalStatus(state.data?.data.status) ? false : 1_000) },
  )
  return (
    <div aria-live="polite">
      <Loaded query={delivery}>
        {({ data }) => (
          <p>
            <DeliveryStatus status={data.status} /> {data.hint}{' '}
            <Link to="/deliveries/$id" params={{ id }}>
              Show the delivery
            </Link>
          </p>
        )}
      </Loaded>
    </div>
  )
}

const deliveriesKey = (id: string) => ['deliveries', id] as const

function Deliveries({ id }: { id: string }) {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const status = oneOf(webhookDeliveryStatuses, search.status)
  const event_type = oneOf(eventTypes, search.event_type)
  const filter = (changed: object) => void navigate({ search: (before) => ({ ...before, ...changed }), replace: true })
  return (
    <section aria-labelledby="deliveries">
      <div className="row spread">
        <h2 id="deliveries">Deliveries</h2>
        <div className="row">
          <Choice
            label="Status"
            value={status}
            options={webhookDeliveryStatuses.map((value) => [value, deliveryStatusName(value)] as const)}
            onChange={(value) => filter({ status: value })}
          />
          <Choice
            label="Event"
            value={event_type}
            options={eventTypes.map((type) => [type, type] as const)}
            onChange={(value) => filter({ event_type: value })}
          />
        </div>
      </div>
      <PageList
        queryKey={[...deliveriesKey(id), status, event_type]}
        refreshMs={5_000}
        load={(cursor) =>
          publicClient.GET('/webhooks/{id}/deliveries', {
            params: {
              path: { id },
              query: {
                limit: 100,
                ...(cursor && { cursor }),
                ...(status && { status }),
                ...(event_type && { event_type }),
              },
            },
          })
        }
        empty={<Empty title={status || event_type ? 'No delivery matches the filters' : 'Nothing was sent yet'} />}
      >
        {(rows, loadMore) => (
          <LongTable
            label="Deliveries"
            loadMore={loadMore}
            rows={rows}
            columns={[
              {
                name: 'Event',
                cell: (row) => (
                  <Link to="/deliveries/$id" params={{ id: row.id }}>
                    {row.event_type}
                  </Link>
                ),
              },
              { name: 'Status', cell: (row) => <DeliveryStatus status={row.status} /> },
              { name: 'Attempts', cell: (row) => `${row.attempt_count} of ${row.max_attempts}`, isNumber: true },
              { name: 'Created', cell: (row) => <Time at={row.created_at} /> },
              { name: 'Next attempt', cell: (row) => <Time at={row.next_attempt_at} never="–" /> },
            ]}
          />
        )}
      </PageList>
    </section>
  )
}
