import type { Aspect } from '@generated/contract/enums'
import { wordsBehind } from '../labels/alerts.ts'
import { labelReview } from '../labels/labels.ts'
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { Quote, RecommendationDraft } from '../records.ts'
import { evidenceIn } from '../replies/evidence.ts'
import { readSentences } from '../text/tokens.ts'
import { alertMention, type Side, type Tally } from './aggregate.ts'
import { countOf, reviewsThat } from './counts.ts'
import { ordinaryToo } from './quotables.ts'
import { reportedAlerts, reportsBySentence } from './reports.ts'

// Serious matters that reviews report, as problems: which of them count, in which order, and how they are stated.

/** The aspect to which an alert belongs. */
export const alertAspects: Record<Alert, Aspect> = {
  health_safety: 'safety',
  discrimination: 'service',
  minors: 'safety',
  threat: 'safety',
  harassment: 'service',
  hygiene: 'cleanliness',
  legal_threat: 'trust',
  wrong_charge: 'price',
}

/** The noun phrase for what reviews with an alert report or may report. */
export const alertNames: Record<Alert, string> = {
  health_safety: 'an injury, an illness or a danger',
  discrimination: 'discrimination',
  minors: 'a danger to a child',
  threat: 'violence or a threat',
  harassment: 'harassment',
  hygiene: 'a lack of hygiene',
  legal_threat: 'a legal step',
  wrong_charge: 'money that was taken wrongly',
}

/** The number of reviews that confirm each other. A single one is flagged, and may be a mistake. */
const reportsMin = 2
/** The number of reviews that report an alert. */
const reportsIn = ({ mentions }: Tally) => Math.round(mentions / alertMention)
/** An announced legal step is about one case. It comes before what several reviews complain about if it recurs. */
const ofOneCase: ReadonlySet<Alert> = new Set(['legal_threat'])

/** Returns whether several reviews report an alert. */
export function isConfirmed(tally: Tally): boolean {
  return reportsIn(tally) >= reportsMin
}

/**
 * Returns whether several reviews report an alert clearly, or a single one reports something graver than an ordinary
 * complaint. A customer who gives five stars was not harmed: such a report by itself is a flag of its review.
 */
export function isReported(alert: Alert, tally: Tally): boolean {
  return isConfirmed(tally) || (!ordinaryToo.has(alert) && tally.dissatisfied > 0)
}

/** The gravity of everything that is ordered by its score alone. */
export const unranked = 2 * alerts.length

/** The place of a report among all, 0 for the gravest; `unranked` for one that is ordered by its score. */
export function gravityOf(alert: Alert, own: Side): number {
  const tally = own.alerts.get(alert)
  if (!tally || !isReported(alert, tally)) return unranked
  if (isConfirmed(tally)) return alerts.indexOf(alert)
  return ofOneCase.has(alert) ? unranked : alerts.length + alerts.indexOf(alert)
}

/**
 * Returns whether reports about hygiene are part of a larger problem: at least twice as many reviews complain about
 * cleanliness. Advice about all of it then comes before advice about the reports.
 */
export function isUncleanAsAWhole({ alerts: reported, aspects: known }: Side): boolean {
  const tally = reported.get('hygiene')
  const count = tally ? reportsIn(tally) : 0
  return count >= reportsMin && (known.get('cleanliness')?.complaining ?? 0) >= 2 * count
}

/** The reports of alerts among these recommendations, each as a clause with its number of reviews. */
export function reportsOf(recommendations: readonly Pick<RecommendationDraft, 'problem_key'>[], own: Side): string[] {
  return recommendations.flatMap(({ problem_key }) => {
    const alert = alerts.find((each) => problem_key === `alert.${each}`)
    return alert ? [reportedBy(alert, own)] : []
  })
}

/** The reason for a recommendation about an alert, as sentences. */
export function alertRationale(alert: Alert, own: Side, evidence: readonly Quote[]): string {
  return [`${reportedBy(alert, own)}.`, rankOf(alert, own), recognized(alert, evidence)].join(' ')
}

/** "1 of your 18 reviews reports discrimination". */
function reportedBy(alert: Alert, own: Side): string {
  const count = countOf(own.alerts.get(alert), own, 'complaints')
  return `${reviewsThat(count, ['reports', 'report'])} ${alertNames[alert]}`
}

/** The reason for the place of an alert among the recommendations. */
function rankOf(alert: Alert, own: Side): string {
  if (alert === 'hygiene' && isUncleanAsAWhole(own))
    return 'They are the most serious of the complaints about cleanliness.'
  if (gravityOf(alert, own) === unranked) return 'A single report can be a misunderstanding, so look into it first.'
  return countOf(own.alerts.get(alert), own, 'complaints').reviews === 1
    ? 'One report is enough to act on, because of what may be at stake.'
    : 'It comes before ordinary complaints because of what may be at stake.'
}

const checkFirst = 'Find out what happened before you draw conclusions.'

/**
 * "The words "razor" and "bleeding" point to it.": those that decided about the first quote, without words
 * that a reader would not accept as a reason.
 */
function recognized(alert: Alert, [first]: readonly Quote[]): string {
  if (first && !reports(first, alert))
    return `The sentence that reports it is not quoted here, but it is in this review. ${checkFirst}`
  const tokens = first ? readSentences(first.text).flatMap((read) => read.tokens) : []
  const { wrong: shown } = evidenceIn(tokens, alert)
  const deciding = first ? wordsBehind(first.text, alert) : []
  const words = deciding.filter((word) => shown.has(word)).map((word) => `"${word}"`)
  const last = words.pop()
  if (last === undefined) return checkFirst
  const list = words.length > 0 ? `The words ${words.join(', ')} and ${last} point` : `The word ${last} points`
  return `${list} to it. ${checkFirst}`
}

/**
 * Returns whether a quote itself reports an alert, and not only a complaint of the same review. Dirt after which
 * somebody was treated is reported by the dirt.
 */
function reports(quote: Quote, alert: Alert): boolean {
  const labels = labelReview(quote.text, { trade: 'other' })
  const reported = reportedAlerts(quote, labels, reportsBySentence(quote, labels, ''))
  return reported.has(alert) || (alert === 'health_safety' && reported.has('hygiene'))
}
