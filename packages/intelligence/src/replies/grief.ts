import stored from '../../vocabulary/grief.json' with { type: 'json' }
import type { Token } from '../text/tokens.ts'
import { type Hit, type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

/** Hints of this many kinds, together with somebody who may have died, are as clear as words for a death. */
const hintsMin = 2

const kin = stored.kin.join('|')
const pets = stored.pets.join('|')
const possessive = (words: readonly string[]) => words.map((word) => `${word}'s`).join('|')

/** `@kin` and `@pets` stand for the words of these lists, `@kin's` and `@pets's` for their possessives. */
function bookOf(phrases: readonly string[]): PhraseBook<string> {
  const book = phraseBook<string>()
  for (const phrase of phrases) {
    const written = phrase
      .replaceAll("@kin's", possessive(stored.kin))
      .replaceAll("@pets's", possessive(stored.pets))
      .replaceAll('@kin', kin)
      .replaceAll('@pets', pets)
    book.add([written], phrase)
  }
  return book
}

const losses = bookOf(stored.losses)
const hints = bookOf(stored.hints)
const jokes = bookOf(stored.jokes)
const fiction: ReadonlySet<string> = new Set(stored.fiction)
const mortals: ReadonlySet<string> = new Set([
  ...[...stored.kin, ...stored.pets].flatMap((word) => [word, `${word}'s`]),
  ...['he', 'him', 'his', 'she', 'her', 'boy', 'girl'],
])

/**
 * Returns whether a review tells of the death of a person or an animal. One phrase for a death is enough, such as "my
 * dog died" or "the funeral"; hints such as "her last visit" and "until the end" count if there are two of them. Jokes
 * with the same words ("died laughing", "a battery that died") and deaths in films and plays are neither.
 */
export function isGrieving(sentences: readonly { tokens: Token[] }[]): boolean {
  const real = sentences.filter(({ tokens }) => !tokens.some(({ word }) => fiction.has(word)))
  if (real.some(({ tokens }) => seriousIn(losses, tokens).length > 0)) return true
  const hinted = new Set(real.flatMap(({ tokens }) => seriousIn(hints, tokens).map(({ value }) => value)))
  return hinted.size >= hintsMin && real.some(({ tokens }) => tokens.some(isMortal))
}

/** "Our spaniel", "he", and "Bella's" of a sentence about a last visit. */
function isMortal({ word, capital }: Token): boolean {
  return mortals.has(word) || (capital && word.endsWith("'s") && word.length > "it's".length)
}

/** The phrases of a book that do not share a word with a joke. */
function seriousIn(book: PhraseBook<string>, tokens: Token[]): Hit<string>[] {
  const found = book.find(tokens)
  if (found.length === 0) return found
  const inJest = jokes.find(tokens)
  return found.filter(({ from, to }) => !inJest.some((joke) => joke.from < to && from < joke.to))
}
