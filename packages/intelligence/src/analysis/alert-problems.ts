import type { Aspect } from '@generated/contract/enums'
import { labelReview } from '../labels/labels.ts'
import { type Alert, alerts } from '../model/alert-reader.ts'
import type { Quote, RecommendationDraft } from '../records.ts'
import { type Aggregate, alertMention, type Side, type Tally } from './aggregate.ts'
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

/** "a report of discrimination", "reports of discrimination": what is reported, without its number of reviews. */
export function reportNamed(alert: Alert, own: Side): string {
  const { reviews } = countOf(own.alerts.get(alert), own, 'complaints')
  return `${reviews === 1 ? 'a report' : 'reports'} of ${alertNames[alert]}`
}

/** The alerts among these recommendations, in their order. */
export function alertsAmong(recommendations: readonly Pick<RecommendationDraft, 'problem_key'>[]): Alert[] {
  return recommendations.flatMap(({ problem_key }) => alerts.find((each) => problem_key === `alert.${each}`) ?? [])
}

/** The reason for a recommendation about an alert, as sentences. */
export function alertRationale(
  alert: Alert,
  { own, alertWords }: Pick<Aggregate, 'own' | 'alertWords'>,
  evidence: readonly Quote[],
): string {
  const [first] = evidence
  const words = first ? alertWords.get(first.review_id)?.get(alert) : undefined
  return [
    `${reportedBy(alert, own)}.`,
    rankOf(alert, own),
    ...(first ? inItsWords(alert, first, { words: words ?? [], isOne: evidence.length === 1 }) : []),
    'Find out what happened before you draw conclusions.',
  ].join(' ')
}

/** "1 of your 18 reviews reports discrimination". */
export function reportedBy(alert: Alert, own: Side): string {
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

/** "The review says "hives" and "EpiPen".": the words of the review that is quoted first. */
function inItsWords(
  alert: Alert,
  first: Quote,
  { words, isOne }: { words: readonly string[]; isOne: boolean },
): string[] {
  if (!reports(first, alert)) return ['The sentence that reports it is not quoted here, but it is in this review.']
  const quoted = words.map((word) => `"${word}"`)
  const last = quoted.pop()
  if (last === undefined) return []
  const review = isOne ? 'The review' : 'The first review quoted'
  return [`${review} says ${quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last}.`]
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
