import type { EventType, ResendableDeliveryStatus, WebhookDeliveryStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { accountIsEntitled } from '../accounts/entitlement.ts'
import { type Connection, query, type Reader } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import {
  beyondEveryId,
  idBeyond,
  lowestIdSince,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  storableInstant,
} from '../connection/records.ts'
import { maxAttempts } from './delivery-queue.ts'

export type Delivery = Schemas['WebhookDelivery']

/** The row in the queue has the state of an unfinished delivery. The row of the delivery has the result. */
const columns = `
  delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type,
  case when queued.worker_id is not null then 'in_progress' else delivery.status end as status,
  delivery.origin, delivery.resend_of, coalesce(queued.attempt_count, delivery.attempt_count) as attempt_count,
  ${maxAttempts('delivery.max_attempts', 'coalesce(queued.interruptions, delivery.interruptions)')} as max_attempts,
  delivery.created_at, case when queued.worker_id is null then queued.due_at end as next_attempt_at,
  delivery.finished_at,
  (select payload::json from webhook_events where id = delivery.event_id) as payload,
  delivery.hint,
  case when queued.worker_id is not null or queued.id is null then null
       when not (select ${accountIsEntitled} from accounts where id = delivery.account_id) then 'api_not_included'
       when not endpoint.enabled then 'endpoint_disabled' end as held_reason,
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

/**
 * Returns the SQL condition for deliveries whose endpoint belongs to the owner and is not deleted: "the history leaves
 * the API" with the endpoint.
 *
 * @param accountId the placeholder of the owner's account
 */
export function ownedDeliveries(accountId: '$1' | '?'): string {
  return `
    webhook_deliveries as delivery
    join webhook_endpoints as endpoint
      on endpoint.id = delivery.webhook_id and endpoint.account_id = ${accountId} and endpoint.deleted_at is null
    left join webhook_queue as queued on queued.id = delivery.id`
}

export async function findDelivery(connection: Reader, owner: Owner, id: Id<'whd'>): Promise<Delivery | undefined> {
  const [delivery] = await query<Delivery>(
    connection,
    { name: 'find_delivery', text: `select ${columns} from ${ownedDeliveries('$1')} where delivery.id = $2` },
    [owner.account_id, id],
  )
  return delivery
}

interface DeliveryFilter {
  status?: WebhookDeliveryStatus | undefined
  event_type?: EventType | undefined
  /** Inclusive. */
  created_after?: string | undefined
  /** Exclusive. */
  created_before?: string | undefined
}

/**
 * The condition of each status with which a delivery can be resent. Literals, because the planner never matches a
 * parameter with the condition of a partial index.
 */
export const endedAs: Record<ResendableDeliveryStatus, (table: string) => string> = {
  succeeded: (table) => `${table}.status = 'succeeded'`,
  dead_lettered: (table) => `${table}.ended_without = 'dead_lettered'`,
}

/**
 * The condition of each status. Unfinished deliveries are found in the queue, which is short. The other conditions
 * contain literal values, because a parameter never matches the condition of an index.
 */
const ofStatus: Record<WebhookDeliveryStatus, string> = {
  pending: 'queued.webhook_id = :webhookId and queued.worker_id is null and queued.attempt_count = 0',
  in_progress: 'queued.webhook_id = :webhookId and queued.worker_id is not null',
  waiting_retry: 'queued.webhook_id = :webhookId and queued.worker_id is null and queued.attempt_count > 0',
  succeeded: endedAs.succeeded('delivery'),
  dead_lettered: endedAs.dead_lettered('delivery'),
  canceled: "delivery.ended_without = 'canceled'",
}

/**
 * The deliveries of an endpoint, newest first. Empty if the endpoint is not the owner's: call `findWebhook` for the
 * 404.
 */
export async function listDeliveries(
  connection: Reader,
  owner: Owner,
  webhookId: Id<'whk'>,
  filter: PageRequest & DeliveryFilter,
): Promise<Page<Delivery>> {
  const { limit, after, status, event_type: eventType, created_after, created_before } = filter
  const deliveries = queryBuilder
    .select(queryBuilder.raw(columns))
    .from(queryBuilder.raw(ownedDeliveries('?'), [owner.account_id]))
    .where('delivery.webhook_id', webhookId)
    .where('delivery.id', '<', after?.id ?? beyondEveryId)
    .orderBy('delivery.id', 'desc')
    .limit(limit + 1)
  if (status !== undefined) deliveries.whereRaw(ofStatus[status], { webhookId })
  if (eventType !== undefined) deliveries.where('delivery.event_type', eventType)
  if (created_after !== undefined) {
    const from = storableInstant(created_after)
    deliveries
      .where('delivery.created_at', '>=', from)
      .where('delivery.id', '>=', lowestIdSince('whd', Date.parse(from)))
  }
  if (created_before !== undefined) {
    const to = storableInstant(created_before)
    deliveries.where('delivery.created_at', '<', to).where('delivery.id', '<', idBeyond('whd', Date.parse(to)))
  }
  const rows = await runBuilt<Delivery>(connection, deliveries)
  return pageOfRows(rows, limit)
}

/**
 * Deletes up to `limit` deliveries that finished more than `finishedDays` ago, or `deadLetterDays` ago for dead
 * letters, with their attempts. Returns their number.
 */
export function purgeDeliveries(
  connection: Connection,
  { finishedDays, deadLetterDays, limit }: { finishedDays: number; deadLetterDays: number; limit: number },
): Promise<number> {
  const condition = queryBuilder.raw(
    "? and finished_at < now() - (case status when 'dead_lettered' then ?::int else ?::int end) * interval '1 day'",
    [isOlderThan('created_at', Math.min(finishedDays, deadLetterDays)), deadLetterDays, finishedDays],
  )
  return purge(connection, { table: 'webhook_deliveries', condition, oldestFirst: 'created_at', limit })
}
