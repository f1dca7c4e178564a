import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alertsIn } from '@svc/intelligence/alerts'
import { labelReview } from '@svc/intelligence/labels'
import { type Alert, alerts } from '@svc/intelligence/model/alert-reader'
import { type AlertSentence, parseAlerts } from '../train/alert-examples.ts'
import { starsOf, tellsNothing } from '../train/alerts.ts'
import { readCorpus } from '../train/corpus.ts'

/** A sentence of the evaluation set `critical` with what the engine reads in it. */
interface Read extends Pick<AlertSentence, 'rating' | 'text'> {
  found: readonly Alert[]
}
interface ReadSentence extends AlertSentence, Read {}

const folder = fileURLToPath(new URL('../../evaluation/critical', import.meta.url))
const ordinaryFile = 'ordinary.tsv'

/** Reads the sentences of the set that report an alert or only look like it. */
export function readCritical(): AlertSentence[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv') && name !== ordinaryFile)
  return files.sort().flatMap((file) => parseAlerts(file, readFileSync(join(folder, file), 'utf8')))
}

function readOrdinary(): { rating: number; text: string }[] {
  const lines = readFileSync(join(folder, ordinaryFile), 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [rating = '', text = ''] = line.split('\t')
    return [{ rating: Number(rating), text }]
  })
}

/** What the engine reads in a review of these stars, in all of its sentences. */
function foundIn({ text, rating }: { text: string; rating: number }): Alert[] {
  const { sentences } = labelReview(text, { trade: 'other' })
  return [...new Set(sentences.flatMap((sentence) => alertsIn(sentence, rating)))]
}

/** The middle 95% of what a share can be (Wilson), in percent. */
export function wilson(part: number, whole: number): { low: number; high: number } {
  if (whole === 0) return { low: 0, high: 100 }
  const z = 1.96
  const share = part / whole
  const center = share + z ** 2 / (2 * whole)
  const reach = z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))
  const [low, high] = [center - reach, center + reach].map((value) => (100 * value) / (1 + z ** 2 / whole))
  return { low: Math.max(0, low ?? 0), high: Math.min(100, high ?? 100) }
}

/** Recall and false alarms at the shipped thresholds, and every missed sentence. */
export function describeCritical(): string {
  const read: ReadSentence[] = readCritical().map((sentence) => ({ ...sentence, found: foundIn(sentence) }))
  const ordinary: Read[] = readOrdinary().map((sentence) => ({ ...sentence, found: foundIn(sentence) }))
  const untrained: Read[] = readCorpus().flatMap(({ text, labels }, index) => {
    if (!tellsNothing(index, labels)) return []
    const rating = starsOf(labels)
    return [{ text, rating, found: foundIn({ text, rating }) }]
  })
  const reports = read.filter(({ reported }) => reported.length > 0)
  const alike = read.filter(({ reported }) => reported.length === 0)
  const rows = alerts.map((alert) => {
    const own = reports.filter(({ reported }) => reported.includes(alert))
    const near = alike.filter(({ about }) => about === alert)
    return [
      alert.padEnd(14),
      share(own.filter(({ found }) => found.includes(alert)).length, own.length),
      share(own.filter(({ found }) => found.length > 0).length, own.length),
      share(near.filter(({ found }) => found.length > 0).length, near.length),
    ].join('  ')
  })
  const flagged = (list: readonly Read[]) => share(list.filter(({ found }) => found.length > 0).length, list.length)
  const missed = reports.filter(({ found, reported }) => !reported.some((alert) => found.includes(alert)))
  const rightly = reports.length - missed.length
  return [
    `${''.padEnd(14)}  ${'recall, this class'.padEnd(30)}  ${'recall, any class'.padEnd(30)}  false alarms, only alike`,
    ...rows,
    `over all, a class that it reports: ${share(rightly, reports.length)}`,
    `over all, any class:               ${flagged(reports)}`,
    `false alarms, only alike:          ${flagged(alike)}`,
    `false alarms, ordinary sentences:  ${flagged(ordinary)}`,
    `false alarms, corpus, not trained: ${flagged(untrained)}`,
    '',
    'Missed:',
    ...missed.map(({ reported, found, rating, text }) => {
      return `  ${reported.join(' ')}, read ${found.join(' ') || 'none'}: ${rating} ${text}`
    }),
  ].join('\n')
}

function share(part: number, whole: number): string {
  const { low, high } = wilson(part, whole)
  const value = whole === 0 ? 0 : (100 * part) / whole
  return `${part} of ${whole} = ${value.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`.padEnd(30)
}
