import { wordsBehind } from '../labels/alerts.ts'
import type { ReviewLabels } from '../labels/labels.ts'
import type { Alert } from '../model/alert-reader.ts'
import { evidenceIn } from '../replies/evidence.ts'
import { functionWords } from '../vocabulary/lexicon.ts'
import { type Candidate, slotName } from './quotables.ts'
import { tokensBySentence } from './read-sentences.ts'
import type { Report } from './reports.ts'

/** The words of a review that a recommendation states, at most. */
const wordsMax = 3

/** The words with which reviews report an alert, by review and alert. */
export type AlertWords = Map<string, ReadonlyMap<Alert, readonly string[]>>

/**
 * Keeps the words of a review that reports something, and drops those of reviews that are no longer quoted for it,
 * so that memory does not grow with the number of reviews.
 */
export function keepAlertWords(
  words: AlertWords,
  slots: readonly ReadonlyMap<string, readonly Candidate[]>[],
  given: Reported & { id: string; alerts: ReadonlySet<Alert> },
): void {
  if (given.alerts.size === 0) return
  words.set(given.id, new Map([...given.alerts].map((alert) => [alert, strongestWords(given, alert)])))
  for (const [id, ofReview] of words) {
    const isQuoted = [...ofReview.keys()].some((alert) =>
      slots.some((kept) => kept.get(slotName('own', alert, 'negative'))?.some(({ review }) => review.id === id)),
    )
    if (!isQuoted) words.delete(id)
  }
}

interface Reported {
  text: string
  labels: ReviewLabels
  /** The reports of each sentence. */
  reports: readonly (readonly Report[])[]
}

/**
 * The words of a whole review that report an alert, as they are written and in its order: those that a reader accepts
 * as a reason, and that decided about their sentence or are enough alone. The sentences that report it most clearly
 * come first, then those that show it.
 */
function strongestWords({ text, labels, reports }: Reported, alert: Alert): string[] {
  const allTokens = tokensBySentence(text, labels)
  const found = labels.sentences.flatMap(({ start, end }, index) => {
    const tokens = allTokens[index] ?? []
    const { wrong, alone, isEnough } = evidenceIn(tokens, alert)
    if (wrong.size === 0) return []
    const sentence = text.slice(start, end)
    const deciding = wordsBehind(sentence, alert).filter((word) => wrong.has(word))
    const strong = new Set(deciding.length > 0 ? deciding : [...alone].filter(isTelling))
    const logOdds = reports[index]?.find((report) => report.alert === alert)?.logOdds
    const rank = logOdds ?? (isEnough ? shownRank : hintedRank)
    return tokens.flatMap(({ word, start: from, end: to }) =>
      strong.has(word) ? [{ word, written: sentence.slice(from, to), at: start + from, rank }] : [],
    )
  })
  const distinct = found.filter(({ word }, index) => found.findIndex((one) => one.word === word) === index)
  const strongest = distinct.toSorted((a, b) => b.rank - a.rank || a.at - b.at)
  return strongest
    .slice(0, wordsMax)
    .sort((a, b) => a.at - b.at)
    .map(({ written }) => written)
}

/** The ranks of sentences without a report, below all log odds. */
const shownRank = -1_000
const hintedRank = -2_000

/** Returns whether a word of a phrase says something by itself: "ear", not "my". */
function isTelling(word: string): boolean {
  return word.length > 2 && !functionWords.has(word)
}
