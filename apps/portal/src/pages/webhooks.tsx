import type { components } from '@generated/contract/client-types'
import { type EventType, eventTypes } from '@generated/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { EndpointDialog } from '../components/endpoint-form.tsx'
import { EndpointStatus } from '../components/endpoint-status.tsx'
import { Empty, Loaded } from '../components/feedback.tsx'
import { PageHeader, SecretPanel, Table, Time } from '../components/parts.tsx'
import { portalPages } from '../page-table.ts'
import { definedOf, oneOf } from '../search.ts'
import { useMay } from '../session.ts'

const route = getRouteApi('/app/webhooks')

type Endpoint = components['schemas']['Webhook']

export function WebhooksPage() {
  const { event_type } = route.useSearch()
  const endpoints = api.useQuery('get', '/webhooks', { params: { query: { limit: 100 } } })
  const create = api.useMutation('post', '/webhooks')
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<{ url: string; signing_secret: string }>()
  const may = useMay()
  return (
    <>
      <PageHeader
        {...portalPages['/webhooks']}
        action={
          may.write && (
            <EndpointDialog
              action="Add an endpoint"
              isPrimary
              title="Add an endpoint"
              submit="Add"
              onSave={async (body) => {
                setCreated((await create.mutateAsync({ body })).data)
                await queryClient.invalidateQueries({ queryKey: ['get', '/webhooks'] })
              }}
            />
          )
        }
      />
      <EventFilter value={event_type} />
      {created && <SecretPanel title={`Signing secret of ${created.url}`} secret={created.signing_secret} />}
      <Loaded query={endpoints}>{({ data }) => <Endpoints all={data} event_type={event_type} />}</Loaded>
    </>
  )
}

function Endpoints({ all, event_type }: { all: readonly Endpoint[]; event_type: EventType | undefined }) {
  const shown = all.filter(({ event_types }) => event_type === undefined || event_types.includes(event_type))
  if (all.length === 0)
    return (
      <Empty title="No endpoints yet">
        <p>Add the URL of your server to receive events as they happen.</p>
      </Empty>
    )
  if (shown.length === 0)
    return (
      <Empty title="No endpoint receives this event">
        <Link to="/webhooks">Show all endpoints</Link>
      </Empty>
    )
  return (
    <Table
      label="Webhook endpoints"
      rows={shown}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'URL',
          cell: ({ id, url, description }) => (
            <>
              <Link to="/webhooks/$id" params={{ id }} className="clip block">
                {url}
              </Link>
              {description && <span className="soft clip block">{description}</span>}
            </>
          ),
        },
        {
          name: 'Status',
          cell: (endpoint) => <EndpointStatus {...endpoint} />,
        },
        { name: 'Events', cell: ({ event_types }) => event_types.length, isNumber: true },
        { name: 'Last success', cell: ({ last_succeeded_at }) => <Time at={last_succeeded_at} /> },
        { name: 'Last failure', cell: ({ last_failed_at }) => <Time at={last_failed_at} /> },
      ]}
    />
  )
}

function EventFilter({ value }: { value: EventType | undefined }) {
  const navigate = useNavigate({ from: '/webhooks' })
  return (
    <div className="row">
      <Choice
        label="Event"
        value={value}
        options={eventTypes.map((type) => [type, type] as const)}
        onChange={(type) =>
          void navigate({ search: definedOf({ event_type: oneOf(eventTypes, type) }), replace: true })
        }
      />
      <Link to="/event-types">What each event contains</Link>
    </div>
  )
}
