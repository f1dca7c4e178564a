import { listReviews } from '@svc/db/review-list'
import { knexOf } from '@svc/db/testing'
import { setReviewCount, waitsForMaintenance } from '@svc/db/testing-reviews'
import { planCapacities } from '@svc/limits/plans'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { addBellaVista } from '../review-fixtures.ts'
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

const create = (reviews: unknown, headers = {}) =>
  account.call('POST', `/businesses/${account.owner.business_id}/reviews`, { body: { reviews }, headers })

const stored = async () => (await listReviews(api.database.db, account.owner, { limit: 100, sort: 'oldest' })).items

const complaint = {
  source: 'google',
  source_id: 'g-1',
  rating: 2,
  text: 'We waited an hour.',
  published_at: '2026-11-14T21:05:00+01:00',
  owner_replied: false,
}

test('each item has its result, and is stored as it was sent', async () => {
  const competitor = await addBellaVista(api.database.db, account.owner)
  const { status, data } = await create([
    complaint,
    { ...complaint, competitor_id: competitor.id, title: 'A long wait', language: 'en' },
    { source: 'yelp', source_id: 'y-1' },
    { rating: 4, competitor_id: 'cmp_01kjpxm0t0e4pswffc8k7pd4hh' },
    { rating: 5, published_at: '1980-01-01T00:00:00Z' },
    { ...complaint, text: 'The same again.' },
  ])
  expect(status).toBe(200)
  expect(data).toMatchObject({ created_count: 2, updated_count: 0, unchanged_count: 0, rejected_count: 4 })
  expect(data.results.map(({ result }) => result)).toEqual([
    'created',
    'created',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(data.results.slice(2).map(({ problem }) => problem)).toEqual([
    { path: 'body.reviews.2', message: 'has neither stars nor text' },
    { path: 'body.reviews.3.competitor_id', message: 'is not a competitor of this business' },
    { path: 'body.reviews.4.published_at', message: '"1980-01-01T00:00:00.000Z" is before 1995' },
    { path: 'body.reviews.5.source_id', message: 'repeats body.reviews.0' },
  ])
  const [own, theirs] = data.results
  expect((await account.call('GET', `/reviews/${own?.review_id}`)).data).toMatchObject({
    ...complaint,
    competitor_id: null,
    published_at: '2026-11-14T20:05:00.000Z',
    labels_state: 'pending',
  })
  expect((await account.call('GET', `/reviews/${theirs?.review_id}`)).data).toMatchObject({
    competitor_id: competitor.id,
    text: 'A long wait\nWe waited an hour.',
    language: 'en',
  })
})

test('the same items can be sent again; a changed one is updated and labeled again, the others stay unchanged', async () => {
  const { db } = api.database
  const other = { ...complaint, source_id: 'g-2' }
  const first = await create([complaint, other])
  await knexOf(db)('reviews').update({ search: 'x', labels_version: 'test', owner_replied: true })
  await knexOf(db)('review_upkeep').delete()
  const again = await create([
    { ...complaint, owner_replied: undefined },
    { ...other, text: 'We waited two hours.' },
  ])
  expect(again.data.results).toEqual([
    { result: 'unchanged', review_id: first.data.results[0]?.review_id, problem: null },
    { result: 'updated', review_id: first.data.results[1]?.review_id, problem: null },
  ])
  expect(await stored()).toMatchObject([
    { source_id: 'g-1', labels_state: 'done', owner_replied: true },
    { source_id: 'g-2', labels_state: 'pending', text: 'We waited two hours.' },
  ])
  expect(await waitsForMaintenance(db, account.owner.business_id)).toBe(true)
})

test('a field that is left out keeps its stored value', async () => {
  await create([{ ...complaint, language: 'en' }])
  const { data } = await create([{ source: 'google', source_id: 'g-1', owner_replied: true, rating: 2 }])
  expect(data.results[0]?.result).toBe('updated')
  expect(await stored()).toMatchObject([{ text: complaint.text, language: 'en', rating: 2, owner_replied: true }])
})

test('without a source_id the content identifies a review', async () => {
  const { source_id: _, ...anonymous } = complaint
  expect((await create([anonymous])).data.results[0]?.result).toBe('created')
  expect((await create([anonymous])).data.results[0]?.result).toBe('unchanged')
  expect((await create([{ ...anonymous, text: 'Another.' }])).data.results[0]?.result).toBe('created')
})

test('the same items sent at the same time are stored once', async () => {
  const items = Array.from({ length: 20 }, (_, n) => ({ ...complaint, source_id: `g-${n}` }))
  const replies = await Promise.all([create(items), create(items.toReversed()), create(items)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(replies.reduce((sum, { data }) => sum + data.created_count, 0)).toBe(20)
  expect(await stored()).toHaveLength(20)
})

test('beyond the capacity of the plan no review is stored, stored reviews can still be changed, and GET /account shows the capacity as used', async () => {
  const { db } = api.database
  await create([complaint])
  const limit = planCapacities.growth.reviews
  await setReviewCount(db, account.owner.business_id, limit - 1)
  const two = [1, 2].map((n) => ({ ...complaint, source_id: `new-${n}` }))
  const refused = await create(two)
  expectError(refused, 'rate_limited', 'quota.reviews')
  expect(refused.details[0]?.message).toBe(`${limit - 1} of ${limit} are in use`)
  expect(await stored()).toHaveLength(1)
  expect((await account.call('GET', '/account')).data.capacities).toContainEqual({
    name: 'reviews',
    limit,
    used: limit - 1,
    remaining: 1,
  })
  expect((await create(two.slice(0, 1))).data.created_count).toBe(1)
  expect((await create([{ ...complaint, rating: 1 }])).data.updated_count).toBe(1)
})

test('up to 500 items fit, and an item that does not match the schema is refused with its path', async () => {
  const many = Array.from({ length: 501 }, (_, n) => ({ rating: 3, source_id: `${n}` }))
  expect((await create(many.slice(1))).data.created_count).toBe(500)
  expectError(await create(many), 'invalid_request', 'body.reviews')
  expectError(await create([]), 'invalid_request', 'body.reviews')
  expectError(await create([complaint, { rating: 6 }]), 'invalid_request', 'body.reviews.1.rating')
  expectError(await create([{ ...complaint, author_name: 'Ann' }]), 'invalid_request', 'body.reviews.0.author_name')
  expectError(await create([{ ...complaint, text: 'a\u0000' }]), 'invalid_request', 'body.reviews.0.text')
  expectError(await create([{ text: 'a'.repeat(300_000) }]), 'invalid_request', 'body')
})

test('a repeated request with the same Idempotency-Key returns the first results', async () => {
  const headers = { 'Idempotency-Key': 'reviews-1' }
  const first = await create([complaint], headers)
  const second = await create([complaint], headers)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.data).toEqual(first.data)
})
