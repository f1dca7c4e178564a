import type { OAuthErrorCode } from '@generated/contract/enums'
import { type OAuthError, oauthError } from '@svc/http/oauth'
import { oauthMessages as messages, oauthRequired } from '@svc/http/oauth-messages'

// The library throws errors with one code, `invalid_request`, for all of these: only the description tells them apart.
// A test compares every description with the source of the library.

/** An error of the library in the form that is sent. */
export interface OAuthRefusal {
  status: number
  headers: Record<string, string>
  body: OAuthError
}

export function refusal(error: OAuthErrorCode, description: string, status = 400): OAuthRefusal {
  return { status, headers: {}, body: oauthError(error, description) }
}

/** RFC 9110 section 11.6.1 has a challenge on every 401. */
export const wrongClient: OAuthRefusal = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Basic realm="svc"' },
  body: oauthError('invalid_client', messages.wrongClient),
}

const invalidRequest = (description: string) => refusal('invalid_request', description)

/** By the whole description. */
export const describedRefusals: Readonly<Record<string, OAuthRefusal>> = {
  'no client authentication mechanism provided': wrongClient,
  'client_secret must be provided in the Authorization header': wrongClient,
  'requested grant type is not allowed for this client': refusal('unauthorized_client', messages.grantTypeNotAllowed),
  'client authentication must only be provided using one mechanism': invalidRequest(messages.twoAuthentications),
  'client_id mismatch': invalidRequest(messages.clientIdMismatch),
  'invalid authorization header value format': invalidRequest(messages.malformedBasic),
  'client_id and client_secret in the authorization header are not properly encoded': invalidRequest(
    messages.basicNotFormEncoded,
  ),
  'authorization request has expired': invalidRequest('The authorization request has expired. Start again in the app.'),
}

/** Descriptions that name parameters: the text around the names, and the sentence that is sent. */
export const parameterRefusals = [
  { text: 'missing required', pattern: /^missing required parameters? ([a-z_', ]+)$/, sentence: oauthRequired },
  {
    text: 'must not be provided twice',
    pattern: /^([a-z_', ]+) parameters? must not be provided twice$/,
    sentence: (names: string) => `Sent more than once: ${names}.`,
  },
] as const

/** The refusal for a description; undefined for one that is not listed. */
export function refusalByDescription(description: string): OAuthRefusal | undefined {
  if (Object.hasOwn(describedRefusals, description)) return describedRefusals[description]
  for (const { pattern, sentence } of parameterRefusals) {
    const [, names] = pattern.exec(description) ?? []
    if (names !== undefined) return invalidRequest(sentence(names.replaceAll("'", '')))
  }
  return undefined
}
