import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CorpusSentence, parseBatch } from './examples.ts'

/** Where the corpus lies. */
export const corpusFolder = fileURLToPath(new URL('../../corpus', import.meta.url))
/** What the second labeler made of the sample. */
export const secondLabelingFile = join(corpusFolder, 'second-labeling.tsv')
/** What the writer of the latest batches made of a sample of them when reading it again. */
export const secondReadingFile = join(corpusFolder, 'second-reading.tsv')

/** Reads all batches, in the order of their names. */
export function readCorpus(): CorpusSentence[] {
  const files = readdirSync(corpusFolder).filter((name) => /^[a-z]+-\d\d+-.*\.tsv$/.test(name))
  return files.sort().flatMap((name) => parseBatch(name, readFileSync(join(corpusFolder, name), 'utf8')))
}

/** SHA-256 of what training reads in the corpus; comments and empty lines do not change it. */
export function hashOfCorpus(corpus: readonly CorpusSentence[]): string {
  const hash = createHash('sha256')
  for (const { trade, batch, selected, text, labels } of corpus) {
    hash.update(`${JSON.stringify([trade, batch, selected, text, [...labels]])}\n`)
  }
  return hash.digest('hex')
}
