import * as bounds from '@generated/contract/bounds'
import {
  type DraftReviewReplyRequestLength,
  type DraftReviewReplyRequestTone,
  type ReplyWarning,
  type ReviewFlag,
  replyWarnings,
  type Trade,
} from '@generated/contract/enums'
import people from '../vocabulary/people.json' with { type: 'json' }
import { alertsIn } from './alerts.ts'
import { isEnglishContentWord, labelReview, type ReviewLabels } from './labels.ts'
import { holdsContactData, isFirstName, namesStaff } from './personal-data.ts'
import { readReview } from './reading.ts'
import type { ReplyClaim, ReplyContent, ReplyRequest } from './records.ts'
import { contradictsReview } from './reply-check.ts'
import {
  acknowledgments,
  acknowledgmentsMore,
  attentionByStance,
  closingsByStance,
  closingsForHealth,
  gestureReplies,
  greetings,
  praise,
  praiseMore,
  praiseUnnamed,
  privacyForHealth,
  regret,
  regretMore,
  regretThough,
  regretUnnamed,
  signOffs,
  thanksAgain,
  thanksByStance,
  thanksForStars,
  thanksPlain,
} from './reply-phrases.ts'
import { type Gesture, gesturesOf, type Point, pointsOf } from './reply-points.ts'
import { type Sensitive, sensitiveFlags } from './signals.ts'
import { type Vocabulary, vocabularyOf } from './taxonomy.ts'
import { readSentences } from './tokens.ts'

export interface ReplyContext {
  businessName: string
  trade: Trade
  /** The same seed and request return the same draft; another seed returns other words. */
  seed: string
}

type Stance = 'positive' | 'mixed' | 'negative'

/** The maximum number of words of each length, greeting and signature included. */
export const wordLimits: Record<DraftReviewReplyRequestLength, number> = { short: 45, medium: 85, long: 150 }
/**
 * Points of praise, and as many of regret, that a sentence lists; a longer draft says more in a sentence of its own.
 */
const pointLimits: Record<DraftReviewReplyRequestLength, { listed: number; more: number }> = {
  short: { listed: 2, more: 0 },
  medium: { listed: 2, more: 2 },
  long: { listed: 2, more: 4 },
}
const factLimits: Record<DraftReviewReplyRequestLength, number> = { short: 2, medium: 4, long: 10 }
const draftCharsMax = bounds.ReplyVariant.text.maxLength
const satisfiedStarsMin = 4
const claimsMax = bounds.ReplyVariant.claims.maxItems
/** Variants that share more of their words than this read the same. */
const similarityMax = 0.85

/**
 * Drafts replies to one review. A draft consists of our own sentences; of the review it uses only terms of the
 * vocabulary (a dish, the wait), never a passage, so a review cannot control the draft.
 * It asserts only what the review and `facts` say. Alerts and abuse get a neutral acknowledgement. `labels` are the
 * labels of the text of the review.
 */
export function draftReply(
  request: ReplyRequest,
  { businessName, trade, seed }: ReplyContext,
  labels: ReviewLabels = labelReview(request.review.text ?? '', { trade }),
): ReplyContent {
  const text = request.review.text ?? ''
  const vocabulary = vocabularyOf(trade)
  const { rating } = request.review
  const flags = new Set(labels.sentences.flatMap((sentence) => [...sentence.signals, ...alertsIn(sentence, rating)]))
  const points = pointsOf(text, request.review.rating, labels, vocabulary, trade)
  // A complaint about safety needs a person, like a report of illness.
  if (points.some(({ aspect, polarity }) => aspect === 'safety' && polarity === 'negative')) flags.add('health_safety')
  const warnings = warningsOf(request, text, labels, flags, vocabulary)

  const stance = stanceOf(request.review.rating, points)
  const sensitive = sensitiveFlags.find((flag) => flags.has(flag))
  const writer = {
    tone: request.tone ?? 'professional',
    length: request.length ?? 'medium',
    stance,
    rating: request.review.rating,
    worded: text.trim() !== '',
    health: trade === 'dentist',
    name: firstNameOf(request.review.author_name, vocabulary),
    facts: (request.facts ?? []).map(cleaned).filter((fact) => fact !== ''),
    signature: cleaned(request.signature ?? '') || cleaned(businessName),
  }
  const reading = readReview({ rating: request.review.rating, published_at: null }, labels, 0)
  const gestures = stance === 'positive' ? gesturesOf(text, labels) : []
  const start = hash(seed)
  const variants = Array.from({ length: request.variants ?? 1 }, (_, index) => {
    const pick = picker(start, index)
    if (sensitive) return acknowledge(sensitive, writer, pick)
    // Read as a customer reads it. The longest draft holds all sentences of the shorter ones, so all lengths agree.
    const { claims } = compose(points, gestures, { ...writer, length: 'long' }, pick)
    return contradictsReview(claims, reading, trade)
      ? compose([], [], writer, pick)
      : compose(points, gestures, writer, pick)
  })
  if (anyTooSimilar(variants.map((variant) => variant.text))) warnings.add('too_similar')
  return { language: 'en', variants, warnings: replyWarnings.filter((warning) => warnings.has(warning)) }
}

interface Writer {
  tone: DraftReviewReplyRequestTone
  length: DraftReviewReplyRequestLength
  stance: Stance
  rating: number
  /** The review has text, readable or not. */
  worded: boolean
  /** A draft for a health provider must not confirm that the reviewer is a patient. */
  health: boolean
  name: string | null
  facts: string[]
  signature: string
}

/** Takes one of several phrases; variants take different ones. */
type Pick = (slot: string, phrases: readonly string[]) => string

/** A sentence of a draft. Where words are too many, the sentence of the highest rank is left out first. */
interface Part {
  text: string
  rank: number
  claims: ReplyClaim[]
}

/** Thanks and the points stay longest; what a longer draft adds goes first. */
const ranks = { thanks: 0, points: 1, facts: 2, closing: 3, morePoints: 4, gestures: 5, attention: 6, again: 7 }

function compose(
  points: readonly Point[],
  gestures: readonly Gesture[],
  writer: Writer,
  pick: Pick,
): { text: string; claims: ReplyClaim[] } {
  const { stance, length, health } = writer
  const parts = [
    { text: thanks(points, writer, pick), rank: ranks.thanks, claims: [] },
    ...pointParts(points, writer, pick),
  ]
  // Thanking a reviewer for coming for years would confirm that they are a patient.
  const chosen = gestureKindsFor(writer).flatMap((kind) => gestures.filter((gesture) => gesture.kind === kind))
  const gestureParts = chosen.map(({ kind, quote }) => {
    const text = pick(kind, gestureReplies[kind])
    return { kind, text, rank: ranks.gestures, claims: [{ text, supported_by: 'review', quote } as const] }
  })
  parts.push(...gestureParts.filter(({ kind }) => kind !== 'returns'))
  const facts = writer.facts.slice(0, factLimits[length])
  parts.push(...facts.map(factPart))
  if (length !== 'short') parts.push(fixedPart(pick('attention', attentionByStance[stance]), ranks.attention))
  if (length === 'long') parts.push(fixedPart(pick('thanks-again', thanksAgain), ranks.again))

  // A fact with contact data replaces the closing.
  const closed = stance === 'negative' && facts.some(hasContactDetails)
  const returns = gestureParts.find(({ kind }) => kind === 'returns')
  const closings = health && stance !== 'negative' ? closingsForHealth[stance] : closingsByStance[stance][writer.tone]
  if (!closed)
    parts.push(returns ? { ...returns, rank: ranks.closing } : fixedPart(pick('closing', closings), ranks.closing))
  return frame(parts, writer, pick)
}

/** Names the praise and the complaints; without any, whether the reviewer is satisfied. */
function pointParts(points: readonly Point[], writer: Writer, pick: Pick): Part[] {
  const { tone, stance, length, worded, rating } = writer
  const { listed: listedMax, more: moreMax } = pointLimits[length]
  const say = (slot: string, phrases: readonly string[], about: readonly Point[], rank: number): Part[] => {
    if (about.length === 0) return []
    const text = pick(slot, phrases).replace('{points}', listed(about.map(({ name }) => name)))
    const quotes = [...new Set(about.map((point) => point.quote))]
    return [{ text, rank, claims: quotes.map((quote) => ({ text, supported_by: 'review', quote })) }]
  }
  const praised = points.filter(({ polarity }) => polarity === 'positive')
  const regretted = points.filter(({ polarity }) => polarity === 'negative')
  const more = (list: readonly Point[]) => list.slice(listedMax, listedMax + moreMax)
  const unnamedPraise = points.length === 0 && rating >= satisfiedStarsMin && worded
  const unnamedRegret = regretted.length === 0 && stance === 'negative'
  return [
    ...say('praise', praise[tone], praised.slice(0, listedMax), ranks.points),
    ...(unnamedPraise ? [fixedPart(pick('praise', praiseUnnamed), ranks.points)] : []),
    ...say('praise-more', praiseMore, more(praised), ranks.morePoints),
    ...say('regret', (praised.length > 0 ? regretThough : regret)[tone], regretted.slice(0, listedMax), ranks.points),
    ...say('regret-more', regretMore, more(regretted), ranks.morePoints),
    ...(unnamedRegret ? [fixedPart(pick('regret', regretUnnamed[tone]), ranks.points)] : []),
  ]
}

function fixedPart(text: string, rank: number): Part {
  return { text, rank, claims: [] }
}

function factPart(fact: string): Part {
  const text = ended(fact)
  return { text, rank: ranks.facts, claims: [{ text, supported_by: 'fact', quote: fact }] }
}

function gestureKindsFor({ health, length }: Writer): Gesture['kind'][] {
  if (health) return ['recommends']
  return length === 'short' ? ['returns'] : ['loyal', 'recommends', 'returns']
}

function thanks(points: readonly Point[], { tone, stance, rating, worded }: Writer, pick: Pick): string {
  if (!worded && stance !== 'negative') return pick('thanks', thanksForStars).replace('{stars}', starsInWords(rating))
  if (stance !== 'mixed') return pick('thanks', thanksByStance[stance][tone])
  // "Both sides" only where both are named.
  const signs = new Set(points.map(({ polarity }) => polarity))
  return pick('thanks', signs.size === 2 ? thanksByStance.mixed[tone] : thanksPlain)
}

/** "four stars". */
function starsInWords(rating: number): string {
  return rating === 1 ? 'one star' : `${['', 'one', 'two', 'three', 'four', 'five'][rating] ?? rating} stars`
}

function acknowledge(flag: Sensitive, writer: Writer, pick: Pick): { text: string; claims: ReplyClaim[] } {
  const kinds: Partial<Record<Sensitive, keyof typeof acknowledgments>> = { abuse: 'abuse', legal_threat: 'legal' }
  const phrases = acknowledgments[kinds[flag] ?? 'serious']
  const parts = [fixedPart(pick('acknowledgement', phrases), ranks.thanks)]
  if (writer.length !== 'short') parts.push(fixedPart(pick('more', acknowledgmentsMore), ranks.attention))
  if (writer.health) parts.push(fixedPart(privacyForHealth, ranks.points))
  // Only facts with contact data: anything else could be read as a response to the accusation.
  parts.push(...writer.facts.filter(hasContactDetails).slice(0, 2).map(factPart))
  if (writer.length === 'long') parts.push(fixedPart(pick('thanks-again', thanksAgain), ranks.again))
  return frame(parts, writer, pick)
}

/** The body of a draft, between greeting and sign-off. */
export function bodyOf(draft: string): string {
  return draft.slice(draft.indexOf('\n\n') + 2, draft.lastIndexOf('\n\n'))
}

/** The draft with another body: greeting, sign-off and signature stay. */
export function withBody(draft: string, body: string): string {
  return `${draft.slice(0, draft.indexOf('\n\n'))}\n\n${body}${draft.slice(draft.lastIndexOf('\n\n'))}`
}

/** Puts greeting and signature around the sentences, and leaves out what exceeds the words of its length. */
function frame(all: readonly Part[], writer: Writer, pick: Pick): { text: string; claims: ReplyClaim[] } {
  const greeting = pick('greeting', greetings[writer.name ? 'named' : 'unnamed'][writer.tone]).replace(
    '{name}',
    writer.name ?? '',
  )
  const signOff = pick('sign-off', signOffs[writer.tone])
  let parts = [...all]
  const written = () => `${greeting}\n\n${parts.map(({ text }) => text).join(' ')}\n\n${signOff}\n${writer.signature}`
  const isTooLong = (text: string) =>
    text.length > draftCharsMax || text.split(/\s+/).length > wordLimits[writer.length]
  while (parts.length > 1 && isTooLong(written())) {
    const worst = parts.reduce((least, part) => (part.rank >= least.rank ? part : least))
    parts = parts.filter((part) => part !== worst)
  }
  return { text: written(), claims: parts.flatMap(({ claims }) => claims).slice(0, claimsMax) }
}

function stanceOf(rating: number, points: Point[]): Stance {
  const praises = points.some(({ polarity }) => polarity === 'positive')
  const complains = points.some(({ polarity }) => polarity === 'negative')
  if (praises && complains) return 'mixed'
  if (complains) return rating >= 4 ? 'mixed' : 'negative'
  if (praises) return rating <= 2 ? 'mixed' : 'positive'
  if (rating === 3) return 'mixed'
  return rating >= 4 ? 'positive' : 'negative'
}

function warningsOf(
  request: ReplyRequest,
  text: string,
  labels: ReviewLabels,
  flags: ReadonlySet<ReplyWarning & ReviewFlag>,
  vocabulary: Vocabulary,
): Set<ReplyWarning> {
  const warnings = new Set<ReplyWarning>(flags)
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

/** Names of roles and platforms, never of a person. */
const reservedNames = new Set(people.reservedNames)

/** The first name for the greeting, if the field contains one: reviewers can enter any text. */
function firstNameOf(authorName: string | undefined, vocabulary: Vocabulary): string | null {
  const parts = (authorName ?? '').normalize('NFKC').trim().split(/\s+/)
  const first = parts[0] ?? ''
  if (parts.length > 3 || !/^\p{Script=Latin}[\p{Script=Latin}'’-]{1,19}$/u.test(first)) return null
  if (reservedNames.has(first.toLowerCase()) || parts.some((part) => reservedNames.has(part.toLowerCase()))) return null
  if (isFirstName(first)) return first.charAt(0).toUpperCase() + first.slice(1)
  const startsUpper = /^\p{Lu}\p{Ll}/u.test(first)
  const [sentence] = labelReview(parts.join(' '), { trade: 'other' }).sentences
  const isWord = isEnglishContentWord(first.toLowerCase(), vocabulary) || (sentence?.signals.length ?? 0) > 0
  return startsUpper && !isWord ? first : null
}

function hasContactDetails(fact: string): boolean {
  return holdsContactData(fact) || /\b(contact|call|email|e-mail|reach|phone|write to)\b/i.test(fact)
}

/** One line without invisible characters. */
function cleaned(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

function listed(names: string[]): string {
  return names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
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

/** True if two of the texts read the same. */
export function anyTooSimilar(texts: string[]): boolean {
  return texts.some((text, index) => texts.slice(index + 1).some((other) => similarity(text, other) > similarityMax))
}

function similarity(a: string, b: string): number {
  const left = new Set(a.toLowerCase().split(/\W+/))
  const right = new Set(b.toLowerCase().split(/\W+/))
  const common = [...left].filter((word) => right.has(word)).length
  return common / (left.size + right.size - common)
}
