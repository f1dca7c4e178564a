import { randomBytes } from 'node:crypto'
import { revokeApiKey } from '@svc/credentials/api-keys'
import { setFlag } from '@svc/db/flags'
import type { ApiBodies } from '@svc/http/testing-reply'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { expectError } from './expectations.ts'
import { request, startTestApi, type TestAccount, type TestApi } from './testing.ts'

// Authentication (INTERFACE.md §5), through the socket.

let api: TestApi
let account: TestAccount
let other: TestAccount

beforeAll(async () => {
  api = await startTestApi()
  account = await api.open()
  other = await api.open({ name: 'Brightside Dental' })
})

afterAll(() => api.close())

const get = (headers: Record<string, string>) =>
  request<ApiBodies['GET /businesses']>(`${api.baseUrl}/businesses`, 'GET', { headers })

describe('a key', () => {
  test.each<[string, (key: string) => Record<string, string>]>([
    ['as Authorization: Bearer', (key) => ({ Authorization: `Bearer ${key}` })],
    ['as X-API-Key', (key) => ({ 'X-API-Key': key })],
    ['in both headers, as long as it is the same', (key) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': key })],
    ['with the scheme in any case', (key) => ({ Authorization: `bEaReR ${key}` })],
    ['with header names in any case', (key) => ({ 'x-ApI-kEy': key })],
  ])('is accepted %s', async (_form, headers) => {
    const reply = await get(headers(account.key))
    expect([reply.status, reply.data.map(({ id }) => id)]).toEqual([200, [account.owner.business_id]])
  })
})

describe('a request', () => {
  const unknown = `svc_test_${randomBytes(32).toString('base64url')}`

  test.each<[string, () => Record<string, string>]>([
    ['no credential', () => ({})],
    ['an unknown key', () => ({ 'X-API-Key': unknown })],
    ['a key of another kind', () => ({ 'X-API-Key': account.key.replace('svc_test_', 'svc_live_') })],
    ['a key without its last character', () => ({ 'X-API-Key': account.key.slice(0, -1) })],
    ['a key in capitals', () => ({ 'X-API-Key': account.key.toUpperCase() })],
    ['a key in quotes', () => ({ 'X-API-Key': `"${account.key}"` })],
    ['an empty key', () => ({ 'X-API-Key': '' })],
    ['a scheme without a credential', () => ({ Authorization: 'Bearer' })],
    ['a credential without a scheme', () => ({ Authorization: account.key })],
    ['the Basic scheme', () => ({ Authorization: `Basic ${btoa(`${account.key}:`)}` })],
    ['an unknown scheme', () => ({ Authorization: `Digest ${account.key}` })],
    ['a scheme in X-API-Key', () => ({ 'X-API-Key': `Bearer ${account.key}` })],
    ['two keys in one header', () => ({ 'X-API-Key': `${account.key}, ${other.key}` })],
    ['two different valid keys', () => ({ Authorization: `Bearer ${account.key}`, 'X-API-Key': other.key })],
    [
      'a valid key together with an unknown one',
      () => ({ Authorization: `Bearer ${account.key}`, 'X-API-Key': unknown }),
    ],
    ['a valid key together with another scheme', () => ({ Authorization: 'Basic eHg6eHg=', 'X-API-Key': account.key })],
    ['a key of 10 KB', () => ({ 'X-API-Key': `svc_test_${'A'.repeat(10_240)}` })],
    ['a bearer credential of 10 KB', () => ({ Authorization: `Bearer ${'A'.repeat(10_240)}` })],
    ['a key with characters outside ASCII', () => ({ 'X-API-Key': `svc_test_${'é'.repeat(43)}` })],
    ['SQL injection', () => ({ 'X-API-Key': "' or 1=1 --" })],
    ['a signed token without a client', () => ({ Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.AA' })],
  ])('with %s is 401 unauthorized', async (_case, headers) => {
    const reply = await get(headers())
    expectError(reply, 'unauthorized')
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="api"')
    expect(JSON.stringify(reply.body)).not.toContain(account.key.slice(12))
  })

  test('with a key in the query of the URL is 401 unauthorized', async () => {
    expectError(await request(`${api.baseUrl}/businesses?api_key=${account.key}`, 'GET'), 'unauthorized')
  })

  test('with a key is 401 unauthorized from the instant of its expiry', async () => {
    const expires = Date.now() + 60_000
    const { call } = await account.issue({ expires_at: new Date(expires).toISOString() })
    expect((await call('GET', '/businesses')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: expires })
    try {
      expectError(await call('GET', '/businesses'), 'unauthorized')
    } finally {
      vi.useRealTimers()
    }
  })

  test('with a live key is 401 unauthorized unless live keys are on for the platform and not off for the account', async () => {
    const { db } = api.database
    const { call } = await account.issue({ kind: 'live' })
    const status = async () => (await call('GET', '/businesses')).status
    expectError(await call('GET', '/businesses'), 'unauthorized')
    await setFlag(db, 'live_keys_enabled', true)
    expect(await status()).toBe(200)
    await setFlag(db, 'live_keys_enabled', false, account.owner.account_id)
    expectError(await call('GET', '/businesses'), 'unauthorized')
    expect((await account.call('GET', '/businesses')).status).toBe(200)
    await setFlag(db, 'live_keys_enabled', true, account.owner.account_id)
    expect(await status()).toBe(200)
    await setFlag(db, 'live_keys_enabled', false)
    expectError(await call('GET', '/businesses'), 'unauthorized')
  })
})

describe('a request after a revocation', () => {
  test('with a revoked key is 401 invalid_api_key from the next request', async () => {
    const { id, key, call } = await account.issue()
    expect((await call('GET', '/businesses')).status).toBe(200)
    await revokeApiKey(api.database.db, account.owner.account_id, id)
    expectError(await call('GET', '/businesses'), 'invalid_api_key')
    expectError(await get({ Authorization: `Bearer ${key}` }), 'invalid_api_key')
  })

  test('does not succeed after its key was revoked under load, and other keys continue to work', async () => {
    const { id, call } = await account.issue()
    let isRevoked = false
    const late: number[] = []
    const caller = async () => {
      for (let lateRequests = 0; lateRequests < 5; ) {
        const isLate = isRevoked
        const { status } = await call('GET', '/businesses')
        if (!isLate) continue
        late.push(status)
        lateRequests += 1
      }
    }
    const callers = Array.from({ length: 8 }, caller)
    await call('GET', '/businesses')
    await revokeApiKey(api.database.db, account.owner.account_id, id)
    isRevoked = true
    await Promise.all(callers)
    expect(late).toEqual(Array(40).fill(401))
    expect((await account.call('GET', '/businesses')).status).toBe(200)
  })
})
