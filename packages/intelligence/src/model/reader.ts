import type { Trade } from '../records.ts'
import { type Features, polarityFeatures, type SentenceView, signsOf, topicFeatures } from './features.ts'
import { addWeights, type Layer, openLayer, type StoredLayer } from './layer.ts'
import { type LabelSpace, POLARITIES, type Polarity } from './spaces.ts'

/** The trained weights of one label space, as the model file has them. */
export interface StoredReader {
  topics: StoredLayer
  polarity: StoredLayer
  /** Turns the score of each label into a probability: 1 / (1 + e^-(scale · score + shift)). */
  mention: { scale: number; shift: number }[]
  /** Probability from which a label is given when labels must be hard. */
  thresholds: number[]
  /** Turns scores of polarity into probabilities: e^(scale · score + shift), over their sum. */
  judgement: { scale: number; shifts: number[] }
}

/** What a sentence says about one label, as calibrated probabilities. */
export interface LabelReading {
  label: string
  /** That the sentence is about it. */
  mention: number
  /** Given that it is: how it judges. They sum to 1. */
  polarity: Record<Polarity, number>
}

/** A trained model of one label space. */
export interface Reader {
  space: LabelSpace
  topics: Layer
  polarity: Layer
  mention: StoredReader['mention']
  thresholds: readonly number[]
  judgement: StoredReader['judgement']
}

/** Opens what the model file has for a label space. */
export function openReader(space: LabelSpace, stored: StoredReader): Reader {
  return { ...stored, space, topics: openLayer(stored.topics), polarity: openLayer(stored.polarity) }
}

/** The sentence in numbers, with the raw score of every label and the part each clause has in it. */
export interface TopicScores {
  scores: Float64Array
  /** Clause by clause, the scores of its own words for each label. */
  clauseScores: Float64Array
}

/** Scores every label for a sentence. */
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

/** How much each clause is about a label, next to the clause that is most about it (1). */
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

/** The features that tell how a sentence judges one label. */
export function judgementFeatures(space: LabelSpace, view: SentenceView, topics: TopicScores, label: number): Features {
  const signs = signsOf(view.judgements, (aspect) => space.labelOf(aspect) === space.labels[label])
  return polarityFeatures(view, label, relevanceOf(topics, view, label, space.labels.length), signs)
}

/** Reads a sentence: every label that it mentions with at least `mentionMin`, in the order of the space. */
export function readLabels(reader: Reader, view: SentenceView, trade: Trade, mentionMin: number): LabelReading[] {
  const topics = scoreTopics(reader.topics, view, trade)
  const readings: LabelReading[] = []
  for (const [index, label] of reader.space.labels.entries()) {
    const mention = mentionOf(reader, topics, index)
    if (mention >= mentionMin) readings.push({ label, mention, polarity: judgeLabel(reader, view, topics, index) })
  }
  return readings
}

/** The labels whose probability reaches their threshold; where none does, the one that comes nearest. */
export function hardLabels(reader: Reader, view: SentenceView, trade: Trade): LabelReading[] {
  const { space, thresholds } = reader
  const topics = scoreTopics(reader.topics, view, trade)
  const mentions = space.labels.map((_, index) => mentionOf(reader, topics, index))
  const margins = mentions.map((mention, index) => mention - (thresholds[index] ?? 0.5))
  const nearest = Math.max(...margins)
  return space.labels.flatMap((label, index) => {
    const margin = margins[index] ?? 0
    if (margin < 0 && margin < nearest) return []
    return [{ label, mention: mentions[index] ?? 0, polarity: judgeLabel(reader, view, topics, index) }]
  })
}

/** How the sentence judges labels that are known to be there. */
export function judgeLabels(
  reader: Reader,
  view: SentenceView,
  trade: Trade,
  labels: readonly string[],
): LabelReading[] {
  const topics = scoreTopics(reader.topics, view, trade)
  return labels.map((label) => {
    const index = reader.space.labels.indexOf(label)
    return { label, mention: 1, polarity: judgeLabel(reader, view, topics, index) }
  })
}

/** Probability that the sentence is about a label. */
export function mentionOf({ mention }: Reader, { scores }: TopicScores, label: number): number {
  const { scale, shift } = mention[label] ?? { scale: 1, shift: 0 }
  return 1 / (1 + Math.exp(-(scale * (scores[label] as number) + shift)))
}

/** How the sentence judges a label, given that it is about it. */
export function judgeLabel(
  { space, polarity, judgement }: Reader,
  view: SentenceView,
  topics: TopicScores,
  label: number,
): Record<Polarity, number> {
  const features = judgementFeatures(space, view, topics, label)
  const scores = Float64Array.from(polarity.bias)
  for (let index = 0; index < features.ids.length; index += 1) {
    addWeights(polarity, features.ids[index] as number, features.values[index] as number, scores)
  }
  return calibrated(scores, judgement)
}

/** Probabilities of the four polarities from their scores. */
export function calibrated(scores: ArrayLike<number>, { scale, shifts }: StoredReader['judgement']) {
  const odds = POLARITIES.map((_, index) => scale * (scores[index] ?? 0) + (shifts[index] ?? 0))
  const highest = Math.max(...odds)
  const masses = odds.map((value) => Math.exp(value - highest))
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  const [positive = 0, negative = 0, neutral = 0, conflict = 0] = masses.map((mass) => mass / total)
  return { positive, negative, neutral, conflict } satisfies Record<Polarity, number>
}
