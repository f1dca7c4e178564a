import type { Caller } from '@svc/credentials/caller'
import { identify } from '@svc/credentials/identify'
import type { RefusedCredential } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { Service } from './service.ts'

/**
 * Finds the caller in one statement and from no cache, so that a revocation holds for every request that starts after
 * it.
 */
export async function authenticate(
  { db, keyring, publicUrl, background }: Service,
  { request }: Exchange<Caller>,
): Promise<Caller | RefusedCredential<Caller>> {
  const result = await identify(db, keyring, request.headersDistinct, { issuer: publicUrl })
  if (!('caller' in result)) return result
  if (result.upkeep) background(result.upkeep)
  return result.caller
}
