import { type AspectLabel, isEnglishContentWord, labelReview, type ReviewLabels } from './labels.ts'
import { COMMON_WORDS } from './lexicon.ts'
import { holdsContactData, isFirstName, namesStaff } from './personal-data.ts'
import {
  type Claim,
  REPLY_WARNINGS,
  type ReplyDraft,
  type ReplyRequest,
  type ReplyWarning,
  type Trade,
} from './records.ts'
import {
  ACKNOWLEDGEMENTS,
  CLOSINGS,
  CLOSINGS_HEALTH,
  FILLERS,
  GREETINGS,
  PRAISE,
  PRAISE_ONLY_APOLOGETIC,
  PRIVACY_HEALTH,
  REGRET,
  REGRET_UNNAMED,
  SIGN_OFFS,
  THANKS,
  THANKS_PLAIN,
  type Tone,
} from './reply-phrases.ts'
import { SENSITIVE, type Signal } from './signals.ts'
import { nameOf, type Vocabulary, vocabularyOf } from './taxonomy.ts'
import { readSentences } from './tokens.ts'

export interface ReplyContext {
  businessName: string
  trade: Trade
  /** The same seed and request give the same draft; another seed gives other words. */
  seed: string
}

/** Something the review says, in words that a draft may use, with the words of the review that carry it. */
interface Point {
  name: string
  polarity: 'positive' | 'negative'
  probability: number
  quote: string
}

type Stance = 'positive' | 'mixed' | 'negative'

/** About so many words has the draft of a length. */
export const WORDS: Record<NonNullable<ReplyRequest['length']>, number> = { short: 40, medium: 80, long: 140 }
const POINTS: Record<NonNullable<ReplyRequest['length']>, number> = { short: 2, medium: 3, long: 5 }
/** Sentences that say nothing of this review, at most: a draft is rather short than padded. */
const FILLERS_MAX: Record<NonNullable<ReplyRequest['length']>, number> = { short: 0, medium: 1, long: 2 }
const FACTS: Record<NonNullable<ReplyRequest['length']>, number> = { short: 2, medium: 4, long: 10 }
const DRAFT_CHARS_MAX = 2000
const CLAIMS_MAX = 12
const QUOTE_CHARS_MAX = 240
const POINT_PROBABILITY_MIN = 0.5
/** Variants that share more of their words than this are told apart by nobody. */
const SIMILARITY_MAX = 0.85

/**
 * Drafts answers to one review. A draft is put together from our own sentences; of the review it takes only what our
 * vocabulary knows (a dish, the wait), never a stretch of text, so nothing that a stranger writes can speak through it.
 * It asserts nothing besides what the review says and `facts`. Health, law, discrimination and abuse get a neutral
 * acknowledgement.
 */
export function draftReply(request: ReplyRequest, { businessName, trade, seed }: ReplyContext): ReplyDraft {
  const text = request.review.text ?? ''
  const vocabulary = vocabularyOf(trade)
  const labels = labelReview(text, { trade })
  const signals = new Set(labels.sentences.flatMap((sentence) => sentence.signals))
  const points = pointsOf(text, labels, vocabulary, trade)
  const warnings = warningsOf(request, text, labels, signals, vocabulary)

  const stance = stanceOf(request.review.rating, points)
  const sensitive = [...SENSITIVE].find((signal) => signals.has(signal))
  const writer = {
    tone: request.tone ?? 'professional',
    length: request.length ?? 'medium',
    stance,
    health: trade === 'dentist',
    name: firstNameOf(request.review.author_name, vocabulary),
    facts: (request.facts ?? []).map(cleaned).filter((fact) => fact !== ''),
    signature: cleaned(request.signature ?? '') || cleaned(businessName),
  }
  const start = hash(seed)
  const variants = Array.from({ length: request.variants ?? 1 }, (_, index) => {
    const pick = picker(start, index)
    return sensitive ? acknowledge(sensitive, writer, pick) : compose(points, writer, pick)
  })
  if (anyTooSimilar(variants.map((variant) => variant.text))) warnings.add('too_similar')
  return { language: 'en', variants, warnings: REPLY_WARNINGS.filter((warning) => warnings.has(warning)) }
}

interface Writer {
  tone: Tone
  length: NonNullable<ReplyRequest['length']>
  stance: Stance
  /** Whoever writes about a health provider is not confirmed to be a patient. */
  health: boolean
  name: string | null
  facts: string[]
  signature: string
}

/** Takes one of several phrases; variants take different ones. */
type Pick = (slot: string, phrases: readonly string[]) => string

function compose(points: Point[], writer: Writer, pick: Pick): { text: string; claims: Claim[] } {
  const { tone, stance, length } = writer
  const claims: Claim[] = []
  const unread = points.length === 0
  const sentences = [pick('thanks', unread && stance === 'mixed' ? THANKS_PLAIN : THANKS[stance][tone])]

  const told = (polarity: Point['polarity']) =>
    points.filter((point) => point.polarity === polarity).slice(0, POINTS[length])
  const say = (slot: string, phrases: readonly string[], about: Point[]) => {
    const sentence = pick(slot, phrases).replace('{points}', listed(about.map(({ name }) => name)))
    sentences.push(sentence)
    for (const quote of new Set(about.map((point) => point.quote))) {
      claims.push({ text: sentence, supported_by: 'review', quote })
    }
  }
  const praised = told('positive')
  const regretted = told('negative')
  if (praised.length > 0) {
    say('praise', tone === 'apologetic' && stance === 'positive' ? PRAISE_ONLY_APOLOGETIC : PRAISE[tone], praised)
  }
  if (regretted.length > 0) say('regret', REGRET[tone], regretted)
  else if (stance === 'negative') sentences.push(pick('regret', REGRET_UNNAMED[tone]))

  const facts = writer.facts.slice(0, FACTS[length])
  for (const fact of facts) {
    const sentence = ended(fact)
    sentences.push(sentence)
    claims.push({ text: sentence, supported_by: 'fact', quote: fact })
  }
  const closings = writer.health && stance !== 'negative' ? CLOSINGS_HEALTH[stance] : CLOSINGS[stance][tone]
  return finish(sentences, pick('closing', closings), FILLERS[unread ? 'unread' : stance], claims, writer, pick)
}

function acknowledge(signal: Signal, writer: Writer, pick: Pick): { text: string; claims: Claim[] } {
  const sentences = [pick('acknowledgement', ACKNOWLEDGEMENTS[signal === 'abuse' ? 'abuse' : 'serious'])]
  if (writer.health) sentences.push(PRIVACY_HEALTH)
  const claims: Claim[] = []
  // Of the facts only how to get in touch: anything else could be read as an answer to the accusation.
  for (const fact of writer.facts.filter(tellsHowToGetInTouch).slice(0, 2)) {
    sentences.push(ended(fact))
    claims.push({ text: ended(fact), supported_by: 'fact', quote: fact })
  }
  return finish(sentences, null, FILLERS.neutral, claims, writer, pick)
}

/** What a draft says between its greeting and its sign-off. */
export function bodyOf(draft: string): string {
  return draft.slice(draft.indexOf('\n\n') + 2, draft.lastIndexOf('\n\n'))
}

/** The draft with another body: greeting, sign-off and signature stay. */
export function withBody(draft: string, body: string): string {
  return `${draft.slice(0, draft.indexOf('\n\n'))}\n\n${body}${draft.slice(draft.lastIndexOf('\n\n'))}`
}

/** Adds filling sentences up to the length asked for, the closing and the signature, and stays below the limit. */
function finish(
  sentences: string[],
  closing: string | null,
  fillers: readonly string[],
  claims: Claim[],
  writer: Writer,
  pick: Pick,
): { text: string; claims: Claim[] } {
  const greeting = pick('greeting', GREETINGS[writer.name ? 'named' : 'unnamed'][writer.tone]).replace(
    '{name}',
    writer.name ?? '',
  )
  const signOff = pick('sign-off', SIGN_OFFS[writer.tone])
  const frame = (body: string[]) => `${greeting}\n\n${body.join(' ')}\n\n${signOff}\n${writer.signature}`
  const end = closing === null ? [] : [closing]
  const body = [...sentences]
  const first = fillers.indexOf(pick('filler', fillers))
  let added = 0
  for (let step = 0; step < fillers.length && added < FILLERS_MAX[writer.length]; step += 1) {
    const filler = fillers[(first + step) % fillers.length]
    if (filler === undefined) break
    const words = wordCount([...body, ...end].join(' '))
    // A sentence more is added only if it brings the draft closer to its length.
    if (words + wordCount(filler) / 2 > WORDS[writer.length]) break
    // "Please contact us directly" once is a request, twice it is a plea.
    if (
      /contact us directly/.test(filler) &&
      /contact|in touch|hear from you|speak with you/.test([...body, ...end].join(' '))
    )
      continue
    body.push(filler)
    added += 1
  }
  let text = frame([...body, ...end])
  while (text.length > DRAFT_CHARS_MAX && body.length > 1) {
    body.pop()
    text = frame([...body, ...end])
  }
  return { text, claims: claims.filter((claim) => text.includes(claim.text)).slice(0, CLAIMS_MAX) }
}

/** What the review praises and regrets, clearest first, each thing once. */
function pointsOf(text: string, labels: ReviewLabels, vocabulary: Vocabulary, trade: Trade): Point[] {
  const points = new Map<string, Point>()
  for (const sentence of labels.sentences) {
    const quote = quoteFrom(text, sentence.start, sentence.end)
    for (const label of sentence.aspects) {
      const polarity = label.positive > label.negative ? 'positive' : 'negative'
      const probability = Math.abs(label.positive - label.negative)
      if (label.aspect === 'general' || label.topic === null || probability < POINT_PROBABILITY_MIN) continue
      const name = pointName(text.slice(sentence.start, sentence.end), label, polarity, vocabulary, trade)
      if (!name) continue
      const known = points.get(name)
      if (!known || known.probability < probability) points.set(name, { name, polarity, probability, quote })
    }
  }
  // What is about equally clear stays in the order in which the review says it.
  return [...points.values()].sort((a, b) => clarity(b) - clarity(a))
}

function clarity({ probability }: Point): number {
  return Math.round(probability * 4)
}

/** Aspects whose terms are things that "the" can stand before; elsewhere a term may be a verb ("waited"). */
const THINGS = new Set(['quality', 'service', 'ambience', 'comfort', 'location'])

/** "the mushroom risotto": neighbouring terms of our own vocabulary as the review has them, else the name of the topic. */
function pointName(
  sentence: string,
  { aspect, topic }: AspectLabel,
  polarity: Point['polarity'],
  vocabulary: Vocabulary,
  trade: Trade,
): string | null {
  const known = topic === null ? undefined : vocabulary.topics.get(topic)
  const fallback = known ? nameOf(known, polarity) : null
  // A health provider speaks of "the treatment", not of the crown: the detail is the patient's to tell.
  if (!THINGS.has(aspect) || trade === 'dentist') return fallback
  const tokens = readSentences(sentence).flatMap((read) => read.tokens)
  const hits = vocabulary.phrases.find(tokens).filter(({ value }) => value.kind === 'term' && value.aspect === aspect)
  const main = hits.find(({ value }) => value.topic === topic)
  if (!main) return fallback
  let { from, to } = main
  for (const hit of hits) {
    if (hit.from === to) to = hit.to
    else if (hit.to === from && to - hit.from <= 3) from = hit.from
  }
  const words = tokens.slice(from, to).map(({ word }) => word)
  if (words.length > 4 || words.some((word) => COMMON_WORDS.has(word) && word !== 'of')) return fallback
  return `the ${words.join(' ')}`
}

function stanceOf(rating: number, points: Point[]): Stance {
  const praises = points.some(({ polarity }) => polarity === 'positive')
  const complains = points.some(({ polarity }) => polarity === 'negative')
  if (praises && complains) return 'mixed'
  if (complains) return rating >= 4 ? 'mixed' : 'negative'
  if (praises) return rating <= 2 ? 'mixed' : 'positive'
  return rating >= 4 ? 'positive' : rating === 3 ? 'mixed' : 'negative'
}

function warningsOf(
  request: ReplyRequest,
  text: string,
  labels: ReviewLabels,
  signals: ReadonlySet<Signal>,
  vocabulary: Vocabulary,
): Set<ReplyWarning> {
  const warnings = new Set<ReplyWarning>(signals)
  const hasText = text.trim() !== ''
  if (holdsContactData(text.slice(0, 10_000))) warnings.add('personal_data')
  const isKnown = (word: string) => isEnglishContentWord(word, vocabulary)
  if (readSentences(text).some(({ tokens }) => namesStaff(tokens, isKnown))) warnings.add('staff_named')
  if (contradictsStars(request.review.rating, labels)) warnings.add('rating_mismatch')
  const judged = labels.sentences.some(({ aspects }) =>
    aspects.some(({ positive, negative }) => positive + negative > 0.4),
  )
  if (hasText && !judged) warnings.add('low_confidence')
  const wanted = request.language ?? (hasText && labels.language !== 'und' ? labels.language : 'en')
  if (wanted !== 'en') warnings.add('language_unsupported')
  return warnings
}

function contradictsStars(rating: number, { sentences }: ReviewLabels): boolean {
  let positive = 0
  let negative = 0
  for (const { aspects } of sentences) {
    for (const label of aspects) {
      positive += label.positive
      negative += label.negative
    }
  }
  if (rating >= 4) return negative > 0.6 && negative > positive * 2
  if (rating <= 2) return positive > 0.6 && positive > negative * 2
  return false
}

const NO_NAMES = new Set(
  'user guest customer anonymous google local guide admin administrator system assistant reviewer visitor client patient unknown member profile account'.split(
    ' ',
  ),
)

/** The first name for the greeting, if the field holds one: a reviewer can write anything there. */
function firstNameOf(authorName: string | undefined, vocabulary: Vocabulary): string | null {
  const parts = (authorName ?? '').normalize('NFKC').trim().split(/\s+/)
  const first = parts[0] ?? ''
  if (parts.length > 3 || !/^\p{Script=Latin}[\p{Script=Latin}'’-]{1,19}$/u.test(first)) return null
  if (NO_NAMES.has(first.toLowerCase()) || parts.some((part) => NO_NAMES.has(part.toLowerCase()))) return null
  if (isFirstName(first)) return first.charAt(0).toUpperCase() + first.slice(1)
  const startsUpper = /^\p{Lu}\p{Ll}/u.test(first)
  const [sentence] = labelReview(parts.join(' '), { trade: 'other' }).sentences
  const isWord = isEnglishContentWord(first.toLowerCase(), vocabulary) || (sentence?.signals.length ?? 0) > 0
  return startsUpper && !isWord ? first : null
}

function tellsHowToGetInTouch(fact: string): boolean {
  return holdsContactData(fact) || /\b(contact|call|email|e-mail|reach|phone|write to)\b/i.test(fact)
}

/** A verbatim slice that fits a claim, cut between words. */
function quoteFrom(text: string, start: number, end: number): string {
  if (end - start <= QUOTE_CHARS_MAX) return text.slice(start, end)
  const cut = text.lastIndexOf(' ', start + QUOTE_CHARS_MAX)
  const last = cut > start ? cut : start + QUOTE_CHARS_MAX
  // Half a surrogate pair is no character.
  return text.slice(start, /[\uD800-\uDBFF]/.test(text[last - 1] ?? '') ? last - 1 : last)
}

/** One line without characters that cannot be seen. */
function cleaned(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

function listed(names: string[]): string {
  return names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function wordCount(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/** Each slot begins somewhere else, and each variant takes the next phrase of it. */
function picker(start: number, variant: number): Pick {
  return (slot, phrases) => phrases[(hash(slot, start) + variant) % phrases.length] ?? ''
}

/** FNV-1a, 32 bits. */
function hash(text: string, start = 0x811c9dc5): number {
  let value = start
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}

/** True if two of the texts would be told apart by nobody. */
export function anyTooSimilar(texts: string[]): boolean {
  return texts.some((text, index) => texts.slice(index + 1).some((other) => similarity(text, other) > SIMILARITY_MAX))
}

function similarity(a: string, b: string): number {
  const left = new Set(a.toLowerCase().split(/\W+/))
  const right = new Set(b.toLowerCase().split(/\W+/))
  const common = [...left].filter((word) => right.has(word)).length
  return common / (left.size + right.size - common)
}
