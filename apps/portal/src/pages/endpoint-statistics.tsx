import * as bounds from '@generated/contract/bounds'
import type { components } from '@generated/contract/client-types'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { api } from '../api.ts'
import { Loaded, Loading } from '../components/feedback.tsx'
import { type Interval, PeriodToggle, periods } from '../components/period-toggle.tsx'
import { formatNumber, formatShare } from '../format.ts'

// The library of the chart is not needed for the first paint, and it is heavy.
const TimeChart = lazyRouteComponent(() => import('../components/chart.tsx'), 'TimeChart')

type Statistics = components['schemas']['WebhookStatistics']

/** The number of succeeded, failed and waiting deliveries of an endpoint over time. */
export function EndpointStatistics({ id }: { id: string }) {
  const [interval, setInterval] = useState<Interval>('day')
  const statistics = api.useQuery(
    'get',
    '/webhooks/{id}/statistics',
    { params: { path: { id }, query: { interval } } },
    { refetchInterval: 30_000 },
  )
  return (
    <section className="panel" aria-labelledby="statistics">
      <div className="row spread">
        <h2 id="statistics">Deliveries over time</h2>
        <PeriodToggle interval={interval} onChange={setInterval} />
      </div>
      <div className="chart-body">
        <Loaded query={statistics}>{({ data }) => <StatisticsChart {...data} />}</Loaded>
      </div>
    </section>
  )
}

const countedMax = bounds.WebhookStatistics.deliveries.maximum

function StatisticsChart({ interval, to, points, ...total }: Statistics) {
  const { instants, series } = useMemo(() => {
    const { count, stepMs } = periods[interval]
    const startsMs = Array.from({ length: count }, (_, index) => Date.parse(to) - (count - index) * stepMs)
    const pointAt = new Map(points.map((point) => [Date.parse(point.start), point]))
    const valuesOf = (status: 'succeeded' | 'dead_lettered' | 'unfinished') =>
      startsMs.map((ms) => pointAt.get(ms)?.[status] ?? 0)
    return {
      instants: startsMs.map((ms) => new Date(ms).toISOString()),
      series: [
        { name: 'Succeeded', color: '--accent', values: valuesOf('succeeded') },
        { name: 'Dead lettered', color: '--bad', values: valuesOf('dead_lettered') },
        { name: 'Waiting', color: '--others', values: valuesOf('unfinished') },
      ],
    }
  }, [interval, to, points])
  const ended = total.succeeded + total.dead_lettered
  return (
    <>
      <dl className="figures">
        <Figure name="Succeeded">{formatNumber(total.succeeded)}</Figure>
        <Figure name="Dead lettered">{formatNumber(total.dead_lettered)}</Figure>
        <Figure name="Waiting">{formatNumber(total.unfinished)}</Figure>
        {total.canceled > 0 && <Figure name="Canceled">{formatNumber(total.canceled)}</Figure>}
        <Figure name="Success rate">{ended === 0 ? '–' : formatShare(total.succeeded / ended)}</Figure>
      </dl>
      {total.deliveries === countedMax && (
        <p className="soft">The latest {formatNumber(countedMax)} deliveries of the period are counted.</p>
      )}
      <Suspense fallback={<Loading />}>
        <TimeChart label={`Deliveries in the last ${periods[interval].name}`} instants={instants} series={series} />
      </Suspense>
    </>
  )
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
