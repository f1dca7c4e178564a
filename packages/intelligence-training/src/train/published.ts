import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Aspect, type Trade, trades } from '@generated/contract/enums'
import type { LabelSpace, Polarity } from '@svc/intelligence/model/spaces'
import { corpusFolder } from './corpus.ts'
import { type Example, exampleOf, parseLines } from './examples.ts'

/** A sentence that a customer wrote and others published, with the labels it has by our rules. */
interface PublishedSentence {
  /** Name of the set that it is from. */
  set: string
  trade: Trade
  text: string
  labels: ReadonlyMap<Aspect, Polarity>
}

export interface PublishedWeights {
  /** The weight for the labels of a sentence, relative to a sentence of the corpus. */
  topics: number
  /** The weight of each of its judgments. */
  polarity: number
}

interface PublishedSet {
  name: string
  /** The weight relative to the other sets. */
  part: number
  /** In the folder of the published sets. */
  files: readonly string[]
  textsOf: (content: string) => string[]
}

/**
 * The published training data, each under the license that packages/intelligence/NOTICE names. The test files of MAMS
 * are only measured on.
 */
const publishedSets: readonly PublishedSet[] = [
  {
    name: 'MAMS',
    part: 1,
    files: ['MAMS-ACSA', 'MAMS-ATSA'].flatMap((part) => [`mams/${part}/raw/train.xml`, `mams/${part}/raw/val.xml`]),
    textsOf: (content) => [...content.matchAll(/<text>([\s\S]*?)<\/text>/g)].map(([, text = '']) => unescaped(text)),
  },
  {
    name: 'UCI',
    part: 1,
    files: ['uci/yelp_labeled.txt', 'uci/amazon_cells_labeled.txt'],
    textsOf: (content) => content.split('\n').map((line) => onOneLine(line.replace(/\t[^\t]*$/, ''))),
  },
  {
    name: 'TSA-MD',
    part: 1,
    files: ['tsa-md/TSA-MD.train.json', 'tsa-md/TSA-MD.dev.json'],
    textsOf: (content) => textsOfRows(JSON.parse(content)).map(onOneLine),
  },
  {
    name: 'DynaSent',
    // Chosen because a reader had erred on them: harder than what customers write as a rule.
    part: 0.65,
    files: ['dynasent/dynasent-v1.1-round01-yelp-dev.jsonl'],
    textsOf: (content) =>
      content.split('\n').flatMap((line) => (line === '' ? [] : onOneLine(JSON.parse(line).sentence))),
  },
]

function textsOfRows(rows: { text: string }[]): string[] {
  return rows.map(({ text }) => text)
}

/**
 * Labels by the rules of RULES.md, a file for each trade, each with the hash of its sentence where a batch of the
 * corpus has the text.
 */
const labelsFolder = join(corpusFolder, 'published')
/** The results of another reader for some of the same sentences. */
export const secondPublishedLabelingFile = join(corpusFolder, 'second-labeling-published.tsv')
/**
 * Hashes of the published sentences that are too near to one of a file that the model is measured on; see `--leaks`.
 */
const leftOutFile = join(corpusFolder, 'left-out.txt')

/**
 * Returns the name of a published sentence in files of the corpus: a hash that identifies the sentence and does not
 * reveal it.
 */
export function publishedHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Reads the hashes of the sentences that are left out of training. `onFile` receives the file. */
export function readLeftOut(onFile: (content: string) => void): Set<string> {
  const lines = readFileSync(leftOutFile, 'utf8').split('\n')
  const hashes = lines.filter((line) => line !== '' && !line.startsWith('#'))
  onFile(hashes.join('\n'))
  return new Set(hashes)
}

/**
 * Reads the sentences that are labeled from the folder of the published sets, each text once, without what is left out.
 * The labels of the sets are not read: they include subjects that are only mentioned, or have no aspect. Throws if
 * files are missing; the error names them all. `onFile` receives the content of each file.
 */
export function readPublished(folder: string, onFile: (content: string) => void = () => {}): PublishedSentence[] {
  const missing = publishedSets.flatMap(({ files }) => files).filter((file) => !existsSync(join(folder, file)))
  if (missing.length > 0) {
    throw new Error(
      `The folder of published sentences, ${folder}, lacks ${missing.join(', ')}. packages/intelligence/NOTICE names the source of each set.`,
    )
  }
  const leftOut = readLeftOut(onFile)
  const labeled = readPublishedLabels()
  const seen = new Set<string>()
  return publishedSets.flatMap(({ name, files, textsOf }) => {
    const contents = files.map((file) => readFileSync(join(folder, file), 'utf8'))
    contents.forEach(onFile)
    return contents.flatMap(textsOf).flatMap((text) => {
      const hash = publishedHash(text)
      const known = labeled.get(hash)
      if (!known || leftOut.has(hash) || seen.has(hash)) return []
      seen.add(hash)
      return [{ set: name, text, ...known }]
    })
  })
}

/** Reads our labels of published sentences by the hashes of their texts. `onFile` receives the content of each file. */
export function readPublishedLabels(
  onFile: (content: string) => void = () => {},
): Map<string, Pick<PublishedSentence, 'trade' | 'labels'>> {
  return new Map(
    trades.flatMap((trade) => {
      const content = readFileSync(join(labelsFolder, `${trade}.tsv`), 'utf8')
      onFile(content)
      return parseLines(`${trade}.tsv`, content).map(({ text: hash, labels }) => [hash, { trade, labels }] as const)
    }),
  )
}

/** Converts a published sentence to an example with the labels of a label space. */
export function publishedExample(sentence: PublishedSentence, space: LabelSpace, weights: PublishedWeights): Example {
  const example = exampleOf({ ...sentence, batch: sentence.set, selected: false }, space)
  const part = publishedSets.find(({ name }) => name === sentence.set)?.part ?? 1
  const taught = part * weights.topics
  const certainty = space.labels.map((label) => [label, (example.certainty.get(label) ?? 1) * taught] as const)
  return {
    ...example,
    source: 'published',
    certainty: new Map(certainty),
    weight: example.weight * part * weights.polarity,
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
