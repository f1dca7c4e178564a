import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createKeyring,
  DecryptionError,
  loadOrCreateDevelopmentKeys,
  parseSecretKeys,
  type SecretPurpose,
} from '../src/secrets.ts'

const k1 = { id: 'k1', key: randomBytes(32) }
const k2 = { id: 'k2', key: randomBytes(32) }
const place = 'webhook_endpoints/whk_1/secret'

describe('encryption', () => {
  test('decrypts to the original text, under the id of the key that encrypted it', () => {
    const keyring = createKeyring([k1])
    const { key_id, ciphertext } = keyring.encrypt('encryption', 'whsec_ünïcode', place)
    expect(key_id).toBe('k1')
    expect(ciphertext.includes('whsec')).toBe(false)
    expect(keyring.decrypt(key_id, ciphertext, place).toString()).toBe('whsec_ünïcode')
  })

  test('never gives the same text twice', () => {
    const keyring = createKeyring([k1])
    const [one, two] = [keyring.encrypt('encryption', 'a', place), keyring.encrypt('encryption', 'a', place)]
    expect(one.ciphertext.equals(two.ciphertext)).toBe(false)
  })

  test('fails in another row, with one bit changed, or cut short', () => {
    const keyring = createKeyring([k1])
    const { ciphertext } = keyring.encrypt('encryption', 'secret', place)
    expect(() => keyring.decrypt('k1', ciphertext, 'webhook_endpoints/whk_2/secret')).toThrow(DecryptionError)
    for (let position = 0; position < ciphertext.length; position++) {
      const changed = Buffer.from(ciphertext)
      changed.writeUInt8(changed.readUInt8(position) ^ 1, position)
      expect(() => keyring.decrypt('k1', changed, place)).toThrow(DecryptionError)
    }
    expect(() => keyring.decrypt('k1', ciphertext.subarray(0, 20), place)).toThrow(
      new DecryptionError('The ciphertext is too short.'),
    )
  })

  test('survives a rotation while the old key is listed, and names the missing one afterwards', () => {
    const { key_id, ciphertext } = createKeyring([k1]).encrypt('encryption', 'secret', place)
    const rotated = createKeyring([k2, k1])
    expect(rotated.encrypt('encryption', 'x', place).key_id).toBe('k2')
    expect(rotated.decrypt(key_id, ciphertext, place).toString()).toBe('secret')
    expect(() => createKeyring([k2]).decrypt(key_id, ciphertext, place)).toThrow(
      /"k1" is not listed in SVC_SECRET_KEYS/,
    )
  })
})

describe('hashing', () => {
  test('differs by purpose and by key, and matches hashes from before a rotation', () => {
    const rotated = createKeyring([k2, k1])
    const purposes: SecretPurpose[] = ['encryption', 'pepper', 'jwt', 'session']
    const hashes = [k1, k2].flatMap((key) =>
      purposes.map((purpose) => createKeyring([key]).hmac(purpose, 'text').hash.toString('hex')),
    )
    expect(new Set(hashes).size).toBe(8)

    const old = createKeyring([k1]).hmac('pepper', 'text')
    expect(rotated.hmac('pepper', 'text').key_id).toBe('k2')
    expect(rotated.hmacAll('pepper', 'text').map(({ key_id }) => key_id)).toEqual(['k2', 'k1'])
    expect(rotated.hmacAll('pepper', 'text')[1]).toEqual(old)
  })
})

describe('a list of keys', () => {
  test('shows nothing of a key when it is printed', () => {
    const base64 = k1.key.toString('base64')
    const [parsed] = parseSecretKeys(`k1:${base64}`)
    expect(inspect(parsed, { depth: 5 }) + JSON.stringify(parsed)).not.toMatch(base64.slice(0, 12))
  })

  test.each([
    ['nonsense', /entry 1 does not have the form id:base64/],
    [`k1:${randomBytes(16).toString('base64')}`, /"k1" has 16 bytes; 32 are needed/],
    [`a:${randomBytes(32).toString('base64')},a:${randomBytes(32).toString('base64')}`, /"a" is listed twice/],
  ])('%s is refused without repeating the key', (text, reason) => {
    expect(() => parseSecretKeys(text)).toThrow(reason)
  })

  test('is refused if it has no key', () => {
    expect(() => createKeyring([])).toThrow(/at least one key/)
  })
})

describe('development keys', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'svc-keys-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  test('are made once, readable by their owner only, and are the same for all who start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateDevelopmentKeys(dir)))
    const hashes = all.map((keys) => createKeyring(keys).hmac('pepper', 'x').hash.toString('hex'))
    expect(new Set(hashes).size).toBe(1)
    expect(await readdir(dir)).toEqual(['secret-keys'])
    expect((await stat(join(dir, 'secret-keys'))).mode & 0o777).toBe(0o600)
  })

  test('the error for a damaged file names it and the fix', async () => {
    await writeFile(join(dir, 'secret-keys'), 'damaged')
    await expect(loadOrCreateDevelopmentKeys(dir)).rejects.toThrow(/secret-keys cannot be used\. Restore it/)
  })
})
