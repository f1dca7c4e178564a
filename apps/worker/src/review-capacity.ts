import type { Plan } from '@generated/contract/enums'
import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { checkReviewCapacity } from '@svc/limits/capacities'

/** The plan of the account does not have the capacity for new reviews. */
export class CapacityReachedError extends Error {
  override readonly name = 'CapacityReachedError'
  /** The number of reviews that the plan can store. */
  readonly limit: number

  constructor(limit: number) {
    super(`The plan stores at most ${limit} reviews.`)
    this.limit = limit
  }
}

/**
 * Checks the capacity of the plan after this transaction has created reviews.
 *
 * @throws CapacityReachedError if they are too many, which rolls back the transaction
 */
export async function requireReviewCapacity(
  transaction: Transaction,
  account: { owner: Owner; plan: Plan },
  createdCount: number,
): Promise<void> {
  if (createdCount === 0) return
  const { allowed, limit } = await checkReviewCapacity(transaction, account, createdCount)
  if (!allowed) throw new CapacityReachedError(limit)
}
