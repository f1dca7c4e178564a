import type { Schemas } from '@generated/contract/server-types'
import { decodeSortedCursor, encodeSortedCursor } from '@svc/http/cursor'
import { notFound } from '@svc/http/errors'
import { idBytes } from '@svc/runtime/ids'
import { instantMs } from '@svc/runtime/instants'
import { idLike } from '../state/id-source.ts'
import type { MockContext, MockOperations } from './context.ts'
import type { ItemPage, PageQuery } from './pages.ts'

type Review = Schemas['Review']
type Query = Parameters<NonNullable<MockOperations['listReviews']>>[0]['query']

/** The reviews of the contract's example, filtered and sorted as the service does. */
export function reviewOperations({ examples, states }: MockContext) {
  return {
    async listReviews({ path, query, caller }) {
      const { persona } = states.of(caller.account).account
      if (path.id !== persona.businessId) throw notFound()
      const reviews = await examples.data('listReviews', persona)
      return sortedPage(
        reviews.filter((review) => matches(review, query)),
        query,
      )
    },

    async getReview({ path, caller }) {
      const reviews = await examples.data('listReviews', states.of(caller.account).account.persona)
      const review = reviews.find(({ id }) => id === path.id)
      if (!review) throw notFound()
      return review
    },
  } satisfies MockOperations
}

function matches(review: Review, query: Query): boolean {
  const { published_after, published_before, q, aspect, polarity } = query
  const publishedMs = review.published_at === null ? undefined : Date.parse(review.published_at)
  const isWanted = <Value>(wanted: Value | undefined, value: Value) => wanted === undefined || wanted === value
  return (
    isWanted(query.own, review.competitor_id === null) &&
    isWanted(query.competitor_id, review.competitor_id ?? undefined) &&
    isWanted(query.source, review.source) &&
    isWanted(query.rating, review.rating ?? undefined) &&
    isWanted(query.language, review.language ?? undefined) &&
    isWanted(query.replied, review.owner_replied ?? undefined) &&
    (query.flag === undefined || review.flags.includes(query.flag)) &&
    (aspect === undefined ||
      review.aspects.some((found) => found.aspect === aspect && isWanted(polarity, found.polarity))) &&
    (aspect !== undefined || isWanted(polarity, review.polarity ?? undefined)) &&
    (published_after === undefined || (publishedMs !== undefined && publishedMs >= instantMs(published_after))) &&
    (published_before === undefined || (publishedMs !== undefined && publishedMs < instantMs(published_before))) &&
    (q === undefined || hasWords(review.text, q))
  )
}

/** Whole words in any case, without their other forms: the mock has no dictionary. */
function hasWords(text: string, q: string): boolean {
  const words = new Set(wordsOf(text))
  return wordsOf(q).every((word) => words.has(word))
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

interface SortKey {
  rating: number
  timeMs: number
  id: string
}

const keyOf = ({ rating, published_at, created_at, id }: Review): SortKey => ({
  rating: rating ?? 0,
  timeMs: Date.parse(published_at ?? created_at),
  id,
})
const byTime = (a: SortKey, b: SortKey) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : Number(a.id > b.id))
const orders: Record<Query['sort'], (a: SortKey, b: SortKey) => number> = {
  newest: (a, b) => byTime(b, a),
  oldest: byTime,
  highest_rating: (a, b) => b.rating - a.rating || byTime(b, a),
  lowest_rating: (a, b) => (a.rating || 6) - (b.rating || 6) || byTime(b, a),
}

function sortedPage(reviews: readonly Review[], { sort, limit, cursor }: Query & PageQuery): ItemPage<Review> {
  const order = orders[sort]
  const sorted = reviews.toSorted((a, b) => order(keyOf(a), keyOf(b)))
  const after = cursor === undefined ? undefined : decodeSortedCursor(cursor)
  const remaining = sorted.filter(
    (review) => !after || order({ ...after, id: idLike(review.id, after.idBytes) }, keyOf(review)) < 0,
  )
  const page = remaining.slice(0, limit)
  const last = page.at(-1)
  if (last === undefined || remaining.length <= limit) return { items: page, next_cursor: null }
  return { items: page, next_cursor: encodeSortedCursor({ ...keyOf(last), idBytes: idBytes(last.id) }) }
}
