import type { components } from '@generated/contract/client-types'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Label, ProgressBar } from 'react-aria-components'
import { api } from '../api.ts'
import { Loaded } from '../components/feedback.tsx'
import { Facts, PageHeader, Table, Time } from '../components/parts.tsx'
import { isUnfinished, WorkStatus } from '../components/work-status.tsx'
import { formatBytes, formatNumber } from '../format.ts'
import { portalPages } from '../page-table.ts'

const route = getRouteApi('/app/review-imports/$id')

export function ReviewImportPage() {
  const { id } = route.useParams()
  const query = api.useQuery(
    'get',
    '/review-imports/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (isUnfinished(state.data?.data.status) ? 1_000 : false) },
  )
  return (
    <Loaded query={query} title={portalPages['/review-imports/$id'].title}>
      {({ data }) => (
        <>
          <PageHeader
            title={portalPages['/review-imports/$id'].title}
            action={
              <Link className="button" to="/review-imports">
                All uploads
              </Link>
            }
          >
            <WorkStatus status={data.status} /> {formatBytes(data.size_bytes)}, uploaded <Time at={data.created_at} />
          </PageHeader>
          {isUnfinished(data.status) && <Progress done={data.read_bytes} all={data.size_bytes} />}
          {data.failure_message && (
            <p className="panel panel-error" role="alert">
              {data.failure_message}
            </p>
          )}
          <section className="panel" aria-label="Result">
            <Counts data={data} />
          </section>
          <Rejections data={data} />
          <Facts
            facts={[
              ['Started', <Time key="started" at={data.started_at} never="Not yet" />],
              ['Finished', <Time key="finished" at={data.finished_at} never="Not yet" />],
              ['Read by the engine', `${formatNumber(data.labeled_count)} reviews`],
              ['SHA-256', <code key="hash">{data.sha256}</code>],
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

type ReviewImport = components['schemas']['ReviewImport']

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <ProgressBar className="progress" value={done} maxValue={Math.max(1, all)}>
      {({ percentage = 0, valueText }) => (
        <>
          <div className="row spread">
            <Label>Reading the file</Label>
            <span>{valueText}</span>
          </div>
          <div className="progress-track">
            <div className="progress-fill" style={{ inlineSize: `${percentage}%` }} />
          </div>
        </>
      )}
    </ProgressBar>
  )
}

function Counts({ data }: { data: ReviewImport }) {
  const counts = [
    ['Rows', data.row_count],
    ['Created', data.created_count],
    ['Updated', data.updated_count],
    ['Unchanged', data.unchanged_count],
    ['Rejected', data.rejected_count],
  ] as const
  return (
    <dl className="figures">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Rejections({ data: { rejections, rejected_count } }: { data: ReviewImport }) {
  if (rejected_count === 0) return null
  return (
    <section aria-labelledby="rejections">
      <h2 id="rejections">Rejected rows</h2>
      <p className="soft">
        {rejected_count > rejections.length && `The first ${formatNumber(rejections.length)} are listed. `}
        Correct them and upload the file again: rows that are stored already are not stored twice.
      </p>
      <Table
        label="Rejected rows"
        rows={rejections}
        keyOf={({ line, column }) => `${line} ${column}`}
        columns={[
          { name: 'Line', cell: ({ line }) => formatNumber(line), isNumber: true },
          { name: 'Column', cell: ({ column }) => (column ? <code>{column}</code> : '–') },
          { name: 'Reason', cell: ({ reason }) => <span className="wrap">{reason}</span> },
        ]}
      />
    </section>
  )
}
