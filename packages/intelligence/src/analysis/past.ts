import type { Aspect } from '@generated/contract/enums'
import { fisherExact } from '../numbers/fisher.ts'
import type { Side, Tally } from './aggregate.ts'
import { causeOf } from './causes.ts'
import { type Count, countIn, plural } from './counts.ts'
import { trendOf, trendReviewsMin } from './score.ts'
import { subjectOf } from './subjects.ts'

// What is past, present and new: the reviews of the last 90 days compared with those before.

/** A complaint below this part of its former rate is past, if at least this many were expected at that rate. */
const settledPart = 0.2
const settledExpectedMin = 3
/** The chance that none of the complaints would be of the last 90 days, below which they are past. */
const noneChanceMax = 0.1
/** A change in complaint rate is reported if it is at least this large and this many standard errors from zero. */
const reportedTrendMin = 0.03
const trendStandardErrors = 1.28
/** The chance, by Fisher's exact test, above which a difference in numbers of reviews is no change. */
const trendChanceMax = 0.1

/**
 * Returns whether complaints have stopped: no review of the last 90 days has one, and that would be unlikely if they
 * were as frequent as before; or hardly any review has one where several were expected. A complaint without a date may
 * be a recent one.
 */
export function isPast(tally: Tally, side: Side): boolean {
  const { complaining, complaining90d, complainingUndated } = tally
  if (complaining > 0 && complaining90d === 0 && complainingUndated === 0)
    if (chanceOfNone(complaining, side) <= noneChanceMax) return true
  if (side.reviews90d < trendReviewsMin || side.reviewsBefore < trendReviewsMin) return false
  if (complainingUndated * 2 > complaining) return false
  const expected = (tally.complaintsBefore / side.reviewsBefore) * side.reviews90d
  return expected >= settledExpectedMin && tally.complaints90d < expected * settledPart
}

/** The probability that a random sample of `count` reviews of a side has none of the last 90 days (hypergeometric). */
function chanceOfNone(count: number, { reviews, reviewsBefore }: Side): number {
  let chance = 1
  for (let drawn = 0; drawn < count; drawn++) chance *= Math.max(0, reviewsBefore - drawn) / (reviews - drawn)
  return chance
}

/** "none of 15 in the last 90 days does, and 4 praise it", after a number of reviews that complained. */
export function sinceThen({ complaining90d, windows }: Tally, { reviews90d }: Side): string {
  const praising = windows[0]?.praising ?? 0
  const some = `only ${complaining90d} of ${reviews90d} in the last 90 days ${complaining90d === 1 ? 'does' : 'do'}`
  const now = complaining90d === 0 ? `none of ${reviews90d} in the last 90 days does` : some
  return praising < praisedAgainMin ? now : `${now}, and ${praising} praise it`
}

/** The number of reviews of the last 90 days that praise what others complained about, from which they are stated. */
const praisedAgainMin = 2

/** A single complaint may be misread, and does not end praise. */
const endOfPraiseMin = 2

/**
 * Returns whether praise of an aspect is past: of the reviews of the last 90 days more, and at least two, complain
 * about it, or about a cause or a subject that belongs to it, than praise it.
 */
export function isPastPraise(aspect: Aspect, side: Side): boolean {
  const praising = side.aspects.get(aspect)?.windows[0]?.praising ?? 0
  return complainingNow(aspect, side) >= Math.max(endOfPraiseMin, praising + 1)
}

/** The part of their former rate below which complaints without a quote of the present are old. */
const oldPart = 0.5

/** Returns whether at most one review of the last 90 days complains, less than half as often as those before. */
export function hardlyRecurs({ complaining, complaining90d }: Tally, { reviews90d, reviewsBefore }: Side): boolean {
  if (reviews90d < trendReviewsMin || complaining90d > 1) return false
  return complaining90d * reviewsBefore < oldPart * (complaining - complaining90d) * reviews90d
}

/** The reviews of the last 90 days that complain about an aspect, or about the cause or subject of it with the most. */
export function complainingNow(aspect: Aspect, { aspects, causes, subjects }: Side): number {
  const within = [
    ...[...causes].filter(([key]) => causeOf(key)?.aspects[0] === aspect),
    ...[...subjects].filter(([key]) => subjectOf(key)?.aspect === aspect),
  ].map(([, tally]) => tally)
  return Math.max(0, ...[aspects.get(aspect), ...within].map((tally) => tally?.complaining90d ?? 0))
}

interface Change {
  kind: 'new' | 'rising' | 'falling'
  numbers: string
}

/** A significant change in complaints, with both numbers as a phrase; null without one. */
export function changeOf(tally: Tally, side: Side): Change | null {
  const trend = trendOf(tally, side)
  if (trend === null || Math.abs(trend) < reportedTrendMin) return null
  const recent = tally.complaints90d / side.reviews90d
  const before = tally.complaintsBefore / side.reviewsBefore
  const variance = (recent * (1 - recent)) / side.reviews90d + (before * (1 - before)) / side.reviewsBefore
  if (Math.abs(trend) < trendStandardErrors * Math.sqrt(variance)) return null
  const earlier = tally.complaining - tally.complaining90d
  const now = { count: tally.complaining90d, reviews: side.reviews90d }
  if (fisherExact(now, { count: earlier, reviews: side.reviewsBefore }) > trendChanceMax) return null
  const inTotal = `${tally.complaining90d} of ${plural(side.reviews90d, 'review')} in the last 90 days`
  return {
    kind: kindOf(trend, earlier),
    numbers: `${inTotal}, ${earlier === 0 ? 'none' : earlier} of ${side.reviewsBefore} before`,
  }
}

function kindOf(trend: number, earlier: number): Change['kind'] {
  if (trend < 0) return 'falling'
  return earlier === 0 ? 'new' : 'rising'
}

/** "This is new: 3 of 17 reviews in the last 90 days, none of 21 before.", in the same words in every place. */
export function changeSentence({ kind, numbers }: Change): string {
  const beginnings = { new: 'This is new', rising: 'Rising', falling: 'Falling' } as const
  return `${beginnings[kind]}: ${numbers}.`
}

/** The present number of complaints: that of the last 90 days where it has changed, of all reviews otherwise. */
export function presentCountOf(tally: Tally, side: Side): Count {
  const isChanged = tally.complaining90d > 0 && changeOf(tally, side) !== null
  return isChanged ? countIn(tally.complaining90d, side.reviews90d) : countIn(tally.complaining, side.reviews)
}
