import { type TokenIssuer, verifyAccessToken } from '@svc/credentials/access-tokens'
import type { Connection } from '@svc/db/database'
import { revokeAccessToken } from '@svc/db/revoked-tokens'
import type { ApiError } from '@svc/http/errors'
import { noStoreHeaders, oauthErrorResponse } from '@svc/http/oauth'
import { type Exchange, exchangeOf, setError } from '@svc/http/shell/exchange'
import { commonHeaders, errorResponse, sendResponse } from '@svc/http/shell/response'
import { isRecord } from '@svc/runtime/json'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { translate } from './refusals.ts'
import type { CredentialEvents } from './usage.ts'

interface MiddlewareOptions extends ErrorPorts {
  db: Connection
  issuer: TokenIssuer
  /** Every `aud` of our tokens. */
  audiences: readonly string[]
  record: CredentialEvents
}

/** The errors of the library become those of the contract, by the rules for all requests. */
export interface ErrorPorts {
  /** The error that the contract has for anything that was thrown. */
  toApiError(thrown: unknown): ApiError
  onServerError(error: ApiError, exchange: Exchange): void
}

/** Puts our headers, our errors and the revocation of signed tokens around everything that the library serves. */
export function wrapResponses(provider: Provider, options: MiddlewareOptions): void {
  const { record, toApiError, onServerError } = options

  const fail = (ctx: KoaContextWithOIDC, thrown: unknown): void => {
    const exchange = exchangeOf(ctx.res)
    const error = toApiError(thrown)
    setError(exchange, error)
    onServerError(error, exchange)
  }

  const complete = async (ctx: KoaContextWithOIDC): Promise<void> => {
    switch (ctx.oidc?.route) {
      case 'resume':
        // A code was issued: the library's own session is no longer needed; our login session remains.
        if (ctx.oidc.entities.AuthorizationCode) await ctx.oidc.session?.destroy()
        break
      case 'revocation':
        if (hasError(ctx.body, 'unsupported_token_type') && (await revokeSignedToken(ctx, options)))
          record('token.revoked', ctx)
        // The body is empty, but clients that read only JSON fail on a response without a content type.
        if (ctx.status === 200) ctx.set('Content-Type', 'application/json; charset=utf-8')
    }
  }

  // The library passes its own context to middleware, though its type says plain Koa.
  provider.use<object, Pick<KoaContextWithOIDC, 'oidc'>>(async (ctx, next) => {
    try {
      await next()
      await complete(ctx)
    } catch (error) {
      fail(ctx, error)
      ctx.status = 500
    }
    // Tokens are for servers: no page of another origin may read these responses.
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary'])
      ctx.res.removeHeader(name)
    const exchange = exchangeOf(ctx.res)
    if (ctx.status >= 500) {
      const error = exchange.error ?? toApiError(undefined)
      ctx.respond = false
      return sendResponse(exchange, oauthErrorResponse(error) ?? errorResponse(exchange, error))
    }
    if (ctx.status >= 400) sendRefusal(ctx)
    for (const [name, value] of Object.entries({ ...commonHeaders(exchange), ...noStoreHeaders }))
      ctx.res.setHeader(name, value)
  })
  provider.on('server_error', fail)
}

/**
 * Revokes a signed access token; returns whether it did. The library refuses to revoke what it has not stored, but only
 * after it has authenticated the client and read the token. "The authorization server responds with HTTP status code
 * 200 if the token has been revoked successfully or if the client submitted an invalid token" (RFC 7009 section 2.2).
 */
async function revokeSignedToken(
  ctx: KoaContextWithOIDC,
  { db, issuer, audiences }: Pick<MiddlewareOptions, 'db' | 'issuer' | 'audiences'>,
): Promise<boolean> {
  const claims = verifyAccessToken(String(ctx.oidc.params?.token), issuer, audiences)
  ctx.status = 200
  ctx.body = ''
  if (claims === undefined || claims.client_id !== ctx.oidc.client?.clientId) return false
  // Kept a little longer than the token is valid, for a clock that is behind ours.
  return revokeAccessToken(db, claims.jti, new Date((claims.exp + 60) * 1000))
}

function sendRefusal(ctx: KoaContextWithOIDC): void {
  const { status, headers, body } = translate(ctx.body, ctx.oidc?.route)
  ctx.status = status
  ctx.set(headers)
  ctx.body = body
}

function hasError(body: unknown, code: string): boolean {
  return isRecord(body) && body.error === code
}
