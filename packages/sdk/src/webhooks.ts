import type { WebhookEvents } from '@generated/sdk/events'
import { readVariable } from './environment.ts'
import { SdkError } from './errors.ts'

export type { WebhookEvents } from '@generated/sdk/events'
export { SdkError } from './errors.ts'

/** "Rejects timestamps more than 300 seconds from its own clock" (INTERFACE.md §6), in both directions. */
const toleranceSeconds = 300

/** An event of a type that this version of the SDK knows. Newer types arrive too: keep a default branch. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents]

/**
 * The exact bytes of the body, or the string they decode to. A body that was parsed and serialized again has other
 * bytes.
 */
export type RawBody = string | Uint8Array | ArrayBuffer

/** Headers of the Fetch API, Node or Express. */
export type DeliveryHeaders = Headers | Record<string, string | readonly string[] | undefined>

export interface VerifyOptions {
  /** The endpoint's signing secret, or several while one replaces another. Default: `SVC_WEBHOOK_SECRET`. */
  secret?: string | readonly string[] | undefined
  /** The receiver's clock in milliseconds, for tests. Default: `Date.now`. */
  now?: (() => number) | undefined
}

/** The reason why a delivery was refused. Return 400: the service retries. */
export type VerificationFailure = 'missing_header' | 'bad_timestamp' | 'wrong_signature' | 'bad_body'

/** The delivery was not sent by the service, not recently, or not with this secret. Do not trust its content. */
export class WebhookVerificationError extends SdkError {
  override readonly name = 'WebhookVerificationError'
  declare readonly reason: VerificationFailure

  constructor(reason: VerificationFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Verifies the signature of a delivery and returns its event. One matching signature is enough: `X-SVC-Signature`, or
 * any `v1` signature in the space-separated list of the Standard Webhooks header `webhook-signature`.
 *
 * @throws WebhookVerificationError
 * @example
 * const event = await unwrap(await request.text(), request.headers)
 * if (event.type === 'analysis.completed') console.log(event.data.analysis_id)
 */
export async function unwrap(
  body: RawBody,
  headers: DeliveryHeaders,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = secretsOf(options)
  const timestamp = requiredHeader(headers, 'X-SVC-Timestamp')
  const signature = requiredHeader(headers, 'X-SVC-Signature')
  const now = (options.now ?? Date.now)() / 1000
  if (!(/^\d{1,15}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'bad_timestamp',
      `X-SVC-Timestamp is not within ${toleranceSeconds} seconds of this clock: the delivery was replayed, or the clock is not synchronized.`,
    )
  }
  if (!(typeof body === 'string' || body instanceof Uint8Array || body instanceof ArrayBuffer)) {
    throw new SdkError(
      'The body must be the raw text or bytes of the request: turn off the JSON parser for this route.',
    )
  }
  // A copy: the caller may write to its bytes while the signature is verified.
  const raw = new Blob([body as string | Bytes | ArrayBuffer])
  // The key of `X-SVC-Signature` is the whole secret as it was shown, `whsec_` included.
  const isSigned =
    (await isMacOf(secrets.map(encoded), macsIn(signature), signedBytes(timestamp, raw))) ||
    // One `v1,<base64>` for each secret that the endpoint signs with. Signatures of other versions are ignored, and so
    // are secrets of another form: a short key would accept what others can sign.
    (await isMacOf(
      bytesAfter('whsec_', secrets),
      bytesAfter('v1,', (header(headers, 'webhook-signature') ?? '').split(' ')),
      signedBytes(`${header(headers, 'webhook-id') ?? ''}.${timestamp}`, raw),
    ))
  if (!isSigned) {
    throw new WebhookVerificationError(
      'wrong_signature',
      'No signature matches the body: another secret, or the body is not the raw bytes that were sent.',
    )
  }
  try {
    const event: WebhookEvent = JSON.parse(await raw.text())
    return event
  } catch (cause) {
    throw new WebhookVerificationError('bad_body', 'The body is signed but not valid JSON.', { cause })
  }
}

/** One function for each type of event that you handle. */
export type WebhookHandlers = {
  [Type in keyof WebhookEvents]?: (event: WebhookEvents[Type], delivery: Delivery) => unknown
}

export interface Delivery {
  deliveryId: string | null
}

export interface ReceiverOptions extends VerifyOptions {
  on: WebhookHandlers
  /**
   * Receives events without a handler, also of types that are newer than this SDK. Default: they are accepted and
   * ignored.
   */
  onOther?: ((event: { id: string; type: string; data: unknown }, delivery: Delivery) => unknown) | undefined
  /**
   * Remembers events: true when this one was handled before. "Delivery is at-least-once; repeats carry the same event
   * ID" (INTERFACE.md §6). Called after verification; when the handler throws,
   * `forget` is called, so that the repeat is handled.
   */
  seen?: ((eventId: string) => boolean | Promise<boolean>) | undefined
  forget?: ((eventId: string) => unknown) | undefined
}

export interface Received {
  event: WebhookEvent
  /** False when the event had been handled before. */
  handled: boolean
}

export interface Receiver {
  /** Verifies one delivery and calls its handler. Rejects as `unwrap` does, and with what the handler throws. */
  receive(body: RawBody, headers: DeliveryHeaders): Promise<Received>
  /**
   * The same for servers with the Fetch API: returns 204, or 400 for a failed verification. Rethrows what a handler
   * throws.
   */
  respond(request: Request): Promise<Response>
}

/**
 * Makes a receiver of deliveries with typed handlers.
 *
 * @example
 * const receiver = createReceiver({ on: { 'analysis.completed': (event) => refresh(event.data.analysis_id) } })
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  // A receiver that could not verify anything should not start.
  secretsOf(options)

  async function receive(body: RawBody, headers: DeliveryHeaders): Promise<Received> {
    const event = await unwrap(body, headers, options)
    if (await options.seen?.(event.id)) return { event, handled: false }
    const delivery = { deliveryId: header(headers, 'X-SVC-Delivery-Id') }
    // TypeScript cannot relate the type of an event to the handler that it selects.
    const own = Object.hasOwn(options.on, event.type) && options.on[event.type]
    const handler = (own || options.onOther) as ((event: WebhookEvent, delivery: Delivery) => unknown) | undefined
    try {
      await handler?.(event, delivery)
    } catch (error) {
      await options.forget?.(event.id)
      throw error
    }
    return { event, handled: true }
  }

  return {
    receive,
    async respond(request) {
      try {
        await receive(await request.arrayBuffer(), request.headers)
        return new Response(null, { status: 204 })
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error
        return new Response(error.message, { status: 400 })
      }
    },
  }
}

export interface TestDelivery {
  /** Send exactly this string. */
  body: string
  headers: Record<string, string>
}

/** Signs an event as the service would, to test a receiver with. `now` is the time of signing in milliseconds. */
export async function signTestDelivery(
  event: { id: string; type: string; [field: string]: unknown },
  { secret, now = Date.now }: { secret: string; now?: () => number },
): Promise<TestDelivery> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(now() / 1000))
  const key = await importKey(encoded(secret), 'sign')
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, await signedBytes(timestamp, body)))
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-SVC-Event-Type': event.type,
      'X-SVC-Event-Id': event.id,
      'X-SVC-Delivery-Id': `dlv_test_${timestamp}`,
      'X-SVC-Timestamp': timestamp,
      'X-SVC-Signature': `sha256=${hex}`,
    },
  }
}

function secretsOf({ secret = readVariable('SVC_WEBHOOK_SECRET') }: VerifyOptions): readonly string[] {
  const secrets = [secret ?? []].flat()
  // An empty key would accept what anyone can sign.
  if (secrets.length === 0 || secrets.includes('')) {
    throw new SdkError(
      'No signing secret: pass secret, or set SVC_WEBHOOK_SECRET to the signing_secret of the endpoint.',
    )
  }
  return secrets
}

function requiredHeader(headers: DeliveryHeaders, name: string): string {
  const value = header(headers, name)
  if (value !== null) return value
  throw new WebhookVerificationError(
    'missing_header',
    `The header ${name} is missing: this is not a delivery of the service.`,
  )
}

function header(headers: DeliveryHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return [found?.[1]].flat()[0] ?? null
}

/** The signed bytes: the head, a dot, and "the exact raw request body bytes" (INTERFACE.md §6). */
function signedBytes(head: string, body: string | Blob): Promise<ArrayBuffer> {
  return new Blob([`${head}.`, body]).arrayBuffer()
}

/** The 32 bytes in `sha256=<hex>`; none for anything else. */
function macsIn(signature: string): Bytes[] {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1]?.match(/../g)
  return hex ? [Uint8Array.from(hex, (pair) => Number(`0x${pair}`))] : []
}

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns whether any of the codes is valid with any of the keys. WebCrypto compares in constant time (HMAC, verify).
 */
async function isMacOf(keys: readonly Bytes[], macs: readonly Bytes[], signed: Promise<ArrayBuffer>): Promise<boolean> {
  const verdicts = keys.map(async (bytes) => {
    const key = await importKey(bytes, 'verify')
    return Promise.all(macs.map(async (mac) => crypto.subtle.verify('HMAC', key, mac, await signed)))
  })
  return (await Promise.all(verdicts)).flat().includes(true)
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text)

/** The 32 bytes in each text that is the prefix and Base64; none for other texts. */
function bytesAfter(prefix: string, texts: readonly string[]): Bytes[] {
  return texts
    .filter((text) => text.startsWith(prefix) && /^[0-9A-Za-z+/]{43}=$/.test(text.slice(prefix.length)))
    .map((text) => Uint8Array.from(atob(text.slice(prefix.length)), (character) => character.charCodeAt(0)))
}

function importKey(key: Bytes, use: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}
