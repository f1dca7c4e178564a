import { errorCodeDescriptions } from '@generated/contract/enums'
import type { components } from '@generated/portal/client-types'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { api, portal } from '../api.ts'
import { TimeChart } from '../components/chart.tsx'
import { Loaded, Loading } from '../components/feedback.tsx'
import { Badge, PageHeader, Table, Time } from '../components/parts.tsx'
import { type Interval, PeriodToggle, periods } from '../components/period-toggle.tsx'
import { displayName, formatNumber } from '../format.ts'
import { portalPages } from '../page-table.ts'
import { useSession } from '../session.ts'

const usageOf = (interval: Interval) =>
  api.queryOptions('get', '/usage', { params: { query: { interval, group_by: 'status' } } })
const durationsOf = (interval: Interval) =>
  portal.queryOptions('get', '/request-durations', { params: { query: { interval } } })
const latestFailures = api.queryOptions('get', '/events', { params: { query: { limit: 5, status: '4xx' } } })

export function OverviewPage() {
  const [interval, setInterval] = useState<Interval>('hour')
  // Prefetched together with the steps, because the panels below render only after them.
  usePrefetchQuery(usageOf(interval))
  usePrefetchQuery(durationsOf(interval))
  usePrefetchQuery(latestFailures)
  return (
    <>
      <PageHeader {...portalPages['/']} action={<PeriodToggle interval={interval} onChange={setInterval} />} />
      <BelowNextSteps>
        <Requests interval={interval} />
        <Durations interval={interval} />
        <div className="columns">
          <Quotas />
          <Failures />
        </div>
      </BelowNextSteps>
    </>
  )
}

function Requests({ interval }: { interval: Interval }) {
  const usage = useQuery(usageOf(interval))
  return (
    <section className="panel" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <Loaded query={usage}>{({ data }) => <RequestChart {...data} interval={interval} />}</Loaded>
    </section>
  )
}

interface Usage {
  to: string
  requests: number
  series: readonly { key: string | null; points: readonly { start: string; requests: number }[] }[]
}

function RequestChart({ to, requests, series, interval }: Usage & { interval: Interval }) {
  const { count, stepMs } = periods[interval]
  const { instants, accepted, refused } = useMemo(() => {
    const endMs = Date.parse(to)
    const startsMs = Array.from({ length: count }, (_, index) => endMs - (count - index) * stepMs)
    const sumAt = (startMs: number, isRefused: boolean) =>
      series
        .filter(({ key }) => Number(key) >= 400 === isRefused)
        .flatMap(({ points }) => points)
        .filter(({ start }) => Date.parse(start) === startMs)
        .reduce((sum, point) => sum + point.requests, 0)
    return {
      instants: startsMs.map((startMs) => new Date(startMs).toISOString()),
      accepted: startsMs.map((startMs) => sumAt(startMs, false)),
      refused: startsMs.map((startMs) => sumAt(startMs, true)),
    }
  }, [to, series, count, stepMs])
  const failed = refused.reduce((sum, value) => sum + value, 0)
  const lines = useMemo(
    () => [
      { name: 'Successful', color: '--accent', values: accepted },
      { name: 'Refused or failed', color: '--bad', values: refused },
    ],
    [accepted, refused],
  )
  return (
    <>
      <dl className="figures">
        <div>
          <dt>Requests</dt>
          <dd>{formatNumber(requests)}</dd>
        </div>
        <div>
          <dt>Refused or failed</dt>
          <dd>{formatNumber(failed)}</dd>
        </div>
      </dl>
      <TimeChart label={`Requests in the last ${periods[interval].name}`} instants={instants} series={lines} />
    </>
  )
}

/**
 * Shows the durations of requests: half of them took at most the median, all but one of 20 at most the 95th percentile.
 */
function Durations({ interval }: { interval: Interval }) {
  const durations = useQuery(durationsOf(interval))
  return (
    <section className="panel" aria-labelledby="durations">
      <h2 id="durations">Durations</h2>
      <Loaded query={durations}>
        {({ data }) =>
          data.requests === 0 ? (
            <p className="soft">No request in the last {periods[interval].name}.</p>
          ) : (
            <DurationChart {...data} />
          )
        }
      </Loaded>
    </section>
  )
}

const formatMs = (ms: number) => `${formatNumber(ms)} ms`

function DurationChart({ interval, to, points, p50_ms, p95_ms }: components['schemas']['RequestDurations']) {
  const { instants, series } = useMemo(() => {
    const { count, stepMs } = periods[interval]
    const startsMs = Array.from({ length: count }, (_, index) => Date.parse(to) - (count - index) * stepMs)
    const pointAt = new Map(points.map((point) => [Date.parse(point.start), point]))
    return {
      instants: startsMs.map((startMs) => new Date(startMs).toISOString()),
      series: [
        { name: '95th percentile', color: '--accent', values: startsMs.map((ms) => pointAt.get(ms)?.p95_ms ?? null) },
        { name: 'Median', color: '--others', values: startsMs.map((ms) => pointAt.get(ms)?.p50_ms ?? null) },
      ],
    }
  }, [interval, to, points])
  return (
    <>
      <dl className="figures">
        <div>
          <dt>95th percentile</dt>
          <dd>{p95_ms === null ? '–' : formatMs(p95_ms)}</dd>
        </div>
        <div>
          <dt>Median</dt>
          <dd>{p50_ms === null ? '–' : formatMs(p50_ms)}</dd>
        </div>
      </dl>
      <TimeChart
        label={`Durations in the last ${periods[interval].name}`}
        instants={instants}
        series={series}
        shape="lines"
        format={formatMs}
      />
    </>
  )
}

function Quotas() {
  const account = api.useQuery('get', '/account')
  return (
    <section className="panel" aria-labelledby="quotas">
      <h2 id="quotas">Quotas and limits</h2>
      <Loaded query={account}>
        {({ data }) => (
          <ul className="meters">
            {data.quotas.map(({ name, kind, used, limit, resets_at }) => (
              <Meter key={name + kind} name={`${displayName(name)} (${kind})`} used={used} limit={limit}>
                resets <Time at={resets_at} />
              </Meter>
            ))}
            {data.capacities.map(({ name, used, limit }) => (
              <Meter key={name} name={displayName(name)} used={used} limit={limit} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Meter({ name, used, limit, children }: { name: string; used: number; limit: number; children?: ReactNode }) {
  return (
    <li>
      <div className="row spread">
        <span>{name}</span>
        <span className="soft">
          {formatNumber(used)} of {formatNumber(limit)}
          {children && <>, {children}</>}
        </span>
      </div>
      <meter aria-label={name} min={0} max={Math.max(1, limit)} high={limit * 0.9} value={used} />
    </li>
  )
}

function Failures() {
  const events = useQuery(latestFailures)
  return (
    <section className="panel" aria-labelledby="failures">
      <div className="row spread">
        <h2 id="failures">Latest refused requests</h2>
        <Link to="/logs" search={{ status: '4xx' }}>
          Show all
        </Link>
      </div>
      <Loaded query={events}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="soft">None in the last 30 days.</p>
          ) : (
            <Table
              label="Latest refused requests"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Status', cell: ({ http_status }) => <Badge tone="bad">{http_status}</Badge> },
                {
                  name: 'Request',
                  cell: ({ method, path, type, error_code }) => (
                    <>
                      <code className="block">{path ? `${method} ${path}` : type}</code>
                      {error_code && (
                        <span className="soft" title={errorCodeDescriptions[error_code]}>
                          {displayName(error_code)}
                        </span>
                      )}
                    </>
                  ),
                },
                { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  )
}

/**
 * Lists the first steps of a new account, above the rest of the page; each step is marked when it is done. Gone when
 * all are done. The rest waits for the steps, which would move it.
 */
function BelowNextSteps({ children }: { children: ReactNode }) {
  const refresh = { refetchInterval: 5_000 }
  const keys = portal.useQuery('get', '/keys', {}, refresh)
  const endpoints = api.useQuery('get', '/webhooks', { params: { query: { limit: 100 } } }, refresh)
  const account = api.useQuery('get', '/account', {}, refresh)
  const reviews = account.data?.data.capacities.find(({ name }) => name === 'reviews')
  const analyses = api.useQuery(
    'get',
    '/businesses/{id}/analyses',
    { params: { path: { id: useSession().account.business_id }, query: { limit: 1 } } },
    refresh,
  )
  // The rest stays while a failed request is repeated: it requests the account as well when it appears.
  if ([keys, endpoints, account, analyses].some(({ isFetched }) => !isFetched)) return <Loading />
  if (!keys.data || !endpoints.data || !reviews || !analyses.data) return children
  const steps = [
    { done: keys.data.data.length > 0, to: '/keys', text: 'Create a test key' },
    {
      done: keys.data.data.some(({ last_used_at }) => last_used_at !== null),
      to: '/keys',
      text: 'Send your first request',
    },
    { done: endpoints.data.data.length > 0, to: '/webhooks', text: 'Add a webhook endpoint' },
    {
      done: endpoints.data.data.some(({ last_succeeded_at }) => last_succeeded_at !== null),
      to: '/webhooks',
      text: 'Receive your first signed event',
    },
    { done: reviews.used > 0, to: '/review-imports', text: 'Upload your first reviews' },
    { done: analyses.data.data.length > 0, to: '/analyses', text: 'Start your first analysis' },
  ] as const
  if (steps.every(({ done }) => done)) return children
  return (
    <>
      <NextSteps steps={steps} />
      {children}
    </>
  )
}

interface Step {
  done: boolean
  to: '/keys' | '/webhooks' | '/review-imports' | '/analyses'
  text: string
}

function NextSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section className="panel" aria-labelledby="steps">
      <h2 id="steps">Next steps</h2>
      <ol className="steps">
        {steps.map(({ done, to, text }) => (
          <li key={text} data-done={done || undefined}>
            {done ? (
              <>
                {text} <span className="soft">(done)</span>
              </>
            ) : (
              <Link to={to}>{text}</Link>
            )}
          </li>
        ))}
      </ol>
      <p className="soft">
        The <a href="/docs">quick start</a> shows a first request in four languages.
      </p>
    </section>
  )
}
