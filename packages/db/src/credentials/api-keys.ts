import type { CredentialKind, Plan, Scope } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { flagIsOnSql } from '../accounts/flags.ts'
import { type Connection, query, type Reader } from '../connection/database.ts'
import { businessIdOf, type Columns, type Owner, only, selectList } from '../connection/records.ts'

/** The record of a key. It does not contain the key itself, of which only a hash is stored. */
export type ApiKey = Omit<Schemas['Key'], 'status'>

export const apiKeyColumns: Columns<ApiKey> = {
  id: 'text',
  kind: 'text',
  name: 'text',
  scopes: 'ARRAY',
  prefix: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz?',
  last_used_at: 'timestamptz?',
  revoked_at: 'timestamptz?',
}
const columns = selectList(apiKeyColumns)

const liveKeysEnabled = flagIsOnSql("'live_keys_enabled'", 'account.id')
const mcpEnabled = flagIsOnSql("'mcp_enabled'", 'account.id')

/** A hash of a key, and the id of the pepper that was used. */
export interface PepperedHash {
  hash: Buffer
  key_id: string
}

export interface NewApiKey extends Pick<ApiKey, 'kind' | 'name' | 'scopes' | 'prefix' | 'expires_at'> {
  id?: Id<'key'>
  hash: PepperedHash
}

export async function insertApiKey(connection: Connection, accountId: Id<'acc'>, key: NewApiKey): Promise<ApiKey> {
  return only(
    await query<ApiKey>(
      connection,
      {
        name: 'insert_api_key',
        text: `
          insert into api_keys (id, account_id, kind, name, scopes, prefix, hash, pepper_key_id, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      },
      [
        key.id ?? newId('key'),
        accountId,
        key.kind,
        key.name,
        key.scopes,
        key.prefix,
        key.hash.hash,
        key.hash.key_id,
        key.expires_at,
      ],
    ),
  )
}

/**
 * Lists the keys of an account, newest first, including revoked and expired keys. Without a limit (number of keys)
 * it lists all of them.
 */
export async function listApiKeys(
  connection: Reader,
  accountId: Id<'acc'>,
  limit: number | null = null,
): Promise<ApiKey[]> {
  return query(
    connection,
    { name: 'list_api_keys', text: `select ${columns} from api_keys where account_id = $1 order by id desc limit $2` },
    [accountId, limit],
  )
}

/**
 * Revokes a key permanently: the next request with it is refused. If the key is already revoked, keeps the first time.
 * Returns undefined if the account has no such key.
 */
export async function revokeApiKey(
  connection: Connection,
  accountId: Id<'acc'>,
  id: Id<'key'>,
): Promise<{ record: ApiKey; wasRevoked: boolean } | undefined> {
  const [revoked] = await query<ApiKey & { was_revoked: boolean }>(
    connection,
    {
      name: 'revoke_api_key',
      text: `
        with before as (
          select id, revoked_at is not null as was_revoked from api_keys where account_id = $1 and id = $2 for update
        )
        update api_keys set revoked_at = coalesce(revoked_at, now())
        from before where api_keys.id = before.id
        returning ${selectList(apiKeyColumns, 'api_keys')}, was_revoked`,
    },
    [accountId, id],
  )
  if (!revoked) return undefined
  const { was_revoked: wasRevoked, ...record } = revoked
  return { record, wasRevoked }
}

/** The caller of a request, with everything needed to allow or refuse it. */
export interface KeyCaller extends Owner {
  key_id: Id<'key'>
  kind: CredentialKind
  scopes: Scope[]
  name: string
  prefix: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** The id of the secret key whose pepper made the stored hash. Call `rehashApiKey` if it is not the current key. */
  pepper_key_id: string
  plan: Plan
  api_demo: boolean
  /** The platform flag is on and not switched off for the account. */
  live_keys_enabled: boolean
  /** The same of the flag of the MCP server. */
  mcp_enabled: boolean
}

/**
 * Finds the caller by the hashes of the presented key, one per listed pepper, with one statement per request. Also
 * returns revoked, expired and disabled keys, which the calling code must refuse. Since at most one
 * row matches, `limit 1` does not change the result: it keeps PostgreSQL from planning the statement for each request,
 * which takes several times as long as its execution.
 */
export async function findCallerByKeyHash(
  connection: Reader,
  hashes: readonly Buffer[],
): Promise<KeyCaller | undefined> {
  const [caller] = await query<KeyCaller>(
    connection,
    {
      name: 'find_caller_by_key_hash',
      text: `
        select key.id as key_id, key.kind, key.scopes, key.name, key.prefix, key.expires_at, key.revoked_at,
               key.last_used_at, key.pepper_key_id, account.id as account_id, account.plan, account.api_demo,
               ${businessIdOf('business')} as business_id,
               ${liveKeysEnabled} as live_keys_enabled, ${mcpEnabled} as mcp_enabled
        from api_keys as key
        join accounts as account on account.id = key.account_id
        left join businesses as business on business.account_id = account.id
        where key.hash = any ($1)
        limit 1`,
    },
    [hashes],
  )
  return caller
}

/** Notes that a key was used, at most once a minute, so that a busy key does not write with every request. */
export async function touchApiKey(connection: Connection, id: Id<'key'>): Promise<void> {
  await query(
    connection,
    {
      name: 'touch_api_key',
      text: `
        update api_keys set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    },
    [id],
  )
}

/**
 * Stores the hash under the current pepper. This is only possible while the key itself is available, that is, when it
 * is used.
 */
export async function rehashApiKey(connection: Connection, id: Id<'key'>, hash: PepperedHash): Promise<void> {
  await query(
    connection,
    { name: 'rehash_api_key', text: 'update api_keys set hash = $2, pepper_key_id = $3 where id = $1' },
    [id, hash.hash, hash.key_id],
  )
}
