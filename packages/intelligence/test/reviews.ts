import type { Trade } from '@generated/contract/enums'
import type { AnalysisInput } from '../src/analysis/analyze.ts'
import { labelReview, type ReviewLabels } from '../src/labels/labels.ts'
import type { ReviewInput } from '../src/labels/review-input.ts'
import type { ReviewStats } from '../src/records.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
export const stats: ReviewStats = {
  average_rating: 4.2,
  review_count: 100,
  reviews_90d: 20,
  rating_change_90d: 0,
  response_rate_90d: null,
}

/** A review of the given age; ids are counted so that every corpus is the same each time. */
export function review(
  number: number,
  text: string,
  options: Partial<ReviewInput> & { ageDays?: number } = {},
): ReviewInput {
  const { ageDays = (number * 37) % 350, ...fields } = options
  return {
    id: `rev_${String(number).padStart(5, '0')}`,
    competitor_id: null,
    source: 'google',
    rating: 4,
    text,
    published_at: new Date(now.getTime() - ageDays * 86_400_000).toISOString(),
    owner_replied: null,
    labels: null,
    ...fields,
  }
}

/** The same text many times, made distinct by a number that is not read as a name. */
export function repeated(
  from: number,
  count: number,
  text: string,
  options: Partial<ReviewInput> & { ageDays?: number } = {},
): ReviewInput[] {
  return Array.from({ length: count }, (_, index) => review(from + index, text, options))
}

const knownLabels = new Map<string, ReviewLabels>()

/** The labels of a text, which a process computes once: the tests repeat a few texts thousands of times. */
export function labelsOf(text: string, trade: Trade): ReviewLabels {
  const key = `${trade} ${text}`
  const labels = knownLabels.get(key) ?? labelReview(text, { trade })
  knownLabels.set(key, labels)
  return labels
}

/** The input of an analysis. The reviews of a list get labels, as reviews in the database have them. */
export function input(reviews: AnalysisInput['reviews'], overrides: Partial<AnalysisInput> = {}): AnalysisInput {
  const given: AnalysisInput = {
    business: { id: 'biz_1', name: 'Rosso Trattoria', trade: 'restaurant' },
    competitors: [{ id: 'cmp_1', name: 'Bella Vista', review_stats: stats }],
    reviews,
    period: { from: '2025-11-21T12:00:00.000Z', to: now.toISOString() },
    previous: null,
    openRecommendations: [],
    doneRecommendations: [],
    now: now,
    ...overrides,
  }
  if (!Array.isArray(reviews)) return given
  const tradeOf = (competitorId: string | null) =>
    given.competitors.find(({ id }) => id === competitorId)?.trade ?? given.business.trade
  const labeled = reviews.map((each: ReviewInput) => ({
    ...each,
    labels: each.labels ?? labelsOf(each.text, tradeOf(each.competitor_id)),
  }))
  return { ...given, reviews: labeled }
}
