import type { ReviewResultKind, Source } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'

type ReviewStats = Schemas['ReviewStats']

/** The standing of a subject before its first import. */
export const noReviews: ReviewStats = {
  average_rating: null,
  review_count: 0,
  reviews_90d: 0,
  rating_change_90d: null,
  response_rate_90d: null,
}

export interface NewReview {
  source: Source
  /** The id of the review at its source, by which a second import recognizes it. */
  source_id: string
  rating: number | null
  /** Empty if the review has only stars. */
  text: string
  language: string | null
  published_at: string | null
  /** Null if the source does not show replies. */
  owner_replied: boolean | null
  /** The time at which the review must be deleted. Null: the rules of its source and its account apply. */
  retain_until: string | null
}

/** The recommended maximum number of reviews for one call of `storeReviews`: one statement of about two megabytes. */
export const reviewBatchMax = 5_000

/**
 * Serializes imports of one business until the end of the transaction. Otherwise, two imports that insert the same
 * reviews in different orders would deadlock.
 */
export async function lockReviewImport(transaction: Transaction, owner: Owner): Promise<void> {
  await query(
    transaction,
    { name: 'lock_review_import', text: `select pg_advisory_xact_lock(hashtextextended('reviews ' || $1, 0))` },
    [owner.business_id],
  )
}

/** The result for one review. */
export interface StoredReview {
  id: Id<'rev'>
  result: Exclude<ReviewResultKind, 'rejected'>
}

/**
 * Stores reviews of the business itself (`competitorId` null) or of one of its competitors, and returns the results in
 * the same order. If a review is already known (same subject, source and source_id), its content is updated, except
 * fields that are null or empty in the new version. If its text or stars change, it is labeled again. Of several
 * reviews with the same identity, the first is used. Send batches of up to `reviewBatchMax` in one transaction, and
 * then call `requestReviewMaintenance`.
 *
 * COPY through a temporary table was not chosen: it needs one more dependency, and most of the time is spent on the
 * indexes.
 */
export async function storeReviews(
  connection: Connection,
  owner: Owner,
  competitorId: Id<'cmp'> | null,
  reviews: readonly NewReview[],
): Promise<StoredReview[]> {
  const stored = await query<StoredReview & { source: Source; source_id: string }>(
    connection,
    { name: 'store_reviews', text: storeStatement },
    [
      owner.business_id,
      competitorId,
      reviews.map(() => newId('rev')),
      reviews.map((review) => review.source),
      reviews.map((review) => review.source_id),
      reviews.map((review) => review.rating),
      reviews.map((review) => review.text),
      reviews.map((review) => review.language),
      reviews.map((review) => review.published_at),
      reviews.map((review) => review.owner_replied),
      reviews.map((review) => review.retain_until),
    ],
  )
  const byIdentity = new Map(stored.map(({ source, source_id, ...each }) => [`${source} ${source_id}`, each]))
  return reviews.flatMap(({ source, source_id }): StoredReview[] => {
    const identity = `${source} ${source_id}`
    const found = byIdentity.get(identity)
    if (found === undefined) return []
    // A second review with this identity was not stored.
    byIdentity.set(identity, { ...found, result: 'unchanged' })
    return [found]
  })
}

const isChanged = `(excluded.text <> '' and excluded.text <> known.text
                or excluded.rating is not null and excluded.rating is distinct from known.rating)`

/**
 * Returns the SQL expression for the time at which a review must be deleted, for statements that join `review_sources`
 * and `accounts`. The rule of its source counts from when it was stored, and the setting of its account from when it
 * was posted. Null if neither applies.
 */
export function retainUntil({ published_at, created_at }: { published_at: string; created_at: string }): string {
  return `least(${created_at} + make_interval(days => review_sources.retention_days),
    coalesce(${published_at}, ${created_at}) + make_interval(days => review_retention_days))`
}

/**
 * An inserted row has never been updated: its xmax is 0. The `limit 1` makes PostgreSQL look up each unchanged review
 * in the index of identities; without it, the join may read all reviews of the subject.
 */
const storeStatement = `
  with given as (
    select distinct on (review.source, review.source_id) review.*,
      least(review.retain_until, ${retainUntil({ published_at: 'review.published_at', created_at: 'now()' })}) as kept_until
    from unnest($3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::timestamptz[],
                $10::boolean[], $11::timestamptz[])
      with ordinality as review (id, source, source_id, rating, text, language, published_at, owner_replied,
                                 retain_until, position)
    cross join (select review_retention_days from accounts join businesses on businesses.account_id = accounts.id
                where businesses.id = $1) as account
    left join review_sources using (source)
    order by review.source, review.source_id, position
  ),
  stored as (
    insert into reviews as known (business_id, competitor_id, id, source, source_id, rating, text, language,
                                  published_at, owner_replied, retain_until)
    select $1, $2, id, source, source_id, rating, text, language, published_at, owner_replied, kept_until from given
    where $2::text is null
      or exists (select from competitors where business_id = $1 and id = $2 and removed_at is null)
    on conflict (subject_id, source, source_id) do update
    set rating = coalesce(excluded.rating, known.rating),
        text = coalesce(nullif(excluded.text, ''), known.text),
        language = coalesce(excluded.language, case when excluded.text in ('', known.text) then known.language end),
        published_at = coalesce(excluded.published_at, known.published_at),
        owner_replied = coalesce(excluded.owner_replied, known.owner_replied),
        retain_until = least(excluded.retain_until, known.retain_until),
        updated_at = greatest(now(), known.updated_at + interval '1 millisecond'),
        labels = case when ${isChanged} then null else known.labels end,
        labels_version = case when ${isChanged} then null else known.labels_version end,
        aspects = case when ${isChanged} then '[]' else known.aspects end,
        polarity = case when ${isChanged} then null else known.polarity end,
        flags = case when ${isChanged} then '[]' else known.flags end,
        search = case when ${isChanged} then null else known.search end
    where ${isChanged}
      or coalesce(excluded.language, known.language) is distinct from known.language
      or coalesce(excluded.published_at, known.published_at) is distinct from known.published_at
      or coalesce(excluded.owner_replied, known.owner_replied) is distinct from known.owner_replied
      or least(excluded.retain_until, known.retain_until) is distinct from known.retain_until
    returning id, source, source_id, case when known.xmax = 0 then 'created' else 'updated' end as result
  )
  select id, source, source_id, result from stored
  union all
  select known.id, source, source_id, 'unchanged'
  from (select source, source_id from given except select source, source_id from stored) as other
  cross join lateral (
    select id from reviews
    where subject_id = coalesce($2, $1) and source = other.source and source_id = other.source_id
    limit 1
  ) as known`

/** Counts the stored reviews of the business and its competitors. */
export async function countStoredReviews(connection: Reader, owner: Owner): Promise<number> {
  const text = 'select reviews from review_counts where business_id = $1'
  const [count] = await query<{ reviews: number }>(connection, { name: 'count_stored_reviews', text }, [
    owner.business_id,
  ])
  return count?.reviews ?? 0
}

/**
 * Computes the statistics of the business (`competitorId` null) or of a competitor from its reviews, as of now, and
 * writes them to its record together with the other values that depend on reviews: `unanswered_count` of the business,
 * or `sources` and `reviews_as_of` of the competitor. Reads all reviews of the subject: 1,000,000 take about a second.
 */
export async function refreshReviewStats(
  connection: Connection,
  owner: Owner,
  competitorId: Id<'cmp'> | null,
): Promise<ReviewStats> {
  const [counted] =
    competitorId === null
      ? await query<{ review_stats: ReviewStats }>(
          connection,
          {
            name: 'refresh_business_review_stats',
            text: `
              with ${countedReviews}
              update businesses
              set review_stats = counted.review_stats, unanswered_count = counted.unanswered_count, updated_at = now()
              from counted where businesses.id = $1
              returning businesses.review_stats`,
          },
          [owner.business_id],
        )
      : await query<{ review_stats: ReviewStats }>(
          connection,
          {
            name: 'refresh_competitor_review_stats',
            text: `
              with ${countedReviews}
              update competitors
              set review_stats = counted.review_stats, sources = counted.sources, reviews_as_of = counted.reviews_as_of
              from counted where competitors.id = $1 and competitors.business_id = $2
              returning competitors.review_stats`,
          },
          [competitorId, owner.business_id],
        )
  return counted?.review_stats ?? noReviews
}

/**
 * `rating_change_90d` is the mean of the last 90 days minus the mean before. `response_rate_90d` covers the reviews of
 * the last 90 days whose reply is visible. `unanswered_count` is null if no replies are visible. Returns at most the
 * five known sources, the most frequent first.
 */
const countedReviews = `
  counted as (
    select
      json_build_object(
        'average_rating', round(avg(rating), 2),
        'review_count', count(*),
        'reviews_90d', count(*) filter (where recent),
        'rating_change_90d', round(avg(rating) filter (where recent) - avg(rating) filter (where earlier), 2),
        'response_rate_90d', round(avg(owner_replied::int) filter (where recent), 4)
      ) as review_stats,
      case when count(owner_replied) > 0 then count(*) filter (where text <> '' and not owner_replied) end
        as unanswered_count,
      max(created_at) as reviews_as_of,
      array(
        select source from reviews where subject_id = $1 group by source order by count(*) desc, source
      ) as sources
    from reviews
    cross join lateral (
      select published_at >= now() - interval '90 days' as recent, published_at < now() - interval '90 days' as earlier
    ) as age
    where subject_id = $1
  )`
