import stored from '../../vocabulary/evidence.json' with { type: 'json' }
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { Token } from '../text/tokens.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { hitsOf, isOfAdult } from './situations.ts'

/**
 * The words with which a sentence shows an alert to a reader: phrases that suffice alone, or something that is wrong
 * and something that makes it serious. A lack of hygiene is dirt on food, skin or a tool, not a lock that is broken.
 */
interface Evidence {
  alone: PhraseBook<true>
  what: PhraseBook<true>
  with: PhraseBook<true>
}

const books = new Map<Alert, Evidence>(
  alerts.map((alert) => {
    const phrases = stored[alert]
    return [alert, { alone: bookOf(phrases.alone), what: bookOf(phrases.what), with: bookOf(phrases.with) }]
  }),
)

function bookOf(phrases: readonly string[]): PhraseBook<true> {
  const book = phraseBook<true>()
  book.add(phrases, true)
  return book
}

/** The words of a sentence that belong to an alert, and whether they show it to a reader without anything else. */
interface ShownBy {
  /** In lower case. */
  words: ReadonlySet<string>
  /** The words that say what is wrong, and not only where: "stitches", and not "throat". */
  wrong: ReadonlySet<string>
  /** The words of `wrong` that are enough without anything else. */
  alone: ReadonlySet<string>
  isEnough: boolean
}

/** The log odds from which an alert needs no evidence that is enough, only words that belong to it. */
export const nearlyCertain = 4

/** The evidence of an alert in a sentence: no words where a reader would not accept it as a report. */
export function evidenceIn(tokens: readonly Token[], alert: Alert): ShownBy {
  const evidence = books.get(alert)
  if (evidence === undefined || (alert === 'minors' && isOfAdult(tokens)))
    return { words: new Set(), wrong: new Set(), alone: new Set(), isEnough: false }
  const literal = withoutIdioms(tokens)
  const found = (book: PhraseBook<true>) =>
    book.find(literal).flatMap(({ from, to }) => literal.slice(from, to).map(({ word }) => word))
  const alone = found(evidence.alone)
  const what = found(evidence.what)
  const context = found(evidence.with)
  const isEnough = alone.length > 0 || (what.length > 0 && context.length > 0)
  // Every complaint about a price has words of a charge.
  const hints = isEnough || alert !== 'wrong_charge' ? [...what, ...context] : []
  return {
    words: new Set([...alone, ...hints]),
    wrong: new Set([...alone, ...what]),
    alone: new Set(alone),
    isEnough,
  }
}

/** "Rat bait", "black coffee". */
function withoutIdioms(tokens: readonly Token[]): Token[] {
  const idioms = hitsOf('idioms', [...tokens])
  return tokens.filter((_, at) => !idioms.some(({ from, to }) => from <= at && at < to))
}
