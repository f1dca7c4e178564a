import { expect, test } from 'vitest'
import { updateAccount } from '../../src/accounts/accounts.ts'
import { cancelHeldDeliveries } from '../../src/webhooks/delivery-queue.ts'
import { updateWebhook } from '../../src/webhooks/webhook-endpoints.ts'
import { listWebhookEvents } from '../../src/webhooks/webhook-events.ts'
import { failed, passTime, publish, registerWebhook, succeeded } from '../fixtures.ts'
import { knexOf } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, claimOne, finish } = deliverySteps(accounts)

const setPlan = (plan: 'starter' | 'growth') => updateAccount(accounts.db, accounts.rosso.account_id, { plan })
const cancelHeld = () => cancelHeldDeliveries(accounts.db, { days: 30, limit: 100 })

/** As if the delivery and the loss of the entitlement were this old. */
async function age({ dueDays, notEntitledDays }: { dueDays: number; notEntitledDays: number }) {
  const ago = (days: number) => knexOf(accounts.db).raw("now() - ? * interval '1 day'", [days])
  await knexOf(accounts.db)('webhook_queue').update({ due_at: ago(dueDays) })
  await knexOf(accounts.db)('accounts')
    .where({ id: accounts.rosso.account_id })
    .update({ not_entitled_since: ago(notEntitledDays) })
}

test('deliveries of a disabled endpoint are neither claimed nor failed until it is enabled', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await updateWebhook(accounts.db, accounts.rosso, webhook.id, { enabled: false })
  await publish(accounts.db, accounts.rosso)
  expect(await claimAs('worker-1')).toEqual([])
  expect(await allDeliveries(webhook.id)).toMatchObject([
    { status: 'pending', attempt_count: 0, held_reason: 'endpoint_disabled' },
  ])
  await updateWebhook(accounts.db, accounts.rosso, webhook.id, { enabled: true })
  expect(await claimAs('worker-1')).toHaveLength(1)
  expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'in_progress', held_reason: null }])
})

test('deliveries of an account without the API are held, and continue when the entitlement returns', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  await finish(failed(await claimOne()))
  await setPlan('starter')
  await publish(accounts.db, accounts.rosso)
  await passTime(accounts.db, 'webhook_queue')

  expect(await claimAs('worker-1')).toEqual([])
  expect(await cancelHeld()).toBe(0)
  const held = { held_reason: 'api_not_included', finished_at: null }
  expect(await allDeliveries(webhook.id)).toMatchObject([
    { ...held, status: 'pending', attempt_count: 0 },
    { ...held, status: 'waiting_retry', attempt_count: 1, hint: 'The receiver returned 500.' },
  ])
  expect((await listWebhookEvents(accounts.db, accounts.rosso, { limit: 10 })).items).toHaveLength(2)

  await updateAccount(accounts.db, accounts.rosso.account_id, { api_demo: true })
  expect((await claimAs('worker-1')).map(({ attempt }) => attempt).sort()).toEqual([1, 2])
})

test('the result of an attempt is recorded although the account lost the API during the attempt', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso)
  const claimed = await claimOne()
  await setPlan('starter')
  expect(await finish(succeeded(claimed))).toHaveLength(1)
  expect(await allDeliveries(webhook.id)).toMatchObject([{ status: 'succeeded', held_reason: null }])
})

test('held deliveries of an account without the API are canceled after the retention', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 2)
  await setPlan('starter')
  await age({ dueDays: 31, notEntitledDays: 29 })
  expect(await cancelHeld()).toBe(0)
  await age({ dueDays: 29, notEntitledDays: 31 })
  expect(await cancelHeld()).toBe(0)
  await age({ dueDays: 31, notEntitledDays: 31 })
  expect(await cancelHeldDeliveries(accounts.db, { days: 30, limit: 1 })).toBe(1)
  expect(await cancelHeld()).toBe(1)
  expect(await allDeliveries(webhook.id)).toMatchObject([
    { status: 'canceled', held_reason: null, next_attempt_at: null },
    { status: 'canceled', held_reason: null, next_attempt_at: null },
  ])
})

test('the time without the API is counted from the last change to such a plan', async () => {
  const since = async () =>
    (await knexOf(accounts.db)('accounts').where({ id: accounts.rosso.account_id }).first()).not_entitled_since
  expect(await since()).toBeNull()
  await setPlan('starter')
  await age({ dueDays: 0, notEntitledDays: 3 })
  const first = await since()
  await setPlan('starter')
  expect(await since()).toEqual(first)
  await setPlan('growth')
  expect(await since()).toBeNull()
})

test('deliveries of a disabled endpoint are never canceled while the account has the API', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await updateWebhook(accounts.db, accounts.rosso, webhook.id, { enabled: false })
  await publish(accounts.db, accounts.rosso)
  await age({ dueDays: 31, notEntitledDays: 31 })
  expect(await cancelHeld()).toBe(0)
})
