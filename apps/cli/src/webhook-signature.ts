import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@svc/runtime/json'
import { signingSecretPrefix } from '@svc/webhooks/secrets'
import { signature } from '@svc/webhooks/signing'

interface ReceivedDelivery {
  /** The value of SVC_WEBHOOK_SECRET. */
  secret: string
  /** The value of X-SVC-Timestamp. */
  timestamp: string
  /** The value of X-SVC-Signature. */
  signature: string
  body: Buffer
  nowMs: number
}

type Verdict = { valid: true } | { valid: false; reason: string }

/** "Rejects timestamps more than 300 seconds from its own clock" (INTERFACE.md §6). */
const toleranceSeconds = 300

/** Verifies a delivery as a receiver must. If the signature does not match, finds the likely mistake. */
export function checkSignature(delivery: ReceivedDelivery): Verdict {
  const { body, nowMs, secret } = delivery
  const malformed = malformation(delivery)
  if (malformed !== undefined) return { valid: false, reason: malformed }

  const timestamp = Number(delivery.timestamp)
  const given = Buffer.from(delivery.signature.trim().toLowerCase())
  const expected = Buffer.from(signature(secret, timestamp, body))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return { valid: false, reason: `The signature does not match. ${likelyMistake(delivery, given.toString())}` }
  }
  const offBySeconds = Math.round(nowMs / 1000) - timestamp
  if (Math.abs(offBySeconds) <= toleranceSeconds) return { valid: true }
  return {
    valid: false,
    reason: `The signature is valid, but the timestamp is ${Math.abs(offBySeconds)} seconds in the ${offBySeconds > 0 ? 'past' : 'future'}. A receiver refuses a difference of more than ${toleranceSeconds} seconds. Compare the clock of the receiver with a time server. If the delivery arrived earlier, set --received-at to its arrival time.`,
  }
}

function malformation({ signature, timestamp }: ReceivedDelivery): string | undefined {
  if (/^\d{13}$/.test(timestamp)) return `X-SVC-Timestamp is in seconds; ${timestamp} looks like milliseconds.`
  if (!/^\d{1,12}$/.test(timestamp))
    return `X-SVC-Timestamp is a number of seconds, such as 1795248000, not "${timestamp}".`
  if (/^v1,/.test(signature))
    return 'This is the value of webhook-signature, which Standard Webhooks libraries use. Pass the value of X-SVC-Signature instead.'
  if (/^[0-9a-f]{64}$/i.test(signature.trim()))
    return 'The value of X-SVC-Signature begins with "sha256=". Compare the complete value.'
  if (!/^sha256=[0-9a-f]{64}$/i.test(signature.trim())) {
    return 'The value of X-SVC-Signature is "sha256=" and 64 hexadecimal digits. This value has a different form and may be truncated.'
  }
  return undefined
}

interface Variant<Value> {
  value: Value
  /** The advice if this value was signed. Undefined for the given value. */
  advice?: string
}

/** Tries common mistakes of receivers, separately and combined, until the signature matches. */
function likelyMistake({ secret, timestamp, body }: ReceivedDelivery, given: string): string {
  for (const key of keyVariants(secret)) {
    for (const content of bodyVariants(body)) {
      for (const prefix of [
        { value: `${timestamp}.` },
        { value: '', advice: 'Sign the timestamp, a dot and the body, not the body alone.' },
      ]) {
        const digest = createHmac('sha256', key.value).update(prefix.value).update(content.value).digest('hex')
        if (given !== `sha256=${digest}`) continue
        return [key.advice, content.advice, prefix.advice].filter(Boolean).join(' ')
      }
    }
  }
  return 'No common mistake explains the mismatch. Check that the secret belongs to this endpoint (a rotation replaces it immediately), that timestamp and signature belong to the same delivery, and that the body is exactly the bytes that arrived.'
}

function keyVariants(secret: string): Variant<string | Buffer>[] {
  const trimmed = secret.trim().replace(/^(["'])(.*)\1$/, '$2')
  const encoded = trimmed.startsWith(signingSecretPrefix) ? trimmed.slice(signingSecretPrefix.length) : trimmed
  return [
    { value: secret },
    {
      value: trimmed,
      advice: 'The signature matches without the spaces or quotation marks around SVC_WEBHOOK_SECRET.',
    },
    {
      value: signingSecretPrefix + encoded,
      advice: `The signature matches with "${signingSecretPrefix}" before the secret: the key is the complete string, exactly as it was shown.`,
    },
    {
      value: encoded,
      advice: `The signature was computed with the secret without "${signingSecretPrefix}": the key is the complete string, exactly as it was shown.`,
    },
    {
      value: Buffer.from(encoded, 'base64'),
      advice:
        'The signature was computed with the decoded bytes of the secret, as in Standard Webhooks: the key of X-SVC-Signature is the string itself.',
    },
  ]
}

function bodyVariants(body: Buffer): Variant<Buffer | string>[] {
  const text = body.toString('utf8')
  return [
    { value: body },
    {
      value: text.replace(/\r?\n$/, ''),
      advice:
        'The signature matches without the line break at the end of the body. Keep the body exactly as it arrived.',
    },
    {
      value: text.replaceAll('\r\n', '\n'),
      advice: 'The signature matches with the original line breaks: the body was changed in transit.',
    },
    {
      value: text.replace(/^\ufeff/, ''),
      advice: 'The signature matches without the byte order mark before the body.',
    },
    ...rewritten(text),
  ]
}

/** The body after it was parsed as JSON and serialized again. The original has no spaces between tokens. */
function rewritten(text: string): Variant<string>[] {
  const value = parseJson(text)
  // A body that is not JSON cannot have been serialized again.
  if (value === undefined) return []
  const advice =
    'The signature matches a different serialization of the same JSON. Verify the raw bytes, before the body is parsed.'
  return [undefined, 2, 4].map((space) => ({ value: JSON.stringify(value, undefined, space), advice }))
}
