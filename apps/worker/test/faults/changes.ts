import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@svc/db/database'
import { knexOf } from '@svc/db/testing'
import {
  breakSigningSecret,
  hasUnfinishedDeliveries,
  limitAttempts,
  storedAttempts,
  storedDeliveries,
} from '@svc/db/testing-webhooks'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '@svc/db/webhook-endpoints'
import { resendDelivery } from '@svc/db/webhook-resends'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { eventually, verifies } from '../harness.ts'
import type { Scenario } from './scenario.ts'
import { allSucceeded } from './workers.ts'

/** A worker cannot prepare one delivery. */
export const poisonedRow: Scenario<{ events: number }> = {
  id: 'poisoned-row',
  title: 'a delivery that cannot be prepared becomes a dead letter and blocks no other',
  small: { events: 20 },
  full: { events: 500 },
  async run(context, { events }) {
    const { harness } = context
    const { db } = harness.database
    const poisoned = await context.account()
    const intact = await context.account()
    await breakSigningSecret(db, poisoned.webhookId)
    await harness.publish(poisoned.owner)
    await harness.publish(intact.owner, events)
    harness.work({ WEBHOOK_MAX_ATTEMPTS: '2', WEBHOOK_RETRY_SCHEDULE: '1s' })
    await limitAttempts(db, poisoned.webhookId, 2)
    await eventually('the others to be delivered', async () => !(await hasUnfinishedDeliveries(db, intact.webhookId)))
    const dead = await eventually('the dead letter', async () => {
      const [found] = await storedDeliveries(db, { webhook_id: poisoned.webhookId, status: 'dead_lettered' })
      return found
    })
    assert.equal(dead.attempt_count, 2)
    assert.match(dead.hint ?? '', /could not be prepared/)
    assert.equal(harness.receiver.received.length, events)
    return { poisoned: 1, 'dead letters': 1, delivered: events }
  },
}

/** Many simultaneous resends of one dead letter, while a worker is running. */
export const resendRace: Scenario<{ resends: number }> = {
  id: 'concurrent-resends',
  title: 'each concurrent resend of one dead letter creates one delivery, and the original does not change',
  small: { resends: 50 },
  full: { resends: 100 },
  async run(context, { resends }) {
    const { harness } = context
    const { db } = harness.database
    const account = await context.account()
    context.respond((_, response) => response.writeHead(500).end())
    await harness.publish(account.owner)
    await limitAttempts(db, account.webhookId, 1)
    harness.work()
    const original = await eventually('the dead letter', async () => {
      const [found] = await storedDeliveries(db, { status: 'dead_lettered' })
      return found
    })
    context.respond((_, response) => response.writeHead(204).end())
    // One connection each, so that they compete in the database and not for a pool.
    const many = openDatabase({
      url: harness.database.url,
      applicationName: 'svc-faults',
      poolMax: resends,
      // Without a limit, also for the time to connect.
      statementTimeoutMs: 0,
    })
    const resent = await Promise.all(
      Array.from({ length: resends }, () =>
        many.transaction((transaction) => resendDelivery(transaction, account.owner, original.id, { maxAttempts: 5 })),
      ),
    ).finally(() => many.destroy())
    assert.equal(new Set(resent.map((delivery) => delivery?.id)).size, resends)
    const done = () => storedDeliveries(db, { origin: 'resend', status: 'succeeded' })
    await eventually('all of them', async () => (await done()).length === resends)
    assert.deepEqual(await storedDeliveries(db, { id: original.id }), [original])
    assert.equal(harness.receiver.received.length, resends + 1)
    const bodies = new Set(harness.receiver.received.map(({ body }) => body.toString('latin1')))
    assert.equal(bodies.size, 1)
    return { resends, delivered: resends }
  },
}

/** The secret is rotated repeatedly while deliveries run. */
export const rotationInFlight: Scenario<{ events: number; rotateEveryMs: number; rotations: number }> = {
  id: 'secret-rotated',
  title: 'no attempt that starts after a rotation is signed with an older secret',
  small: { events: 240, rotateEveryMs: 10, rotations: 3 },
  full: { events: 2_000, rotateEveryMs: 200, rotations: 20 },
  async run(context, { events, rotateEveryMs, rotations }) {
    const { harness } = context
    const { db } = harness.database
    const account = await context.account()
    context.respond((_, response) => setTimeout(() => response.writeHead(204).end(), 5))
    const secrets = [{ secret: account.secret, sinceMs: 0 }]
    await harness.publish(account.owner, events)
    harness.work()
    const rotate = async () => {
      const secret = newSigningSecret()
      const sealed = harness.keyring.encrypt('encryption', secret, secretContext(account.webhookId))
      await rotateWebhookSecret(db, account.owner, account.webhookId, sealed)
      secrets.push({ secret, sinceMs: Date.now() })
    }
    let inFlight = 0
    while (!(await allSucceeded(context))) {
      const isOpen = await hasUnfinishedDeliveries(db)
      await rotate()
      if (isOpen) inFlight += 1
      await sleep(rotateEveryMs)
    }
    assert.ok(inFlight >= rotations, `${inFlight} of ${rotations} rotations found deliveries in progress`)
    const started = await storedAttempts(db)
    const startedMs = new Map<string, number>(
      started.map(({ delivery_id, started_at }) => [delivery_id, Date.parse(started_at)]),
    )
    const used = new Set<number>()
    for (const request of harness.receiver.received) {
      const index = secrets.findIndex(({ secret }) => verifies(request, secret))
      assert.ok(index >= 0, 'a signature that matches no secret')
      used.add(index)
      const next = secrets[index + 1]
      // Stored instants have millisecond precision.
      const lateMs = (startedMs.get(String(request.headers['x-svc-delivery-id'])) ?? 0) - (next?.sinceMs ?? Infinity)
      assert.ok(lateMs <= 1, `an attempt that started ${lateMs} ms after a rotation was signed with the old secret`)
    }
    assert.ok(used.size > 1, 'only one secret was ever used')
    return { deliveries: events, rotations: inFlight, 'secrets used': used.size, 'signed with an old one': 0 }
  },
}

/** Endpoints are disabled and deleted while their deliveries run. */
export const removalInFlight: Scenario<{ events: number }> = {
  id: 'endpoints-deleted',
  title:
    'one second after an endpoint is disabled or deleted, no attempt starts; unfinished deliveries are held or canceled',
  small: { events: 200 },
  full: { events: 3_000 },
  async run(context, { events }) {
    const { harness } = context
    const { db } = harness.database
    const [disabled, deleted] = [await context.account(), await context.account()]
    context.respond((_, response) => setTimeout(() => response.writeHead(204).end(), 30))
    await harness.publish(disabled.owner, events)
    await harness.publish(deleted.owner, events)
    harness.work()
    await harness.receiver.arrived(40)
    await updateWebhook(db, disabled.owner, disabled.webhookId, { enabled: false })
    await db.transaction((transaction) => deleteWebhook(transaction, deleted.owner, deleted.webhookId))
    const { rows } = await knexOf(db).raw('select now() as at')
    await sleep(1_300)
    const later = await knexOf(db)('webhook_attempts').where(
      'started_at',
      '>',
      knexOf(db).raw("?::timestamptz + interval '1 second'", [rows[0].at]),
    )
    assert.equal(later.length, 0, 'attempts that started more than a second later')
    const statusesOf = async (webhookId: string) =>
      new Set((await storedDeliveries(db, { webhook_id: webhookId })).map(({ status }) => status))
    assert.deepEqual(await statusesOf(deleted.webhookId), new Set(['canceled', 'succeeded']))
    assert.deepEqual(await statusesOf(disabled.webhookId), new Set(['pending', 'succeeded']))
    const canceled = await storedDeliveries(db, { status: 'canceled' })
    assert.ok(canceled.length > 0)
    return { 'attempts after a second': 0, canceled: canceled.length }
  },
}
