import { type Scope, scopes } from '@generated/contract/enums'
import { signAccessToken, verifyAccessToken } from '@svc/credentials/access-tokens'
import { accessTokenRefusal } from '@svc/credentials/sent-credential'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import { systemClock } from '@svc/runtime/clock'
import { createKeyring } from '@svc/runtime/secrets'
import type { IdSource } from '../state/id-source.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { StateStore } from '../state/state-store.ts'
import type { MockCaller } from './caller.ts'
import { type DemoClient, demoClients } from './credentials.ts'

/** Access tokens of the demo clients, signed and verified as the service does. */
export interface Tokens {
  issue(client: DemoClient, granted: readonly Scope[]): string
  /** Revokes a token of this client; false for any other string, which is not an error (RFC 7009, section 2.2). */
  revoke(client: DemoClient, token: string): boolean
  authenticate(token: string): MockCaller | RefusedCredential<MockCaller>
  reset(): void
}

/** The number of requests for which a token is valid under the scenario token-expired. */
const requestsBeforeExpiry = 2

/**
 * More tokens than one caller can have issued and revoked within the hour that a token is valid, at the default limit
 * of 1,200 requests a minute: the tokens that are dropped have expired by then.
 */
const rememberedMaxDefault = 50_000

interface TokensOptions {
  ids: IdSource
  /** Origin of this mock. */
  issuer: string
  states: StateStore
  /** The number of revoked tokens that are stored, and of those used under the scenario token-expired. */
  rememberedMax?: number
}

export function createTokens({ ids, issuer, states, rememberedMax = rememberedMaxDefault }: TokensOptions): Tokens {
  const tokenIssuer = { keyring: createKeyring([{ id: 'mock', key: ids.newKey() }]), issuer, clock: systemClock }
  const revoked = new Set<string>()
  const uses = new Map<string, number>()

  return {
    issue({ client_id }, granted) {
      const jti = ids.newKey().toString('base64url')
      return signAccessToken({ jti, sub: client_id, client_id, scope: granted.join(' '), epoch: 0 }, tokenIssuer)
    },

    revoke({ client_id }, token) {
      const claims = verifyAccessToken(token, tokenIssuer)
      if (claims?.client_id !== client_id || revoked.has(claims.jti)) return false
      revoked.add(claims.jti)
      keepNewest(revoked, rememberedMax)
      return true
    },

    authenticate(token) {
      const claims = verifyAccessToken(token, tokenIssuer)
      const client = demoClients.find(({ client_id }) => client_id === claims?.client_id)
      if (!claims || !client || revoked.has(claims.jti)) return accessTokenRefusal
      if (states.scenarioOf(client.account) === 'token-expired') {
        const used = (uses.get(claims.jti) ?? 0) + 1
        uses.set(claims.jti, used)
        keepNewest(uses, rememberedMax)
        if (used > requestsBeforeExpiry) return accessTokenRefusal
      }
      const granted = new Set(claims.scope.split(' '))
      return callerOf(
        client,
        scopes.filter((scope) => granted.has(scope)),
      )
    },

    reset() {
      revoked.clear()
      uses.clear()
    },
  }
}

/** "Live keys […] enforce full quotas" (INTERFACE.md §5), and so do clients. */
export function callerOf({ account, client_id, name }: DemoClient, granted: readonly Scope[]): MockCaller {
  const credential = { type: 'oauth_client', id: client_id, kind: 'live', label: name, name } as const
  return { account, credential, scopes: new Set(granted) }
}
