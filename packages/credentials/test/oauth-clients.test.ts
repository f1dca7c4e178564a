import { randomBytes } from 'node:crypto'
import { type Account, createAccount } from '@svc/db/accounts'
import { findRegisteredClients, type RegisteredClient } from '@svc/db/oauth-clients'
import { storedClient } from '@svc/db/testing-credentials'
import { openTestDatabase } from '@svc/db/testing-hooks'
import type { Id } from '@svc/runtime/ids'
import { createKeyring } from '@svc/runtime/secrets'
import { beforeAll, describe, expect, test } from 'vitest'
import { InvalidInputError } from '../src/invalid-input-error.ts'
import {
  checkClientSecret,
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  requireRedirectUri,
  rotateClientSecret,
} from '../src/oauth-clients.ts'

const oldKey = { id: 'old', key: randomBytes(32) }
const newKey = { id: 'new', key: randomBytes(32) }
const keyring = createKeyring([oldKey])

const database = openTestDatabase()
let account: Account
let stranger: Account

beforeAll(async () => {
  account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  stranger = await createAccount(database.db, { name: 'Brightside Dental', plan: 'scale' })
})

const create = (client = {}) => createOAuthClient(database.db, keyring, account.id, { name: 'Nightly sync', ...client })

async function registered(id: Id<'cli'>): Promise<RegisteredClient | undefined> {
  const [client] = await findRegisteredClients(database.db, [id])
  return client
}

async function isSecret(id: Id<'cli'>, secret: string, ring = keyring): Promise<boolean> {
  const client = await registered(id)
  return client !== undefined && checkClientSecret(database.db, ring, client, secret)
}

describe('the secret of a client', () => {
  test('is returned once and stored as a hash', async () => {
    const { client_id, client_secret, record } = await create()
    expect(client_secret).toMatch(/^[\w-]{43}$/)
    const row = await storedClient(database.db, client_id)
    expect(JSON.stringify({ ...row, secret_hash: row.secret_hash.toString('latin1') })).not.toContain(client_secret)
    expect(JSON.stringify(record)).not.toContain(client_secret)
    expect(await isSecret(client_id, String(client_secret))).toBe(true)
  })

  test('is not accepted as its hash, another secret, a part of it, or an empty string', async () => {
    const { client_id, client_secret } = await create()
    const row = await storedClient(database.db, client_id)
    const guesses = [row.secret_hash.toString('base64url'), (await create()).client_secret, client_secret?.slice(1), '']
    for (const guess of guesses) expect(await isSecret(client_id, String(guess))).toBe(false)
  })

  test('moves to the current pepper when it is used, and works throughout', async () => {
    const { client_id, client_secret } = await create()
    const secret = String(client_secret)
    const rotated = createKeyring([newKey, oldKey])
    expect(await isSecret(client_id, secret, rotated)).toBe(true)
    expect((await registered(client_id))?.pepper_key_id).toBe('old')
    rotated.follow({ currentId: 'new', replacedAtMs: new Map([['old', 0]]) })
    expect(await isSecret(client_id, secret, rotated)).toBe(true)
    expect((await registered(client_id))?.pepper_key_id).toBe('new')
    expect(await isSecret(client_id, secret, createKeyring([newKey]))).toBe(true)
    expect(await isSecret(client_id, secret, createKeyring([oldKey]))).toBe(false)
  })

  test("is replaced by a rotation, which also raises the epoch of the client's tokens", async () => {
    const { client_id, client_secret } = await create()
    const before = await registered(client_id)
    const rotated = await rotateClientSecret(database.db, keyring, account.id, client_id)
    expect(await isSecret(client_id, String(client_secret))).toBe(false)
    expect(await isSecret(client_id, String(rotated?.client_secret))).toBe(true)
    expect((await registered(client_id))?.token_epoch).toBe(Number(before?.token_epoch) + 1)
  })
})

describe('a client of another account', () => {
  test('is neither listed, rotated nor deleted', async () => {
    const { client_id, client_secret } = await create()
    expect(await listOAuthClients(database.db, stranger.id)).toEqual([])
    expect(await rotateClientSecret(database.db, keyring, stranger.id, client_id)).toBeUndefined()
    expect(await deleteOAuthClient(database.db, stranger.id, client_id)).toBeUndefined()
    expect(await isSecret(client_id, String(client_secret))).toBe(true)
  })
})

describe('a deleted client', () => {
  test('is neither listed nor known to the authorization server', async () => {
    const { client_id } = await create()
    await deleteOAuthClient(database.db, account.id, client_id)
    expect((await listOAuthClients(database.db, account.id)).map(({ id }) => id)).not.toContain(client_id)
    expect(await registered(client_id)).toBeUndefined()
    expect(await deleteOAuthClient(database.db, account.id, client_id)).toBeUndefined()
  })
})

describe('registration', () => {
  test('refuses a client without scopes, and a public one without a redirect URI', async () => {
    await expect(create({ scopes: [] })).rejects.toThrow(InvalidInputError)
    await expect(create({ is_public: true })).rejects.toThrow(InvalidInputError)
  })

  test.each([
    'http://app.example.com/callback',
    'https://app.example.com/callback#',
    'https://app.example.com/callback#fragment',
    'https://*.example.com/callback',
    'https://app.example.com/*',
    'https://user@app.example.com/callback',
    'https://user:password@app.example.com/callback',
    'https://@app.example.com/',
    'https:/app.example.com/callback',
    'https:app.example.com',
    'https://app.example.com',
    'https://APP.example.com/callback',
    'HTTPS://app.example.com/callback',
    'https://app.example.com:443/callback',
    'https://app.example.com/a/../callback',
    'https://app.example.com/%2e%2e/callback',
    'https://app.example.com\\@evil.example/',
    'https://app.exämple.com/callback',
    'https://app.example.com/call back',
    'https://app.example.com/\ncallback',
    ' https://app.example.com/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/callback',
    '//app.example.com/callback',
    '/callback',
    'callback',
    '',
    `https://app.example.com/${'a'.repeat(2_048)}`,
  ])('refuses %j as a redirect URI', (uri) => {
    expect(() => requireRedirectUri(uri)).toThrow(InvalidInputError)
  })

  test.each([
    'https://app.example.com/',
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?from=svc&x=%20',
    'https://xn--exmple-cua.com/callback',
  ])('accepts %s as a redirect URI', (uri) => {
    expect(() => requireRedirectUri(uri)).not.toThrow()
  })
})
