import { type Scope, scopes } from '@generated/contract/enums'
import { signAccessToken, verifyAccessToken } from '@svc/credentials/access-tokens'
import { unauthorized } from '@svc/credentials/sent-credential'
import { systemClock } from '@svc/runtime/clock'
import { createKeyring } from '@svc/runtime/secrets'
import type { MockCaller, Refused } from './caller.ts'
import { type DemoClient, demoClients } from './credentials.ts'
import type { Chance } from './ids.ts'
import { keepNewest, type Worlds } from './worlds.ts'

/** Access tokens as the service issues them: HS256, one hour, bound to this address. */
export interface Tokens {
  issue(client: DemoClient, granted: readonly Scope[]): Promise<string>
  /** Ends a token of this client and says whether it did; any other text is let be (RFC 7009 section 2.2). */
  revoke(client: DemoClient, text: string): Promise<boolean>
  identify(text: string): Promise<MockCaller | Refused>
  reset(): void
}

/** Under the scenario token-expired a token is good for so many requests. */
const requestsBeforeExpiry = 2

/**
 * More tokens than one caller can have issued and revoked within the hour that a token holds, at the default limit of 1,200
 * requests a minute: what is forgotten has expired by then.
 */
const rememberedMax = 50_000

export interface TokensOptions {
  chance: Chance
  issuer: string
  worlds: Worlds
  /** How many tokens are remembered as revoked, and how many as used under the scenario token-expired. */
  remembered?: number
}

export function createTokens({ chance, issuer, worlds, remembered = rememberedMax }: TokensOptions): Tokens {
  const keyring = createKeyring([{ id: 'mock', key: chance.key() }])
  const revoked = new Set<string>()
  const uses = new Map<string, number>()
  const refused = unauthorized('The access token is not valid, or not any more. Ask the token endpoint for a new one.')
  const tokenIssuer = { keyring, issuer, clock: systemClock }
  const read = (text: string) => verifyAccessToken(text, tokenIssuer)

  return {
    issue({ client_id }, granted) {
      const token = { jti: chance.key().toString('base64url'), sub: client_id, client_id, scope: granted.join(' ') }
      return signAccessToken({ ...token, epoch: 0 }, tokenIssuer)
    },

    async revoke({ client_id }, text) {
      const claims = await read(text)
      if (claims?.client_id !== client_id || revoked.has(claims.jti)) return false
      revoked.add(claims.jti)
      keepNewest(revoked, remembered)
      return true
    },

    async identify(text) {
      const claims = await read(text)
      const client = demoClients.find(({ client_id }) => client_id === claims?.client_id)
      if (!claims || !client || revoked.has(claims.jti)) return refused
      if (worlds.scenarioOf(client.account) === 'token-expired') {
        const used = (uses.get(claims.jti) ?? 0) + 1
        uses.set(claims.jti, used)
        keepNewest(uses, remembered)
        if (used > requestsBeforeExpiry) return refused
      }
      const granted = new Set(claims.scope.split(' '))
      return {
        account: client.account,
        // "Live keys […] enforce full quotas" (interface section 5), and so do clients.
        credential: { type: 'oauth_client', id: client.client_id, kind: 'live', label: client.name },
        scopes: new Set(scopes.filter((scope) => granted.has(scope))),
        quota: null,
      }
    },

    reset() {
      revoked.clear()
      uses.clear()
    },
  }
}
