import { clearAlertsOf } from '../labels/alerts.ts'
import type { ReviewLabels } from '../labels/labels.ts'
import { keepHighest, type Reading } from '../labels/reading.ts'
import type { ReviewInput } from '../labels/review-input.ts'
import type { Alert } from '../model/alert-reader.ts'
import { reportedIn } from '../replies/reports.ts'
import { sentencesOf } from '../replies/situations.ts'
import { readSentences } from '../text/tokens.ts'

/** The log odds of an alert that a phrase of the vocabulary states. */
const phraseLogOdds = 2

/** An alert that a review reports, as analyses count it. */
interface Report {
  alert: Alert
  logOdds: number
}

/** A review as analyses count it. */
export interface CountedReview extends Reading {
  alerts: ReadonlyMap<Alert, number>
}

type Reported = Pick<ReviewInput, 'text' | 'rating'>

/** The alerts that each sentence reports: the clear ones of its labels and, with few stars, those of phrases. */
export function reportsBySentence({ text, rating }: Reported, { sentences }: ReviewLabels): Report[][] {
  const clear = clearAlertsOf(sentences, rating)
  return sentences.map(({ start, end }, index) => {
    const parts = readSentences(text.slice(start, end)).map(({ tokens }) => ({ text: '', tokens }))
    return [...(clear[index] ?? []), ...phrased(rating === null ? [] : reportedIn(parts, rating))]
  })
}

/** The alerts that a review reports, also those that take several sentences, each with its highest log odds. */
export function reportedAlerts(review: Reported, labels: ReviewLabels): ReadonlyMap<Alert, number> {
  const { text, rating } = review
  const whole = rating === null ? [] : reportedIn(sentencesOf(text, labels), rating)
  const reports = new Map<Alert, number>()
  for (const { alert, logOdds } of [...reportsBySentence(review, labels).flat(), ...phrased(whole)])
    keepHighest(reports, alert, logOdds)
  return reports
}

function phrased(found: readonly Alert[]): Report[] {
  return found.map((alert) => ({ alert, logOdds: phraseLogOdds }))
}
