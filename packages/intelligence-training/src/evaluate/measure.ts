import type { Trade } from '@generated/contract/enums'
import { clearest } from '@svc/intelligence/labels/schemes'
import { hardLabels, judgeLabels, type Reader } from '@svc/intelligence/model/reader'
import { type Polarity, polarityNames } from '@svc/intelligence/model/spaces'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { randomFrom } from '@svc/intelligence/numbers/random'

/** A sentence with its true labels. */
export interface LabeledSentence {
  text: string
  labels: { category: string; polarity: string }[]
}

/** The counts of one sentence. Scores are computed from their sums. */
export interface Marks {
  /** For each label of the space: given and correct, given, expected. */
  hits: number[]
  given: number[]
  wanted: number[]
  /** Judgments of true labels, and the correct ones: of all polarities, without conflict, positive or negative only. */
  judged: number
  right: number
  judged3: number
  right3: number
  judged2: number
  right2: number
  /** Pairs of label and polarity that are correct. */
  pairs: number
  givenPairs: number
  wantedPairs: number
}

/** Counts the hits and errors of a reader, sentence by sentence. Throws if the space lacks a label or polarity. */
export function markSentences(reader: Reader, sentences: readonly LabeledSentence[], trade: Trade): Marks[] {
  return sentences.map((sentence, index) => {
    const truth = new Map<string, Polarity>()
    for (const { category, polarity } of sentence.labels) {
      const known = polarityNames.find((name) => name === polarity)
      if (!known || !reader.space.labels.includes(category)) {
        throw new Error(
          `Sentence ${index + 1}: "${category}" "${polarity}" is not one of ${reader.space.labels.join(', ')} with one of ${polarityNames.join(', ')}.`,
        )
      }
      truth.set(category, known)
    }
    return markSentence(reader, sentence.text, truth, trade)
  })
}

function markSentence(reader: Reader, text: string, truth: ReadonlyMap<string, Polarity>, trade: Trade): Marks {
  const view = viewOfSentence(text, trade)
  const given = new Map(hardLabels(reader, view, trade).map(({ label, polarity }) => [label, clearest(polarity)]))
  const marks: Marks = {
    hits: reader.space.labels.map((label) => Number(given.has(label) && truth.has(label))),
    given: reader.space.labels.map((label) => Number(given.has(label))),
    wanted: reader.space.labels.map((label) => Number(truth.has(label))),
    judged: 0,
    right: 0,
    judged3: 0,
    right3: 0,
    judged2: 0,
    right2: 0,
    pairs: 0,
    givenPairs: given.size,
    wantedPairs: truth.size,
  }
  for (const { label, polarity } of judgeLabels(reader, view, trade, [...truth.keys()])) {
    const wanted = truth.get(label)
    if (wanted === undefined) continue
    marks.judged += 1
    marks.right += Number(clearest(polarity) === wanted)
    if (given.get(label) === wanted) marks.pairs += 1
    if (wanted === 'conflict') continue
    marks.judged3 += 1
    marks.right3 += Number(clearest({ ...polarity, conflict: 0 }) === wanted)
    if (wanted === 'neutral') continue
    marks.judged2 += 1
    marks.right2 += Number(clearest({ ...polarity, conflict: 0, neutral: 0 }) === wanted)
  }
  return marks
}

/** Scores in percent; NaN where nothing was counted. */
export interface Scores {
  precision: number
  recall: number
  f1: number
  labels: { precision: number; recall: number; f1: number; wanted: number }[]
  accuracy: number
  accuracy3: number
  accuracy2: number
  pairPrecision: number
  pairRecall: number
  pairF1: number
}

const judgmentCounts = ['judged', 'right', 'judged3', 'right3', 'judged2', 'right2'] as const
const pairCounts = ['pairs', 'givenPairs', 'wantedPairs'] as const

/** Computes the scores from the sums of the counts of all sentences. */
export function scoresOf(marks: readonly Marks[]): Scores {
  const labels = marks[0]?.hits.length ?? 0
  const hits = new Array<number>(labels).fill(0)
  const given = new Array<number>(labels).fill(0)
  const wanted = new Array<number>(labels).fill(0)
  const sums = { judged: 0, right: 0, judged3: 0, right3: 0, judged2: 0, right2: 0 }
  const pairs = { pairs: 0, givenPairs: 0, wantedPairs: 0 }
  for (const mark of marks) {
    for (let index = 0; index < labels; index += 1) {
      hits[index] = (hits[index] ?? 0) + (mark.hits[index] ?? 0)
      given[index] = (given[index] ?? 0) + (mark.given[index] ?? 0)
      wanted[index] = (wanted[index] ?? 0) + (mark.wanted[index] ?? 0)
    }
    for (const key of judgmentCounts) sums[key] += mark[key]
    for (const key of pairCounts) pairs[key] += mark[key]
  }
  const total = (list: number[]) => list.reduce((sum, value) => sum + value, 0)
  return {
    ...precisionAndRecall(total(hits), total(given), total(wanted)),
    labels: hits.map((hit, index) => ({
      ...precisionAndRecall(hit, given[index] ?? 0, wanted[index] ?? 0),
      wanted: wanted[index] ?? 0,
    })),
    accuracy: percent(sums.right, sums.judged),
    accuracy3: percent(sums.right3, sums.judged3),
    accuracy2: percent(sums.right2, sums.judged2),
    pairPrecision: percent(pairs.pairs, pairs.givenPairs),
    pairRecall: percent(pairs.pairs, pairs.wantedPairs),
    pairF1: percent(2 * pairs.pairs, pairs.givenPairs + pairs.wantedPairs),
  }
}

function precisionAndRecall(hits: number, given: number, wanted: number) {
  return { precision: percent(hits, given), recall: percent(hits, wanted), f1: percent(2 * hits, given + wanted) }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? Number.NaN : (100 * part) / whole
}

export interface Interval {
  low: number
  high: number
}

/**
 * Returns the middle 95 % of a score, in its unit, over resamples of the sentences. `seed` is an integer; the same seed
 * returns the same interval.
 */
export function bootstrap(
  marks: readonly Marks[],
  read: (scores: Scores) => number,
  { resamples = 1000, seed = 1 }: { resamples?: number; seed?: number } = {},
): Interval {
  const next = randomFrom(seed)
  const drawn: number[] = []
  for (let index = 0; index < resamples; index += 1) {
    const sample = marks.flatMap(() => marks[Math.floor(next() * marks.length)] ?? [])
    drawn.push(read(scoresOf(sample)))
  }
  drawn.sort((a, b) => a - b)
  return { low: drawn[Math.floor(resamples * 0.025)] ?? 0, high: drawn[Math.ceil(resamples * 0.975) - 1] ?? 0 }
}
