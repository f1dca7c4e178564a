import type { Id } from '@svc/runtime/ids'
import { query, type Reader, type Transaction } from '../connection/database.ts'

// The last write of each account, for lists from a replica: decision 0072.

/**
 * If the transaction has written something, gives the account a new random value, which becomes visible together with
 * the rest. Call it last: until the commit, other writes of the account wait here.
 *
 * PostgreSQL assigns an id to a transaction with its first change, also of a sequence or in a nested transaction that
 * is rolled back later, and with the first lock of a row. Such a transaction gets a value that it may not have needed.
 */
export async function recordAccountWrite(transaction: Transaction, accountId: Id<'acc'>): Promise<void> {
  const text = `
    insert into account_writes (account_id, write_id)
    select $1, gen_random_uuid() where pg_current_xact_id_if_assigned() is not null
    on conflict (account_id) do update set write_id = excluded.write_id`
  await query(transaction, { name: 'record_account_write', text }, [accountId])
}

/** The value of the last write of the account; undefined if there was none. */
export async function findAccountWrite(db: Reader, accountId: Id<'acc'>): Promise<string | undefined> {
  const text = 'select write_id from account_writes where account_id = $1'
  const [write] = await query<{ write_id: string }>(db, { name: 'find_account_write', text }, [accountId])
  return write?.write_id
}
