import { createHmac } from 'node:crypto'
import { signingSecretPrefix } from './secrets.ts'

/** Names the sender in access logs. The contract documents it. The number is the version of the delivery format. */
export const userAgent = 'svc-webhooks/1.0'

interface SignedDelivery {
  /** As shown to the owner of the endpoint: `whsec_…`. */
  secret: string
  /** The previous secret, while deliveries are signed with both. */
  previousSecret?: string | null | undefined
  eventId: string
  eventType: string
  deliveryId: string
  /** Unix seconds. */
  timestamp: number
  /** The exact bytes that are sent. */
  body: Uint8Array
}

/**
 * Returns the headers of a delivery: our own (INTERFACE.md §6) and, for existing verifiers, the headers of Standard
 * Webhooks.
 */
export function signatureHeaders(delivery: SignedDelivery): Record<string, string> {
  const { secret, previousSecret, eventId, eventType, deliveryId, timestamp, body } = delivery
  const secrets = previousSecret ? [secret, previousSecret] : [secret]
  return {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-SVC-Event-Type': eventType,
    'X-SVC-Event-Id': eventId,
    'X-SVC-Delivery-Id': deliveryId,
    'X-SVC-Timestamp': String(timestamp),
    'X-SVC-Signature': signature(secret, timestamp, body),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((each) => standardSignature(each, eventId, timestamp, body)).join(' '),
  }
}

/**
 * "The signed string is the timestamp (decimal Unix seconds from X-SVC-Timestamp), a dot, and the exact raw request
 * body bytes. The signature is the HMAC-SHA256 of that string, keyed with the endpoint's signing secret, hex-encoded,
 * prefixed with sha256=." (INTERFACE.md §6). The key is the whole secret as shown, including its prefix.
 */
export function signature(secret: string, timestamp: number, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
}

/** Standard Webhooks signs `id.timestamp.body` with the bytes that the secret encodes after its prefix. */
export function standardSignature(secret: string, eventId: string, timestamp: number, body: Uint8Array): string {
  const key = Buffer.from(secret.slice(signingSecretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`
}
