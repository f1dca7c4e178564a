import type { Aspect, Verdict } from '@generated/contract/enums'
import { fisherExact } from '../numbers/fisher.ts'
import type { Aggregate, Side, Tally } from './aggregate.ts'
import { type Count, countOf, percent, percentReviewsMin, shareOrCount } from './counts.ts'

/** Weighted mentions that each side must have before anything is said about a difference. */
export const mentionsMin = 8
/** Certainty required of a verdict, as the probability that one side is truly better. */
const certaintyMin = 0.9
/** The standard errors at which the normal distribution has this probability. */
const certaintyErrors = 1.2816
/** Smaller differences in net sentiment are within the error of reading, for any number of reviews. */
const netGapMin = 0.15
/** Two businesses are level only if a larger difference than this in net sentiment would have been found. */
const levelGapMax = 0.3
/** The same for satisfaction, which runs from 0 to 1: 0.3 stars. */
const satisfactionGapMin = 0.075

/** The chance, by Fisher's exact test, below which a difference in numbers of reviews is a difference of businesses. */
const chanceMax = 0.01
/** Fewer reviews on the side with more are not a subject of its customers. */
const shareReviewsMin = 4

/**
 * The business that is better at an aspect, judged by two Beta distributions over "positive", unclear mentions counting
 * half. Where these do not decide, the numbers of reviews that praise and that complain do, unless they contradict each
 * other: 10 of 40 against 1 of 49 complain.
 */
export function compareAspect(aspect: Aspect, { own, competitors }: Pick<Aggregate, 'own' | 'competitors'>): Verdict {
  const ours = own.aspects.get(aspect)
  const theirs = competitors.aspects.get(aspect)
  const isEnough = ours && theirs && ours.mention >= mentionsMin && theirs.mention >= mentionsMin
  const byNet = isEnough
    ? verdictOfMentions(beta(successes(ours), ours.mention), beta(successes(theirs), theirs.mention))
    : 'insufficient_data'
  if (byNet === 'we_lead' || byNet === 'they_lead') return byNet
  const count = (what: 'praises' | 'complaints') =>
    moreOften(countOf(ours, own, what), countOf(theirs, competitors, what), chanceMax)
  // That reviews of one side are silent about an aspect shows no worse quality, but that they do not complain shows a
  // better one.
  const lead = (isEnough ? count('praises') : 0) - count('complaints')
  if (lead === 0) return byNet
  return lead > 0 ? 'we_lead' : 'they_lead'
}

/** 1 where ours is clearly the larger part of the reviews, -1 where theirs is, 0 where chance may explain it. */
export function moreOften(ours: Count, theirs: Count, chance = chanceMax): -1 | 0 | 1 {
  const sign = ours.reviews * theirs.of > theirs.reviews * ours.of ? 1 : -1
  const larger = sign === 1 ? ours : theirs
  if (larger.reviews < shareReviewsMin || ours.of < mentionsMin || theirs.of < mentionsMin) return 0
  const part = ({ reviews, of }: Count) => ({ count: reviews, reviews: of })
  return fisherExact(part(ours), part(theirs)) <= chance ? sign : 0
}

/** The chance below which the number of competitors is stated where a side has few reviews. */
const statedChanceMax = 0.05

/**
 * " (10%; competitors 5%)", with counts instead of percentages where a side has few reviews. Then competitors are left
 * out unless the difference is more than chance: a few misread reviews would turn a lead around.
 */
export function inComparison(own: Count, competitors: Count): string {
  const isPercent = own.of >= percentReviewsMin
  const isStated =
    competitors.of > 0 &&
    ((isPercent && competitors.of >= percentReviewsMin) || moreOften(own, competitors, statedChanceMax) !== 0)
  const parts = [
    ...(isPercent ? [percent(own.share)] : []),
    ...(isStated ? [`competitors ${shareOrCount(competitors)}`] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`
}

/** The business whose customers are more satisfied overall, by stars or, without them, by the text. */
export function compareOverall(own: Side, competitor: Side | undefined): Verdict {
  if (!competitor || own.standing.weight < mentionsMin || competitor.standing.weight < mentionsMin)
    return 'insufficient_data'
  const belief = ({ standing }: Side) => beta(standing.satisfaction, standing.weight)
  return verdict(belief(own), belief(competitor), satisfactionGapMin)
}

interface Belief {
  mean: number
  variance: number
}

function successes({ mention, positive, negative }: Tally): number {
  return positive + Math.max(0, mention - positive - negative) / 2
}

function beta(success: number, total: number): Belief {
  const a = 1 + success
  const b = 1 + Math.max(0, total - success)
  return { mean: a / (a + b), variance: (a * b) / ((a + b) ** 2 * (a + b + 1)) }
}

/** The verdict about an aspect: a difference that few mentions cannot show does not make two businesses level. */
function verdictOfMentions(own: Belief, competitor: Belief): Verdict {
  const found = verdict(own, competitor, netGapMin / 2)
  const isPrecise = certaintyErrors * Math.sqrt(own.variance + competitor.variance) <= levelGapMax / 2
  return found === 'level' && !isPrecise ? 'insufficient_data' : found
}

function verdict(own: Belief, competitor: Belief, gapMin: number): Verdict {
  const gap = competitor.mean - own.mean
  const probability = normalCdf(gap / Math.sqrt(own.variance + competitor.variance))
  if (gap >= gapMin && probability >= certaintyMin) return 'they_lead'
  if (-gap >= gapMin && probability <= 1 - certaintyMin) return 'we_lead'
  return 'level'
}

/** Abramowitz and Stegun 7.1.26: error below 1.5e-7, and the same on every machine. */
function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  const erf = 1 - series * Math.exp(-x * x)
  return z >= 0 ? (1 + erf) / 2 : (1 - erf) / 2
}
