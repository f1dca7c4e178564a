import * as bounds from '@generated/contract/bounds'
import type { OAuthErrorCode } from '@generated/contract/enums'
import type { Request, RequestHandler } from 'express'
import { isRecord } from './contract/references.ts'
import { ApiError } from './errors.ts'
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

export const notReady = oauthError('server_error', 'The service is not ready. Wait 1 second.')
export const serverError = oauthError(
  'server_error',
  'An error occurred on our side. Include the request ID when you contact support.',
)

export function rateLimitedError(retryAfter: string): OAuthError {
  return oauthError('rate_limited', `Too many requests. Wait ${retryAfter} seconds.`)
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

/**
 * An error on an OAuth path in the format of RFC 6749; undefined for other paths, and for errors without an OAuth code,
 * such as 404 and 405, which keep our envelope.
 */
export function oauthErrorResponse(
  request: Request,
  { code, message, status, headers }: ApiError,
): HttpResponse | undefined {
  if (!oauthPathSet.has(request.path)) return undefined
  const body = bodyOf(code, message, headers['Retry-After'])
  return body && oauthResponse(status, body, headers)
}

function bodyOf(code: ApiError['code'], message: string, retryAfter = '1'): OAuthError | undefined {
  switch (code) {
    case 'invalid_request':
      return oauthError('invalid_request', message)
    case 'rate_limited':
      return rateLimitedError(retryAfter)
    case 'unavailable':
      return notReady
    case 'internal_error':
      return serverError
    default:
      return undefined
  }
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
