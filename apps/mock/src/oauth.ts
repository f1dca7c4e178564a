import { accessTokenLifetimeS } from '@svc/credentials/access-tokens'
import { type Scope, scopes } from '@svc/credentials/scopes'
import { basePath } from '@svc/http/base-path'
import { ApiError } from '@svc/http/errors'
import { type Answer, transmit } from '@svc/http/exchange'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import type { MockCaller } from './caller.ts'
import type { DemoClient } from './credentials.ts'
import { exchangeOf } from './exchange.ts'
import { type MockLimits, takeLimits } from './limits.ts'
import { answerOf, OAuthRefusal } from './oauth-answers.ts'
import { authenticateClient, readBody, readFields } from './oauth-form.ts'
import type { Tokens } from './tokens.ts'
import type { Recorder } from './usage.ts'

export interface OAuth {
  /** Answers the OAuth paths and passes everything else on. */
  routes: RequestHandler
}

const paths = {
  token: '/api/oauth/token',
  revocation: '/api/oauth/revoke',
  authorization: '/api/oauth/authorize',
  metadata: '/.well-known/oauth-authorization-server',
} as const

const spoken: ReadonlySet<string> = new Set(Object.values(paths))

export interface OAuthOptions {
  tokens: Tokens
  usage: Recorder
  limits: MockLimits
  /** Scheme, host and port of this mock. */
  origin: string
}

/** The token endpoint for the demo clients: client credentials, as `spec/oauth.yaml` has it with the authorization code flow off. */
export function createOAuth({ tokens, usage, limits, origin }: OAuthOptions): OAuth {
  const router = express.Router({ caseSensitive: true, strict: true })

  router.post(paths.token, readBody, async (request, response) => {
    const exchange = exchangeOf(response)
    const fields = readFields(request)
    // Switched off, whoever asks: not even the client is looked at.
    if (fields.grant_type === 'authorization_code' || fields.grant_type === 'refresh_token') throw unavailableGrant()
    const client = authenticateClient(request, fields)
    if (fields.grant_type === undefined) throw new OAuthRefusal('invalid_request', 'Required: grant_type.')
    if (fields.grant_type !== 'client_credentials') throw unavailableGrant()
    if (fields.resource !== undefined && fields.resource !== `${origin}${basePath}`)
      throw new OAuthRefusal('invalid_target', 'The resource is not the address of this API.')
    if (!client.account.entitled)
      throw new OAuthRefusal('unauthorized_client', 'The plan of this account does not include the API.')
    exchange.caller = callerOf(client)
    await takeLimits(limits.everybody, exchange, exchange.caller)
    const granted = grantedOf(client, fields.scope)
    usage.happened(exchange, 'token.issued')
    const body = {
      access_token: tokens.issue(client, granted),
      expires_in: accessTokenLifetimeS,
      token_type: 'Bearer',
      scope: granted.join(' '),
    }
    transmit(exchange, answerOf(200, body))
  })

  router.post(paths.revocation, readBody, (request, response) => {
    const exchange = exchangeOf(response)
    const fields = readFields(request)
    const client = authenticateClient(request, fields)
    exchange.caller = callerOf(client)
    if (!fields.token) throw new OAuthRefusal('invalid_request', 'Required: token.')
    if (tokens.revoke(client, fields.token)) usage.happened(exchange, 'token.revoked')
    transmit(exchange, answerOf(200, undefined))
  })

  router.get(paths.metadata, (_request, response) => {
    const answer = { status: 200, headers: { 'Cache-Control': 'no-cache' }, text: JSON.stringify(metadata(origin)) }
    transmit(exchangeOf(response), answer)
  })

  router.all([paths.token, paths.revocation], otherMethod('POST'))
  router.all(paths.metadata, otherMethod('GET'))
  router.use(unreadable)
  return { routes: router }
}

/** A failure on an OAuth path as OAuth libraries read it; undefined for what has no code there and keeps our envelope. */
export function oauthFailure(request: Request, { code, message, status, headers }: ApiError): Answer | undefined {
  if (!spoken.has(request.path)) return undefined
  switch (code) {
    case 'invalid_request':
      return answerOf(status, { error: 'invalid_request', error_description: message })
    case 'rate_limited':
      return answerOf(
        status,
        { error: 'rate_limited', error_description: `Too many requests. Wait ${headers['Retry-After']} seconds.` },
        headers,
      )
    case 'unavailable':
      return answerOf(
        status,
        { error: 'server_error', error_description: 'The service is not ready. Wait 1 second.' },
        headers,
      )
    case 'internal_error':
      return answerOf(status, {
        error: 'server_error',
        error_description: 'The service failed. Quote the request id if it happens again.',
      })
    default:
      return undefined
  }
}

function unavailableGrant(): OAuthRefusal {
  return new OAuthRefusal('unsupported_grant_type', 'This grant type is not available.')
}

/** With scope left out everything that was granted to the client; beyond it an error, not a silent cut (design decision 25). */
function grantedOf(client: DemoClient, asked: string | undefined): readonly Scope[] {
  const wanted = asked === undefined ? client.scopes : asked.split(' ')
  const granted = wanted.flatMap((word) => client.scopes.find((scope) => scope === word) ?? [])
  if (granted.length < wanted.length)
    throw new OAuthRefusal(
      'invalid_scope',
      'The client, or the consent, does not include every scope that was asked for.',
    )
  return granted
}

function callerOf({ account, client_id, name, scopes: granted }: DemoClient): MockCaller {
  const credential = { type: 'oauth_client', id: client_id, kind: 'live', label: name } as const
  return { account, credential, scopes: new Set(granted), quota: null }
}

/** What is on (RFC 8414): nothing of the authorization code flow. */
function metadata(issuer: string): object {
  const methods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    token_endpoint: `${issuer}${paths.token}`,
    revocation_endpoint: `${issuer}${paths.revocation}`,
    scopes_supported: scopes,
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
  }
}

/** Sends our refusals; what the parsers refuse, whatever it is, is a fault of the request. */
const unreadable: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof OAuthRefusal) return transmit(exchangeOf(response), error.answer)
  const isParsers = typeof error?.type === 'string' && error.status < 500
  next(isParsers ? new ApiError('invalid_request', { message: 'The body cannot be read.', cause: error }) : error)
}

function otherMethod(allowed: string): RequestHandler {
  return () => {
    throw new ApiError('method_not_allowed', { headers: { Allow: allowed } })
  }
}
