import stored from '../../model/subject-rates.json' with { type: 'json' }
import people from '../../vocabulary/people.json' with { type: 'json' }
import { wordOf } from '../model/words.ts'
import type { Token } from '../text/tokens.ts'
import { clauseVerbs, commonWords, functionWords, negators } from '../vocabulary/lexicon.ts'
import { isNumber } from '../vocabulary/patterns.ts'

/**
 * Nouns that no subject of `vocabulary/subjects.json` has, such as "whippet": what they mean is not known, only that
 * they are things. Their number is bounded by that of the words that the model has vectors for.
 */

const lettersMin = 3
const determiners: ReadonlySet<string> = new Set(
  'the a an my our your his her their this that these those no any some every each another of'.split(' '),
)
/** Words that are no things, or no subject of complaints about a business: people, names, titles. */
const excluded: ReadonlySet<string> = new Set([
  ...functionWords,
  ...commonWords,
  ...clauseVerbs,
  ...negators,
  ...people.titles,
  ...people.roles,
  ...people.persons,
  ...people.family,
  ...people.firstNames,
])
/** The words of the corpus, with the number of sentences that complain and have it; -1 where it is not a noun. */
const known = new Map<string, number>(Object.entries(stored.words))

/** The key of a noun among the subjects. */
export function wordKey(word: string): string {
  return `word.${word}`
}

/** The noun of a key; null for the key of a subject of the vocabulary. */
export function wordOfKey(key: string): string | null {
  return key.startsWith('word.') ? key.slice('word.'.length) : null
}

/** The number of sentences of the corpus that complain and have the noun. */
export function usualCountOf(word: string): number {
  return Math.max(0, known.get(word) ?? 0)
}

/** The nouns among the words of a sentence, in the singular, each with its index. */
export function nounsIn(tokens: readonly Token[]): { word: string; at: number }[] {
  return tokens.flatMap((token, at) => {
    const word = singularOf(token.word)
    if (word.length < lettersMin || isNumber(word) || token.word.includes("'")) return []
    if (excluded.has(word) || excluded.has(token.word) || (token.capital && at > 0)) return []
    return isNoun(word, tokens, at) ? [{ word, at }] : []
  })
}

function isNoun(word: string, tokens: readonly Token[], at: number): boolean {
  const count = known.get(word)
  if (count !== undefined) return count >= 0
  const before = tokens[at - 1]?.word ?? ''
  return determiners.has(before) && wordOf(tokens[at]?.word ?? '', false).vector >= 0
}

/** Returns whether the word before makes a word a noun. */
export function isAfterDeterminer(tokens: readonly Token[], at: number): boolean {
  return determiners.has(tokens[at - 1]?.word ?? '')
}

/** "mat" of "mats", "berry" of "berries". */
export function singularOf(word: string): string {
  const plain = word.replace(/'s$/, '')
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x)es$/.test(plain)) return plain.slice(0, -2)
  return plain.length > 3 && plain.endsWith('s') && !/(?:ss|us|is)$/.test(plain) ? plain.slice(0, -1) : plain
}
