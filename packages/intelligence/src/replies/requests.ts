import * as bounds from '@generated/contract/bounds'
import type { Trade } from '@generated/contract/enums'
import { requestReader } from '../model/request-model.ts'
import { type RequestKind, requestKindOf, requestKinds } from '../model/request-reader.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { commonWords } from '../vocabulary/lexicon.ts'
import type { ReadSentence } from './situations.ts'

/** A question, a wish, or something to be done for the customer, that a draft takes up. */
export interface Request {
  kind: RequestKind
  /** Fits after "your question about"; null where no topic is known. */
  topic: string | null
  quote: string
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength

/**
 * Returns what a review wants of the business; null where it wants nothing. Advice to other customers ("do yourself a
 * favor and go") and compliments ("never change") ask for nothing. Of several requests, what somebody waits for comes
 * before what somebody would like.
 */
export function requestIn(sentences: readonly ReadSentence[], trade: Trade): Request | null {
  const found = sentences.flatMap((sentence, index): Request[] => {
    const { text: quote, tokens } = sentence
    const kind = quote.length > quoteCharsMax ? null : requestKindOf(requestReader, sentence, sentences[index + 1])
    // "More, please!" praises.
    if (kind === null || (kind === 'suggestion' && tokens.length < askedWordsMin)) return []
    const hasTopic = kind === 'question' || kind === 'suggestion'
    return [{ kind, topic: hasTopic ? topicOf(askedFor(tokens), trade) : null, quote }]
  })
  return requestKinds.flatMap((kind) => found.filter((request) => request.kind === kind)).at(0) ?? null
}

/** The same without the word "suggestion", which would be light for an unhappy customer or where there is a danger. */
export function soberly(request: Request | null): Request | null {
  return request?.kind === 'suggestion' ? { ...request, kind: 'task', topic: null } : request
}

/** Returns whether a sentence makes a suggestion: what it names is missing, and not praised. */
export function isWish(sentence: ReadSentence, next: ReadSentence | undefined): boolean {
  return requestKindOf(requestReader, sentence, next) === 'suggestion'
}

/** Words of a fact that begin like a word of a question are about the same. */
const stemLetters = 5

/** Returns whether a fact of the owner is about what a request asks: the fact itself is the answer. */
export function isAnsweredBy({ kind, quote }: Request, fact: string): boolean {
  // Who waits for a call is not answered with a number to call.
  if (kind === 'call') return false
  const wordsOf = (text: string) => readSentences(text).flatMap(({ tokens }) => tokens)
  const asked = wordsOf(quote)
  const stated = wordsOf(fact)
  const isAbout = ({ words }: (typeof topics)[number]) =>
    asked.some(({ word }) => words.test(word)) && stated.some(({ word }) => words.test(word))
  if (topics.some(isAbout)) return true
  const stems = new Set(
    asked.flatMap(({ word }) =>
      word.length >= stemLetters && !commonWords.has(word) ? [word.slice(0, stemLetters)] : [],
    ),
  )
  return stated.some(({ word }) => word.length >= stemLetters && stems.has(word.slice(0, stemLetters)))
}

/** "Please say when it reopens, so that I can stop paying": what follows is the reason, not what is asked for. */
function askedFor(tokens: readonly Token[]): readonly Token[] {
  // "He says it runs quieter, and wants to know what you did": the question begins at its verb.
  const knowing = tokens.findIndex(({ word }, at) => word === 'know' && tokens[at - 1]?.word === 'to')
  if (knowing !== -1) return tokens.slice(knowing)
  const end = tokens.findIndex(
    ({ word, boundary }, at) =>
      at > 0 &&
      (/^(?:because|since|otherwise|whenever)$/.test(word) ||
        (/^(?:so|as)$/.test(word) &&
          /^(?:i|we|i'm|i've|we're|my|our|that|it|it's)$/.test(tokens[at + 1]?.word ?? '')) ||
        (boundary !== 'none' && /^(?:i|i've|i'm|we|we've|my|our)$/.test(word))),
  )
  const asked = end === -1 ? tokens : tokens.slice(0, end)
  return asked.length >= askedWordsMin ? asked : tokens
}

/** The minimum number of words that say what is asked for. */
const askedWordsMin = 3

interface Topic {
  words: RegExp
  topic: string | null
  trades?: readonly Trade[]
  unless?: RegExp
}

/**
 * Words that show that somebody wants something of a business. Where they do not say what, the topic is null: in
 * "vouchers by email" and "a look before we pay".
 */
const topics: readonly Topic[] = [
  {
    words: /^(?:tell|warn|inform|notify)$/,
    topic: 'how we inform our customers',
    unless: /^(?:me|us|i|whether|if|what|when|why|who|how|where)$/,
  },
  {
    words: /^(?:book|booking|bookings|reserve|reservations?|appointments?)$/,
    topic: 'booking ahead',
    unless: /^(?:evenings?|weekends?|saturdays?|sundays?)$/,
  },
  { words: /^(?:online|website|webpage|app|portal)$/, topic: 'what we offer online' },
  {
    words: /^(?:cards?|cash|contactless)$/,
    topic: 'payment options',
    unless: /^(?:gift|loyalty|birthday|business|refill|registers?)$/,
  },
  { words: /^(?:pay|paying|payment)$/, topic: null },
  { words: /^(?:park|parking|spaces)$/, topic: 'parking', unless: /^(?:dogs?|gates?|playground|playgrounds)$/ },
  {
    words:
      /^(?:clean|cleaning|cleaner|mop|mopped|mopping|scrub|scrubbed|scrubbing|hoover|toilets?|loos?|restrooms?|bins?|crumbs)$/,
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
      /^(?:open|opens|opened|opening|slot|slots|close|closes|closed|closing|hours|mornings|afternoons|evenings?|weekends?|earlier|later|pm)$/,
    topic: 'our hours',
    // "Keep the second till open on Saturdays" is about the staff.
    unless:
      /^(?:tills?|checkouts?|doors?|windows?|barbers?|staff|hire|cashiers?|another|music|lights?|numbers?|phone|happened)$/,
  },
  { words: /^(?:heat|heated|heating|heater|temperature|aircon|ac|warmer|cooler)$/, topic: 'the temperature' },
  {
    words: /^(?:text|texted|sheet|instructions|reminder|reminders|email|sign|leaflet|note|call)$/,
    topic: null,
    unless: /^(?:invoice|receipt|copy|bill|documents?|contract)$/,
  },
  {
    words: /^(?:window|timeslot|timeslots)$/,
    topic: 'our appointment times',
    unless: /^(?:seat|table|clean|cleaned|view|open|display)$/,
  },
]

/** "Open the side gate" and "time to sign things": the word of a topic with another meaning. */
function isVerb(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at] ?? { word: '' }
  const next = tokens[at + 1]
  if (word === 'open') return next?.boundary === 'none' && /^(?:the|a|an|another|up|it|that|this|in)$/.test(next.word)
  return word === 'sign' && /^(?:to|i|we|and)$/.test(tokens[at - 1]?.word ?? '')
}

function topicOf(tokens: readonly Token[], trade: Trade): string | null {
  const known = topics.find(
    ({ words, trades, unless }) =>
      (trades?.includes(trade) ?? true) &&
      tokens.some(({ word }, at) => words.test(word) && !isVerb(tokens, at)) &&
      !tokens.some(({ word }) => unless?.test(word)),
  )
  return known?.topic ?? null
}
