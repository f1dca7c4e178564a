import type { ReviewFlag } from '@generated/contract/enums'
import type { Token } from '../text/tokens.ts'
import { functionWords } from '../vocabulary/lexicon.ts'
import { isNumber } from '../vocabulary/patterns.ts'
import { featuresOfWord, joinWords, phraseFeature, vectorValue } from './alert-features.ts'
import { alertVectorOf, alertVectors } from './alert-vectors.ts'
import { type SentenceView, vectorIdBase } from './features.ts'
import { addWeights, type Layer, openLayer, type StoredLayer } from './layer.ts'
import { openWindows, type StoredWindows, scoresOfWindows, type Windows } from './windows.ts'

/** Findings that a person must act on, even if they are rare, most severe first. */
export const alerts = [
  'health_safety',
  'discrimination',
  'minors',
  'threat',
  'harassment',
  'hygiene',
  'legal_threat',
  'wrong_charge',
] as const satisfies readonly ReviewFlag[]
export type Alert = (typeof alerts)[number]

/** The outputs of the reader: a score for each alert, and one for any alert. */
export const alertOutputs = [...alerts, 'any'] as const
const anyIndex = alerts.length

/**
 * The factors that turn the scores of the words and of the windows into log odds, and the summand for each number of
 * stars.
 */
export interface AlertScale {
  words: number
  windows: number
  shift: number
  stars: number[]
}

/** The reader of alerts as the model file has it. */
export interface StoredAlertReader {
  layer: StoredLayer
  windows: StoredWindows
  /** In the order of `alertOutputs`. */
  scales: AlertScale[]
  /** The log odds of any alert from which a sentence is flagged. */
  threshold: number
}

export interface AlertReader extends Omit<StoredAlertReader, 'layer' | 'windows'> {
  layer: Layer
  windows: Windows
  /** The score of each word by itself; computed on first use. */
  words: Map<string, Float64Array>
}

/** The log odds of each alert by the words of a sentence alone, without the stars of the review. */
export interface Suspicion {
  any: number
  alerts: { alert: Alert; logOdds: number }[]
  /** The alerts for which the vocabulary has a phrase in it. */
  phrased: Alert[]
}

/** The maximum size of the cache: a stream of invented words must not use up the memory. */
const rememberedMax = 10_000
/** The maximum number of times that the words of a sentence are repeated, on average. */
const repeatedMax = 4
/** The most stars of a review in which a phrase of the vocabulary is enough. */
const badStarsMax = 2
/** The log odds of an alert by words from which a phrase for it counts whatever the stars. */
const agreedLogOdds = 2
/** Alerts less likely than this by words are not kept, unless no other is more likely. */
const keptLogOdds = -3

/** Makes a reader of what the model file has. */
export function openAlertReader({ layer, windows, scales, threshold }: StoredAlertReader): AlertReader {
  return {
    layer: openLayer(layer),
    windows: openWindows(windows, alertVectors.values),
    scales,
    threshold,
    words: new Map(),
  }
}

/** The alerts that a sentence may report, by number of stars; null for none. `phrased`: alerts of the vocabulary. */
export function suspicionOf(reader: AlertReader, view: SentenceView, phrased: Alert[]): Suspicion | null {
  // Scores are sums, so a word that is repeated many times would decide alone.
  const words = view.phrases.tokens.map(({ word }) => word)
  if (words.length > repeatedMax * new Set(words).size) return null
  const scores = scoresOf(reader, view, phrased)
  const any = scores[anyIndex] as number
  const starsMax = Math.max(0, ...(reader.scales[anyIndex]?.stars ?? []))
  if (any + starsMax < reader.threshold && phrased.length === 0) return null
  const highest = Math.max(...scores.subarray(0, anyIndex))
  const found = alerts.flatMap((alert, index) => {
    const logOdds = scores[index] as number
    return logOdds === highest || logOdds >= keptLogOdds ? [{ alert, logOdds }] : []
  })
  return { any, alerts: found, phrased }
}

/**
 * The alerts that a suspicion amounts to in a review with these stars, or without any, each with its log odds. An alert
 * with low ones is named because something serious seems to be there, and no other alert is likelier.
 */
export function alertsOf(
  reader: AlertReader,
  suspicion: Suspicion,
  rating: number | null,
): { alert: Alert; logOdds: number }[] {
  const withStars = (index: number, logOdds: number) => {
    return logOdds + (rating === null ? 0 : (reader.scales[index]?.stars[rating - 1] ?? 0))
  }
  // An alert of the vocabulary counts in a bad review, and in any other if the model finds the same.
  const isBad = rating !== null && rating <= badStarsMax
  const agreed = suspicion.alerts.filter(({ logOdds }) => logOdds >= agreedLogOdds).map(({ alert }) => alert)
  const named = suspicion.phrased.filter((alert) => isBad || agreed.includes(alert))
  const isAny = withStars(anyIndex, suspicion.any) >= reader.threshold
  const read = suspicion.alerts.map(({ alert, logOdds }) => ({
    alert,
    logOdds: withStars(alerts.indexOf(alert), logOdds),
  }))
  // Something is there: the likeliest alert, and each that is more likely than not.
  const highest = Math.max(...read.map(({ logOdds }) => logOdds))
  const found = read.filter(({ logOdds }) => isAny && (logOdds === highest || logOdds >= 0))
  return alerts.flatMap((alert) => {
    if (named.includes(alert)) return [{ alert, logOdds: agreedLogOdds }]
    return found.filter((each) => each.alert === alert)
  })
}

/** The log odds of each output for a sentence, without stars, rounded to hundredths. */
export function scoresOf(reader: AlertReader, view: SentenceView, phrases: readonly Alert[]): Float64Array {
  const words = scoresOfWords(reader, view, phrases)
  const windows = scoresOfWindows(reader.windows, view.phrases.tokens.map(alertVectorOf))
  return words.map((score, index) => {
    const scale = reader.scales[index]
    if (!scale) return 0
    return Number((scale.words * score + scale.windows * (windows[index] as number) + scale.shift).toFixed(2))
  })
}

/** The raw scores of the words of a sentence and of pairs of them. */
export function scoresOfWords(
  reader: Pick<AlertReader, 'layer' | 'words'>,
  view: SentenceView,
  phrases: readonly Alert[],
): Float64Array {
  const { layer } = reader
  const scores = Float64Array.from(layer.bias)
  const value = vectorValue(view)
  for (const [at, token] of view.phrases.tokens.entries()) {
    for (const [index, score] of scoresOfWord(reader, token).entries())
      scores[index] = (scores[index] as number) + score
    const vector = view.words[at]?.vector ?? -1
    if (vector >= 0) addWeights(layer, vectorIdBase + vector, value, scores)
  }
  joinWords(view, (id, weight) => addWeights(layer, id, weight, scores))
  for (const alert of phrases) addWeights(layer, phraseFeature(alert), 1, scores)
  return scores
}

/** A word that weighs less than this part of the first one decides nothing. */
const decidingPart = 0.4

/**
 * The words without which an alert would be least likely, at most `most` of them, in the order of the sentence. Numbers
 * and words such as "the" and "with" are none of them, although they are scored: they explain nothing.
 */
export function decidingWords(reader: AlertReader, view: SentenceView, alert: Alert, most: number): string[] {
  const { tokens } = view.phrases
  const output = alerts.indexOf(alert)
  const scoreOf = (part: SentenceView) => scoresOf(reader, part, [])[output] as number
  const whole = scoreOf(view)
  const losses = tokens.map((_, left) => whole - scoreOf(withoutWord(view, left)))
  const places = [...losses.keys()].filter((at) => (losses[at] ?? 0) > 0 && explains(tokens[at]?.word ?? ''))
  const ranked = places.sort((a, b) => (losses[b] ?? 0) - (losses[a] ?? 0) || a - b)
  const enough = (losses[ranked[0] ?? 0] ?? 0) * decidingPart
  const best = ranked.filter((at) => (losses[at] ?? 0) >= enough).slice(0, most)
  return [...new Set(best.sort((a, b) => a - b).flatMap((at) => tokens[at]?.word ?? []))]
}

function explains(word: string): boolean {
  return word.length > 2 && !functionWords.has(word) && !isNumber(word)
}

function withoutWord(view: SentenceView, left: number): SentenceView {
  const others = <T>(list: readonly T[]) => list.filter((_, at) => at !== left)
  return {
    ...view,
    words: others(view.words),
    negated: others(view.negated),
    clauses: others(view.clauses),
    phrases: { ...view.phrases, tokens: others(view.phrases.tokens) },
  }
}

function scoresOfWord({ layer, words }: Pick<AlertReader, 'layer' | 'words'>, token: Token): Float64Array {
  const key = token.money ? '€' : token.word
  const known = words.get(key)
  if (known) return known
  if (words.size >= rememberedMax) words.clear()
  const scores = new Float64Array(alertOutputs.length)
  const { ids, values } = featuresOfWord(token)
  for (const [index, id] of ids.entries()) addWeights(layer, id, values[index] ?? 0, scores)
  words.set(key, scores)
  return scores
}
