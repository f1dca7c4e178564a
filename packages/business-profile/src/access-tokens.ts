import type { components, paths } from '@generated/business-profile/client-types'
import type { ProfileAccess } from '@svc/db/profile-connections'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Client } from 'openapi-fetch'
import { ProfileError } from './profile-error.ts'
import { refreshTokenContext } from './refresh-token.ts'
import { failureOf, received } from './responses.ts'

/** An access token, and when a new one is requested. */
interface AccessToken {
  value: string
  renewAtMs: number
}

/** A new token is requested this long before the old one expires. */
const renewalMs = 60_000

/** The wait after a response that only an operator can change. */
const misconfiguredMs = 600_000

/** The body of the requests to the authorization server. */
export const form = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  bodySerializer: (body: Record<string, string>) => new URLSearchParams(body),
}

/** The only scope that is requested. */
export const profileScope = 'https://www.googleapis.com/auth/business.manage'

type Tokens = components['schemas']['TokenResponse']

/** The fields of a request for tokens, without those of the client. */
type Grant = Without<components['schemas']['CodeRequest']> | Without<components['schemas']['RefreshRequest']>
type Without<Request> = Omit<Request, 'client_id' | 'client_secret'>

/** The code of a consent, with what proves that it was requested here. */
export interface ConsentCode {
  code: string
  verifier: string
  /** The one of the authorization request. */
  redirectUri: string
}

interface AccessTokensOptions {
  client: Client<paths>
  keyring: Keyring
  settings: Pick<NonNullable<Settings['businessProfile']>, 'clientId' | 'clientSecret'>
  /** The origin of the authorization server. */
  host: string
  /** Counts a request against the budget. */
  take(accountId: Id<'acc'>): Promise<void>
}

/** Access tokens of connections, kept in memory until they expire. */
export function createAccessTokens({ client, keyring, settings, host, take }: AccessTokensOptions) {
  const { clientId, clientSecret } = settings
  /** By business. A new connection has another ciphertext. */
  const known = new Map<string, AccessToken & { ciphertext: Buffer }>()

  /** Requests tokens. Rejects with a ProfileError. */
  async function request(accountId: Id<'acc'>, grant: Grant): Promise<Tokens> {
    await take(accountId)
    const body = { ...grant, client_id: clientId, client_secret: clientSecret }
    const result = await received(client.POST('/token', { ...form, baseUrl: host, body }))
    if (result.data) return result.data
    const { status } = result.response
    if (status === 400 && result.error.error === 'invalid_grant')
      throw new ProfileError('consent_revoked', 'The consent was revoked or has expired.')
    if (status < 500 && status !== 429) {
      const message = `The token endpoint returned ${status}: check BUSINESS_PROFILE_CLIENT_ID.`
      throw new ProfileError('busy', message, { retryAfterMs: misconfiguredMs })
    }
    throw failureOf(result.response)
  }

  /** Exchanges a refresh token (RFC 6749, section 6). Rejects with a ProfileError; nothing was changed then. */
  async function refresh(accountId: Id<'acc'>, refreshToken: string): Promise<AccessToken> {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken } as const
    const { access_token, expires_in } = await request(accountId, grant)
    return { value: access_token, renewAtMs: Date.now() + expires_in * 1_000 - renewalMs }
  }

  return {
    refresh,
    /**
     * Exchanges the code of a consent for its refresh token (RFC 6749, section 4.1.3, and RFC 7636). Rejects with a
     * ProfileError: `consent_revoked` for a code that is not valid, `not_granted` if the person did not allow to manage
     * the business profile.
     */
    async redeem(accountId: Id<'acc'>, { code, verifier, redirectUri }: ConsentCode): Promise<string> {
      const { refresh_token, scope } = await request(accountId, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      })
      const granted = scope?.split(' ') ?? []
      if (!granted.includes(profileScope) || refresh_token === undefined)
        throw new ProfileError('not_granted', 'The consent does not include managing the business profile.')
      return refresh_token
    },
    /** Returns a token that is valid for at least a minute, as far as is known. */
    async of({ owner, refreshToken: sealed }: ProfileAccess): Promise<string> {
      const kept = known.get(owner.business_id)
      if (kept?.ciphertext.equals(sealed.ciphertext) && kept.renewAtMs > Date.now()) return kept.value
      const context = refreshTokenContext(owner.business_id)
      const refreshToken = keyring.decrypt(sealed.key_id, sealed.ciphertext, context).toString('utf8')
      const token = await refresh(owner.account_id, refreshToken)
      known.set(owner.business_id, { ...token, ciphertext: sealed.ciphertext })
      return token.value
    },
    /** Forgets a token that was rejected. */
    forget({ owner }: ProfileAccess): void {
      known.delete(owner.business_id)
    },
  }
}
