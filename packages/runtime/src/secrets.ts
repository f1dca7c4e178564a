import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type DecipherGCM,
  hkdfSync,
  KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'

/** One entry of `SVC_SECRET_KEYS`. A KeyObject does not show its bytes when printed. */
interface SecretKey {
  id: string
  /** At least 32 bytes. */
  key: Uint8Array | KeyObject
}

/** The purpose of a key. Each purpose has its own key, so that a leaked key does not compromise the others. */
export type SecretPurpose = 'encryption' | 'pepper' | 'jwt' | 'session' | 'link' | 'tombstone' | 'check'

/**
 * A stored value cannot be decrypted: its key is not listed, or it was changed or moved. The message contains neither
 * the value nor a key.
 */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

/** The current key of a database, and the times until which the former keys were current. */
interface KeyHistory {
  /** Null before any process has used the database. */
  currentId: string | null
  /** Milliseconds since the epoch. */
  replacedAtMs: ReadonlyMap<string, number>
}

export interface Keyring {
  /** The id under which everything new is encrypted and hashed: the first listed, until `follow` names another. */
  readonly currentId: string
  /** The id of the first listed key. A rotation makes it the current key. */
  readonly firstId: string
  /** All listed ids, the current one first. A stored row that names any other id cannot be read. */
  readonly ids: readonly string[]
  /** The current key of the database if it is not listed: what is stored under it cannot be read. */
  readonly missingId: string | null
  /** Adopts the current key of the database. If it is not listed, `missingId` reports it instead. */
  follow(history: KeyHistory): void
  /**
   * Returns the time at which this key was replaced as the current key, in milliseconds since the epoch, or undefined
   * if it was not.
   */
  replacedAtMs(id: string): number | undefined
  /** Returns 32 bytes that distinguish two keys with the same id and reveal nothing about the key. */
  checkValue(id: string): Buffer
  /**
   * Encrypts with AES-256-GCM under the current key. The additional data states where the value is stored, for example
   * `webhook_endpoints/whk_…/secret`. A value that is moved to another row or column cannot be decrypted.
   */
  encrypt(purpose: 'encryption', plaintext: string | Uint8Array, aad: string): { key_id: string; ciphertext: Buffer }
  /**
   * Throws a DecryptionError if the id is not listed, the additional data differs, or the ciphertext was changed.
   */
  decrypt(keyId: string, ciphertext: Uint8Array, aad: string): Buffer
  /** HMAC-SHA-256 under the current key, 32 bytes. */
  hmac(purpose: SecretPurpose, text: string): { key_id: string; hash: Buffer }
  /**
   * Returns the HMAC under every listed key, the current one first, so that values hashed before a rotation are also
   * found.
   */
  hmacAll(purpose: SecretPurpose, text: string): { key_id: string; hash: Buffer }[]
  /** Returns the 32-byte keys of a purpose, the current one first, for a library that signs by itself. */
  derivedKeys(purpose: SecretPurpose): { key_id: string; key: Buffer }[]
}

/**
 * Creates a keyring. The first key is current until `follow` names another. Throws if there are no keys, a key is too
 * short, or an id occurs twice.
 */
export function createKeyring(keys: readonly SecretKey[]): Keyring {
  const [first] = keys
  if (!first) throw new Error('A keyring needs at least one key; SVC_SECRET_KEYS lists them.')
  const byId = keysById(keys)
  let ids = [...byId.keys()]
  let currentId = first.id
  let missingId: string | null = null
  let replacedAtMs: ReadonlyMap<string, number> = new Map()

  // A KeyObject is set up once. With bytes, OpenSSL would set up the key for every HMAC, which takes six times as long.
  const derived = new Map<string, KeyObject>()
  function derive(purpose: SecretPurpose, id: string): KeyObject {
    const known = derived.get(`${purpose}/${id}`)
    if (known) return known
    const secret = byId.get(id)
    if (!secret) throw new Error(notListed(id))
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `svc/${purpose}/v1`, 32)))
    derived.set(`${purpose}/${id}`, key)
    return key
  }

  function hmacUnder(id: string, purpose: SecretPurpose, text: string): { key_id: string; hash: Buffer } {
    return { key_id: id, hash: createHmac('sha256', derive(purpose, id)).update(text).digest() }
  }

  return {
    get currentId() {
      return currentId
    },
    firstId: first.id,
    get ids() {
      return ids
    },
    get missingId() {
      return missingId
    },
    follow(history) {
      replacedAtMs = history.replacedAtMs
      missingId = history.currentId === null || byId.has(history.currentId) ? null : history.currentId
      if (history.currentId === null || missingId !== null) return
      currentId = history.currentId
      ids = [currentId, ...[...byId.keys()].filter((id) => id !== currentId)]
    },
    replacedAtMs: (id) => replacedAtMs.get(id),
    checkValue: (id) => hmacUnder(id, 'check', id).hash,
    encrypt(purpose, plaintext, aad) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', derive(purpose, currentId), iv).setAAD(Buffer.from(aad))
      const body = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()])
      return { key_id: currentId, ciphertext: Buffer.concat([iv, body, cipher.getAuthTag()]) }
    },
    decrypt(keyId, ciphertext, aad) {
      if (!byId.has(keyId)) throw new DecryptionError(notListed(keyId))
      if (ciphertext.length < ivBytes + tagBytes) throw new DecryptionError('The ciphertext is too short.')
      const decipher = createDecipheriv('aes-256-gcm', derive('encryption', keyId), ciphertext.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(aad)).setAuthTag(ciphertext.subarray(-tagBytes))
      const body = decipher.update(ciphertext.subarray(ivBytes, -tagBytes))
      return Buffer.concat([body, finish(decipher)])
    },
    hmac: (purpose, text) => hmacUnder(currentId, purpose, text),
    hmacAll: (purpose, text) => ids.map((id) => hmacUnder(id, purpose, text)),
    derivedKeys: (purpose) => ids.map((id) => ({ key_id: id, key: derive(purpose, id).export() })),
  }
}

function notListed(id: string): string {
  return `The secret key "${id}" is not listed in SVC_SECRET_KEYS, but stored data needs it. Add it to the list.`
}

/** Verifies the tag. Throws a DecryptionError if it does not match. */
function finish(decipher: DecipherGCM): Buffer {
  try {
    return decipher.final()
  } catch (cause) {
    throw new DecryptionError('The ciphertext was changed, moved, or encrypted with another key of the same id.', {
      cause,
    })
  }
}

function keysById(keys: readonly SecretKey[]): Map<string, KeyObject> {
  const byId = new Map<string, KeyObject>()
  for (const { id, key } of keys) {
    const secret = key instanceof KeyObject ? key : createSecretKey(key)
    if ((secret.symmetricKeySize ?? 0) < secretBytesMin)
      throw new Error(`The secret key "${id}" is shorter than 32 bytes.`)
    if (byId.has(id)) throw new Error(`The secret key "${id}" is listed twice.`)
    byId.set(id, secret)
  }
  return byId
}

/**
 * Opens the keys of `SVC_SECRET_KEYS` or, in development, the keys of the data directory, which are created on first
 * use.
 */
export async function openKeyring(settings: { secretKeys: readonly SecretKey[]; dataDir: string }): Promise<Keyring> {
  const { secretKeys, dataDir } = settings
  return createKeyring(secretKeys.length > 0 ? secretKeys : await loadOrCreateDevelopmentKeys(dataDir))
}

/**
 * Parses `SVC_SECRET_KEYS`: `id:base64,id:base64`. Throws an Error that never contains a key.
 */
export function parseSecretKeys(text: string): SecretKey[] {
  const seen = new Set<string>()
  return text.split(',').map((entry, index) => {
    const [, id, base64] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(entry) ?? []
    if (!id || !base64) throw new Error(`entry ${index + 1} does not have the form id:base64`)
    if (seen.has(id)) throw new Error(`the id "${id}" is listed twice`)
    seen.add(id)
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length < secretBytesMin) throw new Error(`the key "${id}" has ${bytes.length} bytes; 32 are needed`)
    return { id, key: createSecretKey(bytes) }
  })
}

/**
 * Returns whether a key was typed rather than generated: a repeated byte or a short repeated pattern, or bytes that
 * count up or down. One in 10^40 random keys looks like that.
 */
export function isTrivialKey({ key }: SecretKey): boolean {
  const bytes = key instanceof KeyObject ? key.export() : key
  const steps = new Set([...bytes.subarray(1)].map((byte, index) => byte - (bytes[index] ?? 0)))
  return new Set(bytes).size < distinctBytesMin || steps.size < distinctBytesMin / 2
}

/** The keys of a development installation, created on first use and kept in `$SVC_DATA_DIR/secret-keys` (0600). */
export async function loadOrCreateDevelopmentKeys(dataDir: string): Promise<SecretKey[]> {
  const path = join(dataDir, 'secret-keys')
  await mkdir(dataDir, { recursive: true })
  const candidate = `${path}.${randomUUID()}`
  await writeFile(candidate, `dev:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // A hard link is created atomically, and only one of several processes that start concurrently can create it.
    await link(candidate, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(candidate)
  }
  try {
    return parseSecretKeys((await readFile(path, 'utf8')).trim())
  } catch (cause) {
    throw new Error(
      `The file ${path} cannot be used. Restore it, or delete it together with the database it belongs to.`,
      {
        cause,
      },
    )
  }
}

const secretBytesMin = 32
const distinctBytesMin = 8
const ivBytes = 12
const tagBytes = 16
