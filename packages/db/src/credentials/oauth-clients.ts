import type { Plan, Scope } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { flagIsOnSql } from '../accounts/flags.ts'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { businessIdOf, type Columns, type NoOtherFields, type Owner, only, selectList } from '../connection/records.ts'
import type { PepperedHash } from './api-keys.ts'
import type { OAuthRecord } from './oauth-records.ts'

/** The record of a client. It does not contain the secret, of which only a hash is stored. */
export interface OAuthClient extends Omit<Schemas['Client'], 'has_secret'> {
  /** A public client has no secret, because its app could not keep it secret. */
  is_public: boolean
}

export const oauthClientColumns: Columns<OAuthClient> = {
  id: 'text',
  name: 'text',
  scopes: 'ARRAY',
  redirect_uris: 'ARRAY',
  is_public: 'boolean',
  creates_business: 'boolean',
  created_at: 'timestamptz',
  secret_rotated_at: 'timestamptz?',
}
const columns = selectList(oauthClientColumns)

interface NewOAuthClient extends Pick<OAuthClient, 'name' | 'scopes' | 'redirect_uris'> {
  /** Null creates a public client, which needs a redirect URI. */
  secret: PepperedHash | null
}

export async function insertOAuthClient(
  connection: Connection,
  accountId: Id<'acc'>,
  client: NewOAuthClient,
): Promise<OAuthClient> {
  const { name, scopes, redirect_uris, secret } = client
  return only(
    await query<OAuthClient>(
      connection,
      {
        name: 'insert_oauth_client',
        text: `
          insert into oauth_clients
            (id, account_id, name, scopes, redirect_uris, is_public, secret_hash, pepper_key_id)
          values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
      },
      [
        newId('cli'),
        accountId,
        name,
        scopes,
        redirect_uris,
        secret === null,
        secret?.hash ?? null,
        secret?.key_id ?? null,
      ],
    ),
  )
}

/**
 * Lists the clients of an account, newest first, except deleted ones. Without a limit (number of clients) it lists all
 * of them.
 */
export async function listOAuthClients(
  connection: Reader,
  accountId: Id<'acc'>,
  limit: number | null = null,
): Promise<OAuthClient[]> {
  return query(
    connection,
    {
      name: 'list_oauth_clients',
      text: `select ${columns} from oauth_clients where account_id = $1 and deleted_at is null order by id desc limit $2`,
    },
    [accountId, limit],
  )
}

/**
 * Changes the name or the redirect URIs of a client. Undefined leaves a field unchanged. Returns `other_kind` and
 * changes nothing if redirect URIs would be added to a client without any, or if the last one would be removed.
 */
export async function changeOAuthClient(
  connection: Connection,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
  { name, redirect_uris, ...rest }: Schemas['UpdateClientRequest'],
): Promise<OAuthClient | 'other_kind' | undefined> {
  rest satisfies NoOtherFields
  const [client] = await query<OAuthClient & { is_other_kind: boolean }>(
    connection,
    {
      name: 'change_oauth_client',
      text: `
        with client as (
          select id, $4::text[] is not null and (redirect_uris = '{}') <> ($4::text[] = '{}') as is_other_kind
          from oauth_clients where account_id = $1 and id = $2 and deleted_at is null for update
        )
        update oauth_clients
        set name = case when is_other_kind then name else coalesce($3::text, name) end,
            redirect_uris = case when is_other_kind then redirect_uris else coalesce($4::text[], redirect_uris) end
        from client where oauth_clients.id = client.id
        returning ${selectList(oauthClientColumns, 'oauth_clients')}, is_other_kind`,
    },
    [accountId, id, name ?? null, redirect_uris ?? null],
  )
  if (!client) return undefined
  const { is_other_kind, ...changed } = client
  return is_other_kind ? 'other_kind' : changed
}

/**
 * Grants or revokes the scope `businesses:write`. Returns the client and whether it had the scope, or undefined if the
 * account has no such client for client credentials.
 */
export async function setCreatesBusiness(
  transaction: Transaction,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
  enabled: boolean,
): Promise<{ client: OAuthClient; before: boolean } | undefined> {
  const [found] = await query<OAuthClient & { before: boolean }>(
    transaction,
    {
      name: 'set_creates_business',
      text: `
        with client as (
          select id, creates_business as before from oauth_clients
          where account_id = $1 and id = $2 and deleted_at is null and redirect_uris = '{}' for update
        )
        update oauth_clients set creates_business = $3 from client where oauth_clients.id = client.id
        returning ${selectList(oauthClientColumns, 'oauth_clients')}, before`,
    },
    [accountId, id, enabled],
  )
  if (!found) return undefined
  const { before, ...client } = found
  return { client, before }
}

/**
 * Replaces the secret and invalidates all tokens of the client in the same statement: its epoch no longer matches, and
 * its codes, refresh tokens and grants are deleted. Returns undefined if the account has no such client with a secret.
 */
export async function replaceClientSecret(
  connection: Connection,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
  secret: PepperedHash,
): Promise<OAuthClient | undefined> {
  const [client] = await query<OAuthClient>(
    connection,
    {
      name: 'replace_client_secret',
      text: `
        with client as (
          update oauth_clients
          set secret_hash = $3, pepper_key_id = $4, secret_rotated_at = now(), token_epoch = token_epoch + 1
          where account_id = $1 and id = $2 and deleted_at is null and not is_public
          returning ${columns}
        ), ended as (delete from oauth_records where client_id in (select id from client))
        select ${columns} from client`,
    },
    [accountId, id, secret.hash, secret.key_id],
  )
  return client
}

/** Deletes a client and invalidates all its tokens. Returns undefined if the account has no such client. */
export async function deleteOAuthClient(
  connection: Connection,
  accountId: Id<'acc'>,
  id: Id<'cli'>,
): Promise<OAuthClient | undefined> {
  const [client] = await query<OAuthClient>(
    connection,
    {
      name: 'delete_oauth_client',
      text: `
        with client as (
          update oauth_clients set deleted_at = now(), token_epoch = token_epoch + 1
          where account_id = $1 and id = $2 and deleted_at is null
          returning ${columns}
        ), ended as (delete from oauth_records where client_id in (select id from client))
        select ${columns} from client`,
    },
    [accountId, id],
  )
  return client
}

/** A client as the authorization server needs it. */
export interface RegisteredClient {
  id: Id<'cli'>
  account_id: Id<'acc'>
  name: string
  scopes: Scope[]
  redirect_uris: string[]
  is_public: boolean
  creates_business: boolean
  secret_hash: Buffer | null
  pepper_key_id: string | null
  token_epoch: number
  plan: Plan
  api_demo: boolean
  /** The platform flag `oauth_authcode_enabled` is on and not switched off for the account. */
  authcode_enabled: boolean
}

/** The clients of those ids that were not deleted, in any order. */
export function findRegisteredClients(connection: Reader, ids: readonly Id<'cli'>[]): Promise<RegisteredClient[]> {
  return query<RegisteredClient>(
    connection,
    {
      name: 'find_registered_clients',
      text: `
        select client.id, client.account_id, client.name, client.scopes, client.redirect_uris, client.is_public,
               client.creates_business, client.secret_hash, client.pepper_key_id, client.token_epoch, account.plan, account.api_demo,
               ${authcodeEnabled} as authcode_enabled
        from oauth_clients as client
        join accounts as account on account.id = client.account_id
        where client.id = any($1) and client.deleted_at is null`,
    },
    [ids],
  )
}

/**
 * Stores the hash of the same secret under the current pepper. This is only possible while the secret itself is
 * available.
 */
export async function rehashClientSecret(
  connection: Connection,
  id: Id<'cli'>,
  { from, to }: { from: Buffer; to: PepperedHash },
): Promise<void> {
  await query(
    connection,
    {
      name: 'rehash_client_secret',
      text: 'update oauth_clients set secret_hash = $3, pepper_key_id = $4 where id = $1 and secret_hash = $2',
    },
    [id, from, to.hash, to.key_id],
  )
}

/** The values of an access token that determine whether it is still valid. */
export interface TokenReference {
  client_id: Id<'cli'>
  /** The `jti`. */
  token_id: string
  /** The `token_epoch` of the client when the token was issued. */
  epoch: number
  /** The consent on which the token is based. Null for client credentials. */
  grant_id: OAuthRecord['id'] | null
}

/** The caller of an access token, with everything needed to allow or refuse it. */
interface TokenCaller extends Owner {
  client_id: Id<'cli'>
  name: string
  /** The current scopes of the client. An older token may name more. */
  scopes: Scope[]
  creates_business: boolean
  plan: Plan
  api_demo: boolean
  /** The flag of the MCP server is on for the platform and not switched off for the account. */
  mcp_enabled: boolean
}

/**
 * Finds the caller of an access token whose signature has been verified, with one statement per request and without a
 * cache, so that a revocation applies to every request that starts after it. Returns undefined if the token or its
 * grant was revoked, the client was deleted or its secret replaced, or if the token came from the authorization code
 * flow and this flow was switched off.
 */
export async function findCallerByToken(connection: Reader, token: TokenReference): Promise<TokenCaller | undefined> {
  const [caller] = await query<TokenCaller>(
    connection,
    {
      name: 'find_caller_by_token',
      text: `
        select client.id as client_id, client.name, client.scopes, client.creates_business, account.id as account_id,
               account.plan, account.api_demo, ${businessIdOf('business')} as business_id,
               ${mcpEnabled} as mcp_enabled
        from oauth_clients as client
        join accounts as account on account.id = client.account_id
        left join businesses as business on business.account_id = account.id
        where client.id = $1 and client.token_epoch = $3 and client.deleted_at is null
          and not exists (select from revoked_tokens where id = $2)
          and ($4::text is null or (
            ${authcodeEnabled} and exists (select from oauth_records where kind = 'Grant' and id = $4)
          ))`,
    },
    [token.client_id, token.token_id, token.epoch, token.grant_id],
  )
  return caller
}

const authcodeEnabled = flagIsOnSql("'oauth_authcode_enabled'", 'account.id')
const mcpEnabled = flagIsOnSql("'mcp_enabled'", 'account.id')
