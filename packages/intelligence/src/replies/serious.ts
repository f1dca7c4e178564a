import type { ReplyWarning, ReviewFlag, Trade } from '@generated/contract/enums'
import { alertOddsIn, besideClearLogOdds, clearLogOdds } from '../labels/alerts.ts'
import { labelReview, type ReviewLabels, type SentenceLabels } from '../labels/labels.ts'
import { findPhrases } from '../labels/polarity.ts'
import { sensitiveFlags } from '../labels/signals.ts'
import { turnsOf } from '../labels/turns.ts'
import type { Alert } from '../model/alert-reader.ts'
import type { ReplyRequest } from '../records.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type Vocabulary, vocabularyOf } from '../vocabulary/taxonomy.ts'
import { supposedFrom } from './clauses.ts'
import { evidenceIn, nearlyCertain } from './evidence.ts'
import { isGrieving } from './grief.ts'
import { reportedIn, reportsHazard, statesIdentity } from './reports.ts'
import { blamesOthers, hitsOf, holds, isLawFirm, isOfAdult, sentencesOf, wasHelped } from './situations.ts'

type Flag = ReplyWarning & ReviewFlag

const satisfiedStarsMin = 4
const unhappyStarsMax = 2
/** From these log odds on, an alert counts in a review with four or five stars. */
const strongLogOdds = 1
/** The minimum probability of a complaint that makes an alert of such a review one about the business. */
const blamesMin = 0.4
/**
 * The log odds of an alert from which a draft responds to it as to something serious, in reviews with one or two stars
 * and with three; below, the draft is a sober one. What a bill says is more often a complaint than a report, and then
 * gets an ordinary draft. The owner is warned of any alert. Of the reviews of the evaluation `critical` with one to
 * three stars and an alert, 32 of 932 reports and 17 of 39 ordinary ones are below.
 */
const seriousMin = {
  unhappy: { bill: -0.5, other: -1.5 },
  mixed: { bill: -0.25, other: -0.25 },
}

/** An alert below these log odds is a guess, which the owner is not warned of. */
const guessLogOdds = -2.5

/**
 * An alert below the log odds `min` is named only because no other class is likelier. The owner is warned of it where
 * its class is one of the body, and those of any alert are at least `any`; a threat, a bill and legal steps have words
 * of their own.
 */
const doubt = { min: -0.4, any: 2 }
const bodily: ReadonlySet<Alert> = new Set(['health_safety', 'hygiene', 'minors', 'harassment', 'discrimination'])
/** The minimum clarity of praise that makes an alert of a sentence with three stars a misreading. */
const praisedMin = 0.5

/**
 * The signals and alerts of a review, which the owner is warned of, and those of them that the draft responds to. With
 * four or five stars, an alert counts only if it is strong and in no sentence about others ("My landlord threatened me,
 * and they stopped it"), and the draft responds to it only if its sentence complains. With fewer stars, the draft
 * responds to an alert that is likely enough and no exaggeration. In a review that tells of a death, an alert counts
 * only if its sentence complains.
 */
export function flagsOf(
  { review }: ReplyRequest,
  context: { businessName: string; trade: Trade },
  labels: ReviewLabels,
): { flags: Set<Flag>; serious: Set<Flag>; doubtful: boolean } {
  const { rating, text = '' } = review
  const flags = new Set<Flag>()
  const serious = new Set<Flag>()
  const isSatisfied = rating >= satisfiedStarsMin
  const grieves = rating > unhappyStarsMax && isGrieving(readSentences(text))
  const helped = rating > unhappyStarsMax && wasHelped(readSentences(text))
  const read = labels.sentences.map((sentence) => readAlerts(sentence, { text, rating, grieves, helped, ...context }))
  const clearest = Math.max(...read.flatMap(({ found }) => found.map(({ logOdds }) => logOdds)))
  const isInjury = read.some(({ found }) => found.some(({ alert }) => alert === 'health_safety'))
  for (const { signals, found: all, written, tokens, complains } of read) {
    const isGuess = clearest >= clearLogOdds && all.every(({ logOdds }) => logOdds < besideClearLogOdds)
    const certain = isGuess ? [] : all
    const found = certain.filter(
      (each) => !isInjury || (each.alert === 'threat' ? isThreatening(written, tokens) : !isPartOfInjury(each, tokens)),
    )
    const isOwnInsult = holds('ownInsults', tokens)
    for (const flag of [...(isOwnInsult ? withoutAbuse(signals) : signals), ...found.map(({ alert }) => alert)])
      flags.add(flag)
    const answered = isSatisfied
      ? found.filter(() => complains)
      : seriousOf(found, { written, tokens, rating, ...context })
    // "I stood there like an idiot" insults nobody, and a satisfied customer jokes.
    const isJest = isOwnInsult || isSatisfied
    const answeredSignals = isJest ? withoutAbuse(signals) : signals
    for (const flag of [...answeredSignals, ...answered.map(({ alert }) => alert)]) serious.add(flag)
  }
  // A complaint about safety needs a person, like a report of illness.
  if (!helped && complainsOfSafety(review, labels, vocabularyOf(context.trade)))
    for (const found of [flags, serious]) found.add('health_safety')
  // "The heater set off our CO alarm": guests of a hotel are at risk, whatever the stars.
  if (context.trade === 'hotel' && reportsHazard(sentencesOf(text, labels)))
    for (const found of [flags, serious]) found.add('health_safety')
  for (const alert of reportedIn(sentencesOf(text, labels), rating)) {
    if (alert === 'legal_threat' && isLawFirm(context.businessName)) continue
    flags.add(alert)
    if (rating <= unhappyStarsMax) serious.add(alert)
  }
  // "Ask who coaches the teen class": others are at risk.
  const isAmongChildren = flags.has('harassment') && read.some(({ tokens }) => holds('youth', tokens))
  if (isAmongChildren && rating <= unhappyStarsMax) for (const found of [flags, serious]) found.add('minors')
  // "I'm Aboriginal, and she asked to look inside my bag"
  const isOfIdentity = flags.has('harassment') && read.some(({ tokens }) => statesIdentity(tokens))
  if (isOfIdentity && rating <= unhappyStarsMax) for (const found of [flags, serious]) found.add('discrimination')
  const isDoubtful = (flag: Flag) => !serious.has(flag) && isGraveFlag(flag, isSatisfied)
  return { flags, serious, doubtful: [...flags].some(isDoubtful) }
}

/**
 * Returns whether a sentence has words of violence, or quotes somebody, as most threats do. In a report of an injury,
 * one that does neither is a part of that report: "the man stepped over her".
 */
function isThreatening(written: string, tokens: Token[]): boolean {
  return holds('threatening', tokens) || /["“”'‘]\S/.test(written)
}

/** Alerts whose words a report of an injury has as well: wax, blood, and a child that nobody could lift for weeks. */
const nextToInjuries: ReadonlySet<Alert> = new Set(['hygiene', 'minors'])

/** Returns whether an alert is only a part of the report of an injury: without evidence, and not nearly certain. */
function isPartOfInjury({ alert, logOdds }: Found, tokens: readonly Token[]): boolean {
  return nextToInjuries.has(alert) && logOdds < nearlyCertain && !evidenceIn(tokens, alert).isEnough
}

/** A matter of money is never grave, and a satisfied customer who mentions dirt praises its absence. */
function isGraveFlag(flag: Flag, isSatisfied: boolean): boolean {
  const isOrdinary = flag === 'wrong_charge' || (isSatisfied && flag === 'hygiene')
  return !isOrdinary && sensitiveFlags.some((sensitive) => sensitive === flag)
}

function withoutAbuse(signals: SentenceLabels['signals']): SentenceLabels['signals'] {
  return signals.filter((signal) => signal !== 'abuse')
}

interface ReadAlerts {
  signals: SentenceLabels['signals']
  found: Found[]
  written: string
  tokens: Token[]
  complains: boolean
}

/** The alerts of a sentence that the owner is warned of. */
function readAlerts(
  sentence: SentenceLabels,
  given: { text: string; rating: number; grieves: boolean; helped: boolean; businessName: string; trade: Trade },
): ReadAlerts {
  const { text, rating, grieves, helped, businessName, trade } = given
  const written = text.slice(sentence.start, sentence.end)
  const tokens = readSentences(written).flatMap((read) => read.tokens)
  const isSatisfied = rating >= satisfiedStarsMin
  const isOfOthers = isSatisfied && (blamesOthers(tokens, businessName) || holds('elsewhere', tokens))
  const complains = complainsOfSomething(sentence)
  const odds =
    isOfOthers || helped || (grieves && !complains)
      ? []
      : alertOddsIn(sentence, rating).map((found) => ofAdults(found, tokens))
  const isClear = (found: Found) =>
    // Unless the sentence complains, a satisfied customer who mentions dirt praises its absence, and "my legs are
    // filing a lawsuit" is a joke.
    isSatisfied
      ? found.logOdds >= strongLogOdds && (complains || !praisedAsOpposite.has(found.alert))
      : deservesWarning(found, sentence, given)
  const isCertain = odds.some(({ logOdds }) => logOdds >= clearLogOdds)
  const found = odds.filter(
    (each) =>
      isClear(each) &&
      !(isCertain && each.logOdds < unsureMax) &&
      !isHarmless(each, { sentence, tokens, text, businessName }),
  )
  const isStated = found.length === 0 || withoutIdioms(written, tokens, { rating, trade })
  return {
    signals: sentence.signals,
    found: isStated ? injuriesIn(sentence, tokens, found) : [],
    written,
    tokens,
    complains,
  }
}

const praisedAsOpposite: ReadonlySet<Alert> = new Set(['hygiene', 'legal_threat'])

/** Returns whether an alert of a sentence with one to three stars is likely enough for a warning. */
function deservesWarning(
  { alert, logOdds }: Found,
  sentence: SentenceLabels,
  { text, rating }: { text: string; rating: number },
): boolean {
  if (isPraiseIn(sentence, rating)) return false
  const any = sentence.suspicion?.any ?? 0
  const isUnpaid = logOdds < unsureMax || (logOdds < unpaid.min && any < unpaid.any)
  if (alert === 'wrong_charge' && isUnpaid && !paying.test(text)) return false
  const isSuspected = bodily.has(alert) && any >= doubt.any
  return logOdds >= (isSuspected ? guessLogOdds : doubt.min)
}

/**
 * A wrong charge below these log odds, in a sentence below those of any alert, needs a word of money that changed hands
 * in its review: "twenty for a key tag" and "an estimate for a scan" are prices. So does an unsure one: "he had his
 * receipt".
 */
const unpaid = { min: 3, any: 2 }
const paying =
  /\b(?:charg|overcharg|bill|invoic|paid|pay|took|taken|taking|deposit|kept|keep|refund|debit|deduct|money|owe|sold|scam|stole|rip|fraud|cash|cancel|cost|fined\b|bought|wallet|purse|emptied|pocketed|signature)/i

/**
 * Returns whether what a sentence reports is a complaint: a satisfied customer who does not complain says what went
 * well, and "will change a move if your wrists hurt" of a customer with three stars is praise.
 */
export function isComplaintIn(sentence: SentenceLabels, rating: number): boolean {
  return rating >= satisfiedStarsMin ? complainsOfSomething(sentence) : !isPraiseIn(sentence, rating)
}

function complainsOfSomething({ aspects }: SentenceLabels): boolean {
  return aspects.some(({ positive, negative }) => negative >= blamesMin && negative > positive)
}

function isPraiseIn({ aspects }: SentenceLabels, rating: number): boolean {
  return rating > unhappyStarsMax && aspects.some(({ positive, negative }) => positive - negative >= praisedMin)
}

/** An alert below these log odds gives way to another reading of its sentence. */
const unsureMax = 0.5

/** Returns whether the words of an alert mean something else in this sentence or for this business. */
export function isHarmless(
  { alert, logOdds }: Found,
  {
    sentence,
    tokens,
    text,
    businessName,
  }: { sentence: SentenceLabels; tokens: Token[]; text: string; businessName: string },
): boolean {
  if (isExcuse(tokens)) return true
  // A law firm is reviewed for what lawyers and courts do.
  if (alert === 'legal_threat') {
    const isInternal = holds('toManagement', tokens) && !tokens.some(({ word }) => authorities.test(word))
    // "Quoted $380, charged $711": an amount without a word of the law is a bill.
    const isBill = tokens.some(({ money }) => money) && evidenceIn(tokens, alert).words.size === 0
    if (isInternal || (isBill && logOdds < strongLogOdds)) return true
    return isLawFirm(businessName) && !readSentences(text).some((each) => holds('legalThreats', each.tokens))
  }
  // High prices and fees that were announced are no wrong charge, and a refund that is refused has a signal.
  if (alert === 'wrong_charge') {
    const isRefund = sentence.signals.includes('refund_request') && !tokens.some(({ word }) => charging.test(word))
    const isAnnounced = holds('announced', tokens) && !tokens.some(({ word }) => taking.test(word))
    return isAnnounced || isPurchase(tokens) || isUnpaidByOthers(tokens) || (logOdds < unsureMax && isRefund)
  }
  // A ceiling that leaks is damage, and dirt only if somebody says so.
  if (alert === 'hygiene' && tokens.some(({ word }) => word.startsWith('leak')))
    return logOdds < nearlyCertain && !evidenceIn(tokens, alert).isEnough
  if (alert === 'minors')
    return (logOdds < strongLogOdds && holds('grown', tokens)) || isOfFamilyLaw(text, businessName)
  // "He said it does that": words of somebody are a threat only with some that threaten.
  if (alert === 'threat') return logOdds < strongLogOdds && !holds('threatening', tokens)
  return alert === 'health_safety' && logOdds < unsureMax && isOfFurniture(tokens)
}

/** Words with which a complaint to the management is a legal step as well. */
const authorities =
  /^(?:police|council|court|courts|su(?:e|ed|ing)$|lawyers?|solicitors?|attorneys?|barrister|ombudsman|regulator|board|trading|authorit|inspect|tribunal|legal|sra$|osha$|hse$|bbb$|commission|licens|claims?$|proceeding|action$|chargeback|dispute|ftc$|health|environmental)/

const taking = /^(?:kept|keeps?$|deposit|never$|twice$|double|cancel|refund|without$|stole)/
const charging = /^(?:charg|bill|paid|pay|took$|taken$|twice$|deposit|kept$|keep|cancel|deduct|debit)/

/** Returns whether a review speaks of a bill, a fee or a payment to the business, and not only of money. */
export function speaksOfCharges(text: string): boolean {
  return /\b(?:over)?(?:charg|bill|invoic|paid|pays?\b|quot|deposit|deduct|debit|cancel|refund|price|cost|subscri|member|added\b)/i.test(
    text,
  )
}

/** "Paid $38 for a box, and half of it was stale": the price of something bad is not a wrong charge. */
function isPurchase(tokens: readonly Token[]): boolean {
  const has = (pattern: RegExp) => tokens.some(({ word }) => pattern.test(word))
  return tokens[0]?.word === 'paid' && tokens[1]?.money === true && has(/^for$/) && !has(overcharging)
}

/** "Insurance won't pay, they won't pay": damages that are refused, and no charge. */
function isUnpaidByOthers(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ word }) => word).join(' ')
  const isRefused = /\b(?:won't|wouldn't|will not|refuses? to|refused to|not going to) (?:pay|cover)\b/.test(words)
  return (
    isRefused &&
    !/\b(?:i|we) (?:won't|wouldn't|will not|refuse|refused|am not)\b/.test(words) &&
    !tokens.some(({ word }) => charging.test(word) && word !== 'pay')
  )
}

const overcharging =
  /^(?:charg|bill|invoice|fee|twice$|double|again$|refund|deposit|quote|estimate|told$|said$|never$|nothing$|not$|cancel|extra$|more$|without$)|n't$/

function ofAdults(found: Found, tokens: readonly Token[]): Found {
  return found.alert === 'minors' && isOfAdult(tokens) ? { ...found, alert: 'harassment' } : found
}

/** A child in a case of custody: a law firm is reviewed for what courts decide about families. */
function isOfFamilyLaw(text: string, businessName: string): boolean {
  return (
    isLawFirm(businessName) &&
    /\b(?:custody|divorce|family court|contact order|visitation|access hearing)\b/i.test(text)
  )
}

const limbs = /^(?:legs?|arms?|backs?|foot|feet|head|heads)$/
const furniture =
  /^(?:sofas?|couch|couches|tables?|chairs?|beds?|desks?|stools?|benches|bench|armchairs?|cabinets?|wardrobes?|chests?|dressers?|lamps?|trousers|jeans|tights|headboard|footstool|ottoman|recliner)$/
const persons =
  /^(?:i|i'm|i've|me|my|myself|we|us|our|he|him|his|she|her|you|your|son|daughter|child|children|kids?|baby|toddler|wife|husband|mother|father|mum|mom|dad|somebody|someone|people|customer)$/

/** "A sofa with three legs": nobody has them. */
function isOfFurniture(tokens: readonly Token[]): boolean {
  const has = (pattern: RegExp) => tokens.some(({ word }) => pattern.test(word))
  return has(limbs) && has(furniture) && !has(persons)
}

/** Returns whether a sentence still has an alert without idioms such as "to my face". */
function withoutIdioms(written: string, tokens: Token[], { rating, trade }: { rating: number; trade: Trade }): boolean {
  const idioms = hitsOf('idioms', tokens)
  if (idioms.length === 0) return true
  const isIdiom = (at: number) => idioms.some(({ from, to }) => from <= at && at < to)
  const kept = tokens.filter((_, at) => !isIdiom(at)).map(({ start, end }) => written.slice(start, end))
  return labelReview(kept.join(' '), { trade }).sentences.some((read) => alertOddsIn(read, rating).length > 0)
}

/** The minimum clarity of a complaint about safety that makes a guess at hygiene an injury: "blood on his ear". */
const injuryMin = 0.8

function injuriesIn({ aspects }: SentenceLabels, tokens: readonly Token[], found: Found[]): Found[] {
  const isUnsafe =
    aspects.some(({ aspect, negative }) => aspect === 'safety' && negative >= injuryMin) ||
    tokens.some(({ word }) => /^(?:blood|bleed|bled|wound)/.test(word))
  if (!isUnsafe || found.some(({ alert }) => alert === 'health_safety')) return found
  return found.map((each) =>
    each.alert === 'hygiene' && each.logOdds < unsureMax ? { ...each, alert: 'health_safety' } : each,
  )
}

interface Found {
  alert: Alert
  logOdds: number
}

/** The alerts of a sentence in a review with one to three stars that need a person. */
function seriousOf(
  found: readonly Found[],
  { written, tokens, rating, trade }: { written: string; tokens: Token[]; rating: number; trade: Trade },
): readonly Found[] {
  if (found.length === 0 || holds('exaggerated', tokens)) return []
  const min = rating <= unhappyStarsMax ? seriousMin.unhappy : seriousMin.mixed
  const isLikely = ({ alert, logOdds }: Found) => logOdds >= (alert === 'wrong_charge' ? min.bill : min.other)
  if (!found.some(isLikely)) return []
  // "She looked at me as if I had shot her dog": only what is said to be the case counts.
  const supposed = tokens[supposedFrom(tokens)]
  if (supposed === undefined) return found
  const stated = written.slice(0, supposed.start)
  const odds = labelReview(stated, { trade }).sentences.flatMap((read: SentenceLabels) => alertOddsIn(read, rating))
  return odds.some(isLikely) ? found : []
}

/** The minimum clarity of a complaint about safety that has words of the vocabulary, and of one that has none. */
const safetyMin = { named: 0.5, unnamed: 0.6 }
const safetyWordsMin = 4

/** Returns whether a review complains about safety, in words that the vocabulary knows or with few stars. */
function complainsOfSafety(
  { rating, text = '' }: ReplyRequest['review'],
  { sentences }: ReviewLabels,
  vocabulary: Vocabulary,
): boolean {
  return sentences.some(({ start, end, aspects }) => {
    const label = aspects.find(({ aspect }) => aspect === 'safety')
    if (label === undefined) return false
    const clarity = label.negative - label.positive
    if (clarity < safetyMin.named) return false
    const tokens = readSentences(text.slice(start, end)).flatMap((read) => read.tokens)
    // "They could not have been more careful with my allergy" reports nothing.
    if (isUnsurpassed(tokens) || isExcuse(tokens) || holds('exaggerated', tokens)) return false
    // "Dangerous place!" of a happy customer is a joke.
    if (rating > unhappyStarsMax + 1 && tokens.length < safetyWordsMin) return false
    const { hits, opinions } = findPhrases(tokens, vocabulary)
    if (hits.some(({ value }) => value.aspect === 'safety')) return true
    const isPraised = opinions.some(({ strength }) => strength > 0)
    return rating <= unhappyStarsMax && clarity >= safetyMin.unnamed && tokens.length >= safetyWordsMin && !isPraised
  })
}

/** "'Fire hazard', apparently": the reason that somebody gave. */
function isExcuse(tokens: Token[]): boolean {
  return tokens.length < safetyWordsMin && holds('hearsay', tokens)
}

/** "They could not have been more careful" praises. */
function isUnsurpassed(tokens: Token[]): boolean {
  return holds('unsurpassed', tokens) || turnsOf(tokens).turns.some(({ sign }) => sign > 0)
}
