import type { StoredReader } from '../model/reader.ts'
import { type LabelSpace, POLARITIES } from '../model/spaces.ts'
import type { HeldOut } from './train.ts'

const STEPS = 400
const THRESHOLDS = Array.from({ length: 61 }, (_, index) => 0.2 + index * 0.01)

/** Platt scaling of each label on held-out scores, and the thresholds at which F1 over all labels is highest. */
export function calibrateMention(
  space: LabelSpace,
  heldOut: readonly HeldOut[],
): Pick<StoredReader, 'mention' | 'thresholds'> {
  const mention: StoredReader['mention'] = []
  const thresholds: number[] = []
  for (const [index, label] of space.labels.entries()) {
    const rows = heldOut
      .map(({ example, topics }) => ({
        score: topics[index] ?? 0,
        target: example.labels.has(label) ? 1 : 0,
        weight: example.certainty.get(label) ?? 1,
      }))
      .filter(({ weight }) => weight > 0)
    const fitted = platt(rows)
    mention.push(fitted)
    thresholds.push(bestThreshold(rows.map((row) => ({ ...row, score: probability(row.score, fitted) }))))
  }
  return { mention, thresholds }
}

function probability(score: number, { scale, shift }: { scale: number; shift: number }): number {
  return 1 / (1 + Math.exp(-(scale * score + shift)))
}

/** Newton's method on two numbers. */
function platt(rows: readonly { score: number; target: number; weight: number }[]): { scale: number; shift: number } {
  let scale = 1
  let shift = 0
  for (let step = 0; step < 30; step += 1) {
    let [g0, g1, h00, h01, h11] = [1e-3 * (scale - 1), 1e-3 * shift, 1e-3, 0, 1e-3]
    for (const { score, target, weight } of rows) {
      const p = probability(score, { scale, shift })
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
  return { scale: rounded(Math.max(0.2, scale)), shift: rounded(shift) }
}

/** Best F1 of one label; of thresholds that do equally well, the one nearest to a half. */
function bestThreshold(rows: readonly { score: number; target: number; weight: number }[]): number {
  let best = 0.5
  let bestF1 = -1
  for (const threshold of THRESHOLDS) {
    let hits = 0
    let given = 0
    let wanted = 0
    for (const { score, target, weight } of rows) {
      if (target === 1) wanted += weight
      if (score < threshold) continue
      given += weight
      if (target === 1) hits += weight
    }
    const f1 = (2 * hits) / Math.max(1, given + wanted)
    if (f1 > bestF1 + 1e-9) {
      best = threshold
      bestF1 = f1
    }
  }
  // Half way to one half: the best of few sentences is partly luck.
  return rounded((best + 0.45) / 2)
}

/** One scale and four shifts that make held-out polarities as likely as they are, by gradient descent. */
export function calibrateJudgement(heldOut: readonly HeldOut[]): StoredReader['judgement'] {
  const rows = heldOut.flatMap(({ example, polarity }) =>
    [...polarity].map(([label, scores]) => ({
      scores,
      target: POLARITIES.indexOf(example.labels.get(label) ?? 'neutral'),
      weight: example.weight,
    })),
  )
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  let scale = 1
  const shifts = POLARITIES.map(() => 0)
  for (let step = 0; step < STEPS; step += 1) {
    let scaleGradient = 0
    const shiftGradients = POLARITIES.map(() => 0)
    for (const { scores, target, weight } of rows) {
      const odds = POLARITIES.map((_, index) => Math.exp(scale * (scores[index] ?? 0) + (shifts[index] ?? 0)))
      const sum = odds.reduce((all, value) => all + value, 0)
      for (const [index, value] of odds.entries()) {
        const error = weight * (value / sum - (index === target ? 1 : 0))
        scaleGradient += error * (scores[index] ?? 0)
        shiftGradients[index] = (shiftGradients[index] ?? 0) + error
      }
    }
    scale -= (0.5 * scaleGradient) / total
    for (const [index, gradient] of shiftGradients.entries()) shifts[index] = (shifts[index] ?? 0) - gradient / total
  }
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
  return { scale: rounded(scale), shifts: shifts.map((shift) => rounded(shift - mean)) }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
