import { randomFillSync } from 'node:crypto'
import { type Clock, systemClock } from './clock.ts'

/**
 * The kinds of ids: business, competitor, review, import of reviews, analysis, report, recommendation, reply draft,
 * reply to publish, approval, webhook endpoint, delivery, event, usage event, API key, OAuth client, account, export of
 * an account, user, session, passkey, entry of the audit log, request.
 */
export type IdPrefix =
  | 'biz'
  | 'cmp'
  | 'rev'
  | 'imp'
  | 'ana'
  | 'rpt'
  | 'rec'
  | 'drf'
  | 'bpr'
  | 'bpa'
  | 'whk'
  | 'whd'
  | 'evt'
  | 'act'
  | 'key'
  | 'cli'
  | 'acc'
  | 'exp'
  | 'usr'
  | 'ses'
  | 'pky'
  | 'aud'
  | 'req'

/** A TypeID: the prefix, an underscore and 26 characters of Crockford base32 that spell a UUIDv7. */
export type Id<Prefix extends IdPrefix = IdPrefix> = `${Prefix}_${string}`

/**
 * Returns a new id. The ids of one process and clock sort in the order of their creation, even within one millisecond
 * and if the clock is set back by less than ten seconds.
 */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, clock: Clock = systemClock): Id<Prefix> {
  return idFromBytes(prefix, nextUuid(clock))
}

/**
 * Returns whether the string is an id of this kind, as in the contract's pattern: `^biz_[0-7][0-9a-hjkmnp-tv-z]{25}$`.
 */
export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.length === 30 && text.startsWith(prefix) && idPattern.test(text)
}

/** The 16 bytes of an id, prefix excluded. Throws a TypeError when the string is not an id. */
export function idBytes(id: string): Buffer {
  if (!idPattern.test(id)) throw new TypeError(`"${id}" is not an id such as biz_01kjpx4gtrex7rhcb4yfrgw100.`)
  const bytes = Buffer.alloc(16)
  let pending = digitValue(id, 4)
  let pendingBits = 3
  let length = 0
  for (let position = 5; position < 30; position++) {
    pending = (pending << 5) | digitValue(id, position)
    pendingBits += 5
    if (pendingBits >= 8) {
      pendingBits -= 8
      bytes[length++] = pending >>> pendingBits
      pending &= (1 << pendingBits) - 1
    }
  }
  return bytes
}

/** The id that these 16 bytes spell. The inverse of `idBytes`. Throws a RangeError for another length. */
export function idFromBytes<Prefix extends IdPrefix>(prefix: Prefix, bytes: Uint8Array): Id<Prefix> {
  if (bytes.length !== 16) throw new RangeError(`An id has 16 bytes, not ${bytes.length}.`)
  // 128 bits in 26 digits of 5: two zero bits lead, so the first digit is 0 to 7.
  let text = ''
  let pending = 0
  let pendingBits = 2
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    pendingBits += 8
    while (pendingBits >= 5) {
      pendingBits -= 5
      text += alphabet.charAt(pending >>> pendingBits)
      pending &= (1 << pendingBits) - 1
    }
  }
  return `${prefix}_${text}`
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const idPattern = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

function digitValue(text: string, position: number): number {
  return alphabet.indexOf(text.charAt(position))
}

/**
 * RFC 9562, section 6.2: if the clock is set back by less than this, ids continue from the last timestamp; otherwise,
 * they start from the new time.
 */
const setBackToleranceMs = 10_000

const lastUuidUnder = new WeakMap<Clock, Buffer>()

/** RFC 9562, section 5.7: 48 bits of milliseconds, version 7, variant 10 and 74 random bits. */
function nextUuid(clock: Clock): Buffer {
  const nowMs = clock.now()
  const last = lastUuidUnder.get(clock)
  const lastMs = last?.readUIntBE(0, 6)
  if (last && lastMs !== undefined && nowMs <= lastMs && nowMs > lastMs - setBackToleranceMs) {
    increment(last)
    return last
  }
  const uuid = last ?? Buffer.alloc(16)
  uuid.set(randomBytesOf(10), 6)
  uuid.writeUIntBE(nowMs, 0, 6)
  uuid[6] = 0x70 | (uuid.readUInt8(6) & 0x0f)
  // The bit after the variant stays zero, so that 2^61 increments fit before the count would carry.
  uuid[8] = 0x80 | (uuid.readUInt8(8) & 0x1f)
  lastUuidUnder.set(clock, uuid)
  return uuid
}

/**
 * RFC 9562, section 6.2, method 2: the random part is the counter; its step is random, so that the next id cannot be
 * guessed.
 */
function increment(uuid: Buffer): void {
  const step = randomBytesOf(4).readUInt32BE()
  uuid.writeBigUInt64BE(uuid.readBigUInt64BE(8) + BigInt(step) + 1n, 8)
}

const randomPool = Buffer.alloc(4096)
let randomUsed = randomPool.length

/** Random bytes that are used once. They are generated in blocks: one call of the generator takes as long as one id. */
function randomBytesOf(length: number): Buffer {
  if (randomUsed + length > randomPool.length) {
    randomFillSync(randomPool)
    randomUsed = 0
  }
  randomUsed += length
  return randomPool.subarray(randomUsed - length, randomUsed)
}
