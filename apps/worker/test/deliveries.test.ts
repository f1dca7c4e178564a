import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { claimDeliveries, finishAttempts } from '@svc/db/delivery-queue'
import type { Owner } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { terminateConnections } from '@svc/db/testing-faults'
import {
  breakSigningSecret,
  endPreviousSecret,
  limitAttempts,
  makeDeliveriesDue,
  storedAttempts,
  storedDeliveries,
} from '@svc/db/testing-webhooks'
import { listUsageEvents } from '@svc/db/usage-events'
import { type Delivery, listDeliveries } from '@svc/db/webhook-deliveries'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '@svc/db/webhook-endpoints'
import { resendDelivery } from '@svc/db/webhook-resends'
import type { Id } from '@svc/runtime/ids'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import type { Received } from '@svc/webhooks/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Harness, hosts, standardSignatures, startHarness, verifies } from './harness.ts'

let harness: Harness
let respond: (request: Received, response: ServerResponse) => void
const succeed = (_: Received, response: ServerResponse) => response.writeHead(204).end()
const fail = (_: Received, response: ServerResponse) => response.writeHead(500).end('out of order')
const hang = () => {}

beforeAll(async () => {
  harness = await startHarness((request, response) => respond(request, response))
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const finalStates = ['succeeded', 'dead_lettered', 'canceled']

async function deliveries(owner: Owner, webhookId: Id<'whk'>): Promise<Delivery[]> {
  const { items } = await listDeliveries(harness.database.db, owner, webhookId, { limit: 100 })
  return items
}

async function only(owner: Owner, webhookId: Id<'whk'>): Promise<Delivery> {
  const [delivery] = await deliveries(owner, webhookId)
  if (!delivery) throw new Error('The endpoint has no delivery.')
  return delivery
}

const settled = (owner: Owner, webhookId: Id<'whk'>) =>
  eventually('a final state', async () => {
    const delivery = await only(owner, webhookId)
    return finalStates.includes(delivery.status) && delivery
  })

const skipWait = (id: string) => makeDeliveriesDue(harness.database.db, { id })

describe('a delivery', () => {
  test('arrives signed as the interface defines, and its record shows the attempt', async () => {
    respond = succeed
    const owner = await harness.owner()
    const { id, secret } = await harness.subscribe(owner)
    const [eventId] = await harness.publish(owner)
    harness.work()
    const [request] = await harness.receiver.arrived(1)
    if (!request) throw new Error('Nothing arrived.')
    expect(verifies(request, secret)).toBe(true)
    expect(verifies(request, newSigningSecret())).toBe(false)
    const delivery = await settled(owner, id)
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event-type': 'analysis.completed',
      'x-svc-event-id': eventId,
      'x-svc-delivery-id': delivery.id,
      'webhook-id': eventId,
    })
    expect(JSON.parse(request.body.toString())).toEqual(delivery.payload)
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1, next_attempt_at: null, hint: null })
    expect(delivery.attempts).toMatchObject([
      { number: 1, outcome: 'succeeded', phase: 'response', http_status: 204, error: null },
    ])
  })

  test('is signed with the current secret: after a rotation never with the old one', async () => {
    respond = succeed
    const owner = await harness.owner()
    const { id, secret: oldSecret } = await harness.subscribe(owner)
    const newSecret = newSigningSecret()
    await harness.publish(owner)
    await rotateWebhookSecret(
      harness.database.db,
      owner,
      id,
      harness.keyring.encrypt('encryption', newSecret, secretContext(id)),
    )
    harness.work()
    const [request] = await harness.receiver.arrived(1)
    expect(request && verifies(request, newSecret)).toBe(true)
    expect(request && verifies(request, oldSecret)).toBe(false)
  })

  test('is signed with the previous secret as well, in the header of Standard Webhooks, until the overlap ends', async () => {
    respond = succeed
    const owner = await harness.owner()
    const { id, secret: oldSecret } = await harness.subscribe(owner)
    const newSecret = newSigningSecret()
    const sealed = harness.keyring.encrypt('encryption', newSecret, secretContext(id))
    await rotateWebhookSecret(harness.database.db, owner, id, sealed, { keep_previous_for: 3_600 })
    harness.work()
    await harness.publish(owner)
    const [during] = await harness.receiver.arrived(1)
    if (!during) throw new Error('Nothing arrived')
    expect([newSecret, oldSecret].map((secret) => verifies(during, secret))).toEqual([true, false])
    expect(during.headers['webhook-signature']).toBe(standardSignatures(during, [newSecret, oldSecret]))

    await endPreviousSecret(harness.database.db, id, '2026-01-01T00:00:00Z')
    await harness.publish(owner)
    const [, after] = await harness.receiver.arrived(2)
    if (!after) throw new Error('Nothing arrived')
    expect(after.headers['webhook-signature']).toBe(standardSignatures(after, [newSecret]))
  })
})

describe('"failures are retried on a fixed schedule"', () => {
  test.each([
    [5, [30, 120, 600, 3600]],
    [6, [30, 120, 600, 3600, 21_600]],
  ])('%i attempts in total, then it is dead-lettered and stays visible', async (maxAttempts, waits) => {
    respond = fail
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    const db = harness.database.db
    await harness.publish(owner)
    // The worker of this test has another setting; the one of the delivery applies.
    await limitAttempts(db, id, maxAttempts)
    harness.work({ WEBHOOK_MAX_ATTEMPTS: String(maxAttempts) })
    for (const [index, seconds] of waits.entries()) {
      const waiting = await eventually(`failure ${index + 1}`, async () => {
        const delivery = await only(owner, id)
        return delivery.status === 'waiting_retry' && delivery.attempt_count === index + 1 && delivery
      })
      const { rows } = await knexOf(db).raw(
        `select extract(epoch from due_at - now())::float as from_now_s,
           extract(epoch from due_at - (select max(started_at) from webhook_attempts where delivery_id = webhook_queue.id))::float
             as since_attempt_s
         from webhook_queue where id = ?`,
        [waiting.id],
      )
      // The attempt ended between its start and now.
      expect(rows[0].since_attempt_s).toBeGreaterThanOrEqual(seconds)
      expect(rows[0].from_now_s).toBeLessThanOrEqual(seconds)
      expect(waiting.hint).toContain('returned 500')
      await skipWait(waiting.id)
    }
    const dead = await settled(owner, id)
    expect(dead).toMatchObject({
      status: 'dead_lettered',
      attempt_count: maxAttempts,
      max_attempts: maxAttempts,
      next_attempt_at: null,
    })
    expect(dead.attempts.map(({ outcome, response_excerpt }) => [outcome, response_excerpt])).toEqual(
      Array(maxAttempts).fill(['failed', 'out of order']),
    )
    expect(harness.receiver.received).toHaveLength(maxAttempts)
    expect(new Set(harness.receiver.received.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(harness.receiver.received.map(({ headers }) => headers['x-svc-event-id'])).size).toBe(1)
    await eventually('the activity of the account', async () => {
      const { items } = await listUsageEvents(db, owner, { limit: 10, type: 'delivery.dead_lettered' })
      return items[0]?.resource_id === dead.id
    })
  })

  test('a dead letter can be resent, with a new delivery id and the same event', async () => {
    respond = fail
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    await harness.publish(owner)
    await limitAttempts(harness.database.db, id, 1)
    harness.work()
    const dead = await settled(owner, id)
    respond = succeed
    await harness.database.db.transaction((transaction) =>
      resendDelivery(transaction, owner, dead.id, { maxAttempts: 5 }),
    )
    const [, second] = await harness.receiver.arrived(2)
    expect(second?.headers['x-svc-event-id']).toBe(dead.event_id)
    expect(second?.headers['x-svc-delivery-id']).not.toBe(dead.id)
    expect(second?.body).toEqual(harness.receiver.received[0]?.body)
    expect(await settled(owner, id)).toMatchObject({ status: 'succeeded', origin: 'resend', resend_of: dead.id })
  })
})

describe('an endpoint', () => {
  test('a disabled endpoint holds its deliveries and receives them when it is enabled', async () => {
    respond = succeed
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    const other = await harness.subscribe(owner, { host: hosts[1] })
    await updateWebhook(harness.database.db, owner, id, { enabled: false })
    const [eventId] = await harness.publish(owner)
    harness.work()
    await settled(owner, other.id)
    expect(await only(owner, id)).toMatchObject({ status: 'pending', attempt_count: 0 })
    await updateWebhook(harness.database.db, owner, id, { enabled: true })
    expect(await settled(owner, id)).toMatchObject({ status: 'succeeded', event_id: eventId })
  })

  test('a deleted endpoint receives nothing more, and its unfinished deliveries are canceled', async () => {
    respond = fail
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    await harness.publish(owner, 3)
    harness.work()
    await eventually('three failures', async () =>
      (await deliveries(owner, id)).every(({ status }) => status === 'waiting_retry'),
    )
    await harness.database.db.transaction((transaction) => deleteWebhook(transaction, owner, id))
    await makeDeliveriesDue(harness.database.db, { webhook_id: id })
    const after = await harness.subscribe(owner)
    respond = succeed
    await harness.publish(owner)
    await settled(owner, after.id)
    expect(harness.receiver.received).toHaveLength(4)
    const deleted = await storedDeliveries(harness.database.db, { webhook_id: id })
    expect(deleted.map(({ status }) => status)).toEqual(Array(3).fill('canceled'))
  })

  test('an endpoint that does not respond does not delay other accounts', async () => {
    respond = (request, response) => (request.headers.host === hosts[0] ? undefined : succeed(request, response))
    const slow = await harness.owner()
    const slowEndpoint = await harness.subscribe(slow)
    await harness.publish(slow, 300)
    const quick = await harness.owner()
    const quickEndpoint = await harness.subscribe(quick, { host: hosts[1] })
    harness.work({ WEBHOOK_TIMEOUT: '10s' }, { drainMs: 0 })
    await eventually('the hanging attempts to reach the limit', () => harness.receiver.received.length >= 8)
    await harness.publish(quick, 50)
    await eventually('all deliveries of the other account', async () =>
      (await deliveries(quick, quickEndpoint.id)).every(({ status }) => status === 'succeeded'),
    )
    // Attempts are recorded when they end: all of these ended before any of the hanging ones timed out.
    expect(await storedAttempts(harness.database.db, { webhook_id: slowEndpoint.id })).toEqual([])
    const hanging = harness.receiver.received.filter(({ headers }) => headers.host === hosts[0])
    expect(hanging).toHaveLength(8)
    await deleteEndpoint(slow, slowEndpoint.id)
  })

  test('an endpoint whose secret cannot be decrypted gets dead letters and does not block others', async () => {
    respond = succeed
    const owner = await harness.owner()
    const undecryptable = await harness.subscribe(owner)
    const intact = await harness.subscribe(owner, { host: hosts[1] })
    await breakSigningSecret(harness.database.db, undecryptable.id)
    await harness.publish(owner)
    await limitAttempts(harness.database.db, undecryptable.id, 1)
    harness.work()
    expect(await settled(owner, intact.id)).toMatchObject({ status: 'succeeded' })
    const dead = await settled(owner, undecryptable.id)
    expect(dead).toMatchObject({ status: 'dead_lettered', hint: expect.stringContaining('could not be prepared') })
    expect(dead.attempts).toMatchObject([{ outcome: 'failed', phase: 'prepare', error: null }])
    expect(harness.receiver.received).toHaveLength(1)
  })
})

async function deleteEndpoint(owner: Owner, id: Id<'whk'>): Promise<void> {
  await harness.database.db.transaction((transaction) => deleteWebhook(transaction, owner, id))
}

describe('several workers', () => {
  test('make exactly one attempt of each delivery without faults', async () => {
    respond = succeed
    const owner = await harness.owner()
    const endpoints = await Promise.all(Array.from({ length: 10 }, () => harness.subscribe(owner)))
    for (let worker = 0; worker < 4; worker++) harness.work()
    await harness.publish(owner, 40)
    await eventually('all to be delivered', async () => {
      const queued = await storedDeliveries(harness.database.db, { account_id: owner.account_id })
      return queued.every(({ status }) => status === 'succeeded')
    })
    expect(endpoints).toHaveLength(10)
    expect(harness.receiver.received).toHaveLength(400)
    const attempts = await storedAttempts(harness.database.db, { account_id: owner.account_id })
    expect(attempts).toHaveLength(400)
  })

  test('do not overwrite each other, because the late result of a suspended worker changes nothing', async () => {
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    await harness.publish(owner)
    const { db } = harness.database
    const request = { limit: 10, perGroupMax: 5, perAccountMax: 5 }
    const [frozen] = await claimDeliveries(db, { ...request, workerId: 'frozen', leaseMs: 1 })
    const [awake] = await eventually('the lease to end', async () => {
      const claimed = await claimDeliveries(db, { ...request, workerId: 'awake', leaseMs: 60_000 })
      return claimed.length > 0 && claimed
    })
    if (!frozen || !awake) throw new Error('Nothing was claimed.')
    const result = {
      duration_ms: 5,
      phase: 'response',
      http_status: 500,
      timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: 5 },
      response_excerpt: null,
    } as const
    const leaseOf = ({ id: deliveryId, worker_id, attempt }: typeof awake) => ({ id: deliveryId, worker_id, attempt })
    const schedule = { retryDelaysMs: [30_000] }
    const ofAwake = { ...result, lease: leaseOf(awake), outcome: 'succeeded', error: null, hint: null } as const
    const ofFrozen = {
      ...result,
      lease: leaseOf(frozen),
      outcome: 'failed',
      error: 'http_status',
      hint: 'late',
    } as const
    expect(await finishAttempts(db, [ofAwake], schedule)).toMatchObject([{ id: awake.id, status: 'succeeded' }])
    expect(await finishAttempts(db, [ofFrozen], schedule)).toEqual([])
    expect(await only(owner, id)).toMatchObject({ status: 'succeeded', hint: null })
  })
})

describe('a worker that ends', () => {
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))

  test('kill -9 during a delivery loses no event: the same event id and body are sent again', async () => {
    respond = hang
    const owner = await harness.owner()
    const { id, secret } = await harness.subscribe(owner)
    await harness.publish(owner)
    const program = new URL('worker-process.ts', import.meta.url)
    child = fork(program, ['30000'], { env: { ...process.env, ...harness.environment }, stdio: 'inherit' })
    await harness.receiver.arrived(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    respond = succeed
    // The lease that the killed worker held ends now.
    await skipWait((await only(owner, id)).id)
    harness.work()
    const [first, second] = await harness.receiver.arrived(2)
    if (!first || !second) throw new Error('Two requests were expected.')
    expect(second.headers['x-svc-event-id']).toBe(first.headers['x-svc-event-id'])
    expect(second.headers['x-svc-delivery-id']).toBe(first.headers['x-svc-delivery-id'])
    expect(second.body.equals(first.body)).toBe(true)
    expect(verifies(first, secret) && verifies(second, secret)).toBe(true)
    const delivery = await settled(owner, id)
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 2 })
    expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'succeeded'])
  })

  test('a worker that shuts down finishes its attempts and starts no others', async () => {
    const releases: (() => void)[] = []
    respond = (_, response) => releases.push(() => response.writeHead(200).end())
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    await harness.publish(owner)
    const worker = harness.work()
    await harness.receiver.arrived(1)
    const stopped = worker.stop()
    await harness.publish(owner)
    for (const release of releases) release()
    await stopped
    const [later, earlier] = await deliveries(owner, id)
    expect([earlier?.status, later?.status]).toEqual(['succeeded', 'pending'])
    expect(harness.receiver.received).toHaveLength(1)
    await deleteEndpoint(owner, id)
  })

  test('a worker that shuts down releases attempts that do not finish in time, and another worker claims them before the lease ends', async () => {
    respond = hang
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    await harness.publish(owner)
    const worker = harness.work({}, { leaseMs: 600_000, drainMs: 50 })
    await harness.receiver.arrived(1)
    await worker.stop()
    respond = succeed
    harness.work()
    expect(await settled(owner, id)).toMatchObject({
      status: 'succeeded',
      attempts: [{ outcome: 'interrupted' }, { outcome: 'succeeded' }],
    })
  })

  test('is not caused by an outage of the database, and work continues after it', async () => {
    respond = succeed
    const owner = await harness.owner()
    const { id } = await harness.subscribe(owner)
    harness.work()
    await terminateConnections(harness.database.db)
    // The pool of this test has lost its connections as well, and may fail on the first use.
    await eventually('publishing to be possible again', () => harness.publish(owner).catch(() => undefined))
    expect(await settled(owner, id)).toMatchObject({ status: 'succeeded' })
  })
})
