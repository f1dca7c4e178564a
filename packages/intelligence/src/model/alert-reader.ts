import type { ReviewFlag } from '@generated/contract/enums'
import type { Token } from '../tokens.ts'
import { featuresOfWord, joinWords, phraseFeature, starsFeature, vectorValue } from './alert-features.ts'
import { type SentenceView, vectorIdBase } from './features.ts'
import { addWeights, type Layer, openLayer, type StoredLayer } from './layer.ts'

/** What must not be missed in a review: a person must act on it, even if it is rare. The gravest first. */
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

/** How the scores of one alert become probabilities, and the probability from which it counts. */
export interface AlertScale {
  scale: number
  shift: number
  threshold: number
}

/** The reader of alerts as the model file has it. */
export interface StoredAlertReader {
  layer: StoredLayer
  scales: Record<Alert, AlertScale>
}

export interface AlertReader extends StoredAlertReader {
  open: Layer
  /** By number of stars, from one on, what they add to the score of each alert. */
  stars: readonly Float64Array[]
  /** The score of each word by itself; computed on first use. */
  words: Map<string, Float64Array>
}

/** An alert that a sentence may report, by its words alone: the log odds before the stars of the review are known. */
export interface Suspicion {
  alert: Alert
  logOdds: number
  /** The vocabulary has a phrase for it. */
  phrased: boolean
}

/** The maximum size of the cache: a stream of invented words must not use up the memory. */
const rememberedMax = 30_000
const ratings = [1, 2, 3, 4, 5]
/** How often the words of a sentence are repeated at most, on average. */
const repeatedMax = 4
/** The most stars of a review in which a phrase of the vocabulary is enough. */
const badStarsMax = 2

/** Makes a reader of what the model file has. */
export function openAlertReader(stored: StoredAlertReader): AlertReader {
  const open = openLayer(stored.layer)
  const stars = ratings.map((rating) => {
    const scores = new Float64Array(alerts.length)
    addWeights(open, starsFeature(rating), 1, scores)
    return scores
  })
  return { ...stored, open, stars, words: new Map() }
}

/** The alerts that a sentence reports with some number of stars. `phrases` are those the vocabulary finds in it. */
export function suspicionsOf(reader: AlertReader, view: SentenceView, phrases: readonly Alert[]): Suspicion[] {
  // Scores are sums, so a word that is repeated many times would decide alone.
  const words = view.phrases.tokens.map(({ word }) => word)
  if (words.length > repeatedMax * new Set(words).size) return []
  const scores = scoresOf(reader, view, phrases)
  return alerts.flatMap((alert, index) => {
    const { scale, shift } = reader.scales[alert]
    const logOdds = Number((scale * (scores[index] as number) + shift).toFixed(2))
    const suspicion = { alert, logOdds, phrased: phrases.includes(alert) }
    return [null, ...ratings].some((rating) => isCertain(reader, suspicion, rating)) ? [suspicion] : []
  })
}

/** The probability of a suspicion in a review with these stars, or without any. */
export function probabilityOf(reader: AlertReader, { alert, logOdds }: Suspicion, rating: number | null): number {
  const added = rating === null ? 0 : (reader.stars[rating - 1]?.[alerts.indexOf(alert)] ?? 0)
  return 1 / (1 + Math.exp(-(logOdds + reader.scales[alert].scale * added)))
}

/** Whether a suspicion counts as an alert in a review with these stars. */
export function isCertain(reader: AlertReader, suspicion: Suspicion, rating: number | null): boolean {
  // What the vocabulary names in a bad review counts even where the model is not sure.
  if (suspicion.phrased && rating !== null && rating <= badStarsMax) return true
  return probabilityOf(reader, suspicion, rating) >= reader.scales[suspicion.alert].threshold
}

/** The raw scores of a sentence, without stars. */
export function scoresOf(reader: AlertReader, view: SentenceView, phrases: readonly Alert[]): Float64Array {
  const { open } = reader
  const scores = Float64Array.from(open.bias)
  const value = vectorValue(view)
  for (const [at, token] of view.phrases.tokens.entries()) {
    addAll(scores, scoresOfWord(reader, token))
    const vector = view.words[at]?.vector ?? -1
    if (vector >= 0) addWeights(open, vectorIdBase + vector, value, scores)
  }
  joinWords(view, (id, weight) => addWeights(open, id, weight, scores))
  for (const alert of phrases) addWeights(open, phraseFeature(alert), 1, scores)
  return scores
}

/** The words that speak most for an alert, at most `most` of them, in the order of the sentence. */
export function decidingWords(reader: AlertReader, view: SentenceView, alert: Alert, most: number): string[] {
  const index = alerts.indexOf(alert)
  const { tokens } = view.phrases
  const shares = tokens.map((token) => scoresOfWord(reader, token)[index] as number)
  const value = vectorValue(view)
  const scores = new Float64Array(alerts.length)
  const scoreOf = (id: number, weight: number) => {
    scores.fill(0)
    addWeights(reader.open, id, weight, scores)
    return scores[index] as number
  }
  for (const [at, { vector }] of view.words.entries()) {
    if (vector >= 0) shares[at] = (shares[at] ?? 0) + scoreOf(vectorIdBase + vector, value)
  }
  joinWords(view, (id, weight, first, last) => {
    const half = scoreOf(id, weight) / 2
    shares[first] = (shares[first] ?? 0) + half
    shares[last] = (shares[last] ?? 0) + half
  })
  const places = [...shares.keys()].filter((at) => (shares[at] ?? 0) > 0 && (tokens[at]?.word.length ?? 0) > 2)
  const best = places.sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b).slice(0, most)
  return [...new Set(best.sort((a, b) => a - b).flatMap((at) => tokens[at]?.word ?? []))]
}

function scoresOfWord({ open, words }: AlertReader, token: Token): Float64Array {
  const key = token.money ? '€' : token.word
  const known = words.get(key)
  if (known) return known
  if (words.size >= rememberedMax) words.clear()
  const scores = new Float64Array(alerts.length)
  const { ids, values } = featuresOfWord(token)
  for (const [index, id] of ids.entries()) addWeights(open, id, values[index] ?? 0, scores)
  words.set(key, scores)
  return scores
}

function addAll(sums: Float64Array, scores: Float64Array): void {
  for (const [index, score] of scores.entries()) sums[index] = (sums[index] as number) + score
}
