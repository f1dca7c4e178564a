import { alertPhrases } from '@svc/intelligence/labels/signals'
import { alertFeatures } from '@svc/intelligence/model/alert-features'
import {
  type Alert,
  type AlertReader,
  type AlertScale,
  alertOutputs,
  alerts,
  openAlertReader,
  type StoredAlertReader,
  scoresOf,
  scoresOfWords,
} from '@svc/intelligence/model/alert-reader'
import { alertVectorOf, alertVectors } from '@svc/intelligence/model/alert-vectors'
import type { SentenceView } from '@svc/intelligence/model/features'
import { openLayer, storeLayer } from '@svc/intelligence/model/layer'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { openWindows, scoresOfWindows, storeWindows, type WindowsShape } from '@svc/intelligence/model/windows'
import { type AlertSentence, type OrdinaryReview, readCorpusReports } from './alert-examples.ts'
import type { CorpusSentence } from './examples.ts'
import { fitScale, type LearnedPart, type LearningTask, learnAll } from './learning.ts'
import { keepColumns, type Matrix, matrixOf } from './matrix.ts'
import { joinWindows } from './windows.ts'

/** A sentence as training reads it. */
interface Row {
  text: string
  view: SentenceView
  phrases: Alert[]
  /** For each output: 1 reported, 0 not, -1 not known. */
  targets: Int8Array
  weight: number
  rating: number
  /** Rows of one fold are held out together; those of none (-1) never. */
  fold: number
  isOrdinary: boolean
}

/** A row as a reader scores it that did not learn from it, by words and by windows, output by output. */
interface HeldOutRow {
  row: Row
  words: Float64Array
  windows: Float64Array
}

/** Sentences that training learns from. */
interface AlertExamples {
  sentences: readonly AlertSentence[]
  /** Reviews of trades that the corpus does not have: without them, their words would seem to report something. */
  ordinary: readonly OrdinaryReview[]
  corpus: readonly CorpusSentence[]
}

interface AlertTraining {
  penalty: number
  iterations: number
  rowsMin: number
  /** Filters of each length of window, and how many readers with as many are averaged. */
  filters: number
  seeds: number
  rounds: number
  /** The weights of a sentence that reports something, of one that only looks like it, and of an ordinary one. */
  weights: { report: number; alike: number; ordinary: number }
  /** The part of the reviews of untrained sentences of the corpus that may be flagged. */
  falseAlarms: number
}

export const defaultAlertTraining: AlertTraining = {
  penalty: 0.3,
  iterations: 40,
  rowsMin: 3,
  filters: 32,
  seeds: 3,
  rounds: 5,
  weights: { report: 2, alike: 0.3, ordinary: 1 },
  falseAlarms: 0.01,
}

const longestWindow = 3
/** One of this many sentences of the corpus is left out of training, for the evaluation. */
const untrainedPart = 8
/** The number of neighboring sentences of the corpus that count as one review. */
const reviewSentences = 2
const outputs = alertOutputs.length
const anyOutput = alerts.length
const ratings = [1, 2, 3, 4, 5]
/** Bad, middling and good reviews: what is learned of a number of stars alone is mostly chance. */
const starGroups = [[1, 2], [3], [4, 5]]

/**
 * Trains the reader of alerts in worker threads, and chooses its threshold on sentences of writers that were held out.
 * `say` receives a line of progress for each part. Rejects if a thread fails.
 */
export async function trainAlerts(
  { sentences, ordinary, corpus }: AlertExamples,
  options: AlertTraining = defaultAlertTraining,
  say: (line: string) => void = () => {},
): Promise<{ reader: StoredAlertReader; report: string }> {
  const writers = writersOf(sentences)
  const rows = [
    ...sentences.map((sentence) => rowOf(sentence, writers, options)),
    ...corpusRows(corpus, writers.length, options),
    ...ordinary.map((review, index) => ordinaryRowOf(review, index % Math.max(1, writers.length), options)),
  ]
  const matrix = matrixFor(rows, options)
  const folds = writers.length > 1 ? writers.map((_, fold) => fold) : []
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
  const reader: StoredAlertReader = {
    layer: storeLayer([...alertOutputs], words.bias, matrix.names, words.weights),
    windows: storeWindows(shape, weights),
    scales,
    threshold: 0,
  }
  reader.threshold = thresholdOf(openAlertReader(reader), corpus, options.falseAlarms)
  return { reader, report: describe(heldOut, scales, reader.threshold, writers) }
}

/** The writers who wrote enough to be held out; the sentences of others are always learned from. */
function writersOf(sentences: readonly AlertSentence[]): string[] {
  const counts = new Map<string, number>()
  for (const { writer } of sentences) counts.set(writer, (counts.get(writer) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= sentences.length / 20).map(([writer]) => writer)
}

function rowOf({ text, rating, reported, writer }: AlertSentence, writers: string[], options: AlertTraining): Row {
  const view = viewOfSentence(text, 'other')
  const isReport = reported.length > 0
  return {
    text,
    view,
    phrases: alertPhrases(view.phrases.tokens),
    targets: Int8Array.from(alertOutputs, (name) => Number(name === 'any' ? isReport : reported.includes(name))),
    weight: isReport ? options.weights.report : options.weights.alike,
    rating,
    fold: writers.indexOf(writer),
    isOrdinary: false,
  }
}

function ordinaryRowOf({ text, rating }: OrdinaryReview, fold: number, { weights }: AlertTraining): Row {
  const view = viewOfSentence(text, 'other')
  return {
    text,
    view,
    phrases: alertPhrases(view.phrases.tokens),
    targets: new Int8Array(alertOutputs.length),
    weight: weights.ordinary,
    rating,
    fold,
    isOrdinary: true,
  }
}

/** Sentences of the corpus report nothing, unless their labels or their words leave it open. */
function corpusRows(corpus: readonly CorpusSentence[], folds: number, { weights }: AlertTraining): Row[] {
  const batches = [...new Set(corpus.map(({ batch }) => batch))]
  return corpus.flatMap(({ text, batch, labels }, index) => {
    if (isUntrained(index)) return []
    const view = viewOfSentence(text, 'other')
    const phrases = alertPhrases(view.phrases.tokens)
    const open = openAlerts(labels)
    const isOpen = (name: Alert | 'any') =>
      phrases.length > 0 || (name === 'any' ? open.length > 0 : open.includes(name))
    return {
      text,
      view,
      phrases,
      targets: Int8Array.from(alertOutputs, (name) => (isOpen(name) ? -1 : 0)),
      weight: weights.ordinary,
      rating: starsOf(index, labels),
      fold: batches.indexOf(batch) % Math.max(1, folds),
      isOrdinary: true,
    }
  })
}

/** The alerts that a sentence of the corpus may report, by its labels. */
function openAlerts(labels: CorpusSentence['labels']): readonly Alert[] {
  const isBad = (aspect: 'safety' | 'cleanliness' | 'trust' | 'price') =>
    labels.get(aspect) === 'negative' || labels.get(aspect) === 'conflict'
  if (isBad('safety')) return alerts
  return [
    ...(isBad('cleanliness') ? (['hygiene'] as const) : []),
    ...(isBad('trust') || isBad('price') ? (['wrong_charge'] as const) : []),
  ]
}

/** The stars that a review of such sentences would have; one and two of them by turns, and four and five. */
function starsOf(index: number, labels: CorpusSentence['labels']): number {
  const signs = new Set(labels.values())
  const turn = index % 2
  if (signs.has('negative')) return signs.has('positive') ? 3 : 1 + turn
  return signs.has('positive') ? 5 - turn : 3
}

const isUntrained = (index: number) => index % untrainedPart === 1

/**
 * Returns the sentences of the corpus that are not trained on and report nothing, with the stars, 1 to 5, that their
 * labels suggest.
 */
export function untrainedSentences(corpus: readonly CorpusSentence[]): { text: string; rating: number }[] {
  const reports = readCorpusReports()
  return corpus.flatMap(({ text, labels }, index) => {
    if (!isUntrained(index) || openAlerts(labels).length > 0 || reports.has(text)) return []
    return [{ text, rating: starsOf(index, labels) }]
  })
}

/** Only features of sentences about alerts: those of the corpus alone could only deny. */
function matrixFor(rows: readonly Row[], { rowsMin }: AlertTraining): Matrix {
  const features = rows.map(({ view, phrases }) => alertFeatures(view, phrases))
  const known = new Set(
    matrixOf(
      features.filter((_, index) => !rows[index]?.isOrdinary),
      rowsMin,
    ).names,
  )
  const full = matrixOf(features, rowsMin)
  return keepColumns(full, (column) => known.has(full.names[column] ?? 0))
}

const shapeOf = ({ filters }: AlertTraining): WindowsShape => {
  return { longest: longestWindow, filters, outputs, dimensions: alertVectors.dimensions }
}

/** The task of one thread: it learns from all rows except those of the held-out fold. The words are learned once. */
function taskOf(
  matrix: Matrix,
  rows: readonly Row[],
  options: AlertTraining,
  heldOut: number | null,
  seed: number,
): LearningTask {
  const weightOf = (row: Row, output: number) => {
    return row.fold === heldOut || (row.targets[output] ?? -1) < 0 ? 0 : row.weight
  }
  const targetsOf = (list: readonly Row[]) =>
    Float32Array.from(list.flatMap((row) => Array.from(row.targets, (target) => Math.max(0, target))))
  const weightsOf = (list: readonly Row[]) =>
    Float32Array.from(list.flatMap((row) => alertOutputs.map((_, output) => weightOf(row, output))))
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
      sentences: read.map(({ view }) => Int32Array.from(view.phrases.tokens, alertVectorOf)),
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
  options: AlertTraining,
): HeldOutRow[] {
  if (!learned?.words) return []
  const layer = openLayer(storeLayer([...alertOutputs], learned.words.bias, matrix.names, learned.words.weights))
  const reader = { layer, words: new Map<string, Float64Array>() }
  const windows = openWindows(storeWindows(shapeOf(options), learned.windows), alertVectors.values)
  return rows
    .filter((row) => row.fold === fold)
    .map((row) => ({
      row,
      words: scoresOfWords(reader, row.view, row.phrases),
      windows: scoresOfWindows(windows, row.view.phrases.tokens.map(alertVectorOf)),
    }))
}

/** Fits, for each output, a logistic regression on both scores and on the stars, which some reviews do not have. */
function scalesOf(heldOut: readonly HeldOutRow[]): AlertScale[] {
  return alertOutputs.map((_, output) => {
    if (heldOut.length === 0) return { words: 0.5, windows: 0.5, shift: 0, stars: [0, 0, 0, 0, 0] }
    const rows = heldOut.filter(({ row }) => (row.targets[output] ?? -1) >= 0)
    const { factors, shift } = fitScale(
      rows.map(({ row: { rating, targets, weight }, words, windows }, index) => {
        const hasStars = index % 3 > 0
        const stars = starGroups.map((group) => (hasStars && group.includes(rating) ? 1 : 0))
        return {
          scores: [words[output] ?? 0, windows[output] ?? 0, ...stars],
          target: targets[output] ?? 0,
          weight,
        }
      }),
    )
    const [words = 0, windows = 0, ...groups] = factors
    const stars = ratings.map((rating) => groups[starGroups.findIndex((group) => group.includes(rating))] ?? 0)
    return { words, windows, shift, stars }
  })
}

function logOddsOf({ row, words, windows }: HeldOutRow, scales: readonly AlertScale[], output: number): number {
  const scale = scales[output]
  if (!scale) return 0
  const stars = scale.stars[row.rating - 1] ?? 0
  return scale.words * (words[output] ?? 0) + scale.windows * (windows[output] ?? 0) + scale.shift + stars
}

/** The lowest log odds at which no more than the accepted part of the reviews of untrained sentences is flagged. */
function thresholdOf(reader: AlertReader, corpus: readonly CorpusSentence[], falseAlarms: number): number {
  const odds = untrainedSentences(corpus).map(({ text, rating }) => {
    const view = viewOfSentence(text, 'other')
    const score = scoresOf(reader, view, alertPhrases(view.phrases.tokens))[anyOutput] ?? 0
    return score + (reader.scales[anyOutput]?.stars[rating - 1] ?? 0)
  })
  const reviews = Array.from({ length: Math.ceil(odds.length / reviewSentences) }, (_, index) => {
    return Math.max(...odds.slice(index * reviewSentences, (index + 1) * reviewSentences))
  }).sort((a, b) => b - a)
  // A review with exactly this much is not flagged.
  return Number(((reviews[Math.floor(falseAlarms * reviews.length)] ?? 0) + 0.01).toFixed(2))
}

/** The results for the held-out sentences of each writer and each class, and for the ordinary reviews. */
function describe(
  heldOut: readonly HeldOutRow[],
  scales: readonly AlertScale[],
  threshold: number,
  writers: readonly string[],
): string {
  const hand = heldOut.filter(({ row }) => !row.isOrdinary)
  const isFlagged = (row: HeldOutRow) => logOddsOf(row, scales, anyOutput) >= threshold
  const share = (list: readonly HeldOutRow[]) => {
    const part = list.filter(isFlagged).length
    return `${part} of ${list.length} (${((100 * part) / Math.max(1, list.length)).toFixed(1)}%)`.padStart(22)
  }
  const reports = hand.filter(({ row }) => row.targets[anyOutput] === 1)
  const alike = hand.filter(({ row }) => row.targets[anyOutput] === 0)
  const ordinary = heldOut.filter(({ row }) => row.isOrdinary && row.targets[anyOutput] === 0)
  return [
    `${'held out'.padEnd(16)}${'flagged reports'.padStart(22)}${'only alike'.padStart(22)}`,
    ...writers.map((writer, fold) => {
      const own = (list: readonly HeldOutRow[]) => share(list.filter(({ row }) => row.fold === fold))
      return `writer ${writer}`.padEnd(16) + own(reports) + own(alike)
    }),
    ...alerts.map((alert, output) => {
      return alert.padEnd(16) + share(reports.filter(({ row }) => row.targets[output] === 1))
    }),
    'all'.padEnd(16) + share(reports) + share(alike),
    `sentences of the corpus: ${share(ordinary)}, from log odds of ${threshold}`,
  ].join('\n')
}
