import type { ResendableDeliveryStatus } from '@generated/contract/enums'
import { type Id, newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAccount } from '../src/accounts/accounts.ts'
import { type Owner, only } from '../src/connection/records.ts'
import { claim, extendLeases } from '../src/queue/claim.ts'
import {
  type ClaimedDelivery,
  cancelHeldDeliveries,
  claimDeliveries,
  deadLetterInterruptedDeliveries,
  deliveryQueue,
  type FinishedAttempt,
  finishAttempts,
  releaseDeliveries,
} from '../src/webhooks/delivery-queue.ts'
import { findDelivery, listDeliveries, purgeDeliveries } from '../src/webhooks/webhook-deliveries.ts'
import { deleteWebhook, findWebhook, rotateWebhookSecret, updateWebhook } from '../src/webhooks/webhook-endpoints.ts'
import { listWebhookEvents, publishEvents, publishTestEvent } from '../src/webhooks/webhook-events.ts'
import { type ResendProgress, resendDeliveries, resendDelivery } from '../src/webhooks/webhook-resends.ts'
import {
  attemptTimings,
  completedEvent,
  failed,
  openBrightside,
  openRosso,
  passTime,
  publish,
  registerWebhook,
  succeeded,
} from './fixtures.ts'
import { createTestDatabase, knexOf, lockIsAwaited, type TestDatabase } from './testing.ts'

let database: TestDatabase
let rosso: Owner
let brightside: Owner
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
  brightside = await openBrightside(database.db)
})

const minuteMs = 60_000
const schedule = { retryDelaysMs: [30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs] }

function claimAs(workerId: string, caps: { limit?: number; perGroupMax?: number; perAccountMax?: number } = {}) {
  const request = { workerId, limit: 100, leaseMs: minuteMs, perGroupMax: 100, perAccountMax: 100, ...caps }
  return claimDeliveries(database.db, request)
}

async function claimOne(workerId = 'worker-1'): Promise<ClaimedDelivery> {
  const [delivery, ...others] = await claimAs(workerId)
  if (delivery === undefined || others.length > 0) throw new Error(`Claimed ${others.length + 1} instead of one.`)
  return delivery
}

const finish = (...attempts: FinishedAttempt[]) => finishAttempts(database.db, attempts, schedule)

/** The wait of the only delivery by the clock of the database, rounded to ten seconds. */
async function waitSeconds(): Promise<number | null> {
  const { rows } = await knexOf(database.db).raw(
    'select (extract(epoch from due_at - now()) / 10)::int * 10 as wait_s from webhook_queue',
  )
  return rows[0]?.wait_s ?? null
}

async function allDeliveries(webhookId: Id<'whk'>) {
  return (await listDeliveries(database.db, rosso, webhookId, { limit: 100 })).items
}

describe('publishing', () => {
  test('creates one delivery per endpoint that subscribes to the type, and none if the transaction is rolled back', async () => {
    const all = await registerWebhook(database.db, rosso)
    const reportsOnly = await registerWebhook(database.db, rosso, ['report.generated'])
    const stranger = await registerWebhook(database.db, brightside)
    await publish(database.db, rosso, 2)
    await expect(
      database.db.transaction(async (transaction) => {
        await publishEvents(transaction, rosso, [completedEvent(rosso)], { maxAttempts: 5 })
        throw new Error('The change was refused.')
      }),
    ).rejects.toThrow('refused')

    expect(await allDeliveries(all.id)).toHaveLength(2)
    expect(await allDeliveries(reportsOnly.id)).toEqual([])
    expect((await listDeliveries(database.db, brightside, stranger.id, { limit: 9 })).items).toEqual([])
  })

  test('sends a test only to its endpoint, regardless of its subscriptions', async () => {
    const subscribed = await registerWebhook(database.db, rosso)
    const reportsOnly = await registerWebhook(database.db, rosso, ['report.generated'])
    const event = completedEvent(rosso, 'webhook.test')
    const id = await database.db.transaction((transaction) =>
      publishTestEvent(transaction, rosso, reportsOnly.id, event, { maxAttempts: 5, inFeed: true }),
    )
    expect(await allDeliveries(reportsOnly.id)).toMatchObject([{ id, origin: 'test', event_type: 'webhook.test' }])
    expect(await allDeliveries(subscribed.id)).toEqual([])
  })

  test('creates deliveries with exactly the fields of the contract', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    const [event] = await publish(database.db, rosso)
    const [delivery] = await allDeliveries(webhook.id)
    expect(delivery).toEqual({
      id: expect.stringMatching(/^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      webhook_id: webhook.id,
      event_id: event?.id,
      event_type: 'analysis.completed',
      status: 'pending',
      origin: 'event',
      resend_of: null,
      attempt_count: 0,
      max_attempts: 5,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      next_attempt_at: delivery?.created_at,
      finished_at: null,
      payload: JSON.parse(event?.payload ?? ''),
      hint: null,
      held_reason: null,
      attempts: [],
    })
  })
})

describe('claiming', () => {
  test('returns the exact payload and the current secret', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    const [event] = await publish(database.db, rosso)
    await rotateWebhookSecret(database.db, rosso, webhook.id, { ciphertext: Buffer.from('rotated'), key_id: 'k2' })
    expect(await claimOne()).toMatchObject({
      url: webhook.url,
      payload: event?.payload,
      secret_ciphertext: Buffer.from('rotated'),
      secret_key_id: 'k2',
      attempt: 1,
    })
    expect(await allDeliveries(webhook.id)).toMatchObject([
      {
        status: 'in_progress',
        attempt_count: 1,
        next_attempt_at: null,
        attempts: [{ number: 1, outcome: 'in_progress' }],
      },
    ])
  })

  test('eight concurrent workers claim each delivery exactly once', async () => {
    for (let endpoint = 0; endpoint < 5; endpoint++) await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 60)
    const worker = async (name: string) => {
      const ids: string[] = []
      for (
        let claimed = await claimAs(name, { limit: 7 });
        claimed.length > 0;
        claimed = await claimAs(name, { limit: 7 })
      ) {
        ids.push(...claimed.map((delivery) => delivery.id))
        await finish(...claimed.map(succeeded))
      }
      return ids
    }
    const claimed = (await Promise.all(Array.from({ length: 8 }, (_, n) => worker(`worker-${n}`)))).flat()
    expect(claimed).toHaveLength(300)
    expect(new Set(claimed).size).toBe(300)
  })

  test('an endpoint with a long queue does not delay the others', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 100)
    await registerWebhook(database.db, brightside)
    await publish(database.db, brightside, 3)
    const claimed = await claimAs('worker-1', { limit: 10 })
    expect(claimed.filter((delivery) => delivery.account_id === brightside.account_id)).toHaveLength(3)
  })

  test('the caps per endpoint and per account hold over all workers', async () => {
    const first = await registerWebhook(database.db, rosso)
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 20)
    const caps = { perGroupMax: 5, perAccountMax: 8 }
    const claimed = (await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claimAs(worker, caps)))).flat()
    expect(claimed).toHaveLength(8)
    expect(claimed.filter((delivery) => delivery.webhook_id === first.id).length).toBeLessThanOrEqual(5)
    await finish(...claimed.slice(0, 3).map(succeeded))
    expect(await claimAs('e', caps)).toHaveLength(3)
  })

  test('a claim sees the rows of the claim before it, so that two concurrent claims never exceed a cap', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 20)
    const caps = { perGroupMax: 5, perAccountMax: 5 }
    let second: Promise<ClaimedDelivery[]> = Promise.resolve([])
    await database.db.transaction(async (transaction) => {
      await claim(transaction, deliveryQueue, { workerId: 'worker-1', limit: 4, leaseMs: minuteMs, ...caps })
      second = claimAs('worker-2', caps)
      await lockIsAwaited(database.db)
    })
    expect(await second).toHaveLength(1)
  })

  test('rows locked by another transaction are skipped without waiting', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 2)
    await knexOf(database.db).transaction(async (other) => {
      const [locked] = await other('webhook_queue').limit(1).forUpdate().pluck('id')
      const claimed = await claimAs('worker-1')
      expect(claimed).toHaveLength(1)
      expect(claimed.map(({ id }) => id)).not.toContain(locked)
    })
    expect(await claimAs('worker-1')).toHaveLength(1)
  })

  test('deliveries of a disabled endpoint are neither claimed nor failed until it is enabled', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await updateWebhook(database.db, rosso, webhook.id, { enabled: false })
    await publish(database.db, rosso)
    expect(await claimAs('worker-1')).toEqual([])
    expect(await allDeliveries(webhook.id)).toMatchObject([
      { status: 'pending', attempt_count: 0, held_reason: 'endpoint_disabled' },
    ])
    await updateWebhook(database.db, rosso, webhook.id, { enabled: true })
    expect(await claimAs('worker-1')).toHaveLength(1)
    expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'in_progress', held_reason: null }])
  })
})

describe('an account without the API', () => {
  const setPlan = (plan: 'starter' | 'growth') => updateAccount(database.db, rosso.account_id, { plan })
  const cancelHeld = () => cancelHeldDeliveries(database.db, { days: 30, limit: 100 })

  /** As if the delivery and the loss of the entitlement were this old. */
  async function age({ dueDays, notEntitledDays }: { dueDays: number; notEntitledDays: number }) {
    const ago = (days: number) => knexOf(database.db).raw("now() - ? * interval '1 day'", [days])
    await knexOf(database.db)('webhook_queue').update({ due_at: ago(dueDays) })
    await knexOf(database.db)('accounts')
      .where({ id: rosso.account_id })
      .update({ not_entitled_since: ago(notEntitledDays) })
  }

  test('an account without the API has its deliveries held, and they continue when the entitlement returns', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    await finish(failed(await claimOne()))
    await setPlan('starter')
    await publish(database.db, rosso)
    await passTime(database.db, 'webhook_queue')

    expect(await claimAs('worker-1')).toEqual([])
    expect(await cancelHeld()).toBe(0)
    const held = { held_reason: 'api_not_included', finished_at: null }
    expect(await allDeliveries(webhook.id)).toMatchObject([
      { ...held, status: 'pending', attempt_count: 0 },
      { ...held, status: 'waiting_retry', attempt_count: 1, hint: 'The receiver returned 500.' },
    ])
    expect((await listWebhookEvents(database.db, rosso, { limit: 10 })).items).toHaveLength(2)

    await updateAccount(database.db, rosso.account_id, { api_demo: true })
    expect((await claimAs('worker-1')).map(({ attempt }) => attempt).sort()).toEqual([1, 2])
  })

  test('gets the result of an attempt that was in progress', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const claimed = await claimOne()
    await setPlan('starter')
    expect(await finish(succeeded(claimed))).toHaveLength(1)
    expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'succeeded', held_reason: null }])
  })

  test('the held deliveries of an account without the API are canceled after the retention', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 2)
    await setPlan('starter')
    await age({ dueDays: 31, notEntitledDays: 29 })
    expect(await cancelHeld()).toBe(0)
    await age({ dueDays: 29, notEntitledDays: 31 })
    expect(await cancelHeld()).toBe(0)
    await age({ dueDays: 31, notEntitledDays: 31 })
    expect(await cancelHeldDeliveries(database.db, { days: 30, limit: 1 })).toBe(1)
    expect(await cancelHeld()).toBe(1)
    expect(await allDeliveries(webhook.id)).toMatchObject([
      { status: 'canceled', held_reason: null, next_attempt_at: null },
      { status: 'canceled', held_reason: null, next_attempt_at: null },
    ])
  })

  test('counts how long it has been without the API from the last change to such a plan', async () => {
    const since = async () =>
      (await knexOf(database.db)('accounts').where({ id: rosso.account_id }).first()).not_entitled_since
    expect(await since()).toBeNull()
    await setPlan('starter')
    await age({ dueDays: 0, notEntitledDays: 3 })
    const first = await since()
    await setPlan('starter')
    expect(await since()).toEqual(first)
    await setPlan('growth')
    expect(await since()).toBeNull()
  })

  test('keeps deliveries of a disabled endpoint while it is entitled', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await updateWebhook(database.db, rosso, webhook.id, { enabled: false })
    await publish(database.db, rosso)
    await age({ dueDays: 31, notEntitledDays: 31 })
    expect(await cancelHeld()).toBe(0)
  })
})

describe('finishing', () => {
  test('any success ends the delivery and is shown on the endpoint', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const finished = await finish(succeeded(await claimOne()))
    expect(finished).toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
    const [delivery] = await allDeliveries(webhook.id)
    expect(delivery).toMatchObject({ status: 'succeeded', hint: null })
    expect(delivery?.attempts).toEqual([
      {
        number: 1,
        started_at: expect.any(String),
        duration_ms: 90,
        outcome: 'succeeded',
        phase: 'response',
        error: null,
        http_status: 200,
        timings: attemptTimings,
        response_excerpt: 'ok',
      },
    ])
    expect(await findWebhook(database.db, rosso, webhook.id)).toMatchObject({
      last_succeeded_at: delivery?.finished_at,
      last_failed_at: null,
    })
  })

  test('failures wait 30 s, 2 min, 10 min and 1 h by the clock of the database; the fifth is the last', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const waits: (number | null)[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      await finish(failed(await claimOne()))
      expect(await claimAs('worker-1')).toEqual([])
      waits.push(await waitSeconds())
      await passTime(database.db, 'webhook_queue')
    }
    expect(waits).toEqual([30, 120, 600, 3600, null])
    const [dead] = await allDeliveries(webhook.id)
    expect(dead).toMatchObject({ status: 'dead_lettered', attempt_count: 5, hint: 'The receiver returned 500.' })
    expect(dead?.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5])
    expect(await claimAs('worker-1')).toEqual([])
  })

  test('a success adds no entry to any index of the deliveries', async () => {
    await registerWebhook(database.db, rosso)
    // A page that earlier tests have filled has no room for another version of its rows.
    await knexOf(database.db).raw('vacuum full webhook_deliveries')
    await publish(database.db, rosso, 5)
    const claimed = await claimAs('worker-1')
    await database.db.transaction(async (transaction) => {
      // These counters include earlier work of the connection that it has not reported yet.
      const updatesSoFar = async () => {
        const text = `
          select pg_stat_get_xact_tuples_updated('webhook_deliveries'::regclass)::int as updated,
                 pg_stat_get_xact_tuples_hot_updated('webhook_deliveries'::regclass)::int as heap_only`
        return only(await transaction.execute<{ updated: number; heap_only: number }>({ text }))
      }
      const before = await updatesSoFar()
      await finishAttempts(transaction, claimed.map(succeeded), schedule)
      const after = await updatesSoFar()
      expect(after).toEqual({ updated: before.updated + 5, heap_only: before.heap_only + 5 })
    })
  })

  test('any response of a receiver can be recorded', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    await finish({ ...failed(await claimOne()), response_excerpt: 'nul \0, half a pair \ud800, \\u0000 and "quotes"' })
    const [delivery] = await allDeliveries(webhook.id)
    expect(delivery?.attempts[0]?.response_excerpt).toBe('nul \ufffd, half a pair \ufffd, \\u0000 and "quotes"')
  })
})

describe('a worker that dies', () => {
  test('loses its delivery when the lease ends, and its late result is dropped', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const lost = await claimOne('worker-1')
    await passTime(database.db, 'webhook_queue')
    const reclaimed = await claimOne('worker-2')
    expect(reclaimed.attempt).toBe(2)

    expect(await finish(failed(lost))).toEqual([])
    expect(await extendLeases(database.db, deliveryQueue, [lost, reclaimed], minuteMs)).toEqual(new Set([reclaimed.id]))
    expect(await finish(succeeded(reclaimed))).toMatchObject([{ status: 'succeeded' }])
    const [delivery] = await allDeliveries(webhook.id)
    expect(delivery?.attempts.map((attempt) => attempt.outcome)).toEqual(['interrupted', 'succeeded'])
  })

  test('a worker cannot finish one of its own earlier attempts', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    const stalled = await claimOne('worker-1')
    await passTime(database.db, 'webhook_queue')
    const again = await claimOne('worker-1')
    expect(await finish(failed(stalled))).toEqual([])
    expect(await finish(succeeded(again))).toMatchObject([{ status: 'succeeded' }])
  })

  test('consumes neither an attempt nor a delay of the schedule', async () => {
    await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 1, { maxAttempts: 2 })
    await claimOne('worker-1')
    await passTime(database.db, 'webhook_queue')
    const reclaimed = await claimOne('worker-2')
    expect(reclaimed).toMatchObject({ attempt: 2 })
    expect(await finish(failed(reclaimed))).toMatchObject([{ status: 'waiting_retry' }])
    expect(await waitSeconds()).toBe(30)
  })

  test('ten times ends the delivery as a dead letter, which is reported once', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(await deadLetterInterruptedDeliveries(database.db, { limit: 10 })).toEqual([])
      await claimOne(`worker-${attempt}`)
      await passTime(database.db, 'webhook_queue')
    }
    expect(await claimAs('worker-11')).toEqual([])
    expect(await deadLetterInterruptedDeliveries(database.db, { limit: 10 })).toMatchObject([
      { status: 'dead_lettered' },
    ])
    expect(await deadLetterInterruptedDeliveries(database.db, { limit: 10 })).toEqual([])
    const [delivery] = await allDeliveries(webhook.id)
    expect(delivery).toMatchObject({ status: 'dead_lettered', attempt_count: 10, max_attempts: 10 })
    expect(delivery?.attempts.every((attempt) => attempt.outcome === 'interrupted')).toBe(true)
  })

  test('a worker that shuts down releases deliveries that it has not begun', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso)
    await releaseDeliveries(database.db, [await claimOne('worker-1')])
    expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'pending', attempt_count: 0, attempts: [] }])
    const again = await claimOne('worker-2')
    expect(again).toMatchObject({ attempt: 1 })
    await finish(failed(again))
    await passTime(database.db, 'webhook_queue')
    await releaseDeliveries(database.db, [await claimOne('worker-2')])
    expect(await allDeliveries(webhook.id)).toMatchObject([
      { status: 'waiting_retry', attempt_count: 1, attempts: [{ outcome: 'failed' }] },
    ])
  })
})

describe('deleting an endpoint', () => {
  test('cancels unfinished deliveries, drops late results and removes the history from the API', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 2)
    const [inProgress] = await claimAs('worker-1', { limit: 1 })
    if (inProgress === undefined) throw new Error('Nothing was claimed.')
    expect(await database.db.transaction((transaction) => deleteWebhook(transaction, rosso, webhook.id))).toBe(true)

    expect(await finish(succeeded(inProgress))).toEqual([])
    expect(await claimAs('worker-1')).toEqual([])
    expect(await knexOf(database.db)('webhook_deliveries').distinct('status')).toEqual([{ status: 'canceled' }])
    expect(await findDelivery(database.db, rosso, inProgress.id)).toBeUndefined()
    expect(await findWebhook(database.db, rosso, webhook.id)).toBeUndefined()
    expect(await database.db.transaction((transaction) => deleteWebhook(transaction, rosso, webhook.id))).toBe(false)
  })

  test('during a publication cancels the deliveries of that publication', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    let deleting = Promise.resolve(false)
    await database.db.transaction(async (transaction) => {
      await publishEvents(transaction, rosso, [completedEvent(rosso)], { maxAttempts: 5 })
      deleting = database.db.transaction((other) => deleteWebhook(other, rosso, webhook.id))
      await lockIsAwaited(database.db)
    })
    expect(await deleting).toBe(true)
    expect(await knexOf(database.db)('webhook_deliveries').pluck('status')).toEqual(['canceled'])
  })
})

describe('resending', () => {
  async function deadLetters(count: number) {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, count, { maxAttempts: 1 })
    await finish(...(await claimAs('worker-1')).map(failed))
    return webhook
  }

  test('creates a new delivery of the same event and does not change the original', async () => {
    const webhook = await deadLetters(1)
    const [original] = await allDeliveries(webhook.id)
    if (original === undefined) throw new Error('No delivery is a dead letter.')
    const resent = await database.db.transaction((transaction) =>
      resendDelivery(transaction, rosso, original.id, { maxAttempts: 5 }),
    )
    expect(resent).toMatchObject({
      origin: 'resend',
      resend_of: original.id,
      event_id: original.event_id,
      payload: original.payload,
      status: 'pending',
      attempt_count: 0,
      max_attempts: 5,
    })
    expect(await findDelivery(database.db, rosso, original.id)).toEqual(original)
  })

  test('fifty times concurrently creates fifty deliveries', async () => {
    const webhook = await deadLetters(1)
    const [original] = await allDeliveries(webhook.id)
    const ids = await Promise.all(
      Array.from({ length: 50 }, () =>
        database.db.transaction((transaction) =>
          resendDelivery(transaction, rosso, original?.id ?? 'whd_', { maxAttempts: 5 }),
        ),
      ),
    )
    expect(new Set(ids.map((delivery) => delivery?.id)).size).toBe(50)
    expect(await allDeliveries(webhook.id)).toHaveLength(51)
  })

  const anyPeriod = { since: '2020-01-01T00:00:00Z', until: '9999-12-31T23:59:60Z' }
  const deadLetterRequest = { ...anyPeriod, statuses: ['dead_lettered' as const], dry_run: false }

  test('bulk: a dry run only counts, and a resend sends each event once', async () => {
    const webhook = await deadLetters(3)
    const resend = (dryRun: boolean) =>
      resendDeliveries(database.db, rosso, webhook.id, { ...deadLetterRequest, dry_run: dryRun }, { maxAttempts: 1 })

    expect(await resend(true)).toEqual({ matched_count: 3, queued_count: 0 })
    expect(await allDeliveries(webhook.id)).toHaveLength(3)
    expect(await resend(false)).toEqual({ matched_count: 3, queued_count: 3 })
    await finish(...(await claimAs('worker-1')).map(failed))
    // Now every event has two dead letters.
    expect(await resend(false)).toEqual({ matched_count: 3, queued_count: 3 })
  })

  test('bulk: batches are committed one after another, the oldest event first', async () => {
    const webhook = await deadLetters(5)
    const originals = (await allDeliveries(webhook.id)).map(({ event_id }) => event_id).reverse()
    const committed: number[] = []
    const counts = await resendDeliveries(database.db, rosso, webhook.id, deadLetterRequest, {
      maxAttempts: 1,
      batch: 2,
      onBatch: async () => void committed.push((await allDeliveries(webhook.id)).length - 5),
    })
    expect(counts).toEqual({ matched_count: 5, queued_count: 5 })
    expect(committed).toEqual([0, 2, 4])
    const resent = (await allDeliveries(webhook.id)).filter(({ origin }) => origin === 'resend')
    expect(resent.map(({ event_id }) => event_id).reverse()).toEqual(originals)
  })

  test('an interrupted bulk resend continues at the same position and sends no event twice', async () => {
    const webhook = await deadLetters(5)
    let reached: ResendProgress | null = null
    const resend = (breakAfter: number) =>
      resendDeliveries(database.db, rosso, webhook.id, deadLetterRequest, {
        maxAttempts: 1,
        batch: 2,
        reached,
        async onBatch(_transaction, progress) {
          if (progress.queued_count > breakAfter) throw new Error('The connection was lost.')
          reached = progress
        },
      })
    await expect(resend(2)).rejects.toThrow('lost')
    expect(reached).toMatchObject({ matched_count: 2, queued_count: 2 })
    // The resent deliveries have failed by now, but they are not resent again.
    await finish(...(await claimAs('worker-1')).map(failed))

    expect(await resend(5)).toEqual({ matched_count: 5, queued_count: 5 })
    const resent = (await allDeliveries(webhook.id)).filter(({ origin }) => origin === 'resend')
    expect(new Set(resent.map(({ event_id }) => event_id)).size).toBe(5)
    expect(resent).toHaveLength(5)
  })

  test('bulk: the feed numbers have no gaps, although a delivery is purged concurrently', async () => {
    const webhook = await deadLetters(3)
    let resending: Promise<unknown> | undefined
    await knexOf(database.db).transaction(async (purging) => {
      const [first] = await allDeliveries(webhook.id)
      await purging('webhook_deliveries').where({ id: first?.id }).delete()
      resending = resendDeliveries(database.db, rosso, webhook.id, deadLetterRequest, { maxAttempts: 1 })
      await lockIsAwaited(database.db)
    })
    expect(await resending).toEqual({ matched_count: 3, queued_count: 2 })
    await publish(database.db, rosso)
    const numbers = knexOf(database.db)('webhook_feed_entries')
      .where({ account_id: rosso.account_id })
      .orderBy('number')
    expect(await numbers.pluck('number')).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('bulk: deliveries that start to match during the resend are neither sent nor locked', async () => {
    const webhook = await deadLetters(2)
    await publish(database.db, rosso, 3, { maxAttempts: 1 })
    const inProgress = await claimAs('worker-2')
    let unlocked: string[] | undefined
    const options = {
      maxAttempts: 1,
      batch: 2,
      async onBatch() {
        // Queried on another connection while the first batch holds its locks.
        unlocked ??= await knexOf(database.db)('webhook_deliveries').orderBy('id').forUpdate().skipLocked().pluck('id')
      },
    }
    let resending: ReturnType<typeof resendDeliveries> | undefined
    await knexOf(database.db).transaction(async (publishing) => {
      await publishing('webhook_feeds').where({ account_id: rosso.account_id }).forUpdate()
      resending = resendDeliveries(database.db, rosso, webhook.id, deadLetterRequest, options)
      // When it waits for its numbers in the feed, it has searched for matches.
      await lockIsAwaited(database.db)
      await finish(...inProgress.map(failed))
    })
    expect(await resending).toEqual({ matched_count: 2, queued_count: 2 })
    expect(unlocked).toEqual(inProgress.map(({ id }) => id).sort())
  })

  test('bulk: only the requested period, types and statuses', async () => {
    const webhook = await deadLetters(2)
    const count = async (narrower: object) => {
      const request = { ...deadLetterRequest, ...narrower, dry_run: true }
      return (await resendDeliveries(database.db, rosso, webhook.id, request, { maxAttempts: 5 })).matched_count
    }
    expect(await count({})).toBe(2)
    expect(await count({ event_types: ['report.generated'] })).toBe(0)
    expect(await count({ statuses: ['succeeded'] })).toBe(0)
    expect(await count({ statuses: ['succeeded', 'dead_lettered'] })).toBe(2)
    expect(await count({ until: anyPeriod.since })).toBe(0)
  })

  test('bulk: the order of the requested statuses makes no difference, also on one connection', async () => {
    const webhook = await deadLetters(2)
    await database.db.transaction(async (transaction) => {
      const orders: ResendableDeliveryStatus[][] = [
        ['succeeded', 'dead_lettered'],
        ['dead_lettered', 'succeeded'],
        ['dead_lettered', 'dead_lettered'],
      ]
      for (const dry_run of [true, false]) {
        for (const statuses of orders) {
          const request = { ...deadLetterRequest, statuses, dry_run }
          const { matched_count } = await resendDeliveries(transaction, rosso, webhook.id, request, { maxAttempts: 5 })
          expect(matched_count, statuses.join()).toBe(2)
        }
      }
    })
  })
})

describe('listing', () => {
  test('filters by status and type, newest first, and returns each delivery on exactly one page', async () => {
    const webhook = await registerWebhook(database.db, rosso)
    await publish(database.db, rosso, 3, { type: 'report.generated' })
    await publish(database.db, rosso, 4)
    await finish(...(await claimAs('worker-1', { limit: 2 })).map(succeeded))

    const filtered = (filter: object) => listDeliveries(database.db, rosso, webhook.id, { limit: 100, ...filter })
    expect((await filtered({ status: 'succeeded' })).items).toHaveLength(2)
    expect((await filtered({ event_type: 'report.generated' })).items).toHaveLength(3)
    expect((await filtered({ status: 'pending', event_type: 'webhook.test' })).items).toEqual([])

    const all = (await filtered({})).items.map((delivery) => delivery.id)
    expect(all).toEqual([...all].sort().reverse())
    const first = await listDeliveries(database.db, rosso, webhook.id, { limit: 4 })
    const second = await listDeliveries(database.db, rosso, webhook.id, { limit: 4, after: first.next ?? undefined })
    expect([...first.items, ...second.items].map((delivery) => delivery.id)).toEqual(all)
    expect(second.next).toBeNull()
  })
})

test('an account cannot read, resend or delete deliveries of another', async () => {
  const webhook = await registerWebhook(database.db, rosso)
  await publish(database.db, rosso, 1, { maxAttempts: 1 })
  await finish(failed(await claimOne()))
  const [delivery] = await allDeliveries(webhook.id)
  if (delivery === undefined) throw new Error('The endpoint has no delivery.')
  await database.db.transaction(async (transaction) => {
    expect(await findDelivery(transaction, brightside, delivery.id)).toBeUndefined()
    expect((await listDeliveries(transaction, brightside, webhook.id, { limit: 9 })).items).toEqual([])
    expect(await resendDelivery(transaction, brightside, delivery.id, { maxAttempts: 5 })).toBeUndefined()
    const everything = { since: '2020-01-01T00:00:00Z', statuses: ['dead_lettered' as const], dry_run: false }
    expect(await resendDeliveries(transaction, brightside, webhook.id, everything, { maxAttempts: 5 })).toEqual({
      matched_count: 0,
      queued_count: 0,
    })
    const event = completedEvent(brightside, 'webhook.test')
    expect(
      await publishTestEvent(transaction, brightside, webhook.id, event, { maxAttempts: 5, inFeed: true }),
    ).toBeUndefined()
    expect(await findWebhook(transaction, brightside, webhook.id)).toBeUndefined()
    expect(await updateWebhook(transaction, brightside, webhook.id, { enabled: false })).toBeUndefined()
    expect(await deleteWebhook(transaction, brightside, webhook.id)).toBe(false)
    const secret = { ciphertext: Buffer.from('stolen'), key_id: 'k1' }
    expect(await rotateWebhookSecret(transaction, brightside, webhook.id, secret)).toBeUndefined()
  })
  expect(await allDeliveries(webhook.id)).toEqual([delivery])
  expect(await findDelivery(database.db, rosso, newId('whd'))).toBeUndefined()
})

test('finished deliveries are purged after 30 days, dead letters after 90, and unfinished ones never', async () => {
  const webhook = await registerWebhook(database.db, rosso)
  await publish(database.db, rosso, 4, { maxAttempts: 1 })
  const [first, second, third] = await claimAs('worker-1', { limit: 3 })
  if (!first || !second || !third) throw new Error('Too few were claimed.')
  await finish(succeeded(first), succeeded(second), failed(third))
  await knexOf(database.db).raw(
    "update webhook_deliveries set created_at = created_at - interval '31 days', finished_at = finished_at - interval '31 days'",
  )

  const purge = () => purgeDeliveries(database.db, { finishedDays: 30, deadLetterDays: 90, limit: 1 })
  expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0])
  expect((await allDeliveries(webhook.id)).map((delivery) => delivery.status).sort()).toEqual([
    'dead_lettered',
    'pending',
  ])
  await knexOf(database.db).raw(
    "update webhook_deliveries set created_at = created_at - interval '60 days', finished_at = finished_at - interval '60 days'",
  )
  expect([await purge(), await purge()]).toEqual([1, 0])
})
