import type { Verdict } from '@generated/contract/enums'
import type { Side, Tally } from './aggregate.ts'

/** Weighted mentions that each side must have before anything is said about a difference. */
export const mentionsMin = 8
/** Certainty required of a verdict, as the probability that one side is truly better. */
const certaintyMin = 0.9
/** Smaller differences in net sentiment are within the error of reading, for any number of reviews. */
const netGapMin = 0.15
/** The same for satisfaction, which runs from 0 to 1: 0.3 stars. */
const satisfactionGapMin = 0.075

/**
 * The business that is better at an aspect, judged by two Beta distributions over "positive", unclear mentions counting
 * half.
 */
export function compareAspect(own: Tally | undefined, competitors: Tally | undefined): Verdict {
  if (!own || !competitors || own.mention < mentionsMin || competitors.mention < mentionsMin) return 'insufficient_data'
  return verdict(beta(successes(own), own.mention), beta(successes(competitors), competitors.mention), netGapMin / 2)
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
