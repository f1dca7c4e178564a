import type { SentenceLabels } from './labels.ts'
import { alertReader } from './model/alert-model.ts'
import { type Alert, alerts, decidingWords, isCertain } from './model/alert-reader.ts'
import { viewOfSentence } from './model/view.ts'

/** Words that are named as the reason of an alert. */
const namedWordsMax = 3

/** The alerts of a sentence, read with the stars of its review; the gravest first. */
export function alertsIn({ suspicions }: Pick<SentenceLabels, 'suspicions'>, rating: number | null): Alert[] {
  return alerts.filter((alert) =>
    suspicions.some((suspicion) => suspicion.alert === alert && isCertain(alertReader, suspicion, rating)),
  )
}

/** The words of a sentence that decided about an alert. */
export function wordsBehind(sentence: string, alert: Alert): string[] {
  return decidingWords(alertReader, viewOfSentence(sentence, 'other'), alert, namedWordsMax)
}
