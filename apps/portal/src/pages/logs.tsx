import { errorCodeDescriptions, type StatusClass, statusClasses } from '@generated/contract/enums'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { publicClient } from '../api.ts'
import { Choice } from '../components/choice.tsx'
import { DialogBox } from '../components/dialogs.tsx'
import { Empty } from '../components/feedback.tsx'
import { PageList } from '../components/page-list.tsx'
import { Badge, Facts, PageHeader, Table, Time } from '../components/parts.tsx'
import { formatInstant } from '../format.ts'

const route = getRouteApi('/app/logs')

type Row = NonNullable<Awaited<ReturnType<typeof load>>['data']>['data'][number]

function load(query: { status?: StatusClass; operation_id?: string; cursor?: string }) {
  return publicClient.GET('/events', { params: { query: { limit: 50, ...query } } })
}

const toneOf = ({ http_status }: Row) => {
  if (http_status === null) return 'plain'
  return http_status < 400 ? 'good' : 'bad'
}

export function LogsPage() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/logs' })
  const status = statusClasses.find((value) => value === search.status)
  const [shown, setShown] = useState<Row>()
  return (
    <>
      <PageHeader title="Logs">Every request to the API, and what it did, in the last 30 days.</PageHeader>
      <div className="row">
        <Choice
          label="Status"
          value={status}
          options={statusClasses.map((value) => [value, value] as const)}
          onChange={(value) =>
            void navigate({
              search: ({ operation }) => ({ ...(operation && { operation }), ...(value && { status: value }) }),
              replace: true,
            })
          }
        />
      </div>
      <PageList
        queryKey={['events', status, search.operation]}
        refreshMs={5_000}
        load={(cursor) =>
          load({
            ...(status && { status }),
            ...(search.operation && { operation_id: search.operation }),
            ...(cursor && { cursor }),
          })
        }
        empty={<Empty title={status || search.operation ? 'No request matches the filters' : 'No requests yet'} />}
      >
        {(rows) => <RequestTable rows={rows} onShow={setShown} />}
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

function OperationLink({ id }: { id: string }) {
  return <a href={`/docs/reference#operation/${id}`}>{id}</a>
}

function RequestTable({ rows, onShow }: { rows: readonly Row[]; onShow: (row: Row) => void }) {
  return (
    <Table
      label="Requests"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Status', cell: (row) => <Badge tone={toneOf(row)}>{row.http_status ?? '–'}</Badge> },
        {
          name: 'Request',
          cell: (row) => (
            <Button className="link" onPress={() => onShow(row)}>
              <code>
                {row.method ?? ''} {row.path ?? row.type}
              </code>
            </Button>
          ),
        },
        { name: 'Entry', cell: ({ type }) => type },
        { name: 'Error', cell: ({ error_code }) => error_code ?? <span className="soft">–</span> },
        {
          name: 'Caller',
          cell: ({ actor_name, actor }) => <span className="clip">{actor_name ?? actor.type}</span>,
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
          ['Caller', entry.actor_name ?? entry.actor.type],
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
