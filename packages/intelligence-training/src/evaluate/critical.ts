import { fileURLToPath } from 'node:url'
import { alertsIn } from '@svc/intelligence/labels/alerts'
import { labelReview } from '@svc/intelligence/labels/labels'
import { type Alert, alerts } from '@svc/intelligence/model/alert-reader'
import {
  type AlertSentence,
  type OrdinaryReview,
  readAlertSentences,
  readOrdinaryReviews,
} from '../train/alert-examples.ts'
import { untrainedSentences } from '../train/alerts.ts'
import { readCorpus } from '../train/corpus.ts'

/** A text of the evaluation set `critical` with the alerts that the engine finds in it. */
interface Read extends Pick<AlertSentence, 'rating' | 'text'> {
  found: readonly Alert[]
}
interface ReadSentence extends AlertSentence, Read {}

const folder = fileURLToPath(new URL('../../evaluation/critical', import.meta.url))

/** Reads the sentences of the set that report an alert or only look like it. Throws if a line is invalid. */
export const readCritical = (): AlertSentence[] => readAlertSentences(folder)

/** Reads the ordinary reviews of the set. Throws if a line is invalid. */
export const readOrdinary = (): OrdinaryReview[] => readOrdinaryReviews(folder)

/** Returns the alerts in all sentences of a review with these stars. */
function foundIn({ text, rating }: { text: string; rating: number }): Alert[] {
  const { sentences } = labelReview(text, { trade: 'other' })
  return [...new Set(sentences.flatMap((sentence) => alertsIn(sentence, rating)))]
}

/** Returns the Wilson score interval of a proportion at 95 %, in percent: 0 to 100 if `whole` is 0. */
export function wilson(part: number, whole: number): { low: number; high: number } {
  if (whole === 0) return { low: 0, high: 100 }
  const z = 1.96
  const share = part / whole
  const center = share + z ** 2 / (2 * whole)
  const reach = z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))
  const [low, high] = [center - reach, center + reach].map((value) => (100 * value) / (1 + z ** 2 / whole))
  return { low: Math.max(0, low ?? 0), high: Math.min(100, high ?? 100) }
}

/**
 * Formats recall and false alarms at the threshold of the published model, each with its 95 % interval, and every
 * missed sentence.
 */
export function describeCritical(): string {
  const read: ReadSentence[] = readCritical().map((sentence) => ({ ...sentence, found: foundIn(sentence) }))
  const ordinary: Read[] = readOrdinary().map((review) => ({ ...review, found: foundIn(review) }))
  const untrained: Read[] = untrainedSentences(readCorpus()).map((review) => ({ ...review, found: foundIn(review) }))
  const reports = read.filter(({ reported }) => reported.length > 0)
  const alike = read.filter(({ reported }) => reported.length === 0)
  const rows = alerts.map((alert) => {
    const own = reports.filter(({ reported }) => reported.includes(alert))
    return [
      alert.padEnd(14),
      flagged(own),
      share(own.filter(({ found }) => found.includes(alert)).length, own.length),
      flagged(alike.filter(({ about }) => about === alert)),
      share(ordinary.filter(({ found }) => found.includes(alert)).length, ordinary.length),
    ].join('  ')
  })
  const right = reports.filter(({ found, reported }) => reported.some((alert) => found.includes(alert)))
  const missed = reports.filter(({ found }) => found.length === 0)
  const headings = [
    'recall, flagged',
    'recall, named as this class',
    'false alarms, only alike',
    'false alarms, ordinary',
  ]
  return [
    [''.padEnd(14), ...headings.map((heading) => heading.padEnd(30))].join('  ').trimEnd(),
    ...rows,
    `over all, flagged:                     ${flagged(reports)}`,
    `over all, named as a class it reports: ${share(right.length, reports.length)}`,
    `false alarms, only alike:              ${flagged(alike)}`,
    `false alarms, ordinary reviews:        ${flagged(ordinary)}`,
    `false alarms, corpus, not trained on:  ${flagged(untrained)}`,
    '',
    'Missed:',
    ...missed.map(({ reported, rating, text }) => `  ${reported.join(' ')}: ${rating} ${text}`),
  ].join('\n')
}

function flagged(list: readonly Read[]): string {
  return share(list.filter(({ found }) => found.length > 0).length, list.length)
}

/** Formats a part of a whole, with its share and the 95 % interval of the share in percent. */
export function share(part: number, whole: number): string {
  const { low, high } = wilson(part, whole)
  const value = whole === 0 ? 0 : (100 * part) / whole
  return `${part} of ${whole} = ${value.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`.padEnd(30)
}
