import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'

/**
 * The limits that an operator has set, by name: `ip`, `account`, `key`, `quota.analyses`, …. A missing limit has its
 * default. The limit of a single account, key or OAuth client has its id as the name.
 */
export async function readLimitSettings(connection: Reader): Promise<Map<string, number>> {
  const rows = await query<{ name: string; value: number }>(
    connection,
    {
      name: 'read_limit_settings',
      text: `
        select name, value from limit_settings
        union all select id, rate_limit from accounts where rate_limit is not null
        union all select id, rate_limit from api_keys where rate_limit is not null
        union all select id, rate_limit from oauth_clients where rate_limit is not null
        order by name`,
    },
    [],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Sets either all limits or none. Null restores the default. Takes effect when the settings are next read. */
export async function setLimits(connection: Connection, limits: ReadonlyMap<string, number | null>): Promise<void> {
  await query(
    connection,
    {
      name: 'set_limits',
      text: `
        with wanted as (select * from unnest($1::text[], $2::int[]) as wanted (name, value)),
        reset as (delete from limit_settings where name in (select name from wanted where value is null))
        insert into limit_settings (name, value) select name, value from wanted where value is not null order by name
        on conflict (name) do update set value = excluded.value`,
    },
    [[...limits.keys()], [...limits.values()]],
  )
}

/**
 * Sets the rate limit of a single account, 1 to 1,000,000 requests per 60 seconds. Null restores the general limit.
 * Returns false if the account does not exist.
 */
export async function setAccountLimit(
  transaction: Transaction,
  accountId: Id<'acc'>,
  limit: number | null,
): Promise<boolean> {
  const text = 'update accounts set rate_limit = $2 where id = $1 returning id'
  return (await query(transaction, { name: 'set_account_limit', text }, [accountId, limit])).length > 0
}

/** Like `setAccountLimit`, for an API key or an OAuth client. Revoked keys and deleted clients count as nonexistent. */
export async function setKeyLimit(
  connection: Connection,
  id: Id<'key' | 'cli'>,
  limit: number | null,
): Promise<boolean> {
  const changed = await query(
    connection,
    {
      name: 'set_key_limit',
      text: `
        with key as (
          update api_keys set rate_limit = $2 where id = $1 and revoked_at is null returning id
        ), client as (
          update oauth_clients set rate_limit = $2 where id = $1 and deleted_at is null returning id
        )
        select id from key union all select id from client`,
    },
    [id, limit],
  )
  return changed.length > 0
}
