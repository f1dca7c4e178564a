import { generateKeyPairSync } from 'node:crypto'
import { scopes } from '@generated/contract/enums'
import { accessTokenLifetimeS } from '@svc/credentials/access-tokens'
import { businessCreation } from '@svc/credentials/caller'
import { oauthPaths } from '@svc/http/oauth'
import { type Configuration, errors } from 'oidc-provider'
import type { Dependencies } from '../dependencies.ts'
import { createAdapter } from './adapter.ts'
import { clientFactNames } from './client-facts.ts'
import { admit, askEveryTime, checkRequest, requireFlow } from './policies.ts'

/** The paths of the endpoints and of the consent page. */
export const paths = { ...oauthPaths, consent: '/oauth/consent' } as const

const daysS = 86_400

/**
 * Lifetimes in seconds. A chain of refresh tokens ends when one was not used for 30 days, and after 90 days in any
 * case.
 */
const lifetimesS = {
  AccessToken: accessTokenLifetimeS,
  AuthorizationCode: 60,
  ClientCredentials: accessTokenLifetimeS,
  Grant: 90 * daysS,
  IdToken: 60,
  Interaction: 600,
  RefreshToken: 30 * daysS,
  Session: 600,
} as const

/**
 * The configuration of oidc-provider as a plain OAuth 2.0 server, in the order of the library's documentation. Many of
 * its defaults are made for OpenID Connect and are set otherwise here; what cannot be switched off is never routed to
 * (see `createOAuth`).
 *
 * @param resources what tokens are for (RFC 8707)
 */
export function providerConfiguration(
  { db, publicUrl: issuer }: Pick<Dependencies, 'db' | 'publicUrl'>,
  resources: OAuthResources,
): Configuration {
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') } as const
  return {
    adapter: createAdapter(db),
    async findAccount(ctx, id) {
      const { client, route } = ctx.oidc
      if (route === 'token' && client) {
        requireFlow(client)
        await admit(ctx, client)
      }
      return { accountId: id, claims: () => ({ sub: id }) }
    },
    jwks: unusedKeys(),
    features: features(resources),

    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientBasedCORS: () => false,
    clientDefaults: { id_token_signed_response_alg: 'ES256', grant_types: ['client_credentials'], response_types: [] },
    cookies: {
      names: { session: 'svc_oauth', interaction: 'svc_oauth_asking', resume: 'svc_oauth_resume' },
      long: { ...cookie, path: paths.authorization },
      short: cookie,
    },
    expiresWithSession: () => false,
    extraClientMetadata: { properties: [...clientFactNames] },
    // Every authorization needs consent, regardless of what the user agreed to in an earlier session.
    interactions: { policy: askEveryTime(), url: (_ctx, { uid }) => `${paths.consent}/${uid}` },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    // PKCE for every client, with S256, the only method that the library supports.
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.body = out
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: { token: paths.token, revocation: paths.revocation, authorization: paths.authorization },
    scopes: [...scopes, businessCreation],
    ttl: lifetimesS,
  }
}

/** The audience of tokens: the REST API if a request names no other. */
export interface OAuthResources {
  readonly default: string
  /** The `aud` of tokens for the resource with this URL; undefined if there is none. */
  audienceOf(resource: string): Promise<string | undefined>
}

function features(resources: OAuthResources): Configuration['features'] {
  return {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources.default,
      async getResourceServerInfo(ctx, requested, client) {
        const audience = await resources.audienceOf(requested)
        if (audience === undefined) throw new errors.InvalidTarget()
        await checkRequest(ctx, client)
        return {
          scope: [...scopes, businessCreation].join(' '),
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenLifetimeS,
        }
      },
      useGrantedResource: () => true,
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}

/** The library does not start without an asymmetric key. Nothing is signed with this one, and no route shows it. */
function unusedKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] }
}
