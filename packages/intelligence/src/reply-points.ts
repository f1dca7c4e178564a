import { bounds } from '@generated/contract/bounds'
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
/** How clear a point must be for a noun without any judging word of ours beside it. */
const sureMin = 0.7
/** How clear a point must be: less so where the stars say the same; praise below three stars is often irony. */
const clearProbabilityMin = { withStars: 0.4, plain: 0.5, againstStars: 0.7 }

/**
 * What the review praises and regrets, clearest first, each thing once. A name is taken from the words of the review;
 * where it has none that can be named, the name says no more than any phrase that leads to it.
 */
export function pointsOf(
  text: string,
  rating: number,
  labels: ReviewLabels,
  vocabulary: Vocabulary,
  trade: Trade,
): Point[] {
  const points = new Map<string, Point>()
  for (const sentence of labels.sentences) {
    const written = text.slice(sentence.start, sentence.end)
    const tokens = readSentences(written).flatMap((read) => read.tokens)
    const phrases = findPhrases(tokens, vocabulary)
    for (const label of sentence.aspects) {
      if (label.aspect === 'general') continue
      const polarity = label.positive > label.negative ? 'positive' : 'negative'
      const probability = Math.abs(label.positive - label.negative)
      const agreement = agreementOf(polarity, rating)
      if (probability < clearProbabilityMin[agreement]) continue
      const name =
        nameOfPoint(phrases, label, polarity, agreement === 'withStars', trade) ??
        nameOfTurn(tokens, label, polarity, trade)
      if (name === null) continue
      // "They talked me out of a job I did not need": of praise and blame of one thing, the stars say which was meant.
      if (generalNames.has(name) && isTorn(sentence.aspects, label) && contradicts(polarity, rating)) continue
      const known = points.get(name)
      if (known && known.probability >= probability) continue
      points.set(name, {
        name,
        aspect: label.aspect,
        polarity,
        probability,
        quote: quoteFrom(text, sentence.start, sentence.end),
      })
    }
  }
  // "The price and the pricing": what has no word of its own is not named beside something of the same kind.
  const all = [...points.values()]
  const distinct = all.filter(
    (point, place) =>
      !generalNames.has(point.name) ||
      !all.some(
        (other, at) =>
          other.aspect === point.aspect &&
          other.polarity === point.polarity &&
          (!generalNames.has(other.name) ? other !== point : at < place),
      ),
  )
  // One or two stars and nothing but praise: irony, or misread.
  const regrets = distinct.some(({ polarity }) => polarity === 'negative')
  const believed = distinct.filter(({ polarity }) => polarity === 'negative' || rating > 2 || regrets)
  // Points of about equal clarity keep the order of the review.
  return believed.sort((a, b) => clarity(b) - clarity(a))
}

function agreementOf(polarity: Point['polarity'], rating: number): keyof typeof clearProbabilityMin {
  const agrees = polarity === 'positive' ? rating >= 4 : rating <= 2
  const opposes = polarity === 'positive' ? rating <= 2 : rating === 5
  if (agrees) return 'withStars'
  return opposes ? 'againstStars' : 'plain'
}

/** Whether a sentence both praises and blames the aspect of `label`. */
function isTorn(labels: readonly AspectLabel[], { aspect, positive, negative }: AspectLabel): boolean {
  return labels.some((other) => other.aspect === aspect && other.positive > other.negative !== positive > negative)
}

function contradicts(polarity: Point['polarity'], rating: number): boolean {
  return polarity === 'negative' ? rating >= 4 : rating <= 2
}

function clarity({ probability }: Point): number {
  return Math.round(probability * 2)
}

/**
 * The review's own word for it, else the event it describes, else the plainest name of the aspect. Null where the words
 * beside it say the opposite, or say nothing and the stars do not help.
 */
function nameOfPoint(
  phrases: Phrases,
  { aspect, topic, positive, negative }: AspectLabel,
  polarity: Point['polarity'],
  starsAgree: boolean,
  trade: Trade,
): string | null {
  const { tokens, hits, opinions } = phrases
  const probability = Math.abs(positive - negative)
  const sign = polarity === 'positive' ? 1 : -1
  const within = hits.filter(({ value }) => value.aspect === aspect)
  const agrees = (at: number) => {
    const signs = signsAround(phrases, at)
    if (signs.size > 0) return !signs.has(-sign)
    // "Loved the pasta but waited long": no word of ours judges the wait, yet the reading is clear.
    return probability >= sureMin || (starsAgree && !opinions.some(({ strength }) => strength * sign < 0))
  }
  const events = within.filter(
    ({ from, value }) =>
      value.kind === 'opinion' &&
      // Other words than those of the complaint say what kind of waiting it was.
      (value.topic === topic || aspect === 'wait') &&
      opinions.some(({ at, strength }) => at === from && strength * sign > 0),
  )
  const terms = within.filter(({ value }) => value.kind === 'term' && value.topic === topic)
  // A wait is never praised, and a number of hours alone is not a wait.
  const isWaiting = (hit: Hit<Meaning>) => tokens.slice(hit.from, hit.to).some(({ word }) => waitingWord.test(word))
  if (aspect === 'wait' && sign < 0 && !tokens.some(({ word }) => timeWord.test(word))) return null
  const named = terms.filter(
    (hit) => agrees(hit.from) && !(aspect === 'wait' && sign > 0 && isWaiting(hit)) && !isAwaited(tokens, hit.from),
  )
  if (events.length + named.length === 0) {
    const opposed = terms.length > 0 || opinions.some(({ strength }) => strength * sign < 0)
    // Without one word of our own for it, only a sentence that says more than "Great." is taken to be about it.
    if (opposed || !starsAgree || tokens.length < sentenceWordsMin || probability < wordlessMin) return null
  }
  // A health provider speaks of "the treatment", not of the crown: the patient's details are private.
  const own =
    trade === 'dentist'
      ? null
      : ((aspect === 'wait' && polarity === 'negative'
          ? waitIn(tokens)
          : ownWords(tokens, named, within, aspect, polarity)) ??
        nounInside(tokens, events, aspect, polarity, phrases.vocabulary))
  const said = derivedNames.find(
    ({ word, about }) => about === `${aspect} ${polarity}` && tokens.some((token) => word.test(token.word)),
  )?.name
  return (
    own ?? said ?? spokenName(events.some(({ value }) => value.topic === topic) ? topic : null, aspect, polarity, trade)
  )
}

/** "Never waited once" is about the speed: what a turn praises or blames has the plain name of its aspect. */
function nameOfTurn(
  tokens: Token[],
  { aspect }: AspectLabel,
  polarity: Point['polarity'],
  trade: Trade,
): string | null {
  const sign = polarity === 'positive' ? 1 : -1
  const isTurned = turnsOf(tokens).turns.some((turn) => turn.aspect === aspect && turn.sign === sign)
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
  tokens: Token[],
  events: Hit<Meaning>[],
  aspect: Aspect,
  polarity: Point['polarity'],
  vocabulary: Vocabulary,
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

/** True of everything that leads there: each phrase of the topic's lists, or any sentence about the aspect. */
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
 * What a happy reviewer says of coming again, each once. Nothing is taken from a sentence that says no, or says where
 * else to go.
 */
export function gesturesOf(text: string, labels: ReviewLabels): Gesture[] {
  const found = new Map<Gesture['kind'], Gesture>()
  for (const { start, end, signals } of labels.sentences) {
    if (signals.length > 0) continue
    const tokens = readSentences(text.slice(start, end)).flatMap((read) => read.tokens)
    const turned = tokens.some(
      ({ word }) =>
        (negators.has(word) ||
          word.endsWith("n't") ||
          word === 'if' ||
          word === 'elsewhere' ||
          contrastWords.has(word)) &&
        word !== "can't" &&
        word !== 'cannot',
    )
    for (const { value } of gestures.find(tokens))
      if (!found.has(value) && (!turned || value === 'loyal'))
        found.set(value, { kind: value, quote: quoteFrom(text, start, end) })
  }
  return [...found.values()]
}

/** A verbatim slice that fits a claim, cut between words. */
function quoteFrom(text: string, start: number, end: number): string {
  if (end - start <= quoteCharsMax) return text.slice(start, end)
  const cut = text.lastIndexOf(' ', start + quoteCharsMax)
  const last = cut > start ? cut : start + quoteCharsMax
  // Half a surrogate pair is not a character.
  return text.slice(start, /[\uD800-\uDBFF]/.test(text[last - 1] ?? '') ? last - 1 : last)
}
