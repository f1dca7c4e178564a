import {
  type Aspect,
  aspects,
  type ReviewFlag,
  type ReviewPolarity,
  reviewFlags,
  reviewPolarities,
  sources,
} from '@generated/contract/enums'
import { readReviewsToLabel, storeReviewLabels } from '@svc/db/review-labels'
import { storeReviews } from '@svc/db/reviews'
import { knexOf } from '@svc/db/testing'
import type { Id } from '@svc/runtime/ids'
import { announceSeed, seededRandom } from '@svc/runtime/testing-random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBellaVista, newReview } from '../review-fixtures.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Every order of the reviews with every combination of two filters: the pages together hold each review that matches
// exactly once, in order, while others are inserted and changed. What matches is decided here by a second
// implementation.

const seed = announceSeed('review-pages.test.ts')
const { below, chance, oneOf } = seededRandom(seed)

const words = ['pizza', 'waiter', 'terrace', 'tiramisu']
const labeledAspects = aspects.slice(0, 3)
const languages = ['en', 'nl']

interface Row {
  id: string
  competitor_id: Id<'cmp'> | null
  source: (typeof sources)[number]
  source_id: string
  rating: number | null
  text: string
  language: string
  published_at: string | null
  owner_replied: boolean | null
  aspects: { aspect: Aspect; polarity: ReviewPolarity }[]
  polarity: ReviewPolarity | null
  flags: ReviewFlag[]
  isDone: boolean
  sort_time: string
}

let api: TestApi
let account: TestAccount
let rows: Row[]
let competitorId: Id<'cmp'>

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  competitorId = (await addBellaVista(api.database.db, account.owner)).id
  rows = await insert(140)
})
afterAll(() => api.close())

let inserted = 0

/** Inserts random reviews, many with equal times and stars, and labels most of them. */
async function insert(count: number): Promise<Row[]> {
  const { db } = api.database
  const made = Array.from({ length: count }, () => ({
    competitor_id: chance(0.4) ? competitorId : null,
    source: oneOf(sources),
    source_id: `row ${inserted++}`,
    rating: chance(0.1) ? null : 1 + below(5),
    text: words.filter(() => chance(0.3)).join(' '),
    language: oneOf(languages),
    published_at: chance(0.05) ? null : new Date(Date.UTC(2026, below(3), 1 + below(4))).toISOString(),
    owner_replied: oneOf([true, false, null]),
    aspects: labeledAspects.filter(() => chance(0.4)).map((aspect) => ({ aspect, polarity: oneOf(reviewPolarities) })),
    polarity: oneOf([...reviewPolarities, null]),
    flags: reviewFlags.filter(() => chance(0.15)),
    isDone: chance(0.9),
  }))
  for (const subject of [null, competitorId]) {
    const reviews = made.filter(({ competitor_id }) => competitor_id === subject)
    await storeReviews(db, account.owner, subject, reviews.map(storable))
  }
  const stored = await knexOf(db)('reviews')
    .whereIn(
      'source_id',
      made.map(({ source_id }) => source_id),
    )
    .select('source_id', 'id', knexOf(db).raw('coalesce(published_at, created_at) as sort_time'))
  const bySourceId = new Map(stored.map(({ source_id, ...rest }) => [source_id, rest]))
  const complete = made.map((row) => ({ ...row, ...bySourceId.get(row.source_id) }))
  const byId = new Map(complete.map((row) => [row.id, row]))
  const pending = await readReviewsToLabel(db, account.owner, { limit: 1_000 })
  await storeReviewLabels(
    db,
    account.owner,
    'test',
    pending.flatMap(({ id, updated_at }) => {
      const row = byId.get(id)
      if (!row?.isDone) return []
      const { language, aspects: found, polarity, flags } = row
      return [{ id, updated_at, language, labels: {}, aspects: found, polarity, flags }]
    }),
  )
  return complete
}

function storable({
  competitor_id: _,
  aspects: _a,
  polarity: _p,
  flags: _f,
  isDone: _d,
  ...review
}: Omit<Row, 'id' | 'sort_time'>) {
  return newReview(review)
}

/** Changes a field that no order depends on. */
async function changeReply(row: Row): Promise<void> {
  row.owner_replied = oneOf([true, false, null])
  await knexOf(api.database.db)('reviews').where({ id: row.id }).update({ owner_replied: row.owner_replied })
}

interface Filter {
  name: string
  value: string
  matches(row: Row): boolean
}

/** Each filter with a value chosen at random. */
function filters(): Filter[] {
  const aspect = oneOf(labeledAspects)
  const polarity = oneOf(reviewPolarities)
  const flag = oneOf(reviewFlags)
  const rating = 1 + below(5)
  const source = oneOf(sources)
  const language = oneOf(languages)
  const word = oneOf(words)
  const own = chance(0.5)
  const replied = chance(0.5)
  const bound = new Date(Date.UTC(2026, 1, 1 + below(4))).toISOString()
  const published = (row: Row) => row.published_at
  return [
    { name: 'own', value: String(own), matches: (row) => (row.competitor_id === null) === own },
    { name: 'competitor_id', value: competitorId, matches: (row) => row.competitor_id === competitorId },
    { name: 'source', value: source, matches: (row) => row.source === source },
    { name: 'rating', value: String(rating), matches: (row) => row.rating === rating },
    { name: 'language', value: language, matches: (row) => row.language === language },
    {
      name: 'aspect',
      value: aspect,
      matches: (row) => row.isDone && row.aspects.some((each) => each.aspect === aspect),
    },
    { name: 'polarity', value: polarity, matches: (row) => row.isDone && row.polarity === polarity },
    { name: 'flag', value: flag, matches: (row) => row.isDone && row.flags.includes(flag) },
    { name: 'replied', value: String(replied), matches: (row) => row.owner_replied === replied },
    { name: 'published_after', value: bound, matches: (row) => (published(row) ?? '') >= bound },
    {
      name: 'published_before',
      value: bound,
      matches: (row) => published(row) !== null && String(published(row)) < bound,
    },
    { name: 'q', value: word, matches: (row) => row.isDone && row.text.includes(word) },
  ]
}

const byTime = (a: Row, b: Row) => Date.parse(a.sort_time) - Date.parse(b.sort_time) || (a.id < b.id ? -1 : 1)
const orders: Record<string, (a: Row, b: Row) => number> = {
  newest: (a, b) => byTime(b, a),
  oldest: byTime,
  highest_rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || byTime(b, a),
  lowest_rating: (a, b) => (a.rating ?? 6) - (b.rating ?? 6) || byTime(b, a),
}

/** Reads a list to its end and runs `between` after every page but the last. */
async function walk(query: URLSearchParams, between = async () => {}): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const { status, data, meta } = await account.call(
      'GET',
      `/businesses/${account.owner.business_id}/reviews?${query}`,
    )
    expect([String(query), status]).toEqual([String(query), 200])
    seen.push(...data.map(({ id }) => id))
    const cursor = meta.page.next_cursor
    if (cursor === null) return seen
    query.set('cursor', cursor)
    await between()
  }
}

const pairs = filters().flatMap(({ name }, index) =>
  filters()
    .slice(index)
    .map((other) => [name, other.name] as const),
)

test.each(Object.keys(orders))('with the order %s, every two filters together list each match once', async (sort) => {
  for (const [first, second] of pairs) {
    const chosen = filters().filter(({ name }) => name === first || name === second)
    const isJudgedAspect = first === 'aspect' && second === 'polarity'
    const isMatch = (row: Row) => (isJudgedAspect ? judgesSo(row, chosen) : chosen.every(({ matches }) => matches(row)))
    const steady = new Set(rows.map(({ id }) => id))
    const query = new URLSearchParams({ sort, limit: String(8 + below(30)) })
    for (const { name, value } of chosen) query.set(name, value)
    const what = `${query}, seed ${seed}`
    const seen = await walk(query, async () => {
      if (chance(0.2)) rows.push(...(await insert(1)))
      if (chance(0.2)) {
        const row = oneOf(rows)
        await changeReply(row)
        if (query.has('replied')) steady.delete(row.id)
      }
    })
    expect([what, new Set(seen).size]).toEqual([what, seen.length])
    const expected = rows.filter((row) => steady.has(row.id) && isMatch(row)).toSorted(orders[sort])
    expect([what, seen.filter((id) => steady.has(id))]).toEqual([what, expected.map(({ id }) => id)])
  }
})

test('a cursor of another order or other filters continues behind the same review in the list now requested', async () => {
  const names = Object.keys(orders)
  for (const [sort, other] of names.flatMap((one) => names.map((two) => [one, two] as const))) {
    const filter = oneOf(filters())
    const list = `/businesses/${account.owner.business_id}/reviews` as const
    const taken = await account.call(
      'GET',
      `${list}?${new URLSearchParams({ sort: other, limit: String(1 + below(40)) })}`,
    )
    const last = rows.find(({ id }) => id === taken.data.at(-1)?.id)
    const query = { sort, [filter.name]: filter.value, limit: '20', cursor: String(taken.meta.page.next_cursor) }
    const what = `${other} to ${JSON.stringify(query)}, seed ${seed}`
    const order = orders[sort]
    if (last === undefined || order === undefined) throw new Error(what)
    const expected = rows.filter((row) => filter.matches(row) && order(last, row) < 0).toSorted(order)
    expect([what, await walk(new URLSearchParams(query))]).toEqual([what, expected.map(({ id }) => id)])
  }
})

/** With an aspect, the polarity is that of the aspect. */
function judgesSo(row: Row, chosen: Filter[]): boolean {
  const [aspect, polarity] = chosen
  return row.isDone && row.aspects.some((each) => each.aspect === aspect?.value && each.polarity === polarity?.value)
}
