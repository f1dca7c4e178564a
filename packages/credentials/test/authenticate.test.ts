import { randomBytes } from 'node:crypto'
import { createAccount, updateAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { setFlag } from '@svc/db/flags'
import { storedApiKey } from '@svc/db/testing-credentials'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { createKeyring } from '@svc/runtime/secrets'
import { createTestClock } from '@svc/runtime/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { IneligibleAccountError, issueApiKey, listApiKeys, type NewKey, revokeApiKey } from '../src/api-keys.ts'
import { authenticate } from '../src/authenticate.ts'
import type { Caller } from '../src/caller.ts'
import type { CredentialHeaders } from '../src/sent-credential.ts'

const clock = createTestClock(new Date().toISOString())
const oldKey = { id: 'old', key: randomBytes(32) }
const newKey = { id: 'new', key: randomBytes(32) }
const keyring = createKeyring([oldKey])

const database = openTestDatabase()
let account: Awaited<ReturnType<typeof createAccount>>
let business: Awaited<ReturnType<typeof createBusiness>>

beforeEach(async () => {
  account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  business = await createBusiness(database.db, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
})
afterEach(() => setFlag(database.db, 'live_keys_enabled', false))

const issue = (key: Partial<NewKey> = {}) =>
  issueApiKey(database.db, keyring, account.id, { kind: 'test', name: 'Development', ...key })

async function callerOf(headers: CredentialHeaders): Promise<Caller> {
  const authenticated = await authenticate(database.db, keyring, headers, { clock })
  if ('code' in authenticated) throw new Error(`${authenticated.code}: ${authenticated.message}`)
  return authenticated.caller
}

async function codeFor(headers: CredentialHeaders): Promise<string> {
  const authenticated = await authenticate(database.db, keyring, headers, { clock })
  return 'code' in authenticated ? authenticated.code : 'authenticated'
}

/** The number of statements that `work` runs. Workers are notified of an earlier change in the background. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  const execute = vi.spyOn(database.db, 'execute')
  try {
    await work()
    return execute.mock.calls.filter(([{ name }]) => name !== 'notify_workers').length
  } finally {
    execute.mockRestore()
  }
}

describe('an accepted key', () => {
  test('identifies the account, its business, the plan and the scopes', async () => {
    const { key, record } = await issue({ scopes: ['webhooks:manage', 'businesses:read'] })
    expect(await callerOf({ authorization: `Bearer ${key}` })).toEqual({
      credential: {
        type: 'api_key',
        id: record.id,
        kind: 'test',
        label: key.slice(0, 12),
        name: record.name,
        expires_at: null,
      },
      account: { id: account.id, plan: 'growth', entitled: true, mcpEnabled: false },
      business_id: business.id,
      scopes: new Set(['businesses:read', 'webhooks:manage']),
      owner: { account_id: account.id, business_id: business.id },
    })
  })

  test('has every scope except those of administrators by default', async () => {
    const { key } = await issue()
    const { scopes } = await callerOf({ 'x-api-key': key })
    expect([...scopes]).toEqual([
      'businesses:read',
      'analyses:write',
      'replies:write',
      'webhooks:manage',
      'reviews:write',
    ])
    expect((await callerOf({ 'x-api-key': (await issue({ scopes: [] })).key })).scopes.size).toBe(0)
  })

  test.each<[string, (key: string) => CredentialHeaders]>([
    ['as a bearer token', (key) => ({ authorization: `Bearer ${key}` })],
    ['with a scheme in any case', (key) => ({ authorization: `bEARER ${key}` })],
    ['as X-API-Key', (key) => ({ 'x-api-key': key })],
    ['in both headers', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ['twice in a header', (key) => ({ 'x-api-key': [key, key] })],
  ])('is accepted %s', async (_form, headersFor) => {
    const { key } = await issue()
    expect(await codeFor(headersFor(key))).toBe('authenticated')
  })

  test('is found with one statement, however many peppers are listed', async () => {
    const { key } = await issue()
    expect(await statementsDuring(() => callerOf({ 'x-api-key': key }))).toBe(1)
    const several = createKeyring([newKey, oldKey])
    expect(await statementsDuring(() => authenticate(database.db, several, { 'x-api-key': key }, { clock }))).toBe(1)
  })

  test('has the entitlement of the current plan with every request, and test keys are issued with it only', async () => {
    const { key } = await issue()
    await updateAccount(database.db, account.id, { plan: 'starter' })
    expect((await callerOf({ 'x-api-key': key })).account).toMatchObject({ plan: 'starter', entitled: false })
    await expect(issue()).rejects.toThrow(IneligibleAccountError)
    await updateAccount(database.db, account.id, { api_demo: true })
    expect((await callerOf({ 'x-api-key': key })).account).toMatchObject({ plan: 'starter', entitled: true })
    expect((await issue()).key).toMatch(/^svc_test_/)
  })
})

describe('an authentication', () => {
  const unknown = `svc_test_${randomBytes(32).toString('base64url')}`

  test.each<[string, CredentialHeaders]>([
    ['no credential', {}],
    ['an unknown key', { 'x-api-key': unknown }],
    ['an empty X-API-Key', { 'x-api-key': '' }],
    ['an empty Authorization', { authorization: '' }],
    ['a scheme without a credential', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${unknown}` }],
    ['a key without a scheme', { authorization: unknown }],
    ['a key of 10 KB', { 'x-api-key': `svc_test_${'A'.repeat(10_240)}` }],
    ['a NUL', { 'x-api-key': `svc_test_\u0000${unknown.slice(10)}` }],
    ['characters outside ASCII', { authorization: 'Bearer svc_test_ключ' }],
    ['two keys joined', { 'x-api-key': `${unknown}, ${unknown}` }],
    ['a token, which only OAuth clients have', { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }],
    ['a token in the header for keys', { 'x-api-key': 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }],
  ])('with %s is unauthorized', async (_case, headers) => {
    expect(await codeFor(headers)).toBe('unauthorized')
  })

  test('with a key that differs in one character, in case, or by padding is unauthorized', async () => {
    const { key } = await issue()
    const last = key.endsWith('A') ? 'B' : 'A'
    for (const changed of [`${key.slice(0, -1)}${last}`, key.toLowerCase(), key.toUpperCase(), ` ${key}`, `${key}\n`]) {
      expect(await codeFor({ 'x-api-key': changed }), JSON.stringify(changed.slice(-4))).toBe('unauthorized')
    }
    expect(await codeFor({ 'x-api-key': key.replace('svc_test_', 'svc_live_') })).toBe('unauthorized')
  })

  test('two different credentials, although each is valid', async () => {
    const [one, two] = [(await issue()).key, (await issue()).key]
    expect(await codeFor({ authorization: `Bearer ${one}`, 'x-api-key': two })).toBe('unauthorized')
    expect(await codeFor({ authorization: [`Bearer ${one}`, `Bearer ${two}`] })).toBe('unauthorized')
    expect(await codeFor({ authorization: 'Basic eHg6eHg=', 'x-api-key': one })).toBe('unauthorized')
  })

  test('a key from the instant of its expiry', async () => {
    const { key } = await issue({ expires_at: new Date(clock.now() + 1_000).toISOString() })
    clock.advance(999)
    expect(await codeFor({ 'x-api-key': key })).toBe('authenticated')
    clock.advance(1)
    expect(await codeFor({ 'x-api-key': key })).toBe('unauthorized')
  })

  test('a string that is not a key, without a query', async () => {
    expect(await statementsDuring(() => codeFor({ 'x-api-key': 'guess' }))).toBe(0)
  })

  test('an unknown key, without repeating it in the message', async () => {
    const refusal = await authenticate(database.db, keyring, { 'x-api-key': unknown }, { clock })
    expect(JSON.stringify(refusal)).not.toContain(unknown.slice(9))
  })
})

describe('a revoked key', () => {
  test('is refused as invalid_api_key by every request that starts after the revocation', async () => {
    const { key, record } = await issue()
    expect(await codeFor({ 'x-api-key': key })).toBe('authenticated')
    await revokeApiKey(database.db, account.id, record.id)
    expect(await codeFor({ 'x-api-key': key })).toBe('invalid_api_key')
    expect(await codeFor({ authorization: `Bearer ${key}` })).toBe('invalid_api_key')
  })

  test('is invalid_api_key even if it has also expired, or is a live key while live keys are off', async () => {
    const expired = await issue({ expires_at: new Date(clock.now() - 1).toISOString() })
    const live = await issue({ kind: 'live' })
    await revokeApiKey(database.db, account.id, expired.record.id)
    await revokeApiKey(database.db, account.id, live.record.id)
    expect(await codeFor({ 'x-api-key': expired.key })).toBe('invalid_api_key')
    expect(await codeFor({ 'x-api-key': live.key })).toBe('invalid_api_key')
  })
})

describe('a live key', () => {
  test('is accepted only while the platform flag is on and not switched off for the account', async () => {
    const { key } = await issue({ kind: 'live' })
    expect(await codeFor({ 'x-api-key': key })).toBe('unauthorized')
    await setFlag(database.db, 'live_keys_enabled', true)
    expect((await callerOf({ 'x-api-key': key })).credential.kind).toBe('live')
    await setFlag(database.db, 'live_keys_enabled', false, account.id)
    expect(await codeFor({ 'x-api-key': key })).toBe('unauthorized')
    await setFlag(database.db, 'live_keys_enabled', true, account.id)
    expect(await codeFor({ 'x-api-key': key })).toBe('authenticated')
    await setFlag(database.db, 'live_keys_enabled', false)
    expect(await codeFor({ 'x-api-key': key })).toBe('unauthorized')
  })

  test('does not affect test keys when it is off', async () => {
    const { key } = await issue()
    expect(await codeFor({ 'x-api-key': key })).toBe('authenticated')
  })
})

describe('the stored key', () => {
  test('consists of a hash and the visible prefix', async () => {
    const { key, record } = await issue()
    const row = await storedApiKey(database.db, record.id)
    const stored = JSON.stringify({ ...row, hash: row.hash.toString('latin1') })
    expect(row.hash).toHaveLength(32)
    expect(row.prefix).toBe(key.slice(0, 12))
    expect(stored).not.toContain(key.slice(12))
    expect(JSON.stringify(record)).not.toContain(key.slice(12))
  })

  test('moves to the current pepper when the key is used, and the key works throughout', async () => {
    const { key, record } = await issue()
    const rotated = createKeyring([newKey, oldKey])
    const usedBefore = await authenticate(database.db, rotated, { 'x-api-key': key }, { clock })
    if ('recordUse' in usedBefore) await usedBefore.recordUse?.()
    const untouched = await storedApiKey(database.db, record.id)
    expect(untouched.pepper_key_id, 'before the rotation').toBe('old')

    rotated.follow({ currentId: 'new', replacedAtMs: new Map([['old', clock.now()]]) })
    const first = await authenticate(database.db, rotated, { 'x-api-key': key }, { clock })
    if ('code' in first) throw new Error(first.message)
    await first.recordUse?.()

    const row = await storedApiKey(database.db, record.id)
    expect(row.pepper_key_id).toBe('new')
    for (const listed of [[newKey, oldKey], [newKey]]) {
      const again = await authenticate(database.db, createKeyring(listed), { 'x-api-key': key }, { clock })
      expect(again).toMatchObject({ caller: { credential: { id: record.id } } })
    }
  })

  test('cannot be verified without the pepper', async () => {
    const { key } = await issue()
    const stranger = createKeyring([{ id: 'old', key: randomBytes(32) }])
    expect(await authenticate(database.db, stranger, { 'x-api-key': key }, { clock })).toMatchObject({
      code: 'unauthorized',
    })
  })
})

describe('"last used"', () => {
  test('is written after the response, at most once per minute', async () => {
    const { key, record } = await issue()
    const use = async () => {
      const authenticated = await authenticate(database.db, keyring, { 'x-api-key': key }, { clock })
      if ('code' in authenticated) throw new Error(authenticated.message)
      return authenticated.recordUse
    }
    const lastUsed = async () =>
      (await listApiKeys(database.db, account.id)).find(({ id }) => id === record.id)?.last_used_at ?? null

    const recordUse = await use()
    expect(await lastUsed()).toBeNull()
    await recordUse?.()
    const first = await lastUsed()
    expect(first).not.toBeNull()
    clock.set(first ?? '')
    expect(await use()).toBeNull()
    clock.advance(60_000)
    expect(await use()).not.toBeNull()
  })
})
