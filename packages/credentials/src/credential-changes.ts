import type { Schemas } from '@generated/portal/server-types'
import { type AuditActor, recordChange } from '@svc/db/audit-log'
import type { Transaction } from '@svc/db/database'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { type ApiKey, type IssuedKey, issueApiKey, type NewKey, revokeApiKey } from './api-keys.ts'
import {
  type CreatedClient,
  createOAuthClient,
  deleteOAuthClient,
  type NewClient,
  type OAuthClient,
  rotateClientSecret,
  setCreatesBusiness,
  updateOAuthClient,
} from './oauth-clients.ts'

// Changes of keys and clients by members, administrators and operators, each with its entry in the audit log
// (docs/decisions/0042-audit-log.md).

/** Issues a key as `issueApiKey` does. */
export async function issueKey(
  transaction: Transaction,
  actor: AuditActor,
  keyring: Keyring,
  accountId: Id<'acc'>,
  wanted: NewKey,
): Promise<IssuedKey> {
  const issued = await issueApiKey(transaction, keyring, accountId, wanted)
  const { id, kind, scopes } = issued.record
  await recordChange(transaction, actor, {
    action: 'key.issued',
    account_id: accountId,
    subject_id: id,
    after: { kind, scopes },
  })
  return issued
}

/** Revokes a key; one that is revoked stays as it is. Undefined when the account has no such key. */
export async function revokeKey(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  keyId: Id<'key'>,
): Promise<ApiKey | undefined> {
  const revoked = await revokeApiKey(transaction, accountId, keyId)
  if (!revoked) return undefined
  const { id, kind, scopes } = revoked.record
  if (!revoked.wasRevoked)
    await recordChange(transaction, actor, {
      action: 'key.revoked',
      account_id: accountId,
      subject_id: id,
      before: { kind, scopes },
    })
  return revoked.record
}

/** Registers a client as `createOAuthClient` does. */
export async function createClient(
  transaction: Transaction,
  actor: AuditActor,
  keyring: Keyring,
  accountId: Id<'acc'>,
  wanted: NewClient,
): Promise<CreatedClient> {
  const created = await createOAuthClient(transaction, keyring, accountId, wanted)
  const subject_id = created.record.id
  await recordChange(transaction, actor, { action: 'client.created', account_id: accountId, subject_id })
  return created
}

/** Changes a client as `updateOAuthClient` does. */
export async function updateClient(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  clientId: Id<'cli'>,
  change: Schemas['UpdateClientRequest'],
): Promise<OAuthClient | undefined> {
  const updated = await updateOAuthClient(transaction, accountId, clientId, change)
  if (updated)
    await recordChange(transaction, actor, {
      action: 'client.updated',
      account_id: accountId,
      subject_id: updated.id,
    })
  return updated
}

/**
 * Grants or revokes the scope `businesses:write`, as an administrator or operator. Undefined when the account has no
 * such client for client credentials.
 */
export async function changeBusinessCreation(
  transaction: Transaction,
  actor: AuditActor,
  { accountId, clientId, enabled }: { accountId: Id<'acc'>; clientId: Id<'cli'>; enabled: boolean },
): Promise<OAuthClient | undefined> {
  const changed = await setCreatesBusiness(transaction, accountId, clientId, enabled)
  if (!changed) return undefined
  const { client, before } = changed
  if (before !== enabled)
    await recordChange(transaction, actor, {
      action: 'client.updated',
      account_id: accountId,
      subject_id: client.id,
      before: { creates_business: before },
      after: { creates_business: enabled },
    })
  return client
}

/** Replaces the secret of a client as `rotateClientSecret` does. */
export async function rotateSecret(
  transaction: Transaction,
  actor: AuditActor,
  keyring: Keyring,
  accountId: Id<'acc'>,
  clientId: Id<'cli'>,
): Promise<{ client_secret: string; record: OAuthClient } | undefined> {
  const rotated = await rotateClientSecret(transaction, keyring, accountId, clientId)
  if (rotated)
    await recordChange(transaction, actor, {
      action: 'client.secret_rotated',
      account_id: accountId,
      subject_id: rotated.record.id,
    })
  return rotated
}

/** Deletes a client and ends its tokens. Undefined when the account has no such client. */
export async function deleteClient(
  transaction: Transaction,
  actor: AuditActor,
  accountId: Id<'acc'>,
  clientId: Id<'cli'>,
): Promise<OAuthClient | undefined> {
  const deleted = await deleteOAuthClient(transaction, accountId, clientId)
  if (deleted)
    await recordChange(transaction, actor, {
      action: 'client.deleted',
      account_id: accountId,
      subject_id: deleted.id,
    })
  return deleted
}
