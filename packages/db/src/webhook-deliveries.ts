import { type Id, newId } from '@svc/process/ids'
import { type ClaimRequest, claim, exhausted, fences } from './claim.ts'
import { type Connection, named } from './database.ts'
import {
  beyondEveryId,
  type Columns,
  type Lease,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOf,
  storableInstant,
} from './records.ts'
import { drawFeedNumbers, type EventPayload, type EventType } from './webhook-events.ts'

export type DeliveryStatus = 'pending' | 'in_progress' | 'waiting_retry' | 'succeeded' | 'dead_lettered' | 'canceled'
export type Phase = 'dns' | 'connect' | 'tls' | 'request' | 'response'
export type AttemptError =
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'connection_lost'
  | 'redirect'
  | 'http_status'
  | 'invalid_response'

export interface Timings {
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
  first_byte_ms: number | null
}

export interface Attempt {
  number: number
  started_at: string
  duration_ms: number | null
  outcome: 'in_progress' | 'succeeded' | 'failed' | 'interrupted'
  phase: Phase
  error: AttemptError | null
  http_status: number | null
  timings: Timings
  response_excerpt: string | null
}

export interface Delivery {
  id: Id<'whd'>
  webhook_id: Id<'whk'>
  event_id: Id<'evt'>
  event_type: EventType
  status: DeliveryStatus
  origin: 'event' | 'test' | 'resend'
  resend_of: Id<'whd'> | null
  attempt_count: number
  max_attempts: number
  created_at: string
  next_attempt_at: string | null
  finished_at: string | null
  payload: EventPayload
  hint: string | null
  attempts: Attempt[]
}

export const webhookDeliveryColumns: Columns<Omit<Delivery, 'next_attempt_at' | 'payload' | 'attempts'>> = {
  id: 'text',
  webhook_id: 'text',
  event_id: 'text',
  event_type: 'text',
  status: 'text',
  origin: 'text',
  resend_of: 'text?',
  attempt_count: 'integer',
  max_attempts: 'integer',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
  hint: 'text?',
}

export const webhookAttemptColumns: Columns<Attempt> = {
  number: 'integer',
  started_at: 'timestamptz',
  duration_ms: 'integer?',
  outcome: 'text',
  phase: 'text',
  error: 'text?',
  http_status: 'integer?',
  timings: 'json',
  response_excerpt: 'text?',
}

const columns = `
  delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type, delivery.status, delivery.origin,
  delivery.resend_of, delivery.attempt_count, delivery.max_attempts, delivery.created_at,
  case when delivery.status in ('pending', 'waiting_retry') then delivery.due_at end as next_attempt_at,
  delivery.finished_at,
  (select payload::json from webhook_events where id = delivery.event_id) as payload,
  delivery.hint,
  coalesce((
    select json_agg(json_build_object(
      'number', number, 'started_at', wire_time(started_at), 'duration_ms', duration_ms, 'outcome', outcome,
      'phase', phase, 'error', error, 'http_status', http_status, 'timings', timings,
      'response_excerpt', response_excerpt) order by number)
    from webhook_attempts where delivery_id = delivery.id
  ), '[]') as attempts`

/** Deliveries whose endpoint the owner has and has not deleted: "the history leaves the API" with the endpoint. */
const ownedDeliveries = `
  webhook_deliveries as delivery
  join webhook_endpoints as endpoint
    on endpoint.id = delivery.webhook_id and endpoint.account_id = $1 and endpoint.deleted_at is null`

export async function findDelivery(connection: Connection, owner: Owner, id: string): Promise<Delivery | undefined> {
  const [delivery] = await named<Delivery>(
    connection,
    { name: 'find_delivery', text: `select ${columns} from ${ownedDeliveries} where delivery.id = $2` },
    [owner.account_id, id],
  )
  return delivery
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  event_type?: EventType | undefined
}

/** The status is written out, because a parameter never matches the condition of an index. */
const ofStatus: Record<DeliveryStatus, string> = {
  pending: "delivery.status = 'pending'",
  in_progress: "delivery.status = 'in_progress' and delivery.worker_id is not null",
  waiting_retry: "delivery.status = 'waiting_retry'",
  succeeded: "delivery.status = 'succeeded'",
  dead_lettered: "delivery.status = 'dead_lettered'",
  canceled: "delivery.status = 'canceled'",
}

/** The deliveries of an endpoint, newest first. Empty where the endpoint is not the owner's: ask `findWebhook` for the 404. */
export async function listDeliveries(
  connection: Connection,
  owner: Owner,
  webhookId: string,
  { limit, after, status, event_type: eventType }: PageRequest & DeliveryFilter,
): Promise<Page<Delivery>> {
  const values: unknown[] = [owner.account_id, webhookId, after?.id ?? beyondEveryId, limit + 1]
  // A statement per combination of filters, so that each is planned for the index that serves it.
  let name = 'list_deliveries'
  let filter = ''
  if (status !== undefined) {
    name += `_by_status_${status}`
    filter += ` and ${ofStatus[status]}`
  }
  if (eventType !== undefined) {
    name += '_by_type'
    filter += ` and delivery.event_type = $${values.push(eventType)}`
  }
  const rows = await named<Delivery>(
    connection,
    {
      name,
      text: `
        select ${columns} from ${ownedDeliveries}
        where delivery.webhook_id = $2 and delivery.id < $3 ${filter}
        order by delivery.id desc limit $4`,
    },
    values,
  )
  return pageOf(rows, limit)
}

/**
 * Repeats a past delivery: a new delivery of the same event, and a place in the feed. The original stays as it is. Undefined
 * where the delivery is not the owner's. Call it in a transaction.
 */
export async function resendDelivery(
  transaction: Connection,
  owner: Owner,
  id: string,
  { maxAttempts }: { maxAttempts: number },
): Promise<Delivery | undefined> {
  const [original] = await named<{ webhook_id: string; event_id: string; event_type: EventType }>(
    transaction,
    {
      name: 'lock_delivery_to_resend',
      text: `
        select delivery.webhook_id, delivery.event_id, delivery.event_type from ${ownedDeliveries}
        where delivery.id = $2 for share of endpoint`,
    },
    [owner.account_id, id],
  )
  if (original === undefined) return undefined
  const lastNumber = await drawFeedNumbers(transaction, owner, 1)
  const resent = newId('whd')
  await named(
    transaction,
    {
      name: 'resend_delivery',
      text: `
        with entry as (
          insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
          values ($1, $2, $3, $4, $5, $6)
        )
        insert into webhook_deliveries
          (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
        values ($7, $1, $8, $4, $5, 'resend', $6, $9)`,
    },
    [
      owner.account_id,
      lastNumber + 1,
      newId('evt'),
      original.event_id,
      original.event_type,
      id,
      resent,
      original.webhook_id,
      maxAttempts,
    ],
  )
  return findDelivery(transaction, owner, resent)
}

export interface ResendRequest {
  /** Created at or after. */
  since: string
  /** Created before. */
  until: string
  event_types?: readonly EventType[] | undefined
  /** Only final states make sense; the deliveries of the others are still under way. */
  statuses: readonly DeliveryStatus[]
  dry_run: boolean
}

/**
 * Repeats many past deliveries of one endpoint. Each event is sent once, however many of its deliveries match: the newest
 * of them is the one repeated. Call it in a transaction.
 */
export async function resendDeliveries(
  transaction: Connection,
  owner: Owner,
  webhookId: string,
  request: ResendRequest,
  { maxAttempts }: { maxAttempts: number },
): Promise<{ matched_count: number; queued_count: number }> {
  const matching = `
    select distinct on (delivery.event_id) delivery.id, delivery.event_id, delivery.event_type
    from ${ownedDeliveries}
    where delivery.webhook_id = $2 and delivery.created_at >= $3 and delivery.created_at < $4
      and delivery.status = any ($5) and ($6::text[] is null or delivery.event_type = any ($6))
    order by delivery.event_id, delivery.id desc`
  const values = [
    owner.account_id,
    webhookId,
    storableInstant(request.since),
    storableInstant(request.until),
    request.statuses,
    request.event_types ?? null,
  ]
  // Held until the end of the transaction: a deletion meanwhile waits and then finds the new deliveries to cancel.
  await named(
    transaction,
    {
      name: 'hold_webhook',
      text: 'select from webhook_endpoints where account_id = $1 and id = $2 and deleted_at is null for share',
    },
    [owner.account_id, webhookId],
  )
  const { matched } = only(
    await named<{ matched: number }>(
      transaction,
      { name: 'count_deliveries_to_resend', text: `select count(*)::int as matched from (${matching}) as matching` },
      values,
    ),
  )
  if (request.dry_run || matched === 0) return { matched_count: matched, queued_count: 0 }
  // More may match by now than were counted: the insert stops at the numbers that were drawn.
  const lastNumber = await drawFeedNumbers(transaction, owner, matched)
  const { queued } = only(
    await named<{ queued: number }>(
      transaction,
      {
        name: 'resend_deliveries',
        text: `
          with matching as materialized (
            select matching.*, row_number() over (order by event_id) as place
            from (${matching}) as matching order by event_id limit $9
          ),
          entries as (
            insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
            select $1, $7 + place, new_id('evt'), event_id, event_type, id from matching order by place
          ),
          queued as (
            insert into webhook_deliveries
              (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
            select new_id('whd'), $1, $2, event_id, event_type, 'resend', id, $8 from matching order by place
            returning 1
          )
          select count(*)::int as queued from queued`,
      },
      [...values, lastNumber, maxAttempts, matched],
    ),
  )
  return { matched_count: matched, queued_count: queued }
}

/** A delivery that this worker holds, with all that its attempt needs. Sign and send at once: the secret is the current one. */
export interface ClaimedDelivery extends Lease {
  id: Id<'whd'>
  account_id: Id<'acc'>
  webhook_id: Id<'whk'>
  url: string
  secret_ciphertext: Buffer
  secret_key_id: string
  event_id: Id<'evt'>
  event_type: EventType
  /** The exact text to sign and send. */
  payload: string
  max_attempts: number
  /** When this attempt began, by the clock of the database. */
  started_at: string
}

/**
 * Claims due deliveries, fairly per endpoint, and records that an attempt of each begins. An attempt whose lease ended,
 * because its worker died, is recorded as `interrupted` and made up for by one more.
 */
export function claimDeliveries(connection: Connection, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  return connection.transaction(async (transaction) => {
    // A claim that a crash of the server takes back was a claim of nobody: its result is fenced off, and the delivery is made
    // again, as after any crash. Waiting for the disk here would cost a third of the rate.
    await named(transaction, { name: 'commit_without_waiting', text: 'set local synchronous_commit = off' }, [])
    const leases = await claim(transaction, 'deliveries', request)
    if (leases.length === 0) return []
    return named<ClaimedDelivery>(
      transaction,
      {
        name: 'start_claimed_deliveries',
        text: `
          with interrupted as (
            update webhook_attempts set outcome = 'interrupted' where delivery_id = any ($1) and outcome = 'in_progress'
          ),
          started as (
            insert into webhook_attempts (delivery_id, number, started_at, outcome)
            -- The moment before the secret is read: an attempt that starts after a rotation is signed with the new one.
            select id, attempt, statement_timestamp(), 'in_progress' from unnest($1::text[], $2::int[]) as lease (id, attempt)
            returning delivery_id, started_at
          )
          select claimed.id, claimed.worker_id, claimed.attempt_count as attempt, claimed.account_id, claimed.webhook_id,
                 endpoint.url, endpoint.secret_ciphertext, endpoint.secret_key_id, claimed.event_id, claimed.event_type,
                 event.payload, claimed.max_attempts, started.started_at
          from started
          join webhook_deliveries as claimed on claimed.id = started.delivery_id
          join webhook_endpoints as endpoint on endpoint.id = claimed.webhook_id
          join webhook_events as event on event.id = claimed.event_id`,
      },
      [leases.map(({ id }) => id), leases.map(({ attempt }) => attempt)],
    )
  })
}

export interface FinishedAttempt {
  lease: Lease
  outcome: 'succeeded' | 'failed'
  duration_ms: number
  phase: Phase
  error: AttemptError | null
  http_status: number | null
  timings: Timings
  response_excerpt: string | null
  /** In plain words why it failed and what to change; null once it succeeded. */
  hint: string | null
}

export interface FinishedDelivery {
  id: Id<'whd'>
  account_id: Id<'acc'>
  webhook_id: Id<'whk'>
  status: 'succeeded' | 'waiting_retry' | 'dead_lettered'
  attempt_count: number
  next_attempt_at: string | null
}

/**
 * Records the results of a batch of attempts in one statement, and returns the deliveries that were still held; the result
 * of an attempt whose lease is lost is dropped. `retryDelaysMs[k]` is the wait after failure k + 1, the last one for all
 * further failures; the moment is reckoned by the clock of the database. After the last attempt: `dead_lettered`.
 */
export async function finishAttempts(
  connection: Connection,
  attempts: readonly FinishedAttempt[],
  { retryDelaysMs }: { retryDelaysMs: readonly number[] },
): Promise<FinishedDelivery[]> {
  return named<FinishedDelivery>(
    connection,
    {
      name: 'finish_attempts',
      text: `
        with result as materialized (
          select * from json_to_recordset($1::json) as result (
            id text, worker_id text, attempt int, outcome text, duration_ms int, phase text, error text, http_status int,
            timings json, response_excerpt text, hint text)
        ),
        -- In the order of ids, as everything that writes several deliveries: two batches never wait for each other.
        held as materialized (
          select delivery.id, result.outcome,
                 case when result.outcome = 'succeeded' then 'succeeded'
                      when delivery.attempt_count >= delivery.max_attempts then 'dead_lettered'
                      else 'waiting_retry' end as status,
                 -- Interrupted attempts were no failures of the receiver, so they do not move the schedule.
                 ($2::bigint[])[least(delivery.attempt_count - delivery.interruptions, cardinality($2::bigint[]))] as delay_ms
          from webhook_deliveries as delivery
          join result on result.id = delivery.id and result.worker_id = delivery.worker_id
            and result.attempt = delivery.attempt_count
          where delivery.status = 'in_progress'
          order by delivery.id for update of delivery
        ),
        finished as (
          update webhook_deliveries as delivery
          set status = held.status, worker_id = null, hint = result.hint,
              due_at = case when held.status = 'waiting_retry' then now() + held.delay_ms * interval '1 millisecond' end,
              finished_at = case when held.status <> 'waiting_retry' then now() end
          from held join result on result.id = held.id
          where delivery.id = held.id
          returning delivery.id, delivery.account_id, delivery.webhook_id, delivery.status, delivery.attempt_count,
                    delivery.due_at as next_attempt_at, held.outcome
        ),
        recorded as (
          update webhook_attempts as attempt
          set outcome = result.outcome, duration_ms = result.duration_ms, phase = result.phase, error = result.error,
              http_status = result.http_status, timings = result.timings, response_excerpt = result.response_excerpt
          from held join result on result.id = held.id
          where attempt.delivery_id = held.id and attempt.number = result.attempt
        ),
        healthy as (
          insert into webhook_endpoint_health as health (webhook_id, last_succeeded_at, last_failed_at)
          select webhook_id, max(now()) filter (where outcome = 'succeeded'), max(now()) filter (where outcome = 'failed')
          from finished group by webhook_id order by webhook_id
          on conflict (webhook_id) do update
          set last_succeeded_at = coalesce(excluded.last_succeeded_at, health.last_succeeded_at),
              last_failed_at = coalesce(excluded.last_failed_at, health.last_failed_at)
        )
        select id, account_id, webhook_id, status, attempt_count, next_attempt_at from finished`,
    },
    [
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
    ],
  )
}

/**
 * Gives back deliveries whose attempt has not begun, when the worker stops: the attempt never was, and another worker may
 * claim them at once.
 */
export async function releaseDeliveries(connection: Connection, leases: readonly Lease[]): Promise<void> {
  await named(
    connection,
    {
      name: 'release_deliveries',
      text: `
        with held as materialized (
          select delivery.id, delivery.attempt_count
          from webhook_deliveries as delivery
          join json_to_recordset($1::json) as lease (id text, worker_id text, attempt int)
            on lease.id = delivery.id and lease.worker_id = delivery.worker_id and lease.attempt = delivery.attempt_count
          where delivery.status = 'in_progress'
          order by delivery.id for update of delivery
        ),
        unmade as (
          delete from webhook_attempts as attempt using held
          where attempt.delivery_id = held.id and attempt.number = held.attempt_count
        )
        update webhook_deliveries as delivery
        set status = case when delivery.attempt_count > 1 then 'waiting_retry' else 'pending' end,
            attempt_count = delivery.attempt_count - 1, due_at = now(), worker_id = null
        from held where delivery.id = held.id`,
    },
    [fences(leases)],
  )
}

/** Dead-letters the deliveries whose tenth attempt was lost with its worker; ten is all that a delivery can show. */
export async function deadLetterInterruptedDeliveries(
  connection: Connection,
  { limit }: { limit: number },
): Promise<FinishedDelivery[]> {
  return named<FinishedDelivery>(
    connection,
    {
      name: 'dead_letter_interrupted_deliveries',
      text: `
        with lost as (
          select id from webhook_deliveries where due_at <= current_timestamp(3) and ${exhausted.deliveries}
          order by id limit $1 for update skip locked
        ),
        interrupted as (
          update webhook_attempts set outcome = 'interrupted'
          where delivery_id in (select id from lost) and outcome = 'in_progress'
        )
        update webhook_deliveries
        set status = 'dead_lettered', due_at = null, finished_at = now(), worker_id = null,
            interruptions = interruptions + 1,
            hint = 'The service was interrupted during the last attempt, which may have reached the receiver. Resend it.'
        where id in (select id from lost)
        returning id, account_id, webhook_id, status, attempt_count, due_at as next_attempt_at`,
    },
    [limit],
  )
}

/**
 * Deletes up to `limit` deliveries that finished longer ago than `finishedDays`, or `deadLetterDays` where they are dead
 * letters, with their attempts. Returns how many. Call again until it returns fewer.
 */
export async function purgeDeliveries(
  connection: Connection,
  { finishedDays, deadLetterDays, limit }: { finishedDays: number; deadLetterDays: number; limit: number },
): Promise<number> {
  return only(
    await named<{ purged: number }>(
      connection,
      {
        name: 'purge_deliveries',
        text: `
          with purged as (
            delete from webhook_deliveries where id = any (array(
              select id from webhook_deliveries
              where finished_at < now() - least($1::int, $2::int) * interval '1 day'
                and finished_at < now() - (case status when 'dead_lettered' then $2 else $1 end) * interval '1 day'
              order by finished_at limit $3 for update skip locked
            )) returning 1
          )
          select count(*)::int as purged from purged`,
      },
      [finishedDays, deadLetterDays, limit],
    ),
  ).purged
}

/** A receiver may answer anything; PostgreSQL's text has neither U+0000 nor half a surrogate pair. */
function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
