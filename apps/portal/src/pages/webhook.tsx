import type { components } from '@generated/contract/client-types'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Checkbox } from 'react-aria-components'
import { api } from '../api.ts'
import { Button } from '../components/button.tsx'
import { ConfirmButton } from '../components/dialogs.tsx'
import { EndpointDialog } from '../components/endpoint-form.tsx'
import { EndpointStatus } from '../components/endpoint-status.tsx'
import { Loaded, Loading } from '../components/feedback.tsx'
import { DottedNames, Facts, PageHeader, SecretPanel, Time } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'
import { useMay } from '../session.ts'
import { EndpointDeliveries } from './endpoint-deliveries.tsx'
import { EndpointStatistics } from './endpoint-statistics.tsx'
import { ResendMany } from './resend-many.tsx'
import { TestDelivery } from './test-delivery.tsx'

type Endpoint = components['schemas']['Webhook']

const route = getRouteApi('/app/webhooks/$id')
const VerifyPanel = lazy(() => import('./verify-panel.tsx'))

export function WebhookPage() {
  const { id } = route.useParams()
  const query = api.useQuery('get', '/webhooks/{id}', { params: { path: { id } } })
  const [secret, setSecret] = useState<string>()
  const may = useMay()
  return (
    <Loaded query={query} title={portalPages['/webhooks/$id'].title}>
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
              ['Events', <DottedNames key="events" names={endpoint.event_types} />],
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
          <EndpointStatistics id={id} />
          {may.write && <TestDelivery id={id} />}
          {may.write && <ResendMany id={id} />}
          <VerifySignatures />
          {/* The last part of the page: it grows while one scrolls. */}
          <EndpointDeliveries id={id} />
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
