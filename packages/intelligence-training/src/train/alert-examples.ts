import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Alert, alerts } from '@svc/intelligence/model/alert-reader'
import { randomFrom } from '@svc/intelligence/random'

/** The folder of the sentences that alerts are learned from. */
const alertsFolder = fileURLToPath(new URL('../../alerts', import.meta.url))
/** Sentences written by the slots of one class: as many that are one as sentences that only look like one. */
const expandedEach = 500
/** Fills of one pattern that are tried before it counts as exhausted. */
const triesPerSentence = 20

/** A sentence with its stars and with what it reports. */
export interface AlertSentence {
  rating: number
  text: string
  /** The alerts that it reports; none where it only looks like one. */
  reported: readonly Alert[]
  /** The class it was written for. */
  about: Alert
  /** Written whole by a person, or put together from slots. */
  origin: 'hand' | 'slots'
}

/** Reads the sentences written by hand and those that the slots make, class by class. */
export function readAlertSentences(): AlertSentence[] {
  const files = readdirSync(alertsFolder).filter((name) => name.endsWith('.tsv'))
  return files.sort().flatMap((file) => {
    const content = readFileSync(join(alertsFolder, file), 'utf8')
    return file.endsWith('.grammar.tsv') ? expand(file, content) : parseAlerts(file, content)
  })
}

/** SHA-256 of what training reads. */
export function hashOfAlerts(sentences: readonly AlertSentence[]): string {
  return createHash('sha256').update(JSON.stringify(sentences)).digest('hex')
}

/** Reads lines of stars, classes and text; throws on the first that breaks the form, naming it. */
export function parseAlerts(file: string, content: string): AlertSentence[] {
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
    return [{ rating, text: text.trim(), reported, about, origin: 'hand' }]
  })
}

/** The sentences of a file of slots: `@name`, a tab and choices between bars; then patterns with `{name}`. */
export function expand(file: string, content: string): AlertSentence[] {
  const lines = content.split('\n')
  const slots = new Map<string, string[]>()
  for (const line of lines.filter((candidate) => candidate.startsWith('@'))) {
    const [name = '', choices = ''] = line.slice(1).split('\t')
    slots.set(name, choices.split(' | '))
  }
  const patterns = parseAlerts(file, lines.filter((line) => !line.startsWith('@')).join('\n'))
  const random = randomFrom(hashSeed(file))
  const fill = (text: string): string => {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const choices = slots.get(name)
      const choice = choices?.[Math.floor(random() * choices.length)]
      if (choice === undefined) throw new Error(`${file}: the slot {${name}} is not defined.`)
      return fill(choice)
    })
  }
  const sentences: AlertSentence[] = []
  for (const isReport of [true, false]) {
    const own = patterns.filter(({ reported }) => reported.length > 0 === isReport)
    const texts = new Map<string, AlertSentence>()
    for (let tries = 0; tries < expandedEach * triesPerSentence && texts.size < expandedEach; tries += 1) {
      const pattern = own[tries % own.length]
      if (!pattern) break
      const filled = fill(pattern.text)
      const text = filled.charAt(0).toUpperCase() + filled.slice(1)
      if (!texts.has(text)) texts.set(text, { ...pattern, text, origin: 'slots' })
    }
    sentences.push(...texts.values())
  }
  return sentences
}

function hashSeed(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32LE(0)
}
