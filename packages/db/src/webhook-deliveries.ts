import { type Id, newId } from '@svc/process/ids'
import { type Connection, named } from './database.ts'
import { enqueueMade, maxAttempts } from './delivery-queue.ts'
import {
  beyondEveryId,
  type Columns,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOf,
  storableInstant,
} from './records.ts'
import { drawFeedNumbers, drawFeedNumbersText, type EventPayload, type EventType } from './webhook-events.ts'

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

/** What is true of a delivery while it is in the queue stands there; what it came to, in its own row. */
const columns = `
  delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type,
  case when queued.worker_id is not null then 'in_progress' else delivery.status end as status,
  delivery.origin, delivery.resend_of, coalesce(queued.attempt_count, delivery.attempt_count) as attempt_count,
  ${maxAttempts('delivery.max_attempts', 'coalesce(queued.interruptions, delivery.interruptions)')} as max_attempts,
  delivery.created_at, case when queued.worker_id is null then queued.due_at end as next_attempt_at,
  delivery.finished_at,
  (select payload::json from webhook_events where id = delivery.event_id) as payload,
  delivery.hint,
  coalesce((
    select json_agg(json_build_object(
      'number', number, 'started_at', wire_time(started_at), 'duration_ms', duration_ms, 'outcome', outcome,
      'phase', phase, 'error', error, 'http_status', http_status, 'timings', timings,
      'response_excerpt', response_excerpt) order by number)
    from (
      select number, started_at, duration_ms, outcome, phase, error, http_status, timings, response_excerpt
      from webhook_attempts where delivery_id = delivery.id
      union all
      select queued.attempt_count, queued.started_at, null, 'in_progress', 'dns', null, null,
             '{"dns_ms":null,"connect_ms":null,"tls_ms":null,"first_byte_ms":null}'::json, null
      where queued.worker_id is not null
    ) as attempt
  ), '[]') as attempts`

/** Deliveries whose endpoint the owner has and has not deleted: "the history leaves the API" with the endpoint. */
const ownedDeliveries = `
  webhook_deliveries as delivery
  join webhook_endpoints as endpoint
    on endpoint.id = delivery.webhook_id and endpoint.account_id = $1 and endpoint.deleted_at is null
  left join webhook_queue as queued on queued.id = delivery.id`

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

/** Unfinished ones are found in the queue, which is short. The rest is written out, because a parameter never matches the condition of an index. */
const ofStatus: Record<DeliveryStatus, string> = {
  pending: 'queued.webhook_id = $2 and queued.worker_id is null and queued.attempt_count = 0',
  in_progress: 'queued.webhook_id = $2 and queued.worker_id is not null',
  waiting_retry: 'queued.webhook_id = $2 and queued.worker_id is null and queued.attempt_count > 0',
  succeeded: "delivery.status = 'succeeded'",
  dead_lettered: "delivery.ended_without = 'dead_lettered'",
  canceled: "delivery.ended_without = 'canceled'",
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
 *
 * One statement, because the place in the feed is locked until the transaction ends: many resends at once wait for each
 * other's commit and for nothing else.
 */
export async function resendDelivery(
  transaction: Connection,
  owner: Owner,
  id: string,
  limits: { maxAttempts: number },
): Promise<Delivery | undefined> {
  const resent = newId('whd')
  const queued = await named(
    transaction,
    {
      name: 'resend_delivery',
      text: `
        with original as (
          -- The delivery is held too: while it is there, nobody removes its event.
          select delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type from ${ownedDeliveries}
          where delivery.id = $2 for share of endpoint for key share of delivery
        ),
        drawn as (${drawFeedNumbersText('$1', '1', 'from original')}),
        entry as (
          insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
          select $1, before + 1, $3, event_id, event_type, id from original cross join drawn
        ),
        made as (
          insert into webhook_deliveries
            (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
          select $4, $1, webhook_id, event_id, event_type, 'resend', id, $5 from original
          returning id, account_id, webhook_id
        )
        ${enqueueMade} returning id`,
    },
    [owner.account_id, id, newId('evt'), resent, limits.maxAttempts],
  )
  return queued.length === 0 ? undefined : findDelivery(transaction, owner, resent)
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
  limits: { maxAttempts: number },
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
  // More may match by now than were counted: only as many are locked and sent as there are numbers drawn.
  const lastNumber = await drawFeedNumbers(transaction, owner, matched)
  const { queued } = only(
    await named<{ queued: number }>(
      transaction,
      {
        name: 'resend_deliveries',
        text: `
          with held as materialized (
            -- While these deliveries are there, nobody removes their events.
            select id, event_id, event_type from webhook_deliveries
            where id in (select id from (${matching} limit $9) as matching) order by id for key share
          ),
          matching as materialized (select held.*, row_number() over (order by event_id) as place from held),
          entries as (
            insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
            select $1, $7 + place, new_id('evt'), event_id, event_type, id from matching order by place
          ),
          made as (
            insert into webhook_deliveries
              (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
            select new_id('whd'), $1, $2, event_id, event_type, 'resend', id, $8 from matching order by place
            returning id, account_id, webhook_id
          ),
          enqueued as (${enqueueMade} returning 1)
          select count(*)::int as queued from enqueued`,
      },
      [...values, lastNumber, limits.maxAttempts, matched],
    ),
  )
  return { matched_count: matched, queued_count: queued }
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
              where created_at < now() - least($1::int, $2::int) * interval '1 day'
                and finished_at < now() - (case status when 'dead_lettered' then $2 else $1 end) * interval '1 day'
              order by created_at limit $3 for update skip locked
            )) returning 1
          )
          select count(*)::int as purged from purged`,
      },
      [finishedDays, deadLetterDays, limit],
    ),
  ).purged
}
