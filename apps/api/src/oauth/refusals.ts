import { errorTable } from '@svc/http/errors'
import { oauthMessages as messages } from '@svc/http/oauth-messages'
import { isRecord } from '@svc/runtime/json'
import { type OAuthRefusal, refusal, refusalByDescription, wrongClient } from './described-refusals.ts'

/**
 * Translates an error of the library into our sentences, which never repeat what was sent. RFC 6749 section 5.2 has
 * other codes than the library for "no client authentication included" and "not authorized to use this authorization
 * grant type".
 *
 * @param refused the body that the library would send
 * @param route the name of the route in the library
 */
export function translate(refused: unknown, route: string | undefined): OAuthRefusal {
  const { error, description } = readError(refused)
  switch (error) {
    case 'rate_limited':
      return refusal('rate_limited', errorTable.rate_limited.message, errorTable.rate_limited.status)
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
      return refusalByDescription(description) ?? refusal('invalid_request', 'The request is not valid.')
  }
}

function readError(refused: unknown): { error: string; description: string } {
  const { error, error_description } = isRecord(refused) ? refused : {}
  return { error: String(error ?? ''), description: String(error_description ?? '') }
}
