import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CorpusSentence, parseBatch } from './examples.ts'

export const corpusFolder = fileURLToPath(new URL('../../corpus', import.meta.url))
/** The labels of the sample by a second labeler. */
export const secondLabelingFile = join(corpusFolder, 'second-labeling.tsv')
/** A second labeling of a sample of the latest batches by their writer. */
export const secondReadingFile = join(corpusFolder, 'second-reading.tsv')

/** Reads all batches, in the order of their names. Throws at the first invalid line. */
export function readCorpus(): CorpusSentence[] {
  const files = readdirSync(corpusFolder).filter((name) => /^[a-z]+-\d\d+-.*\.tsv$/.test(name))
  return files.sort().flatMap((name) => parseBatch(name, readFileSync(join(corpusFolder, name), 'utf8')))
}

/** Returns the SHA-256 of the sentences, in hexadecimal; comments and empty lines in the files do not change it. */
export function hashOfCorpus(corpus: readonly CorpusSentence[]): string {
  const hash = createHash('sha256')
  for (const { trade, batch, selected, text, labels } of corpus) {
    hash.update(`${JSON.stringify([trade, batch, selected, text, [...labels]])}\n`)
  }
  return hash.digest('hex')
}
