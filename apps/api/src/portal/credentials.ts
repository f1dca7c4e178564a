import type { AuditAction, KeyStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { IneligibleAccountError, issueApiKey, listApiKeys, revokeApiKey } from '@svc/credentials/api-keys'
import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  type OAuthClient,
  rotateClientSecret,
  updateOAuthClient,
} from '@svc/credentials/oauth-clients'
import type { ApiKey } from '@svc/db/api-keys'
import { recordChange } from '@svc/db/audit-log'
import type { Connection, Transaction } from '@svc/db/database'
import { ApiError, invalidRequest, notFound } from '@svc/http/errors'
import { planWithoutApi } from '@svc/http/shell/messages'
import type { Clock } from '@svc/runtime/clock'
import type { Id } from '@svc/runtime/ids'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalCaller } from './caller.ts'
import type { PortalOperations } from './context.ts'
import { requireConfirmed } from './sessions.ts'

/** The keys of the account. Live keys are issued by an administrator, and revocable here. */
export const keyOperations = ({ keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>) => {
  const shown = (key: ApiKey): Schemas['Key'] => ({ ...key, status: statusOf(key, clock.now()) })
  return {
    async listKeys({ caller, db }) {
      return (await listApiKeys(db, caller.account.id)).map(shown)
    },

    async createKey({ body, caller, db, requestId }) {
      const { name, scopes, expires_at = null } = body
      const { account_id } = caller.session
      requireLater(expires_at, clock)
      try {
        return await db.transaction(async (transaction) => {
          const wanted = { kind: 'test', name, expires_at, ...(scopes && { scopes }) } as const
          const { key, record } = await issueApiKey(transaction, keyring, account_id, wanted)
          await recordChange(transaction, memberActor({ caller, requestId }), {
            action: 'key.issued',
            account_id,
            subject_id: record.id,
            after: { kind: record.kind, scopes: record.scopes },
          })
          return { ...shown(record), key }
        })
      } catch (error) {
        if (!(error instanceof IneligibleAccountError)) throw error
        throw new ApiError('forbidden', { message: planWithoutApi, cause: error })
      }
    },

    async revokeKey({ path, caller, db, requestId }) {
      return db.transaction(async (transaction) => {
        const revoked = await revokeApiKey(transaction, caller.account.id, path.id)
        if (!revoked) throw notFound()
        await recordChange(transaction, memberActor({ caller, requestId }), {
          action: 'key.revoked',
          account_id: caller.session.account_id,
          subject_id: path.id,
          before: { kind: revoked.kind, scopes: revoked.scopes },
        })
        return shown(revoked)
      })
    },
  } satisfies Partial<PortalOperations>
}

/** Throws ApiError 400 for a time of expiry that is over or about to be. */
export function requireLater(expiresAt: string | null, clock: Clock): void {
  if (expiresAt !== null && Date.parse(expiresAt) < clock.now() + 60_000)
    throw invalidRequest('body.expires_at', 'must be at least a minute from now')
}

export function statusOf(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  nowMs: number,
): KeyStatus {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= nowMs ? 'expired' : 'active'
}

/** The OAuth clients of the account. */
export const clientOperations = ({ keyring }: Pick<Dependencies, 'keyring'>) =>
  ({
    async listClients({ caller, db }) {
      return (await listOAuthClients(db, caller.account.id)).map(shownClient)
    },

    async createClient({ body, db, ...context }) {
      const { account_id } = context.caller.session
      requireConfirmed(context.caller.session)
      const created = await changeClient(db, context, {
        action: 'client.created',
        change: (transaction) => refuseMistakes(() => createOAuthClient(transaction, keyring, account_id, body)),
      })
      return { ...shownClient(created.record), client_secret: created.client_secret }
    },

    async updateClient({ path, body, db, ...context }) {
      const updated = await changeClient(db, context, {
        action: 'client.updated',
        async change(transaction) {
          const record = await refuseMistakes(() =>
            updateOAuthClient(transaction, context.caller.account.id, path.id, body),
          )
          return record && { record }
        },
      })
      return shownClient(updated.record)
    },

    async deleteClient({ path, db, ...context }) {
      await changeClient(db, context, {
        action: 'client.deleted',
        async change(transaction) {
          const record = await deleteOAuthClient(transaction, context.caller.account.id, path.id)
          return record && { record }
        },
      })
      return { id: path.id, deleted: true as const }
    },

    async rotateClientSecret({ path, db, ...context }) {
      requireConfirmed(context.caller.session)
      const rotated = await changeClient(db, context, {
        action: 'client.secret_rotated',
        change: (transaction) => rotateClientSecret(transaction, keyring, context.caller.account.id, path.id),
      })
      return { ...shownClient(rotated.record), client_secret: rotated.client_secret }
    },
  }) satisfies Partial<PortalOperations>

/** Changes a client and records it in one transaction; 404 where there is no such client. */
async function changeClient<Result extends { record: { id: Id<'cli'> } }>(
  db: Connection,
  context: { caller: PortalCaller; requestId: string },
  { action, change }: { action: AuditAction; change: (transaction: Transaction) => Promise<Result | undefined> },
): Promise<Result> {
  return db.transaction(async (transaction) => {
    const result = await change(transaction)
    if (!result) throw notFound()
    const { account_id } = context.caller.session
    await recordChange(transaction, memberActor(context), { action, account_id, subject_id: result.record.id })
    return result
  })
}

function shownClient({ is_public, ...client }: OAuthClient): Schemas['Client'] {
  return { ...client, has_secret: !is_public }
}

/** A RangeError states the mistake in the redirect URIs. */
async function refuseMistakes<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest('body.redirect_uris', `is refused: ${error.message}`)
    throw error
  }
}
