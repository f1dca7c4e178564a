import { clearAlertsOf } from '../labels/alerts.ts'
import type { ReviewLabels, SentenceLabels } from '../labels/labels.ts'
import type { Reading } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import { supposedFrom } from '../replies/clauses.ts'
import { evidenceIn, nearlyCertain } from '../replies/evidence.ts'
import { reportedIn } from '../replies/reports.ts'
import { isComplaintIn, isHarmless } from '../replies/serious.ts'
import { holds, sentencesOf } from '../replies/situations.ts'
import type { Token } from '../text/tokens.ts'
import { tokensBySentence } from './read-sentences.ts'

/** The log odds of an alert that a phrase of `vocabulary/reports.json` states. */
const phraseLogOdds = 2
/**
 * An alert is clear from these log odds on: where its sentence has evidence that is enough, if it is more likely than
 * not, and less with one or two stars; where it has only words that belong to such reports, if it is nearly certain.
 * Without any it is never clear.
 */
const clearMin = { shown: 0, shownByUnhappy: -1, hinted: nearlyCertain }
const unhappyStarsMax = 2
/** Without evidence, an alert is possible from these log odds on; below, four of five are misreadings. */
const possibleMin = 2

/** An alert that a sentence reports. A clear one is claimed by analyses; a possible one is only shown to be read. */
export interface Report {
  alert: Alert
  logOdds: number
  grade: 'clear' | 'possible'
}

/** A review as analyses count it, with the alerts that it reports clearly. */
export interface CountedReview extends Reading {
  alerts: ReadonlySet<Alert>
}

type Reported = Pick<ReviewInput, 'text' | 'rating'>

/**
 * The alerts that each sentence reports: clearly those that phrases state with few stars, and those of its labels by
 * their grade. Guesses are left out. The name of the business tells whether it is a law firm.
 */
export function reportsBySentence({ text, rating }: Reported, labels: ReviewLabels, businessName: string): Report[][] {
  const labeled = clearAlertsOf(labels.sentences, rating)
  const allTokens = tokensBySentence(text, labels)
  const found = labels.sentences.map((sentence, index) => {
    const tokens = [...(allTokens[index] ?? [])]
    const phrased = rating === null ? [] : reportedIn([{ text: '', tokens }], rating)
    const context = { sentence, tokens, text, rating, businessName }
    const graded = (labeled[index] ?? [])
      .filter(({ alert }) => !phrased.includes(alert))
      .flatMap((each) => gradedOf(each, context))
    return [...phrased.map((alert): Report => ({ alert, logOdds: phraseLogOdds, grade: 'clear' })), ...graded]
  })
  const isTreated = allTokens.some((tokens) => holds('treated', tokens))
  return isTreated ? found.map(withHarm) : found
}

/** A lack of hygiene after which somebody was treated was a danger to health. */
function withHarm(reports: readonly Report[]): Report[] {
  const harmful = reports.filter(({ alert, grade }) => alert === 'hygiene' && grade === 'clear')
  const isReported = reports.some(({ alert, grade }) => alert === 'health_safety' && grade === 'clear')
  return isReported ? [...reports] : [...harmful.map((one): Report => ({ ...one, alert: 'health_safety' })), ...reports]
}

/** An alert of the labels with its grade; nothing for a guess. */
function gradedOf(
  found: Omit<Report, 'grade'>,
  context: { sentence: SentenceLabels; tokens: Token[]; text: string; rating: number | null; businessName: string },
): Report[] {
  const { sentence, tokens, rating } = context
  const supposed = supposedFrom(tokens)
  // "As if I had shot her dog": only what is said to be the case is evidence.
  const stated = supposed === -1 ? tokens : tokens.slice(0, supposed)
  const { words, isEnough: isShown } = evidenceIn(stated, found.alert)
  if (holds('exaggerated', tokens) || isHarmless(found, context)) return []
  const isComplaint = rating === null || isComplaintIn(sentence, rating)
  // Every complaint about a price has words of a charge.
  const isUnhappy = rating !== null && rating <= unhappyStarsMax && found.alert !== 'wrong_charge'
  const shownMin = isUnhappy ? clearMin.shownByUnhappy : clearMin.shown
  const isClear = words.size > 0 && found.logOdds >= (isShown ? shownMin : clearMin.hinted)
  if (isClear && isComplaint) return [{ ...found, grade: 'clear' }]
  const isLikely = isComplaint && found.logOdds >= possibleMin && !holds('idioms', tokens)
  return isShown || isLikely ? [{ ...found, grade: 'possible' }] : []
}

/** The alerts that a review reports clearly in one of its sentences, or that take several of them. */
export function reportedAlerts(
  { text, rating }: Reported,
  labels: ReviewLabels,
  bySentence: readonly Report[][],
): ReadonlySet<Alert> {
  const whole = rating === null ? [] : reportedIn(sentencesOf(text, labels), rating)
  return new Set([...clearOnes(bySentence.flat()), ...whole])
}

/** The alerts of reports that are clear. */
export function clearOnes(reports: readonly Report[]): Alert[] {
  return [...new Set(reports.filter(({ grade }) => grade === 'clear').map(({ alert }) => alert))]
}
