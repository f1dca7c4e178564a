import type { CredentialKind, QuotaName } from '@generated/contract/enums'
import { type Connection, query, type Reader } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

/** Identifies one counter: test and live use are counted separately, per calendar month in UTC. */
export interface QuotaCounter {
  name: QuotaName
  kind: CredentialKind
  /** The first day of the month, `YYYY-MM-01`. */
  month: string
}

/**
 * Counts one use if the limit allows it and returns the new count. If the quota is exhausted, counts nothing and
 * returns undefined. Exact under concurrency: concurrent calls never exceed the limit. In a transaction, the counter
 * stays locked until the end, and a rollback undoes the use.
 */
export async function takeQuota(
  connection: Connection,
  owner: Owner,
  counter: QuotaCounter,
  limit: number,
): Promise<number | undefined> {
  const [taken] = await query<{ used: number }>(
    connection,
    {
      name: 'take_quota',
      text: `
        insert into quota_counters as counter (account_id, name, kind, month, used)
        select $1, $2, $3, $4, 1 where $5 > 0
        on conflict (account_id, name, kind, month) do update set used = counter.used + 1 where counter.used < $5
        returning used`,
    },
    [owner.account_id, counter.name, counter.kind, counter.month, limit],
  )
  return taken?.used
}

/** The number of uses so far; 0 before the first use of the month. */
export async function readQuota(connection: Reader, owner: Owner, counter: QuotaCounter): Promise<number> {
  const [row] = await query<{ used: number }>(
    connection,
    {
      name: 'read_quota',
      text: 'select used from quota_counters where account_id = $1 and name = $2 and kind = $3 and month = $4',
    },
    [owner.account_id, counter.name, counter.kind, counter.month],
  )
  return row?.used ?? 0
}

/** Every counter of the account in this month that was used, `YYYY-MM-01`. */
export async function listQuotaCounters(
  connection: Reader,
  owner: Owner,
  month: string,
): Promise<{ name: QuotaName; kind: CredentialKind; used: number }[]> {
  return query(
    connection,
    {
      name: 'list_quota_counters',
      text: 'select name, kind, used from quota_counters where account_id = $1 and month = $2',
    },
    [owner.account_id, month],
  )
}
