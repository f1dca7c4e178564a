import { randomBytes } from 'node:crypto'
import { type Account, createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { knexOf } from '@svc/db/testing'
import { expireSessions } from '@svc/db/testing-credentials'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { createKeyring } from '@svc/runtime/secrets'
import { beforeAll, describe, expect, test } from 'vitest'
import { InvalidInputError } from '../src/invalid-input-error.ts'
import { closeSession, findSession, formToken, isFormToken, openSession } from '../src/sessions.ts'
import { createUser, findUserByPassword, newPassword, resetPassword, type User } from '../src/users.ts'

const keyring = createKeyring([{ id: 'test', key: randomBytes(32) }])
const password = newPassword()

const database = openTestDatabase()
let account: Account
let user: User

beforeAll(async () => {
  account = await createAccount(database.db, { name: 'Rosso Trattoria', plan: 'growth' })
  await createBusiness(database.db, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  user = await createUser(database.db, account.id, { email: 'Owner@rosso-trattoria.nl', password })
})

const tryLogin = (email: string, guess: string) => findUserByPassword(database.db, { email, password: guess })

async function open(): Promise<string> {
  const id = await openSession(database.db, keyring, user)
  if (id === undefined) throw new Error('No session was opened.')
  return id
}

describe('a login', () => {
  test('succeeds only with the right password, regardless of the case of the email address', async () => {
    expect(await tryLogin('owner@ROSSO-trattoria.nl', password)).toEqual(user)
    for (const guess of [password.toLowerCase(), `${password} `, ''])
      expect(await tryLogin('owner@rosso-trattoria.nl', guess)).toBeUndefined()
    expect(await tryLogin('unknown@rosso-trattoria.nl', password)).toBeUndefined()
  })

  test('has a password that is stored as a slow, salted hash', async () => {
    const other = await createUser(database.db, account.id, { email: 'second@rosso-trattoria.nl', password })
    const hashes = await knexOf(database.db)('users').whereIn('id', [user.id, other.id]).pluck('password_hash')
    expect(new Set(hashes).size).toBe(2)
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$32768\$8\$1\$/)
    expect(hashes.join()).not.toContain(password)
  })

  test('requires an email address and a password of at least 12 characters', async () => {
    await expect(createUser(database.db, account.id, { email: 'owner', password })).rejects.toThrow(InvalidInputError)
    const short = { email: 'third@rosso-trattoria.nl', password: 'short' }
    await expect(createUser(database.db, account.id, short)).rejects.toThrow(InvalidInputError)
  })
})

describe('a session', () => {
  test('is found by its id, of which only a hash is stored, until it is closed', async () => {
    const id = await open()
    expect(await findSession(database.db, keyring, id)).toMatchObject({
      user_id: user.id,
      email: user.email,
      role: 'owner',
    })
    const rows = await knexOf(database.db)('sessions').select()
    expect(JSON.stringify(rows.map((row) => row.id_hash.toString('latin1')))).not.toContain(id)
    await closeSession(database.db, keyring, id)
    expect(await findSession(database.db, keyring, id)).toBeUndefined()
  })

  test('is not found by any other id', async () => {
    for (const other of ['', 'x', randomBytes(32).toString('base64url'), '\u0000'.repeat(43)]) {
      expect(await findSession(database.db, keyring, other)).toBeUndefined()
    }
  })

  test('is not found after its end', async () => {
    const id = await open()
    await expireSessions(database.db)
    expect(await findSession(database.db, keyring, id)).toBeUndefined()
  })

  test('ends when the password is reset, and the old password is refused', async () => {
    const { email } = await createUser(database.db, account.id, { email: 'fourth@rosso-trattoria.nl', password })
    const found = await tryLogin(email, password)
    if (found === undefined) throw new Error('The login failed.')
    const id = await openSession(database.db, keyring, found)
    const next = newPassword()
    await resetPassword(database.db, email, next)
    expect(await findSession(database.db, keyring, String(id))).toBeUndefined()
    expect(await tryLogin(email, password)).toBeUndefined()
    // Its password was checked before the reset, and its session would be opened after it.
    expect(await openSession(database.db, keyring, found)).toBeUndefined()
    expect(await tryLogin(email, next)).toMatchObject({ email })
  })

  test('has form tokens, each valid for one purpose', () => {
    const [one, two] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const token = formToken(keyring, one, 'consent')
    expect(isFormToken(keyring, one, 'consent', token)).toBe(true)
    expect(isFormToken(keyring, two, 'consent', token)).toBe(false)
    expect(isFormToken(keyring, one, 'other', token)).toBe(false)
    expect(isFormToken(keyring, one, 'consent', '')).toBe(false)
  })
})
