import valences from '../../model/valences.json' with { type: 'json' }
import { isNumber } from '../vocabulary/patterns.ts'
import { hashText } from './hash.ts'
import { wordVectors } from './vectors.ts'

/** The properties of a word that the features need, computed once. */
export interface Word {
  /** Hash of the word as written in lower case; numbers are all alike. */
  word: number
  /** Hash of its stem. */
  stem: number
  /** Hash of its first letters; 0 for a short word. */
  prefix: number
  /** Sentiment of the word by itself, -4 to 4; 0 when it has none. */
  valence: number
  /** Row of its vector in `wordVectors`; -1 when it has none. */
  vector: number
}

const prefixLetters = 5
/** The maximum size of the cache: a stream of invented words must not use up the memory. */
const rememberedMax = 30_000

const valenceByWord = new Map<string, number>()
for (const [tenths, words] of Object.entries(valences.words)) {
  for (const word of words.split(' ')) valenceByWord.set(word, Number(tenths) / 10)
}

let remembered = new Map<string, Word>()

/** Returns the properties of a word; `money` is a number after a currency sign. */
export function wordOf(written: string, money: boolean): Word {
  const key = keyOf(written, money)
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= rememberedMax) remembered = new Map()
  const plain = key.replace(/'s$/, '')
  const word: Word = {
    word: hashText(key),
    stem: hashText(stemOf(plain)),
    prefix: plain.length > prefixLetters ? hashText(plain.slice(0, prefixLetters)) : 0,
    valence: valenceByWord.get(plain) ?? 0,
    vector: wordVectors.rows.get(hashText(key)) ?? wordVectors.rows.get(hashText(plain)) ?? -1,
  }
  remembered.set(key, word)
  return word
}

/** Amounts of money are all alike, and so are numbers in digits. */
function keyOf(written: string, money: boolean): string {
  if (money) return '€'
  return isNumber(written) && /^\d/.test(written) ? '#' : written
}

/** Removes the most common English endings, so that "waiting", "waited" and "waits" have one stem. */
function stemOf(word: string): string {
  let stem = word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3)
  else if (stem.length > 4 && stem.endsWith('ed')) stem = stem.slice(0, -2)
  else if (stem.length > 5 && stem.endsWith('ly')) stem = stem.slice(0, -2)
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1)
  if (stem.length > 3 && stem.at(-1) === stem.at(-2) && !/[sl]$/.test(stem)) stem = stem.slice(0, -1)
  return stem
}
