import type { OperationFacts } from '@generated/contract/operations'
import type { RequestDatabase } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import type { Dependencies } from './dependencies.ts'

/**
 * The database of a public operation for this caller. With a replica, operations that return pages of a list read it,
 * and nothing else does: decision 0072.
 */
export function requestDatabase(
  { db, replica }: Pick<Dependencies, 'db' | 'replica'>,
  { account_id }: Pick<Owner, 'account_id'>,
  { pagination }: Pick<OperationFacts, 'pagination'>,
): RequestDatabase {
  if (!replica) return db
  return pagination ? replica.listsOf(account_id) : replica.writesOf(account_id)
}
