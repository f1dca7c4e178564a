import { generateKeyPairSync } from 'node:crypto'
import type { UsageEventType } from '@generated/contract/enums'
import { scopes } from '@generated/contract/enums'
import { accessTokenLifetimeS, signAccessToken, verifyAccessToken } from '@svc/credentials/access-tokens'
import { isEntitled } from '@svc/credentials/entitlement'
import { checkClientSecret } from '@svc/credentials/oauth-clients'
import { isUnavailable } from '@svc/db/database'
import { revokeAccessToken } from '@svc/db/revoked-tokens'
import { noStoreHeaders, oauthPaths } from '@svc/http/oauth'
import { type Exchange, exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import { systemClock } from '@svc/runtime/clock'
import { type Id, isId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import Provider, { type Client, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Service } from '../service.ts'
import type { BatchRecorder } from '../usage-recorder.ts'
import { type ClientFacts, clientFactNames, createAdapter, UsedTwiceAtOnce } from './adapter.ts'
import { failure, translate } from './answers.ts'

export interface ProviderOptions {
  service: Service
  usage: BatchRecorder
  logger: Logger
  /** The address of the API, which tokens are for (RFC 8707). */
  resource: string
}

/** Where the endpoints are, and the page that asks a person. */
export const paths = { ...oauthPaths, consent: '/oauth/consent' } as const

const days = 86_400

/** How long things hold, in seconds. A chain of refresh tokens ends when one was not used for 30 days, and after 90 days in any case. */
const lifetimes = {
  AccessToken: accessTokenLifetimeS,
  ClientCredentials: accessTokenLifetimeS,
  AuthorizationCode: 60,
  RefreshToken: 30 * days,
  Grant: 90 * days,
  Interaction: 600,
  Session: 600,
  IdToken: 60,
} as const

type RegisteredWithLibrary = Client & ClientFacts

/** An access token as the library has it when it is about to be sent. */
interface IssuedToken {
  jti: string
  client: Client | undefined
  clientId: string
  scope?: string
  /** The person, and the consent that it rests on; absent for client credentials. */
  accountId?: string
  grantId?: string
}

/**
 * oidc-provider as a plain OAuth 2.0 server. Many of its defaults are made for OpenID Connect and are set otherwise here; what cannot be
 * switched off is never routed to (see `createOAuth`).
 */
export function createProvider({ service, usage, logger, resource }: ProviderOptions): Provider {
  const { db, keyring, publicUrl: issuer } = service
  const isHttps = issuer.startsWith('https:')
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  const tokens = { keyring, issuer, clock: systemClock }

  const provider = new Provider(issuer, {
    adapter: createAdapter(db),
    routes: { token: paths.token, revocation: paths.revocation, authorization: paths.authorization },
    scopes: [...scopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256', grant_types: ['client_credentials'], response_types: [] },
    extraClientMetadata: { properties: [...clientFactNames] },
    jwks: unusedKeys(),
    ttl: lifetimes,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, asked, client) {
          if (asked !== resource) throw new errors.InvalidTarget()
          await checkRequest(ctx, client)
          // `aud` names the public origin: one audience for the whole service.
          return {
            scope: scopes.join(' '),
            audience: issuer,
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenLifetimeS,
          }
        },
      },
    },
    // PKCE for every client, with S256, the only method that the library has left.
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,

    // A person is asked every time, whatever an earlier session of theirs agreed to.
    interactions: { policy: askEveryTime(), url: (_ctx, { uid }) => `${paths.consent}/${uid}` },
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    async findAccount(ctx, id) {
      const { client, route } = ctx.oidc
      if (route === 'token' && client) {
        requireFlow(client)
        await admit(ctx, client)
      }
      return { accountId: id, claims: () => ({ sub: id }) }
    },
    cookies: {
      keys: keyring.derivedKeys('session').map(({ key }) => key.toString('base64url')),
      names: { session: 'svc_oauth', interaction: 'svc_oauth_asking', resume: 'svc_oauth_resume' },
      long: { ...cookie, path: paths.authorization },
      short: cookie,
    },
    renderError: (ctx, out) => {
      ctx.body = out
    },
  })
  // The scheme and the host that the library believes are set from the public origin on every request, never by the caller.
  provider.proxy = true

  /** Runs for every token and every authorization request, once the client is known and before its scopes are looked at. */
  async function checkRequest(ctx: KoaContextWithOIDC, client: Client): Promise<void> {
    const { params, route } = ctx.oidc
    const isAuthorization = route === 'authorization'
    if (!params || !(isAuthorization || params.grant_type === 'client_credentials')) return
    if (isAuthorization) {
      requireFlow(client)
      // "A random single-use state value is sent and verified" (interface section 5).
      if (!params.state) throw new errors.InvalidRequest("missing required parameter 'state'")
      // A SHA-256 in base64url (RFC 7636 section 4.2); the library would take anything from 43 to 128 characters.
      if (!/^[0-9A-Za-z_-]{43}$/.test(String(params.code_challenge)))
        throw new errors.InvalidRequest('code_challenge is no SHA-256 in base64url')
    } else {
      await admit(ctx, client)
    }
    // Left out, everything that was granted to the client; beyond it, an error instead of a silent cut (design decision 25).
    params.scope ??= client.scope
    const granted = new Set(client.scope?.split(' '))
    const asked = String(params.scope).split(' ')
    if (!asked.every((scope) => granted.has(scope))) throw new errors.InvalidScope('requested scope is not allowed', '')
  }

  /** The client's plan, and its share of the rate limits: both before anything is used up. */
  async function admit(ctx: KoaContextWithOIDC, client: Client): Promise<void> {
    const { account_id, plan, api_demo } = client as RegisteredWithLibrary
    if (!isEntitled(plan, api_demo)) throw notEntitled()
    const exchange = exchangeOfContext(ctx)
    const subject = { account: { id: account_id }, credential: { id: client.clientId } }
    const decision = await exchange.ipDecision.checkCaller(subject)
    exchange.rateLimit = decision
    if (!decision.allowed) {
      ctx.set('Retry-After', String(decision.retry_after_s ?? 1))
      throw new RateLimited()
    }
  }

  provider.Client.prototype.compareClientSecret = function (this: Client, presented: string) {
    const { clientId, clientSecret = '', pepper_key_id } = this as RegisteredWithLibrary
    const stored = { id: clientId as Id<'cli'>, secret_hash: Buffer.from(clientSecret, 'base64url'), pepper_key_id }
    return checkClientSecret(db, keyring, stored, presented)
  }

  // What an access token is as text: the method in which the library wants a form of one's own, as with `compareClientSecret` above. Nothing of it
  // is stored, so there is no payload beside the value.
  for (const { prototype } of [provider.ClientCredentials, provider.AccessToken]) {
    Object.assign(prototype, {
      async getValueAndPayload(this: IssuedToken) {
        const { jti, accountId, clientId, scope = '', client, grantId } = this
        const { token_epoch: epoch } = client as RegisteredWithLibrary
        const grant = grantId === undefined ? {} : { gid: grantId }
        const token = { jti, sub: accountId ?? clientId, client_id: clientId, scope, epoch, ...grant }
        return { value: await signAccessToken(token, tokens) }
      },
    })
  }

  provider.use(async (ctx, next) => {
    const asked = ctx as unknown as KoaContextWithOIDC
    try {
      await next()
      await complete(asked)
    } catch (error) {
      fail(asked, error)
      ctx.status = 500
    }
    if (ctx.status >= 400) refuse(asked)
    for (const [name, value] of Object.entries({ ...commonHeaders(exchangeOfContext(asked)), ...noStoreHeaders }))
      ctx.res.setHeader(name, value)
    // Tokens are for servers: no page of another origin reads these answers.
    for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary'])
      ctx.res.removeHeader(name)
  })

  /** What the library leaves to us once it has done its part. */
  async function complete(ctx: KoaContextWithOIDC): Promise<void> {
    switch (ctx.oidc?.route) {
      case 'resume':
        // A code went out: the library's own session, a login beside ours, has done its work.
        if (ctx.oidc.entities.AuthorizationCode) await ctx.oidc.session?.destroy()
        break
      case 'revocation':
        if (hasError(ctx.body, 'unsupported_token_type')) await revokeJwt(ctx)
        // Empty, and yet of this type: clients that read JSON and nothing else would fail over an answer without one.
        if (ctx.status === 200) ctx.set('Content-Type', 'application/json; charset=utf-8')
    }
  }

  /**
   * The library refuses to revoke what it has not stored, but only after it has authenticated the client and read the token. "The
   * authorization server responds with HTTP status code 200 if the token has been revoked successfully or if the client submitted an invalid
   * token" (RFC 7009 section 2.2).
   */
  async function revokeJwt(ctx: KoaContextWithOIDC): Promise<void> {
    const claims = await verifyAccessToken(String(ctx.oidc.params?.token), tokens)
    ctx.status = 200
    ctx.body = ''
    if (claims === undefined || claims.client_id !== ctx.oidc.client?.clientId) return
    // Kept a little longer than the token holds, for a clock that is behind ours.
    const isNew = await revokeAccessToken(db, claims.jti, new Date((claims.exp + 60) * 1000))
    if (isNew) record('token.revoked', ctx)
  }

  function refuse(ctx: KoaContextWithOIDC): void {
    const { status, headers, body } =
      ctx.status >= 500
        ? failure(isUnavailable(ctx.state.failure))
        : translate(ctx.body, { route: ctx.oidc?.route, retryAfter: ctx.response.get('Retry-After') })
    ctx.status = status
    ctx.set(headers)
    ctx.body = body
  }

  function fail(ctx: KoaContextWithOIDC, error: unknown): void {
    ctx.state.failure = error
    logger.error({ request_id: exchangeOfContext(ctx).requestId, err: error }, 'An OAuth request failed')
  }

  /** An event of the client's account, by the client. */
  function record(type: UsageEventType, ctx: KoaContextWithOIDC): void {
    const client = ctx.oidc.client as RegisteredWithLibrary | undefined
    if (!client) return
    const exchange = exchangeOfContext(ctx)
    const id = isId('cli', client.clientId) ? client.clientId : null
    usage.recordCredential({
      type,
      account_id: client.account_id,
      request_id: exchange.requestId,
      actor: { type: 'oauth_client', id, label: client.clientName ?? null },
      duration_ms: Math.round(performance.now() - exchange.startedAtMs),
      http_status: type === 'token.reuse_detected' ? 400 : 200,
      resource_id: client.clientId,
    })
  }

  provider.on('grant.success', (ctx) => record('token.issued', ctx))
  provider.on('grant.revoked', (ctx) =>
    record(ctx.oidc.route === 'token' ? 'token.reuse_detected' : 'token.revoked', ctx),
  )
  provider.on('grant.error', (ctx, error) => {
    if (error instanceof UsedTwiceAtOnce) record('token.reuse_detected', ctx)
  })
  provider.on('server_error', fail)
  return provider
}

/** 429, for what the library knows only as an error of its own making. */
class RateLimited extends errors.CustomOIDCProviderError {
  constructor() {
    super('rate_limited', 'too many requests')
  }
}

/** The platform's flag was looked at before; an account of its own may have it off. */
function requireFlow(client: Client): void {
  if (!(client as RegisteredWithLibrary).authcode_enabled) throw new errors.UnauthorizedClient()
}

function notEntitled(): Error {
  const error = new errors.UnauthorizedClient()
  error.error_description = 'The plan of this account does not include the API.'
  return error
}

/** One prompt whose only check is whether this very request has been answered by the consent page. */
function askEveryTime() {
  const policy = interactionPolicy.base()
  policy.clear()
  const check = new interactionPolicy.Check(
    'consent_every_time',
    'the person has to be asked',
    'consent_required',
    (ctx) => !ctx.oidc.result?.consent,
  )
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }, check))
  return policy
}

/** The library does not start without an asymmetric key. Nothing is signed with this one, and no route shows it. */
function unusedKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] }
}

function hasError(body: unknown, code: string): boolean {
  return typeof body === 'object' && body !== null && 'error' in body && body.error === code
}

function exchangeOfContext(ctx: KoaContextWithOIDC): Exchange {
  return exchangeOf(ctx.res as never)
}
