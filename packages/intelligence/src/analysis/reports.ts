import { clearAlertsOf } from '../labels/alerts.ts'
import type { ReviewLabels } from '../labels/labels.ts'
import type { Reading } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import { reportedIn } from '../replies/reports.ts'
import { sentencesOf } from '../replies/situations.ts'
import { readSentences } from '../text/tokens.ts'
import { evidenceIn } from './evidence.ts'

/** The log odds of an alert that a phrase of `vocabulary/reports.json` states. */
const phraseLogOdds = 2
/** An alert is clear if it is more likely than not and its sentence has evidence of it. */
const clearMin = 0
/** Without evidence, an alert is possible from these log odds on. */
const possibleMin = 1

/** An alert that a sentence reports. A clear one is claimed by analyses; a possible one is only shown to be read. */
interface Report {
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
 * The alerts that each sentence reports: with few stars, clearly those that phrases state; and those of its labels. Others are
 * guesses, and left out.
 */
export function reportsBySentence({ text, rating }: Reported, { sentences }: ReviewLabels): Report[][] {
  const labeled = clearAlertsOf(sentences, rating)
  return sentences.map(({ start, end }, index) => {
    const read = readSentences(text.slice(start, end)).map(({ tokens }) => ({ text: '', tokens }))
    const tokens = read.flatMap((part) => part.tokens)
    const phrased = rating === null ? [] : reportedIn(read, rating)
    const found = (labeled[index] ?? []).flatMap(({ alert, logOdds }): Report[] => {
      if (phrased.includes(alert)) return []
      const isShown = evidenceIn(tokens, alert).size > 0
      if (isShown && logOdds >= clearMin) return [{ alert, logOdds, grade: 'clear' }]
      return isShown || logOdds >= possibleMin ? [{ alert, logOdds, grade: 'possible' }] : []
    })
    return [...phrased.map((alert): Report => ({ alert, logOdds: phraseLogOdds, grade: 'clear' })), ...found]
  })
}

/** The alerts that a review reports clearly, also those that take several sentences. */
export function reportedAlerts(review: Reported, labels: ReviewLabels): ReadonlySet<Alert> {
  const { text, rating } = review
  const whole = rating === null ? [] : reportedIn(sentencesOf(text, labels), rating)
  return new Set([...clearOnes(reportsBySentence(review, labels).flat()), ...whole])
}

/** The alerts of reports that are clear. */
export function clearOnes(reports: readonly Report[]): Alert[] {
  return [...new Set(reports.filter(({ grade }) => grade === 'clear').map(({ alert }) => alert))]
}
