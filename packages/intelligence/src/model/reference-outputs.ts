import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Trade } from '@generated/contract/enums'
import { readSentences } from '../text/tokens.ts'
import { type AlertReader, scoresOf } from './alert-reader.ts'
import { type Reader, readLabels } from './reader.ts'
import { type RequestReader, requestScoresOf } from './request-reader.ts'
import { polarityNames } from './spaces.ts'
import { viewOfSentence } from './view.ts'

/** The output of a model for the fixed sentences and the hashes of its files, both written by training. */
export interface ReferenceOutputs {
  /** SHA-256 of the content of each file. */
  files: Record<string, string>
  aspects: number[]
  restaurants: number[]
  alerts: number[]
  requests: number[]
}

/** A file of the model cannot be used. Thrown when the model is opened, so the process does not start. */
class ModelFileError extends Error {
  override name = 'ModelFileError'
}

/** Together they contain praise, complaints, negation, contrast, numbers and several clauses. */
const fixedSentences: readonly { trade: Trade; text: string }[] = [
  { trade: 'restaurant', text: 'The soup was not bad, but we waited 40 minutes and the waiter never apologized.' },
  { trade: 'garage', text: 'Honest people, fair price, and they explained the repair before they started.' },
  { trade: 'hotel', text: 'Lovely view from a spotless room; the walls are thin and breakfast was average.' },
]

/** Together they contain a report, a figure of speech and a denial. */
const fixedReports = [
  'The barber cut my ear with a dirty razor and charged my card twice.',
  'A killer burger, and the queue is a rat race.',
  'No cockroach, no mold, and nobody was rude to my black son.',
]

/** Together they contain a question, a wish and a rhetorical question. */
const fixedRequests = 'Do you take dogs? A later slot would help. Would I go back? In a heartbeat.'

/** Powers and exponentials may differ in the last digits between platforms; a wrong weight changes far more. */
const toleranceMax = 1e-4

/** The output of a reader for the fixed sentences: the probabilities of each label, concatenated. */
export function outputsOf(reader: Reader): number[] {
  return fixedSentences.flatMap(({ text, trade }) =>
    readLabels(reader, viewOfSentence(text, trade), trade, 0).flatMap(({ mention, polarity }) =>
      [mention, ...polarityNames.map((name) => polarity[name])].map((value) => Number(value.toFixed(6))),
    ),
  )
}

/** The raw scores of the fixed reports, concatenated. */
export function alertOutputsOf(reader: AlertReader): number[] {
  return fixedReports.flatMap((text) =>
    Array.from(scoresOf(reader, viewOfSentence(text, 'other'), []), (score) => Number(score.toFixed(6))),
  )
}

/** The log odds of the sentences of the fixed requests, concatenated. */
export function requestOutputsOf(reader: RequestReader): number[] {
  const sentences = readSentences(fixedRequests).map(({ start, end, tokens }) => {
    return { text: fixedRequests.slice(start, end), tokens }
  })
  return sentences.flatMap((sentence, index) =>
    requestScoresOf(reader, sentence, sentences[index + 1]).map((score) => Number(score.toFixed(6))),
  )
}

/** SHA-256 of the content of a JSON file, without its layout. */
export function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Throws a `ModelFileError` that names the first file whose content is not what training wrote. */
export function checkFiles({ files }: ReferenceOutputs, contents: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(contents)) {
    const found = fingerprintOf(content)
    if (found === files[name]) continue
    throw new ModelFileError(
      `The model file ${pathOf(name)} is damaged, or was replaced without its reference outputs: its SHA-256 is ${found}, and reference-outputs.json in its folder expects ${files[name]}.`,
    )
  }
}

/** Throws a `ModelFileError` if the reader does not read the fixed sentences as it did when it was trained. */
export function checkOutputs(outputs: ReferenceOutputs, reader: Reader): Reader {
  checkSame('model.json', reader.space.name, outputs[reader.space.name], outputsOf(reader))
  return reader
}

/** The same for the reader of alerts. */
export function checkAlertOutputs(outputs: ReferenceOutputs, reader: AlertReader): AlertReader {
  checkSame('alerts.json', 'alerts', outputs.alerts, alertOutputsOf(reader))
  return reader
}

/** The same for the reader of requests. */
export function checkRequestOutputs(outputs: ReferenceOutputs, reader: RequestReader): RequestReader {
  checkSame('requests.json', 'requests', outputs.requests, requestOutputsOf(reader))
  return reader
}

function checkSame(file: string, name: string, wanted: readonly number[], found: readonly number[]): void {
  const count = Math.max(wanted.length, found.length)
  const different = Array.from({ length: count }, (_, index) => index).filter((index) => {
    const difference = Math.abs((wanted[index] ?? Number.NaN) - (found[index] ?? Number.NaN))
    return !(difference <= toleranceMax)
  })
  const [first] = different
  if (first === undefined) return
  throw new ModelFileError(
    `The output of the model file ${pathOf(file)} for its fixed sentences is not that of training: ${different.length} of ${count} values of ${name} differ, the first at index ${first} (${found[first]} instead of ${wanted[first]}). The code or the vocabulary that reads them has changed, or this machine computes wrong.`,
  )
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../model/${name}`, import.meta.url))
}
