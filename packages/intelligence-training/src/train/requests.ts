import { alertVectorOf, alertVectors } from '@svc/intelligence/model/alert-vectors'
import { openLayer, storeLayer } from '@svc/intelligence/model/layer'
import { type AskingSentence, requestFeatures } from '@svc/intelligence/model/request-features'
import {
  type RequestKind,
  type RequestScale,
  requestKinds,
  requestOutputs,
  type StoredRequestReader,
  wordScoresOf,
} from '@svc/intelligence/model/request-reader'
import { openWindows, scoresOfWindows, storeWindows, type WindowsShape } from '@svc/intelligence/model/windows'
import { readSentences } from '@svc/intelligence/text/tokens'
import type { CorpusSentence } from './examples.ts'
import { fitScale, type LearnedPart, type LearningTask, learnAll } from './learning.ts'
import { type Matrix, matrixOf } from './matrix.ts'
import type { RequestReview, RequestSentence } from './request-examples.ts'
import { joinWindows } from './windows.ts'

/** A sentence as training reads it. */
interface Row {
  sentence: RequestSentence
  next: AskingSentence | undefined
  weight: number
  /** Rows of one fold are held out together. */
  fold: number
  /** Null for a sentence of the corpus. */
  writer: string | null
}

/** A row as a reader scores it that did not learn from it, by words and by windows, output by output. */
interface HeldOutRow {
  row: Row
  words: Float64Array
  windows: Float64Array
}

interface RequestExamples {
  reviews: readonly RequestReview[]
  corpus: readonly CorpusSentence[]
  /** The sentences of the corpus that ask for something. */
  ofCorpus: ReadonlyMap<string, RequestKind>
}

interface RequestTraining {
  penalty: number
  iterations: number
  rowsMin: number
  /** Filters of each length of window, and how many readers with as many are averaged. */
  filters: number
  seeds: number
  rounds: number
  /** Writers are held out in groups, as many as this. */
  folds: number
  /** The weights of a sentence of the tests, and of one of the corpus, which hardly ever asks for anything. */
  weights: { tests: number; corpus: number }
  /** The part of the found requests of held-out writers that are requests. */
  precision: number
}

export const defaultRequestTraining: RequestTraining = {
  penalty: 1,
  iterations: 40,
  rowsMin: 2,
  filters: 32,
  seeds: 2,
  rounds: 6,
  folds: 4,
  weights: { tests: 4, corpus: 0.2 },
  precision: 0.85,
}

const longestWindow = 4
/** The letter of the sentences of the tests. */
const testWriter = 'q'
const outputs = requestOutputs.length
const anyOutput = requestKinds.length

/**
 * Trains the reader of requests in worker threads, and chooses its threshold on sentences of writers that were held
 * out. `say` receives a line of progress for each part. Rejects if a thread fails.
 */
export async function trainRequests(
  { reviews, corpus, ofCorpus }: RequestExamples,
  options: RequestTraining = defaultRequestTraining,
  say: (line: string) => void = () => {},
): Promise<{ reader: StoredRequestReader; report: string }> {
  const writers = [...new Set(reviews.map(({ writer }) => writer))]
  const rows = [
    ...reviews.flatMap(({ sentences, writer }) =>
      sentences.map((sentence, index): Row => {
        const fold = writers.indexOf(writer) % options.folds
        const weight = writer === testWriter ? options.weights.tests : 1
        return { sentence, next: sentences[index + 1], weight, fold, writer }
      }),
    ),
    ...corpus.map(({ text }, index): Row => {
      const tokens = readSentences(text).flatMap((sentence) => sentence.tokens)
      const sentence = { text, tokens, kind: ofCorpus.get(text) ?? null }
      return { sentence, next: undefined, weight: options.weights.corpus, fold: index % options.folds, writer: null }
    }),
  ].filter(({ sentence }) => sentence.tokens.length > 0)
  const matrix = matrixOf(
    rows.map(({ sentence, next }) => requestFeatures(sentence, next)),
    options.rowsMin,
  )
  const folds = Array.from({ length: options.folds }, (_, fold) => fold)
  const tasks = [
    ...folds.map((fold) => taskOf(matrix, rows, options, fold, 0)),
    ...Array.from({ length: options.seeds }, (_, seed) => taskOf(matrix, rows, options, null, seed)),
  ]
  const learned = await learnAll(tasks, say)
  const heldOut = folds.flatMap((fold) => heldOutScores(rows, matrix, learned[fold], fold, options))
  const scales = scalesOf(heldOut)
  const final = learned.slice(folds.length)
  const words = final[0]?.words
  if (!words) throw new Error('No reader was learned.')
  const { shape, weights } = joinWindows(
    shapeOf(options),
    final.map((part) => part.windows),
  )
  const threshold = thresholdOf(heldOut, scales, options.precision)
  return {
    reader: {
      layer: storeLayer([...requestOutputs], words.bias, matrix.names, words.weights),
      windows: storeWindows(shape, weights),
      scales,
      threshold,
    },
    report: describe(heldOut, scales, threshold, writers),
  }
}

const shapeOf = ({ filters }: RequestTraining): WindowsShape => {
  return { longest: longestWindow, filters, outputs, dimensions: alertVectors.dimensions }
}

function targetsOf(rows: readonly Row[]): Float32Array {
  return Float32Array.from(
    rows.flatMap(({ sentence: { kind } }) =>
      requestOutputs.map((name) => Number(name === 'any' ? kind !== null : name === kind)),
    ),
  )
}

/** The task of one thread: it learns from all rows except those of the held-out fold. The words are learned once. */
function taskOf(
  matrix: Matrix,
  rows: readonly Row[],
  options: RequestTraining,
  heldOut: number | null,
  seed: number,
): LearningTask {
  const weightsOf = (list: readonly Row[]) =>
    Float32Array.from(list.flatMap(({ fold, weight }) => requestOutputs.map(() => (fold === heldOut ? 0 : weight))))
  const read = rows.filter(({ fold }) => fold !== heldOut)
  const { penalty, iterations, rounds } = options
  const words = {
    matrix,
    outputs,
    link: 'sigmoid',
    targets: targetsOf(rows),
    weights: weightsOf(rows),
    penalty,
    iterations,
  } as const
  return {
    words: seed === 0 ? words : null,
    windows: {
      ...shapeOf(options),
      vectors: alertVectors.values,
      sentences: read.map(({ sentence }) => Int32Array.from(sentence.tokens, alertVectorOf)),
      targets: targetsOf(read),
      weights: weightsOf(read),
      rounds,
      seed: seed + 1,
    },
  }
}

/** Scores the rows of a fold with weights that were learned without them. */
function heldOutScores(
  rows: readonly Row[],
  matrix: Matrix,
  learned: LearnedPart | undefined,
  fold: number,
  options: RequestTraining,
): HeldOutRow[] {
  if (!learned?.words) return []
  const layer = openLayer(storeLayer([...requestOutputs], learned.words.bias, matrix.names, learned.words.weights))
  const windows = openWindows(storeWindows(shapeOf(options), learned.windows), alertVectors.values)
  return rows
    .filter((row) => row.fold === fold)
    .map((row) => ({
      row,
      words: wordScoresOf(layer, row.sentence, row.next),
      windows: scoresOfWindows(windows, row.sentence.tokens.map(alertVectorOf)),
    }))
}

/** Fits, for each output, a logistic regression on both scores of the held-out rows. */
function scalesOf(heldOut: readonly HeldOutRow[]): RequestScale[] {
  return requestOutputs.map((name, output) => {
    const { factors, shift } = fitScale(
      heldOut.map(({ row: { sentence, weight }, words, windows }) => ({
        scores: [words[output] ?? 0, windows[output] ?? 0],
        target: Number(name === 'any' ? sentence.kind !== null : name === sentence.kind),
        weight,
      })),
    )
    const [words = 0, windows = 0] = factors
    return { words, windows, shift }
  })
}

function logOddsOf({ words, windows }: HeldOutRow, scales: readonly RequestScale[], output: number): number {
  const scale = scales[output]
  if (!scale) return 0
  return scale.words * (words[output] ?? 0) + scale.windows * (windows[output] ?? 0) + scale.shift
}

/** The lowest log odds from which the wanted part of the sentences of held-out writers with them are requests. */
function thresholdOf(heldOut: readonly HeldOutRow[], scales: readonly RequestScale[], precision: number): number {
  const ranked = heldOut
    .filter(({ row }) => row.writer !== null)
    .map((row) => ({ isRequest: row.row.sentence.kind !== null, logOdds: logOddsOf(row, scales, anyOutput) }))
    .sort((a, b) => b.logOdds - a.logOdds)
  let found = 0
  let threshold = ranked[0]?.logOdds ?? 0
  for (const [index, { isRequest, logOdds }] of ranked.entries()) {
    if (isRequest) found += 1
    if (found / (index + 1) >= precision) threshold = logOdds
  }
  return Number(threshold.toFixed(2))
}

/** The results for the held-out sentences of each writer and of each kind, and for the corpus. */
function describe(
  heldOut: readonly HeldOutRow[],
  scales: readonly RequestScale[],
  threshold: number,
  writers: readonly string[],
): string {
  const isFound = (row: HeldOutRow) => logOddsOf(row, scales, anyOutput) >= threshold
  const isAsking = ({ row }: HeldOutRow) => row.sentence.kind !== null
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)}%)`.padStart(22)
  const foundOf = (list: readonly HeldOutRow[]) => share(list.filter(isFound).length, list.length)
  const rightOf = (list: readonly HeldOutRow[]) =>
    share(list.filter((row) => isFound(row) && isAsking(row)).length, list.filter(isFound).length)
  const likeliest = (row: HeldOutRow) => {
    const scores = requestKinds.map((_, output) => logOddsOf(row, scales, output))
    return requestKinds[scores.indexOf(Math.max(...scores))]
  }
  const hand = heldOut.filter(({ row }) => row.writer !== null)
  const line = (name: string, list: readonly HeldOutRow[]) =>
    name.padEnd(16) + foundOf(list.filter(isAsking)) + rightOf(list)
  const named = hand.filter((row) => isFound(row) && isAsking(row))
  const corpus = heldOut.filter(({ row }) => row.writer === null && row.sentence.kind === null)
  return [
    `${'held out'.padEnd(16)}${'found requests'.padStart(22)}${'found are requests'.padStart(22)}`,
    ...writers.map((writer) =>
      line(
        `writer ${writer}`,
        hand.filter(({ row }) => row.writer === writer),
      ),
    ),
    ...requestKinds.map((kind) => kind.padEnd(16) + foundOf(hand.filter(({ row }) => row.sentence.kind === kind))),
    line('all', hand),
    `${'right kind'.padEnd(16)}${share(named.filter((row) => likeliest(row) === row.row.sentence.kind).length, named.length)}`,
    `sentences of the corpus without a request: ${foundOf(corpus)}, from log odds of ${threshold}`,
  ].join('\n')
}
