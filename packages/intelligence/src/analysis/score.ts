import { roundToThousandth } from '../numbers/rounding.ts'
import type { RecommendationFactors } from '../records.ts'
import type { Side, Tally } from './aggregate.ts'
import { countOf } from './counts.ts'

/** The factors of a problem with its score, by which problems are ordered, and the difference in stars. */
export interface Weight {
  factors: RecommendationFactors
  /** The number of stars that reviews with the complaint have less than others. Null if too few reviews have stars. */
  starDifference: number | null
  score: number
}

/** Shrinks a net toward that of all businesses; also the mentions at which confidence is one half. */
const shrinkageMentions = 8
/**
 * Weight, in mentions, of the average when a business is compared: the reader is already biased toward the average.
 */
const levelMentions = 2
/** The raw product at which a score is 50. */
const scoreMidpoint = 0.05
const impactDefault = 0.5
/** With fewer complaints with stars, in weight, the difference in stars is not significant. */
const starWeightMin = 2
/** The minimum number of reviews before and within the last 90 days for a trend. */
export const trendReviewsMin = 10

/** The formula: frequency · impact · gap · trend · severity · confidence, mapped to 0–100. */
export function weigh(tally: Tally, own: Side, competitors: Tally | undefined, severity: number): Weight {
  const starDifference = starDifferenceOf(tally, own)
  const usual = addedUp(tally, competitors)
  const ours = correctPrior(tally, usual)
  const theirs = competitors && correctPrior(competitors, usual)
  // Rounded before they are multiplied, so that clients can compute the score from the factors in the response.
  const factors: RecommendationFactors = {
    frequency: countOf(tally, own, 'complaints').share,
    impact: roundToThousandth(starDifference === null ? impactDefault : clamp(starDifference / 4, 0.1, 1)),
    gap: roundToThousandth(1 + clamp(shrunkNet(theirs, ours) - shrunkNet(ours, theirs), 0, 1)),
    trend: roundToThousandth(1 + clamp(trendOf(tally, own) ?? 0, -0.25, 0.5)),
    severity,
    confidence: roundToThousandth(tally.mention / (tally.mention + shrinkageMentions)),
  }
  return { factors, starDifference, score: scoreOf(factors) }
}

/** Sums of probabilities over sentences or reviews: mention ≥ positive + negative. */
export interface Mass {
  mention: number
  positive: number
  negative: number
}

/**
 * Corrects the bias of a reader toward the average business. A reader also judges a sentence by what is usually said,
 * so its sums make businesses more similar than they are. Each part is weighted by its ratio to `usual`, shrunk to one
 * where mentions are few, and the parts are normalized: one step of the correction by Saerens, Latinne and
 * Decaestecker (2002). A business without others to compare with is not changed.
 */
export function correctPrior(mass: Mass, usual: Mass): Mass {
  const { mention } = mass
  if (mention === 0) return mass
  const weighted = (part: number, usualPart: number) => {
    const rate = usualPart / usual.mention
    return rate > 0 ? (part * (levelMentions * rate + part)) / ((levelMentions + mention) * rate) : part
  }
  const positive = weighted(mass.positive, usual.positive)
  const negative = weighted(mass.negative, usual.negative)
  const others = weighted(othersOf(mass), othersOf(usual))
  const share = mention / (positive + negative + others)
  return { mention, positive: positive * share, negative: negative * share }
}

/** The mass of mentions that neither praise nor complain. */
function othersOf({ mention, positive, negative }: Mass): number {
  return Math.max(0, mention - positive - negative)
}

function addedUp(one: Mass, other: Mass | undefined): Mass {
  return {
    mention: one.mention + (other?.mention ?? 0),
    positive: one.positive + (other?.positive ?? 0),
    negative: one.negative + (other?.negative ?? 0),
  }
}

/** 100 · raw / (raw + 0.05), where raw is the product of the factors. */
export function scoreOf({ frequency, impact, gap, trend, severity, confidence }: RecommendationFactors): number {
  const raw = frequency * impact * gap * trend * severity * confidence
  return Math.round((100 * raw) / (raw + scoreMidpoint))
}

function starDifferenceOf(tally: Tally, own: Side): number | null {
  const others = own.starsWeight - tally.complainStarsWeight
  if (tally.complainStarsWeight < starWeightMin || others < starWeightMin) return null
  return (own.stars - tally.complainStars) / others - tally.complainStars / tally.complainStarsWeight
}

/** Net of one side, shrunk toward that of all tracked businesses when mentions are few. */
function shrunkNet(tally: Mass | undefined, other: Mass | undefined): number {
  const mention = (tally?.mention ?? 0) + (other?.mention ?? 0)
  const mean = mention > 0 ? (massOf(tally) + massOf(other)) / mention : 0
  return (massOf(tally) + shrinkageMentions * mean) / ((tally?.mention ?? 0) + shrinkageMentions)
}

function massOf(tally: Mass | undefined): number {
  return tally ? tally.positive - tally.negative : 0
}

/** Complaint rate of the last 90 days minus the rate before; null when either has too few reviews. */
export function trendOf(tally: Tally, { reviews90d, reviewsBefore }: Side): number | null {
  if (reviews90d < trendReviewsMin || reviewsBefore < trendReviewsMin) return null
  return tally.complaints90d / reviews90d - tally.complaintsBefore / reviewsBefore
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
