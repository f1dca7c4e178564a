import { failLonger, storedHealth } from '@svc/db/testing-webhooks'
import { listUsageEvents } from '@svc/db/usage-events'
import { findWebhook, updateWebhook } from '@svc/db/webhook-endpoints'
import type { Received } from '@svc/webhooks/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
let status = 500
beforeAll(async () => {
  harness = await startHarness((_: Received, response) => response.writeHead(status).end())
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

test('an endpoint whose attempts failed for five days is disabled; enabled again, it receives what waited', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id } = await harness.subscribe(owner)
  await harness.publish(owner, 20)
  const first = harness.work()
  await eventually('20 failures', async () => (await storedHealth(db, id))?.failures === 20)
  await first.stop()
  await failLonger(db, id, 6)

  harness.work()
  const disabled = await eventually('the endpoint to be disabled', async () => {
    const endpoint = await findWebhook(db, owner, id)
    return endpoint?.enabled === false && endpoint
  })
  expect(disabled).toMatchObject({ disabled_reason: 'failing', disabled_at: expect.any(String) })
  const { items } = await listUsageEvents(db, owner, { limit: 10, type: 'webhook.disabled' })
  expect(items).toMatchObject([{ resource_id: id, created_at: disabled.disabled_at }])

  status = 204
  const [waiting] = await harness.publish(owner)
  await updateWebhook(db, owner, id, { enabled: true })
  await eventually('the delivery that waited', () =>
    harness.receiver.received.some(({ headers }) => headers['x-svc-event-id'] === waiting),
  )
  expect(await storedHealth(db, id)).toMatchObject({ failures: 0, failing_since: null })
})
