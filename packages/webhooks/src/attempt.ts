import * as bounds from '@generated/contract/bounds'
import type { WebhookAttemptError, WebhookAttemptPhase } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { errorCode } from '@svc/runtime/error-code'

/** The phase that an attempt reached, for the record of its failure. */
export interface Progress {
  phase: WebhookAttemptPhase
  timings: Schemas['WebhookAttemptTimings']
}

export function newProgress(): Progress {
  return { phase: 'dns', timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null } }
}

/** Whole milliseconds since an instant of `performance.now()`, at most what the contract allows. */
export function elapsed(sinceMs: number): number {
  return Math.min(durationMsMax, Math.round(performance.now() - sinceMs))
}

/** The maximum size of the headers of each response. */
export const responseHeaderBytesMax = 16 * 1024

/**
 * The maximum number of informational responses, such as 102 Processing or 103 Early Hints, of which a server sends a
 * few. With the limit for the headers of each, this limits the bytes before a status to 336 KB; 200,000 such responses
 * took this process 4 s.
 */
export const informationalResponsesMax = 20

const durationMsMax = bounds.WebhookAttempt.duration_ms.maximum

/** The worker stopped the attempt. The receiver may already have received it. */
export class SendInterruptedError extends Error {
  override name = 'SendInterruptedError'
}

/** An unexpected error, its cause, ended the attempt. The receiver may already have received it. */
export class UnexpectedSendError extends Error {
  override name = 'UnexpectedSendError'
}

/**
 * This machine could not make the attempt because it has run out of file descriptors or memory. The receiver did not
 * fail.
 */
export class LocalFaultError extends Error {
  override name = 'LocalFaultError'
}

/**
 * Connections to this address are not allowed. The owner of the endpoint sees a refused connection or, if DNS returned
 * the address, a name without an address.
 */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
}

/** The receiver sends informational responses (1xx) instead of a response. */
export class TooManyInformationalResponsesError extends Error {
  override name = 'TooManyInformationalResponsesError'
}

/** The whole attempt took longer than its timeout. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * Returns the class of a failure, from the phase in which it happened. Refused, timed-out and disallowed connections
 * have the same class. Otherwise, it would reveal which of our internal addresses exist.
 */
export function classify(phase: WebhookAttemptPhase, failure: unknown): WebhookAttemptError {
  if (phase === 'dns') return 'dns_failed'
  if (phase === 'connect') return 'connection_failed'
  if (failure instanceof DeadlineError) return 'timeout'
  if (phase === 'tls') return 'tls_failed'
  return isMalformed(failure) ? 'invalid_response' : 'connection_lost'
}

/**
 * "A delivery succeeds on any 2xx response" (INTERFACE.md §6.2): null then. Without a status the response was not valid
 * HTTP.
 */
export function judgeStatus(status: number | null): WebhookAttemptError | null {
  if (status === null) return 'invalid_response'
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

/** The hint for the owner: what happened, then what to do. At most 300 characters. */
export function hintOf(
  error: WebhookAttemptError,
  about: { phase: WebhookAttemptPhase; status: number | null; failure: unknown; timeoutMs: number },
): string {
  const { phase, status, failure, timeoutMs } = about
  switch (error) {
    case 'dns_failed':
      return 'The host name of your endpoint has no public address, or its name servers did not respond. Check its A and AAAA records.'
    case 'connection_failed':
      return 'No connection to your endpoint could be made. Check that the server is running and that the firewall allows connections on this port.'
    case 'tls_failed':
      return tlsHint(failure)
    case 'timeout':
      return phase === 'tls'
        ? 'Your endpoint accepted the connection but did not finish the TLS handshake in time. Check that it supports TLS 1.2 or 1.3 on this port.'
        : `Your endpoint did not ${status === null ? 'respond' : 'finish its response'} within ${timeoutMs / 1000} s in total. Return 2xx first and do the work afterwards.`
    case 'connection_lost':
      return status === null
        ? 'Your endpoint closed the connection before it responded. Look for a crash or a proxy limit in its logs at this time.'
        : `Your endpoint returned ${status} but closed the connection before the response was complete. Check its Content-Length and any proxy in front of it.`
    case 'redirect':
      return `Your endpoint returned ${status}; redirects are not followed. Register the URL that it redirects to.`
    case 'invalid_response':
      return `The response of your endpoint was not valid HTTP/1.1, had more than ${responseHeaderBytesMax / 1024} KB of headers, or came after more than ${informationalResponsesMax} informational responses. Check what listens on this port.`
    case 'http_status':
      return statusHint(status ?? 0)
  }
}

function statusHint(status: number): string {
  const returned = `Your endpoint returned ${status}`
  if (status === 401 || status === 403)
    return `${returned}. Accept requests without credentials of your own and verify X-SVC-Signature instead; check any firewall in front of it.`
  if (status === 404 || status === 410)
    return `${returned}: nothing exists at this path. Correct the url of the endpoint, or delete it.`
  if (status === 405) return `${returned}. Deliveries are POST requests; accept them at this path.`
  if (status === 413) return `${returned}. Accept bodies of at least 64 KB.`
  if (status === 415) return `${returned}. Deliveries have Content-Type application/json; accept it.`
  if (status === 429)
    return `${returned}: it receives more requests than it allows. The retry schedule is fixed and ignores Retry-After; raise the limit.`
  if (status >= 500)
    return `${returned}, an internal error. Check its logs at this time; the excerpt shows the beginning of the response.`
  return `${returned}; only 2xx counts as received. The excerpt shows the beginning of the response.`
}

function tlsHint(failure: unknown): string {
  const code = errorCode(failure) ?? ''
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of your endpoint has expired. Renew it.'
  if (code === 'CERT_NOT_YET_VALID') return 'The certificate of your endpoint is not valid yet. Check its dates.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of your endpoint is for another host name. It must name the host of the url.'
  if (untrustedCertificate.has(code)) {
    return 'The certificate of your endpoint is not publicly trusted. Use one from a public certificate authority and send the intermediate certificates with it.'
  }
  return 'The TLS handshake with your endpoint failed. It must support TLS 1.2 or 1.3 with a publicly trusted certificate on this port.'
}

const untrustedCertificate = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
])

/**
 * undici distinguishes an invalid response from a lost connection by the name of its parser's errors, by codes and by
 * two messages.
 */
function isMalformed(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  const { name, message } = failure
  return (
    failure instanceof TooManyInformationalResponsesError ||
    name === 'HTTPParserError' ||
    malformedCodes.has(errorCode(failure) ?? '') ||
    message === 'bad upgrade' ||
    message === 'bad response'
  )
}

const malformedCodes = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
])
