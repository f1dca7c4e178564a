import type { Schemas } from '@generated/portal/server-types'
import { query, type Reader } from '../connection/database.ts'
import type { QueueTable } from './claim.ts'
import { claimedQueues } from './claimed-queues.ts'

/** The length of a queue at the last measurement. */
export type QueueStatistics = Schemas['Queue'] & { measured_at: string }

/** The maximum number of counted rows. With this limit, the statement takes less than a second for any backlog. */
const countedMax = 1_000_000

/**
 * Measures all queues unless that was done less than `intervalMs` ago, and returns the last measurement. The queues are
 * read once per interval, regardless of the number of workers and console pages that call this function.
 */
export async function measureQueues(
  connection: Reader,
  { intervalMs }: { intervalMs: number },
): Promise<QueueStatistics[]> {
  await query(connection, { name: 'measure_queues', text: measureText }, [intervalMs])
  return query<QueueStatistics>(connection, { name: 'read_queue_statistics', text: readText }, [])
}

/**
 * A group that a worker is working on does not count for the age: its other rows wait for the receiver or for their
 * turn. Neither does an endpoint that has reached its rate.
 */
function claimedQueue([name, { table, group, openGroups }]: [string, QueueTable]): string {
  return measurement(
    name,
    `
      with queued as materialized (
        select ${group} as group_id, due_at, worker_id is not null and due_at > now() as running, due_at <= now() as due
        from ${table} where due_at is not null limit ${countedMax}
      )
      select count(*) filter (where due and open.id is not null)::int as waiting_count,
             count(*) filter (where running)::int as running_count,
             count(*) filter (where not due and not running)::int as scheduled_count,
             count(*) filter (where due and open.id is null)::int as held_count,
             min(due_at) filter (
               where due and open.id is not null and open.startable is distinct from 0
               and group_id not in (select group_id from queued where running)
             ) as oldest_due_at
      from queued left join (${openGroups}) as open on open.id = queued.group_id`,
  )
}

/** Emails are not claimed: the mailer moves the due time. */
const emailQueue = measurement(
  'emails',
  `
      select count(*) filter (where due_at <= now())::int as waiting_count, 0 as running_count,
             count(*) filter (where due_at > now())::int as scheduled_count, 0 as held_count,
             min(due_at) filter (where due_at <= now()) as oldest_due_at
      from (select due_at from emails limit ${countedMax}) as queued`,
)

function measurement(name: string, text: string): string {
  return `
    select '${name}' as name, measured.* from turn cross join lateral (${text}
    ) as measured where turn.name = '${name}'`
}

/** Two callers never measure concurrently: the second caller finds the rows locked and uses the result of the first. */
const measureText = `
  with turn as materialized (
    select name from queue_statistics where measured_at <= now() - $1 * interval '1 millisecond'
    order by name for update skip locked
  ),
  result as (${[...Object.entries(claimedQueues).map(claimedQueue), emailQueue].join('\n    union all')})
  update queue_statistics as known
  set waiting_count = result.waiting_count, running_count = result.running_count,
      scheduled_count = result.scheduled_count, held_count = result.held_count,
      oldest_due_at = result.oldest_due_at, measured_at = now()
  from result where known.name = result.name`

const readText = `
  select name, waiting_count, running_count, scheduled_count, held_count, oldest_due_at, measured_at
  from queue_statistics order by name`
