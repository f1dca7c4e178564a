import { updateAccount } from '@svc/db/accounts'
import { requestAnalysis } from '@svc/db/analyses'
import { findBusiness } from '@svc/db/businesses'
import { findReport, insertReport, readReportFile } from '@svc/db/reports'
import { storeReviews } from '@svc/db/reviews'
import { knexOf } from '@svc/db/testing'
import { listSourceIds } from '@svc/db/testing-reviews'
import { finishEventAt, holdDeliveriesSince, storedEventIds } from '@svc/db/testing-webhooks'
import { listUsageEvents } from '@svc/db/usage-events'
import { listDeliveries } from '@svc/db/webhook-deliveries'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('finished deliveries are kept for 30 days and dead letters for 90; an event is purged with its last delivery', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id } = await harness.subscribe(owner)
  const ids = await harness.publish(owner, 4)
  const age = (index: number, days: number, status: 'succeeded' | 'dead_lettered') =>
    finishEventAt(db, ids[index] ?? '', { at: ago(days), status })
  await age(0, 31, 'succeeded')
  await age(1, 29, 'succeeded')
  await age(2, 31, 'dead_lettered')
  await age(3, 91, 'dead_lettered')
  harness.work()
  const [kept, letter] = [ids[1] ?? '', ids[2] ?? '']
  await eventually(
    'the expired events to be purged',
    async () => (await storedEventIds(db)).join() === [kept, letter].sort().join(),
  )
  const { items } = await listDeliveries(db, owner, id, { limit: 10 })
  expect(items.map(({ event_id }) => event_id).sort()).toEqual([kept, letter].sort())
  expect((await listWebhookEvents(db, owner, { limit: 10 })).items.map(({ position }) => position)).toEqual([kept])
})

test('deliveries that were held for 30 days because the plan has no API are canceled', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id } = await harness.subscribe(owner)
  await harness.publish(owner, 1)
  await updateAccount(db, owner.account_id, { plan: 'starter', api_demo: false })
  await holdDeliveriesSince(db, owner.account_id, ago(31))
  harness.work()
  await eventually('the delivery to be canceled', async () => {
    const { items } = await listDeliveries(db, owner, id, { limit: 10 })
    return items[0]?.status === 'canceled'
  })
  const { items } = await listDeliveries(db, owner, id, { limit: 10 })
  expect(items).toMatchObject([{ status: 'canceled', attempts: [] }])
})

test('usage events are kept for 30 days, and reviews as long as their source allows', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const event = { account_id: owner.account_id, type: 'api.request', actor: '{"type":"system","id":null,"label":null}' }
  await knexOf(db)('usage_events').insert([
    { ...event, id: 'act_01m0000000e0000000000000a0', created_at: ago(31) },
    { ...event, id: 'act_01m0000000e0000000000000a1', created_at: ago(29) },
  ])
  const review = {
    source: 'yelp',
    rating: 4,
    text: 'Good.',
    language: 'en',
    published_at: ago(40),
    owner_replied: null,
  } as const
  await db.transaction((transaction) =>
    storeReviews(transaction, owner, null, [
      { ...review, source_id: 'expired', retain_until: ago(1) },
      { ...review, source_id: 'kept', retain_until: ago(-1) },
    ]),
  )
  harness.work()
  await eventually('both to be purged', async () => {
    const [events, reviews] = [await knexOf(db)('usage_events').pluck('id'), await listSourceIds(db)]
    return events.length === 1 && reviews.length === 1
  })
  expect((await listUsageEvents(db, owner, { limit: 10 })).items.map(({ id }) => id)).toEqual([
    'act_01m0000000e0000000000000a1',
  ])
  expect(await listSourceIds(db)).toEqual(['kept'])
})

test('the files of reports are kept for 395 days; afterwards the report remains, with the sizes of its files', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const { id: analysis_id, period } = await requestAnalysis(db, owner)
  const create = (days: number) => {
    const report = {
      analysis_id,
      origin: 'subscription',
      title: 'November',
      sections: [],
      period,
      files: [
        { format: 'html', content: Buffer.from('<!doctype html>') },
        { format: 'pdf', content: Buffer.from('%PDF-1.7') },
      ],
      created_at: ago(days),
    } as const
    return db.transaction((transaction) => insertReport(transaction, owner, report))
  }
  const [expired, kept] = [await create(396), await create(394)]
  harness.work()
  await eventually(
    'the files to be deleted',
    async () => (await findReport(db, owner, expired.id))?.files_deleted_at !== null,
  )
  expect(await findReport(db, owner, expired.id)).toEqual({ ...expired, files_deleted_at: expect.any(String) })
  expect(expired.files).toEqual([
    { format: 'html', size_bytes: 15 },
    { format: 'pdf', size_bytes: 8 },
  ])
  expect(await readReportFile(db, owner, expired.id, 'pdf')).toBeUndefined()
  expect(await readReportFile(db, owner, kept.id, 'pdf')).toEqual(Buffer.from('%PDF-1.7'))
  expect(await findReport(db, owner, kept.id)).toEqual(kept)
})

test('the statistics of the last 90 days are refreshed without new reviews', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const review = {
    source: 'google',
    rating: 5,
    text: 'Wonderful.',
    language: 'en',
    owner_replied: null,
    retain_until: null,
  } as const
  await db.transaction((transaction) =>
    storeReviews(transaction, owner, null, [
      { ...review, source_id: 'recent', published_at: ago(80) },
      { ...review, source_id: 'older', published_at: ago(100) },
    ]),
  )
  harness.work()
  await eventually(
    'the statistics',
    async () => (await findBusiness(db, owner, owner.business_id))?.review_stats.review_count === 2,
  )
  expect((await findBusiness(db, owner, owner.business_id))?.review_stats).toMatchObject({
    reviews_90d: 1,
    average_rating: 5,
  })
})
