import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/portal/server-types'
import { latestIntervals } from '@svc/rules/latest-intervals'
import { query, type Reader } from '../connection/database.ts'
import { lowestIdSince, type Owner } from '../connection/records.ts'

type RequestDurations = Schemas['RequestDurations']

/** A point, or with null as its start the whole period. */
type MeasuredDurations = Omit<Schemas['DurationPoint'], 'start'> & { start: string | null }

/** The maximum number of requests that one call measures, which takes some ten milliseconds of sorting. */
const measuredMax = bounds.RequestDurations.requests.maximum

/** The median and the 95th percentile of the latest requests, per hour of a day or per day of 30, in UTC. */
export async function readRequestDurations(
  connection: Reader,
  owner: Owner,
  { interval, nowMs }: { interval: RequestDurations['interval']; nowMs: number },
): Promise<RequestDurations> {
  const { from, to, fromMs } = latestIntervals(interval, nowMs)
  const rows = await query<MeasuredDurations>(
    connection,
    {
      name: 'read_request_durations',
      text: `
        with latest as (
          select date_trunc($3, created_at, 'UTC') as start, duration_ms from usage_events
          where account_id = $1 and id >= $2 and created_at >= $4 and type in ('api.request', 'api.refused')
            and duration_ms is not null
          order by id desc limit ${measuredMax}
        )
        select start, count(*) as requests,
               percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
               percentile_disc(0.95) within group (order by duration_ms) as p95_ms
        from latest group by grouping sets ((start), ()) order by start`,
    },
    [owner.account_id, lowestIdSince('act', fromMs), interval, from],
  )
  const total = rows.find(({ start }) => start === null)
  const points = rows.flatMap(({ start, ...point }) => (start === null ? [] : [{ start, ...point }]))
  const { requests = 0, p50_ms = null, p95_ms = null } = total ?? {}
  return { interval, from, to, requests, p50_ms, p95_ms, points }
}
