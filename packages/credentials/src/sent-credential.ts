import * as bounds from '@generated/contract/bounds'
import type { CredentialKind } from '@generated/contract/enums'

/** The two headers of INTERFACE.md §5, as Node.js has them in `request.headers` or `request.headersDistinct`. */
export interface CredentialHeaders {
  authorization?: string | readonly string[] | undefined
  'x-api-key'?: string | readonly string[] | undefined
}

/** The reason why a request has no caller: the error code of the contract (both 401) and a message for a person. */
export interface Refusal {
  readonly code: 'unauthorized' | 'invalid_api_key'
  /** Undefined: the message of the code. */
  readonly message?: string
}

/** The credential that was sent, by its form alone: whether it exists is not checked yet. */
type SentCredential =
  | { type: 'api_key'; key: string }
  | { type: 'token'; token: string }
  | { type: 'refusal'; refusal: Refusal }

/** The one credential of a request. A credential in both headers, or sent twice, is one as long as it is the same. */
export function readCredential(headers: CredentialHeaders): SentCredential {
  const bearer = valuesOf(headers.authorization).map((value) => bearerPattern.exec(value)?.[1])
  const sent = new Set([...bearer, ...valuesOf(headers['x-api-key'])])
  const [text, ...others] = sent
  if (sent.size === 0) {
    return refusal(
      'No credential was sent. Send "Authorization: Bearer <API key or access token>" or "X-API-Key: <API key>".',
    )
  }
  if (others.length > 0) {
    return refusal('Two different credentials were sent. Send one, in "Authorization" or in "X-API-Key".')
  }
  if (text !== undefined && parseApiKey(text)) return { type: 'api_key', key: text }
  if (text !== undefined && bearer.length > 0 && tokenPattern.test(text)) return { type: 'token', token: text }
  return refusal(
    'The credential is malformed. An API key starts with svc_test_ or svc_live_, is ' +
      `${bounds.IssuedKey.key.maxLength} characters long, and is sent as ` +
      '"Authorization: Bearer <API key>" or "X-API-Key: <API key>"; an access token only as the former.',
  )
}

/** The kind of key that this string could be; undefined when it does not have the form of a key. */
export function parseApiKey(text: string): { kind: CredentialKind } | undefined {
  const kind = keyPattern.exec(text)?.[1]
  return kind === 'test' || kind === 'live' ? { kind } : undefined
}

/** The beginning of a key, which stays visible: enough to distinguish keys, 18 of its 256 bits. */
export function visiblePrefix(key: string): string {
  return key.slice(0, bounds.Key.prefix.maxLength)
}

export function unauthorized(message: string): Refusal {
  return { code: 'unauthorized', message }
}

/** One refusal for every reason: a caller whose token is not accepted needs a new one, and nothing else. */
export const accessTokenRefusal = unauthorized(
  'The access token is invalid or expired. Request a new one from the token endpoint.',
)

/** INTERFACE.md §5: "Revocation […] is immediate and returns 401 with code invalid_api_key". */
export const revokedKeyRefusal: Refusal = { code: 'invalid_api_key' }

export const expiredKeyRefusal = unauthorized('This API key has expired.')

const keyPattern = new RegExp(bounds.IssuedKey.key.pattern)
/** RFC 9110, section 11.1: the scheme's case does not matter. RFC 6750, section 2.1: what a bearer token is made of. */
const bearerPattern = /^bearer +([0-9A-Za-z._~+/-]+=*)$/i
/** A JWT (RFC 7519) in its compact form. */
const tokenPattern = /^[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]+$/

function valuesOf(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  return typeof header === 'string' ? [header] : header
}

function refusal(message: string): SentCredential {
  return { type: 'refusal', refusal: unauthorized(message) }
}
