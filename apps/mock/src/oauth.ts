import { type Scope, scopes } from '@generated/contract/enums'
import { accessTokenLifetimeS } from '@svc/credentials/access-tokens'
import { basePath } from '@svc/http/base-path'
import {
  authcodeGrantTypes,
  methodNotAllowed,
  oauthMetadata,
  oauthResponse,
  oauthPaths as paths,
} from '@svc/http/oauth'
import { readBody } from '@svc/http/oauth-form'
import { oauthMessages as messages, oauthRequired } from '@svc/http/oauth-messages'
import { exchangeOf, limitCaller, setCaller, type UsageRecorder } from '@svc/http/shell/exchange'
import { sendResponse } from '@svc/http/shell/response'
import { eventsOfCredential } from '@svc/http/shell/usage'
import { planWithoutApi } from '@svc/rules/messages'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { MockCaller } from './accounts/caller.ts'
import { authenticateClient, OAuthRefusalError, readFields } from './accounts/client-authentication.ts'
import type { DemoClient } from './accounts/credentials.ts'
import { callerOf, type Tokens } from './accounts/tokens.ts'

interface OAuthOptions {
  tokens: Tokens
  usage: UsageRecorder<MockCaller>
  /** The issuer of tokens, and the origin of their audience. */
  origin: string
}

/** The token endpoint for the demo clients: `spec/oauth.yaml` with the authorization code flow disabled. */
export function createOAuth({ tokens, usage, origin }: OAuthOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })

  router.post(paths.token, readBody, async (request, response) => {
    const exchange = exchangeOf(response)
    const fields = readFields(request)
    // Disabled for every client, so the client is not authenticated.
    if (authcodeGrantTypes.has(fields.grant_type)) throw unavailableGrant()
    const client = authenticateClient(request, fields)
    if (fields.grant_type === undefined) throw new OAuthRefusalError('invalid_request', oauthRequired('grant_type'))
    if (fields.grant_type !== 'client_credentials') throw unavailableGrant()
    if (fields.resource !== undefined && fields.resource !== `${origin}${basePath}`)
      throw new OAuthRefusalError('invalid_target', messages.wrongResource)
    if (!client.account.entitled) throw new OAuthRefusalError('unauthorized_client', planWithoutApi)
    const caller = callerOf(client, client.scopes)
    setCaller(exchange, caller, usage)
    await limitCaller(exchange, caller)
    const granted = grantedOf(client, fields.scope)
    usage.record(caller, eventsOfCredential(exchange, 'token.issued'))
    const body = {
      access_token: tokens.issue(client, granted),
      expires_in: accessTokenLifetimeS,
      token_type: 'Bearer',
      scope: granted.join(' '),
    }
    sendResponse(exchange, oauthResponse(200, body))
  })

  router.post(paths.revocation, readBody, async (request, response) => {
    const exchange = exchangeOf(response)
    const fields = readFields(request)
    const client = authenticateClient(request, fields)
    const caller = callerOf(client, client.scopes)
    setCaller(exchange, caller, usage)
    if (!fields.token) throw new OAuthRefusalError('invalid_request', oauthRequired('token'))
    if (tokens.revoke(client, fields.token)) usage.record(caller, eventsOfCredential(exchange, 'token.revoked'))
    sendResponse(exchange, oauthResponse(200, undefined))
  })

  router.get(paths.metadata, (_request, response) => {
    const metadata = {
      status: 200,
      headers: { 'Cache-Control': 'no-cache' },
      body: JSON.stringify(oauthMetadata(origin, { scopes, authcode: false })),
    }
    sendResponse(exchangeOf(response), metadata)
  })

  router.all([paths.token, paths.revocation], methodNotAllowed('POST'))
  router.all(paths.metadata, methodNotAllowed('GET'))
  router.use(sendRefusal)
  return router
}

function unavailableGrant(): OAuthRefusalError {
  return new OAuthRefusalError('unsupported_grant_type', messages.grantTypeUnavailable)
}

/** All scopes of the client by default; a scope beyond them is an error, not silently dropped. */
function grantedOf(client: DemoClient, requested: string | undefined): readonly Scope[] {
  const wanted = requested === undefined ? client.scopes : requested.split(' ')
  const granted = wanted.flatMap((name) => client.scopes.find((scope) => scope === name) ?? [])
  if (granted.length < wanted.length) throw new OAuthRefusalError('invalid_scope', messages.scopeNotGranted)
  return granted
}

const sendRefusal: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof OAuthRefusalError) return sendResponse(exchangeOf(response), error.response)
  next(error)
}
