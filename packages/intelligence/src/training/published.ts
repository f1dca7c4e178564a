import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS_FOLDER } from './corpus.ts'

/** Hashes of the published sentences that are too near to one of a file that the model is measured on; see `--leaks`. */
const LEFT_OUT_FILE = join(CORPUS_FOLDER, 'left-out.txt')

/** The name of a published sentence in files of the corpus: enough to tell sentences apart, and the sentence cannot be read from it. */
export function publishedHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The hashes of the sentences that nothing is learnt from. `onFile` sees the list. */
export function readLeftOut(onFile: (content: string) => void): Set<string> {
  const lines = readFileSync(LEFT_OUT_FILE, 'utf8').split('\n')
  const hashes = lines.filter((line) => line !== '' && !line.startsWith('#'))
  onFile(hashes.join('\n'))
  return new Set(hashes)
}
