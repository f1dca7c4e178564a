import * as bounds from '@generated/contract/bounds'
import type { Aspect, Trade } from '@generated/contract/enums'
import { type AspectLabel, labelReview, type ReviewLabels, readsAlone, type SentenceLabels } from '../labels/labels.ts'
import { countedSides, fullStars, type Reading } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import type { Quote } from '../records.ts'
import { judgesOther, namesAspect, praisesInWords } from './aspect-words.ts'
import { causeOf } from './causes.ts'
import { clearOnes, type Report } from './reports.ts'
import { type SubjectComplaint, subjectOf, subjectsNamed } from './subjects.ts'

/** Selects the sentences of reviews that are quoted: the best of each subject, and every alert. */

/** A sentence that may be quoted, kept while the reviews stream by. */
export interface Candidate {
  review: Omit<ReviewInput, 'labels' | 'text' | 'owner_replied'>
  text: string
  polarity: 'positive' | 'negative'
  probability: number
  /** The text judges nothing but what it is a quote about. */
  isOnly: boolean
  /** The number of reviews that have the same words. */
  times: number
  alerts: readonly Alert[]
}

/** Alerts that differ from an ordinary complaint about the same aspect only in their gravity. */
export const ordinaryToo: ReadonlySet<Alert> = new Set(['hygiene', 'wrong_charge'])

/** Slots of own reviews without a reply: with an alert, with one or two stars, with at most three, and all. */
export const unansweredAlert = 'unanswered alert'
export const unansweredLow = 'unanswered low'
export const unansweredCritical = 'unanswered critical'
export const unansweredAny = 'unanswered'
/** The slot of those with one or two stars that name a subject or a cause; for want of a clear judgment. */
export const unansweredNaming = 'unanswered naming'
/** Reviews with at most this many stars count as low, and with at most this many as critical. */
export const lowStarsMax = 2
const criticalStarsMax = 3
const quotablesPerSlot = 8
const quoteProbabilityMin = 0.55
/** The same about the visit as a whole, where a vague sentence shows nothing: "Been coming for years." */
const generalProbabilityMin = 0.75
const quoteCharsMax = bounds.Quote.text.maxLength
const quoteCharsMin = 18
/** "No explanation." is too short to be evidence. */
const quoteWordsMin = 4
/** The probability of a judgment from which a quote, read without its review, shows it. */
const supportMin = 0.4
/** Words that refer to the sentence before, at the beginning or the end: "They did.", "But the file …", "to either." */
const referring =
  /^\W*(?:(?:now|still|again|today|then) )?(?:it|it's|its|he|he's|she|she's|his|her|him|they|they're|they'd|they've|their|them|this|that|that's|these|those|which|but|and|so|or|also|because|then|plus|however|though|otherwise|instead|yet|was|were|did|same|there(?:'s|’s| is| was) (?:one|only|another|more))\b|\b(?:either|neither|them|it)\W*$/i

/** Words after which praise is said to be limited. */
const contrast = /\b(?:but|though|tho|although|however|except|yet)\b/i
/** "I don't think it's the staff", "I'd never say the service was rude": no complaint, whatever comes after it. */
const denial = /\b(?:\w+n't|not|never) (?:think|thinking|say|saying|blame|blaming) /i

/** Name of a slot; `about` is an aspect, or for own reviews also a topic or an alert. */
export function slotName(side: 'own' | 'competitors', about: string, polarity: Candidate['polarity']): string {
  return `${side} ${about} ${polarity}`
}

/** Name of the slot of one competitor, in addition to that of all of them. */
export function competitorSlot(id: string, aspect: Aspect, polarity: Candidate['polarity']): string {
  return `${id} ${aspect} ${polarity}`
}

/** The `about` of a slot with complaints that name a cause. */
export function naming(cause: string): string {
  return `naming ${cause}`
}

/** The `about` of a slot with complaints about a subject. */
export function namingSubject(subject: string): string {
  return `about ${subject}`
}

/** The `about` of a slot with praise that names a strength. */
export function namingStrength(strength: string): string {
  return `for ${strength}`
}

/** The `about` of a slot with complaints that name the aspect and may be about others as well. */
export function namingAspect(aspect: Aspect): string {
  return `also ${aspect}`
}

/** The `about` of a slot with the other complaints of own reviews that report an alert. */
export function nextTo(alert: Alert): string {
  return `next to ${alert}`
}

/** The `about` of a slot with sentences of own reviews that may report an alert, and are not counted. */
export function possibly(alert: Alert): string {
  return `possibly ${alert}`
}

/** The aspects that a review judges, and those that it complains about, in words that belong to them. */
export interface Shown {
  judged: Set<Aspect>
  complained: Set<Aspect>
}

/** A review, and the facts that decide whether its sentences may be quoted. */
interface QuotableReview {
  review: ReviewInput
  labels: ReviewLabels
  reading: Pick<Reading, 'aspects'>
  /** The causes that each sentence names. */
  causes: readonly (readonly string[])[]
  /** The subjects that each sentence complains about. */
  subjects: readonly (readonly SubjectComplaint[])[]
  /** The strengths that each sentence praises. */
  strengths: readonly (readonly string[])[]
  /** The reports of each sentence. */
  reports: readonly (readonly Report[])[]
  trade: Trade
  isAnonymous: (text: string) => boolean
}

/**
 * Offers every sentence of a review that may be shown to the slots that it fits. Returns the aspects that a sentence
 * judges in words that belong to them, also where it cannot be quoted because it names a person.
 */
export function keepQuotables(slots: Map<string, Candidate[]>, given: QuotableReview): Shown {
  const shown: Shown = { judged: new Set(), complained: new Set() }
  const { review, labels, reading, causes, subjects, reports, trade, isAnonymous } = given
  const { id, competitor_id, source, rating, published_at } = review
  const clear = reports.map(clearOnes)
  const reported = new Set(clear.flat())
  if (competitor_id === null) keepReports(slots, given)
  const unanswered = competitor_id === null && review.owner_replied === false
  for (const [index, sentence] of labels.sentences.entries()) {
    if (!mayBeShown(labels.sentences[index])) continue
    const alerts = clear[index] ?? []
    const candidate = { review: { id, competitor_id, source, rating, published_at }, alerts }
    const alone = review.text.slice(sentence.start, sentence.end).trim()
    for (const label of sentence.aspects)
      if (complainsInWords(label, alone, given, index)) shown.complained.add(label.aspect)
    const text = standingAlone(review.text, labels, index)
    if (text === null || !isPresentable(text)) continue
    // Most sentences are no better than those that are kept, and one may fit many slots.
    const mayBePrinted = once(() => isAnonymous(text))
    const labelsAlone = once(() =>
      text === alone && readsAlone(labels, index) ? [sentence] : labelReview(text, { trade }).sentences,
    )
    const named = [
      ...(causes[index] ?? []).map((cause) => ({ about: naming(cause), probability: 1 })),
      ...(subjects[index] ?? []).map(({ key, isClear }) => ({
        about: namingSubject(key),
        probability: isClear ? 1 : 0,
      })),
    ]
    for (const { about, probability } of competitor_id === null ? named : []) {
      const complaint: Candidate = { ...candidate, text, polarity: 'negative', probability, isOnly: false, times: 1 }
      offer(slots, slotName('own', about, 'negative'), complaint, mayBePrinted)
      if (unanswered && rating !== null && rating <= lowStarsMax)
        offer(slots, slotName('own', unansweredNaming, 'negative'), complaint, mayBePrinted)
    }
    const isPraise = competitor_id === null && (rating ?? fullStars) > lowStarsMax && !contrast.test(text)
    for (const key of isPraise ? (given.strengths[index] ?? []) : []) {
      const praise: Candidate = { ...candidate, text, polarity: 'positive', probability: 1, isOnly: false, times: 1 }
      const isFit = () => mayBePrinted() && praisesInWords(text, trade) && showsPraise(labelsAlone())
      offer(slots, slotName('own', namingStrength(key), 'positive'), praise, isFit)
    }
    for (const label of sentence.aspects) {
      const judged = judgedBy(label, candidate, text)
      if (!judged || !isCounted(reading, label.aspect, judged)) continue
      if (text !== alone && isContradicted(labels.sentences[index - 1]?.aspects, label)) continue
      const isFit = () => mayBePrinted() && supports(labelsAlone(), label.aspect, judged.polarity)
      const isDenied =
        judged.polarity === 'negative' &&
        (isDisclaimed(judged, label.aspect, trade) || isOfOtherSubject(subjects[index] ?? [], label.aspect))
      const isNamed = isAbout(label, text, trade) && !isDenied
      const isShown = isNamed && belongs(label, judged, { ...given, index, isAlone: text === alone })
      const isClear = isShown && isClearly(label, judged, { sentence, causes: causes[index] ?? [], reported })
      if (isShown) shown.judged.add(label.aspect)
      const only = { ...judged, isOnly: text === alone && isOnlyAbout(label, sentence) }
      for (const name of slotsOf(judged, label, { unanswered, reported, isNamed, isClear }))
        offer(slots, name, only, isFit)
    }
  }
  return shown
}

/**
 * Offers the sentences of an own review that report something, the one that reports it most clearly first, because a
 * slot keeps the first of each review. A possible report is not offered next to a clear report of anything,
 * of which it is probably a part, nor from a satisfied customer.
 */
function keepReports(slots: Map<string, Candidate[]>, given: QuotableReview): void {
  const { review, labels, isAnonymous } = given
  const { id, competitor_id, source, rating, published_at } = review
  const found = given.reports.flatMap((reports, index) => reports.map((report) => ({ ...report, index })))
  const clear = clearOnes(found)
  const unanswered = review.owner_replied === false && rating !== fullStars
  const inOrder = found.toSorted((a, b) => b.logOdds - a.logOdds)
  const texts = [
    ...inOrder.map((report) => ({ ...report, isPart: false, text: reportIn(review.text, labels, report.index) })),
    ...inOrder.map((report) => ({
      ...report,
      isPart: true,
      text: partOfReport(review.text, labels, report.index, isAnonymous),
    })),
  ]
  for (const { alert, grade, index, text, isPart } of texts) {
    if (text === null || !mayBeShown(labels.sentences[index])) continue
    const isClear = grade === 'clear'
    if (!isClear && (clear.length > 0 || (rating ?? 0) > criticalStarsMax)) continue
    if (isPart && (!isClear || ordinaryToo.has(alert))) continue
    const candidate: Candidate = {
      review: { id, competitor_id, source, rating, published_at },
      text,
      polarity: 'negative',
      probability: 1,
      isOnly: false,
      times: 1,
      alerts: clear,
    }
    const names = isClear ? [alert, ...(unanswered ? [unansweredAlert] : [])] : [possibly(alert)]
    for (const name of names) offer(slots, slotName('own', name, 'negative'), candidate, () => isAnonymous(text))
  }
}

/** A report is shown in any case, also where it refers to a sentence that cannot be shown. */
function reportIn(text: string, labels: ReviewLabels, index: number): string | null {
  const sentence = labels.sentences[index]
  const alone = text.slice(sentence?.start, sentence?.end).trim()
  const whole = standingAlone(text, labels, index)
  const report = whole !== null && isPresentable(whole) ? whole : alone
  return isPresentable(report) ? report : null
}

/** The longest part between punctuation that names nobody, of a report that does. */
function partOfReport(
  text: string,
  { sentences }: ReviewLabels,
  index: number,
  isAnonymous: (text: string) => boolean,
): string | null {
  const sentence = text.slice(sentences[index]?.start, sentences[index]?.end)
  const parts = sentence.split(/[,;:()\u2013\u2014]\s*/).map((part) => part.trim())
  const fit = parts.filter((part) => part !== sentence && isPresentable(part) && isAnonymous(part))
  return fit.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** A contrast to another subject that is judged as probably as this leaves open which of them a sentence shows. */
const contrastMin = 0.4
/** The probability from which praise of a dissatisfied customer is shown, and a complaint of a satisfied one. */
const againstStarsMin = 0.75
/** The aspects of a cause under which a sentence that names it is shown. */
const aspectsOfCause = 2

/**
 * Returns whether a sentence shows the judgment of an aspect to a reader who sees it under the name of the aspect: no
 * other is more probable or judged the other way, and it names nothing that belongs elsewhere.
 */
function isClearly(
  { aspect, mention }: AspectLabel,
  { polarity, probability, review: { rating } }: Candidate,
  about: { sentence: SentenceLabels; causes: readonly string[]; reported: ReadonlySet<Alert> },
): boolean {
  const others = about.sentence.aspects.filter((other) => other.aspect !== aspect && other.aspect !== 'general')
  if (aspect === 'general') return others.every((other) => other.mention < mention) && isAsItsStars(polarity, rating)
  if (probability < againstStarsMin && !isAsItsStars(polarity, rating)) return false
  if (polarity === 'positive' && rating !== null && rating <= lowStarsMax) return false
  // A sentence next to a report of something serious is read as a part of it.
  if (aspect !== 'safety' && [...about.reported].some((alert) => !ordinaryToo.has(alert))) return false
  if (about.causes.length > 0 && polarity === 'positive') return false
  const fits = (key: string) => causeOf(key)?.aspects.slice(0, aspectsOfCause).includes(aspect) ?? false
  if (about.causes.length > 0 && !about.causes.some(fits)) return false
  const opposite = polarity === 'positive' ? 'negative' : 'positive'
  return others.every((other) => other.mention <= mention && other[opposite] < contrastMin)
}

/** "My only gripe is …": no praise, whatever comes after it. */
const gripe = /\bonly (?:gripe|complaint|quibble|grumble|downside|negative|issue|problem|criticism|moan)\b/i

/**
 * Returns whether what a quote is about belongs to the aspect: it complains in plain words about no subject of another
 * one, refers to no sentence about another one, and has, where the aspect is only probable, no noun of another one. A
 * satisfied customer says a complaint in one sentence, and not as what "but" takes back.
 */
function belongs(
  { aspect, mention }: AspectLabel,
  { polarity, text, review: { rating } }: Candidate,
  about: Pick<QuotableReview, 'labels' | 'subjects' | 'trade'> & { index: number; isAlone: boolean },
): boolean {
  const { labels, subjects, trade, index, isAlone } = about
  if (aspect === 'general') return true
  const complained = subjects[index] ?? []
  const isOfAspect = ({ key }: { key: string }) => subjectOf(key)?.aspect === aspect
  if (polarity === 'positive' && complained.some(({ isPhrase }) => isPhrase)) return false
  if (isOfOtherSubject(complained, aspect)) return false
  if (!isAlone && (labels.sentences[index - 1]?.aspects ?? []).some((other) => isAboutOther(other, aspect)))
    return false
  if (polarity === 'positive') {
    if (gripe.test(text)) return false
  } else if (!isAlone && rating !== null && rating > criticalStarsMax) return false
  const isNamed = namesAspect(text, aspect, trade)
  if (isNamed && mention >= aboutMin) return true
  const isOther =
    subjectsNamed(text, trade).every((key) => !isOfAspect({ key })) && subjectsNamed(text, trade).length > 0
  return isNamed
    ? !isOther && !judgesOther(text, aspect, trade)
    : !isOther && !about.labels.sentences[index]?.aspects.some((other) => isAboutOther(other, aspect))
}

/** Returns whether phrases that complain by themselves name subjects, and none of the aspect. */
function isOfOtherSubject(complained: readonly SubjectComplaint[], aspect: Aspect): boolean {
  const named = complained.filter(({ isPhrase }) => isPhrase)
  return named.length > 0 && named.every(({ key }) => subjectOf(key)?.aspect !== aspect)
}

/** Returns whether a sentence complains about an aspect and has a word of it, and blames no subject of another one. */
function complainsInWords(
  { aspect, positive, negative }: AspectLabel,
  text: string,
  { review: { rating }, subjects, trade }: QuotableReview,
  index: number,
): boolean {
  if (aspect === 'general' || rating === fullStars || negative < supportMin || negative < positive) return false
  if (isOfOtherSubject(subjects[index] ?? [], aspect)) return false
  if (!namesAspect(text, aspect, trade)) return false
  return (rating ?? fullStars) <= criticalStarsMax || !isTakenBack(text, aspect, trade)
}

/** The probability from which a sentence is about another aspect as well. */
const otherMin = 0.6

function isAboutOther({ aspect, mention }: AspectLabel, than: Aspect): boolean {
  return aspect !== than && aspect !== 'general' && mention >= otherMin
}

/** Returns whether a complaint is denied, or a satisfied customer takes it back or complains about something else. */
function isDisclaimed({ text, review: { rating } }: Candidate, aspect: Aspect, trade: Trade): boolean {
  const isSatisfied = rating !== null && rating > criticalStarsMax
  return denial.test(text) || (isSatisfied && (isTakenBack(text, aspect, trade) || isOfOtherPart(text, aspect, trade)))
}

/** The ends of the parts of a sentence that judge by themselves. */
const partEnd = /[,;:\u2013\u2014]\s*|\s(?=(?:and|but|though)\b)/i

/** Returns whether the parts of a text that name an aspect complain about nothing: another part does. */
function isOfOtherPart(text: string, aspect: Aspect, trade: Trade): boolean {
  const parts = text.split(partEnd)
  const naming = parts.filter((part) => namesAspect(part, aspect, trade))
  if (naming.length === 0 || naming.length === parts.length) return false
  return naming.every((part) =>
    labelReview(part, { trade }).sentences.every(({ aspects }) =>
      aspects.every(({ negative, positive }) => negative < supportMin || negative < positive),
    ),
  )
}

/** Returns whether "but" takes back a complaint about an aspect: what comes after it does not complain about it. */
function isTakenBack(text: string, aspect: Aspect, trade: Trade): boolean {
  const at = text.search(contrast)
  if (at < 0) return false
  const { sentences } = labelReview(text.slice(at), { trade })
  return !sentences.some(({ aspects }) => aspects.some((one) => one.aspect === aspect && one.negative >= supportMin))
}

/** The probability from which a sentence is about an aspect that it has no word of. */
const aboutMin = 0.8

/** Returns whether a reader sees that a text is about an aspect: by a word of it, unless it is nearly certain. */
function isAbout({ aspect, mention }: AspectLabel, text: string, trade: Trade): boolean {
  return aspect === 'general' || mention >= aboutMin || namesAspect(text, aspect, trade)
}

/** Returns whether a sentence is about nothing else. */
function isOnlyAbout({ aspect }: AspectLabel, { aspects }: SentenceLabels): boolean {
  return aspects.every((other) => other.aspect === aspect || other.aspect === 'general' || other.mention < contrastMin)
}

/** Returns whether praise is from a satisfied customer and a complaint from another. */
function isAsItsStars(polarity: Candidate['polarity'], rating: number | null): boolean {
  return rating === null || (polarity === 'positive' ? rating > criticalStarsMax : rating <= criticalStarsMax)
}

/** The probability of a complaint from which a sentence does not show praise alone. */
const complaintMin = 0.3

/** Returns whether sentences, read without their review, praise and do not complain. */
function showsPraise(sentences: readonly SentenceLabels[]): boolean {
  const labels = sentences.flatMap(({ aspects }) => aspects)
  const isPraised = labels.some(({ positive }) => positive >= quoteProbabilityMin)
  return isPraised && labels.every(({ negative }) => negative < complaintMin)
}

/** The slots of a sentence that judges an aspect. */
function slotsOf(
  { review: { competitor_id, rating }, polarity }: Candidate,
  { aspect, topic }: AspectLabel,
  about: { unanswered: boolean; reported: ReadonlySet<Alert>; isNamed: boolean; isClear: boolean },
): string[] {
  const { unanswered, reported, isNamed, isClear } = about
  if (competitor_id !== null)
    return !isClear ? [] : [slotName('competitors', aspect, polarity), competitorSlot(competitor_id, aspect, polarity)]
  const isComplaint = polarity === 'negative'
  // The visit as a whole shows nothing to reply to: "Won't be back."
  const mayReply = unanswered && aspect !== 'general'
  return [
    ...(isClear ? [slotName('own', aspect, polarity)] : []),
    ...(isClear && topic ? [slotName('own', topic, polarity)] : []),
    ...(isComplaint && isNamed ? [slotName('own', namingAspect(aspect), polarity)] : []),
    ...(isComplaint ? [...reported].map((alert) => slotName('own', nextTo(alert), 'negative')) : []),
    ...(mayReply && !isComplaint ? [slotName('own', unansweredAny, 'negative')] : []),
    ...(mayReply && isComplaint ? unansweredSlots(rating).map((name) => slotName('own', name, 'negative')) : []),
  ]
}

/** The `about` of the slots of a complaint without a reply. */
function unansweredSlots(rating: number | null): string[] {
  const stars = rating ?? fullStars
  return [
    unansweredAny,
    ...(stars <= lowStarsMax ? [unansweredLow] : []),
    ...(stars <= criticalStarsMax ? [unansweredCritical] : []),
  ]
}

function mayBeShown(sentence: ReviewLabels['sentences'][number] | undefined): boolean {
  return sentence !== undefined && !sentence.signals.includes('prompt_injection') && !sentence.signals.includes('abuse')
}

function judgedBy(
  { aspect, positive, negative }: AspectLabel,
  candidate: Pick<Candidate, 'review' | 'alerts'>,
  text: string,
): Candidate | null {
  const probability = Math.abs(positive - negative)
  if (probability < (aspect === 'general' ? generalProbabilityMin : quoteProbabilityMin)) return null
  const polarity = positive > negative ? 'positive' : 'negative'
  return { ...candidate, text, polarity, probability, isOnly: false, times: 1 }
}

/** Returns whether the review counts as praise or as a complaint, as the quote shows it. */
function isCounted({ aspects }: Pick<Reading, 'aspects'>, aspect: Aspect, { polarity, review }: Candidate): boolean {
  const label = aspects.get(aspect)
  if (!label) return false
  const { praises, complains } = countedSides(label, review.rating)
  return polarity === 'positive' ? praises : complains
}

/**
 * A sentence that is understood without the rest of its review: one that refers to the sentence before is quoted with
 * it. Null if that one cannot be shown, or refers back itself.
 */
function standingAlone(text: string, { sentences }: ReviewLabels, index: number): string | null {
  const written = (from: number) => text.slice(sentences[from]?.start, sentences[index]?.end).trim()
  const alone = written(index)
  // A sentence that begins in lower case is the rest of the one before.
  if (index === 0 || !(referring.test(alone) || /^\P{L}*\p{Ll}/u.test(alone))) return alone
  const before = sentences[index - 1]
  if (!mayBeShown(before)) return null
  const first = text.slice(before?.start, before?.end).trim()
  return index > 1 && referring.test(first) ? null : written(index - 1)
}

/** Returns whether the sentence before, which is quoted too, judges the aspect the other way. */
function isContradicted(
  before: readonly AspectLabel[] | undefined,
  { aspect, positive, negative }: AspectLabel,
): boolean {
  const sign = Math.sign(positive - negative)
  return (before ?? []).some(
    (label) => label.aspect === aspect && (label.negative - label.positive) * sign >= supportMin,
  )
}

/** A function that returns what the first call of `compute` returned. */
function once<T>(compute: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: compute() }
    return result.value
  }
}

/** Returns whether the sentences of a quote, read without its review, judge the aspect as stated. */
function supports(sentences: readonly SentenceLabels[], aspect: Aspect, polarity: Candidate['polarity']): boolean {
  const other = polarity === 'positive' ? 'negative' : 'positive'
  return sentences.some(({ aspects }) =>
    aspects.some((label) => label.aspect === aspect && label[polarity] >= supportMin && label[polarity] > label[other]),
  )
}

/**
 * The best `each` quotes of every slot that has any, and at most `most` in all; no two are of one review or in the same
 * words.
 */
export function quotesFrom(
  slots: ReadonlyMap<string, readonly Candidate[]>,
  names: readonly string[],
  { each, most }: { each: number; most: number },
): Quote[] {
  const quotes: Quote[] = []
  const isNew = ({ review, text }: Candidate) =>
    !quotes.some((quote) => quote.review_id === review.id || quote.text === text)
  for (const name of names) {
    let left = each
    for (const candidate of slots.get(name) ?? []) {
      if (left === 0 || quotes.length >= most) break
      if (!isNew(candidate)) continue
      quotes.push(quoteOf(candidate))
      left -= 1
    }
  }
  return quotes
}

/** Returns whether a quote, or a part of it, is among others. */
export function isQuoted({ text, review_id }: Quote, quoted: readonly Quote[]): boolean {
  return quoted.some((quote) => quote.text === text || (quote.review_id === review_id && overlaps(quote.text, text)))
}

/** Returns whether one of two quotes of a review is a part of the other. */
function overlaps(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one)
}

/** The number of reviews that have the words of candidates. */
export function reviewsOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { times }) => sum + times, 0)
}

/** A quote as the contract shows it. */
export function quoteOf({ review, text }: Candidate): Quote {
  return {
    review_id: review.id,
    competitor_id: review.competitor_id,
    source: review.source,
    rating: review.rating,
    text,
    published_at: review.published_at,
  }
}

/** Fit to be printed: short enough, and free of markup and invisible characters. */
function isPresentable(text: string): boolean {
  return (
    text.length >= quoteCharsMin &&
    text.length <= quoteCharsMax &&
    text.split(/\s+/).length >= quoteWordsMin &&
    !/[\p{Cc}\p{Cf}\p{Co}<>{}[\]\\|]/u.test(text) &&
    hasWholeSpeech(text)
  )
}

/** Returns whether the direct speech in a text ends in it. */
function hasWholeSpeech(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    count(/"/g) % 2 === 0 &&
    count(/“/g) === count(/”/g) &&
    count(/(?<![\p{L}\p{N}])['‘](?=[\p{L}\p{N}])/gu) <= count(/(?<=\S)['’](?![\p{L}\p{N}])/gu)
  )
}

function offer(slots: Map<string, Candidate[]>, slot: string, candidate: Candidate, isFit: () => boolean): void {
  const kept = slots.get(slot) ?? []
  slots.set(slot, kept)
  const last = kept.at(-1)
  const same = kept.find(({ text }) => text === candidate.text)
  if (same && same.review.id !== candidate.review.id) same.times += 1
  if (kept.length === quotablesPerSlot && last && byWorth(candidate, last) >= 0) return
  if (same || kept.some(({ review }) => review.id === candidate.review.id)) return
  if (!isFit()) return
  kept.push({ ...candidate })
  kept.sort(byWorth)
  if (kept.length > quotablesPerSlot) kept.pop()
}

/**
 * Best evidence first: informative length, then certainty, then the newest; ties by id, so the order is
 * deterministic.
 */
function byWorth(a: Candidate, b: Candidate): number {
  return (
    fitness(b) - fitness(a) ||
    (b.review.published_at ?? '').localeCompare(a.review.published_at ?? '') ||
    a.review.id.localeCompare(b.review.id) ||
    a.text.localeCompare(b.text)
  )
}

function fitness({ text, probability, polarity, review, isOnly }: Candidate): number {
  const informative = text.length >= 40 && text.length <= 200 ? 1 : 0
  // A complaint inside a five-star review is honest, but the one inside a two-star review shows what it costs.
  const fits = isAsItsStars(polarity, review.rating) ? 1 : 0
  const turns = polarity === 'positive' && contrast.test(text) ? -0.5 : 0
  return informative + fits + turns + (probability > 0.7 ? 0.5 : 0) + (isOnly ? 0.25 : 0)
}
