import * as bounds from '@generated/contract/bounds'
import type { Trade } from '@generated/contract/enums'
import stored from '../../vocabulary/situations.json' with { type: 'json' }
import type { ReviewLabels } from '../labels/labels.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type PhraseBook, phraseBook } from '../vocabulary/patterns.ts'
import { isGrieving } from './grief.ts'

/** Matters other than praise and complaints that decide what a draft may say. */
export interface Situation {
  /** A person or an animal has died. */
  grieves: boolean
  /** A child or a vulnerable person was treated harshly. */
  distresses: boolean
  /** The business could not be reached, or did not respond. */
  unreached: { name: string; quote: string } | null
  /** The business could not be reached, or nobody came: to be asked to call or to visit it would hurt. */
  avoidsContact: boolean
  /** A satisfied customer leaves: moved away, or has ended a membership. */
  departs: boolean
  request: Request | null
}

interface Request {
  kind: 'question' | 'suggestion'
  /** Fits after "your question about"; null where no topic is known. */
  topic: string | null
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
  const grieves = isGrieving(sentences)
  const isHarsh = has('humiliating') || (has('harsh') && holds('vulnerable', words))
  const unreached = unreachedIn(sentences)
  return {
    grieves,
    distresses: isUnhappy && (isHarsh || grieves),
    unreached,
    avoidsContact: unreached !== null || has('absent'),
    departs: has('departs') && !has('stays'),
    request: requestIn(sentences, rating, trade),
  }
}

function unreachedIn(sentences: readonly ReadSentence[]): Situation['unreached'] {
  for (const { text, tokens } of sentences) {
    if (text.length > quoteCharsMax) continue
    if (holds('unanswered', tokens)) return { name: 'our silence', quote: text }
    if (holds('unreachable', tokens)) return { name: 'the trouble you had reaching us', quote: text }
  }
  return null
}

/** A question without its question mark begins with one of these. */
const askingWords = /^(?:do|does|can|could|is|are|any|may|would|when)$/

function requestIn(sentences: readonly ReadSentence[], rating: number | null, trade: Trade): Request | null {
  for (const { text, tokens } of sentences) {
    if (text.length > quoteCharsMax || holds('hearsay', tokens)) continue
    const topic = topicOf(tokens, trade)
    const kind = requestKindOf(text, tokens, topic)
    // With one or two stars, a wish for something unknown is a complaint.
    const isClear = topic !== null || kind === 'question' || rating === null || rating > 2
    if (kind !== null && isClear) return { kind, topic, quote: text }
  }
  return null
}

function requestKindOf(text: string, tokens: Token[], topic: string | null): Request['kind'] | null {
  const isQuestion = text.trimEnd().endsWith('?')
  const asks = isQuestion || askingWords.test(tokens[0]?.word ?? '')
  // "Could you open earlier?" asks for something, "do you open on Sunday?" asks whether it is so.
  if (asks && holds('questions', tokens)) return isWish(tokens) ? 'suggestion' : 'question'
  if (isQuestion) return tokens.length <= wishWordsMax && holds('needs', tokens) ? 'suggestion' : null
  if (holds('wishes', tokens)) return 'suggestion'
  // "Reception could do with a smile" asks for nothing that a reply could take up.
  return topic !== null && holds('needs', tokens) ? 'suggestion' : null
}

/** A question of at most this many words that names something with "maybe" asks for it: "A second till maybe?" */
const wishWordsMax = 8
const wishWords = /^(?:could|couldn't|can't|chance|please|instead|earlier|later|longer|maybe|perhaps|another|bigger)$/

function isWish(tokens: Token[]): boolean {
  return tokens.some(({ word }) => wishWords.test(word))
}

const topics: readonly { words: RegExp; topic: string; trades?: readonly Trade[] }[] = [
  { words: /^(?:book|booking|bookings|reserve|reservations?|appointments?|online)$/, topic: 'booking ahead' },
  { words: /^(?:cards?|cash|contactless|pay|paying|payment)$/, topic: 'payment options' },
  { words: /^(?:park|parking|spaces)$/, topic: 'parking' },
  {
    words: /^(?:clean|cleaning|cleaner|mop|mopped|mopping|hoover|toilets?|loos?|restrooms?|bins?|crumbs)$/,
    topic: 'cleanliness',
  },
  { words: /^(?:music|volume|noise|louder|quieter)$/, topic: 'the noise' },
  {
    words: /^(?:vegan|vegetarian|veggie|gluten|dairy|menu|decaf|dish|dishes|portions?)$/,
    topic: 'our menu',
    trades: ['restaurant', 'hotel'],
  },
  {
    words:
      /^(?:open|opens|opened|opening|close|closes|closed|closing|hours|mornings|afternoons|evenings|weekends?|saturdays?|sundays?|mondays?|earlier|later|pm)$/,
    topic: 'our hours',
  },
  {
    words: /^(?:text|sheet|instructions|reminder|reminders|email|sign|leaflet|note|call)$/,
    topic: 'how we keep you informed',
  },
]

function topicOf(tokens: Token[], trade: Trade): string | null {
  const found = topics.find(
    ({ words, trades }) => (trades?.includes(trade) ?? true) && tokens.some(({ word }) => words.test(word)),
  )
  return found?.topic ?? null
}

/** People and organizations that do not belong to a business of any trade, unless its name contains the word. */
const outsiders = new Set(
  [
    'bank banks lender insurer insurers insurance landlord landlady neighbor neighbors neighbour neighbours',
    'council authorities courier couriers postman supplier suppliers manufacturer seller sellers buyer buyers',
    'vendor tenant tenants solicitor solicitors lawyer lawyers airline train bus traffic weather employer boss ex',
    'builders developer opponent court',
  ].flatMap((line) => line.split(' ')),
)
const causes = /^(?:because|due|blame|delayed|held|down|thanks|against)$/
const actions =
  /^(?:is|are|was|were|has|have|had|took|takes|take|kept|keeps|got|made|makes|lost|let|sat|sent|said|told|wanted|tried|never|didn't|would|wouldn't|\w{2,}ed)$/
/** Words between somebody and what they did, and between a cause and its name. */
const actionReach = 2
const nameLettersMin = 4

/**
 * Returns whether a sentence lays the blame on somebody else, or takes it from the business: "the bank was slow", "not
 * their fault", "not Haldane" of a business of this name.
 */
export function blamesOthers(tokens: Token[], businessName: string): boolean {
  const named = new Set(
    readSentences(businessName).flatMap((read) =>
      read.tokens.flatMap(({ word }) => (word.length >= nameLettersMin ? [word, word.replace(/s$/, '')] : [])),
    ),
  )
  if (holds('exonerating', tokens)) return true
  return tokens.some(({ word }, at) => {
    const before = tokens.slice(Math.max(0, at - actionReach - 1), at)
    if (named.has(word)) return before.slice(-2).some((token) => token.word === 'not')
    if (!outsiders.has(word) || named.has(word.replace(/s$/, ''))) return false
    const after = tokens.slice(at + 1, at + 1 + actionReach)
    return after.some((token) => actions.test(token.word)) || before.some((token) => causes.test(token.word))
  })
}
