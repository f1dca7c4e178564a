import { accountExportQueue } from './account-exports.ts'
import { analysisQueue } from './analyses.ts'
import type { QueueTable } from './claim.ts'
import { type Connection, query } from './database.ts'
import { deliveryQueue } from './delivery-queue.ts'
import { reviewImportQueue } from './review-imports.ts'
import { reviewMaintenanceQueue } from './review-maintenance.ts'

const queues = {
  account_exports: accountExportQueue,
  analyses: analysisQueue,
  deliveries: deliveryQueue,
  review_imports: reviewImportQueue,
  review_upkeep: reviewMaintenanceQueue,
} satisfies Record<string, QueueTable>

type Queue = keyof typeof queues

/** How long a queue was when it was measured last. */
export interface QueueStatistics {
  queue: Queue
  /** Rows that a worker could claim now. */
  due: number
  /** Rows that are due later, such as retries. */
  waiting: number
  /** Rows that a worker holds. */
  running: number
  /** Rows of an endpoint that is disabled, or of an account without the API. */
  held: number
  /** How long the oldest row that could be claimed has been due. */
  oldest_age_s: number
  measured_at: string
}

/** Rows that are counted at most: then the statement takes less than a second whatever the backlog. */
const countedMax = 1_000_000

/**
 * Measures every queue, unless a worker did less than `intervalMs` ago, and returns the last measurement. However many
 * workers call it, the queues are read once per interval.
 */
export async function measureQueues(
  connection: Connection,
  { intervalMs }: { intervalMs: number },
): Promise<QueueStatistics[]> {
  await query(connection, { name: 'measure_queues', text: measureText }, [intervalMs])
  return query<QueueStatistics>(
    connection,
    {
      name: 'read_queue_statistics',
      text: 'select queue, due, waiting, running, held, oldest_age_s, measured_at from queue_statistics order by queue',
    },
    [],
  )
}

/**
 * A group that a worker is working on does not count for the age: its other rows wait for the receiver or for their
 * turn. Neither does an endpoint that has reached its rate.
 */
function measurementOf([queue, { table, group, openGroups }]: [string, QueueTable]): string {
  return `
    select '${queue}' as queue, measured.* from turn cross join lateral (
      with queued as materialized (
        select ${group} as group_id, due_at, worker_id is not null and due_at > now() as running, due_at <= now() as due
        from ${table} where due_at is not null limit ${countedMax}
      )
      select count(*) filter (where due and open.id is not null)::int as due,
             count(*) filter (where not due and not running)::int as waiting,
             count(*) filter (where running)::int as running,
             count(*) filter (where due and open.id is null)::int as held,
             coalesce(extract(epoch from now() - min(due_at) filter (
               where due and open.id is not null and open.startable is distinct from 0
               and group_id not in (select group_id from queued where running)
             )), 0) as oldest_age_s
      from queued left join (${openGroups}) as open on open.id = queued.group_id
    ) as measured where turn.queue = '${queue}'`
}

/** Two workers never measure at once: the second finds the rows locked and takes the result of the first. */
const measureText = `
  with turn as materialized (
    select queue from queue_statistics where measured_at <= now() - $1 * interval '1 millisecond'
    order by queue for update skip locked
  ),
  result as (${Object.entries(queues).map(measurementOf).join('\n    union all')})
  update queue_statistics as known
  set due = result.due, waiting = result.waiting, running = result.running, held = result.held,
      oldest_age_s = result.oldest_age_s, measured_at = now()
  from result where known.queue = result.queue`
