import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Trade } from '@generated/contract/enums'
import { type Reader, readLabels } from './reader.ts'
import { polarityNames } from './spaces.ts'
import { viewOfSentence } from './view.ts'

/** What a model reads in the fixed sentences, as training wrote it beside the model, and what its files held then. */
export interface KnownAnswers {
  /** SHA-256 of the content of each file. */
  files: Record<string, string>
  aspects: number[]
  restaurants: number[]
}

/** A file of the model cannot be used. Thrown when the model is opened, so the process does not start. */
class ModelFileError extends Error {
  override name = 'ModelFileError'
}

/** Between them they have praise, complaints, negation, contrast, numbers and several clauses. */
const fixedSentences: readonly { trade: Trade; text: string }[] = [
  { trade: 'restaurant', text: 'The soup was not bad, but we waited 40 minutes and the waiter never apologized.' },
  { trade: 'garage', text: 'Honest people, fair price, and they explained the repair before they started.' },
  { trade: 'hotel', text: 'Lovely view from a spotless room; the walls are thin and breakfast was average.' },
]

/** Powers and exponentials may differ in the last digits between platforms; a wrong weight changes far more. */
const toleranceMax = 1e-4

/** The output of a reader for the fixed sentences: the probabilities of each label, concatenated. */
export function answersOf(reader: Reader): number[] {
  return fixedSentences.flatMap(({ text, trade }) =>
    readLabels(reader, viewOfSentence(text, trade), trade, 0).flatMap(({ mention, polarity }) =>
      [mention, ...polarityNames.map((name) => polarity[name])].map((value) => Number(value.toFixed(6))),
    ),
  )
}

/** SHA-256 of the content of a JSON file, without its layout. */
export function fingerprintOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Throws a `ModelFileError` that names the first file whose content is not what training wrote. */
export function checkFiles({ files }: KnownAnswers, contents: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(contents)) {
    const found = fingerprintOf(content)
    if (found === files[name]) continue
    throw new ModelFileError(
      `The model file ${pathOf(name)} is damaged, or was replaced without its known answers: its SHA-256 is ${found}, and known-answers.json beside it expects ${files[name]}.`,
    )
  }
}

/** Throws a `ModelFileError` if the reader does not read the fixed sentences as it did when it was trained. */
export function checkAnswers(answers: KnownAnswers, reader: Reader): Reader {
  const wanted = answers[reader.space.name]
  const found = answersOf(reader)
  const place = wanted.findIndex((value, index) => !(Math.abs(value - (found[index] ?? Number.NaN)) <= toleranceMax))
  if (place < 0 && wanted.length === found.length) return reader
  throw new ModelFileError(
    `The model file ${pathOf('model.json')} reads its fixed sentences differently than after training (${reader.space.name}, value ${place}: ${found[place]} instead of ${wanted[place]}). The code or the vocabulary that reads them has changed, or this machine computes wrong.`,
  )
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../model/${name}`, import.meta.url))
}
