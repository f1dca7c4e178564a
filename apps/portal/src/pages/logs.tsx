import { RequestId } from '@generated/contract/bounds'
import { errorCodeDescriptions, type StatusClass, statusClasses } from '@generated/contract/enums'
import { type OperationId, operations } from '@generated/contract/operations'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { publicClient } from '../api.ts'
import { Button } from '../components/button.tsx'
import { Choice } from '../components/choice.tsx'
import { DialogBox } from '../components/dialogs.tsx'
import { EmptyList } from '../components/feedback.tsx'
import { LongTable } from '../components/long-table.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, Facts, Field, PageHeader, Time } from '../components/parts.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { displayName, formatInstant, localMinute, timeZoneName } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { definedOf, instantOf, oneOf } from '../search.ts'

const route = getRouteApi('/app/logs')

type Row = NonNullable<Awaited<ReturnType<typeof load>>['data']>['data'][number]

interface Filters {
  status?: StatusClass
  operation_id?: OperationId
  request_id?: string
  until?: string
}

function load(query: Filters & { cursor?: string }) {
  return publicClient.GET('/events', { params: { query: { limit: 100, ...query } } })
}

const toneOf = ({ http_status }: Row) => {
  if (http_status === null) return 'plain'
  return http_status < 400 ? 'good' : 'bad'
}

const operationIds = Object.keys(operations)
  .filter((id): id is OperationId => id in operations)
  .sort()

export function LogsPage() {
  const search = route.useSearch()
  const filters: Filters = definedOf({
    status: oneOf(statusClasses, search.status),
    operation_id: oneOf(operationIds, search.operation),
    request_id: requestIdPattern.test(search.request ?? '') ? search.request : undefined,
    until: search.until,
  })
  const [shown, setShown] = useState<Row>()
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader {...portalPages['/logs']} />
      <RequestFilters filters={filters} />
      <PageList
        queryKey={['events', filters]}
        refreshMs={5_000}
        load={(cursor) => load({ ...filters, ...(cursor && { cursor }) })}
        empty={
          <EmptyList record={['request', 'requests']} isFiltered={isFiltered} to="/logs">
            <p>
              <Link to="/keys">Create a test key</Link> and send your first request.
            </p>
          </EmptyList>
        }
      >
        {(rows, loadMore) => <RequestTable rows={rows} loadMore={loadMore} onShow={setShown} />}
      </PageList>
      <DialogBox title="Request" isOpen={shown !== undefined} onOpenChange={() => setShown(undefined)}>
        {(close) =>
          shown && (
            <>
              <RequestDetails entry={shown} />
              <div className="row end">
                <Button className="button" onPress={close}>
                  Close
                </Button>
              </div>
            </>
          )
        }
      </DialogBox>
    </>
  )
}

function RequestFilters({ filters }: { filters: Filters }) {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/logs' })
  const filter = (changed: object) =>
    void navigate({ search: (before) => definedOf({ ...before, ...changed }), replace: true })
  return (
    <div className="filters">
      <Choice
        label="Status"
        value={filters.status}
        options={statusClasses.map((value) => [value, value] as const)}
        onChange={(value) => filter({ status: value })}
      />
      <Choice
        label="Operation"
        value={filters.operation_id}
        options={operationIds.map((value) => [value, value] as const)}
        onChange={(value) => filter({ operation: value })}
      />
      <Field
        label="Request id"
        placeholder="req_…"
        value={search.request ?? ''}
        isInvalid={search.request !== undefined && filters.request_id === undefined}
        onChange={(value) => filter({ request: value.trim() || undefined })}
      />
      <SearchForm
        label={`Before (${timeZoneName()})`}
        type="datetime-local"
        submit="Show"
        initial={search.until === undefined ? '' : localMinute(search.until)}
        onSearch={(text) => filter({ until: instantOf(text) })}
        key={search.until}
      />
    </div>
  )
}

/** The API refuses any other string. */
const requestIdPattern = new RegExp(RequestId.pattern)

function OperationLink({ id }: { id: string }) {
  return <a href={`/docs/reference#operation/${id}`}>{id}</a>
}

interface RequestTableProps {
  rows: readonly Row[]
  loadMore: (() => void) | undefined
  onShow: (row: Row) => void
}

function RequestTable({ rows, loadMore, onShow }: RequestTableProps) {
  return (
    <LongTable
      label="Requests"
      loadMore={loadMore}
      rows={rows}
      columns={[
        { name: 'Status', cell: (row) => <Badge tone={toneOf(row)}>{row.http_status ?? '–'}</Badge> },
        {
          name: 'Request',
          cell: (row) => (
            <>
              <Button className="link block" onPress={() => onShow(row)}>
                <code>
                  {row.method ?? ''} {row.path ?? row.type}
                </code>
              </Button>
              <Remarks entry={row} />
            </>
          ),
        },
        {
          name: 'Caller',
          cell: ({ actor_name, actor }) => <span className="clip">{actor_name ?? displayName(actor.type)}</span>,
        },
        {
          name: 'Duration',
          cell: ({ duration_ms }) => (duration_ms === null ? '–' : `${duration_ms} ms`),
          isNumber: true,
        },
        { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  )
}

/** The effect of a request, and the reason for a refusal. */
function Remarks({ entry: { type, path, error_code } }: { entry: Row }) {
  const remarks = [
    ...(path !== null && type !== 'api.request' && type !== 'api.refused' ? [type] : []),
    ...(error_code ? [displayName(error_code)] : []),
  ]
  return remarks.length > 0 && <span className="soft">{remarks.join(', ')}</span>
}

/** One entry, and what to do about its error. */
function RequestDetails({ entry }: { entry: Row }) {
  return (
    <>
      <Facts
        facts={[
          ['Operation', entry.operation_id ? <OperationLink key="operation" id={entry.operation_id} /> : '–'],
          ['Path', <code key="path">{`${entry.method ?? ''} ${entry.path ?? ''}`}</code>],
          [
            'Status',
            <Badge key="status" tone={toneOf(entry)}>
              {entry.http_status ?? '–'}
            </Badge>,
          ],
          ['Time', formatInstant(entry.created_at)],
          ['Duration', entry.duration_ms === null ? '–' : `${entry.duration_ms} ms`],
          ['Caller', entry.actor_name ?? displayName(entry.actor.type)],
          ['Address', entry.client_ip ?? '–'],
          ['Request id', <code key="request">{entry.request_id ?? '–'}</code>],
        ]}
      />
      {entry.error_code && (
        <div className="panel">
          <h3>{entry.error_code}</h3>
          <p>{errorCodeDescriptions[entry.error_code].replaceAll('`', '')}</p>
          <p>
            <a href="/docs/errors">Guide to errors</a>
          </p>
        </div>
      )}
    </>
  )
}
