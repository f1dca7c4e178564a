import type { WebhookAttemptOutcome, WebhookDeliveryOrigin, WebhookDeliveryStatus } from '@generated/contract/enums'
import { type Id, newId } from '@svc/runtime/ids'
import type { Database } from '../src/connection/database.ts'
import { knexOf } from './testing.ts'

// Named steps of tests that read or change the rows of events, deliveries and endpoints.

/** The deliveries that a step concerns: one, or all of an endpoint. */
type DeliveriesOf = { id: string } | { webhook_id: string }

/** Ends deliveries as the worker does after their last attempt: they leave the queue. */
export async function finishDeliveries(
  db: Database,
  of: DeliveriesOf,
  { status, attempt_count }: { status: 'succeeded' | 'dead_lettered' | 'canceled'; attempt_count?: number },
): Promise<void> {
  const knex = knexOf(db)
  await knex('webhook_queue').where(of).delete()
  await knex('webhook_deliveries')
    .where(of)
    .update({ status, finished_at: knex.fn.now(), ...(attempt_count !== undefined && { attempt_count }) })
}

/** Makes waiting deliveries due now: the schedule follows the clock of the database, which a test cannot set. */
export async function makeDeliveriesDue(db: Database, of: DeliveriesOf): Promise<void> {
  await knexOf(db)('webhook_queue')
    .where(of)
    .update({ due_at: knexOf(db).fn.now() })
}

/** Sets after how many attempts deliveries of an endpoint that exist already are given up. */
export async function limitAttempts(db: Database, webhookId: string, max_attempts: number): Promise<void> {
  await knexOf(db)('webhook_deliveries').where({ webhook_id: webhookId }).update({ max_attempts })
}

/** Replaces the signing secret of an endpoint by bytes that cannot be decrypted. */
export async function breakSigningSecret(db: Database, webhookId: string): Promise<void> {
  await knexOf(db)('webhook_endpoints')
    .where({ id: webhookId })
    .update({ secret_ciphertext: Buffer.alloc(60) })
}

/** Removes every delivery from the queue, as if it had finished long ago. */
export async function emptyDeliveryQueue(db: Database): Promise<void> {
  await knexOf(db)('webhook_queue').delete()
}

/** Returns whether a delivery of an endpoint, or of any, has not succeeded. */
export async function hasUnfinishedDeliveries(db: Database, webhookId?: string): Promise<boolean> {
  const unfinished = knexOf(db)('webhook_deliveries').whereNot({ status: 'succeeded' })
  if (webhookId !== undefined) unfinished.where({ webhook_id: webhookId })
  return (await unfinished.limit(1)).length > 0
}

/** Moves a delivery to another time of its creation, and returns its new id, which contains that time. */
export async function moveDelivery(db: Database, id: string, createdAtMs: number): Promise<Id<'whd'>> {
  const moved = newId('whd', { now: () => createdAtMs })
  await knexOf(db)('webhook_deliveries')
    .where({ id })
    .update({ id: moved, created_at: new Date(createdAtMs) })
  return moved
}

interface StoredDelivery {
  id: Id<'whd'>
  webhook_id: Id<'whk'>
  event_id: Id<'evt'>
  account_id: Id<'acc'>
  status: WebhookDeliveryStatus
  origin: WebhookDeliveryOrigin
  attempt_count: number
  hint: string | null
}

type DeliveryFilter = Partial<Record<'id' | 'webhook_id' | 'event_id' | 'account_id', string>> &
  Partial<Pick<StoredDelivery, 'status' | 'origin'>>

/** Returns the stored deliveries with these values, the oldest first: also those of deleted endpoints. */
export async function storedDeliveries(db: Database, filter: DeliveryFilter = {}): Promise<StoredDelivery[]> {
  return knexOf(db)('webhook_deliveries').where(filter).orderBy('id')
}

interface StoredAttempt {
  delivery_id: Id<'whd'>
  number: number
  outcome: WebhookAttemptOutcome
  started_at: string
}

/** Returns the stored attempts of these deliveries, or of all, in the order of the deliveries and of the attempts. */
export async function storedAttempts(
  db: Database,
  of: Partial<Record<'account_id' | 'webhook_id', string>> = {},
): Promise<StoredAttempt[]> {
  const deliveries = knexOf(db)('webhook_deliveries').where(of).select('id')
  return knexOf(db)('webhook_attempts').whereIn('delivery_id', deliveries).orderBy(['delivery_id', 'number'])
}

/** Returns the ids of all stored events, the oldest first. */
export async function storedEventIds(db: Database): Promise<Id<'evt'>[]> {
  return knexOf(db)('webhook_events').orderBy('id').pluck('id')
}

/** Ends all deliveries of an event in the past, as if the event had been published then. */
export async function finishEventAt(
  db: Database,
  eventId: string,
  { at, status }: { at: string; status: 'succeeded' | 'dead_lettered' },
): Promise<void> {
  const knex = knexOf(db)
  const ofEvent = { event_id: eventId }
  await knex('webhook_queue').whereIn('id', knex('webhook_deliveries').where(ofEvent).select('id')).delete()
  await knex('webhook_deliveries').where(ofEvent).update({ status, finished_at: at, created_at: at })
  await knex('webhook_events').where({ id: eventId }).update({ created_at: at })
  await knex('webhook_feed_entries').where(ofEvent).update({ created_at: at })
}

/** As if the account had lost the API then, and its waiting deliveries had been due since. */
export async function holdDeliveriesSince(db: Database, accountId: string, since: string): Promise<void> {
  await knexOf(db)('accounts').where({ id: accountId }).update({ not_entitled_since: since })
  await knexOf(db)('webhook_queue').where({ account_id: accountId }).update({ due_at: since })
}

interface StoredEndpoint {
  id: Id<'whk'>
  secret_ciphertext: Buffer
  secret_key_id: string
}

/** Returns the stored endpoints with these values: also deleted ones. */
export async function storedEndpoints(
  db: Database,
  filter: Partial<Record<'id' | 'account_id', string>> = {},
): Promise<StoredEndpoint[]> {
  return knexOf(db)('webhook_endpoints').where(filter).orderBy('id')
}

/** Replaces the URL of an endpoint without the checks of the operation. */
export async function setEndpointUrl(db: Database, webhookId: string, url: string): Promise<void> {
  await knexOf(db)('webhook_endpoints').where({ id: webhookId }).update({ url })
}

/** Ends the validity of the previous signing secret of an endpoint at this time. */
export async function endPreviousSecret(db: Database, webhookId: string, at: string): Promise<void> {
  await knexOf(db)('webhook_endpoints').where({ id: webhookId }).update({ previous_secret_expires_at: at })
}

/** Disables endpoints as the service does after too many failures, and returns the fields that it sets. */
export async function disableAsFailing(db: Database, of: { id: string } | { account_id: string }) {
  const disabled = { enabled: false, disabled_reason: 'failing', disabled_at: '2026-11-20T09:12:40.118Z' } as const
  await knexOf(db)('webhook_endpoints').where(of).update(disabled)
  return disabled
}

/** Returns how many attempts have failed since the last success of an endpoint, and since when. */
export async function storedHealth(
  db: Database,
  webhookId: string,
): Promise<{ failures: number; failing_since: string | null } | undefined> {
  return knexOf(db)('webhook_endpoint_health').where({ webhook_id: webhookId }).first()
}

/** As if an endpoint had begun to fail this many days earlier. */
export async function failLonger(db: Database, webhookId: string, days: number): Promise<void> {
  await knexOf(db)('webhook_endpoint_health')
    .where({ webhook_id: webhookId })
    .update({ failing_since: knexOf(db).raw("failing_since - ? * interval '1 day'", [days]) })
}
