import { alertFeatures } from '@svc/intelligence/model/alert-features'
import { type Alert, type AlertScale, alerts, type StoredAlertReader } from '@svc/intelligence/model/alert-reader'
import type { Features } from '@svc/intelligence/model/features'
import { storeLayer } from '@svc/intelligence/model/layer'
import { viewOfSentence } from '@svc/intelligence/model/view'
import { alertPhrases } from '@svc/intelligence/signals'
import type { AlertSentence } from './alert-examples.ts'
import { platt } from './calibrate.ts'
import type { CorpusSentence } from './examples.ts'
import { fit } from './logistic.ts'
import { keepColumns, type Matrix, matrixOf } from './matrix.ts'

/** A sentence as training reads it: with its stars in one row and without them in another. */
interface Row {
  features: Features
  /** For each alert: 1 reported, 0 not, -1 not known. */
  targets: Int8Array
  weight: number
  /** Rows of one group are held out together; null for what is never held out. */
  group: number | null
  isHand: boolean
  isOrdinary: boolean
  rating: number | null
}

/** A held-out row with its raw scores. */
interface HeldOutRow {
  row: Row
  scores: Float64Array
}

export interface AlertTraining {
  penalty: number
  iterations: number
  rowsMin: number
  slotsWeight: number
  /** How much a sentence written by hand counts, where one of the corpus counts one. */
  handWeight: number
  /** The part of the held-out ordinary sentences that all classes together may flag. */
  falseAlarms: number
}

export const defaultAlertTraining: AlertTraining = {
  penalty: 0.3,
  iterations: 30,
  rowsMin: 3,
  slotsWeight: 0.3,
  handWeight: 2,
  falseAlarms: 0.005,
}

const groupCount = 3
/** One sentence in so many of the corpus is read: what is ordinary is soon learned. */
const corpusPart = 4
/** Sentences that stand together in a file are alike, so they are held out together. */
const blockLines = 6

/** Trains the reader of alerts and chooses its thresholds on sentences that were held out. */
export function trainAlerts(
  sentences: readonly AlertSentence[],
  corpus: readonly CorpusSentence[],
  options: AlertTraining = defaultAlertTraining,
): { reader: StoredAlertReader; report: string } {
  const rows = [...sentences.flatMap((sentence, index) => rowsOf(sentence, index, options)), ...ordinaryRows(corpus)]
  const matrix = matrixFor(rows, options)
  const heldOut: HeldOutRow[] = []
  for (let group = 0; group < groupCount; group += 1) {
    const learned = fitRows(matrix, rows, options, group)
    for (const [index, row] of rows.entries()) {
      if (row.group === group) heldOut.push({ row, scores: scoresAt(matrix, learned, index) })
    }
  }
  const scales = alerts.map((_, index) => scaleOf(index, heldOut, options))
  const { bias, weights } = fitRows(matrix, rows, options, null)
  const reader: StoredAlertReader = {
    layer: storeLayer([...alerts], bias, matrix.names, weights),
    scales: Object.fromEntries(alerts.map((alert, index) => [alert, scales[index]])) as Record<Alert, AlertScale>,
  }
  return { reader, report: describe(heldOut, scales) }
}

function rowsOf({ text, rating, reported, origin }: AlertSentence, index: number, options: AlertTraining): Row[] {
  const view = viewOfSentence(text, 'other')
  const phrases = alertPhrases(view.phrases.tokens)
  const targets = Int8Array.from(alerts, (alert) => (reported.includes(alert) ? 1 : 0))
  const isHand = origin === 'hand'
  const weight = isHand ? options.handWeight : options.slotsWeight
  const group = isHand ? Math.floor(index / blockLines) % groupCount : null
  // A sentence of slots has hundreds like it, so one row of it is enough.
  const read = isHand ? [rating, null] : [index % 2 === 0 ? rating : null]
  return read.map((stars) => ({
    features: alertFeatures(view, phrases, stars),
    targets,
    weight: weight / read.length,
    group,
    isHand,
    isOrdinary: false,
    rating: stars,
  }))
}

/** Sentences of the corpus report nothing, unless their labels or their words leave it open. */
function ordinaryRows(corpus: readonly CorpusSentence[]): Row[] {
  const batches = [...new Set(corpus.map(({ batch }) => batch))]
  const some = corpus.filter((_, index) => index % corpusPart === 0)
  return some.map(({ text, batch, labels }, index) => {
    const view = viewOfSentence(text, 'other')
    const phrases = alertPhrases(view.phrases.tokens)
    const isBad = (aspect: 'safety' | 'cleanliness' | 'trust' | 'price') =>
      labels.get(aspect) === 'negative' || labels.get(aspect) === 'conflict'
    const isOpen = (alert: Alert) =>
      isBad('safety') ||
      phrases.length > 0 ||
      (isBad('cleanliness') && alert === 'hygiene') ||
      ((isBad('trust') || isBad('price')) && alert === 'wrong_charge')
    const rating = index % 2 === 0 ? starsOf(labels) : null
    return {
      features: alertFeatures(view, phrases, rating),
      targets: Int8Array.from(alerts, (alert) => (isOpen(alert) ? -1 : 0)),
      weight: 1,
      group: batches.indexOf(batch) % groupCount,
      isHand: false,
      isOrdinary: true,
      rating,
    }
  })
}

/** The stars that a review of such sentences would have. */
export function starsOf(labels: CorpusSentence['labels']): number {
  const signs = new Set(labels.values())
  if (signs.has('negative')) return signs.has('positive') ? 3 : 1
  return signs.has('positive') ? 5 : 3
}

/** Whether a sentence of the corpus is not trained on and, by its labels, cannot report an alert. */
export function tellsNothing(index: number, labels: CorpusSentence['labels']): boolean {
  const doubtful = ['safety', 'cleanliness', 'trust', 'price'] as const
  const isBad = (sign: string | undefined) => sign === 'negative' || sign === 'conflict'
  return index % corpusPart === 1 && !doubtful.some((aspect) => isBad(labels.get(aspect)))
}

/** Only features of sentences about alerts: those of the corpus alone could only deny. */
function matrixFor(rows: readonly Row[], { rowsMin }: AlertTraining): Matrix {
  const known = new Set(
    matrixOf(
      rows.filter(({ isOrdinary }) => !isOrdinary).map(({ features }) => features),
      rowsMin,
    ).names,
  )
  const full = matrixOf(
    rows.map(({ features }) => features),
    rowsMin,
  )
  return keepColumns(full, (column) => known.has(full.names[column] ?? 0))
}

/** Learns from all rows but those of the group that is held out. */
function fitRows(matrix: Matrix, rows: readonly Row[], { penalty, iterations }: AlertTraining, heldOut: number | null) {
  const targets = Float32Array.from(rows.flatMap((row) => Array.from(row.targets, (target) => Math.max(0, target))))
  const weights = Float32Array.from(
    rows.flatMap(({ targets: known, weight, group }) => {
      const isLeftOut = heldOut !== null && group === heldOut
      return Array.from(known, (target) => (target < 0 || isLeftOut ? 0 : weight))
    }),
  )
  return fit({ matrix, outputs: alerts.length, link: 'sigmoid', targets, weights, penalty, iterations })
}

function scoresAt(
  { starts, columns, values }: Matrix,
  { bias, weights }: ReturnType<typeof fitRows>,
  row: number,
): Float64Array {
  const scores = Float64Array.from(bias)
  for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
    const base = (columns[at] ?? 0) * scores.length
    for (let output = 0; output < scores.length; output += 1) {
      scores[output] = (scores[output] ?? 0) + (values[at] ?? 0) * (weights[base + output] ?? 0)
    }
  }
  return scores
}

/** Platt scaling on held-out rows, and the lowest threshold at which a class has no more than its part of the alarms. */
function scaleOf(index: number, heldOut: readonly HeldOutRow[], { falseAlarms }: AlertTraining): AlertScale {
  const judged = heldOut
    .filter(({ row }) => row.targets[index] !== -1)
    .map(({ row: { targets, weight, isOrdinary }, scores }) => {
      return { score: scores[index] ?? 0, target: targets[index] ?? 0, weight, isOrdinary }
    })
  const { scale, shift } = platt(judged)
  const ordinary = judged.filter(({ isOrdinary }) => isOrdinary)
  const probabilities = ordinary.map(({ score }) => 1 / (1 + Math.exp(-(scale * score + shift)))).sort((a, b) => b - a)
  const highest = probabilities[Math.floor((falseAlarms / alerts.length) * probabilities.length)] ?? 0.5
  return { scale, shift, threshold: Math.ceil(1e4 * Math.max(0.05, highest)) / 1e4 }
}

function describe(heldOut: readonly HeldOutRow[], scales: readonly AlertScale[]): string {
  const isFlagged = (scores: Float64Array, index: number) => {
    const { scale, shift, threshold } = scales[index] ?? { scale: 1, shift: 0, threshold: 1 }
    return 1 / (1 + Math.exp(-(scale * (scores[index] ?? 0) + shift))) >= threshold
  }
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`.padStart(7)
  const share = (list: readonly { scores: Float64Array }[], index: number) =>
    percent(list.filter(({ scores }) => isFlagged(scores, index)).length, list.length)
  const hand = heldOut.filter(({ row }) => row.isHand && row.rating !== null)
  const ordinary = heldOut.filter(({ row }) => !row.isHand)
  const lines = alerts.map((alert, index) => {
    const reports = hand.filter(({ row }) => row.targets[index] === 1)
    const lookalikes = hand.filter(({ row }) => !row.targets.includes(1))
    const known = ordinary.filter(({ row }) => row.targets[index] === 0)
    const threshold = (scales[index]?.threshold ?? 1).toFixed(3)
    return `${alert.padEnd(16)} ${threshold} ${share(reports, index)} ${share(lookalikes, index)} ${share(known, index)}`
  })
  const any = (list: typeof heldOut) =>
    percent(list.filter(({ scores }) => alerts.some((_, index) => isFlagged(scores, index))).length, list.length)
  const summary = [
    any(hand.filter(({ row }) => row.targets.includes(1))),
    any(hand.filter(({ row }) => !row.targets.includes(1))),
    any(ordinary.filter(({ row }) => row.targets.every((target) => target === 0))),
  ]
  return [
    `${'held out'.padEnd(16)}  from  recall  alike ordinary`,
    ...lines,
    `${'any'.padEnd(22)} ${summary.join(' ')}`,
  ].join('\n')
}
