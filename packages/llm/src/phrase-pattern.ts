/**
 * Phrases as data, in `vocabulary/guard.json`. A phrase is words between spaces, which match any white space.
 *
 *   money back        these words in this order
 *   come|go           one of them
 *   refund*           any word that begins so
 *   pleas+            any longer word that begins so
 *   _                 any word
 */

/** Returns the source of an expression that matches any of the phrases. */
export function anyOf(phrases: readonly string[]): string {
  return `(?:${phrases.map((phrase) => phrase.split(' ').map(wordSource).join(String.raw`\s+`)).join('|')})`
}

function wordSource(word: string): string {
  if (word === '_') return String.raw`\w+`
  return `(?:${word.replace(/[*+]/g, String.raw`\w$&`)})`
}

/** Returns an expression that finds any of the sources between boundaries of words, in upper or lower case. */
export function patternOf(sources: readonly string[]): RegExp {
  return new RegExp(String.raw`\b(?:${sources.join('|')})\b`, 'i')
}
