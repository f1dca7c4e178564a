import { bounds } from '@generated/contract/bounds'
import { type Connection, query, type Transaction } from './database.ts'
import { advancePaces, startableNow } from './endpoint-pace.ts'
import { accountIsEntitled } from './entitlement.ts'
import type { Lease } from './records.ts'

type Queue = 'analyses' | 'deliveries' | 'review_imports' | 'review_upkeep'

export interface ClaimRequest {
  /** Unique per process and start, so that a restarted worker never owns the leases of its predecessor. */
  workerId: string
  /** How many to claim at most: the free slots of the worker. */
  limit: number
  /** How long the claim holds without `extendLeases`. */
  leaseMs: number
  /** How many of one group (one endpoint; one business) all workers together may hold. */
  perGroupMax: number
  /** How many of one account all workers together may hold. */
  perAccountMax: number
}

interface QueueTable {
  table: string
  /** What is treated fairly. */
  group: string
  /**
   * A query of the groups that may be worked on now: `id`, `account_id`, and how many of their rows may start now as
   * `startable`, null for any number.
   */
  openGroups: string
  /** What else a claim sets in the rows of the queue, with a comma before it. */
  onClaim: string
  /**
   * Further steps of the claim. They may read `free`, the rows that are claimed, as they were before: `id`, `group_id`,
   * `worker_id`, `attempt_count`, `started_at`; and `open`, the groups.
   */
  beside: string
}

const everyBusiness = 'select id, account_id, null::int as startable from businesses'

const queues: Record<Queue, QueueTable> = {
  analyses: {
    table: 'analyses',
    group: 'business_id',
    openGroups: everyBusiness,
    onClaim: '',
    beside: '',
  },
  deliveries: {
    table: 'webhook_queue',
    group: 'webhook_id',
    // Held deliveries stay due and are not claimed: those of a disabled endpoint, and of an account without the API.
    openGroups: `
      select endpoint.id, endpoint.account_id, ${startableNow({ endpoint: 'endpoint', pace: 'pace' })} as startable
      from webhook_endpoints as endpoint join accounts on accounts.id = endpoint.account_id
      left join webhook_endpoint_pace as pace on pace.webhook_id = endpoint.id
      where endpoint.enabled and endpoint.deleted_at is null and ${accountIsEntitled}`,
    onClaim: ', started_at = statement_timestamp()',
    beside: `
        interrupted as (
          insert into webhook_attempts (delivery_id, number, started_at, outcome)
          select id, attempt_count, started_at, 'interrupted' from free where worker_id is not null
        ),
        ${advancePaces({ started: 'free', open: 'open' })}`,
  },
  review_imports: {
    table: 'review_imports',
    group: 'business_id',
    openGroups: everyBusiness,
    onClaim: '',
    beside: '',
  },
  review_upkeep: {
    table: 'review_upkeep',
    group: 'id',
    openGroups: everyBusiness,
    onClaim: '',
    beside: '',
  },
}

/** How often a crash may interrupt an analysis: the third time it becomes `failed`. */
export const interruptionsMax = 3

/** The most attempts that a delivery can show, those that were lost with their workers included. */
export const deliveryAttemptsMax = bounds.WebhookDelivery.max_attempts.maximum

/**
 * Rows that are not claimed again when their lease ends: an analysis that would be interrupted for the third time, and
 * a delivery whose tenth attempt was lost. `failInterruptedAnalyses` and `deadLetterInterruptedDeliveries` finish them.
 * The maintenance of reviews is repeated until it succeeds, and a worker itself gives up an import.
 */
export const exhausted: Record<Queue, string> = {
  analyses: `(worker_id is not null and interruptions >= ${interruptionsMax - 1})`,
  deliveries: `(worker_id is not null and attempt_count >= ${deliveryAttemptsMax})`,
  review_imports: 'false',
  review_upkeep: 'false',
}

/**
 * Claims due rows for a worker and raises their attempt, the fence against earlier holders. Call it in a transaction;
 * the stores do.
 *
 * Fair by group, measured with 200,000 ready rows of one slow endpoint before 2,000 rows of 500 fast ones and 50 slots:
 * first come first served delivered none of the fast ones in 8 s, and neither did leaving out saturated endpoints,
 * because one claim takes all slots. Walking the groups by a loose index scan and taking a few of each delivered all in
 * 1 s. It costs some microseconds per group with unfinished rows, and more only for those with a due row.
 *
 * Times are stored rounded to the millisecond and compared with the current time rounded alike: otherwise a row that
 * has just become due would be up to half a millisecond in the future.
 */
export async function claim(transaction: Transaction, queue: Queue, request: ClaimRequest): Promise<Lease[]> {
  const { table, group, openGroups, onClaim, beside } = queues[queue]
  // The caps count the leases of all workers, so claims take turns: each sees what the one before it took.
  await query(transaction, { name: 'take_turn_to_claim', text: takeTurn }, [`claim ${queue}`])
  return query<Lease>(
    transaction,
    {
      name: `claim_${queue}`,
      text: `
        with recursive groups as (
          (select ${group} as id, due_at from ${table} where due_at is not null order by ${group}, due_at limit 1)
          union all
          select next.id, next.due_at
          from groups cross join lateral (
            select ${group} as id, due_at from ${table} where due_at is not null and ${group} > groups.id
            order by ${group}, due_at limit 1
          ) as next
        ),
        -- Its first row shows whether a group has work now: most have none, and cost one index lookup.
        open as materialized (
          select open.id, open.account_id, open.startable
          from groups join (${openGroups}) as open on open.id = groups.id
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
          -- What a group holds already counts as turns it has had: attempts spread over the groups, and each over few connections.
          select due.id, due.due_at, open.account_id, coalesce(leased.leases, 0) + due.turn as turn
          from open
          left join leased on leased.group_id = open.id
          cross join lateral (
            select id, due_at, row_number() over (order by due_at, id) as turn from ${table}
            where ${group} = open.id and ${claimable(queue)}
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
          where id in (select id from chosen) and ${claimable(queue)} for update skip locked
        )${beside && `,${beside}`}
        update ${table}
        set worker_id = $1, due_at = now() + $3 * interval '1 millisecond', attempt_count = attempt_count + 1,
            interruptions = interruptions + (worker_id is not null)::int ${onClaim}
        where id in (select id from free)
        returning id, worker_id, attempt_count as attempt`,
    },
    [request.workerId, request.limit, request.leaseMs, request.perGroupMax, request.perAccountMax],
  )
}

/**
 * Also sets planner settings for the rest of the transaction, because a queue fills and empties faster than its
 * statistics follow. An index scan marks the entries of deleted rows, and the next claim skips them; a bitmap scan
 * would read every row that was deleted since the last vacuum again with each claim. A generic plan saves the time of
 * planning each claim.
 */
const takeTurn = `
  select pg_advisory_xact_lock(hashtext($1)),
         set_config('enable_bitmapscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`

function claimable(queue: Queue): string {
  return `due_at <= current_timestamp(3) and not ${exhausted[queue]}`
}

/** The heartbeat: prolongs the leases and returns the ids that are still held. Stop working on the others. */
export async function extendLeases(
  connection: Connection,
  queue: Queue,
  leases: readonly Lease[],
  leaseMs: number,
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    connection,
    {
      name: `extend_leases_${queue}`,
      text: `
        update ${queues[queue].table} set due_at = now() + $2 * interval '1 millisecond'
        where id in (select id from ${lockedLeases(queue, '$1')})
        returning id`,
    },
    [fences(leases), leaseMs],
  )
  return new Set(rows.map((row) => row.id))
}

export function fences(leases: readonly Lease[]): string {
  return JSON.stringify(leases.map(({ id, worker_id, attempt }) => ({ id, worker_id, attempt })))
}

/**
 * The rows of these leases that are still held, locked in the order of their ids: everything that writes several rows
 * of a queue locks them in this order, so that two of them never wait for each other.
 */
export function lockedLeases(queue: Queue, parameter: string): string {
  return `(
    select queued.id from ${queues[queue].table} as queued
    join json_to_recordset(${parameter}::json) as lease (id text, worker_id text, attempt int)
      on queued.id = lease.id and queued.worker_id = lease.worker_id and queued.attempt_count = lease.attempt
    order by queued.id for update of queued
  ) as held`
}
