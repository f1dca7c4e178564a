import type { Alert } from '../model/alert-reader.ts'
import { fisherExact } from '../numbers/fisher.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { FollowUp } from '../records.ts'
import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import { countIn, percent, percentReviewsMin, plural } from './counts.ts'
import type { FollowUpTally, Measure } from './follow-up-tally.ts'

/** With fewer reviews before or after the mark nothing is said about a difference. */
const reviewsMin = 10
/** A difference with a smaller p-value is more than chance. */
const significance = 0.05

/** The effect of a recommendation since it was marked as done, in numbers and as text. */
export function followUpOf(
  { recommendation, measure, before, after }: FollowUpTally,
  vocabulary: Vocabulary,
): FollowUp {
  const isEnough = before.reviews >= reviewsMin && after.reviews >= reviewsMin
  const numbers = {
    before: shareOf(before),
    after: shareOf(after),
    p_value: isEnough ? roundToThousandth(fisherExact(before, after)) : null,
  }
  const verdict = verdictOf(measure, numbers)
  return {
    recommendation_id: recommendation.id,
    title: recommendation.title,
    done_at: recommendation.done_at,
    metric: recommendation.metric.name,
    ...numbers,
    verdict,
    text: `${comparisonOf(measure, recommendation.done_at, numbers, vocabulary)} ${conclusionOf(verdict, numbers)}`,
  }
}

type Numbers = Pick<FollowUp, 'before' | 'after' | 'p_value'>

function shareOf({ count, reviews }: FollowUpTally['before']): FollowUp['before'] {
  return { count, reviews, share: reviews === 0 ? null : countIn(count, reviews).share }
}

function verdictOf({ kind }: Measure, { before, after, p_value }: Numbers): FollowUp['verdict'] {
  if (p_value === null || before.share === null || after.share === null) return 'insufficient_data'
  if (p_value >= significance) return 'no_clear_change'
  const isMore = after.share > before.share
  return isMore === (kind === 'replies') ? 'improved' : 'worsened'
}

/** "Before you marked it as done on 3 May 2026, 12 of 80 reviews complained about prices; since then, 2 of 60." */
function comparisonOf(measure: Measure, doneAt: string, { before, after }: Numbers, vocabulary: Vocabulary): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(doneAt))
  const hasPercent = before.reviews >= percentReviewsMin && after.reviews >= percentReviewsMin
  const inPercent = ({ share }: FollowUp['before']) => (hasPercent && share !== null ? ` (${percent(share)})` : '')
  const reviews = `${before.count} of ${plural(before.reviews, 'review')} ${saysOf(measure, vocabulary)}`
  return `Before you marked it as done on ${day}, ${reviews}${inPercent(before)}; since then, ${after.count} of ${after.reviews}${inPercent(after)}.`
}

function saysOf(measure: Measure, { labels }: Vocabulary): string {
  if (measure.kind === 'replies') return 'had a reply from you'
  if (measure.kind === 'alert') return alertSentences[measure.alert]
  return `complained about ${labels[measure.aspect].toLowerCase()}`
}

const alertSentences: Record<Alert, string> = {
  health_safety: 'reported a danger to health or safety',
  discrimination: 'reported discrimination',
  minors: 'reported harm or danger to a child',
  threat: 'reported violence or threats',
  harassment: 'reported harassment',
  hygiene: 'reported a lack of hygiene',
  legal_threat: 'spoke of legal steps',
  wrong_charge: 'reported money that was taken wrongly',
}

function conclusionOf(verdict: FollowUp['verdict'], { before, after, p_value: p }: Numbers): string {
  if (p === null || verdict === 'insufficient_data')
    return `These are too few reviews to say whether anything changed: it takes ${reviewsMin} before and ${reviewsMin} after.`
  if (before.share === after.share) return 'The share is the same.'
  const test = `Fisher's exact test, ${p < 0.001 ? 'p < 0.001' : `p = ${p}`}`
  if (verdict === 'no_clear_change') return `A difference like this can be chance (${test}).`
  const moved = (after.share ?? 0) > (before.share ?? 0) ? 'risen' : 'fallen'
  return `The share has ${moved} by more than chance explains (${test}); other changes may have played a part.`
}
