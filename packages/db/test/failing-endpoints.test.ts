import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ClaimedDelivery, claimDeliveries, type FinishedAttempt, finishAttempts } from '../src/delivery-queue.ts'
import { disableFailingEndpoints } from '../src/failing-endpoints.ts'
import type { Owner } from '../src/records.ts'
import { listUsageEvents } from '../src/usage-events.ts'
import { listDeliveries } from '../src/webhook-deliveries.ts'
import { findWebhook, updateWebhook, type Webhook } from '../src/webhook-endpoints.ts'
import { resendDelivery } from '../src/webhook-resends.ts'
import { failed, openRosso, passTime, publish, registerWebhook, succeeded } from './fixtures.ts'
import { createTestDatabase, knexOf, type TestDatabase } from './testing.ts'

let database: TestDatabase
let rosso: Owner
let webhook: Webhook
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
  webhook = await registerWebhook(database.db, rosso)
})

/** Claims what is due and records these results of it, in one batch. */
async function attempt(...results: ((lease: ClaimedDelivery) => FinishedAttempt)[]): Promise<void> {
  const request = { workerId: 'worker-1', limit: results.length, leaseMs: 60_000, perGroupMax: 100, perAccountMax: 100 }
  const claimed = await claimDeliveries(database.db, request)
  if (claimed.length !== results.length) throw new Error(`${claimed.length} deliveries were due.`)
  const finished = claimed.map((lease, index) => (results[index] ?? failed)(lease))
  await finishAttempts(database.db, finished, { retryDelaysMs: [30_000] })
}

/** Publishes that many events and makes the first attempt of each. */
async function fail(count: number): Promise<void> {
  await publish(database.db, rosso, count)
  await attempt(...Array.from({ length: count }, () => failed))
}

/** Lets days pass for the health of all endpoints, and makes what waits due: the database has a clock of its own. */
async function passDays(days: number): Promise<void> {
  const earlier = (column: string) => knexOf(database.db).raw("?? - ? * interval '1 day'", [column, days])
  await knexOf(database.db)('webhook_endpoint_health').update({
    failing_since: earlier('failing_since'),
    last_failed_at: earlier('last_failed_at'),
    last_succeeded_at: earlier('last_succeeded_at'),
  })
  await passTime(database.db, 'webhook_queue')
}

const failures = 20
const days = 5
const disable = () => disableFailingEndpoints(database.db, { failures, days, limit: 10 })
const found = () => findWebhook(database.db, rosso, webhook.id)
const events = async () => (await listUsageEvents(database.db, rosso, { limit: 10, type: 'webhook.disabled' })).items

test('an endpoint is disabled after enough failed attempts over enough days, with one usage event', async () => {
  await fail(failures - 1)
  await passDays(days)
  await attempt(...Array.from({ length: failures - 1 }, () => failed))
  expect(await disable()).toMatchObject([{ id: webhook.id, account_id: rosso.account_id, failures: 2 * failures - 2 }])
  const disabled = await found()
  expect(disabled).toMatchObject({
    enabled: false,
    disabled_reason: 'failing',
    disabled_at: expect.any(String),
  })
  expect(await events()).toMatchObject([
    { resource_id: webhook.id, created_at: disabled?.disabled_at, actor: { type: 'system' }, request_id: null },
  ])
  expect(await disable()).toEqual([])
  expect(await events()).toHaveLength(1)
})

test('too few failures, too few days, and a bad hour before days of silence do not disable', async () => {
  await fail(failures - 2)
  await passDays(days)
  await fail(1)
  expect(await disable()).toEqual([])

  await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
  await knexOf(database.db)('webhook_queue').delete()
  await fail(failures * 2)
  await passDays(days - 0.01)
  expect(await disable()).toEqual([])
  // Later than the last failure, which is what counts.
  await passDays(days)
  expect(await disable()).toEqual([])
  await fail(1)
  expect(await disable()).toHaveLength(1)
})

test('a success begins a new count, also one in the same batch', async () => {
  await fail(failures)
  await passDays(days)
  await publish(database.db, rosso, 1)
  await attempt(...Array.from({ length: failures }, () => failed), succeeded)
  await passDays(1)
  await attempt(...Array.from({ length: failures - 1 }, () => failed))
  expect(await disable()).toEqual([])
  expect(await knexOf(database.db)('webhook_endpoint_health').pluck('failures')).toEqual([failures - 1])
})

test('attempts that were interrupted or could not be prepared on our side are not counted; resends are', async () => {
  await fail(failures - 1)
  await passDays(days)
  // The worker dies with its attempts, and another one cannot decrypt the secret.
  const request = { workerId: 'worker-2', limit: 100, leaseMs: 60_000, perGroupMax: 100, perAccountMax: 100 }
  await claimDeliveries(database.db, request)
  await passTime(database.db, 'webhook_queue')
  const unprepared = (lease: ClaimedDelivery) =>
    ({ ...failed(lease), phase: 'prepare', error: null, http_status: null }) as const
  await attempt(...Array.from({ length: failures - 1 }, () => unprepared))
  expect(await disable()).toEqual([])

  const [original] = (await listDeliveries(database.db, rosso, webhook.id, { limit: 1 })).items
  await database.db.transaction((transaction) =>
    resendDelivery(transaction, rosso, original?.id ?? '', { maxAttempts: 5 }),
  )
  await attempt(failed)
  expect(await disable()).toHaveLength(1)
})

test('its deliveries are held until it is enabled, which begins a new count', async () => {
  await fail(failures)
  await passDays(days)
  await attempt(...Array.from({ length: failures }, () => failed))
  await disable()
  await publish(database.db, rosso, 1)
  await passTime(database.db, 'webhook_queue')
  await expect(attempt(succeeded)).rejects.toThrow('0 deliveries were due')
  const { items } = await listDeliveries(database.db, rosso, webhook.id, { limit: 1 })
  expect(items).toMatchObject([{ status: 'pending', held_reason: 'endpoint_disabled', attempts: [] }])

  const enabled = await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
  expect(enabled).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null })
  await attempt(...Array.from({ length: failures + 1 }, () => failed))
  expect(await disable()).toEqual([])
})

test('another URL begins a new count, and other changes do not', async () => {
  await fail(failures)
  await passDays(days)
  await fail(1)
  await updateWebhook(database.db, rosso, webhook.id, { url: 'https://hooks.rosso-trattoria.nl/other' })
  expect(await disable()).toEqual([])

  await fail(failures)
  await passDays(days)
  await fail(1)
  await updateWebhook(database.db, rosso, webhook.id, { description: 'Moved' })
  expect(await disable()).toHaveLength(1)
  const changed = await updateWebhook(database.db, rosso, webhook.id, { description: 'Moved again' })
  expect(changed).toMatchObject({ enabled: false, disabled_reason: 'failing' })
})

test('an endpoint that a person has disabled has no reason and stays without one', async () => {
  await fail(failures)
  await passDays(days)
  await attempt(...Array.from({ length: failures }, () => failed))
  const paused = await updateWebhook(database.db, rosso, webhook.id, { enabled: false })
  expect(paused).toMatchObject({ enabled: false, disabled_reason: null, disabled_at: null })
  expect(await disable()).toEqual([])
  expect(await found()).toEqual(paused)
})

test('workers that look at the same time disable an endpoint once', async () => {
  await fail(failures)
  await passDays(days)
  await attempt(...Array.from({ length: failures }, () => failed))
  const disabled = await Promise.all(Array.from({ length: 8 }, disable))
  expect(disabled.flat()).toHaveLength(1)
  expect(await events()).toHaveLength(1)
})

test('without its usage event an endpoint is not disabled', async () => {
  await fail(failures)
  await passDays(days)
  await attempt(...Array.from({ length: failures }, () => failed))
  const knex = knexOf(database.db)
  await knex.raw("alter table usage_events add constraint refuse check (type <> 'webhook.disabled') not valid")
  await expect(disable()).rejects.toThrow('refuse')
  expect(await found()).toMatchObject({ enabled: true, disabled_reason: null })
  await knex.raw('alter table usage_events drop constraint refuse')
  expect(await disable()).toHaveLength(1)
})
