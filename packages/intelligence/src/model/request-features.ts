import type { Token } from '../text/tokens.ts'
import type { Features } from './features.ts'
import { hashText, mixed } from './hash.ts'
import { wordOf } from './words.ts'

/** A sentence of a review. */
export interface AskingSentence {
  /** Verbatim. */
  text: string
  tokens: readonly Token[]
}

/** Kinds of features of requests: a name in one kind never means the same as in another. */
const kinds = {
  mark: 61,
  word: 62,
  stem: 63,
  pair: 64,
  triple: 65,
  skip: 66,
  start: 67,
  askedStart: 68,
  firstWord: 69,
  askedWord: 70,
  end: 71,
  length: 72,
  next: 73,
} as const

const stemWeight = 0.7
const tripleWeight = 0.7
const askedWordWeight = 0.5
/** Words this far apart are read together, with these weights. */
const skips = [
  { words: 2, weight: 0.6 },
  { words: 3, weight: 0.4 },
]
/** Words before the first one that shows what a clause does. */
const openers: ReadonlySet<string> = new Set(
  'so and but or also ps hi hey hello now ok well just please pls plz oh anyway then though honestly'.split(' '),
)
const conjunctions = /^(?:and|but|so|or|because|if|though)$/
/** Words of the beginning of a clause that are read together. */
const startWordsMax = 3
const lengthSteps = 6

/**
 * The features of a sentence that show whether it asks for something: its words and pairs of them, how each of its
 * clauses begins, its end, and the sentence after it, which may answer it.
 */
export function requestFeatures({ text, tokens }: AskingSentence, next: AskingSentence | undefined): Features {
  const features: Features = { ids: [], values: [], clauses: [] }
  const add = (kind: number, value: number, first: string, ...others: string[]) => {
    features.ids.push(mixed(kind, hashText(first), others.length === 0 ? 0 : hashText(others.join(' '))))
    features.values.push(value)
    features.clauses.push(-1)
  }
  const words = tokens.map(({ word, money }) => (money ? '€' : word))
  const asks = endsAsking(text)
  if (asks) add(kinds.mark, 1, 'question')
  if (/["“]/.test(text)) add(kinds.mark, 1, 'quotation')
  if (!next) add(kinds.mark, 1, asks ? 'last question' : 'last')
  if (asks && next) add(kinds.next, 1, next.tokens[0]?.word ?? '')
  if (asks && next && endsAsking(next.text)) add(kinds.next, 1, '?')
  for (const [at, word] of words.entries()) {
    add(kinds.word, 1, word)
    features.ids.push(mixed(kinds.stem, wordOf(tokens[at]?.word ?? '', tokens[at]?.money ?? false).stem))
    features.values.push(stemWeight)
    features.clauses.push(-1)
    if (asks) add(kinds.askedWord, askedWordWeight, word)
    const [second, third] = [words[at + 1], words[at + 2]]
    if (second !== undefined) add(kinds.pair, 1, word, second)
    if (second !== undefined && third !== undefined) add(kinds.triple, tripleWeight, word, second, third)
    for (const { words: distance, weight } of skips) {
      const later = words[at + distance]
      if (later !== undefined) add(kinds.skip, weight, `${distance} ${word}`, later)
    }
    if (at === 0 || tokens[at]?.boundary !== 'none' || conjunctions.test(words[at - 1] ?? '')) addStart(at)
  }
  add(kinds.end, 1, words.at(-1) ?? '')
  add(kinds.end, 1, words.at(-2) ?? '', words.at(-1) ?? '')
  add(kinds.length, 1, String(Math.min(lengthSteps, Math.floor(Math.log2(words.length + 1)))))
  return features

  /** The beginning of a clause, after words such as "so" and "please". */
  function addStart(begin: number): void {
    let from = begin
    while (from < words.length - 1 && openers.has(words[from] ?? '')) from += 1
    const start = Array.from({ length: startWordsMax }, (_, index) => words[from + index] ?? '')
    for (let count = 1; count <= startWordsMax; count += 1) {
      add(kinds.start, 1, String(count), ...start.slice(0, count))
      if (asks && count < startWordsMax) add(kinds.askedStart, 1, String(count), ...start.slice(0, count))
    }
    if (begin === 0) add(kinds.firstWord, 1, start[0] ?? '')
  }
}

/** Returns whether a sentence ends with a question mark, in quotation marks or parentheses or not. */
function endsAsking(text: string): boolean {
  return /\?["'”’)\s]*$/.test(text)
}
