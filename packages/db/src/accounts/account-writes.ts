import type { Id } from '@svc/runtime/ids'
import { query, type Reader, type Transaction } from '../connection/database.ts'

// The last write of each account, for lists from a replica: decision 0072.

/**
 * Gives the account a new random value, which becomes visible together with everything else that the transaction
 * writes. Call it last: until the commit, other writes of the account wait here.
 */
export async function recordAccountWrite(transaction: Transaction, accountId: Id<'acc'>): Promise<void> {
  const text = `
    insert into account_writes (account_id, write_id) values ($1, gen_random_uuid())
    on conflict (account_id) do update set write_id = excluded.write_id`
  await query(transaction, { name: 'record_account_write', text }, [accountId])
}

/** The value of the last write of the account; undefined if there was none. */
export async function findAccountWrite(db: Reader, accountId: Id<'acc'>): Promise<string | undefined> {
  const text = 'select write_id from account_writes where account_id = $1'
  const [write] = await query<{ write_id: string }>(db, { name: 'find_account_write', text }, [accountId])
  return write?.write_id
}
