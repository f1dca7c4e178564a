import type { AttemptError, Phase, Timings } from '@svc/db/webhook-deliveries'

/** What one attempt led to, in the fields that a delivery shows. */
export interface AttemptResult {
  outcome: 'succeeded' | 'failed'
  duration_ms: number
  /** The last phase that was reached. */
  phase: Phase
  error: AttemptError | null
  http_status: number | null
  timings: Timings
  response_excerpt: string | null
  /** In plain words why it failed and what to change; null once it succeeded. */
  hint: string | null
}

/** How far an attempt has come. */
export interface Progress {
  phase: Phase
  timings: Timings
}

export function newProgress(): Progress {
  return { phase: 'dns', timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null } }
}

/** Whole milliseconds since a moment of `performance.now()`, at most what the contract can show. */
export function elapsed(sinceMs: number): number {
  return Math.min(durationMsMax, Math.round(performance.now() - sinceMs))
}

const durationMsMax = 600_000

/** The worker stopped the attempt. The receiver may have got it. */
export class SendInterruptedError extends Error {
  override name = 'SendInterruptedError'
}

/** This machine could not try: no file descriptor or no memory was left. The receiver is not to blame. */
export class LocalFaultError extends Error {
  override name = 'LocalFaultError'
}

/** The address is not one that we dial. To the owner of the endpoint this looks like a refused connection. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
}

/** The whole attempt took longer than it may. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

/**
 * The class of a failure, from the phase in which it happened. A connection that was refused, that nobody answered and that
 * we did not allow are one class: anything else would tell which of our internal addresses exist.
 */
export function classify(phase: Phase, failure: unknown): AttemptError {
  if (phase === 'dns') return 'dns_failed'
  if (phase === 'connect') return 'connection_failed'
  if (failure instanceof DeadlineError) return 'timeout'
  if (phase === 'tls') return 'tls_failed'
  return isMalformed(failure) ? 'invalid_response' : 'connection_lost'
}

/** "A delivery succeeds on any 2xx response" (interface, section 6.2). Null there; without a status the answer was none. */
export function judgeStatus(status: number | null): AttemptError | null {
  if (status === null) return 'invalid_response'
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

/** What to tell the owner: what happened, then what to do. At most 300 characters. */
export function hintOf(
  error: AttemptError,
  about: { phase: Phase; status: number | null; failure: unknown; timeoutMs: number },
): string {
  const { phase, status, failure, timeoutMs } = about
  switch (error) {
    case 'dns_failed':
      return 'The host name of your endpoint has no address in public DNS, or its name servers did not answer. Check the A and AAAA records.'
    case 'connection_failed':
      return 'No connection to your endpoint could be made. Check that its name points to a public address, that the server runs and that a firewall lets us in on this port.'
    case 'tls_failed':
      return tlsHint(failure)
    case 'timeout':
      return phase === 'tls'
        ? 'Your endpoint accepted the connection but did not finish the TLS handshake in time. Check that it speaks TLS 1.2 or 1.3 on this port.'
        : `Your endpoint did not ${status === null ? 'answer' : 'finish its answer'} within ${timeoutMs / 1000} s in all. Answer 2xx first and do the work afterwards.`
    case 'connection_lost':
      return status === null
        ? 'Your endpoint closed the connection before it answered. Look for a crash or a proxy limit in its logs at this time.'
        : `Your endpoint answered ${status} but closed the connection before the answer was complete. Check its Content-Length and any proxy before it.`
    case 'redirect':
      return `Your endpoint answered ${status}; redirects are not followed. Register the address that it redirects to.`
    case 'invalid_response':
      return 'Your endpoint did not answer in valid HTTP/1.1, or with more than 16 KB of headers. Check what listens on this port.'
    case 'http_status':
      return statusHint(status ?? 0)
  }
}

function statusHint(status: number): string {
  const answered = `Your endpoint answered ${status}`
  if (status === 401 || status === 403)
    return `${answered}. Let requests in without credentials of your own and verify X-SVC-Signature instead; check any firewall before it.`
  if (status === 404 || status === 410)
    return `${answered}: there is nothing at this path any more. Correct the url of the endpoint, or delete it.`
  if (status === 405) return `${answered}. Deliveries are POST requests; accept them at this path.`
  if (status === 413) return `${answered}. Accept bodies of at least 64 KB.`
  if (status === 415) return `${answered}. Deliveries have Content-Type application/json; accept it.`
  if (status === 429)
    return `${answered}: it is asked too often. The retry schedule is fixed, so a Retry-After is not waited for; raise the limit.`
  if (status >= 500)
    return `${answered}: an error inside it. Look into its logs at this time; the excerpt shows what it said.`
  return `${answered}; only 2xx counts as received. The excerpt shows what it said.`
}

function tlsHint(failure: unknown): string {
  const code = codeOf(failure)
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate of your endpoint has expired. Renew it.'
  if (code === 'CERT_NOT_YET_VALID') return 'The certificate of your endpoint is not valid yet. Check its dates.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of your endpoint is for another host name. It must name the host of the url.'
  if (untrustedCertificate.has(code)) {
    return 'The certificate of your endpoint is not publicly trusted. Use one of a public authority and send the intermediate certificates with it.'
  }
  return 'The TLS handshake with your endpoint failed. It must speak TLS 1.2 or 1.3 with a publicly trusted certificate on this port.'
}

const untrustedCertificate = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
])

/** undici tells a broken answer from a broken connection by the name of its parser's errors, by codes and by two messages. */
function isMalformed(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  const { name, message } = failure
  return (
    name === 'HTTPParserError' ||
    malformedCodes.has(codeOf(failure)) ||
    message === 'bad upgrade' ||
    message === 'bad response'
  )
}

const malformedCodes = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
])

export function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : ''
}
