import type { Role } from '@generated/contract/enums'
import { beforeEach, describe, expect, test } from 'vitest'
import { listUsageEvents } from '../src/accounts/usage-events.ts'
import { type Owner, only } from '../src/connection/records.ts'
import { insertUser } from '../src/credentials/users.ts'
import { claimEmail, dropEmails, emailKinds, removeEmail } from '../src/platform/emails.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type FinishedAttempt,
  finishAttempts,
} from '../src/webhooks/delivery-queue.ts'
import { disableFailingEndpoints } from '../src/webhooks/failing-endpoints.ts'
import { listDeliveries } from '../src/webhooks/webhook-deliveries.ts'
import { deleteWebhook, findWebhook, updateWebhook, type Webhook } from '../src/webhooks/webhook-endpoints.ts'
import { resendDelivery } from '../src/webhooks/webhook-resends.ts'
import { failed, openBrightside, openRosso, passTime, publish, registerWebhook, succeeded } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
let webhook: Webhook
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
const disable = () => disableFailingEndpoints(database.db, { failures, days, limit: 10, emails: false })
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
    resendDelivery(transaction, rosso, original?.id ?? 'whd_', { maxAttempts: 5 }),
  )
  await attempt(failed)
  expect(await disable()).toHaveLength(1)
})

test('further results of an endpoint add no entry to any index of its health', async () => {
  // A page that earlier tests have filled has no room for another version of its rows.
  await knexOf(database.db).raw('vacuum full webhook_endpoint_health')
  await fail(1)
  await publish(database.db, rosso, 3)
  const request = { workerId: 'worker-1', limit: 10, leaseMs: 60_000, perGroupMax: 100, perAccountMax: 100 }
  const claimed = await claimDeliveries(database.db, request)
  await database.db.transaction(async (transaction) => {
    // These counters include earlier work of the connection that it has not reported yet.
    const updatesSoFar = async () => {
      const text = `
        select pg_stat_get_xact_tuples_updated('webhook_endpoint_health'::regclass)::int as updated,
               pg_stat_get_xact_tuples_hot_updated('webhook_endpoint_health'::regclass)::int as heap_only`
      return only(await transaction.execute<{ updated: number; heap_only: number }>({ text }))
    }
    const before = await updatesSoFar()
    for (const lease of claimed) await finishAttempts(transaction, [failed(lease)], { retryDelaysMs: [30_000] })
    expect(await updatesSoFar()).toEqual({ updated: before.updated + 3, heap_only: before.heap_only + 3 })
  })
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

describe('emails about a disabled endpoint', () => {
  /** Disables the endpoint and queues the emails of these members of its account. */
  async function disableWith(...members: [email: string, role: Role][]): Promise<void> {
    for (const [email, role] of members)
      await insertUser(database.db, rosso.account_id, { email, password_hash: '', role })
    await fail(failures)
    await passDays(days)
    await attempt(...Array.from({ length: failures }, () => failed))
    await disableFailingEndpoints(database.db, { failures, days, limit: 10, emails: true })
  }

  const claim = () => claimEmail(database.db, { kinds: emailKinds, retryDelaysMs: [60_000, 3_600_000] })
  const queued = () => knexOf(database.db)('emails')
  const makeDue = () => queued().update({ due_at: knexOf(database.db).fn.now() })

  test('go to each owner and developer of the account, once for each time it is disabled', async () => {
    const { account_id } = await openBrightside(database.db)
    await insertUser(database.db, account_id, { email: 'other@brightside.example', password_hash: '', role: 'owner' })
    await disableWith(
      ['owner@rosso.example', 'owner'],
      ['developer@rosso.example', 'developer'],
      ['viewer@rosso.example', 'viewer'],
    )
    const claimed = [await claim(), await claim(), await claim()]
    expect(claimed.map((email) => email?.email).sort()).toEqual([
      'developer@rosso.example',
      'owner@rosso.example',
      undefined,
    ])
    expect(claimed[0]).toMatchObject({
      webhook_id: webhook.id,
      account_name: 'Rosso Trattoria',
      url: webhook.url,
      failures: 2 * failures,
      last_attempts: Array(3).fill({ started_at: expect.any(String), http_status: 500, error: 'http_status' }),
    })
    for (const email of claimed) if (email) await removeEmail(database.db, email)
    await makeDue()
    expect(await claim()).toBeUndefined()
  })

  test('are due again later and later until they are removed', async () => {
    await disableWith(['owner@rosso.example', 'owner'])
    const waits: number[] = []
    for (let sending = 0; sending < 3; sending++) {
      expect(await claim()).toBeDefined()
      expect(await claim()).toBeUndefined()
      const text = 'select round(extract(epoch from due_at - now()) / 60)::int as minutes from emails'
      waits.push((await knexOf(database.db).raw(text)).rows[0].minutes)
      await makeDue()
    }
    expect(waits).toEqual([1, 60, 60])
  })

  test('are dropped when the endpoint is enabled or deleted, or after days, which is reported', async () => {
    await disableWith(['owner@rosso.example', 'owner'])
    expect(await dropEmails(database.db, { days: 3, resetMinutes: 30 })).toBe(0)
    await queued().update({ created_at: knexOf(database.db).raw("now() - interval '73 hours'") })
    expect(await dropEmails(database.db, { days: 3, resetMinutes: 30 })).toBe(1)
    expect(await queued()).toEqual([])

    const again = async () => {
      await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
      await knexOf(database.db)('webhook_queue').delete()
      await disableWith()
      expect(await queued()).toHaveLength(1)
    }
    await again()
    await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
    expect(await dropEmails(database.db, { days: 3, resetMinutes: 30 })).toBe(0)
    expect(await queued()).toEqual([])

    await again()
    await database.db.transaction((transaction) => deleteWebhook(transaction, rosso, webhook.id))
    expect(await dropEmails(database.db, { days: 3, resetMinutes: 30 })).toBe(0)
    expect(await queued()).toEqual([])
  })

  test('emails are not queued without a mail server', async () => {
    await disableWith(['owner@rosso.example', 'owner'])
    await queued().delete()
    await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
    await knexOf(database.db)('webhook_queue').delete()
    await fail(failures)
    await passDays(days)
    await attempt(...Array.from({ length: failures }, () => failed))
    expect(await disable()).toHaveLength(1)
    expect(await queued()).toEqual([])
  })
})
