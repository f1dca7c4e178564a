import { setFlag } from '@svc/db/flags'
import { readQuota } from '@svc/db/quotas'
import { grantReport } from '@svc/db/report-grants'
import { withRefusedRows } from '@svc/db/testing-faults'
import { countAnalyses } from '@svc/db/testing-reviews'
import type { Reply } from '@svc/http/testing-reply'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectError } from './expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from './testing.ts'

// "Plan-level usage quotas apply on top, for metered actions such as running analyses" (INTERFACE.md §8, rule 3).

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await setFlag(api.database.db, 'live_keys_enabled', true)
})

afterAll(() => api.close())

const start = ({ owner, call }: Pick<TestAccount, 'owner' | 'call'>, headers: Record<string, string> = {}) =>
  call('POST', `/businesses/${owner.business_id}/analyses`, { headers })
const draft = ({ call }: Pick<TestAccount, 'call'>) =>
  call('POST', '/review-replies', { body: { review: { rating: 5 } } })
const withStatus = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status)

/** The number of the account's analyses, and the number that this month's quota counts. */
async function counted({ owner }: TestAccount, kind: 'test' | 'live' = 'test') {
  const month = `${new Date().toISOString().slice(0, 7)}-01`
  return {
    rows: await countAnalyses(api.database.db, owner.business_id),
    used: await readQuota(api.database.db, owner, { name: 'analyses', kind, month }),
  }
}

test('of 100 concurrent starts exactly as many succeed as the quota has left; the others are 429 and create nothing', async () => {
  const account = await api.open()
  for (let used = 0; used < testKeyQuotas.analyses - 10; used++) await start(account)
  const replies = await Promise.all(Array.from({ length: 100 }, () => start(account)))
  expect([withStatus(replies, 202).length, withStatus(replies, 429).length]).toEqual([10, 90])
  for (const refused of withStatus(replies, 429)) expectError(refused, 'rate_limited', 'quota.analyses')
  expect(await counted(account)).toEqual({ rows: testKeyQuotas.analyses, used: testKeyQuotas.analyses })
})

test('the same holds for 100 concurrent starts with different idempotency keys', async () => {
  const account = await api.open()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => start(account, { 'Idempotency-Key': `start-${index}` })),
  )
  expect([withStatus(replies, 202).length, withStatus(replies, 429).length]).toEqual([
    testKeyQuotas.analyses,
    100 - testKeyQuotas.analyses,
  ])
  expect(await counted(account)).toEqual({ rows: testKeyQuotas.analyses, used: testKeyQuotas.analyses })
})

test('Retry-After ends at the first of the next month, UTC, when the quota starts again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-31T23:58:30.000Z') })
  try {
    const account = await api.open()
    for (let used = 0; used < testKeyQuotas.analyses; used++) await start(account)
    const refused = await start(account)
    expectError(refused, 'rate_limited', 'quota.analyses')
    expect(refused.headers.get('retry-after')).toBe('90')
    expect(refused.details).toEqual([
      { path: 'quota.analyses', message: expect.stringContaining('2027-01-01T00:00:00.000Z') },
    ])
    vi.setSystemTime(Date.parse('2026-12-31T23:59:59.999Z'))
    expect((await start(account)).status).toBe(429)
    vi.setSystemTime(Date.parse('2027-01-01T00:00:00.000Z'))
    expect((await start(account)).status).toBe(202)
  } finally {
    vi.useRealTimers()
  }
})

test('test keys have a separate, small quota; "live keys enforce full quotas"', async () => {
  const account = await api.open({ plan: 'growth' })
  const live = { owner: account.owner, ...(await account.issue({ kind: 'live' })) }
  const tests = await Promise.all(Array.from({ length: testKeyQuotas.analyses + 5 }, () => start(account)))
  const lives = await Promise.all(Array.from({ length: planQuotas.growth.analyses + 5 }, () => start(live)))
  expect(withStatus(tests, 202)).toHaveLength(testKeyQuotas.analyses)
  expect(withStatus(lives, 202)).toHaveLength(planQuotas.growth.analyses)
})

test('two keys of one account share its quota, and another account has a separate quota', async () => {
  const [account, other] = [await api.open(), await api.open({ name: 'Brightside Dental' })]
  const second = { owner: account.owner, ...(await account.issue()) }
  for (let used = 0; used < testKeyQuotas.analyses; used++) await start(used % 2 === 0 ? account : second)
  expectError(await start(account), 'rate_limited', 'quota.analyses')
  expectError(await start(second), 'rate_limited', 'quota.analyses')
  expect((await start(other)).status).toBe(202)
})

test('analyses and reply drafts have separate quotas', async () => {
  const account = await api.open()
  const drafts = await Promise.all(Array.from({ length: testKeyQuotas.reply_drafts + 1 }, () => draft(account)))
  expect([withStatus(drafts, 200).length, withStatus(drafts, 429).length]).toEqual([testKeyQuotas.reply_drafts, 1])
  expectError(withStatus(drafts, 429)[0] as Reply, 'rate_limited', 'quota.reply_drafts')
  expect((await start(account)).status).toBe(202)
})

test('neither a failed start nor a refused request consumes the quota or shows a use in its event', async () => {
  const account = await api.open()
  const { db } = api.database
  await start(account)
  const rule = { table: 'analyses', unless: `business_id <> '${account.owner.business_id}'` }
  await withRefusedRows(db, rule, async () => {
    expectError(await start(account), 'internal_error')
    expectError(await start(account, { 'Idempotency-Key': 'fails' }), 'internal_error')
  })
  expectError(await account.call('POST', '/businesses/biz_x/analyses'), 'not_found')
  expectError(await account.call('POST', '/review-replies', { body: {} }), 'invalid_request')
  expect(await counted(account)).toEqual({ rows: 1, used: 1 })
  expect((await start(account, { 'Idempotency-Key': 'fails' })).status).toBe(202)
  await api.api.usage.flush()
  const { data: events } = await account.call('GET', '/events')
  const shown = events.map(({ http_status, quota }) => [http_status, quota?.used ?? null])
  expect(shown.toReversed()).toEqual([
    [202, 1],
    [500, null],
    [500, null],
    [404, null],
    [400, null],
    [202, 2],
  ])
})

test('a used-up quota does not affect rate limits and other operations', async () => {
  const account = await api.open()
  for (let used = 0; used < testKeyQuotas.analyses; used++) await start(account)
  const refused = await start(account)
  expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
  expect((await account.call('GET', '/businesses')).status).toBe(200)
})

test('a granted report is used instead of the quota by live use, once each, and by no test key', async () => {
  const account = await api.open()
  const live = { owner: account.owner, ...(await account.issue({ kind: 'live' })) }
  const left = async () => (await account.call('GET', '/account')).data.report_grants
  expect(await left()).toBe(0)
  await grantReport(api.database.db, account.owner.account_id)
  await grantReport(api.database.db, account.owner.account_id)
  await start(account)
  expect([await left(), await counted(account, 'test')]).toEqual([2, { rows: 1, used: 1 }])
  const replies = await Promise.all(Array.from({ length: 5 }, () => start(live)))
  expect(withStatus(replies, 202)).toHaveLength(5)
  expect([await left(), await counted(account, 'live')]).toEqual([0, { rows: 6, used: 3 }])
})
