import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import { requestRevocationsOf } from '../business-profile/profile-revocations.ts'
import { type Connection, type Database, query, type Transaction } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { enqueue } from '../queue/claim.ts'
import { lockReviewCount } from '../reviews/review-erasure.ts'
import { type AccountWithBusiness, findAccountById } from './accounts.ts'

// Deletes an account with everything that it owns: decision 0033.

/** Named in the notifications of workers when an erasure has begun. */
export const erasureQueue = { name: 'erasures' } as const

/** The condition for the rows of a table that belong to the account whose id is the parameter. */
const ofAccount = 'account_id = ?'
const ofBusiness = 'business_id = (select id from businesses where account_id = ?)'

/**
 * Everything that grants access or starts work. It is deleted first: tokens, codes, consents and sessions
 * go with their clients and users, and without its endpoint no delivery is sent.
 */
const accessTables: Readonly<Record<string, string>> = {
  api_keys: ofAccount,
  oauth_clients: ofAccount,
  users: ofAccount,
  webhook_endpoints: ofAccount,
  analysis_schedules: ofBusiness,
  business_profile_connections: ofAccount,
  business_profile_consents: ofAccount,
  review_upkeep: ofAccount,
}

/**
 * Tables that may have many rows, in an order in which no deletion cascades to many rows of another table. Attempts and
 * the queue are deleted with their delivery. Tables that are not listed have few rows and are deleted with the account.
 */
const largeTables: Readonly<Record<string, string>> = {
  webhook_deliveries: ofAccount,
  webhook_feed_entries: ofAccount,
  webhook_events: ofAccount,
  usage_events: ofAccount,
  usage_counters: ofAccount,
  idempotency_keys: ofAccount,
  review_import_parts: 'import_id in (select id from review_imports where account_id = ?)',
  review_imports: ofAccount,
  recommendations: ofBusiness,
  report_files: `report_id in (select id from reports where ${ofBusiness})`,
  reports: ofBusiness,
  analyses: ofAccount,
  account_export_parts: 'export_id in (select id from account_exports where account_id = ?)',
  business_profile_replies: ofBusiness,
  reply_drafts: ofBusiness,
  business_profile_reviews: ofBusiness,
  reviews: ofBusiness,
  deleted_reviews: ofBusiness,
}

/** A ctid is unique within one partition only. */
const partitionedTables: ReadonlySet<string> = new Set(['usage_events'])

/**
 * The number of rows deleted in one transaction. It takes a fraction of a second, and other waiting statements then
 * run.
 */
const deletedAtOnce = 2_000

interface ErasureOptions {
  keyring: Keyring
  onProgress?: (table: string, deleted: number) => void
  /** Asked between two steps. */
  isStopping?: () => boolean
}

interface Erasure {
  account: AccountWithBusiness
  /** Whether everything was deleted. False if the erasure was stopped before that. */
  isComplete: boolean
  /** The number of rows that this call deleted from each table, without rows that were deleted by cascade. */
  deleted: Readonly<Record<string, number>>
}

/**
 * Deletes an account and everything that it owns, and stores a keyed hash of its id. The first step invalidates its
 * credentials. The rest is deleted in short transactions, so that a large account does not block other work. Another
 * call continues an interrupted erasure. Returns undefined if the account does not exist.
 */
export async function eraseAccount(
  db: Database,
  accountId: Id<'acc'>,
  { keyring, onProgress, isStopping = () => false }: ErasureOptions,
): Promise<Erasure | undefined> {
  const account = await beginErasure(db, accountId)
  if (account === undefined) return undefined
  const deleted: Record<string, number> = {}
  for (const [table, belongs] of Object.entries(largeTables)) {
    let rows: number
    do {
      if (isStopping()) return { account, deleted, isComplete: false }
      rows = await db.transaction((transaction) => deleteSome(transaction, { table, belongs, account }))
      deleted[table] = (deleted[table] ?? 0) + rows
      if (rows > 0) onProgress?.(table, deleted[table])
    } while (rows === deletedAtOnce)
  }
  await db.transaction(async (transaction) => {
    await query(transaction, { name: 'delete_account', text: 'delete from accounts where id = $1' }, [account.id])
    const { hash, key_id } = keyring.hmac('tombstone', account.id)
    const text = 'insert into erased_accounts (hash, key_id) values ($1, $2) on conflict do nothing'
    await query(transaction, { name: 'record_erased_account', text }, [hash, key_id])
  })
  return { account, deleted, isComplete: true }
}

/** Returns the time at which the account with this id was deleted, or undefined if it was never deleted. */
export async function findErasedAccount(
  connection: Connection,
  accountId: Id<'acc'>,
  keyring: Keyring,
): Promise<string | undefined> {
  const hashes = keyring.hmacAll('tombstone', accountId).map(({ hash }) => hash)
  const text = 'select erased_at from erased_accounts where hash = any ($1)'
  const [erased] = await query<{ erased_at: string }>(connection, { name: 'find_erased_account', text }, [hashes])
  return erased?.erased_at
}

/** Returns an account whose erasure has begun but is not complete, or undefined if there is none. */
export async function findAccountToErase(connection: Connection): Promise<Id<'acc'> | undefined> {
  const text = 'select id from accounts where erasing_since is not null order by erasing_since limit 1'
  const [account] = await query<{ id: Id<'acc'> }>(connection, { name: 'find_account_to_erase', text }, [])
  return account?.id
}

/**
 * Executes the first step of the erasure. After its commit, every request of the account is refused, and nothing is
 * sent or started for the account. A worker does the rest with `eraseAccount`.
 */
export function beginErasure(db: Connection, accountId: Id<'acc'>): Promise<AccountWithBusiness | undefined> {
  return db.transaction(async (transaction) => {
    const mark = 'update accounts set erasing_since = coalesce(erasing_since, now()) where id = $1'
    await enqueue(transaction, erasureQueue, { name: 'mark_account_as_erasing', text: mark }, [accountId])
    const account = await findAccountById(transaction, accountId)
    if (account === undefined) return undefined
    await requestRevocationsOf(transaction, accountId)
    for (const [table, belongs] of Object.entries(accessTables))
      await runBuilt(transaction, queryBuilder(table).whereRaw(belongs, [accountId]).delete())
    return account
  })
}

async function deleteSome(
  transaction: Transaction,
  { table, belongs, account }: { table: string; belongs: string; account: AccountWithBusiness },
): Promise<number> {
  const { id: account_id, business_id } = account
  if (business_id !== null) await lockReviewCount(transaction, { account_id, business_id })
  const key = partitionedTables.has(table) ? 'id' : 'ctid'
  const some = queryBuilder(table).select(key).whereRaw(belongs, [account_id]).limit(deletedAtOnce)
  const rows = await runBuilt(
    transaction,
    queryBuilder(table)
      .whereRaw('?? = any (array(?))', [key, some])
      .delete()
      .returning(queryBuilder.raw('1 as deleted')),
  )
  return rows.length
}
