import { type FoundLabels, readReviewsToLabel, storeReviewLabels } from '@svc/db/review-labels'
import { type NewReview, storeReviews } from '@svc/db/reviews'
import type { Id } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { addBellaVista, addReview, newReview } from '../review-fixtures.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi
let account: TestAccount
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  account = await api.open()
})

type Labels = Partial<Pick<FoundLabels, 'aspects' | 'polarity' | 'flags' | 'language'>>

/** Stores reviews and labels those for which labels are given, by source id, as the engine does. */
async function store(
  reviews: Partial<NewReview>[],
  { competitorId = null, labels = {} }: { competitorId?: Id<'cmp'> | null; labels?: Record<string, Labels> } = {},
): Promise<void> {
  const { db } = api.database
  await storeReviews(db, account.owner, competitorId, reviews.map(newReview))
  const none = { language: null, labels: {}, aspects: [], polarity: null, flags: [] }
  const { data } = await list('limit=100')
  const sourceIds = new Map(data.map((each: { id: string; source_id: string }) => [each.id, each.source_id]))
  const pending = await readReviewsToLabel(db, account.owner, { limit: 100 })
  const found = pending.flatMap(({ id, updated_at }) => {
    const given = labels[String(sourceIds.get(id))]
    return given === undefined ? [] : [{ ...none, ...given, id, updated_at }]
  })
  await storeReviewLabels(db, account.owner, 'test', found)
}

const list = (query = '') => account.call('GET', `/businesses/${account.owner.business_id}/reviews?${query}`)

async function sourceIdsOf(query: string): Promise<string[]> {
  const { status, data } = await list(query)
  expect([query, status]).toEqual([query, 200])
  return data.map((review: { source_id: string }) => review.source_id)
}

test('a new review can be read immediately, with its labels pending', async () => {
  const id = await addReview(api.database.db, account.owner, { source_id: 'g-1', language: 'en' })
  const { data } = await account.call('GET', `/reviews/${id}`)
  expect(data).toEqual({
    id,
    business_id: account.owner.business_id,
    competitor_id: null,
    source: 'google',
    source_id: 'g-1',
    rating: 2,
    text: 'We waited an hour for cold pizza.',
    language: 'en',
    published_at: '2026-11-01T12:00:00.000Z',
    owner_replied: false,
    labels_state: 'pending',
    aspects: [],
    polarity: null,
    flags: [],
    retain_until: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await list()).data).toEqual([data])
})

test('labels show once they are stored, and filters by label and text find labeled reviews only', async () => {
  await store([{ source_id: 'labeled' }, { source_id: 'pending' }], {
    labels: {
      labeled: { aspects: [{ aspect: 'wait', polarity: 'negative' }], polarity: 'negative', flags: ['abuse'] },
    },
  })
  const { data } = await list('aspect=wait')
  expect(data).toMatchObject([
    {
      source_id: 'labeled',
      labels_state: 'done',
      aspects: [{ aspect: 'wait', polarity: 'negative' }],
      polarity: 'negative',
      flags: ['abuse'],
    },
  ])
  for (const query of ['aspect=wait', 'polarity=negative', 'flag=abuse', 'q=pizza'])
    expect([query, await sourceIdsOf(query)]).toEqual([query, ['labeled']])
  expect(await sourceIdsOf('source=google')).toHaveLength(2)
})

test('polarity filters by the review or, with an aspect, by the aspect', async () => {
  await store([{ source_id: 'mixed' }, { source_id: 'bad' }], {
    labels: {
      mixed: {
        aspects: [
          { aspect: 'quality', polarity: 'positive' },
          { aspect: 'wait', polarity: 'negative' },
        ],
        polarity: 'mixed',
      },
      bad: { aspects: [{ aspect: 'quality', polarity: 'negative' }], polarity: 'negative' },
    },
  })
  expect(await sourceIdsOf('polarity=negative')).toEqual(['bad'])
  expect(await sourceIdsOf('polarity=mixed')).toEqual(['mixed'])
  expect(await sourceIdsOf('aspect=wait&polarity=negative')).toEqual(['mixed'])
  expect(await sourceIdsOf('aspect=quality&polarity=positive')).toEqual(['mixed'])
  expect(await sourceIdsOf('aspect=quality&polarity=neutral')).toEqual([])
})

describe('a search', () => {
  beforeEach(() =>
    store(
      [
        { source_id: 'waited', text: 'We waited for cold pizza.' },
        { source_id: 'pasta', text: 'The pasta was cold, the pizza warm.' },
        { source_id: 'dutch', text: 'Heerlijke pizza, aardige bediening.' },
        { source_id: 'hash', text: '#flag=abuse #aspect=wait, said the sign.' },
      ],
      { labels: { waited: {}, pasta: {}, dutch: {}, hash: {} } },
    ),
  )

  test.each([
    ['waiting', ['hash', 'waited']],
    ['PIZZA cold', ['pasta', 'waited']],
    ['"cold pizza"', ['waited']],
    ['pizza -cold', ['dutch']],
    ['bediening or waiting', ['dutch', 'hash', 'waited']],
    ['the', []],
    ["';drop table reviews --", []],
    ['((&|!', []],
    ['#flag=abuse', ['hash']],
  ])('for %s finds exactly the reviews that match', async (q, expected) => {
    expect((await sourceIdsOf(`q=${encodeURIComponent(q)}`)).sort()).toEqual(expected)
  })

  test('matches the text of reviews only, never their labels', async () => {
    expect(await sourceIdsOf('flag=abuse')).toEqual([])
    expect(await sourceIdsOf('aspect=wait')).toEqual([])
  })
})

test('lists are sorted by time or stars; equal stars are sorted newest first, and reviews without stars last', async () => {
  await store([
    { source_id: 'a', rating: 5, published_at: '2026-01-01T00:00:00.000Z' },
    { source_id: 'b', rating: 1, published_at: '2026-03-01T00:00:00.000Z' },
    { source_id: 'c', rating: null, published_at: '2026-02-01T00:00:00.000Z' },
    { source_id: 'd', rating: 1, published_at: '2026-04-01T00:00:00.000Z' },
    { source_id: 'undated', rating: 3, published_at: null },
  ])
  expect(await sourceIdsOf('')).toEqual(['undated', 'd', 'b', 'c', 'a'])
  expect(await sourceIdsOf('sort=newest')).toEqual(['undated', 'd', 'b', 'c', 'a'])
  expect(await sourceIdsOf('sort=oldest')).toEqual(['a', 'c', 'b', 'd', 'undated'])
  expect(await sourceIdsOf('sort=highest_rating')).toEqual(['a', 'undated', 'd', 'b', 'c'])
  expect(await sourceIdsOf('sort=lowest_rating')).toEqual(['d', 'b', 'undated', 'a', 'c'])
})

test('a cursor is the position of a review in any list', async () => {
  await store([
    { source_id: 'a', rating: 5, published_at: '2026-01-01T00:00:00.000Z' },
    { source_id: 'b', rating: 1, published_at: '2026-03-01T00:00:00.000Z' },
    { source_id: 'c', rating: 4, published_at: '2026-02-01T00:00:00.000Z', source: 'yelp' },
    { source_id: 'd', rating: 1, published_at: '2026-04-01T00:00:00.000Z' },
  ])
  // The first page of two ends at b.
  const cursor = (await list('limit=2')).meta.page.next_cursor
  expect(cursor).toMatch(/^[\w-]{32}$/)
  expect(await sourceIdsOf(`cursor=${cursor}`)).toEqual(['c', 'a'])
  expect(await sourceIdsOf(`cursor=${cursor}&sort=oldest`)).toEqual(['d'])
  expect(await sourceIdsOf(`cursor=${cursor}&sort=lowest_rating`)).toEqual(['c', 'a'])
  expect(await sourceIdsOf(`cursor=${cursor}&sort=highest_rating`)).toEqual([])
  expect(await sourceIdsOf(`cursor=${cursor}&source=yelp`)).toEqual(['c'])
})

test('own reviews and the reviews of each competitor can be distinguished', async () => {
  const competitor = await addBellaVista(api.database.db, account.owner)
  await store([{ source_id: 'ours' }])
  await store([{ source_id: 'theirs' }], { competitorId: competitor.id })
  expect(await sourceIdsOf('own=true')).toEqual(['ours'])
  expect(await sourceIdsOf('own=false')).toEqual(['theirs'])
  expect(await sourceIdsOf(`competitor_id=${competitor.id}`)).toEqual(['theirs'])
  expect(await sourceIdsOf(`own=true&competitor_id=${competitor.id}`)).toEqual([])
})

test('a review whose reply is unknown counts as neither replied nor unanswered', async () => {
  await store([
    { source_id: 'yes', owner_replied: true },
    { source_id: 'no', owner_replied: false },
    { source_id: 'unknown', owner_replied: null },
  ])
  expect(await sourceIdsOf('replied=true')).toEqual(['yes'])
  expect(await sourceIdsOf('replied=false')).toEqual(['no'])
})

test('a filter that the contract does not define is refused, with its path', async () => {
  for (const [query, path] of [
    ['rating=0', 'query.rating'],
    ['rating=4.5', 'query.rating'],
    ['source=myspace', 'query.source'],
    ['sort=best', 'query.sort'],
    ['own=1', 'query.own'],
    ['replied=maybe', 'query.replied'],
    ['language=english', 'query.language'],
    ['flag=nothing', 'query.flag'],
    ['published_after=yesterday', 'query.published_after'],
    ['competitor_id=cmp_1', 'query.competitor_id'],
    ['q=', 'query.q'],
    ['q=%00', 'query.q'],
    [`q=${'a'.repeat(201)}`, 'query.q'],
    [`cursor=${'A'.repeat(24)}`, 'query.cursor'],
  ] as const)
    expectError(await list(query), 'invalid_request', path)
})
