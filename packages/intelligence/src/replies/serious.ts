import type { ReplyWarning, ReviewFlag, Trade } from '@generated/contract/enums'
import { alertOddsIn } from '../labels/alerts.ts'
import { labelReview, type ReviewLabels, type SentenceLabels } from '../labels/labels.ts'
import { findPhrases } from '../labels/polarity.ts'
import { turnsOf } from '../labels/turns.ts'
import type { Alert } from '../model/alert-reader.ts'
import type { ReplyRequest } from '../records.ts'
import { readSentences, type Token } from '../text/tokens.ts'
import { type Vocabulary, vocabularyOf } from '../vocabulary/taxonomy.ts'
import { supposedFrom } from './clauses.ts'
import { isGrieving } from './grief.ts'
import { blamesOthers, holds } from './situations.ts'

type Flag = ReplyWarning & ReviewFlag

const satisfiedStarsMin = 4
const unhappyStarsMax = 2
/** From these log odds on, an alert counts in a review with four or five stars. */
const strongLogOdds = 1
/** The minimum probability of a complaint that makes an alert of such a review one about the business. */
const blamesMin = 0.4
/**
 * The log odds of an alert from which a draft responds to it as to something serious, in reviews with one or two stars
 * and with three; what a bill says is more often a complaint than a report. The owner is warned of any alert. Of the
 * reviews of the evaluation `critical` with one to three stars and an alert, 32 of 932 reports and 17 of 39 ordinary
 * ones are below.
 */
const seriousMin = {
  unhappy: { bill: -0.5, other: -1.5 },
  mixed: { bill: -0.25, other: -0.25 },
}

/**
 * The signals and alerts of a review, which the owner is warned of, and those of them that the draft responds to. With
 * four or five stars, an alert counts only if it is strong and in no sentence about others ("My landlord threatened me,
 * and they stopped it"), and the draft responds to it only if its sentence complains. With fewer stars, the draft
 * responds to an alert that is likely enough and no exaggeration. In a review that tells of a death, an alert counts
 * only if its sentence complains.
 */
export function flagsOf(
  { review }: ReplyRequest,
  { businessName, trade }: { businessName: string; trade: Trade },
  labels: ReviewLabels,
): { flags: Set<Flag>; serious: Set<Flag> } {
  const { rating, text = '' } = review
  const flags = new Set<Flag>()
  const serious = new Set<Flag>()
  const isSatisfied = rating >= satisfiedStarsMin
  const grieves = rating > unhappyStarsMax && isGrieving(readSentences(text))
  for (const read of labels.sentences) {
    const written = text.slice(read.start, read.end)
    const tokens = readSentences(written).flatMap((sentence) => sentence.tokens)
    const isOfOthers = isSatisfied && (blamesOthers(tokens, businessName) || holds('elsewhere', tokens))
    const complains = read.aspects.some(({ positive, negative }) => negative >= blamesMin && negative > positive)
    const odds = isOfOthers || (grieves && !complains) ? [] : alertOddsIn(read, rating)
    const found = odds.filter(({ logOdds }) => !isSatisfied || logOdds >= strongLogOdds)
    for (const flag of [...read.signals, ...found.map(({ alert }) => alert)]) flags.add(flag)
    const answered = isSatisfied ? found.filter(() => complains) : seriousOf(found, { written, tokens, rating, trade })
    // "Would it kill you to open a second shop?" insults nobody.
    const isJest = isSatisfied && holds('exaggerated', tokens)
    const signals = isJest ? read.signals.filter((signal) => signal !== 'abuse') : read.signals
    for (const flag of [...signals, ...answered.map(({ alert }) => alert)]) serious.add(flag)
  }
  // A complaint about safety needs a person, like a report of illness.
  if (complainsOfSafety(review, labels, vocabularyOf(trade)))
    for (const found of [flags, serious]) found.add('health_safety')
  return { flags, serious }
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
    if (isUnsurpassed(tokens)) return false
    // "Dangerous place!" of a happy customer is a joke.
    if (rating > unhappyStarsMax + 1 && tokens.length < safetyWordsMin) return false
    const { hits, opinions } = findPhrases(tokens, vocabulary)
    if (hits.some(({ value }) => value.aspect === 'safety')) return true
    const isPraised = opinions.some(({ strength }) => strength > 0)
    return rating <= unhappyStarsMax && clarity >= safetyMin.unnamed && tokens.length >= safetyWordsMin && !isPraised
  })
}

/** "They could not have been more careful" praises. */
function isUnsurpassed(tokens: Token[]): boolean {
  return holds('unsurpassed', tokens) || turnsOf(tokens).turns.some(({ sign }) => sign > 0)
}
