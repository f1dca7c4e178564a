import type { SecretKeyUseKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

interface SecretKeyUse {
  secret_key_id: string
  /** The kind of value that the key protects. */
  kind: SecretKeyUseKind
  rows: number
}

/**
 * Counts the rows that need each listed key. A key can be removed from the list when no rows need it. Revoked and
 * expired API keys and deleted clients and webhooks do not count.
 */
export async function countSecretKeyUses(connection: Reader): Promise<SecretKeyUse[]> {
  return query(
    connection,
    {
      name: 'count_secret_key_uses',
      text: `
        select secret_key_id, 'webhook_secrets' as kind, count(*) as rows
        from (
          select secret_key_id from webhook_endpoints where deleted_at is null
          union all
          select previous_secret_key_id from webhook_endpoints where deleted_at is null and previous_secret_expires_at > now()
        ) as stored
        group by secret_key_id
        union all
        select secret_key_id, 'authenticator_secrets', count(*) from authenticators group by secret_key_id
        union all
        select refresh_token_key_id, 'business_profile_tokens', count(*)
        from (
          select refresh_token_key_id from business_profile_connections
          union all
          select coalesce(refresh_token_key_id, verifier_key_id) from business_profile_consents
          union all
          select refresh_token_key_id from business_profile_revocations
        ) as stored
        group by refresh_token_key_id
        union all
        select pepper_key_id, 'api_key_hashes', count(*)
        from api_keys where revoked_at is null and (expires_at is null or expires_at > now()) group by pepper_key_id
        union all
        select pepper_key_id, 'client_secret_hashes', count(*)
        from oauth_clients where deleted_at is null and pepper_key_id is not null group by pepper_key_id
        union all
        select response_key_id, 'idempotent_answers', count(*)
        from idempotency_keys where response_key_id is not null group by response_key_id
        union all
        select key_id, 'review_import_parts', count(*) from review_import_parts group by key_id
        union all
        select key_id, 'account_export_parts', count(*) from account_export_parts group by key_id
        union all
        select key_id, 'deleted_review_hashes', count(*) from deleted_reviews group by key_id
        union all
        select key_id, 'erased_account_hashes', count(*) from erased_accounts group by key_id
        order by 1, 2`,
    },
    [],
  )
}

/** A stored secret of an endpoint, which its encryption is bound to. */
interface StoredWebhookSecret extends SealedSecret {
  id: Id<'whk'>
  /** Whether the last rotation replaced this key. */
  is_previous: boolean
}

/** The stored secret of a user's authenticator app, which its encryption is bound to. */
interface StoredAuthenticatorSecret extends SealedSecret {
  /** The user. */
  id: Id<'usr'>
}

/** Lists up to `limit` webhook secrets of existing endpoints that are encrypted under one of these keys. */
export async function listWebhookSecretsToReseal(
  connection: Reader,
  keyIds: readonly SealedSecret['key_id'][],
  { limit }: { limit: number },
): Promise<StoredWebhookSecret[]> {
  return query(
    connection,
    {
      name: 'list_webhook_secrets_to_reseal',
      text: `
        select id, false as is_previous, secret_ciphertext as ciphertext, secret_key_id as key_id
        from webhook_endpoints where deleted_at is null and secret_key_id = any ($1)
        union all
        select id, true, previous_secret_ciphertext, previous_secret_key_id
        from webhook_endpoints
        where deleted_at is null and previous_secret_key_id = any ($1) and previous_secret_expires_at > now()
        order by id limit $2`,
    },
    [keyIds, limit],
  )
}

/**
 * Stores the same secret under a different key. Returns false if the endpoint got a new secret in the meantime: the new
 * secret is under the current key, and the secret that it replaced is listed again.
 */
export async function resealWebhookSecret(
  connection: Connection,
  stored: StoredWebhookSecret,
  resealed: SealedSecret,
): Promise<boolean> {
  const kind = stored.is_previous ? 'previous_secret' : 'secret'
  const rows = await query(
    connection,
    {
      name: `reseal_webhook_${kind}`,
      text: `
        update webhook_endpoints set ${kind}_ciphertext = $3, ${kind}_key_id = $4
        where id = $1 and ${kind}_ciphertext = $2 returning id`,
    },
    [stored.id, stored.ciphertext, resealed.ciphertext, resealed.key_id],
  )
  return rows.length === 1
}

/**
 * Lists up to `limit` secrets of authenticator apps that are encrypted under one of these keys, by the ids of their
 * users.
 */
export async function listAuthenticatorSecretsToReseal(
  connection: Reader,
  keyIds: readonly SealedSecret['key_id'][],
  { limit }: { limit: number },
): Promise<StoredAuthenticatorSecret[]> {
  const text = `
    select user_id as id, secret_ciphertext as ciphertext, secret_key_id as key_id
    from authenticators where secret_key_id = any ($1) order by user_id limit $2`
  return query(connection, { name: 'list_authenticator_secrets_to_reseal', text }, [keyIds, limit])
}

/** Stores the same secret under a different key. Returns false if the user has set up a new app in the meantime. */
export async function resealAuthenticatorSecret(
  connection: Connection,
  stored: StoredAuthenticatorSecret,
  resealed: SealedSecret,
): Promise<boolean> {
  const text = `
    update authenticators set secret_ciphertext = $3, secret_key_id = $4
    where user_id = $1 and secret_ciphertext = $2 returning user_id`
  const values = [stored.id, stored.ciphertext, resealed.ciphertext, resealed.key_id]
  return (await query(connection, { name: 'reseal_authenticator_secret', text }, values)).length === 1
}

/** A key that is or was current, or that stored rows need. */
export interface StoredKey {
  id: string
  /** `Keyring.checkValue`; null until a process has listed the key. */
  check_value: Buffer | null
  is_current: boolean
  /** The time at which another key became current. */
  replaced_at: string | null
}

/** A key of a keyring. */
export interface ListedKey {
  id: string
  check_value: Buffer
}

/** A running process and the keys that it lists. */
export interface KeyHolder {
  id: string
  program: string
  host: string
  pid: number
  key_ids: ListedKey['id'][]
  /** One check value for each of `key_ids`. */
  check_values: Buffer[]
}

/**
 * Takes the lock that everything that changes the current key, or relies on it until the end of the transaction, must
 * take.
 */
export async function lockSecretKeys(transaction: Transaction): Promise<void> {
  await query(transaction, { name: 'lock_secret_keys', text: 'select pg_advisory_xact_lock($1)' }, [secretKeyLock])
}

/** The number of an advisory lock that nothing else in this database uses. */
const secretKeyLock = 7_364_002

const storedKeyColumns = 'id, check_value, current_since is not null and replaced_at is null as is_current, replaced_at'

export async function listSecretKeys(connection: Reader): Promise<StoredKey[]> {
  return query(
    connection,
    { name: 'list_secret_keys', text: `select ${storedKeyColumns} from secret_keys order by id` },
    [],
  )
}

/**
 * Initializes a database without a current key: `currentId` becomes current, and all other keys that are listed or in
 * use become former keys.
 */
export async function adoptSecretKeys(
  transaction: Transaction,
  listed: readonly ListedKey[],
  currentId: ListedKey['id'],
): Promise<void> {
  const adopt = `
    insert into secret_keys (id, check_value, current_since, replaced_at)
    select id, check_value, now(), case when id <> $3 then now() end
    from unnest($1::text[], $2::bytea[]) as listed (id, check_value)
    on conflict (id) do update
    set check_value = excluded.check_value, current_since = now(), replaced_at = excluded.replaced_at`
  await query(transaction, { name: 'adopt_secret_keys', text: adopt }, [...columnsOf(listed), currentId])
  // Keys that are in use but not listed. No recent values need them.
  const close =
    'update secret_keys set replaced_at = to_timestamp(0) where current_since is null and replaced_at is null'
  await query(transaction, { name: 'close_secret_keys', text: close }, [])
}

/** Fills in the check values of keys that were in use before they were first listed. */
export async function completeCheckValues(transaction: Transaction, listed: readonly ListedKey[]): Promise<void> {
  await query(
    transaction,
    {
      name: 'complete_check_values',
      text: `
        update secret_keys set check_value = listed.check_value
        from unnest($1::text[], $2::bytea[]) as listed (id, check_value)
        where secret_keys.id = listed.id and secret_keys.check_value is null`,
    },
    columnsOf(listed),
  )
}

function columnsOf(listed: readonly ListedKey[]): [string[], Buffer[]] {
  return [listed.map(({ id }) => id), listed.map(({ check_value }) => check_value)]
}

/** Makes this key current for all new values. The previous current key becomes a former key. */
export async function makeSecretKeyCurrent(transaction: Transaction, { id, check_value }: ListedKey): Promise<void> {
  const replace = 'update secret_keys set replaced_at = now() where current_since is not null and replaced_at is null'
  await query(transaction, { name: 'replace_secret_key', text: replace }, [])
  const put = `
    insert into secret_keys (id, check_value, current_since) values ($1, $2, now())
    on conflict (id) do update set current_since = now(), replaced_at = null`
  await query(transaction, { name: 'put_current_secret_key', text: put }, [id, check_value])
}

/** Deletes a secret key. Returns false if there is no such key. */
export async function deleteSecretKey(transaction: Transaction, id: StoredKey['id']): Promise<boolean> {
  const text = 'delete from secret_keys where id = $1 returning id'
  return (await query(transaction, { name: 'delete_secret_key', text }, [id])).length === 1
}

/** Records that a process is running and which keys it lists. Returns the keys of the database. */
export async function touchKeyHolder(connection: Connection, holder: KeyHolder): Promise<StoredKey[]> {
  const { id, program, host, pid, key_ids, check_values } = holder
  return query(
    connection,
    {
      name: 'touch_key_holder',
      text: `
        with seen as (
          insert into secret_key_holders (id, program, host, pid, key_ids, check_values) values ($1, $2, $3, $4, $5, $6)
          on conflict (id) do update set seen_at = now()
        )
        select ${storedKeyColumns} from secret_keys order by id`,
    },
    [id, program, host, pid, key_ids, check_values],
  )
}

/** Lists the processes that reported within the last 30 seconds, six times the reporting interval. */
export async function listKeyHolders(connection: Reader): Promise<KeyHolder[]> {
  return query(
    connection,
    {
      name: 'list_key_holders',
      text: `
        select id, program, host, pid, key_ids, check_values from secret_key_holders
        where seen_at > now() - interval '30 seconds' order by program, host, pid`,
    },
    [],
  )
}

/** The processes that `listKeyHolders` lists, and whether each lists the current secret key. For administrators. */
export async function listProcesses(connection: Reader): Promise<Schemas['ServiceProcess'][]> {
  return query(
    connection,
    {
      name: 'list_processes',
      text: `
        select program, host, pid, seen_at, exists (
          select from secret_keys
          where current_since is not null and replaced_at is null and id = any (holder.key_ids)
        ) as lists_current_key
        from secret_key_holders as holder
        where seen_at > now() - interval '30 seconds' order by program, host, pid limit 1000`,
    },
    [],
  )
}

export async function deleteKeyHolder(connection: Connection, id: KeyHolder['id']): Promise<void> {
  await query(connection, { name: 'delete_key_holder', text: 'delete from secret_key_holders where id = $1' }, [id])
}

/** Deletes processes that have not reported for a day. */
export async function deleteStaleKeyHolders(transaction: Transaction): Promise<void> {
  const text = "delete from secret_key_holders where seen_at < now() - interval '1 day'"
  await query(transaction, { name: 'delete_stale_key_holders', text }, [])
}
