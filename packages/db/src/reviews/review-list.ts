import type { Source } from '@generated/contract/enums'
import type { components, Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import type { Knex } from 'knex'
import { query, type Reader } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { type Owner, storableInstant } from '../connection/records.ts'
import { filterTerms, type LabelFilter, labelsState } from './review-labels.ts'

type Review = Schemas['Review']
type ReviewSort = NonNullable<components['parameters']['ReviewSortParam']>

const columns = `id, business_id, competitor_id, source, source_id, rating, text, language, published_at, owner_replied,
  ${labelsState}, aspects, polarity, flags, retain_until, created_at, updated_at`

/** By what the list sorts: the index has the same expressions. */
const publishedAt = 'coalesce(published_at, created_at)'
const stars = 'coalesce(rating, 0)'

/**
 * Reviews of a removed competitor disappear immediately, although their deletion takes a while. Own reviews have a
 * separate condition: if a business has only own reviews, PostgreSQL would otherwise expect no matching rows and read
 * far more than a page.
 */
const isTracked = (business: string) =>
  `(competitor_id is null or competitor_id <> all (array(
     select id from competitors where business_id = ${business} and removed_at is not null)))`

export async function findReview(connection: Reader, owner: Owner, id: Id<'rev'>): Promise<Review | undefined> {
  const [review] = await query<Review>(
    connection,
    {
      name: 'find_review',
      text: `select ${columns} from reviews where business_id = $1 and id = $2 and ${isTracked('$1')}`,
    },
    [owner.business_id, id],
  )
  return review
}

/**
 * The position at which a list of reviews continues: after the review with these values, regardless of the sort order.
 */
export interface ReviewPosition {
  /** 0 without stars. */
  rating: number
  /** Milliseconds from 1970 to the publication, or to the import if the publication date is unknown. */
  timeMs: number
  id: Id<'rev'>
}

interface ReviewListRequest extends LabelFilter {
  limit: number
  after?: ReviewPosition | undefined
  sort: ReviewSort
  /** True for reviews of the business, false for those of its competitors. */
  own?: boolean | undefined
  competitor_id?: Id<'cmp'> | undefined
  source?: Source | undefined
  rating?: number | undefined
  language?: string | undefined
  replied?: boolean | undefined
  /** Inclusive. */
  published_after?: string | undefined
  /** Exclusive. */
  published_before?: string | undefined
  /** Words of the text, in the syntax of `websearch_to_tsquery`. */
  q?: string | undefined
}

interface ReviewPage {
  items: Review[]
  next: ReviewPosition | null
}

/** A review with the values of its cursor. */
type ReviewRow = Review & { sort_time: string }

/**
 * Lists the reviews of the business and its competitors that match all filters. Every page is one look-up in an index.
 * Filters by label and text have a separate index, which PostgreSQL uses if few reviews match.
 */
export async function listReviews(
  connection: Reader,
  owner: Owner,
  { limit, after, sort, ...filter }: ReviewListRequest,
): Promise<ReviewPage> {
  const matching = matchingReviews(owner, filter)
  const rows =
    sort === 'lowest_rating'
      ? await readLowestFirst(connection, matching, after, limit + 1)
      : await runBuilt<ReviewRow>(connection, sorted(matching, sort, after).limit(limit + 1))
  const items = rows.slice(0, limit).map(({ sort_time: _, ...review }) => review)
  const last = rows[limit - 1]
  return { items, next: last !== undefined && rows.length > limit ? positionOf(last) : null }
}

function positionOf({ rating, sort_time, id }: ReviewRow): ReviewPosition {
  return { rating: rating ?? 0, timeMs: Date.parse(sort_time), id }
}

type ReviewFilter = Omit<ReviewListRequest, 'limit' | 'after' | 'sort'>

function matchingReviews({ business_id }: Owner, filter: ReviewFilter): Knex.QueryBuilder {
  const { own, competitor_id, source, rating, language, replied, published_after, published_before, q } = filter
  const reviews = queryBuilder('reviews')
    .select(queryBuilder.raw(`${columns}, ${publishedAt} as sort_time`))
    .where({ business_id })
    .whereRaw(isTracked('?'), [business_id])
  if (own === true) reviews.where('subject_id', business_id)
  if (own === false) reviews.whereNotNull('competitor_id')
  if (competitor_id !== undefined) reviews.where('subject_id', competitor_id)
  if (source !== undefined) reviews.where({ source })
  if (rating !== undefined) reviews.whereRaw(`${stars} = ?`, [rating])
  if (language !== undefined) reviews.where({ language })
  if (replied !== undefined) reviews.where('owner_replied', replied)
  // The second condition follows from the first, and lets an index skip to the period.
  if (published_after !== undefined) {
    const from = storableInstant(published_after)
    reviews.where('published_at', '>=', from).whereRaw(`${publishedAt} >= ?`, [from])
  }
  if (published_before !== undefined) {
    const to = storableInstant(published_before)
    reviews.where('published_at', '<', to).whereRaw(`${publishedAt} < ?`, [to])
  }
  if (q !== undefined) reviews.whereRaw(`search @@ websearch_to_tsquery('english', ?)`, [q])
  for (const term of filterTerms(filter)) reviews.whereRaw('search @@ ?::tsquery', [`'${term}'`])
  return reviews
}

function sorted(reviews: Knex.QueryBuilder, sort: ReviewSort, after: ReviewPosition | undefined): Knex.QueryBuilder {
  const [direction, compared] = sort === 'oldest' ? ['asc', '>'] : ['desc', '<']
  const keys = sort === 'highest_rating' ? [stars, publishedAt, 'id'] : [publishedAt, 'id']
  reviews.orderByRaw(keys.map((key) => `${key} ${direction}`).join(', '))
  if (after === undefined) return reviews
  const values = [storableTime(after), after.id]
  if (sort === 'highest_rating') values.unshift(String(after.rating))
  return reviews.whereRaw(`(${keys.join(', ')}) ${compared} (${keys.map(() => '?').join(', ')})`, values)
}

/** Stars in ascending order. Reviews without stars come last in this order too. */
const ascendingStars = [1, 2, 3, 4, 5, 0]

/**
 * No index can return rows by ascending stars and descending time. An index can return the reviews with one number of
 * stars by descending time, so each number of stars is read in turn until the page is full, which is nearly always
 * after the first. In one statement, PostgreSQL would read a page for each number of stars.
 */
async function readLowestFirst(
  connection: Reader,
  reviews: Knex.QueryBuilder,
  after: ReviewPosition | undefined,
  limit: number,
): Promise<ReviewRow[]> {
  const begin = after === undefined ? 0 : ascendingStars.indexOf(after.rating)
  const rows: ReviewRow[] = []
  for (const [index, rating] of ascendingStars.entries()) {
    if (begin === -1 || index < begin || rows.length >= limit) continue
    const ofRating = reviews.clone().whereRaw(`${stars} = ?`, [rating])
    const page = sorted(ofRating, 'newest', index === begin ? after : undefined).limit(limit - rows.length)
    rows.push(...(await runBuilt<ReviewRow>(connection, page)))
  }
  return rows
}

/** Returns the time of a position. The cursor of another list may contain a time that PostgreSQL cannot store. */
function storableTime({ timeMs }: ReviewPosition): string {
  return new Date(Math.min(timeMs, latestMs)).toISOString()
}

const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
