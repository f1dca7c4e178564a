import stored from '../../vocabulary/reports.json' with { type: 'json' }
import type { Alert } from '../model/alert-reader.ts'
import type { Token } from '../text/tokens.ts'
import { negators } from '../vocabulary/lexicon.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { holds, type ReadSentence } from './situations.ts'

type Reported = keyof typeof stored & Alert

const reported = ['health_safety', 'legal_threat', 'discrimination', 'minors', 'wrong_charge'] as const satisfies readonly Reported[]
const books: readonly { alert: Reported; book: PhraseBook<true> }[] = reported.map((alert) => {
  const book = phraseBook<true>()
  book.add(stored[alert], true)
  return { alert, book }
})

const unhappyStarsMax = 2
const middlingStars = 3

/**
 * The alerts that phrases of `vocabulary/reports.json` and the amounts of a review tell of, which the labels may have
 * missed: with one or two stars any alert, with three stars a wrong charge. With more stars, the same words tell what
 * was put right.
 */
export function reportsIn(sentences: readonly ReadSentence[], rating: number): Alert[] {
  if (rating > middlingStars) return []
  const found = books.filter(({ book }) => sentences.some(({ tokens }) => states(book, tokens)))
  const alerts = new Set<Alert>(found.map(({ alert }) => alert))
  if (isOvercharged(sentences)) alerts.add('wrong_charge')
  return [...alerts].filter((alert) => rating <= unhappyStarsMax || alert === 'wrong_charge')
}

/** Words in front of a phrase that may deny it. */
const denialReach = 2

function states(book: PhraseBook<true>, tokens: Token[]): boolean {
  return book.find(tokens).some(({ from }) => {
    const before = tokens.slice(Math.max(0, from - denialReach), from)
    return !before.some(({ word }) => negators.has(word) || word.endsWith("n't"))
  })
}

/** Words in front of an amount that say whether it was announced or charged. */
const sourceReach = 6
const announcing = /^(?:quot|estimat|told$|said$|says$|book|list|advertis|online|website|menu$|agreed|price[ds]?$|sign$)/
const charging = /^(?:bill|charg|paid$|pay$|till$|register$|invoice|total|came$|was$|ended$|turned$|became$|suddenly$|now$)/
/** A charge counts from this many times the announced amount on: a tip or a tax is less. */
const factorMin = 1.1

/** "Quote $600. Bill $1,140", "booked at $220, at the till it was $345": more was charged than announced. */
function isOvercharged(sentences: readonly ReadSentence[]): boolean {
  const amounts = sentences.filter(({ tokens }) => !holds('elsewhere', tokens)).flatMap(({ tokens }) => amountsIn(tokens))
  return amounts.some(
    (announced, index) =>
      announced.source === 'announced' &&
      amounts.slice(index + 1).some(({ source, value }) => source === 'charged' && value >= announced.value * factorMin),
  )
}

function amountsIn(tokens: readonly Token[]): { value: number; source: 'announced' | 'charged' | null }[] {
  return tokens.flatMap(({ word, money }, at) => {
    const next = tokens[at + 1]
    // "$1,140" is two words.
    const isThousands = next?.start === (tokens[at]?.end ?? 0) + 1 && /^\d{3}$/.test(next.word)
    const value = Number(`${word}${isThousands ? next.word : ''}`.replaceAll(/[^\d.]/g, ''))
    if (!money || !(value > 0)) return []
    const before = tokens.slice(Math.max(0, at - sourceReach), at).map((token) => token.word)
    const nearest = before.findLast((each) => announcing.test(each) || charging.test(each)) ?? ''
    if (announcing.test(nearest)) return [{ value, source: 'announced' as const }]
    return [{ value, source: charging.test(nearest) ? ('charged' as const) : null }]
  })
}
