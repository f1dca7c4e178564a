import { randomBytes } from 'node:crypto'
import { type OperationId, operations } from '@generated/contract/operations'
import type { Schemas } from '@generated/contract/server-types'
import { requestAnalysis } from '@svc/db/analyses'
import { saveRecommendations } from '@svc/db/recommendations'
import { insertReport } from '@svc/db/reports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCommonHeaders, expectError } from '../expectations.ts'
import { foundProblem as problem } from '../found-problem.ts'
import { addBellaVista, addReview } from '../review-fixtures.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// Conditional reads, lists and cursors, for every GET of the contract.

let api: TestApi
let account: TestAccount
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_ENDPOINTS_MAX: '1000' })
  account = await api.open()
  const { db } = api.database
  const { owner } = account
  const analysis = await requestAnalysis(db, owner)
  const report = await db.transaction((transaction) =>
    insertReport(transaction, owner, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'November',
      sections: [{ key: 'overview', heading: 'Overview', text: 'All is well.', quotes: [], chart: null }],
      period: analysis.period,
      files: [{ format: 'html', content: Buffer.from('<p>November</p>') }],
    }),
  )
  const { created } = await db.transaction((transaction) =>
    saveRecommendations(transaction, owner, analysis.id, [problem('wait', 1)]),
  )
  const draft = await account.call('POST', '/review-replies', { body: { review: { rating: 5 } } })
  const file = [{ rating: 5, source_id: 'file-1' }]
  const imported = await account.call('POST', `/businesses/${owner.business_id}/review-imports`, { body: file })
  const webhook = await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
  const delivery = await account.call('POST', `/webhooks/${webhook.data.id}/test`)
  Object.assign(ids, {
    businesses: owner.business_id,
    reviews: await addReview(db, owner),
    competitors: (await addBellaVista(db, owner)).id,
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

const pathOf = ({ path }: { path: string }) => path.replace('{id}', ids[path.split('/')[1] ?? ''] ?? '')
const reads = (Object.entries(operations) as [OperationId, (typeof operations)[OperationId]][]).filter(
  ([, { method }]) => method === 'get',
)
const conditional = reads.filter(([, { etag }]) => etag)
const lists = reads.filter(([, { pagination }]) => pagination)

describe.each(conditional)('%s', (_operationId, operation) => {
  test('returns a weak ETag that is stable while nothing changes, and 304 with all headers and no body if it matches', async () => {
    const path = pathOf(operation)
    const [first, second] = [await account.call('GET', path), await account.call('GET', path)]
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(second.headers.get('etag')).toBe(etag)
    expect(second.meta.request_id).not.toBe(first.meta.request_id)

    const strong = etag.slice(2)
    for (const known of [etag, strong, `"x", ${etag}`, `${strong},"x"`, '*']) {
      const reply = await account.call('GET', path, { headers: { 'If-None-Match': known } })
      expect([known, reply.status, reply.body]).toEqual([known, 304, undefined])
      expect(reply.headers.get('etag')).toBe(etag)
      expect(reply.headers.get('cache-control')).toBe('private, no-cache')
      expectCommonHeaders(reply)
    }
    for (const unknown of ['"x"', 'W/""', etag.slice(0, -2)]) {
      expect((await account.call('GET', path, { headers: { 'If-None-Match': unknown } })).status).toBe(200)
    }
  })

  test('returns the same headers for HEAD, 304 included', async () => {
    const path = pathOf(operation)
    const read = await account.call('GET', path)
    const head = await account.call('HEAD', path)
    expect([head.status, head.body]).toEqual([200, undefined])
    expect(head.headers.get('etag')).toBe(read.headers.get('etag'))
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
    const etag = String(read.headers.get('etag'))
    expect((await account.call('HEAD', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })
})

test('GET /events and the event feed, which change with every request, have no ETag', async () => {
  for (const path of ['/events', '/webhook-events']) {
    const reply = await account.call('GET', path, { headers: { 'If-None-Match': '*' } })
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, null])
  }
})

test('the ETag depends on the data and the page size, not on the caller', async () => {
  const { call } = await account.issue()
  const path = `/webhooks/${ids.webhooks}` as const
  const before = (await account.call('GET', path)).headers.get('etag')
  expect((await call('GET', path)).headers.get('etag')).toBe(before)
  await account.call('PATCH', path, { body: { enabled: false } })
  const after = (await account.call('GET', path)).headers.get('etag')
  expect(after).not.toBe(before)
  await account.call('PATCH', path, { body: { enabled: true } })
  expect((await account.call('GET', path)).headers.get('etag')).toBe(before)
  const [ten, eleven] = [
    await account.call('GET', '/webhooks?limit=10'),
    await account.call('GET', '/webhooks?limit=11'),
  ]
  expect(ten.headers.get('etag')).not.toBe(eleven.headers.get('etag'))
})

describe.each(lists)('%s', (operationId, operation) => {
  const path = () => pathOf(operation)
  /** Characters of a cursor. Lists that can be sorted have longer ones. */
  const length = operationId === 'listReviews' ? 32 : 24

  test('has pages of 25 by default and of 1 to 100 by limit, as meta.page.limit shows', async () => {
    expect((await account.call('GET', path())).meta.page).toMatchObject({ limit: 25 })
    for (const limit of [1, 100]) {
      const { status, data, meta } = await readPage(account, `${path()}?limit=${limit}`)
      expect([status, meta.page.limit, Array.isArray(data)]).toEqual([200, limit, true])
      expect(data.length).toBeLessThanOrEqual(limit)
    }
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '']) {
      expectError(await account.call('GET', `${path()}?limit=${limit}`), 'invalid_request', 'query.limit')
    }
  })

  test('accepts every cursor that matches the pattern, and no other strings', async () => {
    const cursors = [
      'A'.repeat(length),
      '_'.repeat(length),
      '-'.repeat(length),
      ...Array.from({ length: 40 }, () => randomBytes((length * 3) / 4).toString('base64url')),
    ]
    for (const cursor of cursors) {
      const reply = await account.call('GET', `${path()}?cursor=${cursor}`)
      expect([cursor, reply.status]).toEqual([cursor, 200])
    }
    const tooShort = 'A'.repeat(length - 1)
    for (const cursor of ['', tooShort, `${tooShort}AA`, `${tooShort}=`, `${tooShort}%00`]) {
      expectError(await account.call('GET', `${path()}?cursor=${cursor}`), 'invalid_request', 'query.cursor')
    }
  })
})

/** Reads one page of any list. */
const readPage = ({ key }: TestAccount, path: string) =>
  request<ListBody>(`${api.baseUrl}${path}`, 'GET', { headers: { 'X-API-Key': key } })

interface ListBody {
  data: { id: string }[]
  meta: Schemas['PageMeta']
}

/** Reads a list to its end, in pages of `limit`, and runs `between` after every page. */
async function walk(
  reader: TestAccount,
  path: string,
  limit: number,
  between: () => Promise<unknown> = async () => {},
) {
  const seen: { id: string }[] = []
  let cursor: string | null = ''
  do {
    const { status, data, meta } = await readPage(reader, `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    expect(data.length).toBe(meta.page.next_cursor === null ? data.length : limit)
    seen.push(...data)
    cursor = meta.page.next_cursor
    await between()
  } while (cursor !== null && seen.length < 1_000)
  return seen
}

test('pages of 120 analyses contain each exactly once, newest first, while others are added', async () => {
  const reader = await api.open()
  const created: string[] = []
  for (let row = 0; row < 120; row++) created.push((await requestAnalysis(api.database.db, reader.owner)).id)
  const path = `/businesses/${reader.owner.business_id}/analyses` as const
  const seen = await walk(reader, path, 7, () => requestAnalysis(api.database.db, reader.owner))
  expect(seen.map(({ id }) => id)).toEqual(created.toReversed())
  const exact = await walk(reader, path, 69)
  expect(exact).toHaveLength(138)
})

test('the next page continues at the same position when the row of its cursor is deleted', async () => {
  const reader = await api.open()
  for (let row = 0; row < 12; row++)
    await reader.call('POST', '/webhooks', { body: { url: `https://hooks.rosso-trattoria.nl/${row}` } })
  const first = await reader.call('GET', '/webhooks?limit=5')
  await reader.call('DELETE', `/webhooks/${first.data[4]?.id}`)
  const rest = await reader.call('GET', `/webhooks?limit=100&cursor=${first.meta.page.next_cursor}`)
  expect([...first.data, ...rest.data].map(({ url }) => new URL(url).pathname)).toEqual(
    Array.from({ length: 12 }, (_, row) => `/${11 - row}`),
  )
})

test('recommendations are sorted by status, then priority, then newest first, across pages', async () => {
  const reader = await api.open()
  const { db } = api.database
  const { id } = await requestAnalysis(db, reader.owner)
  // The second analysis does not find the first half again, so these are resolved.
  const found = (from: number) =>
    Array.from({ length: 20 }, (_, index) => problem(`problem ${from + index}`, (index % 5) + 1))
  await db.transaction((transaction) => saveRecommendations(transaction, reader.owner, id, found(0)))
  await db.transaction((transaction) => saveRecommendations(transaction, reader.owner, id, found(20)))
  const seen = (await walk(reader, `/businesses/${reader.owner.business_id}/recommendations`, 6)) as {
    id: string
    status: string
    priority: number
  }[]
  const rank = (item: (typeof seen)[number]) => `${item.status} ${item.priority}`
  const expected = seen.toSorted((a, b) => rank(a).localeCompare(rank(b)) || b.id.localeCompare(a.id))
  expect(seen).toEqual(expected)
  expect(new Set(seen.map((item) => item.id)).size).toBe(40)
  expect(seen.filter(({ status }) => status === 'open')).toHaveLength(20)
})
