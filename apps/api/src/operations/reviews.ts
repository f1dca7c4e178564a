import { findReview, listReviews } from '@svc/db/review-list'
import { notFound } from '@svc/http/errors'
import type { ApiOperations } from '../context.ts'
import { decodeReviewCursor, encodeReviewCursor } from '../pagination.ts'
import { requireOwnBusiness } from './businesses.ts'

export const reviewOperations = {
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
