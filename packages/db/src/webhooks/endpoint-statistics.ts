import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { latestIntervals } from '@svc/rules/latest-intervals'
import { query, type Reader } from '../connection/database.ts'
import { lowestIdSince, only } from '../connection/records.ts'

type Statistics = Schemas['WebhookStatistics']

/** The counts of an interval, or with null as its start those of the whole period. */
type Counts = Omit<Schemas['WebhookStatisticsPoint'], 'start'> & { start: string | null; deliveries: number }

/** The maximum number of deliveries that one call counts, which takes some tens of milliseconds (decision 0061). */
const countedMax = bounds.WebhookStatistics.deliveries.maximum

/**
 * Counts the latest deliveries of an endpoint by their status, per hour of the last day or per day of the last 30, in
 * UTC. Call `findWebhook` before: it checks the owner.
 */
export async function readEndpointStatistics(
  connection: Reader,
  webhookId: Statistics['webhook_id'],
  { interval, nowMs }: { interval: Statistics['interval']; nowMs: number },
): Promise<Statistics> {
  const { from, to, fromMs } = latestIntervals(interval, nowMs)
  const rows = await query<Counts>(
    connection,
    {
      name: 'read_endpoint_statistics',
      text: `
        with latest as (
          -- Bounded by the id alone. With created_at, the planner would combine this index with that of all deliveries.
          select created_at, status, finished_at from webhook_deliveries
          where webhook_id = $1 and id >= $2 order by id desc limit ${countedMax}
        ),
        counted as (
          select date_trunc($3, created_at, 'UTC') as start, status, finished_at from latest where created_at >= $4
        )
        select start, count(*) as deliveries,
               count(*) filter (where status = 'succeeded') as succeeded,
               count(*) filter (where status = 'dead_lettered') as dead_lettered,
               count(*) filter (where status = 'canceled') as canceled,
               count(*) filter (where finished_at is null) as unfinished
        from counted group by grouping sets ((start), ()) order by start`,
    },
    [webhookId, lowestIdSince('whd', fromMs), interval, from],
  )
  const points = rows.flatMap(({ start, deliveries: _, ...counts }) => (start === null ? [] : [{ start, ...counts }]))
  const { start: _, ...total } = only(rows.filter(({ start }) => start === null))
  return { webhook_id: webhookId, interval, from, to, ...total, points }
}
