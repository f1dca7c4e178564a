import stored from '../../vocabulary/reports.json' with { type: 'json' }
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { Token } from '../text/tokens.ts'
import { negators } from '../vocabulary/lexicon.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { holds, type ReadSentence } from './situations.ts'

function bookOf(phrases: readonly string[]): PhraseBook<true> {
  const book = phraseBook<true>()
  book.add(phrases, true)
  return book
}

const books = alerts.map((alert) => ({ alert, book: bookOf(stored[alert]) }))
const childrenInDanger = bookOf(stored['children in danger'])
const paidAhead = bookOf(stored['paid ahead'])
const vanished = bookOf(stored.vanished)
const hazards = bookOf(stored.hazards)
const unexplained = bookOf(stored.unexplained)

const unhappyStarsMax = 2
const middlingStars = 3

/**
 * The alerts that phrases of `vocabulary/reports.json` and the amounts of a review report, which the labels may have
 * missed: with one or two stars any alert, with three stars a wrong charge or dirt. With more stars, the same words
 * tell what was put right.
 */
export function reportedIn(sentences: readonly ReadSentence[], rating: number): Alert[] {
  if (rating > middlingStars) return []
  const found = books.filter(({ book }) => sentences.some(({ tokens }) => states(book, tokens)))
  const alerts = new Set<Alert>(found.map(({ alert }) => alert))
  // "The pedal went to the floor. I had my two boys in the back."
  if (alerts.has('health_safety') && sentences.some(({ tokens }) => states(childrenInDanger, tokens)))
    alerts.add('minors')
  if (isDemeaned(sentences)) alerts.add('discrimination')
  const isWrong = [isOvercharged, isUnexplained, isChargedAfterCanceling, isPaidForNothing].some((is) => is(sentences))
  if (isWrong) alerts.add('wrong_charge')
  return [...alerts].filter((alert) => rating <= unhappyStarsMax || reportedWithThree.has(alert))
}

const reportedWithThree: ReadonlySet<Alert> = new Set(['wrong_charge', 'hygiene'])

/** Returns whether guests report a danger to life in a room: gas, or an alarm for it. */
export function reportsHazard(sentences: readonly ReadSentence[]): boolean {
  return sentences.some(({ tokens }) => states(hazards, tokens))
}

/** Returns whether somebody says who they are, of those who are treated worse: "I'm deaf", "we are Travellers". */
export function statesIdentity(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ word }, at) =>
      (/^(?:i'm|we're)$/.test(word) || (/^(?:am|are)$/.test(word) && /^(?:i|we)$/.test(tokens[at - 1]?.word ?? ''))) &&
      isIdentity(tokens.slice(at + 1, at + 1 + identityReach)),
  )
}

/** Words such as "black" say who somebody is only in "I'm black". */
function isIdentity(tokens: Token[]): boolean {
  return holds('identities', tokens) || holds('ownIdentities', tokens)
}

/** Words between "I'm" and what somebody is. */
const identityReach = 2

/**
 * "Rolled his eyes when my dad, who stutters, tried to order", "I'm Aboriginal. She asked to look inside my bag": how
 * somebody was treated, next to who they are.
 */
function isDemeaned(sentences: readonly ReadSentence[]): boolean {
  const isOfReviewer = sentences.some(({ tokens }) => statesIdentity(tokens))
  return sentences.some(({ tokens }) => holds('demeaning', tokens) && (isOfReviewer || holds('identities', tokens)))
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
const announcing = /^(?:quot|estimat|book|list|advertis|online|website|agreed|price[ds]?$|sign$)/
/** Words that announce only where no other word says more: "the bill said $485". */
const saying = /^(?:told|said|says)$/
const charging = /^(?:bill|charg|paid$|pay$|till$|register$|counter$|invoice|total|took$|taken$)/
/** Words that say it only where no other does: "it was $345". */
const amounting = /^(?:came|was|ended|turned|became|suddenly|now)$/
/** A charge counts from this many times the announced amount on: a tip or a tax is less. */
const factorMin = 1.1

/** "Quote $600. Bill $1,140", "booked at $220, at the till it was $345": more was charged than announced. */
function isOvercharged(sentences: readonly ReadSentence[]): boolean {
  const amounts = sentences
    .filter(({ tokens }) => !holds('elsewhere', tokens) && !isCheaperElsewhere(tokens))
    .flatMap(({ tokens }) => amountsIn(tokens))
  return amounts.some(
    (announced) =>
      announced.source === 'announced' &&
      amounts.some(({ source, value }) => source === 'charged' && value >= announced.value * factorMin),
  )
}

/** "Paid $40 for drops that I found online for $12": a price of another shop. */
function isCheaperElsewhere(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ word }) => word).join(' ')
  return /\b(?:found|find|saw|seen|bought|buy|got|get|ordered|sells?|cheaper)\b(?: \S+){0,3} (?:online|amazon|ebay)\b/.test(
    words,
  )
}

/** "Added €40 of sundries, and couldn't name one": a part of a bill that nobody could explain. */
function isUnexplained(sentences: readonly ReadSentence[]): boolean {
  return sentences.some(
    ({ tokens }) =>
      tokens.some(({ word }) => /^(?:added|charged|billed|surcharge|fees?)$/.test(word)) &&
      unexplained.find(tokens).length > 0,
  )
}

const taking = /^(?:took|taken|take|charged|charge|billed|debited|deducted|kept|keep)$/

/** "Cancelled in September. They took $39 on the 1st": money that was taken although something was cancelled. */
function isChargedAfterCanceling(sentences: readonly ReadSentence[]): boolean {
  const canceled = sentences.findIndex(({ tokens }) => tokens.some(({ word }) => word.startsWith('cancel')))
  return (
    canceled !== -1 &&
    sentences
      .slice(canceled)
      .some(
        ({ tokens }) =>
          tokens.some(({ word }) => taking.test(word)) &&
          tokens.some(({ money }) => money) &&
          !holds('elsewhere', tokens),
      )
  )
}

/**
 * "Paid £400 up front. No one came": money that was taken ahead, by somebody who was not seen again. "Nobody came for
 * ten minutes" is a wait.
 */
function isPaidForNothing(sentences: readonly ReadSentence[]): boolean {
  const isAhead = sentences.some(({ tokens }) => paidAhead.find(tokens).length > 0)
  const isEnd = (tokens: Token[], at: number) => at === tokens.length || tokens[at]?.boundary !== 'none'
  return isAhead && sentences.some(({ tokens }) => vanished.find(tokens).some(({ to }) => isEnd(tokens, to)))
}

const tens = 'ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The value of an amount, also of one such as "about sixty"; 0 for other words. */
function amountAt(tokens: readonly Token[], at: number): number {
  const { word = '', end = 0 } = tokens[at] ?? {}
  const ten = tens.indexOf(word)
  if (ten !== -1) return (ten + 1) * 10
  const next = tokens[at + 1]
  // "$1,140" is two words.
  const isThousands = next?.start === end + 1 && /^\d{3}$/.test(next.word)
  return tokens[at]?.money ? Number(`${word}${isThousands ? next.word : ''}`.replaceAll(/[^\d.]/g, '')) : 0
}

/** An amount, and whether the words say that it was announced or charged. */
interface Amount {
  value: number
  source: 'announced' | 'charged'
}

function amountsIn(tokens: readonly Token[]): Amount[] {
  return tokens.flatMap((_, at): Amount[] => {
    const value = amountAt(tokens, at)
    const source = sourceOf(tokens, at)
    return value > 0 && source !== null ? [{ value, source }] : []
  })
}

function sourceOf(tokens: readonly Token[], at: number): Amount['source'] | null {
  // "$340 on a $215 quote"
  if (/^(?:quote|estimate)$/.test(tokens[at + 1]?.word ?? '')) return 'announced'
  const reached = tokens.slice(Math.max(0, at - sourceReach), at)
  // "Quoted €95 and it was €130": the words in front of another amount belong to that one.
  const other = reached.findLastIndex(({ money }) => money)
  const before = reached.slice(other + 1).map(({ word }) => word)
  const nearest =
    before.findLast((word) => announcing.test(word) || charging.test(word)) ??
    before.findLast((word) => saying.test(word)) ??
    before.findLast((word) => amounting.test(word))
  if (nearest === undefined) return null
  if (announcing.test(nearest) || saying.test(nearest)) return 'announced'
  return tokens[at]?.money ? 'charged' : null
}
