import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Alert, alerts } from '@svc/intelligence/model/alert-reader'

/** The training sentences of the reader of alerts. */
const alertsFolder = fileURLToPath(new URL('../../alerts', import.meta.url))

/** A sentence with its stars and the alerts that it reports. */
export interface AlertSentence {
  rating: number
  text: string
  /** The alerts that it reports; none where it only looks like one. */
  reported: readonly Alert[]
  /** The class it was written for. */
  about: Alert
  /** The letter of the writer: sentences of one writer are alike, so they are held out together. */
  writer: string
}

/** A review, or a sentence of one, with its stars, that reports nothing and does not look like it either. */
export type OrdinaryReview = Pick<AlertSentence, 'rating' | 'text'>

const isOrdinary = (file: string) => file.startsWith('ordinary.')

/** Reads the sentences of all classes and writers in a folder, each text once. Throws at the first invalid line. */
export function readAlertSentences(folder = alertsFolder): AlertSentence[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv') && !isOrdinary(name))
  const sentences = files.sort().flatMap((file) => parseAlerts(file, readFileSync(join(folder, file), 'utf8')))
  return [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()]
}

/** Reads the files of ordinary reviews in a folder. Throws at the first invalid line. */
export function readOrdinaryReviews(folder = alertsFolder): OrdinaryReview[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv') && isOrdinary(name))
  return files.sort().flatMap((file) => parseOrdinary(file, readFileSync(join(folder, file), 'utf8')))
}

/** Parses lines of stars (1 to 5), a tab and a text. Throws at the first invalid line, which the error names. */
function parseOrdinary(file: string, content: string): OrdinaryReview[] {
  return content.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return []
    const [stars = '', text = ''] = line.split('\t')
    const rating = Number(stars)
    if (!(rating >= 1 && rating <= 5) || text === '') {
      throw new Error(`${file}, line ${index + 1}: stars, a tab and a text are required.`)
    }
    return [{ rating, text }]
  })
}

/** Returns the texts of the corpus that report an alert although their labels do not say so. */
export function readCorpusReports(): Set<string> {
  const lines = readFileSync(join(alertsFolder, 'corpus-reports.txt'), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}

/** Returns the SHA-256 of the sentences and the ordinary reviews, in hexadecimal. */
export function hashOfAlerts(sentences: readonly AlertSentence[], ordinary: readonly OrdinaryReview[]): string {
  return createHash('sha256')
    .update(JSON.stringify([sentences, ordinary]))
    .digest('hex')
}

/**
 * Parses lines of stars (1 to 5), classes and text. Throws if `file` does not name a writer, and at the first invalid
 * line; the error names the file and the line.
 */
export function parseAlerts(file: string, content: string): AlertSentence[] {
  const writer = /\.([a-z])\.tsv$/.exec(file)?.[1]
  if (writer === undefined) throw new Error(`${file}: the name must be CLASS.WRITER.tsv, the writer a letter.`)
  return content.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [labels = '', text = ''] = line.split('\t')
    const [stars, ...signed] = labels.split(' ')
    const rating = Number(stars)
    const classes = signed.map((label) => ({
      alert: alerts.find((name) => name === label.slice(0, -1)),
      sign: label.slice(-1),
    }))
    const about = classes[0]?.alert
    const isSigned = classes.every(({ alert, sign }) => alert !== undefined && (sign === '+' || sign === '-'))
    if (!(rating >= 1 && rating <= 5) || about === undefined || !isSigned || text.trim() === '') {
      throw new Error(`${file}, line ${index + 1}: stars, classes with + or -, a tab and a text are required.`)
    }
    const reported = classes.flatMap(({ alert, sign }) => (alert !== undefined && sign === '+' ? [alert] : []))
    return [{ rating, text: text.trim(), reported, about, writer }]
  })
}
