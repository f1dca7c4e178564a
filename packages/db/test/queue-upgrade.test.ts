import type { Id } from '@svc/runtime/ids'
import { expect, test } from 'vitest'
import type { Owner } from '../src/connection/records.ts'
import { migrations } from '../src/migrations/all.ts'
import { migrate } from '../src/schema/migrate.ts'
import { claimDeliveries, finishAttempts } from '../src/webhooks/delivery-queue.ts'
import { findDelivery } from '../src/webhooks/webhook-deliveries.ts'
import { everyEventType, passTime } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()

const quiet = { debug: () => {}, info: () => {} }
const before = migrations.findIndex(({ name }) => name === '0004-delivery-queue')

test('deliveries from before the queue keep their state, attempts and next attempt, and are delivered', async () => {
  const { db } = database
  await knexOf(db).raw('drop schema public cascade; create schema public')
  await migrate(db, quiet, migrations.slice(0, before))
  // Written as the tables were then; today's stores write and read columns that come later.
  const owner: Owner = { account_id: 'acc_1', business_id: 'biz_1' }
  const { account_id, business_id } = owner
  await knexOf(db)('accounts').insert({ id: account_id, name: 'Rosso Trattoria', plan: 'growth' })
  const place = { name: 'Rosso Trattoria', trade: 'restaurant', country: 'NL', timezone: 'Europe/Amsterdam' }
  await knexOf(db)('businesses').insert({ ...place, id: business_id, account_id, review_stats: '{}' })
  const webhook = { id: 'whk_1', account_id, url: 'https://hooks.rosso-trattoria.nl/svc', event_types: everyEventType }
  await knexOf(db)('webhook_endpoints').insert({
    ...webhook,
    secret_ciphertext: Buffer.from('sealed'),
    secret_key_id: 'k1',
  })
  const payload = '{"version":1}'
  await knexOf(db)('webhook_events').insert({
    id: 'evt_1',
    account_id,
    business_id,
    type: 'analysis.completed',
    payload,
  })
  const later = '2030-01-01T08:00:00.000Z'
  const rows = [
    { id: 'whd_pending', status: 'pending', due_at: later },
    { id: 'whd_leased', status: 'in_progress', attempt_count: 2, interruptions: 1, max_attempts: 6, worker_id: 'dead' },
    { id: 'whd_waiting', status: 'waiting_retry', attempt_count: 1, due_at: later, hint: 'returned 500' },
    { id: 'whd_done', status: 'succeeded', attempt_count: 1, due_at: null, finished_at: later },
    { id: 'whd_dead', status: 'dead_lettered', attempt_count: 5, due_at: null, finished_at: later },
  ]
  for (const row of rows) {
    const common = { account_id, webhook_id: webhook.id, event_id: 'evt_1', event_type: 'analysis.completed' }
    await knexOf(db)('webhook_deliveries').insert({ ...common, origin: 'event', max_attempts: 5, ...row })
  }
  const at = '2026-11-20T08:00:00.000Z'
  await knexOf(db)('webhook_attempts').insert([
    { delivery_id: 'whd_leased', number: 1, started_at: at, outcome: 'interrupted' },
    { delivery_id: 'whd_leased', number: 2, started_at: at, outcome: 'in_progress' },
    { delivery_id: 'whd_waiting', number: 1, started_at: at, outcome: 'failed', error: 'http_status' },
  ])
  await migrate(db, quiet)

  const found = async (id: Id<'whd'>) => findDelivery(db, owner, id)
  expect(await found('whd_pending')).toMatchObject({ status: 'pending', next_attempt_at: later, attempts: [] })
  expect(await found('whd_leased')).toMatchObject({
    status: 'in_progress',
    attempt_count: 2,
    max_attempts: 6,
    next_attempt_at: null,
    attempts: [{ outcome: 'interrupted' }, { outcome: 'in_progress', started_at: at }],
  })
  expect(await found('whd_waiting')).toMatchObject({
    status: 'waiting_retry',
    next_attempt_at: later,
    hint: 'returned 500',
    attempts: [{ outcome: 'failed' }],
  })
  expect(await found('whd_done')).toMatchObject({ status: 'succeeded', finished_at: later, next_attempt_at: null })
  expect(await found('whd_dead')).toMatchObject({ status: 'dead_lettered', attempt_count: 5, max_attempts: 5 })

  await passTime(db, 'webhook_queue')
  const request = { workerId: 'new', limit: 9, leaseMs: 60_000, perGroupMax: 9, perAccountMax: 9 }
  const claimed = await claimDeliveries(db, request)
  expect(claimed.map(({ id, attempt }) => [id, attempt]).sort()).toEqual([
    ['whd_leased', 3],
    ['whd_pending', 1],
    ['whd_waiting', 2],
  ])
  const result = { duration_ms: 9, phase: 'response', error: null, http_status: 204, response_excerpt: null } as const
  const timings = { dns_ms: 1, connect_ms: 1, tls_ms: 1, first_byte_ms: 1 }
  const finished = claimed.map((lease) => ({ lease, outcome: 'succeeded', timings, hint: null, ...result }) as const)
  expect(await finishAttempts(db, finished, { retryDelaysMs: [30_000] })).toHaveLength(3)
  expect(await found('whd_leased')).toMatchObject({
    status: 'succeeded',
    attempt_count: 3,
    max_attempts: 7,
    attempts: [{ outcome: 'interrupted' }, { outcome: 'interrupted' }, { outcome: 'succeeded' }],
  })

  // Attempts are deleted with their delivery, also when the whole account is deleted.
  await knexOf(db)('accounts').delete()
  expect(await knexOf(db)('webhook_attempts')).toEqual([])
})
