import { checkClientSecret } from '@svc/credentials/oauth-clients'
import { isId } from '@svc/runtime/ids'
import Provider, { type Client } from 'oidc-provider'
import type { Dependencies } from '../dependencies.ts'
import { mcpResource } from '../mcp/paths.ts'
import type { BatchRecorder } from '../usage-recorder.ts'
import { type OAuthResources, providerConfiguration } from './configuration.ts'
import { issueSignedTokens } from './jwt-format.ts'
import { type ErrorPorts, wrapResponses } from './middleware.ts'
import { credentialEvents, recordGrants } from './usage.ts'

export interface ProviderOptions extends ErrorPorts {
  dependencies: Dependencies
  usage: BatchRecorder
  /** The audiences of tokens (RFC 8707). */
  resources: OAuthResources
}

/** oidc-provider with our configuration, token format, client secrets, errors and usage events. */
export function createProvider({
  dependencies,
  usage,
  resources,
  toApiError,
  onServerError,
}: ProviderOptions): Provider {
  const { db, keyring, publicUrl, clock } = dependencies
  const provider = new Provider(publicUrl, providerConfiguration(dependencies, resources))
  // The scheme and the host that the library believes are set from the public origin on every request, never by the
  // caller.
  provider.proxy = true
  // Read for each request: a rotation of the secret keys changes which of them signs cookies.
  Object.defineProperty(provider, 'keys', {
    get: () => keyring.derivedKeys('session').map(({ key }) => key.toString('base64url')),
  })
  const issuer = { keyring, issuer: publicUrl, clock }
  const record = credentialEvents(usage)

  provider.Client.prototype.compareClientSecret = function (this: Client, presented: string) {
    const { clientId, clientSecret = '' } = this
    if (!isId('cli', clientId)) return false
    const stored = {
      id: clientId,
      secret_hash: Buffer.from(clientSecret, 'base64url'),
      pepper_key_id: this.pepper_key_id,
    }
    return checkClientSecret(db, keyring, stored, presented)
  }
  issueSignedTokens(provider, issuer)
  const audiences = [publicUrl, mcpResource(publicUrl)]
  wrapResponses(provider, { db, issuer, audiences, record, toApiError, onServerError })
  recordGrants(provider, record)
  return provider
}
