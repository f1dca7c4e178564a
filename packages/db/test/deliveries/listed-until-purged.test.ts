import { newId } from '@svc/runtime/ids'
import { expect, test } from 'vitest'
import { findDelivery, listDeliveries, purgeDeliveries } from '../../src/webhooks/webhook-deliveries.ts'
import { deleteWebhook, findWebhook, rotateWebhookSecret, updateWebhook } from '../../src/webhooks/webhook-endpoints.ts'
import { publishTestEvent } from '../../src/webhooks/webhook-events.ts'
import { resendDeliveries, resendDelivery } from '../../src/webhooks/webhook-resends.ts'
import { completedEvent, failed, publish, registerWebhook, succeeded } from '../fixtures.ts'
import { knexOf } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, claimOne, finish } = deliverySteps(accounts)

test('a list is filtered by status and type, newest first, and has each delivery on exactly one page', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 3, { type: 'report.generated' })
  await publish(accounts.db, accounts.rosso, 4)
  await finish(...(await claimAs('worker-1', { limit: 2 })).map(succeeded))

  const filtered = (filter: object) =>
    listDeliveries(accounts.db, accounts.rosso, webhook.id, { limit: 100, ...filter })
  expect((await filtered({ status: 'succeeded' })).items).toHaveLength(2)
  expect((await filtered({ event_type: 'report.generated' })).items).toHaveLength(3)
  expect((await filtered({ status: 'pending', event_type: 'webhook.test' })).items).toEqual([])

  const all = (await filtered({})).items.map((delivery) => delivery.id)
  expect(all).toEqual([...all].sort().reverse())
  const first = await listDeliveries(accounts.db, accounts.rosso, webhook.id, { limit: 4 })
  const second = await listDeliveries(accounts.db, accounts.rosso, webhook.id, {
    limit: 4,
    after: first.next ?? undefined,
  })
  expect([...first.items, ...second.items].map((delivery) => delivery.id)).toEqual(all)
  expect(second.next).toBeNull()
})

test('an account cannot read, resend or delete deliveries of another', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 1, { maxAttempts: 1 })
  await finish(failed(await claimOne()))
  const [delivery] = await allDeliveries(webhook.id)
  if (delivery === undefined) throw new Error('The endpoint has no delivery.')
  await accounts.db.transaction(async (transaction) => {
    expect(await findDelivery(transaction, accounts.brightside, delivery.id)).toBeUndefined()
    expect((await listDeliveries(transaction, accounts.brightside, webhook.id, { limit: 9 })).items).toEqual([])
    expect(await resendDelivery(transaction, accounts.brightside, delivery.id, { maxAttempts: 5 })).toBeUndefined()
    const everything = { since: '2020-01-01T00:00:00Z', statuses: ['dead_lettered' as const], dry_run: false }
    expect(
      await resendDeliveries(transaction, accounts.brightside, webhook.id, everything, { maxAttempts: 5 }),
    ).toEqual({
      matched_count: 0,
      queued_count: 0,
    })
    const event = completedEvent(accounts.brightside, 'webhook.test')
    expect(
      await publishTestEvent(transaction, accounts.brightside, webhook.id, event, { maxAttempts: 5, inFeed: true }),
    ).toBeUndefined()
    expect(await findWebhook(transaction, accounts.brightside, webhook.id)).toBeUndefined()
    expect(await updateWebhook(transaction, accounts.brightside, webhook.id, { enabled: false })).toBeUndefined()
    expect(await deleteWebhook(transaction, accounts.brightside, webhook.id)).toBe(false)
    const secret = { ciphertext: Buffer.from('stolen'), key_id: 'k1' }
    expect(await rotateWebhookSecret(transaction, accounts.brightside, webhook.id, secret)).toBeUndefined()
  })
  expect(await allDeliveries(webhook.id)).toEqual([delivery])
  expect(await findDelivery(accounts.db, accounts.rosso, newId('whd'))).toBeUndefined()
})

test('finished deliveries are purged after 30 days, dead letters after 90, and unfinished ones never', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 4, { maxAttempts: 1 })
  const [first, second, third] = await claimAs('worker-1', { limit: 3 })
  if (!first || !second || !third) throw new Error('Too few were claimed.')
  await finish(succeeded(first), succeeded(second), failed(third))
  await knexOf(accounts.db).raw(
    "update webhook_deliveries set created_at = created_at - interval '31 days', finished_at = finished_at - interval '31 days'",
  )

  const purge = () => purgeDeliveries(accounts.db, { finishedDays: 30, deadLetterDays: 90, limit: 1 })
  expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0])
  expect((await allDeliveries(webhook.id)).map((delivery) => delivery.status).sort()).toEqual([
    'dead_lettered',
    'pending',
  ])
  await knexOf(accounts.db).raw(
    "update webhook_deliveries set created_at = created_at - interval '60 days', finished_at = finished_at - interval '60 days'",
  )
  expect([await purge(), await purge()]).toEqual([1, 0])
})
