import type { AttemptResult, ClaimedDelivery } from '@svc/db/delivery-queue'
import { DecryptionError } from '@svc/runtime/secrets'
import { traced } from '@svc/runtime/tracing'
import { LocalFaultError, SendInterruptedError, UnexpectedSendError } from './attempt.ts'
import { secretContext } from './secrets.ts'
import type { Outgoing, Sender } from './sender.ts'
import { signatureHeaders } from './signing.ts'

/** Decrypts the stored signing secrets: the keyring of the process. Throws a DecryptionError. */
export interface SecretOpener {
  decrypt(keyId: string, ciphertext: Buffer, context: string): Buffer
}

interface DeliverLogger {
  error(fields: object, message: string): void
}

/**
 * Makes the attempt of a claimed delivery: signs the exact bytes of the payload with the secret that the claim read,
 * sends it, and returns the result to record. Rejects like `Sender.send` if the attempt was stopped or could not be
 * made on this machine, and with `UnexpectedSendError` after any other error.
 *
 * If the secret cannot be decrypted, the attempt failed: the delivery ends as a dead letter instead of blocking the
 * queue, and the reason is logged.
 */
export async function deliver(
  delivery: ClaimedDelivery,
  {
    sender,
    keyring,
    logger,
    signal,
  }: { sender: Sender; keyring: SecretOpener; logger: DeliverLogger; signal?: AbortSignal },
): Promise<AttemptResult> {
  try {
    return await send(sender, prepare(delivery, keyring), signal)
  } catch (error) {
    if (error instanceof DecryptionError) {
      const fields = { err: error, delivery_id: delivery.id, webhook_id: delivery.webhook_id }
      logger.error(fields, 'The signing secret of a delivery could not be decrypted')
      return unprepared
    }
    if (error instanceof SendInterruptedError || error instanceof LocalFaultError) throw error
    throw new UnexpectedSendError('The attempt ended with an unexpected error.', { cause: error })
  }
}

/** The span has no URL and no host: they are data of the account. Receivers get no `traceparent`. */
function send(sender: Sender, outgoing: Outgoing, signal: AbortSignal | undefined): Promise<AttemptResult> {
  return traced(
    () => ({ name: 'POST', kind: 'client', attributes: { 'http.request.method': 'POST' } }),
    async (span) => {
      const result = await sender.send(outgoing, signal)
      if (result.http_status !== null) span?.set({ 'http.response.status_code': result.http_status })
      if (result.error !== null) span?.fail(result.error)
      return result
    },
  )
}

function prepare(delivery: ClaimedDelivery, keyring: SecretOpener): Outgoing {
  const { id, webhook_id, url, event_id, event_type, payload, started_at } = delivery
  const { secret_key_id, secret_ciphertext, previous_secret_key_id, previous_secret_ciphertext } = delivery
  const open = (keyId: string, ciphertext: Buffer) =>
    keyring.decrypt(keyId, ciphertext, secretContext(webhook_id)).toString('utf8')
  const body = Buffer.from(payload, 'utf8')
  const headers = signatureHeaders({
    secret: open(secret_key_id, secret_ciphertext),
    previousSecret:
      previous_secret_key_id !== null && previous_secret_ciphertext !== null
        ? open(previous_secret_key_id, previous_secret_ciphertext)
        : null,
    eventId: event_id,
    eventType: event_type,
    deliveryId: id,
    // From the clock of the database, like all times of the delivery: a worker whose own clock is wrong signs the right
    // time.
    timestamp: Math.floor(Date.parse(started_at) / 1000),
    body,
  })
  return { url, headers, body }
}

const unprepared = {
  outcome: 'failed',
  duration_ms: 0,
  phase: 'prepare',
  error: null,
  http_status: null,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  response_excerpt: null,
  hint: 'This delivery could not be prepared on our side; nothing was sent. Rotate the signing secret of the endpoint and resend it.',
} as const satisfies AttemptResult
