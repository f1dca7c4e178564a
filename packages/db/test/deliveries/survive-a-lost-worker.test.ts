import { expect, test } from 'vitest'
import { extendLeases } from '../../src/queue/claim.ts'
import { deadLetterInterruptedDeliveries, deliveryQueue, releaseDeliveries } from '../../src/webhooks/delivery-queue.ts'
import { failed, passTime, publish, registerWebhook, succeeded } from '../fixtures.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps, minuteMs } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, claimOne, finish, waitSeconds } = deliverySteps(accounts)

test('a worker that dies loses its delivery when the lease ends, and its late result is dropped', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  const lost = await claimOne('worker-1')
  await passTime(accounts.db, 'webhook_queue')
  const reclaimed = await claimOne('worker-2')
  expect(reclaimed.attempt).toBe(2)

  expect(await finish(failed(lost))).toEqual([])
  expect(await extendLeases(accounts.db, deliveryQueue, [lost, reclaimed], minuteMs)).toEqual(new Set([reclaimed.id]))
  expect(await finish(succeeded(reclaimed))).toMatchObject([{ status: 'succeeded' }])
  const [delivery] = await allDeliveries(webhook.id)
  expect(delivery?.attempts.map((attempt) => attempt.outcome)).toEqual(['interrupted', 'succeeded'])
})

test('a worker cannot finish one of its own earlier attempts', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  const stalled = await claimOne('worker-1')
  await passTime(accounts.db, 'webhook_queue')
  const again = await claimOne('worker-1')
  expect(await finish(failed(stalled))).toEqual([])
  expect(await finish(succeeded(again))).toMatchObject([{ status: 'succeeded' }])
})

test('the death of a worker consumes neither an attempt nor a delay of the schedule', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 1, { maxAttempts: 2 })
  await claimOne('worker-1')
  await passTime(accounts.db, 'webhook_queue')
  const reclaimed = await claimOne('worker-2')
  expect(reclaimed).toMatchObject({ attempt: 2 })
  expect(await finish(failed(reclaimed))).toMatchObject([{ status: 'waiting_retry' }])
  expect(await waitSeconds()).toBe(30)
})

test('a delivery whose workers die ten times becomes a dead letter, which is reported once', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await deadLetterInterruptedDeliveries(accounts.db, { limit: 10 })).toEqual([])
    await claimOne(`worker-${attempt}`)
    await passTime(accounts.db, 'webhook_queue')
  }
  expect(await claimAs('worker-11')).toEqual([])
  expect(await deadLetterInterruptedDeliveries(accounts.db, { limit: 10 })).toMatchObject([{ status: 'dead_lettered' }])
  expect(await deadLetterInterruptedDeliveries(accounts.db, { limit: 10 })).toEqual([])
  const [delivery] = await allDeliveries(webhook.id)
  expect(delivery).toMatchObject({ status: 'dead_lettered', attempt_count: 10, max_attempts: 10 })
  expect(delivery?.attempts.every((attempt) => attempt.outcome === 'interrupted')).toBe(true)
})

test('a worker that shuts down releases deliveries that it has not begun', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  await releaseDeliveries(accounts.db, [await claimOne('worker-1')])
  expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'pending', attempt_count: 0, attempts: [] }])
  const again = await claimOne('worker-2')
  expect(again).toMatchObject({ attempt: 1 })
  await finish(failed(again))
  await passTime(accounts.db, 'webhook_queue')
  await releaseDeliveries(accounts.db, [await claimOne('worker-2')])
  expect(await allDeliveries(webhook.id)).toMatchObject([
    { status: 'waiting_retry', attempt_count: 1, attempts: [{ outcome: 'failed' }] },
  ])
})
