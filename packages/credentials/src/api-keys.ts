import { randomBytes } from 'node:crypto'
import type { CredentialKind } from '@generated/contract/enums'
import { scopes as allScopes } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { findAccountById } from '@svc/db/accounts'
import { type ApiKey, insertApiKey } from '@svc/db/api-keys'
import type { Connection } from '@svc/db/database'
import type { NoOtherFields } from '@svc/db/records'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { isEntitled } from './entitlement.ts'
import { visiblePrefix } from './sent-credential.ts'

export { type ApiKey, listApiKeys, revokeApiKey } from '@svc/db/api-keys'

/** By default a key with every scope that does not expire. */
export type NewKey = (Schemas['CreateKeyRequest'] | Schemas['IssueLiveKeyRequest']) & { kind: CredentialKind }

/** A key that was issued; `key` is the key itself and exists only here. */
export interface IssuedKey {
  key: `svc_${CredentialKind}_${string}`
  record: ApiKey
}

/** The account has no developer access: neither its plan nor an entitlement includes the API. */
export class IneligibleAccountError extends Error {
  override readonly name = 'IneligibleAccountError'
}

/**
 * Issues a key; `issueKey` in credential-changes.ts records that as well. "Only a hash is stored; the raw value is
 * shown once at issuance" (INTERFACE.md §5). The hash is an HMAC under the current pepper; a key has 256 random bits,
 * so a slow hash would protect nothing and cost 100 ms a request. Test keys are "issued to any eligible developer":
 * throws IneligibleAccountError for other accounts.
 */
export async function issueApiKey(
  connection: Connection,
  keyring: Keyring,
  accountId: Id<'acc'>,
  { kind, name, scopes = [...allScopes], expires_at = null, ...rest }: NewKey,
): Promise<IssuedKey> {
  rest satisfies NoOtherFields
  if (kind === 'test') await requireEligible(connection, accountId)
  const key = `svc_${kind}_${randomBytes(32).toString('base64url')}` as const
  const hash = keyring.hmac('pepper', key)
  const record = await insertApiKey(connection, accountId, {
    kind,
    name,
    scopes,
    prefix: visiblePrefix(key),
    hash,
    expires_at,
  })
  return { key, record }
}

async function requireEligible(connection: Connection, accountId: Id<'acc'>): Promise<void> {
  const account = await findAccountById(connection, accountId)
  if (account === undefined || isEntitled(account.plan, account.api_demo)) return
  throw new IneligibleAccountError(`The plan "${account.plan}" of the account does not include the API.`)
}
