import { requestAnalysis } from '@svc/db/analyses'
import { saveRecommendations } from '@svc/db/recommendations'
import { insertReport } from '@svc/db/reports'
import { replaceQuotingParts } from '@svc/db/review-erasure'
import { knexOf } from '@svc/db/testing'
import { type ApiBodies, readReply } from '@svc/http/testing-reply'
import { eraseExpiredReviews } from '@svc/review-erasure/erase'
import { type Id, newId } from '@svc/runtime/ids'
import { startTestWorker } from '@svc/worker/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectError } from '../expectations.ts'
import { foundProblem } from '../found-problem.ts'
import { addReview } from '../review-fixtures.ts'
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

const words = 'A rat ran over my foot while Marieke laughed.'
const kept = 'The pasta was lovely.'

function quoteOf(id: Id<'rev'>, text: string) {
  return { review_id: id, competitor_id: null, source: 'google', rating: 1, text, published_at: null } as const
}

/** Two analyses, a report with both files and a recommendation that quote two reviews. */
async function quoted(id: Id<'rev'>, other: Id<'rev'>) {
  const { db } = api.database
  const { owner } = account
  const quotes = [quoteOf(id, words), quoteOf(other, kept)]
  const analysis = await requestAnalysis(db, owner)
  const comparing = await requestAnalysis(db, owner)
  const sentiment = { mentions: 2, share: 0.5, net: -0.5 }
  const theme = {
    aspect: 'safety',
    label: 'Safety',
    own: sentiment,
    competitors: sentiment,
    verdict: 'level',
    change: 0,
  } as const
  const count = { mentions: 6, praises: 5 }
  const lead = {
    competitor_id: newId('cmp'),
    name: 'Bella Vista',
    aspect: 'safety',
    label: 'Safety',
    verdict: 'they_lead',
    own: { ...count, praises: 0 },
    competitor: count,
    difference: { value: -0.833, low: -0.97, high: -0.29 },
    since: null,
    text: 'Bella Vista is ahead of you in safety.',
  } as const
  await db.transaction(async (transaction) => {
    await replaceQuotingParts(transaction, owner, analysis.id, { themes: [{ ...theme, quotes }], leads: [] })
    await replaceQuotingParts(transaction, owner, comparing.id, { themes: [], leads: [{ ...lead, quotes }] })
  })
  const report = await db.transaction((transaction) =>
    insertReport(transaction, owner, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'November',
      sections: [{ key: 'weaknesses', heading: 'What they criticize', text: 'Safety.', quotes, chart: null }],
      period: analysis.period,
      files: [
        { format: 'html', content: Buffer.from(`<p>${words}</p>`) },
        { format: 'pdf', content: Buffer.from(words) },
      ],
    }),
  )
  const problem = foundProblem('safety', 1, { evidence: [quoteOf(id, words)] })
  const { created } = await db.transaction((transaction) =>
    saveRecommendations(transaction, owner, analysis.id, [problem]),
  )
  return { analysis, comparing, report, recommendation: created[0] }
}

/** Every row of every table, as one string. */
async function everythingStored(): Promise<string> {
  const knex = knexOf(api.database.db)
  const { rows } = await knex.raw(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const tables = await Promise.all(
    rows.map(async ({ name }: { name: string }) => (await knex.raw('select t::text as row from ?? as t', [name])).rows),
  )
  return JSON.stringify(tables)
}

test('a review past its retention is deleted with everything that quotes it, and can be imported again', async () => {
  const { db } = api.database
  const item = { source: 'google', source_id: 'expired', rating: 1, text: words } as const
  const id = await addReview(db, account.owner, { ...item, retain_until: '2026-11-01T00:00:00.000Z' })
  const other = await addReview(db, account.owner, { text: kept, retain_until: '9999-01-01T00:00:00.000Z' })
  const { report } = await quoted(id, other)
  await account.call('POST', '/review-replies', { body: { review: { rating: 1, text: words } } })
  expect((await account.call('GET', `/reviews/${id}`)).data.retain_until).toBe('2026-11-01T00:00:00.000Z')

  expect(await eraseExpiredReviews(db, { limit: 1 })).toBe(1)
  expect(await eraseExpiredReviews(db, { limit: 1 })).toBe(0)
  expect(await everythingStored()).not.toContain('rat ran')
  const { sections } = (await account.call('GET', `/reports/${report.id}`)).data
  expect(sections[0]?.quotes).toEqual([quoteOf(other, kept)])

  const path = `/businesses/${account.owner.business_id}/reviews` as const
  const { results } = (await account.call('POST', path, { body: { reviews: [{ ...item, text: kept }] } })).data
  expect(results).toMatchObject([{ result: 'created' }])
})

test('a deleted review is removed from reads, quotes, reports with their files, drafts and stored responses', async () => {
  const { db } = api.database
  const id = await addReview(db, account.owner, { text: words })
  const other = await addReview(db, account.owner, { text: kept })
  const { analysis, comparing, report, recommendation } = await quoted(id, other)
  const headers = { 'Idempotency-Key': 'draft-1' }
  const body = { review: { rating: 1, text: words } }
  const draft = await account.call('POST', '/review-replies', { body, headers })
  expect(await everythingStored()).toContain('rat ran')

  const reply = await account.call('DELETE', `/reviews/${id}`)
  expect([reply.status, reply.data]).toEqual([200, { id, deleted: true }])
  expect(await everythingStored()).not.toContain('rat ran')

  expectError(await account.call('GET', `/reviews/${id}`), 'not_found')
  expectError(await account.call('DELETE', `/reviews/${id}`), 'not_found')
  const remaining = [quoteOf(other, kept)]
  expect((await account.call('GET', `/analyses/${analysis.id}`)).data.themes[0]?.quotes).toEqual(remaining)
  expect((await account.call('GET', `/analyses/${comparing.id}`)).data.leads[0]?.quotes).toEqual(remaining)
  expect((await account.call('GET', `/recommendations/${recommendation?.id}`)).data.evidence).toEqual([])
  const { sections, files } = (await account.call('GET', `/reports/${report.id}`)).data
  expect(sections[0]?.quotes).toEqual(remaining)
  expect(files.map(({ format }) => format)).toEqual(['html'])
  const page = await (await fetch(String(files[0]?.url))).text()
  expect(page).toContain(kept)
  expect(page).not.toContain('rat ran')
  expectError(await account.call('GET', `/review-replies/${draft.data.id}`), 'not_found')
  const again = await account.call('POST', '/review-replies', { body, headers })
  expect(again.headers.get('idempotency-replayed')).toBeNull()
})

test('a deleted review is not imported again; other reviews with the same text are stored', async () => {
  const item = { source: 'google', source_id: 'g-1', rating: 1, text: words }
  const path = `/businesses/${account.owner.business_id}/reviews` as const
  const create = async (reviews: unknown[]) => (await account.call('POST', path, { body: { reviews } })).data
  const [created] = (await create([item])).results
  await account.call('DELETE', `/reviews/${created?.review_id}`)
  const { results } = await create([item, { ...item, source_id: 'g-2' }, { ...item, source: 'yelp' }])
  expect(results).toMatchObject([
    { result: 'rejected', review_id: null, problem: { path: 'body.reviews.0', message: 'was deleted' } },
    { result: 'created' },
    { result: 'created' },
  ])
  expect((await account.call('GET', path)).data).toHaveLength(2)
  const { capacities } = (await account.call('GET', '/account')).data
  expect(capacities).toContainEqual(expect.objectContaining({ name: 'reviews', used: 2 }))
})

/** Uploads a file, and reads its import until a worker has ended it. */
async function importFile(content: string, contentType: string) {
  const url = `${api.baseUrl}/businesses/${account.owner.business_id}/review-imports`
  const headers = { 'X-API-Key': account.key, 'Content-Type': contentType }
  const response = await fetch(url, { method: 'POST', headers, body: content })
  const { data } = await readReply<ApiBodies['POST /businesses/{}/review-imports']>(response)
  const read = async () => (await account.call('GET', `/review-imports/${data.id}`)).data
  await expect.poll(async () => (await read()).finished_at).not.toBeNull()
  return read()
}

test('a deleted review is not stored again by a file, in any format; the other reviews of the file are', async () => {
  const { database, keyring } = api
  const worker = startTestWorker({ db: database.db, keyring }, { SVC_PDF_BROWSER: 'none' })
  try {
    const items = [
      { source: 'google', source_id: 'g-1', rating: 1, text: words, published_at: '2026-11-01' },
      { source: 'yelp', source_id: 'y-1', rating: 5, text: kept, published_at: '2026-11-02' },
    ]
    const lines = items.map((item) => Object.values(item).join(','))
    const files = [
      ['application/json', JSON.stringify(items)],
      ['application/x-ndjson', items.map((item) => JSON.stringify(item)).join('\n')],
      ['text/csv', ['source,source_id,rating,text,published_at', ...lines.toReversed()].join('\n')],
    ] as const
    expect(await importFile(files[0][1], files[0][0])).toMatchObject({ status: 'completed', created_count: 2 })
    const list = `/businesses/${account.owner.business_id}/reviews` as const
    const stored = (await account.call('GET', list)).data
    const deleted = stored.find(({ source_id }) => source_id === 'g-1')
    const remaining = stored.filter((review) => review !== deleted)
    expect((await account.call('DELETE', `/reviews/${deleted?.id}`)).status).toBe(200)
    for (const [contentType, content] of files) {
      const again = await importFile(content, contentType)
      expect(again).toMatchObject({ status: 'completed', created_count: 0, unchanged_count: 1, rejected_count: 1 })
      expect(again.rejections).toMatchObject([{ column: null, reason: 'was deleted by the account' }])
      expect(JSON.stringify(again)).not.toContain('rat ran')
    }
    expect((await account.call('GET', list)).data.map(({ id }) => id)).toEqual(remaining.map(({ id }) => id))
    expect(remaining).toHaveLength(1)
  } finally {
    await worker.stop()
  }
})

test('the hash of a deleted review shows nothing of it, and names the secret key that made it', async () => {
  const { db } = api.database
  const id = await addReview(db, account.owner, { source_id: 'g-9' })
  await account.call('DELETE', `/reviews/${id}`)
  const rows = await knexOf(db)('deleted_reviews').where({ business_id: account.owner.business_id })
  expect(rows).toMatchObject([{ key_id: api.keyring.currentId }])
  expect(rows[0].hash).toHaveLength(32)
})
