import { createHash, randomBytes } from 'node:crypto'
import { scopes } from '@generated/contract/enums'
import { scopesOfClient } from '@svc/credentials/oauth-clients'
import type { Connection } from '@svc/db/database'
import { findRegisteredClients, type RegisteredClient } from '@svc/db/oauth-clients'
import {
  consumeOAuthRecord,
  deleteGrant,
  deleteOAuthRecord,
  findGrantOfRecord,
  findOAuthRecord,
  findOAuthRecordByUid,
  limitRecordsOfAddress,
  type OAuthRecord,
  type OAuthRecordKind,
  saveOAuthRecord,
} from '@svc/db/oauth-records'
import { exchangeOf } from '@svc/http/shell/exchange'
import { ipKey } from '@svc/limits/ip-key'
import { type Id, isId, newId } from '@svc/runtime/ids'
import DataLoader from 'dataloader'
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata, errors } from 'oidc-provider'
import type { ClientFacts } from './client-facts.ts'

/**
 * Two requests presented one code or refresh token at the same time: the second one gets this error, and the grant is
 * revoked.
 */
export class UsedTwiceAtOnceError extends errors.InvalidGrant {}

/**
 * The library's storage over our stores. Access tokens are not stored at all, and clients are only read: on every
 * request, so that a rotation or deletion holds from the next one on.
 */
export function createAdapter(connection: Connection): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clients(connection)
    return isStored(model) ? records(connection, model) : unstored(connection, model)
  }
}

/** Bearer values are stored hashed: a reader of the database must not be able to use them. */
const hashedKinds: ReadonlySet<OAuthRecordKind> = new Set(['AuthorizationCode', 'RefreshToken', 'Session'])

/** Written for anyone who opens the authorization endpoint. */
const pendingKinds: ReadonlySet<OAuthRecordKind> = new Set(['Interaction', 'Session'])

/**
 * The limit for each address; with more, its oldest pending authorizations expire. One takes two records of a few
 * kilobytes.
 */
const pendingPerAddressMax = 100

const storedKinds: ReadonlySet<string> = new Set<OAuthRecordKind>([...hashedKinds, 'Grant', 'Interaction'])

function isStored(model: string): model is OAuthRecordKind {
  return storedKinds.has(model)
}

function records(connection: Connection, kind: OAuthRecordKind): Adapter {
  const isHashed = hashedKinds.has(kind)
  const keyOf = (id: string) => (isHashed ? createHash('sha256').update(id).digest('base64url') : id)
  const payloadOf = (record: OAuthRecord | undefined, id?: string): AdapterPayload | undefined =>
    record && {
      ...record.payload,
      ...(id !== undefined && { jti: id }),
      ...(record.consumed_at !== null && { consumed: Math.floor(Date.parse(record.consumed_at) / 1000) }),
    }
  return {
    ...unused,

    async upsert(id, payload, expiresInS) {
      // If the id is the secret itself, the payload must not repeat it.
      const { jti: _, ...withoutId } = payload
      const ctx = pendingKinds.has(kind) ? Provider.ctx : undefined
      const address = ctx === undefined ? null : ipKey(exchangeOf(ctx.res).ip)
      await saveOAuthRecord(connection, kind, keyOf(id), {
        payload: isHashed ? withoutId : payload,
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        client_id: clientOf(payload),
        user_id: userOf(payload),
        address,
        expires_at: new Date(Date.now() + (expiresInS ?? 0) * 1000),
      })
      if (address !== null) await limitRecordsOfAddress(connection, address, { max: pendingPerAddressMax })
    },

    async find(id) {
      return isStorable(id) ? payloadOf(await findOAuthRecord(connection, kind, keyOf(id)), id) : undefined
    },

    async findByUid(uid) {
      const record = isStorable(uid) ? await findOAuthRecordByUid(connection, kind, uid) : undefined
      return payloadOf(record, record?.id)
    },

    destroy: (id) => deleteOAuthRecord(connection, kind, keyOf(id)),

    // The library reads first and consumes later: several requests can reach this point with one code or refresh token.
    async consume(id) {
      if (await consumeOAuthRecord(connection, kind, keyOf(id))) return
      const grantId = await findGrantOfRecord(connection, kind, keyOf(id))
      if (grantId !== undefined) await deleteGrant(connection, grantId)
      throw new UsedTwiceAtOnceError()
    },
  }
}

function clientOf({ clientId }: AdapterPayload): Id<'cli'> | null {
  return clientId !== undefined && isId('cli', clientId) ? clientId : null
}

function userOf({ accountId }: AdapterPayload): Id<'usr'> | null {
  return accountId !== undefined && isId('usr', accountId) ? accountId : null
}

/** The library revokes a grant at every kind of token in turn; one statement here does it for all of them. */
function unstored(connection: Connection, model: string): Adapter {
  return model === 'AccessToken'
    ? { ...unused, revokeByGrantId: (grantId) => deleteGrant(connection, grantId) }
    : unused
}

function clients(connection: Connection): Adapter {
  const reader = clientReader(connection)
  return {
    ...unused,
    async find(id) {
      const client = isId('cli', id) ? await reader.load(id) : undefined
      if (client) return metadataOf(client)
      return isAuthenticating() ? unknownClient : undefined
    },
  }
}

/**
 * Reads the clients of all requests that arrived in one turn of the event loop with one statement, which is sent after
 * the last of them arrived, so that none sees an older client. Under load, a token takes a quarter less processor time.
 */
function clientReader(connection: Connection): DataLoader<Id<'cli'>, RegisteredClient | undefined> {
  return new DataLoader(
    async (ids) => {
      const found = await findRegisteredClients(connection, ids)
      const byId = new Map(found.map((client) => [client.id, client]))
      return ids.map((id) => byId.get(id))
    },
    { cache: false, batchScheduleFn: setImmediate },
  )
}

/** Returns whether the request must authenticate the client. */
function isAuthenticating(): boolean {
  const route = Provider.ctx?.oidc.route
  return route === 'token' || route === 'revocation'
}

/**
 * Stands in for a client that does not exist or was deleted. Its secret is unknown to everyone, so it is refused after
 * the same steps as a wrong secret: the response time does not reveal which of the two it was.
 */
const unknownClient = metadataOf({
  id: newId('cli'),
  account_id: newId('acc'),
  name: 'Unknown client',
  scopes: [...scopes],
  redirect_uris: [],
  is_public: false,
  creates_business: false,
  secret_hash: randomBytes(32),
  pepper_key_id: '',
  token_epoch: 0,
  plan: 'starter',
  api_demo: false,
  authcode_enabled: false,
})

/** The client as the library knows it. Its secret is our hash: see `compareClientSecret` in provider.ts. */
function metadataOf(client: RegisteredClient): ClientMetadata & ClientFacts {
  const usesConsent = client.redirect_uris.length > 0
  return {
    client_id: client.id,
    client_name: client.name,
    scope: scopesOfClient(client).join(' '),
    ...(client.secret_hash && { client_secret: client.secret_hash.toString('base64url') }),
    token_endpoint_auth_method: client.is_public ? 'none' : 'client_secret_basic',
    // "Client-credentials clients have no redirect URI. Authorization-code clients have registered redirect URIs."
    grant_types: usesConsent ? ['authorization_code', 'refresh_token'] : ['client_credentials'],
    response_types: usesConsent ? ['code'] : [],
    redirect_uris: client.redirect_uris,
    response_modes: ['query'],
    account_id: client.account_id,
    plan: client.plan,
    api_demo: client.api_demo,
    token_epoch: client.token_epoch,
    authcode_enabled: client.authcode_enabled,
    pepper_key_id: client.pepper_key_id,
  }
}

/** PostgreSQL cannot store a string that contains NUL. */
function isStorable(id: string): boolean {
  return !id.includes('\0')
}

const unused: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}
