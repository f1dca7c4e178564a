import { createHash, randomBytes } from 'node:crypto'
import { type Id, type IdPrefix, idFromBytes, newId } from '@svc/runtime/ids'
import { newSigningSecret, type SigningSecret, signingSecretPrefix } from '@svc/webhooks/secrets'

/** Everything that is made up: with a seed the same sequence of calls is given the same ids and secrets again. */
export interface Chance {
  id<Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix>
  signingSecret(): SigningSecret
  /** 32 bytes that nobody knows, or that the seed decides. */
  key(): Buffer
}

/** Seeded ids are dated from here on, a millisecond apart, so that they sort in the order in which they were made and behind every example. */
const seededFromMs = Date.parse('2026-11-21T00:00:00.000Z')

export function createChance(seed?: number): Chance {
  if (seed === undefined)
    return { id: (prefix) => newId(prefix), signingSecret: newSigningSecret, key: () => randomBytes(32) }
  const counts = new Map<string, number>()
  const next = (what: string) => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return { count, bytes: createHash('sha256').update(`${seed}/${what}/${count}`).digest() }
  }
  return {
    id(prefix) {
      const { count, bytes } = next(prefix)
      return idFromBytes(prefix, uuidOf(seededFromMs + count, bytes))
    },
    signingSecret: () => `${signingSecretPrefix}${next('secret').bytes.toString('base64')}`,
    key: () => next('key').bytes,
  }
}

/** An id that is the same in every mock: of the demo accounts, their keys and their clients. */
export function fixedId<Prefix extends IdPrefix>(prefix: Prefix, name: string): Id<Prefix> {
  const bytes = createHash('sha256').update(`${prefix}/${name}`).digest()
  return idFromBytes(prefix, uuidOf(Date.parse('2026-03-02T09:00:00.000Z'), bytes))
}

/** The moment in which an id was made: its first 48 bits (RFC 9562, section 5.7). */
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
