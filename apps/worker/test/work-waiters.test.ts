import { updateAccount } from '@svc/db/accounts'
import { changeFlag } from '@svc/db/administration'
import { analysisQueue } from '@svc/db/analyses'
import { operatorActor } from '@svc/db/audit-log'
import { Database } from '@svc/db/database'
import { deliveryQueue } from '@svc/db/delivery-queue'
import { emailQueue, queueLinkEmail } from '@svc/db/emails'
import { setFlag } from '@svc/db/flags'
import { connectProfile, disconnectProfile, profileConnectionQueue, profileFlag } from '@svc/db/profile-connections'
import { knexOf } from '@svc/db/testing'
import { emptyDeliveryQueue } from '@svc/db/testing-webhooks'
import { updateWebhook } from '@svc/db/webhook-endpoints'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createWorkWaiters, type WorkWaiter, type WorkWaiters } from '../src/work-waiters.ts'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
let waiters: WorkWaiters
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await waiters.stop()
})
afterAll(() => harness.close())

const never = { listeningMs: 3_600_000, notListeningMs: 3_600_000 }
const often = { listeningMs: 10, notListeningMs: 10 }

/** Waits as a loop does, but for a signal only: no pause ends because of its length. */
function waitFor(work: WorkWaiter): { isWaiting(): boolean; due: Promise<void> } {
  let isWaiting = false
  const context = {
    stopping: false,
    async pause(_: number, until?: Promise<void>) {
      isWaiting = true
      await until
      isWaiting = false
    },
  }
  const due = (async () => {
    while (!(await work.isDue(context)));
  })()
  return { isWaiting: () => isWaiting, due }
}

/** The number of times that a statement with this name was sent. */
function countStatements(): (name: string) => number {
  const execute = vi.spyOn(Database.prototype, 'execute')
  return (name) => execute.mock.calls.filter(([statement]) => statement.name === name).length
}

test('a worker that waits for deliveries is woken by a published event, without a poll', async () => {
  const owner = await harness.owner()
  await harness.subscribe(owner)
  const sent = countStatements()
  waiters = createWorkWaiters(harness.database.db, never)
  const { isWaiting, due } = waitFor(waiters.of(deliveryQueue))
  // Once more when the connection listens, because a notification may have been missed before.
  await expect.poll(() => sent('find_due_deliveries')).toBe(2)
  await expect.poll(isWaiting).toBe(true)
  await harness.publish(owner)
  await due
  expect(sent('find_due_work')).toBe(0)
  await emptyDeliveryQueue(harness.database.db)
})

test('a row whose notification was lost is found by the poll', async () => {
  const owner = await harness.owner()
  await harness.subscribe(owner)
  await harness.publish(owner)
  const queue = knexOf(harness.database.db)('webhook_queue')
  await queue.clone().update({ due_at: '2100-01-01T00:00:00Z' })
  waiters = createWorkWaiters(harness.database.db, often)
  const { isWaiting, due } = waitFor(waiters.of(deliveryQueue))
  await expect.poll(isWaiting).toBe(true)
  await queue.clone().update({ due_at: '2026-01-01T00:00:00Z' })
  await due
  await queue.delete()
})

test('a worker waits while only a disabled endpoint has due deliveries, and enabling the endpoint wakes it', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id } = await harness.subscribe(owner)
  await harness.publish(owner)
  await updateWebhook(db, owner, id, { enabled: false })
  const sent = countStatements()
  waiters = createWorkWaiters(db, never)
  const { isWaiting, due } = waitFor(waiters.of(deliveryQueue))
  // Once more when the connection listens. Notifications of the steps above may follow.
  await expect.poll(() => sent('find_due_deliveries')).toBeGreaterThanOrEqual(2)
  await expect.poll(isWaiting).toBe(true)
  await updateWebhook(db, owner, id, { enabled: true })
  await due
  await emptyDeliveryQueue(db)
})

test('the deliveries of an account that gets the API are found by the poll', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await harness.subscribe(owner)
  await harness.publish(owner)
  await updateAccount(db, owner.account_id, { plan: 'starter' })
  waiters = createWorkWaiters(db, often)
  const { isWaiting, due } = waitFor(waiters.of(deliveryQueue))
  await expect.poll(isWaiting).toBe(true)
  await updateAccount(db, owner.account_id, { plan: 'growth' })
  await due
  await emptyDeliveryQueue(db)
})

test.each([
  ['the platform', false],
  ['the account', true],
])('a flag that opens a queue for %s wakes its worker, without a poll', async (_name, isOfAccount) => {
  const { db } = harness.database
  const owner = await harness.owner()
  const account = isOfAccount ? owner.account_id : null
  await setFlag(db, profileFlag, true)
  await setFlag(db, profileFlag, false, account)
  const refreshToken = { key_id: 'k1', ciphertext: Buffer.from('sealed') }
  await db.transaction((transaction) =>
    connectProfile(transaction, owner, { location: 'accounts/1/locations/2', title: 'Rosso', refreshToken }),
  )
  const sent = countStatements()
  waiters = createWorkWaiters(db, never)
  const { isWaiting, due } = waitFor(waiters.of(profileConnectionQueue))
  // Once more when the connection listens. Notifications of the steps above may follow.
  await expect.poll(() => sent('find_due_business_profile_connections')).toBeGreaterThanOrEqual(2)
  await expect.poll(isWaiting).toBe(true)
  await db.transaction((transaction) =>
    changeFlag(transaction, operatorActor, { name: profileFlag, enabled: true, accountId: account }),
  )
  await due
  expect(sent('find_due_work')).toBe(0)
  await db.transaction((transaction) => disconnectProfile(transaction, owner))
  // The notification must not reach the waiters of the next test.
  const notified = waiters.notified(emailQueue.name)
  await setFlag(db, profileFlag, false)
  await notified
})

test('while nothing is due, one statement polls all queues, and the loops send none', async () => {
  const sent = countStatements()
  waiters = createWorkWaiters(harness.database.db, often)
  const loops = [deliveryQueue, analysisQueue].map((queue) => waitFor(waiters.of(queue)))
  await expect.poll(() => sent('find_due_deliveries')).toBe(2)
  await expect.poll(() => sent('find_due_analyses')).toBe(2)
  await expect.poll(() => loops.every(({ isWaiting }) => isWaiting())).toBe(true)
  const polls = sent('find_due_work')
  await expect.poll(() => sent('find_due_work')).toBeGreaterThan(polls + 5)
  expect([sent('find_due_deliveries'), sent('find_due_analyses')]).toEqual([2, 2])
})

test('a loop without leases is woken by the notification of its name', async () => {
  waiters = createWorkWaiters(harness.database.db, never)
  // The first notification is the one of the connection that begins to listen.
  await waiters.notified(emailQueue.name)
  const queued = waiters.notified(emailQueue.name)
  await queueLinkEmail(harness.database.db, 'password_reset', 'nobody@rosso-trattoria.nl')
  await queued
})
