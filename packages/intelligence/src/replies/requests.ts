import * as bounds from '@generated/contract/bounds'
import type { Trade } from '@generated/contract/enums'
import { readSentences, type Token } from '../text/tokens.ts'
import { commonWords } from '../vocabulary/lexicon.ts'
import { askedDirectly, asksToRestore } from './asking.ts'
import { holds, type ReadSentence, startsWith } from './situations.ts'

/** A question, a wish, or something to be done for the customer, that a draft takes up. */
export interface Request {
  kind: 'question' | 'suggestion' | 'task' | 'call'
  /** Fits after "your question about"; null where no topic is known. */
  topic: string | null
  quote: string
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength

/** A question without its question mark begins with one of these. */
const askingWords = /^(?:do|does|can|could|is|are|any|may|would|when)$/

/**
 * Returns the first question or wish of a review that is for the business; null where it has none. Advice to other
 * customers ("do yourself a favor and go") and compliments ("never change") ask for nothing.
 */
export function requestIn(sentences: readonly ReadSentence[], rating: number | null, trade: Trade): Request | null {
  const found = sentences.flatMap(({ text, tokens }, index): Request[] => {
    if (text.length > quoteCharsMax || holds('hearsay', tokens) || holds('rhetorical', tokens)) return []
    const known = topicOf(askedFor(tokens), trade)
    const topic = known?.topic ?? null
    const direct = askedDirectly(text, tokens, sentences[index + 1]?.tokens)
    const implied = requestKindOf(text, tokens, known !== undefined)
    const isForCustomer = direct === 'call' || (direct === 'task' && known === undefined && implied !== 'question')
    const kind = isForCustomer ? direct : (implied ?? direct)
    // With one or two stars, a wish for something unknown is a complaint, unless it is for the customer in person.
    const isUnhappy = rating !== null && rating <= 2
    const isUnclear = known === undefined && kind === 'suggestion' && isUnhappy && !asksToRestore(tokens)
    if (kind === null || (isUnclear && direct !== 'task')) return []
    const clear = isUnclear ? 'task' : kind
    // What a whole sentence is about is not what its last words ask for.
    const hasTopic = clear === 'question' || (clear === 'suggestion' && implied !== null)
    return [{ kind: clear, topic: hasTopic ? topic : null, quote: text }]
  })
  // What somebody waits for comes before what somebody would like.
  return (
    (['call', 'task', 'question', 'suggestion'] as const)
      .flatMap((kind) => found.filter((request) => request.kind === kind))
      .at(0) ?? null
  )
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
function askedFor(tokens: Token[]): Token[] {
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

function requestKindOf(text: string, tokens: Token[], isKnown: boolean): Request['kind'] | null {
  const isQuestion = text.trimEnd().endsWith('?')
  const asks = isQuestion || askingWords.test(tokens[0]?.word ?? '')
  const isPolite = isQuestion && (isPoliteQuestion(tokens) || holds('proposals', tokens))
  const orders = isImperative(tokens)
  // "Could you tell us whether the pool reopens?"
  if ((isQuestion || orders) && holds('inquiries', tokens)) return 'question'
  const isAsked = isPolite || orders || holds('wishes', tokens)
  if (holds('tasks', tokens) && (isAsked || asksSomebody(tokens, isQuestion))) return 'task'
  if (isPolite) return 'suggestion'
  // "Could you open earlier?" asks for something, "do you open on Sunday?" asks whether it is so.
  if (asks && holds('questions', tokens)) return isWish(tokens) ? 'suggestion' : 'question'
  // "Please bring back the pickle?", "A separate room would be good?"
  if (isQuestion && (pleas.test(tokens[0]?.word ?? '') || asksForThing(tokens))) return 'suggestion'
  if (isQuestion) return isTentative(tokens) ? 'suggestion' : null
  if (isAsked || asksForThing(tokens)) return 'suggestion'
  // "Reception could do with a smile" asks for nothing that a reply could take up.
  return isKnown && holds('needs', tokens) ? 'suggestion' : null
}

/** "A second till maybe?", "the seats are hard, cushions for hire perhaps?" */
function isTentative(tokens: Token[]): boolean {
  const last = tokens.slice(
    Math.max(
      0,
      tokens.findLastIndex(({ boundary }) => boundary !== 'none'),
    ),
  )
  const isSuggested = /^(?:perhaps|maybe)$/.test(last.at(-1)?.word ?? '') && last.length >= askedWordsMin
  const isCompared = last.some(({ word }) => /^(?:ever|best|worst|too|i|me|my|it's|\w{3,}est)$/.test(word))
  return (isSuggested && !isCompared) || (tokens.length <= wishWordsMax && holds('needs', tokens))
}

/** "Somebody still has to come and finish the wall", "Can you email me a copy?" */
function asksSomebody(tokens: readonly Token[], isQuestion: boolean): boolean {
  const words = tokens.map(({ word }) => word).join(' ')
  if (isQuestion)
    return /\b(?:can|could|would|will) (?:you|they|someone|somebody|anyone)\b|\b(?:can|could) (?:we|i)\b|\bany chance\b|\bpossible for (?:someone|somebody|anyone|you)\b/.test(
      words,
    )
  return /\b(?:someone|somebody|they|you) (?:still |really |just |also )?(?:needs?|has|have) to (?:come|call|ring|send|finish)\b/.test(
    words,
  )
}

/** "A later slot for working people would be great", "More towels would not hurt": what is missing is not praised. */
export function asksForThing(tokens: Token[]): boolean {
  const begins = tokens.findIndex(
    ({ word }, at) =>
      /^(?:an?|some|more|another)$/.test(word) &&
      (at === 0 || tokens[at]?.boundary !== 'none' || /^(?:but|and|though)$/.test(tokens[at - 1]?.word ?? '')),
  )
  return begins !== -1 && holds('desired', tokens.slice(begins))
}

/** "Could the music please not be so loud?" */
function isPoliteQuestion(tokens: Token[]): boolean {
  const asks = tokens.some(
    ({ word }, at) =>
      /^(?:could|can|would|will|couldn't|can't|won't)$/.test(word) &&
      (at === 0 || tokens[at]?.boundary !== 'none' || /^(?:but|and|so)$/.test(tokens[at - 1]?.word ?? '')),
  )
  return asks && tokens.some(({ word }) => courtesies.test(word))
}

const pleas = /^(?:please|pls|plz)$/
const courtesies = /^(?:please|pls|plz|kindly|possibly|perhaps)$/

/** The minimum number of words of a sentence that ends with "please", without it: "More, please!" is a joke. */
const askedWordsMin = 3
/** Words before the verb of an imperative. */
const fillers = /^(?:please|pls|plz|but|and|so|now|just|also|maybe|perhaps|only|otherwise)$/

/** Words of sentences that tell what somebody did. */
const telling =
  /^(?:would|will|could|always|used|he|she|they|came|went|took|got|made|did|had|gave|left|sat|\w{2,}[^e]ed)$/

/** "Please keep the second till open", "Shift the breakfast to seven, please", "Bring back the soup!" */
function isImperative(tokens: Token[]): boolean {
  const words = tokens.map(({ word }) => word)
  if (pleas.test(words.at(-1) ?? '') && words.length > askedWordsMin) return true
  // "She would open the door, turn the grinder off", "Came home and put in a claim": a verb of a list of events.
  const told = words.findIndex((word) => telling.test(word))
  return words.some((word, at) => {
    if (told !== -1 && told < at && !pleas.test(word)) return false
    const begins = at === 0 || tokens[at]?.boundary !== 'none' || fillers.test(words[at - 1] ?? '')
    if (!begins) return false
    // "Keep the gate shut, please and thank you"
    if (pleas.test(word)) return at + 1 < words.length && (words[at + 1] !== 'and' || at > askedWordsMin)
    return startsWith('orders', tokens, at)
  })
}

/** A question of at most this many words that names something with "maybe" asks for it: "A second till maybe?" */
const wishWordsMax = 8
interface Topic {
  words: RegExp
  topic: string | null
  trades?: readonly Trade[]
  unless?: RegExp
}

const wishWords = /^(?:could|couldn't|can't|chance|please|instead|earlier|later|longer|maybe|perhaps|another|bigger)$/

function isWish(tokens: Token[]): boolean {
  return tokens.some(({ word }) => wishWords.test(word))
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
      /^(?:open|opens|opened|opening|slot|slots|close|closes|closed|closing|hours|mornings|afternoons|evenings?|weekends?|saturdays?|sundays?|mondays?|earlier|later|pm)$/,
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

function topicOf(tokens: Token[], trade: Trade): Topic | undefined {
  return topics.find(
    ({ words, trades, unless }) =>
      (trades?.includes(trade) ?? true) &&
      tokens.some(({ word }, at) => words.test(word) && !isVerb(tokens, at)) &&
      !tokens.some(({ word }) => unless?.test(word)),
  )
}
