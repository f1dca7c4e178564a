import { refreshTokenContext } from '@svc/business-profile/refresh-token'
import { connectProfile } from '@svc/db/profile-connections'
import type { Owner } from '@svc/db/records'
import { storeReviews } from '@svc/db/reviews'
import { knexOf } from '@svc/db/testing'
import type { Id } from '@svc/runtime/ids'
import type { TestApi } from '../testing.ts'

/** Connects a location and returns the id of its review, as a worker has read it. */
export async function connectLocation(
  { database: { db }, keyring }: Pick<TestApi, 'database' | 'keyring'>,
  owner: Owner,
  { token = 'token', sourceId = 'g1' } = {},
): Promise<Id<'rev'>> {
  const refreshToken = keyring.encrypt('encryption', token, refreshTokenContext(owner.business_id))
  const location = 'accounts/1/locations/2'
  await db.transaction((transaction) =>
    connectProfile(transaction, owner, { location, title: 'Rosso Trattoria', refreshToken }),
  )
  return addSyncedReview({ database: { db } }, owner, sourceId)
}

/** Stores a review of the connected location, as its synchronization does, and returns its id. */
export async function addSyncedReview(
  { database: { db } }: { database: Pick<TestApi['database'], 'db'> },
  owner: Owner,
  sourceId: string,
): Promise<Id<'rev'>> {
  const [review] = await storeReviews(db, owner, null, [
    {
      source: 'google',
      source_id: sourceId,
      rating: 2,
      text: 'We waited an hour for cold pizza.',
      language: 'en',
      published_at: '2026-11-01T12:00:00.000Z',
      owner_replied: false,
      retain_until: null,
    },
  ])
  if (review === undefined) throw new Error('The review was not stored.')
  await knexOf(db)('business_profile_reviews').insert({
    business_id: owner.business_id,
    source_id: sourceId,
    scan_number: 1,
  })
  return review.id
}
