import { setFlag } from '@svc/db/flags'
import { insertUsageEvents, type NewUsageEvent } from '@svc/db/usage-events'
import { present } from '@svc/http/testing-reply'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectError } from '../expectations.ts'
import { startTestApi, type TestAccount, type TestApi } from '../testing.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi({}, { limits: { ip: 1_000_000, account: 600, key: 300 } })
})

afterAll(() => api.close())

const accountOf = async ({ call }: Pick<TestAccount, 'call'>) => {
  const { status, data } = await call('GET', '/account')
  expect(status).toBe(200)
  return data
}

describe('GET /account', () => {
  test('shows the account, its business and the credential of the request', async () => {
    const account = await api.open({ plan: 'growth' })
    const narrow = await account.issue({ scopes: ['businesses:read'], expires_at: '2099-01-01T00:00:00.000Z' })
    expect(await accountOf(narrow)).toMatchObject({
      plan: 'growth',
      entitlements: ['plan'],
      flags: { live_keys_enabled: false, oauth_authcode_enabled: false },
      business: { id: account.owner.business_id },
      caller: {
        type: 'api_key',
        id: narrow.id,
        kind: 'test',
        label: narrow.key.slice(0, 12),
        scopes: ['businesses:read'],
        expires_at: '2099-01-01T00:00:00.000Z',
      },
      capacities: [
        { name: 'webhook_endpoints', used: 0 },
        { name: 'competitors', used: 0, limit: 20 },
        { name: 'reviews', used: 0 },
        { name: 'review_imports', used: 0 },
      ],
    })
  })

  test('shows the state of a flag for this account', async () => {
    const [one, other] = [await api.open(), await api.open()]
    await setFlag(api.database.db, 'oauth_authcode_enabled', true)
    await setFlag(api.database.db, 'oauth_authcode_enabled', false, other.owner.account_id)
    expect([(await accountOf(one)).flags, (await accountOf(other)).flags]).toMatchObject([
      { oauth_authcode_enabled: true },
      { oauth_authcode_enabled: false },
    ])
    await setFlag(api.database.db, 'oauth_authcode_enabled', false)
  })

  test('counts webhook endpoints without deleted ones', async () => {
    const account = await api.open()
    const created = await account.call('POST', '/webhooks', {
      body: { url: 'https://hooks.rosso-trattoria.nl/a', event_types: ['webhook.test'] },
    })
    expect((await accountOf(account)).capacities[0]).toMatchObject({ used: 1 })
    await account.call('DELETE', `/webhooks/${created.data.id}`)
    expect((await accountOf(account)).capacities[0]).toMatchObject({ used: 0 })
  })

  test('predicts the 429 of a quota, because it shows the limit, and what is used and remains after each metered call', async () => {
    const account = await api.open({ plan: 'growth' })
    const quotas = async () => (await accountOf(account)).quotas
    expect(await quotas()).toMatchObject([
      { name: 'analyses', kind: 'test', limit: testKeyQuotas.analyses, used: 0, remaining: testKeyQuotas.analyses },
      { name: 'analyses', kind: 'live', limit: planQuotas.growth.analyses, used: 0 },
      { name: 'reply_drafts', kind: 'test', limit: testKeyQuotas.reply_drafts, used: 0 },
      { name: 'reply_drafts', kind: 'live', limit: planQuotas.growth.reply_drafts, used: 0 },
    ])
    const start = () => account.call('POST', `/businesses/${account.owner.business_id}/analyses`)
    for (let left = testKeyQuotas.analyses; left > 0; left--) {
      expect((await quotas())[0]).toMatchObject({ used: testKeyQuotas.analyses - left, remaining: left })
      expect((await start()).status).toBe(202)
    }
    const [analyses] = await quotas()
    expect(analyses).toMatchObject({ used: testKeyQuotas.analyses, remaining: 0 })
    const refused = await start()
    expectError(refused, 'rate_limited', 'quota.analyses')
    expect(refused.details[0]?.message).toContain(present(analyses).resets_at)
  })

  test('shows the rate limits after this request, the tightest as in the headers', async () => {
    const account = await api.open()
    for (let sent = 0; sent < 4; sent++) await account.call('GET', '/businesses')
    const { headers, data } = await account.call('GET', '/account')
    const { rate_limits } = data
    expect(rate_limits).toMatchObject([
      { policy: 'ip', limit: 1_000_000 },
      { policy: 'account', limit: 600 },
      { policy: 'key', limit: 300 },
    ])
    for (const { limit, used, remaining } of rate_limits) expect(used + remaining).toBe(limit)
    const tightest = rate_limits.find(({ policy }) => policy === headers.get('x-ratelimit-policy'))
    expect(String(tightest?.remaining)).toBe(headers.get('x-ratelimit-remaining'))
  })
})

describe('GET /usage', () => {
  const at = (account: TestAccount, created_at: string, fields: Partial<NewUsageEvent> = {}): NewUsageEvent => ({
    account_id: account.owner.account_id,
    created_at,
    type: 'api.request',
    request_id: newId('req'),
    actor: { type: 'api_key', id: null, label: null },
    operation_id: 'listAnalyses',
    http_status: 200,
    error_code: null,
    duration_ms: 3,
    resource_id: null,
    quota: null,
    ...fields,
  })
  const usage = async ({ call }: TestAccount, query: string) => {
    const { status, data } = await call('GET', `/usage?${query}`)
    expect(status).toBe(200)
    return data
  }

  test('counts requests per hour, day and month in UTC', async () => {
    const account = await api.open()
    await insertUsageEvents(api.database.db, [
      at(account, '2026-10-31T23:59:59.999Z'),
      at(account, '2026-11-01T00:00:00.000Z'),
      at(account, '2026-11-01T00:59:59.999Z'),
      at(account, '2026-11-01T01:00:00.000Z'),
    ])
    const period = 'from=2026-10-31T23:00:00Z&to=2026-11-01T02:00:00Z'
    expect(await usage(account, `${period}&interval=hour`)).toEqual({
      from: '2026-10-31T23:00:00.000Z',
      to: '2026-11-01T02:00:00.000Z',
      interval: 'hour',
      group_by: null,
      requests: 4,
      series: [
        {
          key: null,
          name: null,
          requests: 4,
          points: [
            { start: '2026-10-31T23:00:00.000Z', requests: 1 },
            { start: '2026-11-01T00:00:00.000Z', requests: 2 },
            { start: '2026-11-01T01:00:00.000Z', requests: 1 },
          ],
        },
      ],
    })
    expect((await usage(account, `${period}&interval=day`)).series[0]?.points).toEqual([
      { start: '2026-10-31T00:00:00.000Z', requests: 1 },
      { start: '2026-11-01T00:00:00.000Z', requests: 3 },
    ])
    expect(await usage(account, `${period}&interval=month`)).toMatchObject({
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      series: [{ points: [{ requests: 1 }, { requests: 3 }] }],
    })
  })

  test('breaks the counts down by operation, status and caller, largest first', async () => {
    const account = await api.open()
    const key = await account.issue()
    const actor = { type: 'api_key', id: key.id, label: 'svc_test_abc' } as const
    await insertUsageEvents(api.database.db, [
      at(account, '2026-11-20T08:00:00.000Z'),
      at(account, '2026-11-20T09:00:00.000Z', { actor }),
      at(account, '2026-11-20T09:00:00.000Z', {
        operation_id: 'startAnalysis',
        type: 'api.refused',
        http_status: 429,
        actor,
      }),
    ])
    const of = async (group: string) => {
      const { series } = await usage(account, `from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z&group_by=${group}`)
      return series.map(({ key, requests }: { key: string | null; requests: number }) => [key, requests])
    }
    expect(await of('operation')).toEqual([
      ['listAnalyses', 2],
      ['startAnalysis', 1],
    ])
    expect(await of('status')).toEqual([
      ['200', 2],
      ['429', 1],
    ])
    expect(await of('caller')).toEqual([
      [key.id, 2],
      [null, 1],
    ])
  })

  test('counts each request once, regardless of its other events and of how often its event is written', async () => {
    const account = await api.open()
    const event = { ...at(account, '2026-11-20T08:00:00.000Z'), id: newId('act') }
    const effect = { ...event, id: newId('act'), type: 'webhook.created' } as const
    await insertUsageEvents(api.database.db, [event, effect])
    await insertUsageEvents(api.database.db, [event, effect])
    expect(await usage(account, 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z')).toMatchObject({ requests: 1 })
  })

  test('counts the requests of this API, and not of another account', async () => {
    const [account, other] = [await api.open(), await api.open()]
    await account.call('GET', '/businesses')
    await account.call('GET', `/analyses/${newId('ana')}`)
    await other.call('GET', '/businesses')
    await api.api.usage.flush()
    expect(await usage(account, 'group_by=operation')).toMatchObject({
      requests: 2,
      series: [
        { key: 'getAnalysis', requests: 1 },
        { key: 'listBusinesses', requests: 1 },
      ],
    })
  })

  test('returns no series for an empty period, and cuts one that is longer than its interval allows', async () => {
    const account = await api.open()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:30:00.000Z') })
    try {
      for (const query of ['from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'from=2027-01-01T00:00:00Z'])
        expect(await usage(account, query)).toMatchObject({ requests: 0, series: [] })
      for (const [interval, from] of [
        ['hour', '2026-10-20T13:00:00.000Z'],
        ['day', '2025-11-20T00:00:00.000Z'],
        ['month', '2021-12-01T00:00:00.000Z'],
      ])
        expect(await usage(account, `interval=${interval}&from=0001-01-01T00:00:00Z`)).toMatchObject({ from })
      expect(await usage(account, 'to=9999-12-31T23:59:59Z')).toMatchObject({ to: '2026-11-21T00:00:00.000Z' })
    } finally {
      vi.useRealTimers()
    }
  })
})
