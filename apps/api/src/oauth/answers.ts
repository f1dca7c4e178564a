import {
  notReady,
  type OAuthError,
  type OAuthErrorCode,
  oauthError,
  rateLimitedError,
  serverError,
} from '@svc/http/oauth'

/** A refusal of the library in the form that goes out. */
export interface Refusal {
  status: number
  headers: Record<string, string>
  body: OAuthError
}

/** 500, or 503 where the database is away and trying again makes sense. */
export function failure(isAway: boolean): Refusal {
  return isAway
    ? { status: 503, headers: { 'Retry-After': '1' }, body: notReady }
    : { status: 500, headers: {}, body: serverError }
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
      return { status: 429, headers: {}, body: rateLimitedError(retryAfter) }
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
