import type { Aggregate, Replies } from './aggregate.ts'
import { countIn, percent, plural } from './counts.ts'
import { quotesFrom, slotName, unansweredAlert, unansweredAny, unansweredLow } from './quotables.ts'
import type { Quote, RecommendationDraft, RecommendationFactors } from './records.ts'
import { roundToThousandth } from './rounding.ts'

/** The facts about replies to reviews: as a sentence of the report, and as a problem to act on. */

/** With fewer reviews of which it is known, a rate says nothing. */
const knownMin = 10
/** From this rate on, only reviews that report danger or another serious matter are a reason to act. */
const enoughRate = 0.5
/** Reviews with one or two stars and no reply that are a reason to act. */
const lowMin = 2
/** Below this rate, hardly any review has a reply, and also praise without one is a reason to act. */
const rareRate = 0.25
/** A reply does not change what went wrong: a quarter of the usual range of stars is at stake, less for praise. */
const impact = 0.25
const impactOfPraise = 0.05
const confidenceKnown = 8
const evidenceMax = 4
const horizonDays = 90

export const repliesKey = 'communication.replies'

/** "You have replied to 10 of 61 reviews (16%). …"; null where too little is known. */
export function repliesSentence({ known, replied, unansweredLow: low, unansweredAlerts }: Replies): string | null {
  if (known < knownMin) return null
  const open = known - replied
  const rate = percent(countIn(replied, known).share)
  const said = `You have replied to ${replied} of the ${known} reviews of this period whose replies can be seen (${rate})`
  if (open === 0) return `${said}.`
  const grave = [
    ...(low > 0 ? [`${low} with one or two stars`] : []),
    ...(unansweredAlerts > 0 ? [`${unansweredAlerts} about danger, discrimination or another serious matter`] : []),
  ]
  const among = grave.length > 0 ? `, among them ${grave.join(' and ')}` : ''
  return `${said}; ${plural(open, 'review')} ${open === 1 ? 'has' : 'have'} no reply${among}.`
}

/** The reviews without a reply as a problem, with its factors; null where the numbers do not justify one. */
export function repliesProblem({
  own,
  competitors,
  quotables,
}: Aggregate):
  | (Pick<RecommendationDraft, 'rationale' | 'metric' | 'evidence'> & { factors: RecommendationFactors })
  | null {
  const { replies } = own
  const sentence = repliesSentence(replies)
  const grave = replies.unansweredLow + replies.unansweredAlerts
  const rate = countIn(replies.replied, replies.known).share
  const isGrave = replies.unansweredAlerts > 0 || (rate < enoughRate && replies.unansweredLow >= lowMin)
  if (sentence === null || !(isGrave || rate < rareRate) || own.reviews === 0) return null
  const open = isGrave ? grave : replies.known - replies.replied
  const evidence: Quote[] = quotesFrom(
    quotables,
    [unansweredAlert, unansweredLow, ...(isGrave ? [] : [unansweredAny])].map((slot) =>
      slotName('own', slot, 'negative'),
    ),
    { each: evidenceMax, most: evidenceMax },
  )
  const theirs =
    competitors.replies.known >= knownMin ? countIn(competitors.replies.replied, competitors.replies.known) : null
  const compared = theirs === null ? '' : ` Your competitors have replied to ${percent(theirs.share)}.`
  return {
    rationale: `${sentence}${compared} People who read reviews also read whether and how you reply.`,
    factors: {
      frequency: countIn(open, Math.max(own.reviews, open)).share,
      impact: isGrave ? impact : impactOfPraise,
      gap: roundToThousandth(1 + Math.max(0, (theirs?.share ?? rate) - rate)),
      trend: 1,
      severity: replies.unansweredAlerts > 0 ? 1.5 : 1,
      confidence: roundToThousandth(replies.known / (replies.known + confidenceKnown)),
    },
    metric: {
      name: 'response_rate',
      current: rate,
      target: rate < enoughRate ? Math.max(enoughRate, theirs?.share ?? 0) : 1,
      horizon_days: horizonDays,
    },
    evidence,
  }
}
