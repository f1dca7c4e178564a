import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { discardReviews, findDeletedReviews, hasDeletedReviews, identityOf } from '@svc/db/review-erasure'
import { type NewReview, type StoredReview, storeReviews } from '@svc/db/reviews'
import type { Id } from '@svc/runtime/ids'
import type { Keyring } from '@svc/runtime/secrets'
import type { ImportableReview } from './review-reader.ts'

/**
 * Stores reviews of one subject, as `storeReviews` does, but for those that the account has deleted: their result is
 * null. That is checked after the insert, where a deletion that was committed in the meantime is visible.
 */
export async function storeUndeleted(
  transaction: Transaction,
  owner: Owner,
  reviews: readonly NewReview[],
  { keyring, competitorId }: { keyring: Keyring; competitorId: Id<'cmp'> | null },
): Promise<(StoredReview | null)[]> {
  const stored = await storeReviews(transaction, owner, competitorId, reviews)
  if (!(await hasDeletedReviews(transaction, owner))) return stored
  // Hashes from before a rotation of the secret keys are found as well.
  const hashes = reviews.map((review) => {
    const identity = identityOf(owner, { ...review, competitor_id: competitorId })
    return keyring.hmacAll('tombstone', identity).map(({ hash }) => hash)
  })
  const deleted = await findDeletedReviews(transaction, owner, hashes.flat())
  const isDeleted = (index: number) => hashes[index]?.some((hash) => deleted.has(hash.toString('hex'))) ?? false
  const results = stored.map((each, index) => (isDeleted(index) ? null : each))
  const discarded = stored.filter((_, index) => isDeleted(index)).map(({ id }) => id)
  if (discarded.length > 0) await discardReviews(transaction, owner, discarded)
  return results
}

/**
 * Stores reviews of several subjects, and returns the result of each in the same order: null if the account has deleted
 * it, and undefined if it belongs to a competitor that was removed.
 */
export async function storeOfSubjects(
  transaction: Transaction,
  owner: Owner,
  reviews: readonly ImportableReview[],
  keyring: Keyring,
): Promise<(StoredReview | null | undefined)[]> {
  const results: (StoredReview | null | undefined)[] = reviews.map(() => undefined)
  const placed = reviews.map(({ subject, review }, index) => ({ competitorId: subject.competitor_id, review, index }))
  for (const [competitorId, ofSubject] of Map.groupBy(placed, (each) => each.competitorId)) {
    const ofOne = ofSubject.map(({ review }) => review)
    const stored = await storeUndeleted(transaction, owner, ofOne, { keyring, competitorId })
    for (const [position, { index }] of ofSubject.entries()) results[index] = stored[position]
  }
  return results
}
