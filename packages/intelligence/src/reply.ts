import {
  type DraftReviewReplyRequestLength,
  type DraftReviewReplyRequestTone,
  type ReplyWarning,
  replyWarnings,
  type Trade,
} from '@generated/contract/enums'
import people from '../vocabulary/people.json' with { type: 'json' }
import { isEnglishContentWord, labelReview, type ReviewLabels, type SentenceLabels } from './labels.ts'
import { holdsContactData, isFirstName, namesStaff } from './personal-data.ts'
import { alertOf, alerts } from './quotables.ts'
import type { ReplyClaim, ReplyContent, ReplyRequest } from './records.ts'
import {
  acknowledgments,
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
  thanksByStance,
  thanksForStars,
  thanksPlain,
} from './reply-phrases.ts'
import { type Gesture, gesturesOf, type Point, pointsOf } from './reply-points.ts'
import { type Signal, sensitiveSignals } from './signals.ts'
import { type Vocabulary, vocabularyOf } from './taxonomy.ts'
import { readSentences } from './tokens.ts'

export interface ReplyContext {
  businessName: string
  trade: Trade
  /** The same seed and request return the same draft; another seed returns other words. */
  seed: string
}

type Stance = 'positive' | 'mixed' | 'negative'

/** The approximate maximum number of words of each length; a draft with few points is shorter. */
export const wordLimits: Record<DraftReviewReplyRequestLength, number> = { short: 40, medium: 80, long: 140 }
/**
 * Points of praise, and as many of regret, that a sentence lists; a longer draft says more in a sentence of its own.
 */
const pointLimits: Record<DraftReviewReplyRequestLength, { listed: number; more: number }> = {
  short: { listed: 2, more: 0 },
  medium: { listed: 2, more: 2 },
  long: { listed: 2, more: 4 },
}
const factLimits: Record<DraftReviewReplyRequestLength, number> = { short: 2, medium: 4, long: 10 }
const draftCharsMax = 2000
const satisfiedStarsMin = 4
const claimsMax = 12
/** Variants that share more of their words than this read the same. */
const similarityMax = 0.85

/**
 * Drafts replies to one review. A draft consists of our own sentences; of the review it uses only terms of the
 * vocabulary (a dish, the wait), never a passage, so a review cannot control the draft.
 * It asserts only what the review and `facts` say. Health, law, discrimination and abuse get a neutral
 * acknowledgement.
 */
export function draftReply(request: ReplyRequest, { businessName, trade, seed }: ReplyContext): ReplyContent {
  const text = request.review.text ?? ''
  const vocabulary = vocabularyOf(trade)
  const labels = labelReview(text, { trade })
  const signals = new Set(labels.sentences.flatMap((sentence) => signalsIn(sentence, request.review.rating)))
  const points = pointsOf(text, request.review.rating, labels, vocabulary, trade)
  // A complaint about safety needs a person, like a report of illness.
  if (points.some(({ aspect, polarity }) => aspect === 'safety' && polarity === 'negative'))
    signals.add('health_safety')
  const warnings = warningsOf(request, text, labels, signals, vocabulary)

  const stance = stanceOf(request.review.rating, points)
  const sensitive = [...sensitiveSignals].find((signal) => signals.has(signal))
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
  const gestures = stance === 'positive' ? gesturesOf(text, labels) : []
  const start = hash(seed)
  const variants = Array.from({ length: request.variants ?? 1 }, (_, index) => {
    const pick = picker(start, index)
    return sensitive ? acknowledge(sensitive, writer, pick) : compose(points, gestures, writer, pick)
  })
  if (anyTooSimilar(variants.map((variant) => variant.text))) warnings.add('too_similar')
  return { language: 'en', variants, warnings: replyWarnings.filter((warning) => warnings.has(warning)) }
}

/** The signals of a sentence; in four or five stars, praise that only sounds like a danger has none. */
function signalsIn(sentence: SentenceLabels, rating: number): Signal[] {
  const isMeant = rating < satisfiedStarsMin || alertOf(sentence, rating) !== null
  return sentence.signals.filter((signal) => isMeant || !alerts.some((alert) => alert === signal))
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

function compose(
  points: Point[],
  gestures: Gesture[],
  writer: Writer,
  pick: Pick,
): { text: string; claims: ReplyClaim[] } {
  const { tone, stance, length } = writer
  const claims: ReplyClaim[] = []
  const sentences = [thanks(points, writer, pick)]
  const { listed: listedMax, more: moreMax } = pointLimits[length]

  const say = (slot: string, phrases: readonly string[], about: Point[]) => {
    if (about.length === 0) return
    const sentence = pick(slot, phrases).replace('{points}', listed(about.map(({ name }) => name)))
    sentences.push(sentence)
    for (const quote of new Set(about.map((point) => point.quote))) {
      claims.push({ text: sentence, supported_by: 'review', quote })
    }
  }
  const praised = points.filter(({ polarity }) => polarity === 'positive')
  const regretted = points.filter(({ polarity }) => polarity === 'negative')
  const more = (list: Point[]) => list.slice(listedMax, listedMax + moreMax)
  say('praise', praise[tone], praised.slice(0, listedMax))
  if (points.length === 0 && stance === 'positive' && writer.worded) sentences.push(pick('praise', praiseUnnamed))
  say('praise-more', praiseMore, more(praised))
  say('regret', (praised.length > 0 ? regretThough : regret)[tone], regretted.slice(0, listedMax))
  say('regret-more', regretMore, more(regretted))
  if (regretted.length === 0 && stance === 'negative') sentences.push(pick('regret', regretUnnamed[tone]))

  // Thanking a reviewer for coming for years would confirm that they are a patient.
  const chosen = gestureKindsFor(writer).flatMap((kind) => gestures.filter((gesture) => gesture.kind === kind))
  const spoken = chosen.map(
    ({ kind, quote }): ReplyClaim => ({ text: pick(kind, gestureReplies[kind]), supported_by: 'review', quote }),
  )
  sentences.push(...spoken.filter((_, index) => chosen[index]?.kind !== 'returns').map(({ text }) => text))
  claims.push(...spoken)

  for (const fact of writer.facts.slice(0, factLimits[length])) {
    const sentence = ended(fact)
    sentences.push(sentence)
    claims.push({ text: sentence, supported_by: 'fact', quote: fact })
  }
  const returns = spoken.find((_, index) => chosen[index]?.kind === 'returns')
  const closings = writer.health && stance !== 'negative' ? closingsForHealth[stance] : closingsByStance[stance][tone]
  // A fact with contact data replaces the closing.
  const closed = stance === 'negative' && writer.facts.slice(0, factLimits[length]).some(hasContactDetails)
  return frame(sentences, closed ? null : (returns?.text ?? pick('closing', closings)), claims, writer, pick)
}

function gestureKindsFor({ health, length }: Writer): Gesture['kind'][] {
  if (health) return ['recommends']
  return length === 'short' ? ['returns'] : ['loyal', 'recommends', 'returns']
}

function thanks(points: Point[], { tone, stance, rating, worded }: Writer, pick: Pick): string {
  if (!worded && stance !== 'negative') return pick('thanks', thanksForStars).replace('{stars}', starsInWords(rating))
  return pick('thanks', points.length === 0 && stance === 'mixed' ? thanksPlain : thanksByStance[stance][tone])
}

/** "four stars". */
function starsInWords(rating: number): string {
  return rating === 1 ? 'one star' : `${['', 'one', 'two', 'three', 'four', 'five'][rating] ?? rating} stars`
}

function acknowledge(signal: Signal, writer: Writer, pick: Pick): { text: string; claims: ReplyClaim[] } {
  const sentences = [pick('acknowledgement', acknowledgments[signal === 'abuse' ? 'abuse' : 'serious'])]
  if (writer.health) sentences.push(privacyForHealth)
  const claims: ReplyClaim[] = []
  // Only facts with contact data: anything else could be read as a response to the accusation.
  for (const fact of writer.facts.filter(hasContactDetails).slice(0, 2)) {
    sentences.push(ended(fact))
    claims.push({ text: ended(fact), supported_by: 'fact', quote: fact })
  }
  return frame(sentences, null, claims, writer, pick)
}

/** The body of a draft, between greeting and sign-off. */
export function bodyOf(draft: string): string {
  return draft.slice(draft.indexOf('\n\n') + 2, draft.lastIndexOf('\n\n'))
}

/** The draft with another body: greeting, sign-off and signature stay. */
export function withBody(draft: string, body: string): string {
  return `${draft.slice(0, draft.indexOf('\n\n'))}\n\n${body}${draft.slice(draft.lastIndexOf('\n\n'))}`
}

/** Puts greeting, closing and signature around the sentences, and stays below the limit. */
function frame(
  sentences: string[],
  closing: string | null,
  claims: ReplyClaim[],
  writer: Writer,
  pick: Pick,
): { text: string; claims: ReplyClaim[] } {
  const greeting = pick('greeting', greetings[writer.name ? 'named' : 'unnamed'][writer.tone]).replace(
    '{name}',
    writer.name ?? '',
  )
  const signOff = pick('sign-off', signOffs[writer.tone])
  const body = [...sentences]
  const written = () =>
    `${greeting}\n\n${[...body, ...(closing === null ? [] : [closing])].join(' ')}\n\n${signOff}\n${writer.signature}`
  while (written().length > draftCharsMax && body.length > 1) body.pop()
  const text = written()
  return { text, claims: claims.filter((claim) => text.includes(claim.text)).slice(0, claimsMax) }
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
