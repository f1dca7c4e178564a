import { expect, test } from 'vitest'
import { findDelivery } from '../../src/webhooks/webhook-deliveries.ts'
import { deleteWebhook, findWebhook } from '../../src/webhooks/webhook-endpoints.ts'
import { publishEvents } from '../../src/webhooks/webhook-events.ts'
import { completedEvent, publish, registerWebhook, succeeded } from '../fixtures.ts'
import { knexOf, lockIsAwaited } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { claimAs, finish } = deliverySteps(accounts)

test('deleting an endpoint cancels its unfinished deliveries, drops late results and removes the history from the API', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 2)
  const [inProgress] = await claimAs('worker-1', { limit: 1 })
  if (inProgress === undefined) throw new Error('Nothing was claimed.')
  expect(await accounts.db.transaction((transaction) => deleteWebhook(transaction, accounts.rosso, webhook.id))).toBe(
    true,
  )

  expect(await finish(succeeded(inProgress))).toEqual([])
  expect(await claimAs('worker-1')).toEqual([])
  expect(await knexOf(accounts.db)('webhook_deliveries').distinct('status')).toEqual([{ status: 'canceled' }])
  expect(await findDelivery(accounts.db, accounts.rosso, inProgress.id)).toBeUndefined()
  expect(await findWebhook(accounts.db, accounts.rosso, webhook.id)).toBeUndefined()
  expect(await accounts.db.transaction((transaction) => deleteWebhook(transaction, accounts.rosso, webhook.id))).toBe(
    false,
  )
})

test('deleting an endpoint during a publication cancels the deliveries of that publication', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  let deleting = Promise.resolve(false)
  await accounts.db.transaction(async (transaction) => {
    await publishEvents(transaction, accounts.rosso, [completedEvent(accounts.rosso)], { maxAttempts: 5 })
    deleting = accounts.db.transaction((other) => deleteWebhook(other, accounts.rosso, webhook.id))
    await lockIsAwaited(accounts.db)
  })
  expect(await deleting).toBe(true)
  expect(await knexOf(accounts.db)('webhook_deliveries').pluck('status')).toEqual(['canceled'])
})
