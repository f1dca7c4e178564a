import type { OAuthErrorCode } from '@generated/contract/enums'
import { notReady, type OAuthError, oauthError, rateLimitedError, serverError } from '@svc/http/oauth'
import { oauthMessages as messages, oauthRequired } from '@svc/http/shell/messages'

/** An error of the library in the form that is sent. */
interface OAuthRefusal {
  status: number
  headers: Record<string, string>
  body: OAuthError
}

/** 500, or 503 while the database is unavailable and a retry makes sense. */
export function failure(databaseUnavailable: boolean): OAuthRefusal {
  return databaseUnavailable
    ? { status: 503, headers: { 'Retry-After': '1' }, body: notReady }
    : { status: 500, headers: {}, body: serverError }
}

/**
 * Translates an error of the library into our sentences, which never repeat what was sent. RFC 6749 section 5.2 has
 * other codes than the library for "no client authentication included" and "not authorized to use this authorization
 * grant type".
 *
 * @param refused the body that the library would send
 * @param request.retryAfter the seconds of the Retry-After header that was set
 */
export function translate(
  refused: unknown,
  { route, retryAfter }: { route: string | undefined; retryAfter: string },
): OAuthRefusal {
  const { error, description } = readError(refused)
  switch (error) {
    case 'rate_limited':
      return { status: 429, headers: {}, body: rateLimitedError(retryAfter) }
    case 'invalid_client':
      return route === 'authorization' ? refusal('invalid_client', messages.unknownClient) : wrongClient
    case 'invalid_redirect_uri':
      return refusal('invalid_request', 'The redirect_uri is not registered for this client.')
    case 'invalid_grant':
      return refusal('invalid_grant', messages.invalidGrant)
    case 'unsupported_grant_type':
      return refusal('unsupported_grant_type', messages.grantTypeUnavailable)
    case 'unauthorized_client':
      return refusal('unauthorized_client', description || 'The client may not do this.')
    case 'invalid_scope':
      return refusal('invalid_scope', messages.scopeNotGranted)
    case 'invalid_target':
      return refusal('invalid_target', messages.wrongResource)
    case 'unsupported_token_type':
      return refusal('unsupported_token_type', 'Tokens of this kind are not issued here.')
    default:
      return translateByDescription(description)
  }
}

/**
 * The library throws one class with one code, `InvalidRequest`, for all of these: only its description differs.
 * The tests of OAuth requests send each of them, so an update of the library that rewords one fails there.
 */
function translateByDescription(description: string): OAuthRefusal {
  if (notAuthenticated.has(description)) return wrongClient
  if (description === 'requested grant type is not allowed for this client')
    return refusal('unauthorized_client', messages.grantTypeNotAllowed)
  const [, missing] = /^missing required parameters? ([a-z_', ]+)$/.exec(description) ?? []
  if (missing) return refusal('invalid_request', oauthRequired(missing.replaceAll("'", '')))
  const [, repeated] = /^([a-z_', ]+) parameters? must not be provided twice$/.exec(description) ?? []
  if (repeated) return refusal('invalid_request', `Sent more than once: ${repeated.replaceAll("'", '')}.`)
  return refusal('invalid_request', sentences[description] ?? 'The request is not valid.')
}

/** RFC 9110 section 11.6.1 has a challenge on every 401. */
const wrongClient: OAuthRefusal = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Basic realm="svc"' },
  body: oauthError('invalid_client', messages.wrongClient),
}

const notAuthenticated: ReadonlySet<string> = new Set([
  'no client authentication mechanism provided',
  'client_secret must be provided in the Authorization header',
])

const sentences: Readonly<Record<string, string>> = {
  'client authentication must only be provided using one mechanism': messages.twoAuthentications,
  'client_id mismatch': messages.clientIdMismatch,
  'invalid authorization header value format': messages.malformedBasic,
  'client_id and client_secret in the authorization header are not properly encoded': messages.basicNotFormEncoded,
  'authorization request has expired': 'The authorization request has expired. Start again in the app.',
}

function refusal(error: OAuthErrorCode, description: string, status = 400): OAuthRefusal {
  return { status, headers: {}, body: oauthError(error, description) }
}

function readError(refused: unknown): { error: string; description: string } {
  if (typeof refused !== 'object' || refused === null || !('error' in refused)) return { error: '', description: '' }
  const description = 'error_description' in refused ? refused.error_description : ''
  return { error: String(refused.error), description: String(description ?? '') }
}
