import type { KeyStatus } from '@generated/contract/enums'
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
import { ApiError, invalidRequest, notFound } from '@svc/http/errors'
import { planWithoutApi } from '@svc/http/shell/messages'
import type { Dependencies } from '../dependencies.ts'
import type { PortalOperations } from './context.ts'
import { requireConfirmed } from './sessions.ts'

/** The keys of the account. Live keys are issued by an administrator, and revocable here. */
export const keyOperations = ({ keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>) => {
  const shown = (key: ApiKey): Schemas['Key'] => ({ ...key, status: statusOf(key, clock.now()) })
  return {
    async listKeys({ caller, db }) {
      return (await listApiKeys(db, caller.account.id)).map(shown)
    },

    async createKey({ body, caller, db }) {
      const { name, scopes, expires_at } = body
      if (expires_at && Date.parse(expires_at) < clock.now() + 60_000)
        throw invalidRequest('body.expires_at', 'must be at least a minute from now')
      try {
        const { key, record } = await issueApiKey(db, keyring, caller.session.account_id, {
          kind: 'test',
          name,
          ...(scopes && { scopes }),
          expires_at: expires_at ?? null,
        })
        return { ...shown(record), key }
      } catch (error) {
        if (!(error instanceof IneligibleAccountError)) throw error
        throw new ApiError('forbidden', { message: planWithoutApi, cause: error })
      }
    },

    async revokeKey({ path, caller, db }) {
      const revoked = await revokeApiKey(db, caller.account.id, path.id)
      if (!revoked) throw notFound()
      return shown(revoked)
    },
  } satisfies Partial<PortalOperations>
}

function statusOf({ revoked_at, expires_at }: ApiKey, nowMs: number): KeyStatus {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= nowMs ? 'expired' : 'active'
}

/** The OAuth clients of the account. */
export const clientOperations = ({ keyring }: Pick<Dependencies, 'keyring'>) =>
  ({
    async listClients({ caller, db }) {
      return (await listOAuthClients(db, caller.account.id)).map(shownClient)
    },

    async createClient({ body, caller, db }) {
      requireConfirmed(caller.session)
      const created = await refuseMistakes(() => createOAuthClient(db, keyring, caller.session.account_id, body))
      return { ...shownClient(created.record), client_secret: created.client_secret }
    },

    async updateClient({ path, body, caller, db }) {
      const updated = await refuseMistakes(() => updateOAuthClient(db, caller.account.id, path.id, body))
      if (!updated) throw notFound()
      return shownClient(updated)
    },

    async deleteClient({ path, caller, db }) {
      if (!(await deleteOAuthClient(db, caller.account.id, path.id))) throw notFound()
      return { id: path.id, deleted: true as const }
    },

    async rotateClientSecret({ path, caller, db }) {
      requireConfirmed(caller.session)
      const rotated = await rotateClientSecret(db, keyring, caller.account.id, path.id)
      if (!rotated) throw notFound()
      return { ...shownClient(rotated.record), client_secret: rotated.client_secret }
    },
  }) satisfies Partial<PortalOperations>

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
