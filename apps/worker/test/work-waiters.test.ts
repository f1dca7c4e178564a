import { deliveryQueue } from '@svc/db/delivery-queue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkWaiters, type WorkWaiters } from '../src/work-waiters.ts'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
let waiters: WorkWaiters
beforeAll(async () => {
  harness = await startHarness()
  waiters = createWorkWaiters(harness.database.db)
})
afterAll(async () => {
  await waiters.stop()
  await harness.close()
})

/** The pause between polls while notifications arrive. */
const listeningPollMs = 2_000

test('a worker that waits for deliveries is woken by a published event, before its next poll', async () => {
  const owner = await harness.owner()
  await harness.subscribe(owner)
  const work = waiters.of(deliveryQueue)
  let isWaiting = false
  const context = {
    stopping: false,
    async pause(ms: number, until?: Promise<void>) {
      isWaiting = ms === listeningPollMs
      // A pause of this length ends with a notification only.
      if (isWaiting) await until
    },
  }
  const due = (async () => {
    while (!(await work.isDue(context)));
  })()
  await expect.poll(() => isWaiting).toBe(true)
  await harness.publish(owner)
  await due
})
