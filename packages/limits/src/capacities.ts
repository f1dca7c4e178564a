import type { Plan } from '@generated/contract/enums'
import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { countStoredReviews } from '@svc/db/reviews'
import { planCapacities } from './plans.ts'

interface CapacityDecision {
  readonly allowed: boolean
  /** The number of stored reviews of the account, without those that this transaction has created. */
  readonly used: number
  readonly limit: number
}

/**
 * Returns whether the plan of an account has the capacity for reviews that this transaction has created. On a refusal,
 * the caller rolls back. Exact under concurrency if the transaction holds `lockReviewImport`.
 */
export async function checkReviewCapacity(
  transaction: Transaction,
  { owner, plan }: { owner: Owner; plan: Plan },
  createdCount: number,
): Promise<CapacityDecision> {
  const limit = planCapacities[plan].reviews
  const stored = await countStoredReviews(transaction, owner)
  return { allowed: stored <= limit, used: stored - createdCount, limit }
}
