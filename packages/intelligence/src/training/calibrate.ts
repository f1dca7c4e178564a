import { kindOf, mentionOf, type StoredReader, TRADE_KINDS } from '../model/reader.ts'
import { type LabelSpace, POLARITIES, type Polarity } from '../model/spaces.ts'
import type { Example } from './examples.ts'
import type { HeldOut } from './train.ts'

const STEPS = 300
const STEPS_OF_THRESHOLD = 10

/** Too few sentences that are about a label tell nothing of their own; then all trades together do. */
const SENTENCES_MIN = 20

/**
 * Platt scaling of each label on held-out scores, restaurants apart from other trades, and the threshold for all of them at which F1 is
 * highest.
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
    for (const kind of TRADE_KINDS) {
      const own = rows.filter(({ trade }) => kindOf(trade) === kind)
      const enough = own.filter(({ target }) => target === 1).length >= SENTENCES_MIN
      mention[kind].push(platt(enough ? own : rows))
    }
    for (const { trade, score, target, weight } of rows) {
      judged.push({ probability: mentionOf(mention, trade, index, score), target, weight })
    }
  }
  const threshold = bestThreshold(judged)
  return { mention, thresholds: space.labels.map(() => threshold) }
}

/** Newton's method on two numbers. */
function platt(rows: readonly { score: number; target: number; weight: number }[]): { scale: number; shift: number } {
  let scale = 1
  let shift = 0
  for (let step = 0; step < 30; step += 1) {
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
  return { scale: rounded(Math.max(0.2, scale)), shift: rounded(shift) }
}

interface Judged {
  probability: number
  /** 1 where the label is there, else 0. */
  target: number
  weight: number
}

/**
 * The threshold at which F1 over all labels is highest. For probabilities that are right it is half of that F1 (Lipton, Elkan and
 * Naryanaswamy, 2014), so it is found without a search that would follow the luck of few sentences.
 */
function bestThreshold(rows: readonly Judged[]): number {
  let threshold = 0.5
  for (let step = 0; step < STEPS_OF_THRESHOLD; step += 1) {
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
  return rounded(threshold)
}

/** How much a judgement counts. */
export type JudgementWeight = (example: Example, label: string, polarity: Polarity) => number

/** One scale and four shifts that make held-out polarities as likely as they are, by gradient descent. */
export function calibrateJudgement(
  heldOut: readonly HeldOut[],
  weightOf: JudgementWeight = ({ weight }) => weight,
): StoredReader['judgement'] {
  const rows = heldOut.flatMap(({ example, polarity }) =>
    [...polarity].map(([label, scores]) => {
      const target = example.labels.get(label) ?? 'neutral'
      return { scores, target: POLARITIES.indexOf(target), weight: weightOf(example, label, target) }
    }),
  )
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  const at = (point: readonly number[]) => {
    const [scale = 1, ...shifts] = point
    const gradient = point.map(() => 0)
    let loss = 0
    for (const { scores, target, weight } of rows) {
      const logits = shifts.map((shift, index) => scale * (scores[index] ?? 0) + shift)
      const highest = Math.max(...logits)
      const odds = logits.map((logit) => Math.exp(logit - highest))
      const sum = odds.reduce((all, value) => all + value, 0)
      loss -= (weight * ((logits[target] ?? 0) - highest - Math.log(sum))) / total
      for (const [index, value] of odds.entries()) {
        const error = (weight * (value / sum - (index === target ? 1 : 0))) / total
        gradient[0] = (gradient[0] ?? 0) + error * (scores[index] ?? 0)
        gradient[index + 1] = (gradient[index + 1] ?? 0) + error
      }
    }
    return { loss, gradient }
  }
  let point = [1, ...POLARITIES.map(() => 0)]
  let { loss, gradient } = at(point)
  let step = 1
  for (let count = 0; count < STEPS; count += 1) {
    const next = point.map((value, index) => value - step * (gradient[index] ?? 0))
    const reached = at(next)
    // A step that leads uphill was too long; scores of readers differ in size.
    if (reached.loss > loss) step /= 2
    else {
      point = next
      loss = reached.loss
      gradient = reached.gradient
      step *= 1.2
    }
  }
  const [scale = 1, ...shifts] = point
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
  return { scale: rounded(scale), shifts: shifts.map((shift) => rounded(shift - mean)) }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
