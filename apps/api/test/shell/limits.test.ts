import { revokeApiKey } from '@svc/credentials/api-keys'
import { setKeyLimit, setLimits } from '@svc/db/limit-settings'
import { withoutTable } from '@svc/db/testing-faults'
import type { Reply } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectCommonHeaders, expectError, metaOf } from '../expectations.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// "Rate limits apply per IP, per account and per API key on a sliding window" (INTERFACE.md §8, rule 1).

const limits = { ip: 40, account: 20, key: 10 }
let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi({}, { limits })
  account = await api.open()
})

afterAll(() => api.close())

/**
 * Controls the clock of the limiter, which runs in this process. Every test starts three minutes after the previous
 * one, at the start of a minute.
 */
let minute = Math.ceil(Date.now() / 60_000)
function atFreshMinute(): { advance(ms: number): void } {
  minute += 3
  let now = minute * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return {
    advance(ms) {
      now += ms
      vi.setSystemTime(now)
    },
  }
}
afterAll(() => void vi.useRealTimers())

const webhooks = () => account.call('GET', '/webhooks')
const shown = ({ headers }: Reply) => ({
  policy: headers.get('x-ratelimit-policy'),
  limit: Number(headers.get('x-ratelimit-limit')),
  remaining: Number(headers.get('x-ratelimit-remaining')),
  reset: Number(headers.get('x-ratelimit-reset')),
})

describe('the rate limit headers', () => {
  test('headers are on every response, regardless of its status, and equal meta.rate_limit', async () => {
    atFreshMinute()
    const { etag } = Object.fromEntries((await webhooks()).headers)
    const revoked = await account.issue()
    await revokeApiKey(api.database.db, account.owner.account_id, revoked.id)
    const replies = await withoutTable(
      api.database.db,
      'competitors',
      async (): Promise<[number, Reply][]> => [
        [200, await webhooks()],
        [200, await account.call('HEAD', '/webhooks')],
        [201, await account.call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/' } })],
        [304, await account.call('GET', '/businesses', { headers: { 'If-None-Match': '*' } })],
        [400, await account.call('GET', '/webhooks?limit=0')],
        [401, await request(`${api.baseUrl}/webhooks`, 'GET')],
        [401, await revoked.call('GET', '/webhooks')],
        [404, await account.call('GET', '/webhooks/whk_x')],
        [404, await request(`${api.origin}/nothing`, 'GET')],
        [405, await request(`${api.baseUrl}/webhooks`, 'PUT')],
        [500, await account.call('GET', `/businesses/${account.owner.business_id}/competitors`)],
        [
          304,
          await request(`${api.baseUrl}/openapi.json`, 'GET', { headers: { 'If-None-Match': await documentTag() } }),
        ],
      ],
    )
    expect(etag).toBeDefined()
    for (const [status, reply] of replies) {
      expect(reply.status).toBe(status)
      expectCommonHeaders(reply)
      if (reply.body !== undefined) expect(reply.meta).toMatchObject(metaOf(reply))
    }
  })

  async function documentTag(): Promise<string> {
    return (await request(`${api.baseUrl}/openapi.json`, 'GET')).headers.get('etag') ?? ''
  }

  test('show the policy with the least remaining requests, by name', async () => {
    atFreshMinute()
    expect(shown(await webhooks())).toEqual({ policy: 'key', limit: 10, remaining: 9, reset: 60 })
    for (const key of [await account.issue(), await account.issue()]) {
      for (let sent = 0; sent < 6; sent++) await key.call('GET', '/webhooks')
    }
    // 13 of 20 for the account, 1 of 10 for the key, 13 of 40 for the IP address.
    expect(shown(await (await account.issue()).call('GET', '/webhooks'))).toMatchObject({
      policy: 'account',
      remaining: 6,
    })
    for (let sent = 0; sent < 20; sent++) await request(`${api.baseUrl}/webhooks`, 'GET')
    expect(shown(await (await api.open()).call('GET', '/webhooks'))).toMatchObject({
      policy: 'ip',
      limit: 40,
      remaining: 5,
    })
  })

  test('show the policy of the IP address before authentication', async () => {
    atFreshMinute()
    expect(shown(await request(`${api.baseUrl}/webhooks`, 'GET'))).toMatchObject({
      policy: 'ip',
      limit: 40,
      remaining: 39,
    })
  })
})

describe('a refusal', () => {
  test('names the exceeded limit in its details and in the policy header', async () => {
    atFreshMinute()
    for (let sent = 0; sent < 10; sent++) expect((await webhooks()).status).toBe(200)
    const byKey = await webhooks()
    expectError(byKey, 'rate_limited', 'rate.key')
    expect(shown(byKey)).toMatchObject({ policy: 'key', limit: 10, remaining: 0 })

    const second = await account.issue()
    for (let sent = 0; sent < 10; sent++) expect((await second.call('GET', '/webhooks')).status).toBe(200)
    const byAccount = await (await account.issue()).call('GET', '/webhooks')
    expectError(byAccount, 'rate_limited', 'rate.account')
    expect(shown(byAccount)).toMatchObject({ policy: 'account', limit: 20, remaining: 0 })

    for (let sent = 0; sent < 20; sent++) await request(`${api.baseUrl}/webhooks`, 'GET')
    const byIp = await request(`${api.baseUrl}/webhooks`, 'GET')
    expectError(byIp, 'rate_limited', 'rate.ip')
    expect(shown(byIp)).toMatchObject({ policy: 'ip', limit: 40, remaining: 0 })
  })

  test('a refusal for one account or key does not affect other callers', async () => {
    atFreshMinute()
    for (let sent = 0; sent < 11; sent++) await webhooks()
    expect((await (await account.issue()).call('GET', '/webhooks')).status).toBe(200)
    expect((await (await api.open()).call('GET', '/webhooks')).status).toBe(200)
  })

  test('consumes nothing from the limits of the account and the IP address', async () => {
    atFreshMinute()
    for (let sent = 0; sent < 10; sent++) await webhooks()
    for (let refused = 0; refused < 30; refused++) expectError(await webhooks(), 'rate_limited')
    const next = await (await account.issue()).call('GET', '/webhooks')
    expect(shown(next)).toMatchObject({ policy: 'account', remaining: 9 })
    expect(shown(await request(`${api.baseUrl}/webhooks`, 'GET'))).toMatchObject({ policy: 'ip', remaining: 28 })
  })

  test('has an exact Retry-After, so that a request one second earlier is refused and one at that time succeeds', async () => {
    const clock = atFreshMinute()
    clock.advance(7_300)
    for (let sent = 0; sent < 10; sent++) await webhooks()
    for (let round = 0; round < 5; round++) {
      const refused = await webhooks()
      expectError(refused, 'rate_limited', 'rate.key')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(refused.details[0]?.message).toContain(`${seconds} s`)
      clock.advance((seconds - 1) * 1_000)
      expect((await webhooks()).status).toBe(429)
      clock.advance(1_000)
      expect((await webhooks()).status).toBe(200)
    }
  })

  test('is returned for exactly the requests beyond the limit when many arrive concurrently', async () => {
    atFreshMinute()
    const replies = await Promise.all(Array.from({ length: 35 }, webhooks))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(25)
  })
})

test('"the numbers are adjustable by administrators": a change takes effect without a restart', async () => {
  vi.useRealTimers()
  await setLimits(
    api.database.db,
    new Map([
      ['ip', 1_000_000],
      ['account', 1_000_000],
      ['key', 777_777],
    ]),
  )
  // And one key of another account, which `GET /account` shows.
  const other = await api.open()
  const throttled = await other.issue()
  expect(await setKeyLimit(api.database.db, throttled.id, 123_456)).toBe(true)
  // Within five seconds, as packages/limits/test/limit-settings.test.ts shows with a controlled clock.
  await vi.waitUntil(async () => shown(await webhooks()).limit === 777_777, { timeout: 60_000, interval: 100 })
  const { data } = await throttled.call('GET', '/account')
  expect(data.rate_limits).toMatchObject([{ policy: 'ip' }, { policy: 'account' }, { policy: 'key', limit: 123_456 }])
  expect((await other.call('GET', '/account')).data.rate_limits).toMatchObject([{}, {}, { limit: 777_777 }])
})
