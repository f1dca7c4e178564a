import type { Trade } from '@generated/contract/enums'
import {
  type Convolution,
  findIn,
  lookAtWindows,
  openConvolution,
  readOut,
  type StoredConvolution,
} from './convolution.ts'
import { type Features, judgmentSigns, judgmentWords, type SentenceView, signsOf, topicFeatures } from './features.ts'
import { addWeights, type Layer, openLayer, type StoredLayer } from './layer.ts'
import { type LabelSpace, type Polarity, polarityNames } from './spaces.ts'

/** Most of the training data is about restaurants. */
export const tradeKinds = ['restaurant', 'elsewhere'] as const
type TradeKind = (typeof tradeKinds)[number]

export function kindOf(trade: Trade): TradeKind {
  return trade === 'restaurant' ? 'restaurant' : 'elsewhere'
}

/** The trained weights of one label space, as the model file has them. */
export interface StoredReader {
  topics: StoredLayer
  topicWindows: StoredConvolution
  polarity: StoredLayer
  polarityWindows: StoredConvolution
  /**
   * Turns the score of each label into a probability: 1 / (1 + e^-(scale · score + shift)). Trades differ in how
   * clearly they are read.
   */
  mention: Record<TradeKind, { scale: number; shift: number }[]>
  /** Probability from which a label is given when labels must be hard. */
  thresholds: number[]
  /** Turns scores of polarity into probabilities: e^(scale · score), over their sum. */
  judgment: { scale: number }
}

/** The reading of one label in a sentence, as calibrated probabilities. */
export interface LabelReading {
  label: string
  /** The probability that the sentence is about it. */
  mention: number
  /** The probabilities of the polarities if it is. They sum to 1. */
  polarity: Record<Polarity, number>
}

/** A trained model of one label space. */
export interface Reader {
  space: LabelSpace
  topics: Layer
  topicWindows: Convolution
  polarity: Layer
  polarityWindows: Convolution
  mention: StoredReader['mention']
  thresholds: readonly number[]
  judgment: StoredReader['judgment']
}

/** Opens the model of a label space. */
export function openReader(space: LabelSpace, stored: StoredReader): Reader {
  return {
    ...stored,
    space,
    topics: openLayer(stored.topics),
    topicWindows: openConvolution(stored.topicWindows),
    polarity: openLayer(stored.polarity),
    polarityWindows: openConvolution(stored.polarityWindows),
  }
}

/**
 * The weight of a convolution relative to the layer of features, three to seven in log odds: the one with the best
 * result on held-out sentences of MAMS. A convolution knows fewer words, and reads them together.
 */
const windowsPart = 0.43

/** The sentence in numbers, with the raw score of every label and the part each clause has in it. */
export interface TopicScores {
  scores: Float64Array
  /** Clause by clause, the scores of its own words for each label. */
  clauseScores: Float64Array
}

/** Scores every label for a sentence, by its features and its windows. */
export function readTopics(reader: Reader, view: SentenceView, trade: Trade): TopicScores {
  const topics = scoreTopics(reader.topics, view, trade)
  const seen = lookAtWindows(reader.topicWindows, view)
  addWindows(reader.topicWindows, seen, view, 0, null, topics.scores)
  return topics
}

function addWindows(
  convolution: Convolution,
  seen: Float32Array,
  view: SentenceView,
  kind: number,
  relevance: readonly number[] | null,
  scores: Float64Array,
): void {
  const { clearest } = findIn(convolution, seen, view, relevance)
  for (const [output, score] of readOut(convolution, clearest, kind).entries()) {
    scores[output] = (scores[output] as number) + windowsPart * score
  }
}

/** Scores every label for a sentence by its features alone. */
export function scoreTopics(layer: Layer, view: SentenceView, trade: Trade): TopicScores {
  const features: Features = topicFeatures(view, trade)
  const outputs = layer.outputs.length
  const clauseScores = new Float64Array(view.clauseCount * outputs)
  const scores = Float64Array.from(layer.bias)
  const { ids, values, clauses } = features
  for (let index = 0; index < ids.length; index += 1) {
    const clause = clauses[index] as number
    if (clause < 0) addWeights(layer, ids[index] as number, values[index] as number, scores)
    else addWeights(layer, ids[index] as number, values[index] as number, clauseScores, clause * outputs)
  }
  for (let at = 0; at < clauseScores.length; at += 1) {
    scores[at % outputs] = (scores[at % outputs] as number) + (clauseScores[at] as number)
  }
  return { scores, clauseScores }
}

/** The relevance of each clause to a label, relative to the most relevant clause (1). */
export function relevanceOf(
  { clauseScores }: TopicScores,
  view: SentenceView,
  label: number,
  labels: number,
): number[] {
  const relevance: number[] = []
  let highest = Number.NEGATIVE_INFINITY
  for (let clause = 0; clause < view.clauseCount; clause += 1) {
    highest = Math.max(highest, clauseScores[clause * labels + label] ?? 0)
  }
  for (let clause = 0; clause < view.clauseCount; clause += 1) {
    relevance.push(Math.exp((clauseScores[clause * labels + label] ?? 0) - highest))
  }
  return relevance
}

/** The features that show how a sentence judges one label. */
export function judgmentFeatures(space: LabelSpace, view: SentenceView, topics: TopicScores, label: number): Features {
  const relevance = relevanceOf(topics, view, label, space.labels.length)
  const words = judgmentWords(view)
  const features = signFeatures(space, view, relevance, label)
  for (let index = 0; index < words.ids.length; index += 1) {
    const clause = words.clauses[index] as number
    features.ids.push(words.ids[index] as number)
    features.values.push((words.values[index] as number) * (clause < 0 ? 1 : (relevance[clause] ?? 1)))
  }
  return features
}

function signFeatures(space: LabelSpace, view: SentenceView, relevance: number[], label: number): Features {
  const signs = signsOf(view.judgments, (aspect) => space.labelOf(aspect) === space.labels[label])
  return judgmentSigns(view, label, relevance, signs)
}

/**
 * The judgment of the words of a sentence, clause by clause, for any label: the same features as `judgmentFeatures`,
 * added up once.
 */
interface WordScores {
  /** The scores that are the same for every label, including the bias. */
  everywhere: Float64Array
  /** Clause by clause, the scores of its words. */
  clauses: Float64Array
  /** The responses of the convolution, which do not depend on the label. */
  windows: Float32Array
}

function scoreWords({ polarity, polarityWindows }: Reader, view: SentenceView): WordScores {
  const outputs = polarity.outputs.length
  const everywhere = Float64Array.from(polarity.bias)
  const clauses = new Float64Array(view.clauseCount * outputs)
  const words = judgmentWords(view)
  for (let index = 0; index < words.ids.length; index += 1) {
    const clause = words.clauses[index] as number
    const id = words.ids[index] as number
    const value = words.values[index] as number
    if (clause < 0) addWeights(polarity, id, value, everywhere)
    else addWeights(polarity, id, value, clauses, clause * outputs)
  }
  return { everywhere, clauses, windows: lookAtWindows(polarityWindows, view) }
}

/**
 * Reads a sentence: every label that it mentions with at least `mentionMin`, and those of `named`, in the order of the
 * space.
 */
export function readLabels(
  reader: Reader,
  view: SentenceView,
  trade: Trade,
  mentionMin: number,
  named: ReadonlySet<string> = new Set(),
): LabelReading[] {
  const topics = readTopics(reader, view, trade)
  const words = scoreWords(reader, view)
  const readings: LabelReading[] = []
  for (const [index, label] of reader.space.labels.entries()) {
    const mention = mentionOf(reader.mention, trade, index, topics.scores[index] as number)
    if (mention >= mentionMin || named.has(label))
      readings.push({ label, mention, polarity: judgeLabel(reader, view, topics, words, index) })
  }
  return readings
}

/** The labels whose probability reaches their threshold; if none does, the nearest one. */
export function hardLabels(reader: Reader, view: SentenceView, trade: Trade): LabelReading[] {
  const { space, mention, thresholds } = reader
  const topics = readTopics(reader, view, trade)
  const words = scoreWords(reader, view)
  const mentions = space.labels.map((_, index) => mentionOf(mention, trade, index, topics.scores[index] as number))
  const margins = mentions.map((mention, index) => mention - (thresholds[index] ?? 0.5))
  const nearest = Math.max(...margins)
  return space.labels.flatMap((label, index) => {
    const margin = margins[index] ?? 0
    if (margin < 0 && margin < nearest) return []
    return [{ label, mention: mentions[index] ?? 0, polarity: judgeLabel(reader, view, topics, words, index) }]
  })
}

/** The judgments of labels that the sentence is known to have. */
export function judgeLabels(
  reader: Reader,
  view: SentenceView,
  trade: Trade,
  labels: readonly string[],
): LabelReading[] {
  const topics = readTopics(reader, view, trade)
  const words = scoreWords(reader, view)
  return labels.map((label) => {
    const index = reader.space.labels.indexOf(label)
    return { label, mention: 1, polarity: judgeLabel(reader, view, topics, words, index) }
  })
}

/** Probability that a sentence of such a trade is about a label, by its score. */
export function mentionOf(mention: StoredReader['mention'], trade: Trade, label: number, score: number): number {
  const { scale, shift } = mention[kindOf(trade)][label] ?? { scale: 1, shift: 0 }
  return 1 / (1 + Math.exp(-(scale * score + shift)))
}

/** The probability of each polarity of a label, given that the sentence is about it. */
function judgeLabel(
  reader: Reader,
  view: SentenceView,
  topics: TopicScores,
  words: WordScores,
  label: number,
): Record<Polarity, number> {
  return calibrated(scoreJudgment(reader, view, topics, words, label), reader.judgment)
}

function scoreJudgment(
  { space, polarity, polarityWindows }: Reader,
  view: SentenceView,
  topics: TopicScores,
  words: WordScores,
  label: number,
): Float64Array {
  const outputs = polarity.outputs.length
  const relevance = relevanceOf(topics, view, label, space.labels.length)
  const scores = Float64Array.from(words.everywhere)
  for (let at = 0; at < words.clauses.length; at += 1) {
    const part = relevance[Math.floor(at / outputs)] ?? 1
    scores[at % outputs] = (scores[at % outputs] as number) + part * (words.clauses[at] as number)
  }
  const { ids, values } = signFeatures(space, view, relevance, label)
  for (let index = 0; index < ids.length; index += 1) {
    addWeights(polarity, ids[index] as number, values[index] as number, scores)
  }
  addWindows(polarityWindows, words.windows, view, label, relevance, scores)
  return scores
}

/** The raw scores of a sentence: of every label of the space, and of the four polarities for each of `labels`. */
export function scoreSentence(
  reader: Reader,
  view: SentenceView,
  trade: Trade,
  labels: Iterable<string>,
): { topics: Float64Array; polarity: Map<string, Float64Array> } {
  const topics = readTopics(reader, view, trade)
  const words = scoreWords(reader, view)
  const polarity = new Map<string, Float64Array>()
  for (const label of labels) {
    polarity.set(label, scoreJudgment(reader, view, topics, words, reader.space.labels.indexOf(label)))
  }
  return { topics: topics.scores, polarity }
}

/** Probabilities of the four polarities from their scores. */
export function calibrated(scores: ArrayLike<number>, { scale }: StoredReader['judgment']) {
  const odds = polarityNames.map((_, index) => scale * (scores[index] ?? 0))
  const highest = Math.max(...odds)
  const masses = odds.map((value) => Math.exp(value - highest))
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  const [positive = 0, negative = 0, neutral = 0, conflict = 0] = masses.map((mass) => mass / total)
  return { positive, negative, neutral, conflict } satisfies Record<Polarity, number>
}
