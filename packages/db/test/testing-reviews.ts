import type { Id } from '@svc/runtime/ids'
import type { Database } from '../src/connection/database.ts'
import { knexOf } from './testing.ts'

// Named steps of tests that read or change the rows of reviews, their imports and recommendations.

/** Returns the ids at their sources of all stored reviews. */
export async function listSourceIds(db: Database): Promise<string[]> {
  return knexOf(db)('reviews').orderBy('source_id').pluck('source_id')
}

interface StoredReview {
  id: Id<'rev'>
  competitor_id: Id<'cmp'> | null
  source: string
  source_id: string
  text: string | null
  language: string | null
  owner_replied: boolean | null
  labels: object | null
  retain_until: string | null
}

/** Returns the reviews of a business and its competitors, in the order of their subjects and of the ids of sources. */
export async function storedReviews(db: Database, businessId: string): Promise<StoredReview[]> {
  return knexOf(db)('reviews').where({ business_id: businessId }).orderBy(['competitor_id', 'source_id', 'id'])
}

/** Returns the id of the review with this id at its source. */
export async function reviewIdOf(db: Pick<Database, 'url'>, sourceId: string): Promise<Id<'rev'>> {
  const { id } = await knexOf(db)('reviews').where({ source_id: sourceId }).first('id')
  return id
}

/** Deletes the reviews of a business and keeps those of its competitors. */
export async function deleteOwnReviews(db: Database, businessId: string): Promise<void> {
  await knexOf(db)('reviews').where({ business_id: businessId }).whereNull('competitor_id').delete()
}

/** Marks all reviews of a business with a language that no engine finds. */
export async function setReviewLanguage(db: Database, businessId: string, language: string): Promise<void> {
  await knexOf(db)('reviews').where({ business_id: businessId }).update({ language })
}

/** Stores these labels for all reviews of a business, as if an engine of this version had found them. */
export async function setReviewLabels(
  db: Database,
  businessId: string,
  labels: { version: string } & Record<string, unknown>,
): Promise<void> {
  await knexOf(db)('reviews')
    .where({ business_id: businessId })
    .update({ labels: JSON.stringify(labels), labels_version: labels.version })
}

/** Returns whether a business waits for its reviews to be labeled or its reports to be printed again. */
export async function waitsForMaintenance(db: Database, businessId: string): Promise<boolean> {
  return (await knexOf(db)('review_upkeep').where({ id: businessId })).length > 0
}

/** As if a business had this many reviews, for the capacity of its plan. */
export async function setReviewCount(db: Database, businessId: string, reviews: number): Promise<void> {
  await knexOf(db)('review_counts').insert({ business_id: businessId, reviews }).onConflict('business_id').merge()
}

/** As if a recommendation had been marked as done at this time. */
export async function setDoneAt(db: Database, recommendationId: string, at: string): Promise<void> {
  await knexOf(db)('recommendations').where({ id: recommendationId }).update({ done_at: at })
}

/** Returns the number of stored analyses of a business. */
export async function countAnalyses(db: Database, businessId: string): Promise<number> {
  return (await knexOf(db)('analyses').where({ business_id: businessId })).length
}
