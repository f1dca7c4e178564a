import { once } from 'node:events'
import { connect } from 'node:net'
import { revokeApiKey } from '@svc/credentials/api-keys'
import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectError } from '../expectations.ts'
import { request, startTestApi, type TestAccount, type TestApi } from '../testing.ts'

// The order of checks: request id, IP limit, route and method, authentication, account and key limit, entitlement,
// scope, input, ownership, quota. Each request fails two neighboring checks; the response must be that of the earlier
// one.

let api: TestApi
let account: TestAccount

beforeAll(async () => {
  api = await startTestApi({}, { limits: { ip: 30, account: 30, key: 5, 'quota.analyses': 0 } })
  account = await api.open()
})

afterAll(() => api.close())

/** Every test has a rate limit window of its own, three minutes after the previous one. */
let now = Date.now()
beforeEach(() => {
  now += 180_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return () => void vi.useRealTimers()
})

const nothing = { headers: {} }
const stranger = (method: string, path: string, options = {}) => request(`${api.baseUrl}${path}`, method, options)
const unknownBusiness = `/businesses/${newId('biz')}`

/** Uses up what one limit allows. */
async function exhaust(count: number, send: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < count; sent++) await send()
}

test('the IP limit is checked before the route: beyond it, even an unknown path is 429', async () => {
  await exhaust(30, () => stranger('GET', '/webhooks', nothing))
  for (const reply of [
    await stranger('GET', '/nope'),
    await stranger('PUT', '/webhooks'),
    await account.call('GET', '/webhooks'),
  ]) {
    expectError(reply, 'rate_limited', 'rate.ip')
  }
})

test('the route is checked before authentication: 404 and 405 need no credential', async () => {
  expectError(await stranger('GET', '/nope'), 'not_found')
  expectError(await stranger('PUT', '/webhooks'), 'method_not_allowed')
})

test('authentication is checked before input and ownership: 401 reveals nothing about ids, parameters and bodies', async () => {
  const owned = `/businesses/${account.owner.business_id}`
  const replies = await Promise.all([
    stranger('GET', owned),
    stranger('GET', unknownBusiness),
    stranger('GET', '/businesses/x'),
    stranger('GET', '/businesses?limit=0'),
    stranger('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/' } }),
    stranger('POST', '/webhooks', { body: '{' }),
    stranger('POST', '/webhooks', { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
    stranger('POST', '/webhooks', { body: JSON.stringify({ url: 'x'.repeat(300_000) }) }),
  ])
  for (const reply of replies) expectError(reply, 'unauthorized')
  expect(new Set(replies.map(({ error }) => JSON.stringify(error))).size).toBe(1)
})

test('the body of a request without a credential is not read: the response arrives before the body', async () => {
  const socket = connect(api.api.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /api/public/v1/webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  )
  const [response] = await once(socket, 'data')
  socket.destroy()
  expect(String(response)).toMatch(/^HTTP\/1\.1 401 /)
})

test('authentication is checked before the limits of account and key: a revoked key beyond its limit is 401', async () => {
  const { id, call } = await account.issue()
  await exhaust(5, () => call('GET', '/webhooks'))
  expectError(await call('GET', '/webhooks'), 'rate_limited', 'rate.key')
  await revokeApiKey(api.database.db, account.owner.account_id, id)
  expectError(await call('GET', '/webhooks'), 'invalid_api_key')
})

test('the limits of account and key are checked before entitlement and scope', async () => {
  const narrow = await account.issue({ scopes: [] })
  const unentitled = await api.open({ plan: 'starter' })
  await exhaust(5, () => narrow.call('GET', '/webhooks'))
  await exhaust(5, () => unentitled.call('GET', '/webhooks'))
  expectError(await narrow.call('GET', '/webhooks'), 'rate_limited', 'rate.key')
  expectError(await unentitled.call('GET', '/webhooks'), 'rate_limited', 'rate.key')
})

test('the plan is checked before the scope', async () => {
  const { call } = await api.open({ plan: 'starter', scopes: [] })
  const reply = await call('GET', '/webhooks')
  expectError(reply, 'forbidden')
  expect(reply.headers.get('www-authenticate')).toBeNull()
})

describe('the scope is checked before input and ownership', () => {
  test.each([
    ['GET', '/businesses?limit=0', undefined],
    ['GET', unknownBusiness, undefined],
    ['POST', '/webhooks', '{'],
    ['POST', '/review-replies', { review: {} }],
    ['DELETE', `/webhooks/${newId('whk')}`, undefined],
  ])(
    '%s %s without the scope is 403, although its input is invalid or its record unknown',
    async (method, path, body) => {
      const { call } = await account.issue({ scopes: [] })
      expectError(await call(method, path, body === undefined ? {} : { body }), 'forbidden')
    },
  )
})

test('input is checked before ownership: an invalid parameter with an unknown id is 400', async () => {
  const { call } = await account.issue()
  expectError(await call('GET', `${unknownBusiness}/analyses?limit=0`), 'invalid_request', 'query.limit')
  expectError(
    await call('PATCH', `/webhooks/${newId('whk')}`, { body: { enabled: 1 } }),
    'invalid_request',
    'body.enabled',
  )
})

test('ownership is checked before the quota: with no quota left, an unknown business is still 404', async () => {
  const { call } = await account.issue()
  expectError(await call('POST', `${unknownBusiness}/analyses`), 'not_found')
  const own = await call('POST', `/businesses/${account.owner.business_id}/analyses`)
  expectError(own, 'rate_limited', 'quota.analyses')
})
