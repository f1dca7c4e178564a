import { authenticate } from '@svc/credentials/authenticate'
import type { Caller } from '@svc/credentials/caller'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { Dependencies } from './dependencies.ts'

/**
 * Finds the caller in one statement and from no cache, so that a revocation holds for every request that starts after
 * it.
 */
export async function authenticateRequest(
  { db, keyring, publicUrl, background }: Dependencies,
  { request }: Exchange<Caller>,
): Promise<Caller | RefusedCredential<Caller>> {
  const result = await authenticate(db, keyring, request.headersDistinct, { issuer: publicUrl })
  if (!('caller' in result)) return result
  if (result.recordUse) background(result.recordUse)
  return result.caller
}
