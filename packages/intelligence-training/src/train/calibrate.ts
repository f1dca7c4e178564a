import { kindOf, mentionOf, type StoredReader, tradeKinds } from '@svc/intelligence/model/reader'
import { type LabelSpace, type Polarity, polarityNames } from '@svc/intelligence/model/spaces'
import { roundToThousandth } from '@svc/intelligence/numbers/rounding'
import type { Example } from './examples.ts'

/** The raw scores of a sentence by a reader that was not trained on it, for calibration and measurement. */
export interface HeldOut {
  example: Example
  /** Score of each label of the space. */
  topics: Float64Array
  /** Scores of the four polarities for each label that the sentence truly has. */
  polarity: Map<string, Float64Array>
}

/** Steps of Newton's method; it needs fewer. */
const newtonSteps = 30
/** The minimum scale: a useless reader must not get a negative one. */
const scaleMin = 0.01
const thresholdSteps = 10

/** With fewer sentences about a label than this, all trades are calibrated together. */
const sentencesMin = 20

/**
 * Scales the scores of each label to probabilities (Platt), separately for restaurants and other trades, and finds the
 * threshold, a probability, at which F1 over all labels is highest. Numbers are rounded to a thousandth.
 */
export function calibrateMention(
  space: LabelSpace,
  heldOut: readonly HeldOut[],
): Pick<StoredReader, 'mention' | 'thresholds'> {
  const mention: StoredReader['mention'] = { restaurant: [], elsewhere: [] }
  const judged: Judged[] = []
  for (const [index, label] of space.labels.entries()) {
    const rows = heldOut
      .map(({ example, topics }) => ({
        trade: example.trade,
        score: topics[index] ?? 0,
        target: example.labels.has(label) ? 1 : 0,
        weight: example.certainty.get(label) ?? 1,
      }))
      .filter(({ weight }) => weight > 0)
    for (const kind of tradeKinds) {
      const own = rows.filter(({ trade }) => kindOf(trade) === kind)
      const enough = own.filter(({ target }) => target === 1).length >= sentencesMin
      mention[kind].push(platt(enough ? own : rows))
    }
    for (const { trade, score, target, weight } of rows) {
      judged.push({ probability: mentionOf(mention, trade, index, score), target, weight })
    }
  }
  const threshold = bestThreshold(judged)
  return { mention, thresholds: space.labels.map(() => threshold) }
}

/** Fits scale and shift (Platt) by Newton's method. */
function platt(rows: readonly { score: number; target: number; weight: number }[]): {
  scale: number
  shift: number
} {
  let scale = 1
  let shift = 0
  for (let step = 0; step < newtonSteps; step += 1) {
    let [g0, g1, h00, h01, h11] = [1e-3 * (scale - 1), 1e-3 * shift, 1e-3, 0, 1e-3]
    for (const { score, target, weight } of rows) {
      const p = 1 / (1 + Math.exp(-(scale * score + shift)))
      const error = weight * (p - target)
      const curve = weight * p * (1 - p)
      g0 += error * score
      g1 += error
      h00 += curve * score * score
      h01 += curve * score
      h11 += curve
    }
    const determinant = h00 * h11 - h01 * h01
    if (Math.abs(determinant) < 1e-12) break
    const stepScale = (h11 * g0 - h01 * g1) / determinant
    const stepShift = (h00 * g1 - h01 * g0) / determinant
    scale -= Math.max(-0.5, Math.min(0.5, stepScale))
    shift -= Math.max(-0.5, Math.min(0.5, stepShift))
  }
  return { scale: roundToThousandth(Math.max(scaleMin, scale)), shift: roundToThousandth(shift) }
}

interface Judged {
  probability: number
  /** 1 where the label is there, else 0. */
  target: number
  weight: number
}

/**
 * Finds the threshold at which F1 over all labels is highest. For calibrated probabilities it is half of that F1
 * (Lipton, Elkan and Naryanaswamy, 2014), so no search is needed, which would overfit to few sentences.
 */
function bestThreshold(rows: readonly Judged[]): number {
  let threshold = 0.5
  for (let step = 0; step < thresholdSteps; step += 1) {
    let hits = 0
    let given = 0
    let wanted = 0
    for (const { probability, target, weight } of rows) {
      wanted += weight * target
      if (probability < threshold) continue
      given += weight
      hits += weight * target
    }
    threshold = hits / Math.max(1, given + wanted)
  }
  return roundToThousandth(threshold)
}

/** The weight of a judgment. */
export type JudgmentWeight = (example: Example, label: string, polarity: Polarity) => number

/**
 * Fits the scale, at least 0.01, at which the probabilities of held-out polarities match their frequencies (temperature
 * scaling: Guo et al., 2017), by Newton's method. It changes the certainty of a judgment, never the judgment: the order
 * of the polarities stays.
 */
export function calibrateJudgment(
  heldOut: readonly HeldOut[],
  weightOf: JudgmentWeight = ({ weight }) => weight,
): StoredReader['judgment'] {
  const rows = heldOut.flatMap(({ example, polarity }) =>
    [...polarity].map(([label, scores]) => {
      const target = example.labels.get(label) ?? 'neutral'
      return { scores, target: polarityNames.indexOf(target), weight: weightOf(example, label, target) }
    }),
  )
  let scale = 1
  for (let step = 0; step < newtonSteps; step += 1) {
    let slope = 1e-3 * (scale - 1)
    let curve = 1e-3
    for (const { scores, target, weight } of rows) {
      const odds = scores.map((score) => Math.exp(scale * (score - Math.max(...scores))))
      const whole = odds.reduce((sum, part) => sum + part, 0)
      let mean = 0
      let square = 0
      for (const [index, score] of scores.entries()) {
        const probability = (odds[index] ?? 0) / whole
        mean += probability * score
        square += probability * score * score
      }
      slope += weight * (mean - (scores[target] ?? 0))
      curve += weight * (square - mean * mean)
    }
    scale = Math.max(scaleMin, scale - Math.max(-0.5, Math.min(0.5, slope / curve)))
  }
  return { scale: roundToThousandth(scale) }
}
