import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelSpace, Polarity, RestaurantLabel } from '../model/spaces.ts'
import { viewOfSentence } from '../model/view.ts'
import { findPhrases } from '../polarity.ts'
import type { Aspect } from '../records.ts'
import { vocabularyOf } from '../taxonomy.ts'
import { readSentences } from '../tokens.ts'
import { type Example, joined, MISCELLANEOUS } from './examples.ts'
import { leftOutHash, readLeftOut } from './left-out.ts'

/** A sentence of MAMS (Apache-2.0): the categories it was given, or the terms, or both where both parts have it. */
export interface MamsSentence {
  text: string
  categories: { category: string; polarity: Polarity }[] | null
  terms: { term: string; polarity: Polarity }[] | null
}

export interface MamsWeights {
  /** How much the labels of a MAMS sentence count beside those of the corpus. */
  topics: number
  /** How much a label counts that follows from terms alone. */
  terms: number
  /** How much each of its judgements counts. */
  polarity: number
  /** How much its neutral mentions count: the data set was chosen for having many. */
  neutral: number
}

/** What is learnt from; the test files are left to be measured on. */
export const MAMS_PARTS = ['train', 'val'] as const

const POLARITY_OF: Record<string, Polarity> = { positive: 'positive', negative: 'negative', neutral: 'neutral' }

/**
 * Reads both parts of MAMS from the folder `data` of its repository, MAMS-ACSA (categories) and MAMS-ATSA (terms), without what is
 * left out. Throws when a file is missing, naming all that are. `onFile` sees the content of each.
 */
export function readMams(
  directory: string,
  parts: readonly ('train' | 'val' | 'test')[] = MAMS_PARTS,
  onFile: (content: string) => void = () => {},
): MamsSentence[] {
  const files = (['MAMS-ACSA', 'MAMS-ATSA'] as const).flatMap((set) =>
    parts.map((part) => ({ set, path: join(directory, set, 'raw', `${part}.xml`) })),
  )
  const missing = files.filter(({ path }) => !existsSync(path)).map(({ path }) => path)
  if (missing.length > 0) {
    throw new Error(
      `The folder of MAMS lacks ${missing.join(', ')}. It must be the folder "data" of the repository siat-nlp/MAMS-for-ABSA, with MAMS-ACSA and MAMS-ATSA in it.`,
    )
  }
  const leftOut = readLeftOut(onFile)
  const sentences = new Map<string, MamsSentence>()
  for (const { set, path } of files) {
    const content = readFileSync(path, 'utf8')
    onFile(content)
    for (const { text, labels } of parseMams(content)) {
      if (leftOut.has(leftOutHash(text))) continue
      const sentence = sentences.get(text) ?? { text, categories: null, terms: null }
      sentences.set(text, sentence)
      if (set === 'MAMS-ACSA') sentence.categories = labels.map(({ name, polarity }) => ({ category: name, polarity }))
      else sentence.terms = labels.map(({ name, polarity }) => ({ term: name, polarity }))
    }
  }
  return [...sentences.values()]
}

/** The files have one element a line, every attribute in double quotes. */
function parseMams(content: string): { text: string; labels: { name: string; polarity: Polarity }[] }[] {
  return [...content.matchAll(/<sentence>([\s\S]*?)<\/sentence>/g)].map(([, inner = '']) => ({
    text: unescaped(/<text>([\s\S]*?)<\/text>/.exec(inner)?.[1] ?? ''),
    labels: [...inner.matchAll(/<aspect(?:Category|Term) [^>]*>/g)].flatMap(([element]) => {
      const name = /(?:category|term)="([^"]*)"/.exec(element)?.[1]
      const polarity = POLARITY_OF[/polarity="([^"]*)"/.exec(element)?.[1] ?? '']
      return name && polarity ? [{ name: unescaped(name), polarity }] : []
    }),
  }))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** What a category of MAMS is called in each of our label spaces; null: no label of ours says the same. */
const CATEGORIES: Record<string, { aspects: Aspect | null; restaurants: RestaurantLabel | null }> = {
  food: { aspects: 'quality', restaurants: 'food' },
  menu: { aspects: 'quality', restaurants: 'food' },
  staff: { aspects: 'service', restaurants: 'service' },
  // How people serve and how fast are one category there and two aspects here.
  service: { aspects: null, restaurants: 'service' },
  price: { aspects: 'price', restaurants: 'price' },
  ambience: { aspects: 'ambience', restaurants: 'ambience' },
  place: { aspects: null, restaurants: null },
  miscellaneous: { aspects: null, restaurants: MISCELLANEOUS },
}

/** Labels that a category leaves open when it is there: the sentence may or may not be about them by our rules. */
const OPEN: Record<string, string[]> = {
  service: ['service'],
  place: ['ambience', MISCELLANEOUS],
}

/** Labels about which the categories of MAMS say something at all; its miscellaneous is not ours. */
const COVERED: Record<LabelSpace['name'], string[]> = {
  aspects: ['quality', 'service', 'price', 'ambience'],
  restaurants: ['food', 'service', 'price', 'ambience'],
}

/** Terms that say when, where or who else, and so are no part of what is bought. */
const SCENERY = new Set(
  `place places spot spots diner diners bar bars lounge restaurant restaurants location time times day people man guy gentleman
  reservation reservations served patrons captain money door doors actors characters shows window windows style corner`.split(
    /\s+/,
  ),
)
/** Terms that are a meal when they are judged, and a time of the day when they are not. */
const OCCASIONS = new Set('dinner dinners lunch lunches brunch breakfast meal meals dine eat'.split(' '))
/** Terms whose aspect is another than the vocabulary of reviews would say, or that it leaves open. */
const HEADS: Partial<Record<Aspect, string>> = {
  service: `service busboy busboys runners captain maitre attitude employees workers management manager managers host hostess staff
    tip`,
  price: 'bill check cost value priced price prices pricing tab',
  ambience:
    'scene room rooms space dining area areas setting crowd crowds music noise interior lighting patio garden view dj band',
  comfort: 'table tables seating seats seat booth chairs chair stools',
  wait: 'wait waiting line lines',
}
const ASPECT_OF_HEAD = new Map(
  Object.entries(HEADS).flatMap(([aspect, heads]) => heads.split(/\s+/).map((head) => [head, aspect as Aspect])),
)

/** The aspect that a term belongs to; null where the term does not tell. */
export function aspectOfTerm(term: string, polarity: Polarity): Aspect | null {
  const tokens = readSentences(term).flatMap((sentence) => sentence.tokens)
  const head = tokens.at(-1)?.word ?? ''
  if (SCENERY.has(head) || (OCCASIONS.has(head) && polarity === 'neutral')) return null
  const known = ASPECT_OF_HEAD.get(head)
  if (known) return known
  const hits = findPhrases(tokens, vocabularyOf('restaurant')).hits.filter(({ value }) => value.kind === 'term')
  // What guests name in a restaurant and no list knows is a dish.
  return hits.at(-1)?.value.aspect ?? 'quality'
}

/** A sentence of MAMS as an example for a label space; null when it teaches nothing there. */
export function mamsExample(sentence: MamsSentence, space: LabelSpace, weights: MamsWeights): Example | null {
  const labels = new Map<string, Polarity>()
  const certainty = new Map<string, number>(space.labels.map((label) => [label, 0]))
  if (sentence.categories) {
    for (const label of COVERED[space.name]) certainty.set(label, weights.topics)
    for (const { category, polarity } of sentence.categories) {
      const label = CATEGORIES[category]?.[space.name] ?? null
      for (const open of OPEN[category] ?? []) if (!labels.has(open)) certainty.set(open, 0)
      if (label === null) continue
      const judged = joined(labels.get(label), polarity)
      labels.set(label, judged)
      if (certainty.has(label) && COVERED[space.name].includes(label)) {
        certainty.set(label, judged === 'neutral' ? weights.topics * weights.neutral : weights.topics)
      }
    }
  }
  const byTerms = new Map<string, Polarity>()
  for (const { term, polarity } of sentence.terms ?? []) {
    const aspect = aspectOfTerm(term, polarity)
    if (aspect === null) continue
    const label = space.labelOf(aspect)
    byTerms.set(label, joined(byTerms.get(label), polarity))
  }
  for (const [label, polarity] of byTerms) {
    // Where the categories say whether a label is there, they are right; a term that is only named need not be what is talked about.
    if (labels.has(label) || certainty.get(label) !== 0) continue
    labels.set(label, polarity)
    certainty.set(label, polarity === 'neutral' ? weights.terms * weights.neutral : weights.terms)
  }
  if (labels.size === 0) return null
  return {
    source: sentence.categories ? 'mams categories' : 'mams terms',
    trade: 'restaurant',
    batch: 'mams',
    text: sentence.text,
    view: viewOfSentence(sentence.text, 'restaurant'),
    labels,
    certainty,
    weight: weights.polarity,
  }
}
