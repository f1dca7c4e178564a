import * as bounds from '@generated/contract/bounds'
import type { Aspect, Trade } from '@generated/contract/enums'
import gesturePhrases from '../vocabulary/gestures.json' with { type: 'json' }
import type { AspectLabel, ReviewLabels } from './labels.ts'
import { commonWords, contrastWords, negators, unnamableWords } from './lexicon.ts'
import { type Hit, isNumber, phraseBook } from './patterns.ts'
import { findPhrases, type Phrases } from './polarity.ts'
import type { Meaning, Vocabulary } from './taxonomy.ts'
import { readSentences, type Token } from './tokens.ts'
import { turnsOf } from './turns.ts'

/** A point of the review, in words that a draft may use, with the words of the review that support it. */
export interface Point {
  /** Fits after "you were happy with". */
  name: string
  aspect: Aspect
  polarity: 'positive' | 'negative'
  probability: number
  quote: string
}

/** The reviewer plans to return, recommends the business, or has been a customer for years. */
export interface Gesture {
  kind: 'returns' | 'recommends' | 'loyal'
  quote: string
}

const quoteCharsMax = bounds.ReplyClaim.quote.maxLength
const sentenceWordsMin = 4
const wordlessMin = 0.6
/** The minimum clarity of a point for a noun without a known opinion word next to it. */
const sureMin = 0.7
/** The minimum clarity of a point: less so where the stars say the same; praise below three stars is often irony. */
const clearProbabilityMin = { withStars: 0.4, plain: 0.5, againstStars: 0.7 }

/**
 * Returns what the review praises and regrets, clearest first, each thing once. A name is taken from the words of the
 * review; where it has none that can be named, the name says no more than any phrase about it.
 */
export function pointsOf(
  text: string,
  rating: number,
  labels: ReviewLabels,
  vocabulary: Vocabulary,
  trade: Trade,
): Point[] {
  const points = new Map<string, Point>()
  for (const { start, end, aspects } of labels.sentences) {
    const tokens = readSentences(text.slice(start, end)).flatMap((read) => read.tokens)
    const phrases = findPhrases(tokens, vocabulary)
    for (const label of aspects) {
      const reading = readingOf(label, { phrases, siblings: aspects, rating, trade })
      const name = nameOf(reading)
      if (name === null || isContradicted(name, reading)) continue
      const { polarity, probability } = reading
      if ((points.get(name)?.probability ?? 0) >= probability) continue
      points.set(name, { name, aspect: label.aspect, polarity, probability, quote: quoteFrom(text, start, end) })
    }
  }
  const distinct = [...points.values()].filter((point, at, all) => !isSaidAlready(point, at, all))
  // One or two stars and nothing but praise: irony, or misread.
  const regrets = distinct.some(({ polarity }) => polarity === 'negative')
  const believed = distinct.filter(({ polarity }) => polarity === 'negative' || rating > 2 || regrets)
  // Points of about equal clarity keep the order of the review.
  return believed.sort((a, b) => clarity(b) - clarity(a))
}

/** A label of a sentence, with everything that decides whether and how a draft names it. */
interface Reading {
  label: AspectLabel
  /** All labels of the sentence. */
  siblings: readonly AspectLabel[]
  phrases: Phrases
  trade: Trade
  rating: number
  polarity: Point['polarity']
  sign: 1 | -1
  probability: number
  agreement: keyof typeof clearProbabilityMin
  /** The phrases about the aspect. */
  within: Hit<Meaning>[]
  /** The phrases that describe an event with the polarity of the label. */
  events: Hit<Meaning>[]
  /** The phrases that name a thing of the topic. */
  terms: Hit<Meaning>[]
  /** The terms that the words around them judge as the label does. */
  named: Hit<Meaning>[]
}

function readingOf(label: AspectLabel, given: Pick<Reading, 'phrases' | 'siblings' | 'rating' | 'trade'>): Reading {
  const { hits, opinions } = given.phrases
  const polarity: Point['polarity'] = label.positive > label.negative ? 'positive' : 'negative'
  const sign: Reading['sign'] = polarity === 'positive' ? 1 : -1
  const within = hits.filter(({ value }) => value.aspect === label.aspect)
  const reading = {
    ...given,
    label,
    polarity,
    sign,
    probability: Math.abs(label.positive - label.negative),
    agreement: agreementOf(polarity, given.rating),
    within,
    events: within.filter(
      ({ from, value }) =>
        value.kind === 'opinion' &&
        // Other words than those of the complaint say what kind of waiting it was.
        (value.topic === label.topic || label.aspect === 'wait') &&
        opinions.some(({ at, strength }) => at === from && strength * sign > 0),
    ),
    terms: within.filter(({ value }) => value.kind === 'term' && value.topic === label.topic),
  }
  return { ...reading, named: namedTerms(reading) }
}

function agreementOf(polarity: Point['polarity'], rating: number): Reading['agreement'] {
  const agrees = polarity === 'positive' ? rating >= 4 : rating <= 2
  const opposes = polarity === 'positive' ? rating <= 2 : rating === 5
  if (agrees) return 'withStars'
  return opposes ? 'againstStars' : 'plain'
}

/**
 * Returns whether the stars say that a sentence which both praises and blames an aspect meant the opposite: "They
 * talked me out of a job I did not need".
 */
function isContradicted(name: string, { label, siblings, polarity, rating }: Reading): boolean {
  const isTorn = siblings.some(
    ({ aspect, positive, negative }) =>
      aspect === label.aspect && positive > negative !== label.positive > label.negative,
  )
  return generalNames.has(name) && isTorn && (polarity === 'negative' ? rating >= 4 : rating <= 2)
}

/** "The price and the pricing": what has no word of its own is not named together with something of the same kind. */
function isSaidAlready(point: Point, at: number, all: readonly Point[]): boolean {
  if (!generalNames.has(point.name)) return false
  return all.some(
    (other, place) =>
      other.aspect === point.aspect &&
      other.polarity === point.polarity &&
      (!generalNames.has(other.name) || place < at),
  )
}

function clarity({ probability }: Point): number {
  return Math.round(probability * 2)
}

/**
 * Returns how a draft names a label: by the first rule that finds a name. Null if it is not a point, or has no name.
 */
function nameOf(reading: Reading): string | null {
  if (unclear.some((applies) => applies(reading))) return null
  const isWordless = reading.events.length + reading.named.length === 0
  if (isUntimed(reading) || (isWordless && unnamable.some((applies) => applies(reading)))) return nameOfTurn(reading)
  for (const { applies, name } of nameRules) {
    const found = applies(reading) ? name(reading) : null
    if (found !== null) return found
  }
  return null
}

type Condition = (reading: Reading) => boolean

/** A label to which one of these applies is not a point. */
const unclear: readonly Condition[] = [
  ({ label }) => label.aspect === 'general',
  ({ probability, agreement }) => probability < clearProbabilityMin[agreement],
]

/** Without a term or an event, a label to which one of these applies has no name. */
const unnamable: readonly Condition[] = [
  ({ terms }) => terms.length > 0,
  ({ phrases, sign }) => phrases.opinions.some(({ strength }) => strength * sign < 0),
  ({ agreement }) => agreement !== 'withStars',
  // Only a sentence that says more than "Great." is taken to be about it.
  ({ phrases }) => phrases.tokens.length < sentenceWordsMin,
  ({ probability }) => probability < wordlessMin,
]

const isWaitBlamed: Condition = ({ label, polarity }) => label.aspect === 'wait' && polarity === 'negative'
/** A number of hours alone is not a wait. */
const isUntimed: Condition = (reading) =>
  isWaitBlamed(reading) && !reading.phrases.tokens.some(({ word }) => timeWord.test(word))
/** A health provider speaks of "the treatment", not of the crown: the details of a patient are private. */
const mayQuote: Condition = ({ trade }) => trade !== 'dentist'
const always: Condition = () => true

/** The review's own word for it, else the event it describes, else the plainest name of the aspect. */
const nameRules: readonly { applies: Condition; name: (reading: Reading) => string | null }[] = [
  { applies: (reading) => mayQuote(reading) && isWaitBlamed(reading), name: ({ phrases }) => waitIn(phrases.tokens) },
  {
    applies: (reading) => mayQuote(reading) && !isWaitBlamed(reading),
    name: ({ phrases, named, within, label, polarity }) =>
      ownWords(phrases.tokens, named, within, label.aspect, polarity),
  },
  {
    applies: mayQuote,
    name: ({ phrases, events, label, polarity }) => nounInside(phrases, events, label.aspect, polarity),
  },
  { applies: always, name: derivedName },
  {
    applies: always,
    name: ({ events, label: { aspect, topic }, polarity, trade }) =>
      spokenName(events.some(({ value }) => value.topic === topic) ? topic : null, aspect, polarity, trade),
  },
]

function derivedName({ phrases, label, polarity }: Reading): string | null {
  const derived = derivedNames.find(
    ({ word, about }) =>
      about === `${label.aspect} ${polarity}` && phrases.tokens.some((token) => word.test(token.word)),
  )
  return derived?.name ?? null
}

/** Returns the terms that the words around them judge as the label does. */
function namedTerms({ label, phrases, terms, sign, probability, agreement }: Omit<Reading, 'named'>): Hit<Meaning>[] {
  const { tokens, opinions } = phrases
  const agrees = (at: number) => {
    const signs = signsAround(phrases, at)
    if (signs.size > 0) return !signs.has(-sign)
    // "Loved the pasta but waited long": no known opinion word judges the wait, yet the reading is clear.
    return (
      probability >= sureMin || (agreement === 'withStars' && !opinions.some(({ strength }) => strength * sign < 0))
    )
  }
  const isWaiting = (hit: Hit<Meaning>) => tokens.slice(hit.from, hit.to).some(({ word }) => waitingWord.test(word))
  // A wait is never praised.
  const isPraisedWait = (hit: Hit<Meaning>) => label.aspect === 'wait' && sign > 0 && isWaiting(hit)
  return terms.filter((hit) => agrees(hit.from) && !isPraisedWait(hit) && !isAwaited(tokens, hit.from))
}

/** "Never waited once" is about the speed: what a turn praises or blames has the plain name of its aspect. */
function nameOfTurn({ phrases, label: { aspect }, polarity, sign, trade }: Reading): string | null {
  const isTurned = turnsOf(phrases.tokens).turns.some((turn) => turn.aspect === aspect && turn.sign === sign)
  if (!isTurned) return null
  return spokenName(aspect === 'wait' ? 'wait.waiting' : null, aspect, polarity, trade)
}

/** "Waited an hour for two pizzas": what one waits for is not what one complains of. */
function isAwaited(tokens: Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - waitedReach), at).map(({ word }) => word)
  const waited = before.findLastIndex((word) => waitingVerb.test(word))
  return waited >= 0 && before.includes('for', waited) && !before.includes('and', waited)
}

/** The signs, 1 and -1, of what is judged in the same breath as a word: in its part of a list, else in its clause. */
function signsAround({ tokens, opinions }: Phrases, at: number): Set<number> {
  const endsClause = (index: number) =>
    tokens[index]?.boundary !== 'none' || contrastWords.has(tokens[index]?.word ?? '')
  const endsPart = (index: number) => endsClause(index) || tokens[index]?.word === 'and'
  for (const ends of [endsPart, endsClause]) {
    let from = at
    while (from > 0 && !ends(from)) from -= 1
    let to = at + 1
    while (to < tokens.length && !ends(to)) to += 1
    const near = opinions.filter((opinion) => opinion.at >= from && opinion.at < to)
    if (near.length > 0) return new Set(near.map(({ strength }) => Math.sign(strength)))
  }
  return new Set()
}

/** Rooms are things where one sleeps in them. */
const namableWords: Partial<Record<Aspect, ReadonlySet<string>>> = {
  quality: new Set(['room', 'rooms', 'dinner', 'lunch', 'hair', 'specials']),
  service: new Set(['host', 'hostess']),
}
/** People are "our waiter", things are "the risotto". */
const peopleAspects: ReadonlySet<Aspect> = new Set(['service'])
const serviceWord = /(?:service|hospitality)$/
const nameWordsMax = 4

/** "the mushroom risotto": neighboring terms as the review has them; null where there are none that read well. */
function ownWords(
  tokens: Token[],
  named: Hit<Meaning>[],
  within: Hit<Meaning>[],
  aspect: Aspect,
  polarity: Point['polarity'],
): string | null {
  const main = named.find((hit) => isNoun(tokens, hit, aspect))
  if (!main) return null
  let { from, to } = main
  for (const hit of within) {
    if (hit.value.kind !== 'term' || !isNoun(tokens, hit, aspect)) continue
    if (hit.from === to && tokens[to]?.boundary === 'none') to = hit.to
    else if (hit.to === from && tokens[from]?.boundary === 'none') from = hit.from
  }
  const words = tokens.slice(from, to).map(({ word }) => word)
  if (words.length > nameWordsMax) return null
  const name = words.join(' ')
  if (!peopleAspects.has(aspect)) return `the ${name}`
  // A draft regrets the service of a waiter, not the waiter.
  return polarity === 'negative' && !serviceWord.test(name) ? `the service of our ${name}` : `our ${name}`
}

function isNoun(tokens: Token[], { from, to, value }: Hit<Meaning>, aspect: Aspect): boolean {
  // Weak terms ("they", "table") name something only with a judgment, and never well enough for a draft.
  if (value.kind === 'term' && value.weight < 0.7) return false
  return tokens
    .slice(from, to)
    .every(
      ({ word }) =>
        (!commonWords.has(word) || word === 'of' || word === 'and' || namableWords[aspect]?.has(word)) &&
        (!unnamableWords.has(word) || namableWords[aspect]?.has(word)),
    )
}

/** "easy parking" holds "parking", which is a thing by itself. */
function nounInside(
  { tokens, vocabulary }: Phrases,
  events: Hit<Meaning>[],
  aspect: Aspect,
  polarity: Point['polarity'],
): string | null {
  for (const { from, to } of events) {
    const terms = tokens.slice(from, to).flatMap((token, index) => {
      const at = from + index
      return vocabulary.phrases.find([token]).map(({ value }) => ({ value, from: at, to: at + 1 }))
    })
    const fitting = terms.filter(({ value }) => value.kind === 'term' && value.aspect === aspect)
    const own = ownWords(tokens, fitting, fitting, aspect, polarity)
    if (own) return own
  }
  return null
}

const units = new Set('minute minutes min mins hour hours day days week weeks month months'.split(' '))
const waitingWord = /^(?:wait|queu|line|till)/
const timeWord =
  /^(?:wait|queu|slow|sluggish|late|delay|took|take|taking|kept|keep|long|forever|ages|gap|between|chas|overr|behind|ready|weeks|stood|standing|punctual)|staffed$/
const waitingVerb = /^(?:wait|queu|took|kept)/
/** Words between the waiting and the time it took: "waited for our table for 35 minutes". */
const waitedReach = 7

/**
 * "the wait of 40 minutes", "the delay of half an hour", "the queue", "the wait"; null where nothing says more than
 * that it took time.
 */
function waitIn(tokens: Token[]): string | null {
  const words = tokens.map(({ word }) => word)
  for (const [unit, word] of words.entries()) {
    const amount = units.has(word) ? amountBefore(words, unit) : null
    if (amount === null) continue
    const duration = `${amount.words} ${word}`
    if (words[unit + 1] === 'late') return `the delay of ${duration}`
    if (words[unit + 1] === 'wait') return `the wait of ${duration}`
    const near = tokens.slice(Math.max(0, amount.from - waitedReach), amount.from + 1)
    const clause = near.slice(near.findLastIndex(({ boundary }) => boundary === 'hard') + 1)
    if (clause.some((token) => waitingVerb.test(token.word))) return `the wait of ${duration}`
  }
  if (words.some((word) => word.startsWith('queu'))) return 'the queue'
  if (words.some((word) => word.endsWith('staffed'))) return 'the staffing'
  return words.some((word) => word.startsWith('wait')) ? 'the wait' : null
}

/**
 * "forty five", "half an", "40": the number in front of a unit; null where it is only a part of one ("an hour and a
 * half").
 */
function amountBefore(words: string[], unit: number): { words: string; from: number } | null {
  if (words[unit + 1] === 'and' && words[unit + 3] === 'half') return null
  let from = unit
  while (from > 0 && isAmount(words[from - 1] ?? '')) from -= 1
  if (from === unit && words[unit - 1] === 'an') from -= words[unit - 2] === 'half' ? 2 : 1
  if (from === unit || ['to', 'or', 'and', 'half'].includes(words[from - 1] ?? '')) return null
  return { words: words.slice(from, unit).join(' '), from }
}

function isAmount(word: string): boolean {
  return /^\d{1,3}$/.test(word) || (isNumber(word) && !/\d/.test(word))
}

/** Verbs and adjectives of a review whose noun may be said. */
const derivedNames = [
  { word: /^explain/, name: 'the explanations', about: 'communication positive' },
  { word: /^explain/, name: 'the explanations', about: 'communication negative' },
  { word: /^honest$/, name: 'the honesty', about: 'trust positive' },
  { word: /^smel/, name: 'the smell', about: 'ambience negative' },
  { word: /^smel/, name: 'the smell', about: 'cleanliness negative' },
]

interface Spoken {
  praised: string
  blamed: string
}

/** True of everything that the topic covers: each phrase of the topic's lists, or any sentence about the aspect. */
const spokenNames: Record<string, Spoken> = {
  quality: { praised: 'the quality', blamed: 'the quality' },
  'restaurant/quality': { praised: 'what we served', blamed: 'what we served' },
  'hotel/quality': { praised: 'what you found here', blamed: 'what you found here' },
  'garage/quality': { praised: 'the work', blamed: 'the work' },
  'salon/quality': { praised: 'the result', blamed: 'the result' },
  'dentist/quality': { praised: 'the treatment', blamed: 'the treatment' },
  service: { praised: 'our team', blamed: 'the service' },
  'quality.range': { praised: 'the choice', blamed: 'what we had in stock' },
  'quality.nails': { praised: 'the result', blamed: 'the treatment' },
  price: { praised: 'the price', blamed: 'the price' },
  'price.bill': { praised: 'the pricing', blamed: 'the charges' },
  wait: { praised: 'the timing', blamed: 'the time it took' },
  'wait.waiting': { praised: 'the speed', blamed: 'the time it took' },
  'wait.punctuality': { praised: 'the punctuality', blamed: 'the delay' },
  booking: { praised: 'the booking', blamed: 'the booking' },
  'communication.phone': { praised: 'how easy it was to reach us', blamed: 'how hard it was to reach us' },
  'dentist/wait.booked': { praised: 'the punctuality', blamed: 'the wait' },
  'hotel/booking.check_in': { praised: 'the arrival', blamed: 'the arrival' },
  'retail/booking': { praised: 'the order', blamed: 'the order' },
  cleanliness: { praised: 'the cleanliness', blamed: 'the cleanliness' },
  ambience: { praised: 'the atmosphere', blamed: 'the atmosphere' },
  'ambience.noise': { praised: 'the atmosphere', blamed: 'the noise' },
  comfort: { praised: 'the comfort', blamed: 'the comfort' },
  'garage/comfort': { praised: 'the convenience', blamed: 'the arrangements' },
  'dentist/comfort.pain': { praised: 'how comfortable it was', blamed: 'the discomfort' },
  location: { praised: 'the location', blamed: 'the access' },
  communication: { praised: 'the communication', blamed: 'the communication' },
  'communication.informing': { praised: 'how we kept you informed', blamed: 'the lack of news' },
  'communication.follow_up': { praised: 'the follow-up', blamed: 'the lack of an answer' },
  trust: { praised: 'how things were handled', blamed: 'how this was handled' },
  safety: { praised: 'the care taken', blamed: 'the safety' },
}

const generalNames = new Set(Object.values(spokenNames).flatMap(({ praised, blamed }) => [praised, blamed]))

function spokenName(topic: string | null, aspect: Aspect, polarity: Point['polarity'], trade: Trade): string {
  const keys = [...(topic ? [`${trade}/${topic}`, topic] : []), `${trade}/${aspect}`, aspect]
  const key = keys.find((candidate) => candidate in spokenNames) ?? aspect
  return spokenNames[key]?.[polarity === 'positive' ? 'praised' : 'blamed'] ?? aspect
}

const gestureKinds = ['returns', 'recommends', 'loyal'] as const
const gestures = phraseBook<Gesture['kind']>()
for (const kind of gestureKinds) gestures.add(gesturePhrases[kind], kind)

/**
 * Returns what a happy reviewer says of coming again, each once. Nothing is taken from a sentence that says no, or says
 * where else to go.
 */
export function gesturesOf(text: string, labels: ReviewLabels): Gesture[] {
  const found = new Map<Gesture['kind'], Gesture>()
  for (const { start, end, signals } of labels.sentences) {
    if (signals.length > 0) continue
    const tokens = readSentences(text.slice(start, end)).flatMap((read) => read.tokens)
    const turned = tokens.some(({ word }) => isTurning(word))
    for (const { value } of gestures.find(tokens))
      if (!found.has(value) && (!turned || value === 'loyal'))
        found.set(value, { kind: value, quote: quoteFrom(text, start, end) })
  }
  return [...found.values()]
}

/** "Cannot wait to come again" denies nothing. */
const notTurning = new Set(["can't", 'cannot'])
const turningWords = new Set([...negators, ...contrastWords, 'if', 'elsewhere'])

function isTurning(word: string): boolean {
  return !notTurning.has(word) && (turningWords.has(word) || word.endsWith("n't"))
}

/** A verbatim slice that fits a claim, cut between words. */
function quoteFrom(text: string, start: number, end: number): string {
  if (end - start <= quoteCharsMax) return text.slice(start, end)
  const cut = text.lastIndexOf(' ', start + quoteCharsMax)
  const last = cut > start ? cut : start + quoteCharsMax
  // Half a surrogate pair is not a character.
  return text.slice(start, /[\uD800-\uDBFF]/.test(text[last - 1] ?? '') ? last - 1 : last)
}
