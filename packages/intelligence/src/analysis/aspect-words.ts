import type { Aspect, Trade } from '@generated/contract/enums'
import { readSentences } from '../text/tokens.ts'
import { type Meaning, vocabularyOf } from '../vocabulary/taxonomy.ts'

/** Words of an aspect in quotes: what shows a reader that a quote belongs where it stands. */

/** Returns whether a text has a noun of an aspect, or words that judge nothing else. */
export function namesAspect(text: string, aspect: Aspect, trade: Trade): boolean {
  return meaningsIn(text, trade).some((meaning) => meaning.aspect === aspect && !isWeak(meaning))
}

/** Returns whether a text has a word that praises or complains. */
export function judgesInWords(text: string, trade: Trade): boolean {
  return meaningsIn(text, trade).some(({ kind }) => kind === 'opinion')
}

/** Returns whether a text has words that praise, and none that complain. */
export function praisesInWords(text: string, trade: Trade): boolean {
  const opinions = meaningsIn(text, trade).flatMap((meaning) => (meaning.kind === 'opinion' ? meaning.value : []))
  return opinions.some((value) => value > 0) && opinions.every((value) => value >= 0)
}

/**
 * Returns whether a text judges an aspect in words that fit anything, such as "friendly", and has a noun of another: a
 * dog may be friendly as well.
 */
export function judgesOther(text: string, aspect: Aspect, trade: Trade): boolean {
  const meanings = meaningsIn(text, trade).filter((meaning) => !isWeak(meaning))
  const terms = meanings.filter(({ kind }) => kind === 'term')
  return terms.length > 0 && terms.every((term) => term.aspect !== aspect)
}

/**
 * Returns whether a text has words of what advice is about: any of its topic, or else words that complain about the
 * aspect by themselves. The subject of a sentence does not show what is wrong with it.
 */
export function namesCause(text: string, about: { aspect: Aspect; topic: string | null }, trade: Trade): boolean {
  return meaningsIn(text, trade).some((meaning) =>
    about.topic === null
      ? meaning.aspect === about.aspect && meaning.kind === 'opinion' && meaning.value < 0
      : meaning.topic === about.topic,
  )
}

function meaningsIn(text: string, trade: Trade): Meaning[] {
  const { phrases } = vocabularyOf(trade)
  return readSentences(text).flatMap(({ tokens }) => phrases.find(tokens).map(({ value }) => value))
}

/** "Time" and "table" name an aspect only with a judgment. */
function isWeak(meaning: Meaning): boolean {
  return meaning.kind === 'term' && meaning.weight < strongWeight
}

const strongWeight = 0.7
