import { addCompetitor, type Competitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { type NewReview, storeReviews } from '@svc/db/reviews'
import { reviewIdOf } from '@svc/db/testing-reviews'
import { type Id, newId } from '@svc/runtime/ids'

/** A review as an import brings it in. */
export function newReview(fields: Partial<NewReview> = {}): NewReview {
  return {
    source: 'google',
    source_id: newId('rev'),
    rating: 2,
    text: 'We waited an hour for cold pizza.',
    language: null,
    published_at: '2026-11-01T12:00:00.000Z',
    owner_replied: false,
    retain_until: null,
    ...fields,
  }
}

/** Stores one review of the business itself and returns its id. */
export async function addReview(
  db: Connection & { url: string },
  owner: Owner,
  fields: Partial<NewReview> = {},
): Promise<Id<'rev'>> {
  const review = newReview(fields)
  await storeReviews(db, owner, null, [review])
  return reviewIdOf(db, review.source_id)
}

/** Tracks a competitor. */
export async function addBellaVista(db: Connection, owner: Owner): Promise<Competitor> {
  const tracked = { name: 'Bella Vista', trade: 'restaurant', distance_m: 400 } as const
  const competitor = await addCompetitor(db, owner, tracked)
  if (!competitor) throw new Error('The competitor was not added.')
  return competitor
}
