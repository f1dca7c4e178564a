import * as bounds from '@generated/contract/bounds'
import type { OAuthErrorCode } from '@generated/contract/enums'
import { isRecord } from '@svc/runtime/json'
import type { RequestHandler } from 'express'
import { ApiError, type ErrorCode } from './errors.ts'
import type { HttpResponse } from './shell/response.ts'

// The wire format of `spec/oauth.yaml`, for every server that issues tokens.

/** The paths of its operations. */
export const oauthPaths = {
  token: '/api/oauth/token',
  revocation: '/api/oauth/revoke',
  authorization: '/api/oauth/authorize',
  metadata: '/.well-known/oauth-authorization-server',
  mcpMetadata: '/.well-known/oauth-protected-resource/api/public/mcp',
} as const

/** The body of an OAuth error: at the top level, not in our envelope, so that any OAuth library understands it. */
export interface OAuthError {
  error: OAuthErrorCode
  error_description: string
}

export function oauthError(error: OAuthErrorCode, description: string): OAuthError {
  return { error, error_description: description.slice(0, bounds.OAuthError.error_description.maxLength) }
}

/** "The response includes Cache-Control: no-store and Pragma: no-cache" (RFC 6749 section 5.1), on errors as well. */
export const noStoreHeaders = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

/** A response in the format of RFC 6749: its body is at the top level, not in our envelope. */
export function oauthResponse(
  status: number,
  body: object | undefined,
  headers: Record<string, string> = {},
): HttpResponse {
  return { status, headers: { ...headers, ...noStoreHeaders }, body: body === undefined ? '' : JSON.stringify(body) }
}

const oauthPathSet: ReadonlySet<string> = new Set(Object.values(oauthPaths))

export function isOAuthPath(path: string): boolean {
  return oauthPathSet.has(path)
}

/**
 * An error in the format of RFC 6749, with the status, message and headers that it has everywhere; undefined for errors
 * without an OAuth code, such as 404 and 405, which keep our envelope.
 */
export function oauthErrorResponse({ code, message, status, headers }: ApiError): HttpResponse | undefined {
  const oauthCode = oauthCodes[code]
  return oauthCode && oauthResponse(status, oauthError(oauthCode, message), headers)
}

const oauthCodes: Readonly<Partial<Record<ErrorCode, OAuthErrorCode>>> = {
  invalid_request: 'invalid_request',
  rate_limited: 'rate_limited',
  unavailable: 'server_error',
  internal_error: 'server_error',
}

/** The features that are on (RFC 8414); while the authorization code flow is off, nothing reveals that it exists. */
export function oauthMetadata(
  issuer: string,
  { scopes, authcode }: { scopes: readonly string[]; authcode: boolean },
): object {
  const methods = ['client_secret_basic', 'client_secret_post', ...(authcode ? ['none'] : [])]
  return {
    issuer,
    token_endpoint: `${issuer}${oauthPaths.token}`,
    revocation_endpoint: `${issuer}${oauthPaths.revocation}`,
    ...(authcode && { authorization_endpoint: `${issuer}${oauthPaths.authorization}` }),
    scopes_supported: scopes,
    response_types_supported: authcode ? ['code'] : [],
    grant_types_supported: authcode ? ['client_credentials', ...authcodeGrantTypes] : ['client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    ...(authcode && {
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  }
}

/** Grant types that do not exist while the authorization code flow is off. */
export const authcodeGrantTypes: ReadonlySet<string | undefined> = new Set(['authorization_code', 'refresh_token'])

/** Every error of a body parser with a status below 500 is a fault of the request. */
export function unreadableBody(thrown: unknown): ApiError | undefined {
  if (!isRecord(thrown) || typeof thrown.type !== 'string' || Number(thrown.status) >= 500) return undefined
  return new ApiError('invalid_request', { message: 'The body cannot be read.', cause: thrown })
}

export function methodNotAllowed(allowed: string): RequestHandler {
  return () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: allowed } })
  }
}
