import { alertReader } from '../model/alert-model.ts'
import { type Alert, alertsOf, decidingWords } from '../model/alert-reader.ts'
import { viewOfSentence } from '../model/view.ts'
import type { SentenceLabels } from './labels.ts'

/** Words that are named as the reason of an alert. */
const namedWordsMax = 3

/** The alerts of a sentence, read with the stars of its review; the gravest first. */
export function alertsIn({ suspicion }: Pick<SentenceLabels, 'suspicion'>, rating: number | null): Alert[] {
  return alertOddsIn({ suspicion }, rating).map(({ alert }) => alert)
}

/** The same with the log odds of each. */
export function alertOddsIn(
  { suspicion }: Pick<SentenceLabels, 'suspicion'>,
  rating: number | null,
): { alert: Alert; logOdds: number }[] {
  return suspicion === null ? [] : alertsOf(alertReader, suspicion, rating)
}

/** The words of a sentence that decided about an alert. */
export function wordsBehind(sentence: string, alert: Alert): string[] {
  return decidingWords(alertReader, viewOfSentence(sentence, 'other'), alert, namedWordsMax)
}
