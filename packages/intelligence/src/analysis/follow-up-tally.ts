import type { Aspect } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { countedSides } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { CountedReview } from './reports.ts'

/** A recommendation that the owner marked as done. */
export interface DoneRecommendation {
  id: `rec_${string}`
  problem_key: string
  aspect: Aspect
  title: string
  metric: Pick<Schemas['RecommendationMetric'], 'name'>
  done_at: string
}

/** The reason for a recommendation, which is counted before and after it was marked as done. */
export type Measure = { kind: 'replies' } | { kind: 'alert'; alert: Alert } | { kind: 'complaints'; aspect: Aspect }

/** Own reviews on one side of the mark: those of which it is known, and those to which the measure applies. */
interface Counted {
  reviews: number
  count: number
}

export interface FollowUpTally {
  recommendation: DoneRecommendation
  measure: Measure
  before: Counted
  after: Counted
}

export function emptyFollowUp(recommendation: DoneRecommendation): FollowUpTally {
  const measure = measureOf(recommendation)
  return { recommendation, measure, before: { reviews: 0, count: 0 }, after: { reviews: 0, count: 0 } }
}

function measureOf({ problem_key, aspect, metric }: DoneRecommendation): Measure {
  if (metric.name === 'response_rate') return { kind: 'replies' }
  const alert = alerts.find((candidate) => problem_key === `alert.${candidate}`)
  return alert ? { kind: 'alert', alert } : { kind: 'complaints', aspect }
}

/**
 * Counts a review of the business before or after the mark. One without a date is on neither side, and one that the
 * engine cannot read counts only where replies do. `reading` is null if it cannot be read.
 */
export function addToFollowUp(tally: FollowUpTally, review: ReviewInput, reading: CountedReview | null): void {
  const applies = appliesTo(tally.measure, review, reading)
  if (review.published_at === null || applies === null) return
  const isBefore = Date.parse(review.published_at) < Date.parse(tally.recommendation.done_at)
  const side = isBefore ? tally.before : tally.after
  side.reviews += 1
  if (applies) side.count += 1
}

/** Null where it cannot be known. */
function appliesTo(
  measure: Measure,
  { owner_replied, rating }: ReviewInput,
  reading: CountedReview | null,
): boolean | null {
  if (measure.kind === 'replies') return owner_replied
  if (reading === null) return null
  if (measure.kind === 'alert') return reading.alerts.has(measure.alert)
  const label = reading.aspects.get(measure.aspect)
  return label !== undefined && countedSides(label, rating).complains
}
