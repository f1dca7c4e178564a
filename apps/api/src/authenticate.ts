import { authenticate } from '@svc/credentials/authenticate'
import type { ApiCaller } from '@svc/credentials/caller'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { Dependencies } from './dependencies.ts'

/**
 * Finds the caller in one statement and from no cache, so that a revocation holds for every request that starts after
 * it.
 *
 * @param audience the `aud` of access tokens that are accepted; default: that of the REST API
 */
export async function authenticateRequest(
  { db, keyring, publicUrl, clock, background }: Dependencies,
  { request }: Exchange,
  { audience = publicUrl }: { audience?: string } = {},
): Promise<ApiCaller | RefusedCredential<ApiCaller>> {
  const result = await authenticate(db, keyring, request.headersDistinct, { issuer: publicUrl, audience, clock })
  if (!('caller' in result)) return result
  if (result.recordUse) background(result.recordUse)
  return result.caller
}
