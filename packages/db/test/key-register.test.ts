import { randomBytes } from 'node:crypto'
import { createKeyring } from '@svc/runtime/secrets'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  forgetSecretKey,
  type HeldKeyring,
  holdKeyring,
  makeFirstKeyCurrent,
  openServiceKeyring,
} from '../src/credentials/key-register.ts'
import { openRosso, registerWebhook } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const k1 = { id: 'k1', key: randomBytes(32) }
const k2 = { id: 'k2', key: randomBytes(32) }
const k3 = { id: 'k3', key: randomBytes(32) }
const lines: string[] = []
const note = (_fields: object, message: string) => void lines.push(message)
const logger = { info: note, warn: note, error: note }

const database = openTestDatabase()
const held: HeldKeyring[] = []
beforeEach(async () => {
  await knexOf(database.db)('secret_keys').delete()
  await knexOf(database.db)('webhook_endpoints').delete()
  lines.length = 0
})
afterEach(() => Promise.all(held.splice(0).map((process) => process.stop())))

type Keys = Parameters<typeof createKeyring>[0]

/** A process that starts with this list. */
async function start(keys: Keys) {
  const keyring = createKeyring(keys)
  const process = await holdKeyring(database.db, keyring, { program: 'api', logger })
  held.push(process)
  return { keyring, ...process }
}

const open = (secretKeys: Keys) => openServiceKeyring(database.db, { secretKeys: [...secretKeys], dataDir: '/nowhere' })
const rotate = async (keys: Keys) => makeFirstKeyCurrent(database.db, await open(keys))
const ageRotations = () =>
  knexOf(database.db).raw("update secret_keys set replaced_at = replaced_at - interval '13 hours'")

test('the first key of the first process is current, and its place on later lists does not matter', async () => {
  await start([k1])
  for (const listed of [[k1], [k2, k1], [k1, k2]]) expect((await open(listed)).currentId).toBe('k1')
})

test('a key becomes current when every running process lists it, and each learns of it', async () => {
  const [one, two] = [await start([k1]), await start([k2, k1])]
  await expect(rotate([k2, k1])).rejects.toThrow(/do not list the secret key "k2".*\n +api \d+ on/)
  expect((await open([k2, k1])).currentId).toBe('k1')

  await one.stop()
  await rotate([k2, k1])
  expect(two.keyring.currentId).toBe('k1')
  await two.refresh()
  expect(two.keyring.currentId).toBe('k2')
  expect(two.keyring.replacedAtMs('k1')).toBeTypeOf('number')
  await expect(start([k1])).rejects.toThrow('The secret key "k2" is not listed')
})

test('a key does not become current while a process lists another key with its id', async () => {
  await open([k1])
  await start([k1, { id: 'k2', key: randomBytes(32) }])
  await expect(rotate([k2, k1])).rejects.toThrow('list another key with that id')
})

test('a key that was current before can become it again', async () => {
  await start([k1, k2])
  await rotate([k2, k1])
  await rotate([k1, k2])
  expect((await open([k2, k1])).currentId).toBe('k1')
})

test('a process with another key under a known id does not start, and names it', async () => {
  await start([k1])
  const wrong = { id: 'k1', key: randomBytes(32) }
  await expect(start([wrong])).rejects.toThrow('The secret key "k1" is another key than the one with this id')
  await expect(start([k2, wrong])).rejects.toThrow('"k1"')
})

test('a process without the current key does not start, and names it', async () => {
  await start([k1])
  await expect(start([k2])).rejects.toThrow('The secret key "k1" is not listed, but stored data needs it')
})

test('a former key has to be listed as long as stored data, logins or tokens need it', async () => {
  await registerWebhook(database.db, await openRosso(database.db))
  await start([k1, k2])
  await rotate([k2, k1])
  await ageRotations()
  await expect(open([k2])).rejects.toThrow('"k1" is not listed, but stored data needs it')
  await knexOf(database.db)('webhook_endpoints').delete()
  expect((await open([k2])).currentId).toBe('k2')

  await start([k2, k3])
  await held.splice(0, 1)[0]?.stop()
  await rotate([k3, k2])
  await expect(open([k3])).rejects.toThrow('"k2" is not listed, but sessions and access tokens may need it until')
  await ageRotations()
  expect((await open([k3])).ids).toEqual(['k3'])
})

test('a database that was used before keys were recorded accepts the listed keys, and requires those that it needs', async () => {
  await registerWebhook(database.db, await openRosso(database.db))
  await knexOf(database.db)('secret_keys').insert({ id: 'k1' })
  await expect(open([k2])).rejects.toThrow('"k1" is not listed')
  expect((await open([k2, k1])).currentId).toBe('k2')
  await expect(open([k2, { id: 'k1', key: randomBytes(32) }])).rejects.toThrow('"k1" is another key')
})

test('a lost key can be removed, but not while a process lists it', async () => {
  const process = await start([k1])
  await expect(forgetSecretKey(database.db, 'k1')).rejects.toThrow(/api \d+ on .+ lists the secret key "k1"/)
  await process.stop()
  expect(await forgetSecretKey(database.db, 'k1')).toBe(true)
  expect(await forgetSecretKey(database.db, 'k1')).toBe(false)
  expect((await open([k2])).currentId).toBe('k2')
})

test('a process that missed a rotation reports the missing key instead of going on silently', async () => {
  const process = await start([k1])
  await knexOf(database.db).raw("update secret_key_holders set seen_at = now() - interval '31 seconds'")
  await rotate([k2, k1])
  await process.refresh()
  await process.refresh()
  expect(process.keyring.missingId).toBe('k2')
  expect(lines.filter((line) => line.includes('"k2" is not listed'))).toHaveLength(1)
})
