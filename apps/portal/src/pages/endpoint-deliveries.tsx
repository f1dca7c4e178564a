import {
  type EventType,
  eventTypes,
  type WebhookDeliveryStatus,
  webhookDeliveryStatuses,
} from '@generated/contract/enums'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { DeliveryStatus, deliveryStatusName } from '../components/delivery-status.tsx'
import { Empty } from '../components/feedback.tsx'
import { LongTable } from '../components/long-table.tsx'
import { PageList } from '../components/page-list.tsx'
import { Time } from '../components/parts.tsx'
import { PeriodForm } from '../components/period-form.tsx'
import { definedOf, oneOf } from '../search.ts'

const route = getRouteApi('/app/webhooks/$id')

export const deliveriesKey = (id: string) => ['deliveries', id] as const

interface Filters {
  status?: WebhookDeliveryStatus
  event_type?: EventType
  created_after?: string
  created_before?: string
}

/** The deliveries of an endpoint, newest first, with their filters in the address. */
export function EndpointDeliveries({ id }: { id: string }) {
  const search = route.useSearch()
  const filters: Filters = definedOf({
    ...search,
    status: oneOf(webhookDeliveryStatuses, search.status),
    event_type: oneOf(eventTypes, search.event_type),
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <section aria-labelledby="deliveries">
      <div className="row spread">
        <h2 id="deliveries">Deliveries</h2>
        <DeliveryFilters filters={filters} />
      </div>
      <PageList
        queryKey={[...deliveriesKey(id), filters]}
        refreshMs={5_000}
        load={(cursor) =>
          publicClient.GET('/webhooks/{id}/deliveries', {
            params: { path: { id }, query: { limit: 100, ...filters, ...(cursor && { cursor }) } },
          })
        }
        empty={
          isFiltered ? (
            <Empty title="No delivery matches the filters">
              <Link to="/webhooks/$id" params={{ id }}>
                Show all deliveries
              </Link>
            </Empty>
          ) : (
            <Empty title="Nothing was sent yet" />
          )
        }
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

function DeliveryFilters({ filters }: { filters: Filters }) {
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const filter = (changed: object) =>
    void navigate({ search: (before) => definedOf({ ...before, ...changed }), replace: true })
  return (
    <div className="filters">
      <Choice
        label="Status"
        value={filters.status}
        options={webhookDeliveryStatuses.map((value) => [value, deliveryStatusName(value)] as const)}
        onChange={(value) => filter({ status: value })}
      />
      <Choice
        label="Event"
        value={filters.event_type}
        options={eventTypes.map((type) => [type, type] as const)}
        onChange={(value) => filter({ event_type: value })}
      />
      <PeriodForm
        from={filters.created_after}
        to={filters.created_before}
        onChange={({ from, to }) => filter({ created_after: from, created_before: to })}
      />
    </div>
  )
}
