import * as bounds from '@generated/contract/bounds'
import type { operations } from '@generated/contract/client-types'
import { aspects, reviewFlags, reviewPolarities, sources } from '@generated/contract/enums'
import { definedOf, oneOf, textOf } from './search.ts'

export type ReviewFilters = Omit<
  NonNullable<operations['listReviews']['parameters']['query']>,
  'limit' | 'cursor' | 'language' | 'published_after' | 'published_before'
>

type ReviewSort = NonNullable<ReviewFilters['sort']>

/** Every order of the list, as people choose it. */
export const sortNames: Readonly<Record<ReviewSort, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  highest_rating: 'Highest rating',
  lowest_rating: 'Lowest rating',
}

const isSort = (value: unknown): value is ReviewSort => typeof value === 'string' && Object.hasOwn(sortNames, value)

/** The filters of an address; what the API would refuse is left out. */
export function readReviewFilters(search: Record<string, unknown>): ReviewFilters {
  const { sort, own, replied, rating } = search
  return definedOf({
    q: textOf(search.q)?.slice(0, bounds.ReviewQueryParam.maxLength),
    sort: isSort(sort) ? sort : undefined,
    own: typeof own === 'boolean' ? own : undefined,
    competitor_id: competitorId(search.competitor_id),
    source: oneOf(sources, search.source),
    rating: typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : undefined,
    aspect: oneOf(aspects, search.aspect),
    polarity: oneOf(reviewPolarities, search.polarity),
    flag: oneOf(reviewFlags, search.flag),
    replied: typeof replied === 'boolean' ? replied : undefined,
  })
}

const competitorId = (value: unknown) => (typeof value === 'string' && value.startsWith('cmp_') ? value : undefined)
