import { fisherExact } from '../numbers/fisher.ts'
import { roundToThousandth } from '../numbers/rounding.ts'
import type { Quote, RecommendationDraft, RecommendationFactors } from '../records.ts'
import type { Aggregate, Replied, Replies } from './aggregate.ts'
import { countIn, percent, percentReviewsMin, plural, shareOrCount } from './counts.ts'
import {
  quotesFrom,
  slotName,
  unansweredAlert,
  unansweredAny,
  unansweredCritical,
  unansweredLow,
  unansweredNaming,
} from './quotables.ts'
import { presentOnes } from './quotes-of-age.ts'

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

/** Reviews of each kind without which nothing is said about replies to praise and to criticism. */
const eachKindMin = 4
/** The p-value below which a difference between the two is not chance. */
const chanceMax = 0.05
/** Critical reviews without a reply that make such a difference a reason to act. */
const openCriticalMin = 2

export const repliesKey = 'communication.replies'
/** The play for an owner who replies to praise and not to criticism. */
const criticalRepliesPlay = 'communication.replies_to_criticism'
/** The plays for an owner who leaves no serious review without a reply, and none with few stars. */
const lowRepliesPlay = 'communication.replies_to_the_low'
const praiseRepliesPlay = 'communication.replies_to_praise'
/** The play for an owner who replies to most reviews, but not to a serious one. */
const seriousRepliesPlay = 'communication.replies_to_the_serious'

/**
 * "You have replied to 10 of 61 reviews (16%). …", with the replies to praise and to criticism where they differ; null
 * where too little is known.
 */
export function repliesSentence(replies: Replies): string | null {
  const { known, replied } = replies
  if (known < knownMin) return null
  const rate = known >= percentReviewsMin ? ` (${percent(countIn(replied, known).share)})` : ''
  return [
    `You have replied to ${replied} of ${plural(known, 'review')}${rate}.`,
    ...withoutReply(replies),
    ...praiseBeforeCriticism(replies),
    ...leftOut(replies),
  ].join(' ')
}

/** "Of the 6 without a reply, 1 reports a serious matter and 2 more have one or two stars"; "the other 2" of three. */
function withoutReply({ known, replied, unansweredLow: low, unansweredAlerts: grave }: Replies): string[] {
  const open = known - replied
  if (low + grave === 0) return []
  const parts = [
    ...(grave > 0 ? [`${grave} ${grave === 1 ? 'reports' : 'report'} a serious matter`] : []),
    ...(low > 0 ? [`${lowOf({ open, grave, low })} ${low === 1 ? 'has' : 'have'} one or two stars`] : []),
  ]
  if (open > 1 && (grave === open || low === open)) {
    const all = open === 2 ? 'Both of those' : `All ${open}`
    return [`${all} without a reply ${grave > 0 ? 'report a serious matter' : 'have one or two stars'}.`]
  }
  if (open === 1) return [`The one without a reply ${grave > 0 ? 'reports a serious matter' : 'has one or two stars'}.`]
  return [`Of the ${open} without a reply, ${parts.join(' and ')}.`]
}

function lowOf({ open, grave, low }: { open: number; grave: number; low: number }): string {
  if (grave === 0) return String(low)
  if (grave + low < open) return `${low} more`
  return low === 1 ? 'the other' : `the other ${low}`
}

/** The finding that praise gets replies and criticism does not, if there are enough of both and it is not chance. */
function praiseBeforeCriticism(replies: Replies): string[] {
  if (!prefersPraise(replies)) return []
  const { favorable, critical } = replies
  const few = critical.replied === 0 ? 'none' : `only ${critical.replied}`
  return [
    `You replied to ${favorable.replied} of ${favorable.known} reviews with four or five stars, ` +
      `but to ${few} of the ${critical.known} with three or fewer.`,
  ]
}

function prefersPraise({ favorable, critical }: Replies): boolean {
  if (favorable.known < eachKindMin || critical.known < eachKindMin) return false
  if (favorable.replied * critical.known <= critical.replied * favorable.known) return false
  const part = ({ known, replied }: Replied) => ({ count: replied, reviews: known })
  return fisherExact(part(favorable), part(critical)) < chanceMax
}

/** The reviews that the numbers leave out. */
function leftOut({ unknown }: Replies): string[] {
  if (unknown === 0) return []
  const [are, them] = unknown === 1 ? ['is', 'its source does'] : ['are', 'their sources do']
  return [`${plural(unknown, 'more review')} ${are} not counted here, because ${them} not show replies.`]
}

/** The reviews without a reply as a problem, with its factors and its play; null where no numbers justify one. */
export function repliesProblem(
  { own, competitors, quotables }: Aggregate,
  now: Date,
):
  | (Pick<RecommendationDraft, 'rationale' | 'metric' | 'evidence'> & { factors: RecommendationFactors; play: string })
  | null {
  const { replies } = own
  const sentence = repliesSentence(replies)
  const rate = countIn(replies.replied, replies.known).share
  const openCritical = replies.critical.known - replies.critical.replied
  const isOneSided = prefersPraise(replies) && openCritical >= openCriticalMin
  const isGrave = replies.unansweredAlerts > 0 || (rate < enoughRate && replies.unansweredLow >= lowMin) || isOneSided
  if (sentence === null || !(isGrave || rate < rareRate) || own.reviews === 0) return null
  const open = isGrave
    ? Math.max(replies.unansweredLow + replies.unansweredAlerts, isOneSided ? openCritical : 0)
    : replies.known - replies.replied
  const slots = [
    unansweredAlert,
    unansweredLow,
    ...(isOneSided ? [unansweredCritical] : []),
    ...(isGrave ? [] : [unansweredAny]),
  ]
  const quotesIn = (...names: string[]): Quote[] => {
    const slots = names.map((slot) => slotName('own', slot, 'negative'))
    const present = new Map(slots.map((slot) => [slot, presentOnes(quotables.get(slot) ?? [], now, 1)]))
    return quotesFrom(present, slots, { each: evidenceMax, most: evidenceMax })
  }
  const judging = quotesIn(...slots)
  const evidence = judging.length > 0 ? judging : quotesIn(unansweredNaming)
  const theirs =
    competitors.replies.known >= knownMin ? countIn(competitors.replies.replied, competitors.replies.known) : null
  const compared = theirs === null ? '' : ` Your competitors have replied to ${shareOrCount(theirs)}.`
  return {
    rationale: `${sentence}${compared} People who choose a business notice whether it replies.`,
    play: playOf(replies, { isOneSided, rate }),
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

function playOf(
  { unansweredAlerts, unansweredLow }: Replies,
  { isOneSided, rate }: { isOneSided: boolean; rate: number },
): string {
  if (unansweredAlerts > 0) return rate >= enoughRate ? seriousRepliesPlay : repliesKey
  if (isOneSided) return criticalRepliesPlay
  return unansweredLow > 0 ? lowRepliesPlay : praiseRepliesPlay
}
