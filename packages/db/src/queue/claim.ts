import type { Id } from '@svc/runtime/ids'
import { type Connection, type NamedStatement, query, type Transaction } from '../connection/database.ts'
import type { Lease } from '../connection/records.ts'

export interface ClaimRequest {
  /** Unique per process and start, so that a restarted worker never owns the leases of its predecessor. */
  workerId: string
  /** The maximum number of rows to claim: the free slots of the worker. */
  limit: number
  /** The duration of the lease unless `extendLeases` extends it. */
  leaseMs: number
  /** The maximum number of leases that all workers together hold in one group (one endpoint; one business). */
  perGroupMax: number
  /** The maximum number of leases that all workers together hold in one account. */
  perAccountMax: number
}

/** A queue, declared in the file of its store. */
export interface QueueTable {
  /** Part of the names of its statements. */
  name: string
  table: string
  /** The column of the group between which claims are fair. */
  group: string
  /**
   * A query for the groups that can be worked on now: `id`, `account_id`, and the number of their rows that may start
   * now as `startable`, or null if it is unlimited. Workers wait while only other groups have due rows, so a statement
   * that opens a group is run with `enqueue`, or the next poll finds its rows. A change of a flag notifies all queues.
   */
  openGroups: string
  /**
   * The condition for rows that are not claimed again after their lease has expired. Another statement finishes them.
   */
  exhausted: string
  /** Additional assignments of a claim to the rows of the queue, preceded by a comma. */
  alsoSet?: string
  /**
   * Additional steps of the claim, each preceded by a comma. They may read `free`, the claimed rows in their previous
   * state (`id`, `group_id`, `worker_id`, `attempt_count`, `started_at`), and `open`, the groups.
   */
  furtherSteps?: string
}

/** The groups of a queue that is fair by business and always open. */
export const everyBusiness = 'select id, account_id, null::int as startable from businesses'

/**
 * Claims due rows for a worker and increments their attempt, the fencing number against earlier holders. Must be called
 * in a transaction, as the stores do.
 *
 * Fair by group. Measured with 200,000 ready rows of one slow endpoint before 2,000 rows of 500 fast endpoints and 50
 * slots: first come, first served delivered to none of the fast endpoints in 8 s. Skipping saturated endpoints did not
 * help, because one claim takes all slots. Visiting the groups with a loose index scan and taking a few rows of each
 * delivered all rows in 1 s. This takes a few microseconds per group with unfinished rows, and more only for groups
 * with a due row.
 *
 * Times are stored rounded to the millisecond and compared with the current time, rounded in the same way. Otherwise, a
 * row that has just become due would be up to half a millisecond in the future.
 */
export async function claim(transaction: Transaction, queue: QueueTable, request: ClaimRequest): Promise<Lease[]> {
  // The limits count the leases of all workers, so claims are serialized: each claim sees the leases of the previous
  // one.
  await query(transaction, { name: 'take_turn_to_claim', text: takeTurn }, [`claim ${queue.name}`])
  const { workerId, limit, leaseMs, perGroupMax, perAccountMax } = request
  return query<Lease>(transaction, { name: `claim_${queue.name}`, text: claimText(queue) }, [
    workerId,
    limit,
    leaseMs,
    perGroupMax,
    perAccountMax,
  ])
}

/**
 * Returns the number of milliseconds until a row of an open group is due, at most 0 if one is, and Infinity if there is
 * no such row. A group whose rows may not start yet because of their rate is open. A worker sends this statement before
 * the transaction of five that a claim takes.
 */
export async function millisecondsUntilDue(connection: Connection, queue: QueueTable): Promise<number> {
  const name = `find_due_${queue.name}`
  const [row] = await query<{ ms: number | null }>(connection, { name, text: untilDueText(queue) }, [])
  return row?.ms ?? Number.POSITIVE_INFINITY
}

/** The statement of `millisecondsUntilDue`: one row with the column `ms`, null if no open group has a row. */
export function untilDueText(queue: QueueTable): string {
  return `
    with recursive ${groupsText(queue)}
    select (extract(epoch from min(groups.due_at) - current_timestamp(3)) * 1000)::float8 as ms
    from groups join (
      ${queue.openGroups}
    ) as open on open.id = groups.id`
}

/**
 * Runs the statement that adds rows to a queue, makes them due or opens their group, and notifies its workers: after
 * the commit of the transaction, otherwise at once. Stores enqueue with this function only, so that no row waits for
 * the next poll.
 */
export async function enqueue<Row extends object>(
  connection: Connection,
  { name }: Pick<QueueTable, 'name'>,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows = await query<Row>(connection, statement, values)
  connection.notifyWorkers(name)
  return rows
}

/** The first row of each group, by a loose index scan. */
function groupsText({ table, group }: Pick<QueueTable, 'table' | 'group'>): string {
  return `groups as (
      (select ${group} as id, due_at from ${table} where due_at is not null order by ${group}, due_at limit 1)
      union all
      select next.id, next.due_at
      from groups cross join lateral (
        select ${group} as id, due_at from ${table} where due_at is not null and ${group} > groups.id
        order by ${group}, due_at limit 1
      ) as next
    )`
}

/** `packages/db/test/claim.test.ts` has the whole statement of each queue. */
function claimText({ table, group, openGroups, exhausted, alsoSet = '', furtherSteps = '' }: QueueTable): string {
  const claimable = `due_at <= current_timestamp(3) and not ${exhausted}`
  return `
    with recursive ${groupsText({ table, group })},
    -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
    open as materialized (
      select open.id, open.account_id, open.startable
      from groups join (
        ${openGroups}
      ) as open on open.id = groups.id
      where groups.due_at <= current_timestamp(3) and open.startable is distinct from 0
    ),
    leased as materialized (
      select ${group} as group_id, account_id, count(*) as leases
      from ${table} where worker_id is not null and due_at > current_timestamp(3)
      group by ${group}, account_id
    ),
    leased_by_account as materialized (
      select account_id, sum(leases) as leases from leased group by account_id
    ),
    ready as (
      -- Leases that a group already holds count as turns: attempts spread over the groups, and each over few
      -- connections.
      select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
      from open
      left join leased on leased.group_id = open.id
      cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as turn from ${table}
        where ${group} = open.id and ${claimable}
        order by due_at, id
        -- Twice a group's even share leaves room where others are at their caps, and little to be sorted.
        limit least(greatest($4 - coalesce(leased.leases, 0), 0), open.startable,
                    1 + 2 * $2::int / (select greatest(count(*), 1) from open))
      ) as due
    ),
    ranked as (
      select ready.*, row_number() over (partition by account_id order by turn, due_at, id) as account_turn
      from ready
    ),
    chosen as (
      select ranked.id from ranked left join leased_by_account using (account_id)
      where account_turn <= $5 - coalesce(leased_by_account.leases, 0)
      order by turn, due_at, ranked.id limit $2
    ),
    -- Only what was chosen is locked; a row that is being canceled is left out.
    free as materialized (
      select id, ${group} as group_id, worker_id, attempt_count, started_at from ${table}
      where id in (select id from chosen) and ${claimable}
      for update skip locked
    )${furtherSteps}
    update ${table}
    set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
        interruptions = interruptions + (worker_id is not null)::int${alsoSet}
    where id in (select id from free)
    returning id, worker_id, attempt_count as attempt`
}

/**
 * Also sets planner settings for the rest of the transaction, because a queue fills and empties faster than its
 * statistics are updated. An index scan marks the entries of deleted rows as dead, and the next claim skips them,
 * whereas a bitmap scan would read every row that was deleted since the last vacuum. A generic plan saves the planning
 * time of each claim.
 */
const takeTurn = `
  select pg_advisory_xact_lock(hashtext($1)),
         set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`

/** The heartbeat: prolongs the leases and returns the ids that are still held. Stop working on the others. */
export async function extendLeases(
  connection: Connection,
  queue: QueueTable,
  leases: readonly Lease[],
  leaseMs: number,
): Promise<Set<Id>> {
  const rows = await query<{ id: Id }>(
    connection,
    {
      name: `extend_leases_${queue.name}`,
      text: `
        update ${queue.table} set due_at = now() + $2 * interval '1 millisecond'
        where id in (select id from ${lockedLeases(queue, '$1')})
        returning id`,
    },
    [fences(leases), leaseMs],
  )
  return new Set(rows.map((row) => row.id))
}

/** The condition for the row of a lease that is still held. The values of `fence` are its first parameters. */
export const held = 'id = $1 and worker_id = $2 and attempt_count = $3'

export const fence = ({ id, worker_id, attempt }: Lease) => [id, worker_id, attempt]

export function fences(leases: readonly Lease[]): string {
  return JSON.stringify(leases.map(({ id, worker_id, attempt }) => ({ id, worker_id, attempt })))
}

/**
 * Selects the rows of the leases that are still held, and locks them in the order of their ids. All statements that
 * write several rows of a queue lock them in this order, which prevents deadlocks.
 */
export function lockedLeases(queue: QueueTable, parameter: string): string {
  return `(
    select queued.id from ${queue.table} as queued
    join json_to_recordset(${parameter}::json) as lease (id text, worker_id text, attempt int)
      on queued.id = lease.id and queued.worker_id = lease.worker_id and queued.attempt_count = lease.attempt
    order by queued.id for update of queued
  ) as held`
}
