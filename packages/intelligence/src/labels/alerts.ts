import { alertReader } from '../model/alert-model.ts'
import { type Alert, alertsOf, decidingWords } from '../model/alert-reader.ts'
import { viewOfSentence } from '../model/view.ts'
import type { SentenceLabels } from './labels.ts'

/** Words that are named as the reason of an alert. */
const namedWordsMax = 3

/** The minimum probability of a complaint about the price that explains an alert about children. */
const dearMin = 0.7

type Suspected = Pick<SentenceLabels, 'suspicion' | 'aspects'>

/** The alerts of a sentence, read with the stars of its review; the gravest first. */
export function alertsIn(sentence: Suspected, rating: number | null): Alert[] {
  return alertOddsIn(sentence, rating).map(({ alert }) => alert)
}

/** The same with the log odds of each. */
export function alertOddsIn(
  { suspicion, aspects }: Suspected,
  rating: number | null,
): { alert: Alert; logOdds: number }[] {
  const found = suspicion === null ? [] : alertsOf(alertReader, suspicion, rating)
  // "Overpriced, fourteen for a child of seven" reports nothing about the child.
  const isDear = aspects.some(({ aspect, negative }) => aspect === 'price' && negative >= dearMin)
  return isDear ? found.filter(({ alert }) => alert !== 'minors') : found
}

/** The log odds from which an alert is clear. */
export const clearLogOdds = 2
/** An alert below these log odds is a guess if another sentence of the review has a clear one. */
export const besideClearLogOdds = -0.5
/** The same in any review, for an analysis. */
const countedLogOdds = -1

/** The alerts of each sentence of a review without guesses, as analyses count them. */
export function clearAlertsOf(
  sentences: readonly Suspected[],
  rating: number | null,
): { alert: Alert; logOdds: number }[][] {
  const read = sentences.map((sentence) => alertOddsIn(sentence, rating))
  const clearest = Math.max(...read.flat().map(({ logOdds }) => logOdds))
  const logOddsMin = clearest >= clearLogOdds ? besideClearLogOdds : countedLogOdds
  return read.map((found) => found.filter(({ logOdds }) => logOdds >= logOddsMin))
}

/** The words of a sentence that decided about an alert. */
export function wordsBehind(sentence: string, alert: Alert): string[] {
  return decidingWords(alertReader, viewOfSentence(sentence, 'other'), alert, namedWordsMax)
}
