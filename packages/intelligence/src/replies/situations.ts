import * as bounds from '@generated/contract/bounds'
import type { Trade } from '@generated/contract/enums'
import stored from '../../vocabulary/situations.json' with { type: 'json' }
import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'

/** Matters other than praise and complaints that decide what a draft may say. */
export interface Situation {
  /** A person or an animal has died. */
  grieves: boolean
  /** A child or a vulnerable person was treated harshly. */
  distresses: boolean
  /** The business could not be reached, or did not respond. */
  unreached: { name: string; quote: string } | null
  request: Request | null
}

interface Request {
  kind: 'question' | 'suggestion'
  /** Fits after "your question about". */
  topic: string
  quote: string
}

/** A sentence of a review with its words. */
export interface ReadSentence {
  /** Verbatim. */
  text: string
  tokens: Token[]
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength

const books = Object.fromEntries(
  Object.entries(stored).map(([name, phrases]) => {
    const book = phraseBook<true>()
    book.add(phrases, true)
    return [name, book]
  }),
) as Record<keyof typeof stored, PhraseBook<true>>

/** Returns whether the words contain a phrase of a list of `vocabulary/situations.json`. */
export function holds(list: keyof typeof stored, tokens: Token[]): boolean {
  return books[list].find(tokens).length > 0
}

/** The sentences of a review that speak to people, not to machines. */
export function sentencesOf(text: string, labels: ReviewLabels): ReadSentence[] {
  const instructing = labels.sentences.filter(({ signals }) => signals.includes('prompt_injection'))
  return readSentences(text)
    .filter(({ start }) => !instructing.some((sentence) => sentence.start <= start && start < sentence.end))
    .map(({ start, end, tokens }) => ({ text: text.slice(start, end), tokens }))
}

/** Reads the situation of a review. Grief with one or two stars is a grave complaint as well: see `distresses`. */
export function situationOf(sentences: readonly ReadSentence[], rating: number | null, trade: Trade): Situation {
  const words = sentences.flatMap(({ tokens }) => tokens)
  const has = (list: keyof typeof stored) => sentences.some(({ tokens }) => holds(list, tokens))
  const isUnhappy = rating !== null && rating <= 2
  const grieves = has('grief')
  const isHarsh = has('humiliating') || (has('harsh') && holds('vulnerable', words))
  return {
    grieves,
    distresses: isUnhappy && (isHarsh || grieves),
    unreached: unreachedIn(sentences),
    request: requestIn(sentences, trade),
  }
}

function unreachedIn(sentences: readonly ReadSentence[]): Situation['unreached'] {
  for (const { text, tokens } of sentences) {
    if (text.length > quoteCharsMax) continue
    if (holds('unanswered', tokens)) return { name: 'the lack of a reply', quote: text }
    if (holds('unreachable', tokens)) return { name: 'the trouble you had reaching us', quote: text }
  }
  return null
}

/** A question without its question mark begins with one of these. */
const askingWords = /^(?:do|does|can|could|is|are|any|may|would|when)$/

function requestIn(sentences: readonly ReadSentence[], trade: Trade): Request | null {
  for (const { text, tokens } of sentences) {
    if (text.length > quoteCharsMax || holds('hearsay', tokens)) continue
    const asks = text.trimEnd().endsWith('?') || askingWords.test(tokens[0]?.word ?? '')
    const known = topicOf(tokens, trade)
    const topic = known ?? 'what we offer'
    // "Could you open earlier?" asks for something, "do you open on Sunday?" asks whether it is so.
    if (asks && holds('questions', tokens))
      return { kind: isWish(tokens) ? 'suggestion' : 'question', topic, quote: text }
    // "Reception could do with a smile" asks for nothing that a reply could take up.
    const isNeeded = known !== null && holds('needs', tokens)
    if (!text.trimEnd().endsWith('?') && (isNeeded || holds('wishes', tokens)))
      return { kind: 'suggestion', topic, quote: text }
  }
  return null
}

function isWish(tokens: Token[]): boolean {
  return tokens.some(({ word }) => word === 'could' || word === 'chance' || word === 'please')
}

const topics: readonly { words: RegExp; topic: string; trades?: readonly Trade[] }[] = [
  {
    words:
      /^(?:open|opens|opened|opening|close|closes|closed|closing|hours|saturdays?|sundays?|mondays?|evenings?|weekends?|earlier|later|am|pm|class|classes|session|sessions)$/,
    topic: 'our hours',
  },
  { words: /^(?:book|booking|bookings|reserve|reservations?|slots?|appointments?|online)$/, topic: 'booking ahead' },
  { words: /^(?:cards?|cash|contactless|pay|paying|payment)$/, topic: 'ways to pay' },
  { words: /^(?:park|parking|spaces)$/, topic: 'parking' },
  {
    words: /^(?:vegan|vegetarian|veggie|gluten|dairy|menu|decaf|dish|dishes|portions?)$/,
    topic: 'our menu',
    trades: ['restaurant', 'hotel'],
  },
  {
    words: /^(?:text|sheet|instructions|reminder|reminders|email|sign|leaflet|note|tell|call)$/,
    topic: 'keeping you informed',
  },
]

function topicOf(tokens: Token[], trade: Trade): string | null {
  const found = topics.find(
    ({ words, trades }) => (trades?.includes(trade) ?? true) && tokens.some(({ word }) => words.test(word)),
  )
  return found?.topic ?? null
}
