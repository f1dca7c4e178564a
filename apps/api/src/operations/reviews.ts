import type { ReviewResultKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import { competitorsMax, listCompetitors } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { findReview, listReviews } from '@svc/db/review-list'
import { requestReviewUpkeep } from '@svc/db/review-upkeep'
import { countStoredReviews, lockReviewImport, storeReviews } from '@svc/db/reviews'
import { capacityReached, notFound } from '@svc/http/errors'
import { planCapacities } from '@svc/limits/plans'
import { type ReadItem, readReviewItems } from '@svc/review-import/review-items'
import type { ApiOperations } from '../context.ts'
import { decodeReviewCursor, encodeReviewCursor } from '../pagination.ts'
import { requireOwnBusiness } from './businesses.ts'

export const reviewOperations = {
  async createReviews({ path, body, caller, db }) {
    requireOwnBusiness(caller, path.id)
    const { items: competitors } = await listCompetitors(db, caller.owner, { limit: competitorsMax })
    const read = await readReviewItems(body.reviews, { owner: caller.owner, competitors, nowMs: Date.now() })
    return db.transaction(async (transaction) => {
      await lockReviewImport(transaction, caller.owner)
      const results = await storeItems(transaction, caller.owner, read)
      const counts = countResults(results)
      if (counts.created_count > 0) await requireRoom(transaction, caller, counts.created_count)
      if (counts.created_count + counts.updated_count > 0) await requestReviewUpkeep(transaction, caller.owner)
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
} satisfies Partial<ApiOperations>

type ReviewResult = Schemas['ReviewResult']

/** Stores the readable items, subject by subject, and returns the result of every item in order. */
async function storeItems(transaction: Connection, owner: Owner, read: readonly ReadItem[]): Promise<ReviewResult[]> {
  const results = read.map((each, index): ReviewResult => {
    const gone = { path: `body.reviews.${index}.competitor_id`, message: 'is not a competitor of this business' }
    return { result: 'rejected', review_id: null, problem: 'problem' in each ? each.problem : gone }
  })
  const accepted = read.flatMap((each, index) => ('item' in each ? [{ ...each.item, index }] : []))
  for (const group of Map.groupBy(accepted, ({ subject }) => subject.competitor_id)) {
    const [competitorId, items] = group
    const reviews = items.map(({ review }) => review)
    const stored = await storeReviews(transaction, owner, competitorId, reviews)
    for (const [position, { id, result }] of stored.entries()) {
      const index = items[position]?.index
      if (index !== undefined) results[index] = { result, review_id: id, problem: null }
    }
  }
  return results
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
async function requireRoom(transaction: Connection, { account, owner }: Caller, created: number): Promise<void> {
  const limit = planCapacities[account.plan].reviews
  const stored = await countStoredReviews(transaction, owner)
  if (stored > limit) throw capacityReached('reviews', { used: stored - created, limit })
}
