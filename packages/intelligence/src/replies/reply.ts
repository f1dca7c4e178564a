import {
  type DraftReviewReplyRequestLength,
  type ReplyWarning,
  replyWarnings,
  type Trade,
} from '@generated/contract/enums'
import { labelReview, type ReviewLabels } from '../labels/labels.ts'
import { readReview } from '../labels/reading.ts'
import { type Sensitive, sensitiveFlags } from '../labels/signals.ts'
import type { ReplyClaim, ReplyContent, ReplyRequest } from '../records.ts'
import { vocabularyOf } from '../vocabulary/taxonomy.ts'
import { contradictsReview, invites } from './check.ts'
import { type Gesture, gesturesOf } from './gestures.ts'
import { isGrave } from './gravity.ts'
import {
  type Draft,
  factPart,
  fixedPart,
  frame,
  hasContactDetails,
  type Part,
  quotedPart,
  ranks,
  type Writer,
} from './parts.ts'
import { phrasesByTone, sharedPhrases } from './phrases.ts'
import { type Pick, phrasePickers } from './picker.ts'
import { type Point, pointsOf } from './points.ts'
import { acknowledge, condole, writeSoberly } from './quiet.ts'
import { isAnsweredBy, type Request, requestIn, soberly } from './requests.ts'
import { flagsOf, speaksOfCharges } from './serious.ts'
import { isLawFirm, type Situation, sentencesOf, situationOf } from './situations.ts'
import { clearlyComplainsOf, complainsOf, isFaint, isPraised, likelyComplainsOf } from './unnamed.ts'
import { contradictsStars, firstNameOf, warningsOf } from './warnings.ts'

export interface ReplyContext {
  businessName: string
  trade: Trade
  /** The same seed, request and recent drafts return the same draft; another seed returns other words. */
  seed: string
  /** The latest drafts of the business, newest first. Their sentences are avoided: replies should not read alike. */
  recent?: readonly string[]
}

type Stance = 'positive' | 'mixed' | 'negative'

/** Points of praise, and as many of regret, that a draft names. */
const pointLimits: Record<DraftReviewReplyRequestLength, number> = { short: 2, medium: 2, long: 3 }
const factLimits: Record<DraftReviewReplyRequestLength, number> = { short: 2, medium: 4, long: 10 }
const satisfiedStarsMin = 4
const unhappyStarsMax = 2
/** A review with fewer words apart from its question or request says nothing else. */
const otherWordsMin = 12
/** From this number of words on, a review with three stars is taken to have a complaint, even if none is clear. */
const longWordsMin = 25
/** A review with fewer words has no details to thank for. */
const detailedWordsMin = 12
/** Variants that share more of their words than this read the same. */
const similarityMax = 0.85

/**
 * Drafts replies to one review. A draft consists of our own sentences; of the review it uses only terms of the
 * vocabulary (a dish, the wait), never a passage, so a review cannot control the draft.
 * It asserts only what the review and `facts` say. Alerts and abuse get a neutral acknowledgement, a death gets
 * condolences, and what may be grave without being certain a sober reply. `labels` are the labels of the text of the
 * review.
 */
export function draftReply(
  request: ReplyRequest,
  context: ReplyContext,
  labels: ReviewLabels = labelReview(request.review.text ?? '', context),
): ReplyContent {
  const text = request.review.text ?? ''
  const vocabulary = vocabularyOf(context.trade)
  const review = readForReply(request, context, labels)
  const { flags, serious, doubtful } = flagsOf(request, context, labels)
  const warnings = warningsOf(request, text, labels, flags, { vocabulary, businessName: context.businessName })

  const sensitive = sensitiveIn(serious, review.situation)
  const isSober = doubtful || isGrave(sentencesOf(text, labels), request.review.rating)
  const writer: Writer = {
    tone: request.tone ?? 'professional',
    length: request.length ?? 'medium',
    trade: context.trade,
    health: context.trade === 'dentist',
    name: firstNameOf(request.review.author_name, vocabulary),
    facts: (request.facts ?? []).map(cleaned).filter((fact) => fact !== ''),
    signature: cleaned(request.signature ?? '') || cleaned(context.businessName),
  }
  const pickerOf = phrasePickers(context.seed, context.recent ?? [])
  const variants = Array.from({ length: request.variants ?? 1 }, (_, variant) => {
    const pick = pickerOf(variant)
    if (sensitive)
      return acknowledge(
        sensitive,
        { ...review, isLegalOnly: serious.size === 1, isCharged: speaksOfCharges(text) },
        writer,
        pick,
      )
    if (review.situation.grieves) return condole(review, isLawFirm(context.businessName), writer, pick)
    if (isSober) return writeSoberly(review, requestParts(soberly(review.request), writer, pick), writer, pick)
    // The longest draft holds all that the shorter ones say of the review, so all lengths agree.
    const longest = compose(review, { ...writer, length: 'long' }, pickerOf(variant))
    const isFalse = contradictsReview({ body: bodyOf(longest.text), claims: judging(longest, review) }, review)
    return compose(isFalse ? withoutPoints(review) : review, writer, pickerOf(variant))
  })
  if (anyTooSimilar(variants.map((variant) => variant.text))) warnings.add('too_similar')
  return { language: 'en', variants, warnings: replyWarnings.filter((warning) => warnings.has(warning)) }
}

function sensitiveIn(serious: ReadonlySet<ReplyWarning>, { distresses }: Situation): Sensitive | 'distress' | null {
  return sensitiveFlags.find((flag) => serious.has(flag)) ?? (distresses ? 'distress' : null)
}

/**
 * Returns whether the draft for a review has neither praise nor cheer: for an accusation, a death, or what may be
 * grave. Nobody should make such a draft livelier.
 */
export function isQuiet(request: ReplyRequest, context: ReplyContext, labels: ReviewLabels): boolean {
  const { rating, text = '' } = request.review
  const sentences = sentencesOf(text, labels)
  const { serious, doubtful } = flagsOf(request, context, labels)
  const situation = situationOf(sentences, rating)
  return doubtful || situation.grieves || sensitiveIn(serious, situation) !== null || isGrave(sentences, rating)
}

/** Everything about a review that its draft depends on. */
interface Reviewed {
  rating: number
  trade: Trade
  reading: ReturnType<typeof readReview>
  situation: Situation
  request: Request | null
  praised: readonly Point[]
  blamed: readonly Point[]
  gestures: readonly Gesture[]
  stance: Stance
  /** The review has text, readable or not. */
  worded: boolean
  /** The review complains of something, even if no draft can name it. */
  complains: boolean
  /** It has enough words for details. */
  detailed: boolean
  /** It is long, and the customer does not take the blame. */
  mayBlame: boolean
  /** It clearly complains of the business: an apology has a reason. */
  blames: boolean
  /** The business could not be reached, or the customer waits for it to call: to be asked to call would hurt. */
  avoidsContact: boolean
  /** Nothing is praised more than faintly: "decent", "okay". */
  faint: boolean
  /** Four or five stars, and praise of anything. */
  kind: boolean
  /** Too little was understood for thanks that say more than "thank you for your review". */
  unclear: boolean
}

function readForReply({ review }: ReplyRequest, { trade, businessName }: ReplyContext, labels: ReviewLabels): Reviewed {
  const { rating } = review
  const text = review.text ?? ''
  const points = pointsOf(text, labels, { rating, vocabulary: vocabularyOf(trade), trade, businessName })
  const sentences = sentencesOf(text, labels)
  const situation = situationOf(sentences, rating)
  const read = withoutComplaint(requestIn(sentences, trade), situation)
  const request = rating <= unhappyStarsMax ? soberly(read) : read
  const praised = points.filter(({ polarity }) => polarity === 'positive')
  const blamed = points.filter(({ polarity }) => polarity === 'negative')
  const stance = stanceOf(rating, blamed, praised)
  const complains = blamed.length > 0 || situation.unreached !== null || complainsOf(text, labels, businessName)
  const unreached = unreachedPoint(situation, rating)
  const isBlamed = !situation.ownsFault && clearlyComplainsOf(text, labels, businessName, vocabularyOf(trade))
  const isKind = isPraised(text, labels)
  // Who writes at length with three stars has something to complain of.
  const words = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0)
  const isLong = words >= longWordsMin
  const isLikelyBlamed = isLong && !situation.ownsFault && likelyComplainsOf(text, labels, businessName)
  const otherWords = sentences.reduce(
    (sum, { text: said, tokens }) => sum + (said === request?.quote ? 0 : tokens.length),
    0,
  )
  const asksOnly = request !== null && praised.length === 0 && !isKind && otherWords < otherWordsMin
  const isMisjudged = contradictsStars(rating, text, labels, vocabularyOf(trade))
  return {
    rating,
    trade,
    reading: readReview({ rating, published_at: null }, labels, 0),
    situation,
    request,
    praised,
    blamed: [...blamed, ...unreached],
    gestures: stance === 'positive' ? gesturesOf(text, labels) : [],
    stance,
    worded: text.trim() !== '',
    complains: rating < 5 && complains,
    detailed: words >= detailedWordsMin,
    mayBlame: !situation.ownsFault && isLong,
    blames: rating <= unhappyStarsMax || blamed.length + unreached.length > 0 || isBlamed || isLikelyBlamed,
    avoidsContact: situation.avoidsContact || request?.kind === 'call' || request?.kind === 'task',
    faint: rating < 5 && praised.length === 0 && isFaint(text, vocabularyOf(trade)),
    kind: rating >= satisfiedStarsMin && isKind,
    unclear: isMisjudged || asksOnly || (stance === 'mixed' && points.length === 0 && !complains),
  }
}

/** "I wish somebody answered the phone" is a complaint, and no draft promises to consider it. */
function withoutComplaint(request: Request | null, { unreached }: Situation): Request | null {
  return request?.kind === 'suggestion' && request.quote === unreached?.quote ? null : request
}

function unreachedPoint({ unreached }: Situation, rating: number): Point[] {
  if (unreached === null || rating > satisfiedStarsMin) return []
  return [{ ...unreached, aspect: 'communication', polarity: 'negative', probability: 1 }]
}

/** The claims that praise or regret. A suggestion that a draft takes up is neither. */
function judging({ claims }: Draft, { request }: Reviewed): ReplyClaim[] {
  if (request === null) return claims
  const { topic, quote, kind } = request
  const isRequest = (text: string) =>
    topic === null ? sharedPhrases.unnamed[kind].includes(text) : text.includes(topic)
  return claims.filter((claim) => claim.quote !== quote || !isRequest(claim.text))
}

/** The same review with nothing to name: a draft that says too little is better than one that says the opposite. */
function withoutPoints(review: Reviewed): Reviewed {
  return { ...review, praised: [], blamed: [], gestures: [], stance: stanceOf(review.rating, [], []) }
}

function stanceOf(rating: number, blamed: readonly Point[], praised: readonly Point[]): Stance {
  if (rating >= satisfiedStarsMin) return 'positive'
  if (rating <= unhappyStarsMax) return praised.length > 0 && blamed.length > 0 ? 'mixed' : 'negative'
  return 'mixed'
}

function compose(review: Reviewed, writer: Writer, pick: Pick): Draft {
  const { stance, gestures } = review
  const { length } = writer
  const opening = [fixedPart(thanks(review, writer, pick), ranks.thanks), ...pointParts(review, writer, pick)]
  const chosen = gestureKindsFor(writer).flatMap((kind) => gestures.filter((gesture) => gesture.kind === kind))
  const gestureParts = chosen.map(({ kind, quote }) => ({
    kind,
    ...quotedPart(pick(kind, sharedPhrases.gestures[kind]), ranks.gestures, [quote]),
  }))
  const facts = writer.facts.slice(0, factLimits[length])
  // A fact with contact data replaces the closing.
  const isClosed = stance === 'negative' && facts.some(hasContactDetails)
  const returns = gestureParts.find(({ kind }) => kind === 'returns')
  const closing = returns
    ? { ...returns, rank: ranks.closing }
    : fixedPart(pick('closing', closingsFor(review, writer)), ranks.closing)
  const parts = [
    ...opening,
    ...gestureParts.filter(({ kind }) => kind !== 'returns'),
    ...requestParts(review.request, writer, pick),
    ...facts.map(factPart),
    ...attentionParts(review, writer, pick),
    ...(isClosed ? [] : [closing]),
  ]
  // Warm wishes would be light for an unhappy customer.
  const { greetings, signOffs } = phrasesByTone[writer.tone]
  const courtesy = { greetings, signOffs: stance === 'negative' ? sharedPhrases.sober.signOffs : signOffs }
  return frame(parts, writer, pick, courtesy)
}

function thanks({ stance, rating, worded, unclear, faint }: Reviewed, { tone }: Writer, pick: Pick): string {
  if (!worded && stance !== 'negative')
    return pick('thanks', sharedPhrases.thanksForStars).replace('{stars}', starsInWords(rating))
  return pick(
    'thanks',
    unclear || (faint && stance === 'positive') ? sharedPhrases.thanksPlain : phrasesByTone[tone].thanks[stance],
  )
}

/** "four stars". */
function starsInWords(rating: number): string {
  return rating === 1 ? 'one star' : `${['', 'one', 'two', 'three', 'four', 'five'][rating] ?? rating} stars`
}

/** Names the praise and the complaints; without any, says whether the reviewer is satisfied. */
function pointParts(review: Reviewed, { tone, length, health }: Writer, pick: Pick): Part[] {
  const { stance, rating, worded, unclear, faint, request, praised, blamed, blames } = review
  const phrases = phrasesByTone[tone]
  // A short draft with praise and a complaint has room for one of each, and a closing.
  const isCrowded = length === 'short' && praised.length > 0 && blamed.length > 0
  const say = (slot: string, list: readonly string[], about: readonly Point[]): Part[] => {
    const named = about.slice(0, isCrowded ? 1 : pointLimits[length])
    if (named.length === 0) return []
    const text = pick(slot, list).replace('{points}', listed(named.map(({ name }) => name)))
    return [quotedPart(text, ranks.points, [...new Set(named.map(({ quote }) => quote))])]
  }
  const isSatisfied = rating >= satisfiedStarsMin
  // Prices are not apologized for, and nothing is to a satisfied customer: what they say is understood.
  const isRegretted = ({ aspect }: Point) => !isSatisfied && aspect !== 'price'
  const regretted = blamed.filter(isRegretted)
  const understood = blamed.filter((point) => !isRegretted(point))
  const unnamedPraise = isSatisfied && worded && praised.length === 0 && !unclear
  // "Please clean your toilets" with two stars is a complaint as well.
  const isUnhappyWish = request !== null && request.kind !== 'question'
  const unnamedRegret =
    stance === 'negative' && regretted.length === 0 && understood.length === 0 && (!unclear || isUnhappyWish)
  const own = health ? sharedPhrases.health : phrases
  // Four stars are not the best that one could wish for.
  const reserved = rating === satisfiedStarsMin && !health ? sharedPhrases.praiseReserved : own.praiseUnnamed
  const isUnhappy = rating <= unhappyStarsMax && stance === 'mixed'
  const mildRegret = worded && blames && (rating === 3 || isUnhappy) && regretted.length === 0 && !onlyAsks(review)
  const conditional = worded && stance === 'negative' && regretted.length === 0 && !unnamedRegret
  const isImpartial = isNeutral(review) && !onlyAsks(review) && regretted.length === 0
  const mayFallShort = isImpartial && review.mayBlame
  return [
    ...say('praise', phrases.praise, praised),
    ...(unnamedPraise ? [fixedPart(pick('praise', faint ? sharedPhrases.praiseFaint : reserved), ranks.points)] : []),
    ...say('regret', praised.length > 0 ? phrases.regretThough : phrases.regret, regretted),
    ...(mildRegret ? [fixedPart(pick('regret', own.regretMild), ranks.points)] : []),
    ...say('note', phrases.note, understood),
    ...(unnamedRegret ? [fixedPart(pick('regret', own.regretUnnamed), ranks.points)] : []),
    ...(conditional ? [fixedPart(pick('regret', sharedPhrases.conditional), ranks.points)] : []),
    ...(isImpartial
      ? [fixedPart(pick('said', mayFallShort ? sharedPhrases.conditional : sharedPhrases.neutral.said), ranks.points)]
      : []),
  ]
}

/** Takes up what the review asks for, unless a fact of the owner answers it. */
function requestParts(request: Request | null, { tone, facts }: Writer, pick: Pick): Part[] {
  if (request === null || facts.some((fact) => isAnsweredBy(request, fact))) return []
  const { kind, topic, quote } = request
  const text =
    topic === null || kind === 'task' || kind === 'call'
      ? pick(kind, sharedPhrases.unnamed[kind])
      : pick(kind, phrasesByTone[tone][kind]).replace('{topic}', topic)
  return [quotedPart(text, ranks.request, [quote])]
}

/** Three stars and no clear complaint: nothing to be sorry for, and nothing to celebrate. */
function isNeutral({ rating, worded, blames }: Reviewed): boolean {
  return worded && rating === 3 && !blames
}

function attentionParts(review: Reviewed, { tone, length, health }: Writer, pick: Pick): Part[] {
  const { stance, rating, worded, complains, request, faint, praised } = review
  if (length === 'short') return []
  if (onlyAsks(review)) {
    const { attention, more } = sharedPhrases.asked
    const asked = [fixedPart(pick('attention', attention), ranks.attention)]
    return length === 'medium' ? asked : [...asked, fixedPart(pick('more', more), ranks.more)]
  }
  // Praise with a remark is thanked for neither as praise alone nor as criticism.
  const isReserved = rating === satisfiedStarsMin && praised.length === 0
  const isRemarking = stance === 'positive' && (complains || request !== null || faint || isReserved)
  if (isNeutral(review) || (isRemarking && worded)) {
    const { more, ...all } = sharedPhrases.neutral
    const attention = review.detailed ? all.attention : all.attention.filter((each) => !/\bdetails\b/i.test(each))
    const neutral = [fixedPart(pick('attention', attention), ranks.attention)]
    return length === 'medium' ? neutral : [...neutral, fixedPart(pick('more', more), ranks.more)]
  }
  const own = health ? sharedPhrases.health : phrasesByTone[tone]
  const said = pick('attention', worded ? own.attention[stance] : sharedPhrases.attentionForStars)
  if (length === 'medium') return [fixedPart(said, ranks.attention)]
  const more = health ? sharedPhrases.health.more : sharedPhrases.more[stance]
  const added = pick('more', worded ? more : sharedPhrases.moreForStars)
  return [fixedPart(said, ranks.attention), fixedPart(added, ranks.more)]
}

/** A question in a review of which nothing else was understood. */
function onlyAsks({ unclear, request }: Reviewed): boolean {
  return unclear && request?.kind === 'question'
}

/** Businesses that one visits for pleasure hope for the next visit; others for being of use. */
const visitedTrades: ReadonlySet<Trade> = new Set(['restaurant', 'hotel', 'salon', 'retail'])

function closingsFor(review: Reviewed, writer: Writer): readonly string[] {
  const closings = contactClosingsFor(review, writer)
  // Nobody visits a law firm or a plumber again for pleasure.
  const suitable = closings.filter((closing) => visitedTrades.has(writer.trade) || !/\bvisit\b/.test(closing))
  return suitable.length > 0 ? suitable : closings
}

function contactClosingsFor(review: Reviewed, writer: Writer): readonly string[] {
  const { stance, situation, avoidsContact } = review
  if (!avoidsContact) return closingsOf(review, writer)
  const closings = phrasesByTone[writer.tone].closings
  if (situation.unreached && stance !== 'positive') return closings.unreached
  const calm = [
    ...closingsOf(review, writer),
    ...(stance === 'negative' ? (writer.health ? sharedPhrases.health : { closings }).closings.mixed : []),
  ]
  return calm.filter((closing) => !invites(closing))
}

function closingsOf(review: Reviewed, { tone, health, trade }: Writer): readonly string[] {
  const { stance, situation } = review
  if (onlyAsks(review)) return sharedPhrases.asked.closings
  const closings = phrasesByTone[tone].closings
  if (situation.departs && stance === 'positive') return sharedPhrases.movedAway
  if (isNeutral(review)) return sharedPhrases.neutral.closings
  if (health && stance !== 'negative') return sharedPhrases.health.closings[stance]
  if (stance === 'positive' && !visitedTrades.has(trade)) return closings.help
  return closings[stance]
}

function gestureKindsFor({ health, length, trade }: Writer): Gesture['kind'][] {
  // Thanking a reviewer for coming for years would confirm that they are a patient.
  if (health) return ['recommends']
  if (length === 'short') return ['returns']
  return visitedTrades.has(trade) ? ['loyal', 'recommends', 'returns'] : ['loyal', 'recommends']
}

/** The body of a draft, between greeting and sign-off. */
export function bodyOf(draft: string): string {
  return draft.slice(draft.indexOf('\n\n') + 2, draft.lastIndexOf('\n\n'))
}

/** The draft with another body: greeting, sign-off and signature stay. */
export function withBody(draft: string, body: string): string {
  return `${draft.slice(0, draft.indexOf('\n\n'))}\n\n${body}${draft.slice(draft.lastIndexOf('\n\n'))}`
}

/** One line without invisible characters. */
function cleaned(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function listed(names: string[]): string {
  return names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
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
