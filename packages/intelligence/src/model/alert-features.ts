import type { Token } from '../text/tokens.ts'
import { type Features, type SentenceView, vectorIdBase } from './features.ts'
import { hashText, mixed } from './hash.ts'
import { wordOf } from './words.ts'

/** Kinds of features of alerts: a name in one kind never means the same as in another. */
const kinds = {
  word: 41,
  stem: 42,
  piece: 43,
  prefix: 44,
  pair: 45,
  skip: 46,
  denied: 47,
  phrase: 48,
} as const

/** Letters of a piece of a word, of which the marks of its beginning and its end are two. */
const pieceLetters = 4
const pieceWeight = 0.3
const prefixWeight = 0.5
/** Stems this many words apart are read together. */
const skipWordsMax = 3
const skipWeight = 0.6
/** The weight of the vectors of the words, divided by the root of the number of words. */
const vectorWeight = 3

/** The features of a word by itself. */
interface WordFeatures {
  ids: number[]
  values: number[]
}

/** The features of a word as it stands: whole, its stem, its beginning and its pieces of four letters. */
export function featuresOfWord({ word: written, money }: Token): WordFeatures {
  const { word, stem, prefix } = wordOf(written, money)
  const features: WordFeatures = { ids: [mixed(kinds.word, word), mixed(kinds.stem, stem)], values: [1, 1] }
  const add = (id: number, value: number) => {
    features.ids.push(id)
    features.values.push(value)
  }
  if (prefix !== 0) add(mixed(kinds.prefix, prefix), prefixWeight)
  const marked = `^${money ? '€' : written}$`
  for (let at = 0; at + pieceLetters <= marked.length; at += 1) {
    add(mixed(kinds.piece, hashText(marked.slice(at, at + pieceLetters))), pieceWeight)
  }
  return features
}

/** Adds the features that join two words: of each with up to three after it. `add` also gets their places. */
export function joinWords(
  { words, negated }: Pick<SentenceView, 'words' | 'negated'>,
  add: (id: number, value: number, first: number, last: number) => void,
): void {
  for (const [at, { word, stem }] of words.entries()) {
    if (negated[at]) add(mixed(kinds.denied, stem), 1, at, at)
    const next = words[at + 1]
    if (!next) continue
    add(mixed(kinds.pair, word, next.word), 1, at, at + 1)
    for (let skip = 1; skip <= skipWordsMax; skip += 1) {
      const later = words[at + skip]
      if (later) add(mixed(kinds.skip, stem, later.stem), skipWeight, at, at + skip)
    }
  }
}

/** The value of the vector of each word of a sentence. */
export function vectorValue({ words }: Pick<SentenceView, 'words'>): number {
  return vectorWeight / Math.sqrt(Math.max(1, words.length))
}

/** The feature of a phrase of the vocabulary that speaks of an alert. */
export const phraseFeature = (alert: string) => mixed(kinds.phrase, hashText(alert))

/** All features of a sentence, as training needs them. `phrases` names the alerts of which it has a phrase. */
export function alertFeatures(view: SentenceView, phrases: readonly string[]): Features {
  const features: Features = { ids: [], values: [], clauses: [] }
  const add = (id: number, value: number) => {
    features.ids.push(id)
    features.values.push(value)
    features.clauses.push(-1)
  }
  for (const token of view.phrases.tokens) {
    const { ids, values } = featuresOfWord(token)
    for (const [index, id] of ids.entries()) add(id, values[index] ?? 0)
  }
  joinWords(view, add)
  const value = vectorValue(view)
  for (const { vector } of view.words) if (vector >= 0) add(vectorIdBase + vector, value)
  for (const alert of phrases) add(phraseFeature(alert), 1)
  return features
}
