import { roles } from '@generated/contract/enums'
import contract from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { type OperationId, operations } from '@generated/contract/operations'
import { requestAnalysis } from '@svc/db/analyses'
import { saveRecommendations } from '@svc/db/recommendations'
import { insertReport } from '@svc/db/reports'
import { knexOf } from '@svc/db/testing'
import { exampleBody, unknownIdFor } from '@svc/http/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foundProblem } from '../found-problem.ts'
import { openPortal } from '../portal/portal-client.ts'
import { addBellaVista, addReview } from '../review-fixtures.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// "An ID that is unknown or not owned by the account yields 404 not_found" (INTERFACE.md §4, rule 3). The cases come
// from the contract: every operation with an id, and for each the id of another account, an unknown id, and strings
// that are not ids.

let api: TestApi
let caller: TestAccount
let stranger: TestAccount

/** The ids of the stranger's records, by the first segment of the path. */
const foreign: Record<string, string> = {}

const all = Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][]
const withId = all.filter(([, { path }]) => path.includes('{id}'))
const withoutId = all.filter(([, { path }]) => !path.includes('{id}'))
const collectionOf = (path: string) => path.split('/')[1] ?? ''

beforeAll(async () => {
  api = await startTestApi()
  caller = await api.open({ name: 'Brightside Dental' })
  stranger = await api.open({ name: 'Rosso Trattoria' })
  const { db } = api.database
  const analysis = await requestAnalysis(db, stranger.owner)
  const report = await db.transaction((transaction) =>
    insertReport(transaction, stranger.owner, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'November',
      sections: [{ key: 'overview', heading: 'Overview', text: 'All is well.', quotes: [], chart: null }],
      period: analysis.period,
      files: [{ format: 'html', content: Buffer.from('<p>November</p>') }],
    }),
  )
  const { created } = await db.transaction((transaction) =>
    saveRecommendations(transaction, stranger.owner, analysis.id, [foundProblem('wait', 1)]),
  )
  const draft = await stranger.call('POST', '/review-replies', { body: { review: { rating: 5 } } })
  const file = [{ rating: 5, source_id: 'file-1' }]
  const imported = await stranger.call('POST', `/businesses/${stranger.owner.business_id}/review-imports`, {
    body: file,
  })
  const webhook = await stranger.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
  const delivery = await stranger.call('POST', `/webhooks/${webhook.data.id}/test`)
  Object.assign(foreign, {
    businesses: stranger.owner.business_id,
    reviews: await addReview(db, stranger.owner),
    competitors: (await addBellaVista(db, stranger.owner)).id,
    analyses: analysis.id,
    reports: report.id,
    recommendations: created[0]?.id ?? '',
    'review-imports': imported.data.id,
    'review-replies': draft.data.id,
    webhooks: webhook.data.id,
    'webhook-deliveries': delivery.data.id,
  })
})

afterAll(() => api.close())

/** Tables that requests of the caller write to for the caller itself: what was used, by which key, when. */
const writtenByRequests = ['api_keys', 'usage_events', 'usage_counters', 'idempotency_keys']

/** All rows that an operation could change by mistake, as JSON. */
async function everythingElse(): Promise<string> {
  const knex = knexOf(api.database.db)
  const tables: string[] = await knex('pg_class')
    .where({ relispartition: false })
    .whereRaw("relnamespace = 'public'::regnamespace and relkind in ('r', 'p')")
    .whereNotIn('relname', writtenByRequests)
    .orderBy('relname')
    .pluck('relname')
  const rows = await Promise.all(tables.map((table) => knex(table).select().orderBy(1)))
  return JSON.stringify(rows)
}

test('the other account can read its own records', async () => {
  for (const [collection, id] of Object.entries(foreign)) {
    const found = await stranger.call('GET', `/${collection}/${id}`)
    expect([collection, found.status]).toEqual([collection, 200])
  }
})

describe.each(withId)('%s', (operationId, { method, path }) => {
  const call = (id: string) =>
    caller.call(method.toUpperCase(), path.replace('{id}', id), { body: exampleBody(operationId) })

  test("another account's id, an unknown id and an invalid id return the same 404 and change nothing", async () => {
    const collection = collectionOf(path)
    const otherKind = Object.entries(foreign).find(([other]) => other !== collection)?.[1] ?? ''
    const ids = [
      foreign[collection] ?? '',
      unknownIdFor(path),
      otherKind,
      (foreign[collection] ?? '').toUpperCase(),
      'x'.repeat(1_000),
      "' or 1=1 --",
      '..%2Fwebhooks',
      '%00',
    ]
    const before = await everythingElse()
    const replies = await Promise.all(ids.map(call))
    for (const [index, reply] of replies.entries()) {
      expect([ids[index], reply.status]).toEqual([ids[index], 404])
      expect(reply.error).toEqual({
        code: 'not_found',
        message: 'No resource with this ID exists in your account.',
      })
      expect(reply.error).toEqual(contract.components.examples.NotFoundExample.value.error)
      expect(Object.keys(reply.meta)).toEqual(['request_id', 'rate_limit'])
    }
    expect(await everythingElse()).toBe(before)
  })
})

// The public operations below `/portal/api/v1`, where the caller is the session of a member (decision 0031).
describe.each(roles)('the session of a %s', (role) => {
  test("gets the same 404 for another account's id and an unknown id, in every operation, and changes nothing", async () => {
    const page = await openPortal(api, await api.open(), role)
    const before = await everythingElse()
    for (const [operationId, { method, path }] of withId) {
      const isAllowed = role !== 'viewer' || method === 'get'
      for (const id of [foreign[collectionOf(path)] ?? '', unknownIdFor(path)]) {
        const target = path.replace('{id}', id)
        const reply = await page.callPublic(method.toUpperCase(), target, { body: exampleBody(operationId) })
        expect([operationId, id, reply.status]).toEqual([operationId, id, isAllowed ? 404 : 403])
        if (isAllowed) expect(reply.error).toEqual(contract.components.examples.NotFoundExample.value.error)
      }
    }
    expect(await everythingElse()).toBe(before)
  })

  test('is shown no record of another account, in every operation without an id', async () => {
    const page = await openPortal(api, await api.open(), role)
    for (const [operationId, { method, path }] of withoutId) {
      const reply = await page.callPublic(method.toUpperCase(), path, { body: exampleBody(operationId) })
      const shown = JSON.stringify([reply.body, [...reply.headers]])
      const leaked = Object.values(foreign).filter((id) => shown.includes(id))
      expect([operationId, leaked]).toEqual([operationId, []])
    }
  })
})

test('lists contain no record of another account, regardless of the cursor', async () => {
  const page = await stranger.call('GET', '/webhooks')
  expect(page.data).toHaveLength(1)
  for (const cursor of ['A'.repeat(24), '_'.repeat(24), '0'.repeat(24)]) {
    const mine = await caller.call('GET', `/webhooks?cursor=${cursor}`)
    expect([mine.status, mine.data]).toEqual([200, []])
  }
})
