import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LabelSpace, Polarity } from '../model/spaces.ts'
import type { Aspect } from '../records.ts'
import { CORPUS_FOLDER } from './corpus.ts'
import { type Example, exampleOf, parseLines } from './examples.ts'
import { publishedHash, readLeftOut } from './published.ts'

/** A sentence of MAMS (Apache-2.0) with the labels it has by our rules. */
export interface MamsSentence {
  text: string
  labels: ReadonlyMap<Aspect, Polarity>
}

export interface MamsWeights {
  /** How much it teaches which labels a sentence has, beside a sentence of the corpus. */
  topics: number
  /** How much each of its judgements counts. */
  polarity: number
}

/** What is learnt from; the test files are left to be measured on. */
const PARTS = ['train', 'val'] as const

/** Labels by the rules of RULES.md, each with the hash of its sentence where a batch of the corpus has the text. */
const LABELS_FILE = join(CORPUS_FOLDER, 'mams-labels.tsv')
/** What another reader made of some of the same sentences. */
export const SECOND_MAMS_LABELLING = join(CORPUS_FOLDER, 'mams-second-labels.tsv')

/**
 * Reads the sentences of both parts of MAMS, MAMS-ACSA and MAMS-ATSA, from the folder `data` of its repository, without what is left out.
 * Its own labels are not read: they tell of what is merely named as well, and know no sentence that praises and blames the same thing.
 * Throws when a file is missing, naming all that are. `onFile` sees the content of each.
 */
export function readMams(directory: string, onFile: (content: string) => void = () => {}): MamsSentence[] {
  const files = ['MAMS-ACSA', 'MAMS-ATSA'].flatMap((set) =>
    PARTS.map((part) => join(directory, set, 'raw', `${part}.xml`)),
  )
  const missing = files.filter((path) => !existsSync(path))
  if (missing.length > 0) {
    throw new Error(
      `The folder of MAMS lacks ${missing.join(', ')}. It must be the folder "data" of the repository siat-nlp/MAMS-for-ABSA, with MAMS-ACSA and MAMS-ATSA in it.`,
    )
  }
  const leftOut = readLeftOut(onFile)
  const labelsOf = readMamsLabels()
  const texts = new Set(
    files.flatMap((path) => {
      const content = readFileSync(path, 'utf8')
      onFile(content)
      return [...content.matchAll(/<text>([\s\S]*?)<\/text>/g)].map(([, text = '']) => unescaped(text))
    }),
  )
  return [...texts].flatMap((text) => {
    const hash = publishedHash(text)
    const labels = labelsOf.get(hash)
    return labels && !leftOut.has(hash) ? [{ text, labels }] : []
  })
}

/** Our labels of sentences of MAMS by the hashes of their texts. `onFile` sees the file. */
export function readMamsLabels(onFile: (content: string) => void = () => {}): Map<string, MamsSentence['labels']> {
  const content = readFileSync(LABELS_FILE, 'utf8')
  onFile(content)
  return new Map(parseLines(basename(LABELS_FILE), content).map(({ text: hash, labels }) => [hash, labels]))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** A sentence of MAMS as an example for a label space. */
export function mamsExample({ text, labels }: MamsSentence, space: LabelSpace, weights: MamsWeights): Example {
  const example = exampleOf({ trade: 'restaurant', batch: 'mams', text, labels }, space)
  const certainty = space.labels.map((label) => [label, (example.certainty.get(label) ?? 1) * weights.topics] as const)
  return { ...example, source: 'mams', certainty: new Map(certainty), weight: weights.polarity }
}
