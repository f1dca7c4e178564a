import type { KeyStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { IneligibleAccountError, listApiKeys } from '@svc/credentials/api-keys'
import {
  createClient,
  deleteClient,
  issueKey,
  revokeKey,
  rotateSecret,
  updateClient,
} from '@svc/credentials/credential-changes'
import { InvalidInputError } from '@svc/credentials/invalid-input-error'
import { listOAuthClients, type OAuthClient } from '@svc/credentials/oauth-clients'
import type { ApiKey } from '@svc/db/api-keys'
import { ApiError, invalidRequest, notFound } from '@svc/http/errors'
import { planWithoutApi } from '@svc/rules/messages'
import type { Clock } from '@svc/runtime/clock'
import type { Dependencies } from '../dependencies.ts'
import { memberActor } from './audit-log.ts'
import type { PortalOperations } from './context.ts'

/** The number of keys or clients in a list. An account rarely has ten of them, so the lists have no pages. */
export const listedMax = 500

/** The keys of the account. Live keys are issued by an administrator, and revocable here. */
export const keyOperations = ({ keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>) => {
  const shown = (key: ApiKey): Schemas['Key'] => ({ ...key, status: statusOf(key, clock.now()) })
  return {
    async listKeys({ caller, db }) {
      return (await listApiKeys(db, caller.account.id, listedMax)).map(shown)
    },

    async createKey({ body, caller, db, requestId }) {
      const { account_id } = caller.session
      requireLater(body.expires_at, clock)
      try {
        const wanted = { ...body, kind: 'test' } as const
        const { key, record } = await db.transaction((transaction) =>
          issueKey(transaction, memberActor({ caller, requestId }), keyring, account_id, wanted),
        )
        return { ...shown(record), key }
      } catch (error) {
        if (!(error instanceof IneligibleAccountError)) throw error
        throw new ApiError('forbidden', { message: planWithoutApi, cause: error })
      }
    },

    async revokeKey({ path, caller, db, requestId }) {
      const revoked = await db.transaction((transaction) =>
        revokeKey(transaction, memberActor({ caller, requestId }), caller.session.account_id, path.id),
      )
      if (!revoked) throw notFound()
      return shown(revoked)
    },
  } satisfies Partial<PortalOperations>
}

/** Throws ApiError 400 for a time of expiry that is over or about to be. */
export function requireLater(expiresAt: string | null | undefined, clock: Clock): void {
  if (expiresAt && Date.parse(expiresAt) < clock.now() + 60_000)
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
      return (await listOAuthClients(db, caller.account.id, listedMax)).map(shownClient)
    },

    async createClient({ body, caller, db, requestId }) {
      const actor = memberActor({ caller, requestId })
      const { record, client_secret } = await db
        .transaction((transaction) => createClient(transaction, actor, keyring, caller.session.account_id, body))
        .catch(refuseMistake)
      return { ...shownClient(record), client_secret }
    },

    async updateClient({ path, body, caller, db, requestId }) {
      const actor = memberActor({ caller, requestId })
      const updated = await db
        .transaction((transaction) => updateClient(transaction, actor, caller.session.account_id, path.id, body))
        .catch(refuseMistake)
      if (!updated) throw notFound()
      return shownClient(updated)
    },

    async deleteClient({ path, caller, db, requestId }) {
      const actor = memberActor({ caller, requestId })
      const deleted = await db.transaction((transaction) =>
        deleteClient(transaction, actor, caller.session.account_id, path.id),
      )
      if (!deleted) throw notFound()
      return { id: path.id, deleted: true as const }
    },

    async rotateClientSecret({ path, caller, db, requestId }) {
      const actor = memberActor({ caller, requestId })
      const rotated = await db.transaction((transaction) =>
        rotateSecret(transaction, actor, keyring, caller.session.account_id, path.id),
      )
      if (!rotated) throw notFound()
      return { ...shownClient(rotated.record), client_secret: rotated.client_secret }
    },
  }) satisfies Partial<PortalOperations>

/** A client as members and administrators see it. */
export function shownClient({ is_public, ...client }: OAuthClient): Schemas['Client'] {
  return { ...client, has_secret: !is_public }
}

/** Throws ApiError 400 for an InvalidInputError, which states the mistake in the redirect URIs, and any other error. */
function refuseMistake(error: unknown): never {
  if (error instanceof InvalidInputError) throw invalidRequest('body.redirect_uris', `is refused: ${error.message}`)
  throw error
}
