import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader } from '../connection/database.ts'
import { everyQueue } from '../queue/work-notifications.ts'

interface Flag {
  name: string
  enabled: boolean
  /** Accounts that differ from the platform. */
  accounts: { account_id: Id<'acc'>; enabled: boolean }[]
}

/** Every flag of the platform with the accounts that differ from it. */
export async function listFlags(connection: Reader): Promise<Flag[]> {
  return query(
    connection,
    {
      name: 'list_flags',
      text: `
        select name, enabled, coalesce((
          select json_agg(json_build_object('account_id', account_id, 'enabled', enabled) order by account_id)
          from account_flags where account_flags.name = flags.name
        ), '[]') as accounts
        from flags order by name`,
    },
    [],
  )
}

/**
 * The condition in SQL that a flag is on for the platform and not switched off for the account, from the expressions of
 * the name of the flag and of the id of the account, a column of which has to be qualified. A null id checks the
 * platform alone. Unknown flags are off.
 */
export function flagIsOnSql(name: string, account: string): string {
  return `(
    exists (select from flags where name = ${name} and enabled) and not exists (
      select from account_flags where name = ${name} and account_id = ${account} and not enabled
    )
  )`
}

/**
 * Returns whether the flag is on for the platform and, if an account is given, not switched off for the account.
 * Unknown flags are off.
 */
export async function isFlagOn(connection: Reader, name: string, accountId: Id<'acc'> | null = null): Promise<boolean> {
  const [flag] = await query<{ on: boolean }>(
    connection,
    {
      name: 'is_flag_on',
      text: `select ${flagIsOnSql('$1', '$2')} as on`,
    },
    [name, accountId],
  )
  return flag?.on ?? false
}

/**
 * Switches a flag for the platform or for one account. For an account, a flag can only be switched off: while it is off
 * for the platform, on has no effect. Returns false if the flag does not exist. Rejects with a foreign key violation
 * (23503) for an unknown account. Workers are notified, because a flag may open groups of their queues.
 */
export async function setFlag(
  connection: Connection,
  name: string,
  enabled: boolean,
  accountId: Id<'acc'> | null = null,
): Promise<boolean> {
  const rows =
    accountId === null
      ? await query(
          connection,
          { name: 'set_flag', text: 'update flags set enabled = $2 where name = $1 returning name' },
          [name, enabled],
        )
      : await query(
          connection,
          {
            name: 'set_account_flag',
            text: `
              insert into account_flags (account_id, name, enabled) select $3, name, $2 from flags where name = $1
              on conflict (account_id, name) do update set enabled = excluded.enabled
              returning name`,
          },
          [name, enabled, accountId],
        )
  if (rows.length === 0) return false
  connection.notifyWorkers(everyQueue)
  return true
}
