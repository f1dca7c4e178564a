import { revokeApiKey } from '@svc/credentials/api-keys'
import { knexOf } from '@svc/db/testing'
import type { Reply } from '@svc/http/testing-reply'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from './expectations.ts'
import { request, startTestApi, type TestAccount, type TestApi } from './testing.ts'

// "GET /events: usage and account activity events for API traffic" (INTERFACE.md §4).

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi({}, { limits: { ip: 1_000_000, account: 1_000_000, key: 100, 'quota.analyses': 2 } })
})

beforeEach(async () => {
  account = await api.open()
})

afterAll(() => api.close())

type Event = Awaited<ReturnType<typeof events>>[number]

/**
 * The events of the account, oldest first, when all are written. They are read with a new key, whose limit no test has
 * used.
 */
async function events(query = '') {
  await api.api.usage.flush()
  const { call } = await account.issue()
  const { status, data } = await call('GET', `/events?limit=100${query}`)
  expect(status).toBe(200)
  return data.toReversed()
}

const requestId = ({ headers }: Reply) => headers.get('x-request-id')
const url = 'https://hooks.rosso-trattoria.nl/svc'

test('every request is recorded as one event with its request id', async () => {
  const startedMs = performance.now()
  const ok = await account.call('GET', '/webhooks')
  const missing = await account.call('GET', `/analyses/${newId('ana')}`)
  const bad = await account.call('GET', '/businesses?limit=0')
  const business = await account.call('GET', `/businesses/${account.owner.business_id}`)
  const unchanged = await account.call('GET', '/businesses', { headers: { 'If-None-Match': '*' } })
  const elapsedMs = performance.now() - startedMs
  const seen = await events()
  const common = {
    type: 'api.request',
    actor: { type: 'api_key', id: expect.stringMatching(/^key_/), label: account.key.slice(0, 12) },
  }
  expect(seen).toMatchObject([
    {
      ...common,
      request_id: requestId(ok),
      operation_id: 'listWebhooks',
      http_status: 200,
      error_code: null,
      resource_id: null,
    },
    {
      ...common,
      request_id: requestId(missing),
      operation_id: 'getAnalysis',
      http_status: 404,
      error_code: 'not_found',
    },
    {
      ...common,
      request_id: requestId(bad),
      operation_id: 'listBusinesses',
      http_status: 400,
      error_code: 'invalid_request',
    },
    { ...common, request_id: requestId(business), operation_id: 'getBusiness', resource_id: account.owner.business_id },
    { ...common, request_id: requestId(unchanged), operation_id: 'listBusinesses', http_status: 304 },
  ])
  // In milliseconds: the requests ran one after another, so no duration exceeds the time of all.
  for (const { duration_ms } of seen) expect(duration_ms).toBeLessThanOrEqual(Math.ceil(elapsedMs))
})

test('a revoked key that is tried again and again writes one event a minute, and every try is counted', async () => {
  const revoked = await account.issue()
  await revokeApiKey(api.database.db, account.owner.account_id, revoked.id)
  for (let tries = 0; tries < 50; tries++) await revoked.call('GET', '/webhooks')
  // The first may only await a write that had begun before.
  await api.api.usage.flush()
  await api.api.usage.flush()
  const rows = knexOf(api.database.db)
  // Two if the minute ended meanwhile.
  expect((await rows('usage_events').whereRaw("actor ->> 'id' = ?", [revoked.id])).length).toBeLessThanOrEqual(2)
  const counted = await rows('usage_counters').where({ caller_id: revoked.id, interval: 'month' }).sum('requests')
  expect(Number(counted[0]?.sum)).toBe(50)
})

test('every refusal of a known key is recorded as one event: by scope, revocation, expiry, flag and limit', async () => {
  const narrow = await account.issue({ scopes: [] })
  const byScope = await narrow.call('GET', '/webhooks')
  const revoked = await account.issue()
  await revokeApiKey(api.database.db, account.owner.account_id, revoked.id)
  const byRevocation = await revoked.call('GET', '/webhooks')
  const expired = await account.issue({ expires_at: '2026-01-01T00:00:00.000Z' })
  const byExpiry = await expired.call('GET', '/webhooks')
  const live = await account.issue({ kind: 'live' })
  const byFlag = await live.call('GET', '/webhooks')
  const busy = await account.issue()
  for (let sent = 0; sent < 100; sent++) await busy.call('GET', '/events')
  const byLimit = await busy.call('GET', '/webhooks')
  expectError(byLimit, 'rate_limited', 'rate.key')
  expect(await events()).toMatchObject([
    {
      type: 'api.refused',
      request_id: requestId(byScope),
      http_status: 403,
      error_code: 'forbidden',
      actor: { id: narrow.id },
    },
    {
      type: 'api.refused',
      request_id: requestId(byRevocation),
      http_status: 401,
      error_code: 'invalid_api_key',
      actor: { id: revoked.id },
    },
    {
      type: 'api.refused',
      request_id: requestId(byExpiry),
      http_status: 401,
      error_code: 'unauthorized',
      actor: { id: expired.id },
    },
    {
      type: 'api.refused',
      request_id: requestId(byFlag),
      http_status: 401,
      error_code: 'unauthorized',
      actor: { id: live.id },
    },
    {
      type: 'api.refused',
      request_id: requestId(byLimit),
      http_status: 429,
      error_code: 'rate_limited',
      actor: { id: busy.id },
    },
  ])
})

test('requests without an account are not recorded: no key, and unknown keys', async () => {
  await request(`${api.baseUrl}/webhooks`, 'GET')
  await request(`${api.baseUrl}/webhooks`, 'GET', { headers: { 'X-API-Key': `svc_test_${'A'.repeat(43)}` } })
  expect(await events()).toEqual([])
})

test('metered actions show the quota, and a refusal by quota is also recorded as quota.reached', async () => {
  const start = () => account.call('POST', `/businesses/${account.owner.business_id}/analyses`)
  const [first, , refused] = [await start(), await start(), await start()]
  expect(await events()).toMatchObject([
    {
      type: 'api.request',
      http_status: 202,
      resource_id: first.data.id,
      quota: { name: 'analyses', used: 1, limit: 2 },
    },
    { type: 'api.request', http_status: 202, quota: { name: 'analyses', used: 2, limit: 2 } },
    {
      type: 'api.refused',
      request_id: requestId(refused),
      http_status: 429,
      quota: { name: 'analyses', used: 2, limit: 2 },
    },
    { type: 'quota.reached', request_id: requestId(refused), quota: { name: 'analyses', used: 2, limit: 2 } },
  ])
})

test('every webhook action is recorded as a separate event, after the event of the request', async () => {
  const { id } = (await account.call('POST', '/webhooks', { body: { url } })).data
  await account.call('PATCH', `/webhooks/${id}`, { body: { enabled: false } })
  await account.call('POST', `/webhooks/${id}/rotate-secret`)
  const delivery = (await account.call('POST', `/webhooks/${id}/test`)).data.id
  const resent = (await account.call('POST', `/webhook-deliveries/${delivery}/resend`)).data.id
  await account.call('DELETE', `/webhooks/${id}`)
  const seen = (await events()).filter(({ type }) => !type.startsWith('api.'))
  expect(seen.map(({ type, resource_id }) => [type, resource_id])).toEqual([
    ['webhook.created', id],
    ['webhook.updated', id],
    ['webhook.secret_rotated', id],
    ['webhook.tested', delivery],
    ['delivery.resent', resent],
    ['webhook.deleted', id],
  ])
})

test('replayed responses, refused requests and dry runs are not recorded as actions', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const { id } = (await account.call('POST', '/webhooks', { body: { url }, headers })).data
  await account.call('POST', '/webhooks', { body: { url }, headers })
  await account.call('POST', '/webhooks', { body: { url: 'https://localhost/' } })
  await account.call('POST', `/webhooks/${id}/resend`, { body: { since: '2026-01-01T00:00:00Z', dry_run: true } })
  const seen = await events()
  expect(seen.map(({ type }) => type)).toEqual([
    'api.request',
    'webhook.created',
    'api.request',
    'api.request',
    'api.request',
  ])
})

test('reading the events records no event', async () => {
  await account.call('GET', '/webhooks')
  for (let reads = 0; reads < 5; reads++) await account.call('GET', '/events')
  await account.call('GET', '/events?limit=0')
  expect(await events()).toHaveLength(1)
})

describe('the filters', () => {
  test('type, request_id, since (inclusive) and until (exclusive) select events, alone and together', async () => {
    for (let call = 0; call < 3; call++) await account.call('GET', '/webhooks')
    const created = await account.call('POST', '/webhooks', { body: { url } })
    const all = await events()
    expect(all).toHaveLength(5)
    const idsOf = (found: Event[]) => found.map(({ id }) => id)
    expect(idsOf(await events('&type=webhook.created'))).toEqual([all[4]?.id])
    expect(idsOf(await events(`&request_id=${requestId(created)}`))).toEqual([all[3]?.id, all[4]?.id])
    expect(idsOf(await events(`&request_id=${requestId(created)}&type=api.request`))).toEqual([all[3]?.id])
    expect(await events(`&request_id=${newId('req')}`)).toEqual([])

    const instant = all[2]?.created_at ?? ''
    const at = encodeURIComponent(instant)
    expect(idsOf(await events(`&since=${at}`))).toEqual(idsOf(all.filter(({ created_at }) => created_at >= instant)))
    expect(idsOf(await events(`&until=${at}`))).toEqual(idsOf(all.filter(({ created_at }) => created_at < instant)))
    expect(await events(`&since=${at}&until=${at}`)).toEqual([])
    expect(await events(`&since=${at}&until=2026-01-01T00:00:00Z`)).toEqual([])
    expect(await events('&since=2999-01-01T00:00:00Z')).toEqual([])
  })

  test.each([
    ['type=api.call', 'query.type'],
    ['since=yesterday', 'query.since'],
    ['until=2026-13-01T00:00:00Z', 'query.until'],
    ['request_id=1', 'query.request_id'],
    ['actor=x', 'query.actor'],
  ])('refuse the query %s with 400 and name the parameter', async (query, path) => {
    expectError(await account.call('GET', `/events?${query}`), 'invalid_request', path)
  })

  test('the next page of a filtered list has the same filter', async () => {
    for (let call = 0; call < 7; call++) await account.call('GET', '/webhooks')
    for (let call = 0; call < 3; call++) await account.call('GET', '/nowhere')
    await api.api.usage.flush()
    const first = await account.call('GET', '/events?limit=4&type=api.request')
    const second = await account.call('GET', `/events?limit=4&type=api.request&cursor=${first.meta.page.next_cursor}`)
    expect([first.data.length, second.data.length, second.meta.page.next_cursor]).toEqual([4, 3, null])
  })
})

test('an account sees only its own events', async () => {
  const other = await api.open({ name: 'Brightside Dental' })
  const theirs = await other.call('POST', '/webhooks', { body: { url } })
  expect(await events()).toEqual([])
  expect(await events(`&request_id=${requestId(theirs)}`)).toEqual([])
})

test('no event contains a key, a signing secret or a URL', async () => {
  const created = await account.call('POST', '/webhooks', { body: { url: `${url}?token=canary` } })
  const rotated = await account.call('POST', `/webhooks/${created.data.id}/rotate-secret`)
  const json = JSON.stringify(await events())
  expect(json).toContain(created.data.id)
  for (const secret of [
    account.key.slice(12),
    created.data.signing_secret.slice(6),
    rotated.data.signing_secret.slice(6),
    'canary',
  ]) {
    expect(json).not.toContain(secret)
  }
})
