import type { Aspect, LabelsState, ReviewFlag, ReviewPolarity, Source } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader } from '../connection/database.ts'
import type { Owner } from '../connection/records.ts'
import { countLabeledOfImports } from './review-imports.ts'

/** A review as the engine reads it. `labels` are those that the engine named by `labels_version` found earlier. */
export interface ReviewToRead {
  id: Id<'rev'>
  competitor_id: Id<'cmp'> | null
  source: Source
  rating: number | null
  text: string
  language: string | null
  published_at: string | null
  owner_replied: boolean | null
  labels: unknown
  labels_version: string | null
  /** Pending until the review is searchable. */
  labels_state: LabelsState
  /** Labels are stored only if the content is still the content that was read. */
  updated_at: string
}

/** Labels are done when `search` is set, which makes the review searchable. */
export const labelsState = "case when search is null then 'pending' else 'done' end as labels_state"

const columns = `id, competitor_id, source, rating, text, language, published_at, owner_replied, labels, labels_version,
  ${labelsState}, updated_at`

/**
 * Reads the reviews of one subject in a period, in chunks of `limit`, until there are no more. For a review without a
 * date, the time of its import is used. Every chunk is a separate statement, so no transaction stays open while the
 * engine works.
 */
export async function* readReviews(
  connection: Reader,
  owner: Owner,
  competitorId: Id<'cmp'> | null,
  { from, to, limit }: { from: string; to: string; limit: number },
): AsyncGenerator<ReviewToRead[], void, void> {
  let after = ''
  while (true) {
    const chunk = await query<ReviewToRead>(
      connection,
      {
        name: 'read_reviews',
        text: `
          select ${columns} from reviews
          where subject_id = $1 and business_id = $2 and id > $3
            and coalesce(published_at, created_at) >= $4 and coalesce(published_at, created_at) < $5
          order by subject_id, id limit $6`,
      },
      [competitorId ?? owner.business_id, owner.business_id, after, from, to, limit],
    )
    if (chunk.length > 0) yield chunk
    const last = chunk.at(-1)
    if (last === undefined || chunk.length < limit) return
    after = last.id
  }
}

/**
 * Returns the next reviews of the business whose labels are pending, with the trade whose vocabulary applies. The
 * newest reviews come first. An analysis reads in the opposite direction, so the two share the work instead of doing it
 * twice.
 */
export async function readReviewsToLabel(
  connection: Reader,
  owner: Owner,
  { limit }: { limit: number },
): Promise<(ReviewToRead & { trade: Schemas['Business']['trade'] })[]> {
  return query(
    connection,
    { name: 'read_reviews_to_label', text: withTrade('search is null order by id desc limit $2') },
    [owner.business_id, limit],
  )
}

/** Returns reviews of the business that were labeled by these engine versions, with their trade. */
export async function readReviewsLabeledBy(
  connection: Reader,
  owner: Owner,
  versions: readonly string[],
  { limit }: { limit: number },
): Promise<(ReviewToRead & { trade: Schemas['Business']['trade'] })[]> {
  return query(connection, { name: 'read_reviews_labeled_by', text: withTrade('labels_version = any ($3) limit $2') }, [
    owner.business_id,
    limit,
    versions,
  ])
}

/** Selects reviews of a business with the trade whose vocabulary applies. */
function withTrade(condition: string): string {
  return `
    select chosen.*, coalesce(competitors.trade, businesses.trade) as trade
    from (select ${columns} from reviews where business_id = $1 and ${condition}) as chosen
    join businesses on businesses.id = $1
    left join competitors on competitors.id = chosen.competitor_id
    order by chosen.id desc`
}

/** The engine versions whose labels the reviews of the business have. */
export async function listLabelVersions(connection: Reader, owner: Owner): Promise<string[]> {
  const text = `${labelVersions('business_id = $1')} select labels_version from versions`
  const versions = await query<{ labels_version: string }>(connection, { name: 'list_label_versions', text }, [
    owner.business_id,
  ])
  return versions.map(({ labels_version }) => labels_version)
}

/** The engine versions whose labels the reviews of each business have. */
export async function listLabelVersionsOfAll(connection: Reader): Promise<(Owner & { labels_version: string })[]> {
  const text = `
    ${labelVersions('true')}
    select account_id, business_id, labels_version from versions join businesses on businesses.id = business_id`
  return query(connection, { name: 'list_label_versions_of_all', text }, [])
}

/**
 * Steps through the index from one pair of business and version to the next. There are few pairs, regardless of the
 * number of reviews.
 */
function labelVersions(condition: string): string {
  const first = (behind: string) => `
    select business_id, labels_version from reviews
    where labels_version is not null and ${condition} ${behind}
    order by business_id, labels_version limit 1`
  return `
    with recursive versions as (
      (${first('')})
      union all
      select next.business_id, next.labels_version
      from versions cross join lateral (
        ${first('and (business_id, labels_version) > (versions.business_id, versions.labels_version)')}
      ) as next
    )`
}

/** The labels that the engine found in a review. */
export interface FoundLabels extends Pick<ReviewToRead, 'id' | 'updated_at' | 'language'> {
  /** The form in which the engine reads the labels again. */
  labels: unknown
  aspects: readonly Schemas['ReviewAspect'][]
  polarity: ReviewPolarity | null
  flags: readonly ReviewFlag[]
}

/**
 * Stores the labels that the engine found, which makes the reviews searchable. A review stays pending if its content
 * has changed since it was read, or if another transaction is writing it: waiting for that transaction could cause a
 * deadlock, because analyses, maintenance and imports lock reviews in different orders.
 */
export async function storeReviewLabels(
  connection: Connection,
  owner: Owner,
  version: string,
  found: readonly FoundLabels[],
): Promise<void> {
  const stored = await query<{ updated_at: string; was_pending: boolean }>(
    connection,
    {
      name: 'store_review_labels',
      text: `
        with found as (
          select * from json_to_recordset($3::json) as found (
            id text, updated_at timestamptz, language text, labels json, aspects json, polarity text, flags json,
            terms json)
        ),
        free as materialized (
          select id, search is null as was_pending from reviews where id in (select id from found)
          for update skip locked
        )
        update reviews
        set labels = found.labels, labels_version = $2, language = coalesce(reviews.language, found.language),
            aspects = found.aspects, polarity = found.polarity, flags = found.flags,
            search = to_tsvector('english', reviews.text)
              || array_to_tsvector(array(select json_array_elements_text(found.terms)))
        from found join free on free.id = found.id
        where reviews.id = found.id and reviews.business_id = $1 and reviews.updated_at = found.updated_at
        returning reviews.updated_at, was_pending`,
    },
    [owner.business_id, version, JSON.stringify(found.map((review) => ({ ...review, terms: searchTerms(review) })))],
  )
  const labeled = stored.filter(({ was_pending }) => was_pending).map(({ updated_at }) => updated_at)
  // A separate statement, because an import locks its record after the reviews.
  if (labeled.length > 0) await countLabeledOfImports(connection, owner, labeled)
}

/** Returns the labels of a review as terms of its `search`, so that one index finds words and labels. */
function searchTerms({ aspects, polarity, flags }: FoundLabels): string[] {
  return [
    ...aspects.flatMap((label) => [aspectTerm(label.aspect), aspectTerm(label.aspect, label.polarity)]),
    ...(polarity === null ? [] : [polarityTerm(polarity)]),
    ...flags.map(flagTerm),
  ]
}

/** The labels by which a list of reviews is filtered. */
export interface LabelFilter {
  aspect?: Aspect | undefined
  polarity?: ReviewPolarity | undefined
  flag?: ReviewFlag | undefined
}

/** Returns the terms that must all be in the `search` of a review. Empty for an empty filter. */
export function filterTerms({ aspect, polarity, flag }: LabelFilter): string[] {
  const terms: string[] = []
  if (aspect !== undefined) terms.push(aspectTerm(aspect, polarity))
  else if (polarity !== undefined) terms.push(polarityTerm(polarity))
  if (flag !== undefined) terms.push(flagTerm(flag))
  return terms
}

// Words of a text never begin with `#`, because the parser of PostgreSQL treats it as punctuation.

function aspectTerm(aspect: Aspect, polarity?: ReviewPolarity): string {
  return polarity === undefined ? `#aspect=${aspect}` : `#${aspect}=${polarity}`
}

function polarityTerm(polarity: ReviewPolarity): string {
  return `#polarity=${polarity}`
}

function flagTerm(flag: ReviewFlag): string {
  return `#flag=${flag}`
}
