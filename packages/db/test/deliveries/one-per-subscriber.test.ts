import { expect, test } from 'vitest'
import { listDeliveries } from '../../src/webhooks/webhook-deliveries.ts'
import { publishEvents, publishTestEvent } from '../../src/webhooks/webhook-events.ts'
import { completedEvent, publish, registerWebhook } from '../fixtures.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries } = deliverySteps(accounts)

test('an event creates one delivery for each endpoint that subscribes to its type, and none if the transaction is rolled back', async () => {
  const all = await registerWebhook(accounts.db, accounts.rosso)
  const reportsOnly = await registerWebhook(accounts.db, accounts.rosso, ['report.generated'])
  const stranger = await registerWebhook(accounts.db, accounts.brightside)
  await publish(accounts.db, accounts.rosso, 2)
  await expect(
    accounts.db.transaction(async (transaction) => {
      await publishEvents(transaction, accounts.rosso, [completedEvent(accounts.rosso)], { maxAttempts: 5 })
      throw new Error('The change was refused.')
    }),
  ).rejects.toThrow('refused')

  expect(await allDeliveries(all.id)).toHaveLength(2)
  expect(await allDeliveries(reportsOnly.id)).toEqual([])
  expect((await listDeliveries(accounts.db, accounts.brightside, stranger.id, { limit: 9 })).items).toEqual([])
})

test('a test event is delivered only to its endpoint, regardless of the subscriptions', async () => {
  const subscribed = await registerWebhook(accounts.db, accounts.rosso)
  const reportsOnly = await registerWebhook(accounts.db, accounts.rosso, ['report.generated'])
  const event = completedEvent(accounts.rosso, 'webhook.test')
  const id = await accounts.db.transaction((transaction) =>
    publishTestEvent(transaction, accounts.rosso, reportsOnly.id, event, { maxAttempts: 5, inFeed: true }),
  )
  expect(await allDeliveries(reportsOnly.id)).toMatchObject([{ id, origin: 'test', event_type: 'webhook.test' }])
  expect(await allDeliveries(subscribed.id)).toEqual([])
})

test('a new delivery has exactly the fields of the contract', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  const [event] = await publish(accounts.db, accounts.rosso)
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
