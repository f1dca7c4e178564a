import type { Schemas } from '@generated/contract/server-types'
import { findBusiness } from '@svc/db/businesses'
import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import {
  deleteReview,
  deleteTextsOfReview,
  identityOf,
  listQuotingRecords,
  lockErasure,
  recordDeletedReview,
  replaceEvidence,
  replaceReport,
  replaceThemes,
} from '@svc/db/review-erasure'
import { requestReviewUpkeep } from '@svc/db/review-upkeep'
import type { Keyring } from '@svc/runtime/secrets'
import { renderReport } from './page.ts'

/**
 * Deletes a review and everything that shows its text: quotes in analyses, recommendations and reports with their
 * files, drafts of replies, and kept responses with such drafts. A keyed hash of its identity remains, so that no
 * import brings it back. False if the owner has no such review.
 */
export async function eraseReview(
  transaction: Transaction,
  owner: Owner,
  id: string,
  keyring: Keyring,
): Promise<boolean> {
  await lockErasure(transaction, owner)
  const review = await deleteReview(transaction, owner, id)
  if (review === undefined) return false
  await recordDeletedReview(transaction, owner, keyring.hmac('tombstone', identityOf(owner, review)))
  await eraseQuotes(transaction, owner, [id])
  if (review.text !== '') await deleteTextsOfReview(transaction, owner, review.text)
  await requestReviewUpkeep(transaction, owner)
  return true
}

/** Removes the quotes of these reviews from analyses, recommendations and reports; pages are rendered again. */
export async function eraseQuotes(transaction: Transaction, owner: Owner, reviewIds: readonly string[]): Promise<void> {
  const without = (quotes: readonly Schemas['Quote'][]) =>
    quotes.filter(({ review_id }) => !reviewIds.includes(review_id))
  const { analyses, recommendations, reports } = await listQuotingRecords(transaction, owner, reviewIds)
  for (const { id, themes } of analyses) {
    const remaining = themes.map((theme) => ({ ...theme, quotes: without(theme.quotes) }))
    await replaceThemes(transaction, owner, id, remaining)
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
