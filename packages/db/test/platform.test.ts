import { newId } from '@svc/runtime/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { countAccounts, createAccount, listAccounts, updateAccount } from '../src/accounts/accounts.ts'
import { isFlagOn, listFlags, setFlag } from '../src/accounts/flags.ts'
import { readLimitSettings, setLimits } from '../src/accounts/limit-settings.ts'
import { readQuota, takeQuota } from '../src/accounts/quotas.ts'
import {
  insertUsageEvents,
  listUsageEvents,
  type NewUsageEvent,
  purgeUsageEvents,
} from '../src/accounts/usage-events.ts'
import type { Owner } from '../src/connection/records.ts'
import {
  findCallerByKeyHash,
  insertApiKey,
  listApiKeys,
  type NewApiKey,
  rehashApiKey,
  revokeApiKey,
  touchApiKey,
} from '../src/credentials/api-keys.ts'
import { findAuthenticator, insertAuthenticator } from '../src/credentials/authenticators.ts'
import {
  countSecretKeyUses,
  listAuthenticatorSecretsToReseal,
  listWebhookSecretsToReseal,
  resealAuthenticatorSecret,
  resealWebhookSecret,
} from '../src/credentials/secret-keys.ts'
import { insertUser } from '../src/credentials/users.ts'
import {
  abandonIdempotent,
  beginIdempotent,
  completeIdempotent,
  deleteIdempotentResponses,
  keepProgress,
  purgeIdempotencyKeys,
} from '../src/platform/idempotency.ts'
import {
  createWebhook,
  listWebhooks,
  purgePreviousSecrets,
  rotateWebhookSecret,
} from '../src/webhooks/webhook-endpoints.ts'
import { everyEventType, openBrightside, openRosso, registerWebhook } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
let brightside: Owner
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  await knexOf(database.db)('limit_settings').delete()
  await knexOf(database.db)('flags').update({ enabled: false })
  rosso = await openRosso(database.db)
  brightside = await openBrightside(database.db)
})

test('accounts are bound to one business, and plan and entitlement can be changed', async () => {
  expect(await countAccounts(database.db)).toBe(2)
  expect(await updateAccount(database.db, rosso.account_id, { plan: 'starter' })).toMatchObject({ plan: 'starter' })
  expect(await updateAccount(database.db, rosso.account_id, { api_demo: true })).toMatchObject({
    plan: 'starter',
    api_demo: true,
  })
  const empty = await createAccount(database.db, { name: 'No business yet', plan: 'growth' })
  const accounts = await listAccounts(database.db)
  expect(accounts.map((account) => account.business_id)).toEqual([rosso.business_id, brightside.business_id, null])
  expect(accounts.at(-1)).toEqual({ ...empty, business_id: null })
  expect(await updateAccount(database.db, newId('acc'), { plan: 'scale' })).toBeUndefined()
})

describe('API keys', () => {
  const hash = (key: string) => Buffer.from(key.padEnd(32, '.'))
  const newKey = (fields: Partial<NewApiKey> = {}): NewApiKey => ({
    kind: 'test',
    name: 'Nightly export',
    scopes: ['businesses:read'],
    prefix: 'svc_test_Q7m',
    hash: { hash: hash('a key'), key_id: 'k1' },
    expires_at: null,
    ...fields,
  })

  test('a caller is found by any hash of its key, with everything that authentication needs', async () => {
    const key = await insertApiKey(database.db, rosso.account_id, newKey())
    expect(await findCallerByKeyHash(database.db, [hash('other pepper'), hash('a key')])).toEqual({
      ...rosso,
      key_id: key.id,
      kind: 'test',
      scopes: ['businesses:read'],
      name: key.name,
      prefix: 'svc_test_Q7m',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      pepper_key_id: 'k1',
      plan: 'growth',
      api_demo: false,
      live_keys_enabled: false,
      mcp_enabled: false,
    })
    expect(await findCallerByKeyHash(database.db, [hash('unknown')])).toBeUndefined()
  })

  test('a revocation is visible immediately and keeps its first instant', async () => {
    const key = await insertApiKey(database.db, rosso.account_id, newKey())
    expect(await revokeApiKey(database.db, brightside.account_id, key.id)).toBeUndefined()
    const revoked = await revokeApiKey(database.db, rosso.account_id, key.id)
    const { record, wasRevoked } = revoked ?? {}
    expect([record?.revoked_at === null, wasRevoked]).toEqual([false, false])
    expect(await findCallerByKeyHash(database.db, [hash('a key')])).toMatchObject({ revoked_at: record?.revoked_at })
    expect(await revokeApiKey(database.db, rosso.account_id, key.id)).toEqual({ record, wasRevoked: true })
    expect(await listApiKeys(database.db, rosso.account_id)).toEqual([record])
    expect(await listApiKeys(database.db, brightside.account_id)).toEqual([])
  })

  test('use is recorded at most once per minute', async () => {
    const key = await insertApiKey(database.db, rosso.account_id, newKey())
    const lastUsed = async () => (await listApiKeys(database.db, rosso.account_id))[0]?.last_used_at
    await touchApiKey(database.db, key.id)
    const first = await lastUsed()
    await touchApiKey(database.db, key.id)
    expect(await lastUsed()).toBe(first)
    await knexOf(database.db).raw("update api_keys set last_used_at = now() - interval '61 seconds'")
    await touchApiKey(database.db, key.id)
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
  })

  test('a key can be hashed again under another pepper', async () => {
    const key = await insertApiKey(database.db, rosso.account_id, newKey())
    await rehashApiKey(database.db, key.id, { hash: hash('new pepper'), key_id: 'k2' })
    expect(await findCallerByKeyHash(database.db, [hash('a key')])).toBeUndefined()
    expect(await findCallerByKeyHash(database.db, [hash('new pepper')])).toMatchObject({ pepper_key_id: 'k2' })
  })

  test('live keys are enabled only if the platform has them on and the account not off', async () => {
    await insertApiKey(database.db, rosso.account_id, newKey({ kind: 'live' }))
    const live = async () => (await findCallerByKeyHash(database.db, [hash('a key')]))?.live_keys_enabled
    expect(await live()).toBe(false)
    await setFlag(database.db, 'live_keys_enabled', true)
    expect(await live()).toBe(true)
    await setFlag(database.db, 'live_keys_enabled', false, rosso.account_id)
    expect(await live()).toBe(false)
    await setFlag(database.db, 'live_keys_enabled', true, rosso.account_id)
    expect(await live()).toBe(true)
    await setFlag(database.db, 'live_keys_enabled', false)
    expect(await live()).toBe(false)
  })
})

test('flags are off by default, unknown names are refused, and an account can differ', async () => {
  expect(await setFlag(database.db, 'no_such_flag', true)).toBe(false)
  expect(await setFlag(database.db, 'no_such_flag', true, rosso.account_id)).toBe(false)
  expect(await isFlagOn(database.db, 'no_such_flag')).toBe(false)
  expect(await setFlag(database.db, 'mcp_enabled', true)).toBe(true)
  await setFlag(database.db, 'mcp_enabled', false, rosso.account_id)
  expect(await isFlagOn(database.db, 'mcp_enabled')).toBe(true)
  expect(await isFlagOn(database.db, 'mcp_enabled', rosso.account_id)).toBe(false)
  expect(await isFlagOn(database.db, 'mcp_enabled', brightside.account_id)).toBe(true)
  expect(await listFlags(database.db)).toEqual([
    { name: 'business_profile_enabled', enabled: false, accounts: [] },
    { name: 'live_keys_enabled', enabled: false, accounts: [] },
    { name: 'mcp_enabled', enabled: true, accounts: [{ account_id: rosso.account_id, enabled: false }] },
    { name: 'oauth_authcode_enabled', enabled: false, accounts: [] },
  ])
})

test('limits are those that an operator set, and null removes one', async () => {
  await setLimits(
    database.db,
    new Map([
      ['ip', 100],
      ['quota.analyses', 5],
    ]),
  )
  await setLimits(
    database.db,
    new Map<string, number | null>([
      ['ip', 200],
      ['quota.analyses', null],
      ['key', 0],
    ]),
  )
  expect(await readLimitSettings(database.db)).toEqual(
    new Map([
      ['ip', 200],
      ['key', 0],
    ]),
  )
  await expect(
    setLimits(
      database.db,
      new Map([
        ['key', 7],
        ['ip', -1],
      ]),
    ),
  ).rejects.toThrow('check constraint')
  expect(await readLimitSettings(database.db)).toEqual(
    new Map([
      ['ip', 200],
      ['key', 0],
    ]),
  )
})

describe('quotas', () => {
  const counter = { name: 'analyses' as const, kind: 'live' as const, month: '2026-11-01' }

  test('a hundred concurrent uses count exactly ten if ten are left', async () => {
    const taken = await Promise.all(Array.from({ length: 100 }, () => takeQuota(database.db, rosso, counter, 10)))
    expect(taken.filter((used) => used !== undefined).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await readQuota(database.db, rosso, counter)).toBe(10)
  })

  test('are separate for test and live keys, months, actions and accounts', async () => {
    await takeQuota(database.db, rosso, counter, 10)
    expect(await readQuota(database.db, rosso, { ...counter, kind: 'test' })).toBe(0)
    expect(await readQuota(database.db, rosso, { ...counter, month: '2026-12-01' })).toBe(0)
    expect(await readQuota(database.db, rosso, { ...counter, name: 'reply_drafts' })).toBe(0)
    expect(await readQuota(database.db, brightside, counter)).toBe(0)
  })

  test('a quota of zero allows and counts no use', async () => {
    expect(await takeQuota(database.db, rosso, counter, 0)).toBeUndefined()
    expect(await readQuota(database.db, rosso, counter)).toBe(0)
    expect(await takeQuota(database.db, rosso, counter, 1)).toBe(1)
    expect(await takeQuota(database.db, rosso, counter, 1)).toBeUndefined()
  })

  test('a rollback undoes the use', async () => {
    await expect(
      database.db.transaction(async (transaction) => {
        await takeQuota(transaction, rosso, counter, 1)
        throw new Error('The work failed.')
      }),
    ).rejects.toThrow('The work failed.')
    expect(await readQuota(database.db, rosso, counter)).toBe(0)
  })
})

describe('idempotency keys', () => {
  const key = { operation_id: 'createWebhook', key: 'retry-1' }
  const [body, otherBody] = [Buffer.from('body'), Buffer.from('other body')]
  const response = { ciphertext: Buffer.from('sealed response'), key_id: 'k1' }
  const resourceId = newId('whk')
  const begin = (hash = body, owner = rosso) => beginIdempotent(database.db, owner, key, hash)
  const complete = (attempt: number) =>
    completeIdempotent(database.db, rosso, key, attempt, { response, resource_id: resourceId })

  test('one of many concurrent requests starts; the others find it running', async () => {
    const beginnings = await Promise.all(Array.from({ length: 20 }, () => begin()))
    expect(beginnings.filter(({ state }) => state === 'started')).toHaveLength(1)
    expect(beginnings.filter(({ state }) => state === 'running')).toHaveLength(19)
  })

  test('the same body returns the stored response, another body does not', async () => {
    expect(await begin()).toEqual({ state: 'started', attempt: 1, progress: null })
    expect(await complete(1)).toBe(true)
    expect(await begin()).toEqual({ state: 'completed', response })
    expect(await begin(otherBody)).toEqual({ state: 'other_request' })
    expect(await begin(otherBody, brightside)).toEqual({ state: 'started', attempt: 1, progress: null })
    expect(await beginIdempotent(database.db, rosso, { ...key, operation_id: 'testWebhook' }, otherBody)).toEqual({
      state: 'started',
      attempt: 1,
      progress: null,
    })
  })

  test('the key of a failed request can be used again', async () => {
    await begin()
    await abandonIdempotent(database.db, rosso, key, 1)
    expect(await begin(otherBody)).toEqual({ state: 'started', attempt: 1, progress: null })
  })

  test('the work of a process that died is done again, and its late response is refused', async () => {
    await begin()
    await knexOf(database.db).raw("update idempotency_keys set started_at = now() - interval '61 seconds'")
    expect(await begin(otherBody)).toEqual({ state: 'other_request' })
    expect(await begin()).toEqual({ state: 'started', attempt: 2, progress: null })
    expect(await complete(1)).toBe(false)
    await abandonIdempotent(database.db, rosso, key, 1)
    expect(await complete(2)).toBe(true)
  })

  test('interrupted work continues with the same request, which gets its progress', async () => {
    await begin()
    expect(await database.db.transaction((transaction) => keepProgress(transaction, rosso, key, 1, { done: 2 }))).toBe(
      true,
    )
    await abandonIdempotent(database.db, rosso, key, 1)
    expect(await begin(otherBody)).toEqual({ state: 'other_request' })
    expect(await begin()).toEqual({ state: 'started', attempt: 2, progress: { done: 2 } })
    expect(await database.db.transaction((transaction) => keepProgress(transaction, rosso, key, 1, { done: 3 }))).toBe(
      false,
    )
    expect(await complete(2)).toBe(true)
  })

  test('a request that makes progress keeps its key, however long it takes', async () => {
    await begin()
    await knexOf(database.db).raw("update idempotency_keys set started_at = now() - interval '61 seconds'")
    await database.db.transaction((transaction) => keepProgress(transaction, rosso, key, 1, { done: 1 }))
    expect(await begin()).toEqual({ state: 'running' })
  })

  test('responses are deleted with their resource, and after 24 hours', async () => {
    await begin()
    await complete(1)
    await database.db.transaction((transaction) => deleteIdempotentResponses(transaction, brightside, resourceId))
    expect(await begin()).toMatchObject({ state: 'completed' })
    await database.db.transaction((transaction) => deleteIdempotentResponses(transaction, rosso, resourceId))
    expect(await begin(otherBody)).toEqual({ state: 'started', attempt: 1, progress: null })

    await complete(1)
    await knexOf(database.db).raw("update idempotency_keys set created_at = now() - interval '24 hours'")
    expect(await begin()).toEqual({ state: 'started', attempt: 2, progress: null })
    await knexOf(database.db).raw("update idempotency_keys set created_at = now() - interval '24 hours'")
    expect(await purgeIdempotencyKeys(database.db, { limit: 100 })).toBe(1)
  })
})

describe('usage events', () => {
  const event = (createdAt: string, fields: Partial<NewUsageEvent> = {}): NewUsageEvent => ({
    account_id: rosso.account_id,
    created_at: createdAt,
    type: 'api.request',
    request_id: null,
    actor: { type: 'system', id: null, label: null },
    actor_name: 'Nightly export',
    client_ip: '198.51.100.7',
    channel: 'mcp',
    operation_id: 'listWebhooks',
    http_status: 200,
    error_code: null,
    duration_ms: 12,
    resource_id: null,
    quota: null,
    ...fields,
  })
  const list = async (filter: object = {}) =>
    (await listUsageEvents(database.db, rosso, { limit: 100, ...filter })).items.map((each) => each.created_at)
  const [nine, ten, eleven] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z']

  test('are read as they were stored, newest first, only by their account', async () => {
    const request = newId('req')
    const quota = { name: 'analyses' as const, used: 3, limit: 20 }
    const actor = { type: 'api_key' as const, id: newId('key'), label: 'svc_test_Q7m' }
    const full = event(ten, {
      request_id: request,
      actor,
      quota,
      resource_id: newId('ana'),
      error_code: 'rate_limited',
    })
    await insertUsageEvents(database.db, [event(nine), full, event(eleven, { account_id: brightside.account_id })])
    const { items } = await listUsageEvents(database.db, rosso, { limit: 100 })
    const { account_id: _, ...written } = full
    expect(items[0]).toEqual({ ...written, id: expect.stringMatching(/^act_/) })
    expect(items.map((each) => each.created_at)).toEqual([ten, nine])
  })

  test('usage events of the same millisecond keep the order of their batch', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => `operation${n}`)
    await insertUsageEvents(
      database.db,
      paths.map((operation_id) => event(ten, { operation_id })),
    )
    const { items } = await listUsageEvents(database.db, rosso, { limit: 100 })
    expect(items.map((each) => each.operation_id)).toEqual(paths.reverse())
  })

  test('are filtered by type, request and period, with since included and until excluded', async () => {
    const request_id = newId('req')
    await insertUsageEvents(database.db, [
      event(nine, { type: 'webhook.created' }),
      event(ten, { request_id }),
      event(eleven, { type: 'webhook.created', request_id }),
    ])
    expect(await list({ type: 'webhook.created' })).toEqual([eleven, nine])
    expect(await list({ request_id })).toEqual([eleven, ten])
    expect(await list({ type: 'webhook.created', request_id })).toEqual([eleven])
    expect(await list({ since: ten })).toEqual([eleven, ten])
    expect(await list({ until: ten })).toEqual([nine])
    expect(await list({ since: ten, until: eleven, type: 'api.request' })).toEqual([ten])
    expect(await list({ since: '2026-11-20T12:00:00+02:00', until: '2026-11-20t10:00:00.001z' })).toEqual([ten])
    expect(await list({ since: eleven, until: nine })).toEqual([])
  })

  test('accept any period of RFC 3339', async () => {
    await insertUsageEvents(database.db, [event(nine)])
    expect(await list({ since: '0000-01-01T00:00:00Z', until: '9999-12-31T23:59:60Z' })).toEqual([nine])
    expect(await list({ since: '0001-01-01T00:00:00+14:00', until: '9999-12-31T23:59:59-12:00' })).toEqual([nine])
  })

  test('usage events of a deleted account are dropped, and the rest of the batch is kept', async () => {
    await insertUsageEvents(database.db, [event(nine, { account_id: newId('acc') }), event(ten)])
    expect(await list()).toEqual([ten])
  })

  test('are purged in batches after the retention', async () => {
    const expired = new Date(Date.now() - 31 * 86_400_000).toISOString()
    const recent = new Date().toISOString()
    await insertUsageEvents(database.db, [event(expired), event(expired), event(recent)])
    const purge = () => purgeUsageEvents(database.db, { days: 30, limit: 1 })
    expect([await purge(), await purge(), await purge()]).toEqual([1, 1, 0])
    expect(await list()).toEqual([recent])
  })
})

test('concurrent registrations do not exceed the maximum of endpoints', async () => {
  const register = () =>
    database.db.transaction((transaction) =>
      createWebhook(
        transaction,
        rosso,
        {
          id: newId('whk'),
          url: 'https://hooks.rosso-trattoria.nl/svc',
          event_types: everyEventType,
          secret: { ciphertext: Buffer.from('sealed'), key_id: 'k1' },
        },
        { max: 3 },
      ),
    )
  const created = await Promise.all(Array.from({ length: 8 }, register))
  expect(created.filter((webhook) => webhook !== undefined)).toHaveLength(3)
  expect((await listWebhooks(database.db, rosso, { limit: 2 })).next).not.toBeNull()
})

describe('secret keys', () => {
  test('are counted by use, and webhook secrets move to the current one', async () => {
    const [first, second] = [await registerWebhook(database.db, rosso), await registerWebhook(database.db, brightside)]
    expect(await countSecretKeyUses(database.db)).toEqual([{ secret_key_id: 'k1', kind: 'webhook_secrets', rows: 2 }])

    const stored = await listWebhookSecretsToReseal(database.db, ['k1'], { limit: 100 })
    expect(stored.map((secret) => secret.id)).toEqual([first.id, second.id])
    // The owner rotates between reading and writing: the new secret must win.
    await rotateWebhookSecret(database.db, brightside, second.id, { ciphertext: Buffer.from('rotated'), key_id: 'k2' })
    const moved = await Promise.all(
      stored.map((secret) =>
        resealWebhookSecret(database.db, secret, { ciphertext: Buffer.from('resealed'), key_id: 'k2' }),
      ),
    )
    // The rotation changed the ciphertext of the second only.
    expect(moved).toEqual([true, false])
    expect(await listWebhookSecretsToReseal(database.db, ['k1'], { limit: 100 })).toEqual([])
    expect(await countSecretKeyUses(database.db)).toEqual([{ secret_key_id: 'k2', kind: 'webhook_secrets', rows: 2 }])
  })

  test('protect secrets of authenticator apps, which move to the current one unless another app was set up', async () => {
    const people = [`${newId('usr')}@rosso.example`, `${newId('usr')}@rosso.example`]
    const [first, second] = await Promise.all(
      people.map((email) => insertUser(database.db, rosso.account_id, { email, password_hash: '', role: 'owner' })),
    )
    if (!first || !second) throw new Error('No users were inserted')
    const sealed = { ciphertext: Buffer.from('sealed'), key_id: 'k1' }
    for (const { id } of [first, second]) await insertAuthenticator(database.db, id, sealed)
    const listed = await listAuthenticatorSecretsToReseal(database.db, ['k1'], { limit: 100 })
    expect(listed.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
    await insertAuthenticator(database.db, second.id, { ciphertext: Buffer.from('another'), key_id: 'k2' })
    const resealed = { ciphertext: Buffer.from('resealed'), key_id: 'k2' }
    for (const stored of listed)
      expect(await resealAuthenticatorSecret(database.db, stored, resealed)).toBe(stored.id === first.id)
    expect(await findAuthenticator(database.db, second.id, { isConfirmed: false })).toMatchObject({
      ciphertext: Buffer.from('another'),
    })
    expect(await countSecretKeyUses(database.db)).toEqual([
      { secret_key_id: 'k2', kind: 'authenticator_secrets', rows: 2 },
    ])
  })

  test('are needed by a previous secret until its overlap ends, and it moves to the current one too', async () => {
    const { id } = await registerWebhook(database.db, rosso)
    const next = { ciphertext: Buffer.from('next'), key_id: 'k2' }
    await rotateWebhookSecret(database.db, rosso, id, next, { keep_previous_for: 600 })
    expect(await countSecretKeyUses(database.db)).toEqual([
      { secret_key_id: 'k1', kind: 'webhook_secrets', rows: 1 },
      { secret_key_id: 'k2', kind: 'webhook_secrets', rows: 1 },
    ])
    const [previous] = await listWebhookSecretsToReseal(database.db, ['k1'], { limit: 100 })
    if (!previous) throw new Error('The previous secret is not listed')
    expect(previous).toMatchObject({ id, is_previous: true, key_id: 'k1' })
    const resealed = { ciphertext: Buffer.from('resealed'), key_id: 'k2' }
    expect(await resealWebhookSecret(database.db, previous, resealed)).toBe(true)
    expect(await countSecretKeyUses(database.db)).toEqual([{ secret_key_id: 'k2', kind: 'webhook_secrets', rows: 2 }])

    expect(await purgePreviousSecrets(database.db, { limit: 100 })).toBe(0)
    const rows = () => knexOf(database.db)('webhook_endpoints').where({ id })
    await rows().update({ previous_secret_expires_at: new Date(Date.now() - 1_000) })
    expect(await purgePreviousSecrets(database.db, { limit: 100 })).toBe(1)
    expect(await rows().first('secret_ciphertext', 'previous_secret_ciphertext', 'previous_secret_key_id')).toEqual({
      secret_ciphertext: next.ciphertext,
      previous_secret_ciphertext: null,
      previous_secret_key_id: null,
    })
    expect(await countSecretKeyUses(database.db)).toEqual([{ secret_key_id: 'k2', kind: 'webhook_secrets', rows: 1 }])
  })
})
