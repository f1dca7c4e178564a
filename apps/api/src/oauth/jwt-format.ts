import { signAccessToken, type TokenIssuer } from '@svc/credentials/access-tokens'
import type { Id } from '@svc/runtime/ids'
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'

/** An access token as the library has it when it is about to be sent. */
interface IssuedToken {
  jti: string
  client: Client
  /** `findRegisteredClients` finds no other client. */
  clientId: Id<'cli'>
  /** The audience of the resource that was requested. */
  aud?: string
  scope?: string
  /** The person, and the grant that the consent created; absent for client credentials. */
  accountId?: string
  grantId?: string
}

/**
 * Makes the library issue our signed access tokens. `getValueAndPayload` is the method in which the library expects a
 * custom format. Nothing of the token is stored, so it returns a value without a payload.
 */
export function issueSignedTokens(provider: Provider, issuer: TokenIssuer): void {
  for (const { prototype } of [provider.ClientCredentials, provider.AccessToken]) {
    Object.assign(prototype, {
      async getValueAndPayload(this: IssuedToken) {
        const { jti, aud, accountId, clientId, scope = '', client, grantId } = this
        const { token_epoch: epoch } = client
        const grant = grantId === undefined ? {} : { gid: grantId }
        const audience = aud === undefined ? {} : { aud }
        const token = { jti, sub: accountId ?? clientId, client_id: clientId, scope, epoch, ...grant, ...audience }
        return { value: signAccessToken(token, issuer) }
      },
    })
  }
}
