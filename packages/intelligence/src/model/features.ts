import type { Aspect, Trade } from '@generated/contract/enums'
import { type Judgment, judge, type Phrases, type Subject } from '../labels/polarity.ts'
import type { Token } from '../text/tokens.ts'
import { clauseVerbs, contrastWords, negationCancellers, negators } from '../vocabulary/lexicon.ts'
import { hashText, mixed } from './hash.ts'
import { wordVectors } from './vectors.ts'
import { type Word, wordOf } from './words.ts'

/**
 * Features of one sentence: ids and values in parallel lists, and the clause of each (-1: no single clause). An id is
 * the hash of a name, or, from `vectorIdBase` on, the row of a word vector, which is one feature per dimension.
 */
export interface Features {
  ids: number[]
  values: number[]
  clauses: number[]
}

/** One sentence as the input of the topic model and of the polarity model. */
export interface SentenceView {
  words: Word[]
  /** Clause of each word, counted from 0. */
  clauses: number[]
  clauseCount: number
  negated: boolean[]
  phrases: Phrases
  judgments: Judgment[]
  contrast: boolean
  exclaims: boolean
  asks: boolean
}

/** The judgment of the vocabulary about one label of a sentence. */
interface LexicalSigns {
  positive: number
  negative: number
}

const negationWords = 5
/** A comma or "and" ends a clause only if a verb follows within this many words. */
const verbWithin = 6

/** Kinds of features: a name in one kind never means the same as in another. */
const featureKind = {
  word: 1,
  stem: 2,
  pair: 3,
  skip: 4,
  prefix: 5,
  lexicon: 6,
  trade: 7,
  shape: 8,
  negatable: 9,
  negatablePair: 10,
  clauseWord: 11,
  clausePair: 12,
  conjoined: 13,
  sign: 14,
  conjoinedSign: 15,
  label: 16,
  skipNegatable: 17,
  source: 18,
  leaning: 19,
  dimension: 20,
} as const

/** The weight of the vectors of the words of a sentence, divided by the root of the number of words. */
const vectorWeight = 4.3
/** The same where the sentence is judged; what is denied is like nothing. */
const judgedVectorWeight = 1.5

/** Ids from here on are rows of word vectors; lower ones are hashes, which have 32 bits. */
export const vectorIdBase = 2 ** 32

/** The feature of each dimension of the word vectors. */
export const dimensionIds: readonly number[] = Array.from({ length: wordVectors.dimensions }, (_, index) =>
  mixed(featureKind.dimension, index),
)

const tradeHash = (trade: Trade) => hashText(`trade ${trade}`)
const nameHashes = new Map<string, number>()

function nameHash(name: string): number {
  let hash = nameHashes.get(name)
  if (hash === undefined) {
    hash = hashText(name)
    nameHashes.set(name, hash)
  }
  return hash
}

/** Prepares a sentence for all features. `written` is its text, `previous` the subject of the previous sentence. */
export function viewOf(phrases: Phrases, written: string, previous: Subject | null): SentenceView {
  const { tokens } = phrases
  const { clauses, count } = clausesOf(tokens)
  return {
    words: tokens.map(({ word, money }) => wordOf(word, money)),
    clauses,
    clauseCount: count,
    negated: negationOf(tokens),
    phrases,
    judgments: judge(phrases, previous),
    contrast: tokens.some(({ word }) => contrastWords.has(word)),
    exclaims: written.includes('!'),
    asks: written.includes('?'),
  }
}

function clausesOf(tokens: Token[]): { clauses: number[]; count: number } {
  let clause = 0
  let length = 0
  const clauses = tokens.map(({ word, boundary }, index) => {
    const ends =
      boundary === 'hard' ||
      contrastWords.has(word) ||
      ((boundary === 'soft' || word === 'and') && verbFollows(tokens, index))
    if (ends && length > 1) {
      clause += 1
      length = 0
    }
    length += 1
    return clause
  })
  return { clauses, count: clause + 1 }
}

function verbFollows(tokens: Token[], from: number): boolean {
  for (let index = from; index < Math.min(tokens.length, from + verbWithin); index += 1) {
    const word = tokens[index]?.word ?? ''
    if (clauseVerbs.has(word) || (word.length > 4 && word.endsWith('ed'))) return true
  }
  return false
}

function negationOf(tokens: Token[]): boolean[] {
  let left = 0
  return tokens.map(({ word, boundary }, index) => {
    if (boundary !== 'none' || contrastWords.has(word)) left = 0
    if (negators.has(word) || word.endsWith("n't")) {
      left = negationCancellers.has(tokens[index + 1]?.word ?? '') ? 0 : negationWords
      return false
    }
    left -= 1
    return left >= 0
  })
}

/** The features for topics: words, stems, pairs, prefixes, phrases of the vocabulary, and the trade. */
export function topicFeatures(
  { words, clauses, phrases, judgments, exclaims, asks }: SentenceView,
  trade: Trade,
): Features {
  const features: Features = { ids: [], values: [], clauses: [] }
  const add = (id: number, value: number, clause: number) => {
    features.ids.push(id)
    features.values.push(value)
    features.clauses.push(clause)
  }
  const edge = 7
  const likeness = vectorWeight / Math.sqrt(words.length)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    const clause = clauses[index] ?? 0
    if (!word) continue
    if (word.vector >= 0) add(vectorIdBase + word.vector, likeness, clause)
    add(mixed(featureKind.word, word.word), 1, clause)
    add(mixed(featureKind.stem, word.stem), 1, clause)
    if (word.prefix !== 0) add(mixed(featureKind.prefix, word.prefix), 1, clause)
    const next = words[index + 1]
    add(mixed(featureKind.pair, word.stem, next ? next.stem : edge), 1, -1)
    for (let gap = 2; gap <= 3; gap += 1) {
      const later = words[index + gap]
      if (later) add(mixed(featureKind.skip, word.stem, later.stem), 0.6, -1)
    }
  }
  const first = words[0]
  if (first) add(mixed(featureKind.pair, edge, first.stem), 1, -1)

  let named = 0
  for (const { value, from } of phrases.hits) {
    if (value.kind !== 'term') continue
    if (value.weight > 0.7) named += 1
    add(mixed(featureKind.lexicon, nameHash(`term ${value.aspect}`)), value.weight, clauses[from] ?? -1)
    add(mixed(featureKind.lexicon, nameHash(`term ${value.topic}`)), value.weight, clauses[from] ?? -1)
  }
  let loose = 0
  for (const { at, aspect, topic } of phrases.opinions) {
    if (aspect === null || topic === null) loose += 1
    else {
      add(mixed(featureKind.lexicon, nameHash(`opinion ${aspect}`)), 1, clauses[at] ?? -1)
      add(mixed(featureKind.lexicon, nameHash(`opinion ${topic}`)), 1, clauses[at] ?? -1)
    }
  }
  for (const [aspect, mention] of mentionsOf(judgments))
    add(mixed(featureKind.lexicon, nameHash(`judged ${aspect}`)), mention * 2, -1)
  if (judgments.length === 0) add(mixed(featureKind.shape, 1), 1, -1)
  if (named === 0) add(mixed(featureKind.shape, 2), 1, -1)
  if (named > 1) add(mixed(featureKind.shape, 3), 1, -1)
  if (loose > 0) add(mixed(featureKind.shape, 4), 1, -1)
  if (loose > 0 && named === 0) add(mixed(featureKind.shape, 5), 1, -1)
  add(mixed(featureKind.shape, 10 + Math.min(6, Math.floor(words.length / 5))), 1, -1)
  if (exclaims) add(mixed(featureKind.shape, 6), 1, -1)
  if (asks) add(mixed(featureKind.shape, 7), 1, -1)
  if (trade !== 'other') add(mixed(featureKind.trade, tradeHash(trade)), 1, -1)
  return features
}

function mentionsOf(judgments: Judgment[]): Map<Aspect, number> {
  const mentions = new Map<Aspect, number>()
  for (const { aspect, mention } of judgments) mentions.set(aspect, Math.max(mentions.get(aspect) ?? 0, mention))
  return mentions
}

/**
 * The features of the words of a sentence for any label, each in its clause: a word counts as much as the clause is
 * about the label. What lies in no clause (-1) counts for every label alike.
 */
export function judgmentWords({ words, clauses, negated }: SentenceView): Features {
  const features: Features = { ids: [], values: [], clauses: [] }
  const add = (id: number, value: number, clause: number) => {
    features.ids.push(id)
    features.values.push(value)
    features.clauses.push(clause)
  }
  const likeness = judgedVectorWeight / Math.sqrt(words.length)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]
    if (!word) continue
    const clause = clauses[index] ?? 0
    const sense = negated[index] ? mixed(featureKind.negatable, word.stem) : word.stem
    const next = words[index + 1]
    const later = words[index + 2]
    if (word.vector >= 0 && !negated[index]) add(vectorIdBase + word.vector, likeness, clause)
    add(mixed(featureKind.negatable, sense), 0.5, -1)
    add(mixed(featureKind.clauseWord, sense), 1, clause)
    if (next) {
      add(mixed(featureKind.negatablePair, sense, next.stem), 0.5, -1)
      add(mixed(featureKind.clausePair, sense, next.stem), 1, clause)
    }
    if (later) add(mixed(featureKind.skipNegatable, sense, later.stem), 0.6, clause)
  }
  return features
}

/**
 * The features of the judgment of one label by a sentence, without its words. `relevance` says for each clause, 0 to 1,
 * how much it is about the label; `signs` is what the vocabulary says about it.
 */
export function judgmentSigns(
  view: SentenceView,
  label: number,
  relevance: ArrayLike<number>,
  signs: LexicalSigns,
): Features {
  const { words, contrast, exclaims, asks } = view
  const features: Features = { ids: [], values: [], clauses: [] }
  const add = (id: number, value: number) => {
    if (value === 0) return
    features.ids.push(id)
    features.values.push(value)
  }
  const { good, bad, goodHere, badHere } = addWordSigns(view, label, relevance, add)
  const { good: praise, bad: blame, goodHere: praiseHere, badHere: blameHere } = opinionBalance(view, relevance)
  const sign = (name: number, value: number) => {
    add(mixed(featureKind.sign, name), value)
    add(mixed(featureKind.conjoinedSign, name, label), value * 0.5)
  }
  sign(1, signs.positive * 2)
  sign(2, signs.negative * 2)
  sign(3, Math.min(signs.positive, signs.negative) * 3)
  if (signs.positive + signs.negative === 0) sign(4, 1)
  sign(5, Math.min(1.5, praiseHere))
  sign(6, Math.min(1.5, blameHere))
  add(mixed(featureKind.sign, 7), Math.min(1.5, praise))
  add(mixed(featureKind.sign, 8), Math.min(1.5, blame))
  sign(9, Math.min(1.5, goodHere / 3))
  sign(10, Math.min(1.5, badHere / 3))
  add(mixed(featureKind.sign, 11), Math.min(1.5, good / 3))
  add(mixed(featureKind.sign, 12), Math.min(1.5, bad / 3))
  if (praiseHere + blameHere + goodHere + badHere < 0.05) sign(13, 1)
  if ((praiseHere > 0.3 || goodHere > 1) && (blameHere > 0.3 || badHere > 1)) sign(14, 1)
  if (contrast) sign(15, 1)
  if (exclaims) sign(16, 1)
  if (asks) sign(17, 1)
  // Words and phrases that agree have more weight together than separately.
  const phrasesSay = leaning(praiseHere, blameHere, 0.3)
  const wordsSay = leaning(goodHere, badHere, 1)
  add(mixed(featureKind.leaning, phrasesSay * 8 + wordsSay), 1)
  add(mixed(featureKind.leaning, 64 + leaning(signs.positive, signs.negative, 0.2) * 8 + leaning(good, bad, 1)), 1)
  add(mixed(featureKind.leaning, 128 + phrasesSay * 8 + wordsSay, label), 0.7)
  add(mixed(featureKind.label, label), 1)
  add(mixed(featureKind.shape, 10 + Math.min(6, Math.floor(words.length / 5))), 1)
  return features
}

/** The amount of praise and criticism in a sentence, in total and in the clauses that are about a label. */
interface Balance {
  good: number
  bad: number
  goodHere: number
  badHere: number
}

function count(balance: Balance, value: number, relevance: number): void {
  if (value > 0) {
    balance.good += value
    balance.goodHere += value * relevance
  } else {
    balance.bad -= value
    balance.badHere -= value * relevance
  }
}

/** Adds each word in combination with the label, and returns the sums of the valences. */
function addWordSigns(
  { words, clauses, negated }: SentenceView,
  label: number,
  relevance: ArrayLike<number>,
  add: (id: number, value: number) => void,
): Balance {
  const balance: Balance = { good: 0, bad: 0, goodHere: 0, badHere: 0 }
  for (const [index, word] of words.entries()) {
    const here = relevance[clauses[index] ?? 0] ?? 1
    const sense = negated[index] ? mixed(featureKind.negatable, word.stem) : word.stem
    add(mixed(featureKind.conjoined, sense, label), here)
    if (word.valence !== 0) count(balance, (negated[index] ? -0.6 : 1) * word.valence, here)
  }
  return balance
}

/** Sums the opinions of the vocabulary. */
function opinionBalance({ clauses, phrases }: SentenceView, relevance: ArrayLike<number>): Balance {
  const balance: Balance = { good: 0, bad: 0, goodHere: 0, badHere: 0 }
  for (const { at, strength } of phrases.opinions) count(balance, strength, relevance[clauses[at] ?? 0] ?? 1)
  return balance
}

/** 0 nothing, 1 and 2 weakly and clearly good, 3 and 4 bad, 5 both. */
function leaning(good: number, bad: number, clear: number): number {
  if (good === 0 && bad === 0) return 0
  if (good > clear && bad > clear) return 5
  if (good >= bad) return good > clear ? 2 : 1
  return bad > clear ? 4 : 3
}

/** The signs of the vocabulary for a group of aspects: the clearest of each. */
export function signsOf(judgments: Judgment[], belongs: (aspect: Aspect) => boolean): LexicalSigns {
  const signs: LexicalSigns = { positive: 0, negative: 0 }
  for (const { aspect, positive, negative } of judgments) {
    if (!belongs(aspect)) continue
    signs.positive = Math.max(signs.positive, positive)
    signs.negative = Math.max(signs.negative, negative)
  }
  return signs
}

/** Marks the source of a training sentence, so that a peculiarity of a data set is not learned as content. */
export function markSource(features: Features, source: string): Features {
  const id = mixed(featureKind.source, nameHash(source))
  return { ids: [...features.ids, id], values: [...features.values, 2], clauses: [...features.clauses, -1] }
}
