import type { ReviewResultKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import { competitorsMax, listCompetitors } from '@svc/db/competitors'
import type { Transaction } from '@svc/db/database'
import type { NoOtherFields, Owner } from '@svc/db/records'
import { findReview, listReviews } from '@svc/db/review-list'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { lockReviewImport } from '@svc/db/reviews'
import { limitExceeded, notFound } from '@svc/http/errors'
import { checkReviewCapacity } from '@svc/limits/capacities'
import { eraseReview } from '@svc/review-erasure/erase'
import { type ReadItem, readReviewItems } from '@svc/review-import/review-items'
import { storeUndeleted } from '@svc/review-import/store'
import { capacityReached } from '@svc/rules/capacity'
import type { Keyring } from '@svc/runtime/secrets'
import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { decodeReviewCursor, encodeReviewCursor } from '../pagination.ts'
import { requireOwnBusiness } from './businesses.ts'

export const reviewOperations = ({ keyring, clock }: Pick<Dependencies, 'keyring' | 'clock'>) =>
  ({
    async createReviews({ path, body, caller, db }) {
      requireOwnBusiness(caller, path.id)
      const { reviews, ...rest } = body
      rest satisfies NoOtherFields
      const { items: competitors } = await listCompetitors(db, caller.owner, { limit: competitorsMax })
      const read = await readReviewItems(reviews, { owner: caller.owner, competitors, nowMs: clock.now() })
      return db.transaction(async (transaction) => {
        await lockReviewImport(transaction, caller.owner)
        const results = await storeItems(transaction, caller.owner, read, keyring)
        const counts = countResults(results)
        if (counts.created_count > 0) await requireCapacity(transaction, caller, counts.created_count)
        if (counts.created_count + counts.updated_count > 0) await requestReviewMaintenance(transaction, caller.owner)
        return { ...counts, results }
      })
    },

    async listReviews({ path, query: { cursor, ...query }, caller, db }) {
      requireOwnBusiness(caller, path.id)
      const after = cursor === undefined ? undefined : decodeReviewCursor(cursor)
      const { items, next } = await listReviews(db, caller.owner, { ...query, after })
      return { items, next_cursor: next && encodeReviewCursor(next) }
    },

    async getReview({ path, caller, db }) {
      const review = await findReview(db, caller.owner, path.id)
      if (!review) throw notFound()
      return review
    },

    async deleteReview({ path, caller, db }) {
      const erased = await db.transaction((transaction) => eraseReview(transaction, caller.owner, path.id, keyring))
      if (!erased) throw notFound()
      return { id: path.id, deleted: true }
    },
  }) satisfies Partial<ApiOperations>

type ReviewResult = Schemas['ReviewResult']

/** Stores the readable items, subject by subject, and returns the result of every item in order. */
async function storeItems(
  transaction: Transaction,
  owner: Owner,
  read: readonly ReadItem[],
  keyring: Keyring,
): Promise<ReviewResult[]> {
  const results = read.map((each, index) =>
    'problem' in each
      ? rejected(each.problem)
      : rejected({ path: `body.reviews.${index}.competitor_id`, message: 'is not a competitor of this business' }),
  )
  const accepted = read.flatMap((each, index) => ('item' in each ? [{ ...each.item, index }] : []))
  for (const [competitorId, items] of Map.groupBy(accepted, ({ subject }) => subject.competitor_id)) {
    const reviews = items.map(({ review }) => review)
    const stored = await storeUndeleted(transaction, owner, reviews, { keyring, competitorId })
    for (const [position, { index }] of items.entries()) {
      const each = stored[position]
      if (each) results[index] = { result: each.result, review_id: each.id, problem: null }
      else if (each === null) results[index] = rejected({ path: `body.reviews.${index}`, message: 'was deleted' })
    }
  }
  return results
}

function rejected(problem: Schemas['ErrorDetail']): ReviewResult {
  return { result: 'rejected', review_id: null, problem }
}

function countResults(results: readonly ReviewResult[]) {
  const count = (kind: ReviewResultKind) => results.filter(({ result }) => result === kind).length
  return {
    created_count: count('created'),
    updated_count: count('updated'),
    unchanged_count: count('unchanged'),
    rejected_count: count('rejected'),
  }
}

/** Throws ApiError 429 when the reviews that were just created exceed what the plan stores. */
async function requireCapacity(transaction: Transaction, { account, owner }: Caller, created: number): Promise<void> {
  const { allowed, ...capacity } = await checkReviewCapacity(transaction, { owner, plan: account.plan }, created)
  if (!allowed) throw limitExceeded(capacityReached('reviews', capacity))
}
