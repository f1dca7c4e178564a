import { createHash, randomBytes } from 'node:crypto'
import { type Id, type IdPrefix, idFromBytes, newId } from '@svc/runtime/ids'
import { newSigningSecret, type SigningSecret, signingSecretPrefix } from '@svc/webhooks/secrets'

/**
 * Makes every id and secret of a mock. With a seed, the same sequence of requests gets the same ids and secrets
 * again.
 */
export interface IdSource {
  newId<Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix>
  newSigningSecret(): SigningSecret
  /** 32 bytes: random, or derived from the seed. */
  newKey(): Buffer
}

/**
 * Seeded ids start at this instant, one millisecond apart: they sort in the order of creation and after every
 * example.
 */
const seededFromMs = Date.parse('2026-11-21T00:00:00.000Z')

export function createIdSource(seed?: number): IdSource {
  if (seed === undefined) return { newId: (prefix) => newId(prefix), newSigningSecret, newKey: () => randomBytes(32) }
  const counts = new Map<string, number>()
  const next = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return { count, bytes: createHash('sha256').update(`${seed}/${kind}/${count}`).digest() }
  }
  return {
    newId(prefix) {
      const { count, bytes } = next(prefix)
      return idFromBytes(prefix, uuidOf(seededFromMs + count, bytes))
    },
    newSigningSecret: () => `${signingSecretPrefix}${next('secret').bytes.toString('base64')}`,
    newKey: () => next('key').bytes,
  }
}

/** An id that is the same in every mock: of the demo accounts, their keys and their clients. */
export function fixedId<Prefix extends IdPrefix>(prefix: Prefix, name: string): Id<Prefix> {
  const bytes = createHash('sha256').update(`${prefix}/${name}`).digest()
  return idFromBytes(prefix, uuidOf(Date.parse('2026-03-02T09:00:00.000Z'), bytes))
}

/** An id of the same kind as `id`, spelled by these 16 bytes. */
export function idLike(id: string, bytes: Uint8Array): string {
  return id.slice(0, 4) + idFromBytes('req', bytes).slice(4)
}

/**
 * Milliseconds since the epoch of the instant when an id was made: the first 48 bits of its UUID (RFC 9562, section
 * 5.7).
 */
export function idMs(bytes: Buffer): number {
  return bytes.readUIntBE(0, 6)
}

/** RFC 9562, section 5.7: 48 bits of milliseconds, version 7, variant 10. */
function uuidOf(ms: number, random: Buffer): Buffer {
  const uuid = Buffer.from(random.subarray(0, 16))
  uuid.writeUIntBE(ms, 0, 6)
  uuid[6] = 0x70 | (uuid.readUInt8(6) & 0x0f)
  uuid[8] = 0x80 | (uuid.readUInt8(8) & 0x3f)
  return uuid
}
