import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../src/accounts/accounts.ts'
import { createBusiness } from '../src/accounts/businesses.ts'
import { setFlag } from '../src/accounts/flags.ts'
import type { Owner } from '../src/connection/records.ts'
import {
  deleteOAuthClient,
  findCallerByToken,
  insertOAuthClient,
  type OAuthClient,
  replaceClientSecret,
  type TokenReference,
} from '../src/credentials/oauth-clients.ts'
import {
  consumeOAuthRecord,
  deleteGrant,
  findOAuthRecord,
  type OAuthRecordKind,
  purgeOAuth,
  saveOAuthRecord,
} from '../src/credentials/oauth-records.ts'
import { revokeAccessToken } from '../src/credentials/revoked-tokens.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let owner: Owner
let client: OAuthClient

const secret = () => ({ hash: randomBytes(32), key_id: 'test' })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

beforeEach(async () => {
  const { db } = database
  const account = await createAccount(db, { name: 'Rosso Trattoria', plan: 'growth' })
  const business = await createBusiness(db, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  owner = { account_id: account.id, business_id: business.id }
  client = await insertOAuthClient(db, account.id, {
    name: 'Nightly sync',
    scopes: ['businesses:read'],
    redirect_uris: ['https://app.nightly-sync.nl/callback'],
    secret: secret(),
  })
})

const token = (changes: Partial<TokenReference> = {}): TokenReference => ({
  client_id: client.id,
  token_id: `jti of ${client.id}`,
  epoch: 1,
  grant_id: null,
  ...changes,
})

const save = (kind: OAuthRecordKind, id: string, { grantId = null as string | null, expires = inSeconds(60) } = {}) =>
  saveOAuthRecord(database.db, kind, id, {
    payload: { kind },
    grant_id: grantId,
    uid: null,
    client_id: client.id,
    user_id: null,
    address: null,
    expires_at: expires,
  })

describe('the caller of a token', () => {
  const find = (changes?: Partial<TokenReference>) => findCallerByToken(database.db, token(changes))

  test('has the account and the business of its client', async () => {
    expect(await find()).toEqual({
      client_id: client.id,
      name: 'Nightly sync',
      scopes: ['businesses:read'],
      creates_business: false,
      plan: 'growth',
      api_demo: false,
      mcp_enabled: false,
      ...owner,
    })
  })

  test('is not found after the revocation of the token or secret, or the deletion of the client', async () => {
    const { db } = database
    expect(await revokeAccessToken(db, token().token_id, inSeconds(60))).toBe(true)
    expect(await revokeAccessToken(db, token().token_id, inSeconds(60))).toBe(false)
    expect(await find()).toBeUndefined()
    expect(await find({ token_id: 'another' })).toBeDefined()
    await replaceClientSecret(db, owner.account_id, client.id, secret())
    expect(await find({ token_id: 'another' })).toBeUndefined()
    expect(await find({ token_id: 'another', epoch: 2 })).toBeDefined()
    await deleteOAuthClient(db, owner.account_id, client.id)
    expect(await find({ token_id: 'another', epoch: 3 })).toBeUndefined()
  })

  test('a token from a consent has no caller without the grant or while the flow is off', async () => {
    const { db } = database
    const grantId = `grant of ${client.id}`
    await setFlag(db, 'oauth_authcode_enabled', true)
    expect(await find({ grant_id: grantId })).toBeUndefined()
    await save('Grant', grantId)
    expect(await find({ grant_id: grantId })).toBeDefined()
    await setFlag(db, 'oauth_authcode_enabled', false, owner.account_id)
    expect([await find({ grant_id: grantId }), (await find())?.client_id]).toEqual([undefined, client.id])
    await setFlag(db, 'oauth_authcode_enabled', true, owner.account_id)
    expect(await find({ grant_id: grantId })).toBeDefined()
    await deleteGrant(db, grantId)
    expect(await find({ grant_id: grantId })).toBeUndefined()
  })
})

describe('a code or refresh token', () => {
  test('is consumed by exactly one of twenty concurrent requests', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `${client.id} ${round}`
      await save('RefreshToken', id)
      const attempts = Array.from({ length: 20 }, () => consumeOAuthRecord(database.db, 'RefreshToken', id))
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    }
  })

  test('stays consumed when it is saved again, and is not found after it has expired', async () => {
    const id = `${client.id} again`
    await save('AuthorizationCode', id)
    await consumeOAuthRecord(database.db, 'AuthorizationCode', id)
    await save('AuthorizationCode', id)
    expect((await findOAuthRecord(database.db, 'AuthorizationCode', id))?.consumed_at).not.toBeNull()
    expect(await consumeOAuthRecord(database.db, 'AuthorizationCode', id)).toBe(false)
    await save('AuthorizationCode', id, { expires: inSeconds(-1) })
    expect(await findOAuthRecord(database.db, 'AuthorizationCode', id)).toBeUndefined()
  })

  test('is deleted with its grant, its secret and its client', async () => {
    const { db } = database
    const revocations = [
      () => deleteGrant(db, `grant ${client.id}`),
      () => replaceClientSecret(db, owner.account_id, client.id, secret()),
      () => deleteOAuthClient(db, owner.account_id, client.id),
    ]
    for (const [index, revoke] of revocations.entries()) {
      const id = `${client.id} revocation ${index}`
      await save('RefreshToken', id, { grantId: `grant ${client.id}` })
      await revoke()
      expect(await findOAuthRecord(db, 'RefreshToken', id)).toBeUndefined()
    }
  })
})

test('the purge deletes expired records and keeps those that may still have a valid token', async () => {
  const { db } = database
  await save('RefreshToken', 'valid')
  await save('RefreshToken', 'expired', { expires: inSeconds(-3_700) })
  await save('Grant', 'may have a token left', { expires: inSeconds(-3_000) })
  await revokeAccessToken(db, 'valid token', inSeconds(60))
  await revokeAccessToken(db, 'expired token', inSeconds(-120))
  await knexOf(db)('login_attempts').insert({ bucket: randomBytes(32), attempts: 1, ends_at: inSeconds(-1) })
  await save('Interaction', 'not finished', { expires: inSeconds(-1) })
  expect(await purgeOAuth(db, { limit: 100 })).toBeGreaterThanOrEqual(4)
  expect(
    await knexOf(db)('oauth_records')
      .whereIn('id', ['valid', 'expired', 'may have a token left', 'not finished'])
      .orderBy('id')
      .pluck('id'),
  ).toEqual(['may have a token left', 'valid'])
  expect(await knexOf(db)('revoked_tokens').whereIn('id', ['valid token', 'expired token']).pluck('id')).toEqual([
    'valid token',
  ])
})
