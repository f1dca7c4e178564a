import { addCompetitor } from '@svc/db/competitors'
import type { Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { listReviews } from '@svc/db/review-list'
import { knexOf } from '@svc/db/testing'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { goals, median, number, quantile, table } from './statistics.ts'

interface ReviewsBenchOptions {
  /** Reviews in the account, of the business and five competitors. */
  reviews: number
  /** Reads of each list. */
  reads: number
}

type ReviewListRequest = Parameters<typeof listReviews>[2]

const limit = 25
const deepPage = 1_000

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Lists that people and programs request, from the most frequent filter to one that finds nothing. */
const lists: Record<string, Omit<ReviewListRequest, 'limit'>> = {
  newest: { sort: 'newest' },
  'lowest rating': { sort: 'lowest_rating' },
  'highest rating, own': { sort: 'highest_rating', own: true },
  'complaints about waiting': { sort: 'newest', aspect: 'wait', polarity: 'negative' },
  'a rare flag': { sort: 'newest', flag: 'discrimination' },
  'a flag that no review has': { sort: 'newest', flag: 'legal_threat' },
  'one star without a reply': { sort: 'oldest', rating: 1, replied: false },
  'a source that no review has': { sort: 'newest', source: 'facebook' },
  'a rare language': { sort: 'newest', language: 'nl' },
  'a language that no review has': { sort: 'highest_rating', language: 'fr' },
  'a rare language with a reply, which no review has': { sort: 'newest', language: 'nl', replied: true },
  'negative, best rating first': { sort: 'highest_rating', polarity: 'negative' },
  'of competitors, oldest': { sort: 'oldest', own: false },
  'a source, lowest rating': { sort: 'lowest_rating', source: 'yelp' },
  'the latest week, highest rating': { sort: 'highest_rating', published_after: daysAgo(7) },
  'the first week, newest': { sort: 'newest', published_before: daysAgo(687) },
  'before every review': { sort: 'lowest_rating', published_before: daysAgo(3_650) },
  'words: food': { sort: 'newest', q: 'food' },
  'words: parking': { sort: 'newest', q: 'parking' },
  'words: gluten': { sort: 'newest', q: 'gluten' },
  'words: "cold pizza" -lovely': { sort: 'newest', q: '"cold pizza" -lovely' },
  'words: zebra': { sort: 'newest', q: 'zebra' },
  'words and a flag': { sort: 'lowest_rating', q: 'waiter', flag: 'health_safety' },
}

/** Whether lists of reviews stay fast in an account with very many, on the first page and far behind it. */
export async function benchReviews(options: ReviewsBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const startedMs = performance.now()
    await insertReviews(database, options.reviews)
    const seconds = (performance.now() - startedMs) / 1000
    print(`\n${number(options.reviews)} labeled reviews in one account, inserted in ${number(seconds)} s\n`)
    const timings = await measure(database, options.reads)
    print(report(timings))
    const slowest = timings.toSorted((a, b) => quantile(b.ms, 0.95) - quantile(a.ms, 0.95)).slice(0, 3)
    for (const { name, request } of slowest) print(`\n${name}\n${await explain(database, request)}`)
  } finally {
    await database.close()
  }
}

interface Timing {
  name: string
  request: ReviewListRequest
  ms: number[]
}

/** Reads the lists in turns, so that each sees the same machine. */
async function measure({ db, owner }: BenchDatabase, reads: number): Promise<Timing[]> {
  const timings: Timing[] = []
  for (const [name, list] of Object.entries(lists)) {
    const request = { ...list, limit }
    timings.push({ name, request, ms: [] })
    const after = await positionOf(db, owner, request)
    if (after) timings.push({ name: `${name}, page ${number(deepPage)}`, request: { ...request, after }, ms: [] })
  }
  for (let turn = -2; turn < reads; turn++) {
    for (const { request, ms } of timings) {
      const startedMs = performance.now()
      await listReviews(db, owner, request)
      if (turn >= 0) ms.push(performance.now() - startedMs)
    }
  }
  return timings
}

/** The cursor of page 1,000. Undefined if the list is shorter. */
async function positionOf(db: Database, owner: Owner, request: ReviewListRequest) {
  const before = limit * (deepPage - 1)
  const { next } = await listReviews(db, owner, { ...request, limit: before })
  return next ?? undefined
}

function report(timings: readonly Timing[]): string {
  const rows = timings.map(({ name, ms }) => [name, number(median(ms), 1), number(quantile(ms, 0.95), 1)])
  const slowest = Math.max(...timings.map(({ ms }) => quantile(ms, 0.95)))
  return (
    `\nThrough the store (listReviews), pages of ${limit}, ${timings[0]?.ms.length} reads each\n\n` +
    `${table(['', 'median ms', 'p95 ms'], rows)}\n` +
    goals([{ name: 'the slowest p95 in ms', value: slowest, below: 100 }])
  )
}

/** The plan with which PostgreSQL reads a list. */
async function explain({ db, owner }: BenchDatabase, request: ReviewListRequest): Promise<string> {
  const lines: string[] = []
  const explaining: Database = Object.create(db, {
    execute: {
      async value(statement: { text: string; values: unknown[] }) {
        const plan = await db.execute<{ 'QUERY PLAN': string }>({
          ...statement,
          text: `explain (analyze, buffers) ${statement.text}`,
        })
        lines.push(...plan.map((row) => `  ${row['QUERY PLAN']}\n`))
        return []
      },
    },
  })
  await listReviews(explaining, owner, request)
  return lines.join('')
}

/**
 * Sentences with their frequency: the first are in most reviews, the last in one of thousands. Labels follow from the
 * number of the review, not from its text.
 */
const sentences: readonly [text: string, everyNth: number][] = [
  ['The food was good and the portions were generous.', 2],
  ['Our waiter was friendly and quick.', 3],
  ['We waited far too long for a table.', 4],
  ['Lovely terrace, we will come back.', 5],
  ['The pizza was cold when it came.', 7],
  ['Prices have gone up since last year.', 9],
  ['Parking is difficult on Saturdays.', 40],
  ['They had cold pizza and no excuse for it.', 150],
  ['No gluten free options on the menu.', 1_000],
  ['A zebra crossing leads to the door.', 50_000],
]

async function insertReviews({ db, owner }: BenchDatabase, count: number): Promise<void> {
  const subjects: (string | null)[] = [null, null, null, null]
  for (const name of ['Bella Vista', 'Osteria del Ponte', 'Il Giardino', 'Pasta Fresca', 'Trattoria Sole']) {
    const competitor = await addCompetitor(db, owner, { name, trade: 'restaurant' })
    subjects.push(competitor?.id ?? null)
  }
  const batch = 50_000
  for (let from = 1; from <= count; from += batch) {
    await knexOf(db).raw(insertStatement, {
      business_id: owner.business_id,
      subjects: JSON.stringify(subjects),
      sentences: JSON.stringify(sentences),
      from,
      to: Math.min(count, from + batch - 1),
    })
  }
  await knexOf(db).raw('vacuum analyze reviews')
}

/** Spread by multiples of primes, so that no two properties go together. */
const insertStatement = `
  insert into reviews (business_id, competitor_id, id, source, source_id, rating, text, language, published_at,
    owner_replied, labels, labels_version, aspects, polarity, flags, search)
  select :business_id, :subjects::json ->> (number * 7 % 9)::int,
    'rev_01k' || lpad(to_hex(number), 7, '0') || left(md5(number::text), 16),
    case when number % 11 = 0 then 'yelp' else 'google' end, number::text, 1 + (number * 13 % 5), made.text,
    case when number % 5003 = 0 then 'nl' else 'en' end,
    now() - (number * 7919 % 100000) * interval '10 minutes', number % 3 = 0 and number % 5003 <> 0,
    '{"version":"bench","language":"en","analyzable":true,"sentences":[]}', 'bench',
    json_build_array(json_build_object('aspect', made.aspect, 'polarity', made.polarity)), made.polarity, '[]',
    to_tsvector('english', made.text) || array_to_tsvector(
      array['#aspect=' || made.aspect, '#' || made.aspect || '=' || made.polarity, '#polarity=' || made.polarity]
      || case when number % 53 = 0 then array['#flag=health_safety'] else '{}' end
      || case when number % 2503 = 0 then array['#flag=discrimination'] else '{}' end)
  from generate_series(:from::bigint, :to::bigint) as number
  cross join lateral (
    select
      (select coalesce(string_agg(sentence ->> 0, ' '), 'Fine.') from json_array_elements(:sentences::json) as sentence
       where hashint8(number * 31 + (sentence ->> 1)::int) % (sentence ->> 1)::int = 0) as text,
      (array['quality', 'service', 'wait', 'price', 'ambience'])[1 + number * 17 % 5] as aspect,
      (array['positive', 'positive', 'negative', 'mixed'])[1 + number * 19 % 4] as polarity
  ) as made`
