import { randomBytes } from 'node:crypto'
import { createAccount } from '@svc/db/accounts'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { insertUser } from '@svc/db/users'
import { newId } from '@svc/runtime/ids'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { expect, test } from 'vitest'
import { addPasskey, beginPasskey, beginPasskeySignIn, findByPasskey } from '../src/passkeys.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

const publicUrl = 'https://reviews.rosso-trattoria.nl'
const here = { origin: publicUrl, relyingPartyId: 'reviews.rosso-trattoria.nl' }
const keyring = createKeyring([{ id: 'k1', key: randomBytes(32) }])
let nowMs = Date.parse('2026-11-24T09:00:00Z')
const dependencies = { keyring, publicUrl, clock: { now: () => nowMs } }

/** A defect of the service while it checks the challenge. */
const failing: Keyring = {
  ...keyring,
  hmacAll() {
    throw new Error('the keyring is closed')
  },
}

const database = openTestDatabase()

test('a failure of the service is neither a wrong passkey nor an unknown one', async () => {
  const { db } = database
  const account = await createAccount(db, { name: 'Rosso Trattoria', plan: 'growth' })
  const email = 'owner@rosso-trattoria.example'
  const user = await insertUser(db, account.id, { email, password_hash: 'hash', role: 'owner' })
  const session = { id: newId('ses'), user_id: user.id }
  const passkey = createSoftwarePasskey()
  const created = passkey.create((await beginPasskey(db, dependencies, session)).challenge, here)
  const add = (ring: Keyring) =>
    db.transaction((transaction) =>
      addPasskey(transaction, { ...dependencies, keyring: ring }, session, { name: 'Laptop', ...created }),
    )
  await expect(add(failing)).rejects.toThrow('the keyring is closed')
  expect(await add(keyring)).toMatchObject({ name: 'Laptop' })

  nowMs += 1_000
  const signed = passkey.sign(beginPasskeySignIn(dependencies).challenge, here)
  await expect(findByPasskey(db, { ...dependencies, keyring: failing }, signed)).rejects.toThrow('keyring is closed')
  expect(await findByPasskey(db, dependencies, signed)).toMatchObject({ email })
})
