import { findBusiness } from '@svc/db/businesses'
import { addCompetitor } from '@svc/db/competitors'
import type { Owner } from '@svc/db/records'
import { listLabelVersions, readReviewsLabeledBy, readReviewsToLabel, storeReviewLabels } from '@svc/db/review-labels'
import { findReview, listReviews } from '@svc/db/review-list'
import {
  claimReviewMaintenance,
  recordFollowedUp,
  releaseReviewMaintenance,
  requestReviewMaintenance,
} from '@svc/db/review-maintenance'
import { type NewReview, storeReviews } from '@svc/db/reviews'
import { waitsForMaintenance } from '@svc/db/testing-reviews'
import { embeddedEngine } from '@svc/intelligence/engine'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { labelReviews } from '../src/label-reviews.ts'
import { requestRelabeling } from '../src/review-maintenance.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

function review(sourceId: string, fields: Partial<NewReview> = {}): NewReview {
  return {
    source: 'google',
    source_id: sourceId,
    rating: 1,
    text: 'We waited forty minutes for our table. My son was sick all night after the mussels.',
    language: null,
    published_at: '2026-11-01T12:00:00.000Z',
    owner_replied: false,
    retain_until: null,
    ...fields,
  }
}

/** Stores reviews and asks for their maintenance, as an import does. */
async function bringIn(owner: Owner, reviews: NewReview[]): Promise<void> {
  await harness.database.db.transaction(async (transaction) => {
    await storeReviews(transaction, owner, null, reviews)
    await requestReviewMaintenance(transaction, owner)
  })
}

const all = (owner: Owner) => listReviews(harness.database.db, owner, { limit: 100, sort: 'newest' })

const labeled = (owner: Owner) =>
  eventually('every review to be labeled', async () => {
    const { items } = await all(owner)
    const isQueued = await waitsForMaintenance(harness.database.db, owner.business_id)
    return !isQueued && items.every((each) => each.labels_state === 'done') && items
  })

test('reviews are labeled after their import, without an analysis, and the statistics counted', async () => {
  const owner = await harness.owner()
  await bringIn(owner, [
    review('complaint'),
    review('praise', { rating: 5, text: 'The pasta was delicious and the staff were lovely.' }),
    review('stars', { text: '' }),
    review('dutch', { text: 'Heerlijk gegeten, maar we moesten wel erg lang wachten op ons eten.' }),
  ])
  harness.work()
  const items = await labeled(owner)
  const found = Object.fromEntries(items.map((each) => [each.source_id, each]))
  expect(found.complaint).toMatchObject({ polarity: 'negative', language: 'en', flags: ['health_safety'] })
  expect(found.complaint?.aspects).toContainEqual({ aspect: 'wait', polarity: 'negative' })
  expect(found.praise).toMatchObject({ polarity: 'positive', flags: [] })
  expect(found.stars).toMatchObject({ polarity: null, aspects: [], language: null })
  expect(found.dutch).toMatchObject({ polarity: null, aspects: [], language: 'nl' })
  const business = await findBusiness(harness.database.db, owner, owner.business_id)
  expect(business?.review_stats).toMatchObject({ review_count: 4, average_rating: 2 })
})

test('two workers label every review, and none of a business twice at a time', async () => {
  const owner = await harness.owner()
  await bringIn(
    owner,
    Array.from({ length: 90 }, (_, n) => review(`${n}`)),
  )
  const caps = { limit: 5, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  const first = await claimReviewMaintenance(harness.database.db, { workerId: 'first', ...caps })
  const second = await claimReviewMaintenance(harness.database.db, { workerId: 'second', ...caps })
  expect([first.length, second.length]).toEqual([1, 0])
  for (const claimed of first) await releaseReviewMaintenance(harness.database.db, claimed, { isFinished: false })
  harness.work()
  harness.work()
  expect(await labeled(owner)).toHaveLength(90)
})

test('the unfinished work of a killed worker is continued by another one', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await bringIn(owner, [review('1'), review('2')])
  const killed = { workerId: 'killed', limit: 5, leaseMs: 1, perGroupMax: 1, perAccountMax: 1 }
  expect(await claimReviewMaintenance(db, killed)).toHaveLength(1)
  const [one] = await readReviewsToLabel(db, owner, { limit: 1 })
  if (one) await labelReviews(db, owner, [one])
  expect((await all(owner)).items.map((each) => each.labels_state).sort()).toEqual(['done', 'pending'])
  harness.work()
  await labeled(owner)
})

test('a change that arrives while a worker finishes is not lost', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await bringIn(owner, [])
  const caps = { limit: 5, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  const [claimed] = await claimReviewMaintenance(db, { workerId: 'busy', ...caps })
  if (!claimed) throw new Error('Nothing was claimed.')
  await bringIn(owner, [review('late')])
  await releaseReviewMaintenance(db, claimed, { isFinished: true })
  harness.work()
  expect(await labeled(owner)).toHaveLength(1)
})

test('labels of a text that has changed since it was read are not stored', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await storeReviews(db, owner, null, [review('changed')])
  const [read] = await readReviewsToLabel(db, owner, { limit: 1 })
  if (!read) throw new Error('Nothing to label.')
  const summary = { language: 'en', labels: {}, aspects: [], polarity: null, flags: [] }
  await storeReviewLabels(db, owner, 'test', [{ id: read.id, updated_at: '2026-01-01T00:00:00.000Z', ...summary }])
  expect((await findReview(db, owner, read.id))?.labels_state).toBe('pending')
})

test('labels never wait for a review that another transaction writes: it stays pending', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  await storeReviews(db, owner, null, [review('held'), review('free')])
  const reviews = await readReviewsToLabel(db, owner, { limit: 10 })
  await db.transaction(async (transaction) => {
    await storeReviews(transaction, owner, null, [review('held', { rating: 5 })])
    await labelReviews(db, owner, reviews)
  })
  const states = (await all(owner)).items.map(({ source_id, labels_state }) => [source_id, labels_state])
  expect(Object.fromEntries(states)).toEqual({ held: 'pending', free: 'done' })
})

test('reviews of a competitor are read with the words of its trade', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const competitor = await addCompetitor(db, owner, { name: 'Van Dijk', trade: 'garage' })
  await storeReviews(db, owner, competitor?.id ?? null, [review('g')])
  expect(await readReviewsToLabel(db, owner, { limit: 10 })).toMatchObject([{ trade: 'garage' }])
})

describe('after an upgrade of the engine', () => {
  /** Reviews as an engine of that version left them: labeled, with a polarity that this engine would not find. */
  async function labeledBy(version: string, owner: Owner, ...reviews: NewReview[]): Promise<void> {
    const { db } = harness.database
    await storeReviews(db, owner, null, reviews)
    const pending = await readReviewsToLabel(db, owner, { limit: 500 })
    const summary = { language: 'en', labels: {}, aspects: [], polarity: 'positive', flags: [] } as const
    await storeReviewLabels(
      db,
      owner,
      version,
      pending.map(({ id, updated_at }) => ({ id, updated_at, ...summary })),
    )
  }
  const listed = (owner: Owner, polarity: 'positive' | 'negative') =>
    listReviews(harness.database.db, owner, { limit: 100, sort: 'newest', polarity })
  const versionsOf = (owner: Owner) => listLabelVersions(harness.database.db, owner)

  test('old labels are replaced in the background by the worker that starts, without a change of the reviews', async () => {
    const owner = await harness.owner()
    await labeledBy('1.9.0', owner, review('1'), review('2'))
    await labeledBy('2.9.9', owner, review('3'))
    const { items: before } = await listed(owner, 'positive')
    expect(before.map(({ labels_state }) => labels_state)).toEqual(['done', 'done', 'done'])
    harness.work()
    await eventually(
      'the labels to be replaced',
      async () => (await versionsOf(owner)).join() === embeddedEngine.version,
    )
    // A worker that stops before would leave its work to the next test.
    await labeled(owner)
    const { items } = await listed(owner, 'negative')
    expect(items.map(({ id, updated_at }) => [id, updated_at])).toEqual(
      before.map(({ id, updated_at }) => [id, updated_at]),
    )
  })

  test('reviews are found by their old labels until they have new ones, also after a worker was killed', async () => {
    const { db } = harness.database
    const owner = await harness.owner()
    await labeledBy('1.9.0', owner, ...Array.from({ length: 30 }, (_, n) => review(`${n}`)))
    await requestRelabeling(db)
    const killed = { workerId: 'killed', limit: 5, leaseMs: 1, perGroupMax: 1, perAccountMax: 1 }
    expect(await claimReviewMaintenance(db, killed)).toHaveLength(1)
    await labelReviews(db, owner, await readReviewsLabeledBy(db, owner, ['1.9.0'], { limit: 10 }))
    expect((await listed(owner, 'positive')).items).toHaveLength(20)
    expect((await listed(owner, 'negative')).items).toHaveLength(10)
    harness.work()
    await eventually('all to be replaced', async () => (await listed(owner, 'negative')).items.length === 30)
    await labeled(owner)
  })

  test('labels of a newer engine are kept while a new release is rolled out, and its reviews are analyzed all the same', async () => {
    const { db } = harness.database
    const owner = await harness.owner()
    await labeledBy('999.0.0', owner, review('1'))
    await requestRelabeling(db)
    expect(await waitsForMaintenance(db, owner.business_id)).toBe(false)
    const [read] = await labelReviews(db, owner, await readReviewsLabeledBy(db, owner, ['999.0.0'], { limit: 1 }))
    expect(read?.labels).toMatchObject({ version: embeddedEngine.version, analyzable: true })
    expect(await versionsOf(owner)).toEqual(['999.0.0'])
  })

  test('the statistics are counted again at the next change, not at every iteration', async () => {
    const { db } = harness.database
    const owner = await harness.owner()
    await bringIn(owner, [review('1')])
    const caps = { workerId: 'w', limit: 5, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
    const claimOne = async () => {
      const [claimed] = await claimReviewMaintenance(db, caps)
      if (!claimed) throw new Error('Nothing was claimed.')
      return claimed
    }
    const first = await claimOne()
    expect(first).toMatchObject({ requests: 1, followed_up: 0 })
    await recordFollowedUp(db, first)
    await releaseReviewMaintenance(db, first, { isFinished: false })
    const second = await claimOne()
    expect(second).toMatchObject({ requests: 1, followed_up: 1 })
    await bringIn(owner, [review('2')])
    await releaseReviewMaintenance(db, second, { isFinished: true })
    expect(await claimOne()).toMatchObject({ requests: 2, followed_up: 1 })
  })
})
