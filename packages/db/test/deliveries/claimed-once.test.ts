import { expect, test } from 'vitest'
import { claim } from '../../src/queue/claim.ts'
import { type ClaimedDelivery, deliveryQueue } from '../../src/webhooks/delivery-queue.ts'
import { rotateWebhookSecret } from '../../src/webhooks/webhook-endpoints.ts'
import { publish, registerWebhook, succeeded } from '../fixtures.ts'
import { knexOf, lockIsAwaited } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps, minuteMs } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, claimOne, finish } = deliverySteps(accounts)

test('a claim returns the payload exactly as it was published, and the current secret', async () => {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  const [event] = await publish(accounts.db, accounts.rosso)
  await rotateWebhookSecret(accounts.db, accounts.rosso, webhook.id, {
    ciphertext: Buffer.from('rotated'),
    key_id: 'k2',
  })
  expect(await claimOne()).toMatchObject({
    url: webhook.url,
    payload: event?.payload,
    secret_ciphertext: Buffer.from('rotated'),
    secret_key_id: 'k2',
    attempt: 1,
  })
  expect(await allDeliveries(webhook.id)).toMatchObject([
    {
      status: 'in_progress',
      attempt_count: 1,
      next_attempt_at: null,
      attempts: [{ number: 1, outcome: 'in_progress' }],
    },
  ])
})

test('eight concurrent workers claim each delivery exactly once', async () => {
  for (let endpoint = 0; endpoint < 5; endpoint++) await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 60)
  const worker = async (name: string) => {
    const ids: string[] = []
    for (
      let claimed = await claimAs(name, { limit: 7 });
      claimed.length > 0;
      claimed = await claimAs(name, { limit: 7 })
    ) {
      ids.push(...claimed.map((delivery) => delivery.id))
      await finish(...claimed.map(succeeded))
    }
    return ids
  }
  const claimed = (await Promise.all(Array.from({ length: 8 }, (_, n) => worker(`worker-${n}`)))).flat()
  expect(claimed).toHaveLength(300)
  expect(new Set(claimed).size).toBe(300)
})

test('an endpoint with a long queue does not delay the others', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 100)
  await registerWebhook(accounts.db, accounts.brightside)
  await publish(accounts.db, accounts.brightside, 3)
  const claimed = await claimAs('worker-1', { limit: 10 })
  expect(claimed.filter((delivery) => delivery.account_id === accounts.brightside.account_id)).toHaveLength(3)
})

test('the caps per endpoint and per account hold over all workers', async () => {
  const first = await registerWebhook(accounts.db, accounts.rosso)
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 20)
  const caps = { perGroupMax: 5, perAccountMax: 8 }
  const claimed = (await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claimAs(worker, caps)))).flat()
  expect(claimed).toHaveLength(8)
  expect(claimed.filter((delivery) => delivery.webhook_id === first.id).length).toBeLessThanOrEqual(5)
  await finish(...claimed.slice(0, 3).map(succeeded))
  expect(await claimAs('e', caps)).toHaveLength(3)
})

test('a claim sees the rows of the claim before it, so that two concurrent claims never exceed a cap', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 20)
  const caps = { perGroupMax: 5, perAccountMax: 5 }
  let second: Promise<ClaimedDelivery[]> = Promise.resolve([])
  await accounts.db.transaction(async (transaction) => {
    await claim(transaction, deliveryQueue, { workerId: 'worker-1', limit: 4, leaseMs: minuteMs, ...caps })
    second = claimAs('worker-2', caps)
    await lockIsAwaited(accounts.db)
  })
  expect(await second).toHaveLength(1)
})

test('rows locked by another transaction are skipped without waiting', async () => {
  await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, 2)
  await knexOf(accounts.db).transaction(async (other) => {
    const [locked] = await other('webhook_queue').limit(1).forUpdate().pluck('id')
    const claimed = await claimAs('worker-1')
    expect(claimed).toHaveLength(1)
    expect(claimed.map(({ id }) => id)).not.toContain(locked)
  })
  expect(await claimAs('worker-1')).toHaveLength(1)
})
