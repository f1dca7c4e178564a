import type { EventType } from '@generated/contract/enums'
import { newId } from '@svc/runtime/ids'
import { createAccount } from '../src/accounts/accounts.ts'
import { createBusiness } from '../src/accounts/businesses.ts'
import type { Connection, Database } from '../src/connection/database.ts'
import type { Owner } from '../src/connection/records.ts'
import type { ClaimedDelivery, FinishedAttempt } from '../src/webhooks/delivery-queue.ts'
import { createWebhook, type Webhook } from '../src/webhooks/webhook-endpoints.ts'
import { type NewWebhookEvent, publishEvents } from '../src/webhooks/webhook-events.ts'
import { knexOf } from './testing.ts'

/** Account 1 of the demo: a restaurant in Utrecht. */
export async function openRosso(connection: Connection): Promise<Owner> {
  const account = await createAccount(connection, { name: 'Rosso Trattoria', plan: 'growth' })
  const business = await createBusiness(connection, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: 'https://www.rosso-trattoria.nl/',
  })
  return { account_id: account.id, business_id: business.id }
}

/** Account 2 of the demo: a dentist in Leeds. */
export async function openBrightside(connection: Connection): Promise<Owner> {
  const account = await createAccount(connection, { name: 'Brightside Dental', plan: 'starter', api_demo: true })
  const business = await createBusiness(connection, account.id, {
    name: 'Brightside Dental',
    trade: 'dentist',
    city: 'Leeds',
    country: 'GB',
    timezone: 'Europe/London',
    website: null,
  })
  return { account_id: account.id, business_id: business.id }
}

export const everyEventType: EventType[] = [
  'analysis.completed',
  'analysis.failed',
  'report.generated',
  'recommendation.created',
  'webhook.test',
]

/** Creates an endpoint whose secret is not encrypted. */
export async function registerWebhook(
  connection: Connection,
  owner: Owner,
  eventTypes: EventType[] = everyEventType,
): Promise<Webhook> {
  const webhook = await connection.transaction((transaction) =>
    createWebhook(
      transaction,
      owner,
      {
        id: newId('whk'),
        url: 'https://hooks.rosso-trattoria.nl/svc',
        event_types: eventTypes,
        secret: { ciphertext: Buffer.from('sealed'), key_id: 'k1' },
      },
      { max: 1_000 },
    ),
  )
  if (webhook === undefined) throw new Error('The endpoint was not registered.')
  return webhook
}

export function completedEvent(owner: Owner, type: EventType = 'analysis.completed'): NewWebhookEvent {
  const id = newId('evt')
  const data = { business_id: owner.business_id, analysis_id: newId('ana'), competitors_analyzed: 5 }
  const payload = JSON.stringify({ version: 1, id, type, created_at: '2026-11-16T06:00:45.000Z', data })
  return { id, type, payload }
}

/** Publishes in a transaction of its own and returns the events. */
export async function publish(
  connection: Connection,
  owner: Owner,
  count = 1,
  { maxAttempts = 5, type }: { maxAttempts?: number; type?: EventType } = {},
): Promise<NewWebhookEvent[]> {
  const events = Array.from({ length: count }, () => completedEvent(owner, type))
  await connection.transaction((transaction) => publishEvents(transaction, owner, events, { maxAttempts }))
  return events
}

/** Ends the leases and waits of a queue now, as if the time had passed. */
export async function passTime(db: Database, table: 'analyses' | 'webhook_queue'): Promise<void> {
  await knexOf(db)(table)
    .whereNotNull('due_at')
    .update({ due_at: knexOf(db).raw("now() - interval '1 millisecond'") })
}

export const attemptTimings = { dns_ms: 2, connect_ms: 8, tls_ms: 21, first_byte_ms: 80 }

/** A result of an attempt that the receiver accepted. */
export function succeeded(lease: ClaimedDelivery): FinishedAttempt {
  const received = { http_status: 200, error: null, response_excerpt: 'ok', hint: null }
  return { lease, outcome: 'succeeded', duration_ms: 90, phase: 'response', timings: attemptTimings, ...received }
}

/** A result of an attempt that the receiver refused. */
export function failed(lease: ClaimedDelivery): FinishedAttempt {
  const received = {
    http_status: 500,
    error: 'http_status' as const,
    response_excerpt: 'oops',
    hint: 'The receiver returned 500.',
  }
  return { lease, outcome: 'failed', duration_ms: 90, phase: 'response', timings: attemptTimings, ...received }
}
