import type { ResendableDeliveryStatus } from '@generated/contract/enums'
import { expect, test } from 'vitest'
import { findDelivery } from '../../src/webhooks/webhook-deliveries.ts'
import { type ResendProgress, resendDeliveries, resendDelivery } from '../../src/webhooks/webhook-resends.ts'
import { failed, publish, registerWebhook } from '../fixtures.ts'
import { knexOf, lockIsAwaited } from '../testing.ts'
import { openTwoAccounts } from '../two-accounts.ts'
import { deliverySteps } from './delivery-steps.ts'

const accounts = openTwoAccounts()
const { allDeliveries, claimAs, finish } = deliverySteps(accounts)

async function deadLetters(count: number) {
  const webhook = await registerWebhook(accounts.db, accounts.rosso)
  await publish(accounts.db, accounts.rosso, count, { maxAttempts: 1 })
  await finish(...(await claimAs('worker-1')).map(failed))
  return webhook
}

test('a resend creates a new delivery of the same event and does not change the original', async () => {
  const webhook = await deadLetters(1)
  const [original] = await allDeliveries(webhook.id)
  if (original === undefined) throw new Error('No delivery is a dead letter.')
  const resent = await accounts.db.transaction((transaction) =>
    resendDelivery(transaction, accounts.rosso, original.id, { maxAttempts: 5 }),
  )
  expect(resent).toMatchObject({
    origin: 'resend',
    resend_of: original.id,
    event_id: original.event_id,
    payload: original.payload,
    status: 'pending',
    attempt_count: 0,
    max_attempts: 5,
  })
  expect(await findDelivery(accounts.db, accounts.rosso, original.id)).toEqual(original)
})

test('fifty concurrent resends of one delivery create fifty deliveries', async () => {
  const webhook = await deadLetters(1)
  const [original] = await allDeliveries(webhook.id)
  const ids = await Promise.all(
    Array.from({ length: 50 }, () =>
      accounts.db.transaction((transaction) =>
        resendDelivery(transaction, accounts.rosso, original?.id ?? 'whd_', { maxAttempts: 5 }),
      ),
    ),
  )
  expect(new Set(ids.map((delivery) => delivery?.id)).size).toBe(50)
  expect(await allDeliveries(webhook.id)).toHaveLength(51)
})

const anyPeriod = { since: '2020-01-01T00:00:00Z', until: '9999-12-31T23:59:60Z' }
const deadLetterRequest = { ...anyPeriod, statuses: ['dead_lettered' as const], dry_run: false }

test('a dry run of a bulk resend only counts, and the bulk resend sends each event once', async () => {
  const webhook = await deadLetters(3)
  const resend = (dryRun: boolean) =>
    resendDeliveries(
      accounts.db,
      accounts.rosso,
      webhook.id,
      { ...deadLetterRequest, dry_run: dryRun },
      { maxAttempts: 1 },
    )

  expect(await resend(true)).toEqual({ matched_count: 3, queued_count: 0 })
  expect(await allDeliveries(webhook.id)).toHaveLength(3)
  expect(await resend(false)).toEqual({ matched_count: 3, queued_count: 3 })
  await finish(...(await claimAs('worker-1')).map(failed))
  // Now every event has two dead letters.
  expect(await resend(false)).toEqual({ matched_count: 3, queued_count: 3 })
})

test('a bulk resend commits its batches one after another, the oldest event first', async () => {
  const webhook = await deadLetters(5)
  const originals = (await allDeliveries(webhook.id)).map(({ event_id }) => event_id).reverse()
  const committed: number[] = []
  const counts = await resendDeliveries(accounts.db, accounts.rosso, webhook.id, deadLetterRequest, {
    maxAttempts: 1,
    batch: 2,
    onBatch: async () => void committed.push((await allDeliveries(webhook.id)).length - 5),
  })
  expect(counts).toEqual({ matched_count: 5, queued_count: 5 })
  expect(committed).toEqual([0, 2, 4])
  const resent = (await allDeliveries(webhook.id)).filter(({ origin }) => origin === 'resend')
  expect(resent.map(({ event_id }) => event_id).reverse()).toEqual(originals)
})

test('an interrupted bulk resend continues at the same position and sends no event twice', async () => {
  const webhook = await deadLetters(5)
  let reached: ResendProgress | null = null
  const resend = (breakAfter: number) =>
    resendDeliveries(accounts.db, accounts.rosso, webhook.id, deadLetterRequest, {
      maxAttempts: 1,
      batch: 2,
      reached,
      async onBatch(_transaction, progress) {
        if (progress.queued_count > breakAfter) throw new Error('The connection was lost.')
        reached = progress
      },
    })
  await expect(resend(2)).rejects.toThrow('lost')
  expect(reached).toMatchObject({ matched_count: 2, queued_count: 2 })
  // The resent deliveries have failed by now, but they are not resent again.
  await finish(...(await claimAs('worker-1')).map(failed))

  expect(await resend(5)).toEqual({ matched_count: 5, queued_count: 5 })
  const resent = (await allDeliveries(webhook.id)).filter(({ origin }) => origin === 'resend')
  expect(new Set(resent.map(({ event_id }) => event_id)).size).toBe(5)
  expect(resent).toHaveLength(5)
})

test('a bulk resend leaves no gap in the numbers of the feed, although a delivery is purged concurrently', async () => {
  const webhook = await deadLetters(3)
  let resending: Promise<unknown> | undefined
  await knexOf(accounts.db).transaction(async (purging) => {
    const [first] = await allDeliveries(webhook.id)
    await purging('webhook_deliveries').where({ id: first?.id }).delete()
    resending = resendDeliveries(accounts.db, accounts.rosso, webhook.id, deadLetterRequest, { maxAttempts: 1 })
    await lockIsAwaited(accounts.db)
  })
  expect(await resending).toEqual({ matched_count: 3, queued_count: 2 })
  await publish(accounts.db, accounts.rosso)
  const numbers = knexOf(accounts.db)('webhook_feed_entries')
    .where({ account_id: accounts.rosso.account_id })
    .orderBy('number')
  expect(await numbers.pluck('number')).toEqual([1, 2, 3, 4, 5, 6])
})

test('a bulk resend neither sends nor locks deliveries that start to match while it runs', async () => {
  const webhook = await deadLetters(2)
  await publish(accounts.db, accounts.rosso, 3, { maxAttempts: 1 })
  const inProgress = await claimAs('worker-2')
  let unlocked: string[] | undefined
  const options = {
    maxAttempts: 1,
    batch: 2,
    async onBatch() {
      // Queried on another connection while the first batch holds its locks.
      unlocked ??= await knexOf(accounts.db)('webhook_deliveries').orderBy('id').forUpdate().skipLocked().pluck('id')
    },
  }
  let resending: ReturnType<typeof resendDeliveries> | undefined
  await knexOf(accounts.db).transaction(async (publishing) => {
    await publishing('webhook_feeds').where({ account_id: accounts.rosso.account_id }).forUpdate()
    resending = resendDeliveries(accounts.db, accounts.rosso, webhook.id, deadLetterRequest, options)
    // When it waits for its numbers in the feed, it has searched for matches.
    await lockIsAwaited(accounts.db)
    await finish(...inProgress.map(failed))
  })
  expect(await resending).toEqual({ matched_count: 2, queued_count: 2 })
  expect(unlocked).toEqual(inProgress.map(({ id }) => id).sort())
})

test('a bulk resend sends only deliveries of the requested period, types and statuses', async () => {
  const webhook = await deadLetters(2)
  const count = async (narrower: object) => {
    const request = { ...deadLetterRequest, ...narrower, dry_run: true }
    return (await resendDeliveries(accounts.db, accounts.rosso, webhook.id, request, { maxAttempts: 5 })).matched_count
  }
  expect(await count({})).toBe(2)
  expect(await count({ event_types: ['report.generated'] })).toBe(0)
  expect(await count({ statuses: ['succeeded'] })).toBe(0)
  expect(await count({ statuses: ['succeeded', 'dead_lettered'] })).toBe(2)
  expect(await count({ until: anyPeriod.since })).toBe(0)
})

test('a bulk resend matches the same deliveries for any order of the requested statuses, also on one connection', async () => {
  const webhook = await deadLetters(2)
  await accounts.db.transaction(async (transaction) => {
    const orders: ResendableDeliveryStatus[][] = [
      ['succeeded', 'dead_lettered'],
      ['dead_lettered', 'succeeded'],
      ['dead_lettered', 'dead_lettered'],
    ]
    for (const dry_run of [true, false]) {
      for (const statuses of orders) {
        const request = { ...deadLetterRequest, statuses, dry_run }
        const { matched_count } = await resendDeliveries(transaction, accounts.rosso, webhook.id, request, {
          maxAttempts: 5,
        })
        expect(matched_count, statuses.join()).toBe(2)
      }
    }
  })
})
