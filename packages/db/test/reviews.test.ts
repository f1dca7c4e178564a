import { newId } from '@svc/runtime/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBusiness, listBusinesses } from '../src/accounts/businesses.ts'
import {
  addCompetitor,
  type Competitor,
  competitorsMax,
  deleteRemovedCompetitors,
  listCompetitors,
  removeCompetitor,
  setCompetitorFindings,
} from '../src/accounts/competitors.ts'
import type { Owner } from '../src/connection/records.ts'
import { deleteExpiredReviews, findExpiredReview } from '../src/reviews/review-erasure.ts'
import { type ReviewToRead, readReviews, storeReviewLabels } from '../src/reviews/review-labels.ts'
import { listReviews } from '../src/reviews/review-list.ts'
import { applyChangedRetention, setAccountRetention, setSourceRetention } from '../src/reviews/review-retention.ts'
import {
  countStoredReviews,
  lockReviewImport,
  type NewReview,
  refreshReviewStats,
  storeReviews,
} from '../src/reviews/reviews.ts'
import { openBrightside, openRosso } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
let osteria: Competitor
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
  osteria = await track('Osteria del Ponte')
})

async function track(name: string): Promise<Competitor> {
  const added = await addCompetitor(database.db, rosso, { name, trade: 'restaurant', distance_m: 420 })
  if (added === undefined) throw new Error(`${name} was not added.`)
  return added
}

const dayMs = 86_400_000

function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString()
}

function review(sourceId: string, fields: Partial<NewReview> = {}): NewReview {
  return {
    source: 'google',
    source_id: sourceId,
    rating: 4,
    text: 'Lovely pasta, long wait.',
    language: null,
    published_at: daysAgo(10),
    owner_replied: false,
    retain_until: null,
    ...fields,
  }
}

async function read(competitor: Competitor | null, limit = 100): Promise<ReviewToRead[][]> {
  const period = { from: daysAgo(365), to: daysAgo(-1), limit }
  const chunks: ReviewToRead[][] = []
  for await (const chunk of readReviews(database.db, rosso, competitor?.id ?? null, period)) chunks.push(chunk)
  return chunks
}

describe('importing', () => {
  const resultsOf = async (owner: Owner, competitor: Competitor | null, reviews: NewReview[]) =>
    (await storeReviews(database.db, owner, competitor?.id ?? null, reviews)).map(({ result }) => result)

  test('a review is stored once, whether it is repeated in the same batch or a later one', async () => {
    const [one, two, three] = [review('1'), review('2'), review('3')]
    expect(await resultsOf(rosso, null, [one, two, one])).toEqual(['created', 'created', 'unchanged'])
    const elsewhere = { ...two, source: 'yelp' } as const
    expect(await resultsOf(rosso, null, [two, three, elsewhere])).toEqual(['unchanged', 'created', 'created'])
    expect(await resultsOf(rosso, osteria, [one])).toEqual(['created'])
    expect(await resultsOf(rosso, null, [])).toEqual([])
    expect(await countStoredReviews(database.db, rosso)).toBe(5)
  })

  test('a stored review is updated, and keeps fields that the update leaves out', async () => {
    const known = review('1', { language: 'en', owner_replied: true })
    await storeReviews(database.db, rosso, null, [known])
    const empty = { ...known, rating: null, text: '', language: null, published_at: null, owner_replied: null }
    expect(await resultsOf(rosso, null, [empty])).toEqual(['unchanged'])
    expect(await resultsOf(rosso, null, [{ ...empty, owner_replied: false }])).toEqual(['updated'])
    expect(await resultsOf(rosso, null, [{ ...empty, text: 'Another text.' }])).toEqual(['updated'])
    expect((await read(null)).flat()).toMatchObject([
      { text: 'Another text.', rating: 4, language: null, owner_replied: false, published_at: known.published_at },
    ])
  })

  test('the count of stored reviews follows deletions', async () => {
    await storeReviews(database.db, rosso, null, [review('1'), review('2', { retain_until: daysAgo(1) })])
    await database.db.transaction((transaction) => deleteExpiredReviews(transaction, rosso, { limit: 10 }))
    expect(await countStoredReviews(database.db, rosso)).toBe(1)
  })

  test('importing for a competitor of another business stores no reviews', async () => {
    const brightside = await openBrightside(database.db)
    expect(await resultsOf(brightside, osteria, [review('1')])).toEqual([])
  })

  test('two imports for one business run one after the other', async () => {
    const order: string[] = []
    let second = Promise.resolve()
    await database.db.transaction(async (transaction) => {
      await lockReviewImport(transaction, rosso)
      second = database.db.transaction(async (other) => {
        await lockReviewImport(other, rosso)
        order.push('second')
      })
      await storeReviews(transaction, rosso, null, [review('1')])
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })

  test('text of any language and length is read as it was stored', async () => {
    const text = `"Quotes", \\ backslashes, {braces}, new\nlines, emoji 🍝, 日本語 ${'x'.repeat(8_000)}`
    await storeReviews(database.db, rosso, null, [review('1', { text })])
    expect((await read(null)).flat()).toMatchObject([{ text }])
  })
})

describe('reading for an analysis', () => {
  test('returns each review of the period once, in chunks', async () => {
    const own = Array.from({ length: 7 }, (_, n) => review(`${n}`))
    await storeReviews(database.db, rosso, null, [...own, review('old', { published_at: daysAgo(400) })])
    await storeReviews(database.db, rosso, osteria.id, [review('theirs')])
    const chunks = await read(null, 3)
    expect(chunks.map((chunk) => chunk.length)).toEqual([3, 3, 1])
    expect(new Set(chunks.flat().map((each) => each.id)).size).toBe(7)
    expect((await read(osteria)).flat()).toMatchObject([{ competitor_id: osteria.id }])
  })

  test('a review without a date counts from its import', async () => {
    await storeReviews(database.db, rosso, null, [review('1', { published_at: null })])
    expect((await read(null)).flat()).toHaveLength(1)
  })

  test('includes the labels of an earlier analysis', async () => {
    await storeReviews(database.db, rosso, null, [review('1'), review('2', { language: 'nl' })])
    const summary = { aspects: [], polarity: null, flags: [] }
    const found = (await read(null)).flat().map(({ id, updated_at }) => {
      return { id, updated_at, language: 'en', labels: { wait: -0.9 }, ...summary }
    })
    await storeReviewLabels(database.db, rosso, 'embedded 1.0.0', found)
    expect((await read(null)).flat()).toMatchObject([
      { labels: { wait: -0.9 }, labels_version: 'embedded 1.0.0', language: 'en' },
      { labels: { wait: -0.9 }, labels_version: 'embedded 1.0.0', language: 'nl' },
    ])
  })
})

describe('the review statistics', () => {
  test('the statistics of the business count its reviews and replies', async () => {
    await storeReviews(database.db, rosso, null, [
      review('1', { rating: 5, owner_replied: true }),
      review('2', { rating: 2 }),
      review('3', { rating: null }),
      review('4', { rating: 5, published_at: daysAgo(200) }),
      review('5', { rating: 4, published_at: daysAgo(100), text: '' }),
    ])
    const stats = {
      average_rating: 4,
      review_count: 5,
      reviews_90d: 3,
      rating_change_90d: -1,
      response_rate_90d: 0.3333,
    }
    expect(await refreshReviewStats(database.db, rosso, null)).toEqual(stats)
    // Three have text and no reply; the one without text needs no reply.
    expect(await findBusiness(database.db, rosso, rosso.business_id)).toMatchObject({
      review_stats: stats,
      unanswered_count: 3,
    })
  })

  test('the statistics of a competitor list its sources, and are null if they cannot be known', async () => {
    await storeReviews(database.db, rosso, osteria.id, [
      review('1', { source: 'yelp', owner_replied: null }),
      review('2', { owner_replied: null }),
      review('3', { owner_replied: null }),
    ])
    const stats = {
      average_rating: 4,
      review_count: 3,
      reviews_90d: 3,
      rating_change_90d: null,
      response_rate_90d: null,
    }
    await refreshReviewStats(database.db, rosso, osteria.id)
    expect(await competitorOf(rosso, osteria.id)).toMatchObject({
      review_stats: stats,
      sources: ['google', 'yelp'],
      reviews_as_of: expect.any(String),
    })
  })

  test('statistics without reviews are zero or null', async () => {
    expect(await refreshReviewStats(database.db, rosso, null)).toEqual({
      average_rating: null,
      review_count: 0,
      reviews_90d: 0,
      rating_change_90d: null,
      response_rate_90d: null,
    })
    expect(await findBusiness(database.db, rosso, rosso.business_id)).toMatchObject({ unanswered_count: null })
  })
})

async function competitorOf(owner: Owner, id: string): Promise<Competitor | undefined> {
  const { items } = await listCompetitors(database.db, owner, { limit: 100 })
  return items.find((competitor) => competitor.id === id)
}

describe('competitors', () => {
  test('are counted on the business, listed newest first and deleted with their reviews', async () => {
    const bella = await track('Bella Vista')
    await storeReviews(database.db, rosso, bella.id, [review('1')])
    expect((await listCompetitors(database.db, rosso, { limit: 9 })).items.map((each) => each.name)).toEqual([
      'Bella Vista',
      'Osteria del Ponte',
    ])
    expect(await findBusiness(database.db, rosso, rosso.business_id)).toMatchObject({ competitor_count: 2 })
    expect(await database.db.transaction((transaction) => removeCompetitor(transaction, rosso, bella.id))).toBe(true)
    expect(await database.db.transaction((transaction) => removeCompetitor(transaction, rosso, bella.id))).toBe(false)
    expect(await findBusiness(database.db, rosso, rosso.business_id)).toMatchObject({ competitor_count: 1 })
    const list = { limit: 9, sort: 'newest' } as const
    expect((await listReviews(database.db, rosso, list)).items).toEqual([])
    expect(await deleteRemovedCompetitors(database.db, rosso, { limit: 1 })).toBe(1)
    expect(await deleteRemovedCompetitors(database.db, rosso, { limit: 1 })).toBe(0)
    expect((await read(bella)).flat()).toEqual([])
    expect(await knexOf(database.db)('competitors').where({ id: bella.id })).toEqual([])
  })

  test('are at most fifty, also if they are added concurrently', async () => {
    const added = await Promise.allSettled(
      Array.from({ length: competitorsMax + 5 }, (_, n) => track(`Competitor ${n}`)),
    )
    expect(added.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(competitorsMax - 1)
  })

  test('have the findings of the latest analysis', async () => {
    await database.db.transaction((transaction) =>
      setCompetitorFindings(transaction, rosso, [{ id: osteria.id, strengths: ['wait', 'price'], weaknesses: [] }]),
    )
    expect(await competitorOf(rosso, osteria.id)).toMatchObject({
      strengths: ['wait', 'price'],
      weaknesses: [],
    })
  })

  test('competitors and businesses cannot be read or removed by another account', async () => {
    const brightside = await openBrightside(database.db)
    expect(await database.db.transaction((transaction) => removeCompetitor(transaction, brightside, osteria.id))).toBe(
      false,
    )
    expect((await listCompetitors(database.db, brightside, { limit: 9 })).items).toEqual([])
    expect(await findBusiness(database.db, brightside, rosso.business_id)).toBeUndefined()
    const { items } = await listBusinesses(database.db, brightside, { limit: 9 })
    expect(items.map((business) => business.id)).toEqual([brightside.business_id])
  })
})

describe('the retention of reviews', () => {
  const keptUntil = async () =>
    Object.fromEntries(
      (await knexOf(database.db)('reviews').where({ business_id: rosso.business_id })).map(
        ({ source_id, retain_until }) => [source_id, retain_until],
      ),
    )
  const store = (...reviews: NewReview[]) => storeReviews(database.db, rosso, null, reviews)
  const dayMs = 86_400_000

  /** `days` after the instant, as the wire has it. */
  const after = (instant: string, days: number) => new Date(Date.parse(instant) + days * dayMs).toISOString()

  const [longAgo, october, november] = [
    '2000-01-01T12:00:00.000Z',
    '2026-10-01T12:00:00.000Z',
    '2026-11-01T12:00:00.000Z',
  ]

  test('begins for an account when a review was posted, and for a source when it was stored; the earlier end counts', async () => {
    await store(review('first', { published_at: october }))
    expect(await keptUntil()).toEqual({ first: null })
    await setAccountRetention(database.db, rosso.account_id, 3_650)
    await applyChangedRetention(database.db)
    await store(review('second', { published_at: november }))
    expect(await keptUntil()).toEqual({ first: after(october, 3_650), second: after(november, 3_650) })

    await setSourceRetention(database.db, 'google', 5)
    await store(review('third', { published_at: longAgo }))
    const { created_at: stored } = await knexOf(database.db)('reviews')
      .where({ source_id: 'first' })
      .first('created_at')
    expect(await keptUntil()).toMatchObject({ first: after(stored, 5), third: after(longAgo, 3_650) })

    await setAccountRetention(database.db, rosso.account_id, null)
    await applyChangedRetention(database.db)
    await setSourceRetention(database.db, 'google', null)
    expect(await keptUntil()).toEqual({ first: null, second: null, third: null })
  })

  test('the retention of a review without a date begins when it is stored, and a second import does not change it', async () => {
    await setAccountRetention(database.db, rosso.account_id, 30)
    await applyChangedRetention(database.db)
    await store(review('undated', { published_at: null }))
    const before = await keptUntil()
    const [again] = await store(review('undated', { published_at: null }))
    expect(again).toMatchObject({ result: 'unchanged' })
    expect(await keptUntil()).toEqual(before)
  })

  test('the retention of reviews in other accounts and sources does not change', async () => {
    const brightside = await openBrightside(database.db)
    await storeReviews(database.db, brightside, null, [review('theirs', { source: 'yelp' })])
    await setAccountRetention(database.db, rosso.account_id, 30)
    await applyChangedRetention(database.db)
    await setSourceRetention(database.db, 'google', 1)
    expect(await knexOf(database.db)('reviews').pluck('retain_until')).toEqual([null])
    expect(await setAccountRetention(database.db, newId('acc'), 30)).toBe(false)
    await setSourceRetention(database.db, 'google', null)
  })

  test('ends for all expired reviews of a business and no others', async () => {
    await store(review('1', { retain_until: daysAgo(1) }), review('2', { retain_until: daysAgo(-1) }), review('3'))
    expect(await findExpiredReview(database.db)).toEqual(rosso)
    const deleted = await database.db.transaction((transaction) =>
      deleteExpiredReviews(transaction, rosso, { limit: 100 }),
    )
    expect(deleted).toHaveLength(1)
    expect(Object.keys(await keptUntil()).sort()).toEqual(['2', '3'])
    expect(await findExpiredReview(database.db)).toBeUndefined()
  })
})
