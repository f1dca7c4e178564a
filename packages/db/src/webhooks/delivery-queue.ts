import * as bounds from '@generated/contract/bounds'
import type {
  EventType,
  WebhookAttemptError,
  WebhookAttemptPhase,
  WebhookDeliveryStatus,
} from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { accountIsEntitled } from '../accounts/entitlement.ts'
import { type Connection, type NamedStatement, query, type Transaction } from '../connection/database.ts'
import { type Lease, storableText } from '../connection/records.ts'
import { type ClaimRequest, claim, fences, lockedLeases, type QueueTable } from '../queue/claim.ts'
import { advancePaces, startableNow } from './endpoint-pace.ts'

// Unfinished deliveries and the statements of the workers. A row in `webhook_queue` is due at a time or leased to a
// worker. It is deleted when its delivery has finished.

/** The most attempts that a delivery can show, those that were lost with their workers included. */
const deliveryAttemptsMax = bounds.WebhookDelivery.max_attempts.maximum

/**
 * Fair by endpoint. Deliveries of a disabled endpoint and of an account without the API are held: they stay due and are
 * not claimed. `deadLetterInterruptedDeliveries` finishes deliveries whose last attempt was lost.
 */
export const deliveryQueue: QueueTable = {
  name: 'deliveries',
  table: 'webhook_queue',
  group: 'webhook_id',
  openGroups: `
    select endpoint.id, endpoint.account_id, ${startableNow({ endpoint: 'endpoint', pace: 'pace' })} as startable
    from webhook_endpoints as endpoint join accounts on accounts.id = endpoint.account_id
    left join webhook_endpoint_pace as pace on pace.webhook_id = endpoint.id
    where endpoint.enabled and endpoint.deleted_at is null and ${accountIsEntitled}`,
  exhausted: `(worker_id is not null and attempt_count >= ${deliveryAttemptsMax})`,
  alsoSet: ', started_at = statement_timestamp()',
  furtherSteps: `,
    interrupted as (
      insert into webhook_attempts (delivery_id, number, started_at, outcome)
      select id, attempt_count, started_at, 'interrupted' from free where worker_id is not null
    ),
    ${advancePaces({ started: 'free', open: 'open' })}`,
}

/**
 * The part of a statement that adds new deliveries to the queue, due immediately. Its step `made` returns their `id`,
 * `account_id` and `webhook_id`. Run the statement with `enqueue`.
 */
export const intoDeliveryQueue =
  'insert into webhook_queue (id, account_id, webhook_id) select id, account_id, webhook_id from made'

/**
 * The number of attempts of a delivery: the number it was published with, and one for each attempt that was lost with
 * its worker, up to `deliveryAttemptsMax`.
 */
export function maxAttempts(published: string, interruptions: string): string {
  return `least(${published} + ${interruptions}, ${deliveryAttemptsMax})`
}

/**
 * A claimed delivery, with all data for its attempt. Sign and send it immediately, because the secret is the current
 * one.
 */
export interface ClaimedDelivery extends Lease<'whd'> {
  account_id: Id<'acc'>
  webhook_id: Id<'whk'>
  url: string
  secret_ciphertext: Buffer
  secret_key_id: string
  /** The secret before it, while deliveries are signed with both. */
  previous_secret_ciphertext: Buffer | null
  previous_secret_key_id: string | null
  event_id: Id<'evt'>
  event_type: EventType
  /** The exact text to sign and send. */
  payload: string
  /** The span that published the event, if its trace is sampled. */
  traceparent: string | null
  created_at: string
  /** The time at which this attempt began, by the clock of the database. */
  started_at: string
}

/**
 * Claims due deliveries, fairly per endpoint, and begins an attempt of each. If the lease of an attempt expired because
 * its worker crashed, the attempt is recorded as `interrupted` and does not reduce the number of attempts.
 */
export async function claimDeliveries(connection: Connection, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  return connection.transaction(async (transaction) => {
    // If a crash of the server loses the claim, its result is rejected by the fencing number and the delivery is made
    // again, as after any crash. Waiting for the disk here would reduce the throughput by a third.
    await query(transaction, { name: 'commit_without_waiting', text: 'set local synchronous_commit = off' }, [])
    const leases = await claim(transaction, deliveryQueue, request)
    if (leases.length === 0) return []
    // Reads the secret after the claim: an attempt that starts after a rotation is signed with the new secret.
    return query<ClaimedDelivery>(
      transaction,
      {
        name: 'read_claimed_deliveries',
        text: `
          select queued.id, queued.worker_id, queued.attempt_count as attempt, queued.account_id, queued.webhook_id,
                 endpoint.url, endpoint.secret_ciphertext, endpoint.secret_key_id,
                 case when endpoint.previous_secret_expires_at > queued.started_at
                      then endpoint.previous_secret_ciphertext end as previous_secret_ciphertext,
                 endpoint.previous_secret_key_id,
                 delivery.event_id, delivery.event_type, event.payload, event.traceparent,
                 delivery.created_at, queued.started_at
          from webhook_queue as queued
          join webhook_deliveries as delivery on delivery.id = queued.id
          join webhook_endpoints as endpoint on endpoint.id = queued.webhook_id
          join webhook_events as event on event.id = delivery.event_id
          where queued.id = any ($1)`,
      },
      [leases.map(({ id }) => id)],
    )
  })
}

/** The result of one attempt, with the fields that a delivery shows. */
export interface AttemptResult {
  outcome: 'succeeded' | 'failed'
  duration_ms: number
  /** The last phase that was reached. */
  phase: WebhookAttemptPhase
  error: WebhookAttemptError | null
  http_status: number | null
  timings: Schemas['WebhookAttemptTimings']
  response_excerpt: string | null
  /**
   * The reason of the failure and the recommended change, for the owner of the endpoint. Null if the attempt succeeded.
   */
  hint: string | null
}

export interface FinishedAttempt extends AttemptResult {
  lease: Lease<'whd'>
}

/** The statuses of a delivery whose attempt has a result. */
export type StatusAfterAttempt = Extract<WebhookDeliveryStatus, 'succeeded' | 'waiting_retry' | 'dead_lettered'>

export interface FinishedDelivery {
  id: Id<'whd'>
  account_id: Id<'acc'>
  webhook_id: Id<'whk'>
  status: StatusAfterAttempt
  attempt_count: number
}

/**
 * Records the results of a batch of attempts in one statement, and returns the deliveries whose lease is still held. If
 * the lease of an attempt is lost, its result is dropped. `retryDelaysMs[k]` is the delay after failure k + 1, and the
 * last delay applies to all further failures. The clock of the database determines the time. After the last attempt:
 * `dead_lettered`. `packages/webhooks/src/delivery-rules.ts` has the same rules as functions, for the mock.
 */
export async function finishAttempts(
  connection: Connection,
  attempts: readonly FinishedAttempt[],
  { retryDelaysMs }: { retryDelaysMs: readonly number[] },
): Promise<FinishedDelivery[]> {
  return query<FinishedDelivery>(connection, finishStatement, [
    JSON.stringify(
      attempts.map(({ lease, ...result }) => ({
        id: lease.id,
        worker_id: lease.worker_id,
        attempt: lease.attempt,
        ...result,
        response_excerpt: result.response_excerpt === null ? null : storableText(result.response_excerpt),
      })),
    ),
    retryDelaysMs,
  ])
}

const finishStatement: NamedStatement = {
  name: 'finish_attempts',
  text: `
  with result as materialized (
    select * from json_to_recordset($1::json) as result (
      id text, worker_id text, attempt int, outcome text, duration_ms int, phase text, error text, http_status int,
      timings json, response_excerpt text, hint text)
  ),
  -- In the order of ids, as everything that writes several rows of the queue: two batches never wait for each other.
  held as materialized (
    select queued.id, queued.attempt_count, queued.interruptions, queued.started_at, result.outcome, result.phase,
           result.hint,
           case when result.outcome = 'succeeded' then 'succeeded'
                -- Only a failure needs to read the delivery here.
                when queued.attempt_count >= (
                  select ${maxAttempts('max_attempts', 'queued.interruptions')}
                  from webhook_deliveries where id = queued.id
                ) then 'dead_lettered'
                else 'waiting_retry' end as status,
           -- Interrupted attempts are not failures of the receiver, so they do not advance the schedule.
           ($2::bigint[])[least(queued.attempt_count - queued.interruptions, cardinality($2::bigint[]))] as delay_ms
    from webhook_queue as queued
    join result on result.id = queued.id and result.worker_id = queued.worker_id
      and result.attempt = queued.attempt_count
    order by queued.id for update of queued
  ),
  waits as (
    update webhook_queue as queued
    set worker_id = null, started_at = null, due_at = now() + held.delay_ms * interval '1 millisecond'
    from held where queued.id = held.id and held.status = 'waiting_retry'
  ),
  left_queue as (
    delete from webhook_queue as queued using held where queued.id = held.id and held.status <> 'waiting_retry'
  ),
  recorded as (
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, outcome, phase, error, http_status,
                                  timings, response_excerpt)
    select held.id, held.attempt_count, held.started_at, result.duration_ms, result.outcome, result.phase,
           result.error, result.http_status, result.timings, result.response_excerpt
    from held join result on result.id = held.id
  ),
  finished as (
    update webhook_deliveries as delivery
    set status = held.status, attempt_count = held.attempt_count, interruptions = held.interruptions,
        hint = held.hint, finished_at = case when held.status <> 'waiting_retry' then now() end
    from held where delivery.id = held.id
    returning delivery.id, delivery.account_id, delivery.webhook_id, delivery.status, delivery.attempt_count,
              held.outcome, held.phase
  ),
  by_endpoint as (
    select webhook_id, max(now()) filter (where outcome = 'succeeded') as succeeded_at,
           max(now()) filter (where outcome = 'failed') as failed_at,
           -- An attempt that could not be prepared is not a failure of the receiver.
           count(*) filter (where outcome = 'failed' and phase <> 'prepare') as failures
    from finished group by webhook_id
  ),
  healthy as (
    insert into webhook_endpoint_health as health
      (webhook_id, last_succeeded_at, last_failed_at, failures, failing_since)
    select webhook_id, succeeded_at, failed_at, counted.failures, case when counted.failures > 0 then now() end
    from by_endpoint
    -- A batch with a success counts no failures: which of them came after it is unknown.
    cross join lateral (select case when succeeded_at is null then by_endpoint.failures else 0 end as failures) as counted
    order by webhook_id
    on conflict (webhook_id) do update
    set last_succeeded_at = coalesce(excluded.last_succeeded_at, health.last_succeeded_at),
        last_failed_at = coalesce(excluded.last_failed_at, health.last_failed_at),
        failures = case when excluded.last_succeeded_at is null then health.failures + excluded.failures else 0 end,
        failing_since = case when excluded.last_succeeded_at is null
                             then coalesce(health.failing_since, excluded.failing_since) end
  )
  select id, account_id, webhook_id, status, attempt_count from finished`,
}

/**
 * Releases deliveries whose attempt has not begun, when the worker stops. The attempt is not counted, and another
 * worker can claim the deliveries immediately.
 */
export async function releaseDeliveries(connection: Connection, leases: readonly Lease<'whd'>[]): Promise<void> {
  await query(
    connection,
    {
      name: 'release_deliveries',
      text: `
        update webhook_queue
        set attempt_count = attempt_count - 1, due_at = now(), worker_id = null, started_at = null
        where id in (select id from ${lockedLeases(deliveryQueue, '$1')})`,
    },
    [fences(leases)],
  )
}

/**
 * Dead-letters the deliveries whose last attempt was lost with its worker: one more could not be shown.
 */
export async function deadLetterInterruptedDeliveries(
  connection: Connection,
  { limit }: { limit: number },
): Promise<FinishedDelivery[]> {
  return query<FinishedDelivery>(
    connection,
    {
      name: 'dead_letter_interrupted_deliveries',
      text: `
        with lost as (
          select id from webhook_queue where due_at <= current_timestamp(3) and ${deliveryQueue.exhausted}
          order by id limit $1 for update skip locked
        ),
        left_queue as (
          delete from webhook_queue using lost where webhook_queue.id = lost.id
          returning webhook_queue.id, attempt_count, interruptions, started_at
        ),
        interrupted as (
          insert into webhook_attempts (delivery_id, number, started_at, outcome)
          select id, attempt_count, started_at, 'interrupted' from left_queue
        )
        update webhook_deliveries as delivery
        set status = 'dead_lettered', finished_at = now(), attempt_count = left_queue.attempt_count,
            interruptions = left_queue.interruptions + 1,
            hint = 'The service was interrupted during the last attempt, which may have reached the receiver. Resend it.'
        from left_queue where delivery.id = left_queue.id
        returning delivery.id, delivery.account_id, delivery.webhook_id, delivery.status, delivery.attempt_count`,
    },
    [limit],
  )
}

/** Cancels the unfinished deliveries of an endpoint. The result of an attempt in progress is not recorded. */
export async function cancelDeliveriesOf(transaction: Transaction, webhookId: Id<'whk'>): Promise<void> {
  const name = 'cancel_deliveries'
  await query(transaction, { name, text: cancelDeliveriesText('webhook_id = $1 order by id for update') }, [webhookId])
}

/**
 * Cancels up to `limit` deliveries that have been held for more than `days` because their account is not entitled to
 * the API, and returns their number. Deliveries of a disabled endpoint are held until it is enabled.
 */
export async function cancelHeldDeliveries(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const expired = "now() - $1::int * interval '1 day'"
  const held = `
    id in (
      select held.id
      from accounts join webhook_endpoints as endpoint on endpoint.account_id = accounts.id
      cross join lateral (
        select id from webhook_queue where webhook_id = endpoint.id and due_at < ${expired} order by due_at, id limit $2
      ) as held
      where not ${accountIsEntitled} and accounts.not_entitled_since < ${expired} limit $2
    )
    -- Checked again under the lock: a delivery that was claimed in the meantime is due later.
    and due_at < ${expired} order by id for update skip locked`
  const statement = { name: 'cancel_held_deliveries', text: cancelDeliveriesText(held) }
  return (await query(connection, statement, [days, limit])).length
}

/** @param unfinished which rows of the queue, in the order of ids and locked */
function cancelDeliveriesText(unfinished: string): string {
  return `
    with unfinished as materialized (
      select id, attempt_count, interruptions, worker_id, started_at from webhook_queue where ${unfinished}
    ),
    left_queue as (
      delete from webhook_queue where id in (select id from unfinished)
    ),
    interrupted as (
      insert into webhook_attempts (delivery_id, number, started_at, outcome)
      select id, attempt_count, started_at, 'interrupted' from unfinished where worker_id is not null
    )
    update webhook_deliveries as delivery
    set status = 'canceled', finished_at = now(), attempt_count = unfinished.attempt_count,
        interruptions = unfinished.interruptions
    from unfinished where delivery.id = unfinished.id
    returning delivery.id`
}
