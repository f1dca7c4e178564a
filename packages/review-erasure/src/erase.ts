import type { Schemas } from '@generated/contract/server-types'
import { findBusiness } from '@svc/db/businesses'
import type { Database, Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import {
  deleteExpiredReviews,
  deleteReview,
  deleteTextsOfReviews,
  findExpiredReview,
  identityOf,
  listQuotingRecords,
  lockErasure,
  recordDeletedReview,
  replaceEvidence,
  replaceQuotingParts,
  replaceReport,
} from '@svc/db/review-erasure'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { renderReport } from '@svc/report-pages/page'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'

/**
 * Deletes a review and everything that shows its text: quotes in analyses, recommendations and reports with their
 * files, drafts of replies, and kept responses with such drafts. A keyed hash of its identity remains, so that no
 * import brings it back. False if the owner has no such review.
 */
export async function eraseReview(
  transaction: Transaction,
  owner: Owner,
  id: Id<'rev'>,
  keyring: Keyring,
): Promise<boolean> {
  await lockErasure(transaction, owner)
  const review = await deleteReview(transaction, owner, id)
  if (review === undefined) return false
  await recordDeletedReview(transaction, owner, keyring.hmac('tombstone', identityOf(owner, review)))
  await eraseTraces(transaction, owner, [{ id, text: review.text }])
  return true
}

/** Quotes are looked for once per review: few at a time, so that the rows that quote them are not locked for long. */
const expiredAtOnce = 200

/**
 * Deletes up to `limit` reviews that are past their retention, with everything that shows their text, and returns how
 * many. They leave no hash: an import can store them again, and their retention then begins again.
 */
export async function eraseExpiredReviews(db: Database, { limit }: { limit: number }): Promise<number> {
  let erased = 0
  while (erased < limit) {
    const owner = await findExpiredReview(db)
    if (owner === undefined) break
    erased += await db.transaction(async (transaction) => {
      await lockErasure(transaction, owner)
      const reviews = await deleteExpiredReviews(transaction, owner, { limit: Math.min(expiredAtOnce, limit - erased) })
      await eraseTraces(transaction, owner, reviews)
      return reviews.length
    })
  }
  return erased
}

/** Removes quotes of deleted reviews and replies to them, and schedules the statistics to be computed again. */
async function eraseTraces(
  transaction: Transaction,
  owner: Owner,
  reviews: readonly { id: Id<'rev'>; text: string }[],
): Promise<void> {
  if (reviews.length === 0) return
  await eraseQuotes(
    transaction,
    owner,
    reviews.map(({ id }) => id),
  )
  const texts = reviews.map(({ text }) => text).filter((text) => text !== '')
  if (texts.length > 0) await deleteTextsOfReviews(transaction, owner, texts)
  await requestReviewMaintenance(transaction, owner)
}

/** Removes the quotes of these reviews from analyses, recommendations and reports; pages are rendered again. */
export async function eraseQuotes(
  transaction: Transaction,
  owner: Owner,
  reviewIds: readonly Id<'rev'>[],
): Promise<void> {
  const without = (quotes: readonly Schemas['Quote'][]) =>
    quotes.filter(({ review_id }) => !reviewIds.includes(review_id))
  const { analyses, recommendations, reports } = await listQuotingRecords(transaction, owner, reviewIds)
  for (const { id, themes, leads } of analyses) {
    await replaceQuotingParts(transaction, owner, id, {
      themes: themes.map((theme) => ({ ...theme, quotes: without(theme.quotes) })),
      leads: leads.map((lead) => ({ ...lead, quotes: without(lead.quotes) })),
    })
  }
  for (const { id, evidence } of recommendations) await replaceEvidence(transaction, owner, id, without(evidence))
  if (reports.length === 0) return
  const business = await findBusiness(transaction, owner, owner.business_id)
  if (business === undefined) throw new Error(`Business ${owner.business_id} does not exist.`)
  for (const { id, title, period, ...report } of reports) {
    const sections = report.sections.map((section) => ({ ...section, quotes: without(section.quotes) }))
    const page = renderReport({ business, title, period, sections })
    await replaceReport(transaction, owner, id, { sections, page: Buffer.from(page) })
  }
}
