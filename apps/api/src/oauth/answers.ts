import type { ApiError } from '@svc/http/errors'
import type { Answer } from '@svc/http/exchange'

/** The codes of RFC 6749 section 5.2, RFC 8707 and RFC 7009, and two of ours, as spec/oauth.yaml lists them. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'rate_limited'
  | 'server_error'

/** The body of a refusal: at the top level, not in our envelope, so that any OAuth library understands it. */
export interface OAuthError {
  error: OAuthErrorCode
  error_description: string
}

/** "The response includes Cache-Control: no-store and Pragma: no-cache" (RFC 6749 section 5.1), on refusals as well. */
export const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

export function oauthError(error: OAuthErrorCode, description: string): OAuthError {
  return { error, error_description: description.slice(0, 300) }
}

/** A failure on an OAuth path in the form of RFC 6749; undefined for what has no code there and keeps our envelope, such as 404 and 405. */
export function oauthFailure({ code, message, status, headers }: ApiError): Answer | undefined {
  const body = bodyOf(code, message, headers['Retry-After'])
  return body && { status, headers: { ...headers, ...uncached }, text: JSON.stringify(body) }
}

function bodyOf(code: ApiError['code'], message: string, retryAfter = '1'): OAuthError | undefined {
  switch (code) {
    case 'invalid_request':
      return oauthError('invalid_request', message)
    case 'rate_limited':
      return tooMany(retryAfter)
    case 'unavailable':
      return failure(true).body
    case 'internal_error':
      return failure(false).body
    default:
      return undefined
  }
}

/** A refusal of the library in the form that goes out. */
export interface Refusal {
  status: number
  headers: Record<string, string>
  body: OAuthError
}

/** 500, or 503 where the database is away and trying again makes sense. */
export function failure(isAway: boolean): Refusal {
  return isAway
    ? {
        status: 503,
        headers: { 'Retry-After': '1' },
        body: oauthError('server_error', 'The service is not ready. Wait 1 second.'),
      }
    : refusal('server_error', 'The service failed. Quote the request id if it happens again.', 500)
}

/**
 * A refusal by the library in our words, which never repeat what was sent. RFC 6749 section 5.2 has other codes than the library for
 * "no client authentication included" and "not authorized to use this authorization grant type".
 */
export function translate(
  refused: unknown,
  { route, retryAfter }: { route: string | undefined; retryAfter: string },
): Refusal {
  const { error, error_description } = (refused ?? {}) as { error?: unknown; error_description?: unknown }
  const description = String(error_description ?? '')
  switch (error) {
    case 'rate_limited':
      return { status: 429, headers: {}, body: tooMany(retryAfter) }
    case 'invalid_client':
      return route === 'authorization' ? refusal('invalid_client', 'There is no such client.') : wrongClient
    case 'invalid_redirect_uri':
      return refusal('invalid_request', 'The redirect_uri is not registered for this client.')
    case 'invalid_grant':
      return refusal('invalid_grant', 'The code or refresh token is not valid.')
    case 'unsupported_grant_type':
      return refusal('unsupported_grant_type', 'This grant type is not available.')
    case 'unauthorized_client':
      return refusal('unauthorized_client', description || 'The client may not do this.')
    case 'invalid_scope':
      return refusal('invalid_scope', 'The client, or the consent, does not include every scope that was asked for.')
    case 'invalid_target':
      return refusal('invalid_target', 'The resource is not the address of this API.')
    case 'unsupported_token_type':
      return refusal('unsupported_token_type', 'Tokens of this kind are not issued here.')
    default:
      if (notAuthenticated.has(description)) return wrongClient
      if (description === 'requested grant type is not allowed for this client')
        return refusal('unauthorized_client', 'This grant type is not for this client.')
      return refusal('invalid_request', inWords(description))
  }
}

/** RFC 9110 section 11.6.1 has a challenge on every 401. */
const wrongClient: Refusal = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Basic realm="svc"' },
  body: oauthError('invalid_client', 'The client id or the client secret is wrong.'),
}

const notAuthenticated: ReadonlySet<string> = new Set([
  'no client authentication mechanism provided',
  'client_secret must be provided in the Authorization header',
])

function refusal(error: OAuthErrorCode, description: string, status = 400): Refusal {
  return { status, headers: {}, body: oauthError(error, description) }
}

function tooMany(retryAfter: string): OAuthError {
  return oauthError('rate_limited', `Too many requests. Wait ${retryAfter} seconds.`)
}

/** What the library says about a malformed request, as long as it speaks of our parameters only. */
function inWords(description: string): string {
  const [, missing] = /^missing required parameters? ([a-z_', ]+)$/.exec(description) ?? []
  if (missing) return `Required: ${missing.replaceAll("'", '')}.`
  const [, repeated] = /^([a-z_', ]+) parameters? must not be provided twice$/.exec(description) ?? []
  if (repeated) return `Sent more than once: ${repeated.replaceAll("'", '')}.`
  return known[description] ?? 'The request is not valid.'
}

const known: Record<string, string> = {
  'client authentication must only be provided using one mechanism':
    'Authenticate with Basic or in the body, not with both.',
  'client_id mismatch': 'The client_id in the body is not the one in the Authorization header.',
  'invalid authorization header value format': 'The Authorization header is not "Basic", a space and base64.',
  'client_id and client_secret in the authorization header are not properly encoded':
    'The client id and secret in the Authorization header have to be form-encoded.',
  'authorization request has expired': 'The authorization request has expired. Begin again at the app.',
}
