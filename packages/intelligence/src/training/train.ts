import { type Features, likeFeature, markSource, topicFeatures } from '../model/features.ts'
import { openLayer, scoreFeatures, storeLayer } from '../model/layer.ts'
import { judgementFeatures, openReader, type Reader, type StoredReader, scoreTopics } from '../model/reader.ts'
import { type LabelSpace, POLARITIES, type Polarity } from '../model/spaces.ts'
import { calibrateJudgement, calibrateMention } from './calibrate.ts'
import type { Example, MamsWeights } from './examples.ts'
import { fit } from './logistic.ts'
import { matrixOf } from './matrix.ts'
import { gatherVectors, NO_VECTORS, spreadVectors, type Vectors } from './vectors.ts'

export interface TrainingOptions {
  topicPenalty: number
  polarityPenalty: number
  iterations: number
  /** Sentences that must have a feature for it to count. */
  rowsMin: number
  /** Weights nearer to zero are left out of the model. */
  smallest: number
  /** The same for what words weigh by their likeness to others. */
  smallestLike: number
  /** Without word vectors, only words of the sentences themselves are known. */
  vectors: Vectors | null
}

export const TRAINING: TrainingOptions = {
  topicPenalty: 1,
  polarityPenalty: 3,
  iterations: 40,
  rowsMin: 2,
  smallest: 0.05,
  smallestLike: 0.25,
  vectors: null,
}

/** How much MAMS teaches in each label space. */
export const MAMS_WEIGHTS: Record<LabelSpace['name'], MamsWeights> = {
  aspects: { topics: 0.2, neutral: 0.2, miscellaneous: 0, polarity: 0.3 },
  restaurants: { topics: 0.3, neutral: 0.2, miscellaneous: 0, polarity: 0.5 },
}

/** Judgements in published restaurant reviews: the corpus has more complaints and neutral sentences, so that they can be learnt. */
const PUBLISHED_PARTS: Record<Polarity, number> = { positive: 0.59, negative: 0.23, neutral: 0.13, conflict: 0.05 }
/** Two in five labels of MAMS are neutral, because only sentences of several opinions were taken; its few conflicts are left out. */
const MAMS_PARTS: Record<Polarity, number> = { positive: 0.62, negative: 0.26, neutral: 0.12, conflict: 0 }

const UNCALIBRATED = { scale: 1, shift: 0 }

/** Trains a reader on examples; its probabilities are those of the examples until it is calibrated. */
export function trainReader(space: LabelSpace, examples: readonly Example[], options: TrainingOptions): StoredReader {
  const topics = trainTopics(space, examples, options)
  const polarity = trainPolarity(space, examples, topics, options)
  return {
    topics,
    polarity,
    mention: space.labels.map(() => UNCALIBRATED),
    thresholds: space.labels.map(() => 0.5),
    judgement: { scale: 1, shifts: POLARITIES.map(() => 0) },
  }
}

function trainTopics(space: LabelSpace, examples: readonly Example[], options: TrainingOptions) {
  const outputs = space.labels.length
  const vectors = options.vectors ?? NO_VECTORS
  const matrix = matrixOf(
    examples.map(({ view, trade, source }) =>
      marked(spreadVectors(topicFeatures(view, trade), view.words, vectors), source),
    ),
    options.rowsMin,
  )
  const known = new Set(examples.flatMap(({ view }) => view.words.map(({ word }) => likeFeature(word))))
  const targets = new Float32Array(examples.length * outputs)
  const weights = new Float32Array(examples.length * outputs)
  for (const [row, { labels, certainty }] of examples.entries()) {
    for (const [output, label] of space.labels.entries()) {
      targets[row * outputs + output] = labels.has(label) ? 1 : 0
      weights[row * outputs + output] = certainty.get(label) ?? 1
    }
  }
  const trained = fit({
    matrix,
    outputs,
    link: 'sigmoid',
    targets,
    weights,
    penalty: options.topicPenalty,
    iterations: options.iterations,
  })
  const { names, weights: gathered } = gatherVectors(
    matrix.names,
    trained.weights,
    outputs,
    vectors,
    known,
    options.smallestLike,
  )
  return storeLayer([...space.labels], trained.bias, names, gathered, options.smallest)
}

function marked(features: Features, source: Example['source']): Features {
  return source === 'corpus' ? features : markSource(features, source)
}

function trainPolarity(
  space: LabelSpace,
  examples: readonly Example[],
  storedTopics: StoredReader['topics'],
  options: TrainingOptions,
) {
  const topics = openLayer(storedTopics)
  const rows: Features[] = []
  const polarities: Polarity[] = []
  const weights: number[] = []
  const weightOf = polarityWeights(space, examples)
  for (const example of examples) {
    const scores = scoreTopics(topics, example.view, example.trade)
    for (const [label, polarity] of example.labels) {
      const weight = weightOf(example.source, polarity)
      if (weight === 0) continue
      const features = judgementFeatures(space, example.view, scores, space.labels.indexOf(label))
      // Sources that are all weighted to the same parts need no mark to tell them apart.
      rows.push(space.name === 'restaurants' ? features : marked(features, example.source))
      polarities.push(polarity)
      weights.push(example.weight * weight)
    }
  }
  const outputs = POLARITIES.length
  const matrix = matrixOf(rows, options.rowsMin)
  const targets = new Float32Array(rows.length * outputs)
  const rowWeights = new Float32Array(rows.length * outputs)
  for (const [row, polarity] of polarities.entries()) {
    targets[row * outputs + POLARITIES.indexOf(polarity)] = 1
    rowWeights.fill(weights[row] ?? 1, row * outputs, (row + 1) * outputs)
  }
  const trained = fit({
    matrix,
    outputs,
    link: 'softmax',
    targets,
    weights: rowWeights,
    penalty: options.polarityPenalty,
    iterations: options.iterations,
  })
  return storeLayer([...POLARITIES], trained.bias, matrix.names, trained.weights, options.smallest)
}

/**
 * How much a judgement counts, so that the polarities of each source have the parts that are usual in reviews. Our own aspects
 * keep those of the corpus, which are calibrated on sentences held out.
 */
function polarityWeights(space: LabelSpace, examples: readonly Example[]) {
  const partsBySource = new Map<Example['source'], Record<Polarity, number>>()
  for (const source of ['corpus', 'mams'] as const) partsBySource.set(source, partsOf(examples, source))
  return (source: Example['source'], polarity: Polarity): number => {
    if (space.name === 'aspects' && source !== 'mams') return 1
    const wanted = source === 'mams' ? MAMS_PARTS[polarity] : PUBLISHED_PARTS[polarity]
    return wanted / Math.max(partsBySource.get(source)?.[polarity] ?? 0, 1e-9)
  }
}

function partsOf(examples: readonly Example[], wanted: Example['source']): Record<Polarity, number> {
  const parts = { positive: 0, negative: 0, neutral: 0, conflict: 0 }
  let total = 0
  for (const { source, labels } of examples) {
    if (source !== wanted) continue
    for (const polarity of labels.values()) {
      parts[polarity] += 1
      total += 1
    }
  }
  for (const polarity of POLARITIES) parts[polarity] /= Math.max(1, total)
  return parts
}

/** What a reader that never saw a sentence says about it: raw scores, for calibration and for measuring. */
export interface HeldOut {
  example: Example
  /** Score of each label of the space. */
  topics: Float64Array
  /** Scores of the four polarities for each label that the sentence truly has. */
  polarity: Map<string, Float64Array>
}

/** Scores examples by a reader that was trained on others. */
export function scoreHeldOut(reader: Reader, examples: readonly Example[]): HeldOut[] {
  return examples.map((example) => {
    const topics = scoreTopics(reader.topics, example.view, example.trade)
    const polarity = new Map<string, Float64Array>()
    for (const label of example.labels.keys()) {
      const index = reader.space.labels.indexOf(label)
      const features = judgementFeatures(reader.space, example.view, topics, index)
      polarity.set(label, scoreFeatures(reader.polarity, features))
    }
    return { example, topics: topics.scores, polarity }
  })
}

/** Holds out each group in turn and scores it by what was learnt from all others. */
export function crossValidate(
  space: LabelSpace,
  examples: readonly Example[],
  groupOf: (example: Example) => string | null,
  options: TrainingOptions,
  onGroup: (group: string) => void = () => {},
): HeldOut[] {
  const groups = [...new Set(examples.flatMap((example) => groupOf(example) ?? []))].sort()
  return groups.flatMap((group) => {
    onGroup(group)
    const rest = examples.filter((example) => groupOf(example) !== group)
    const held = examples.filter((example) => groupOf(example) === group)
    return scoreHeldOut(openReader(space, trainReader(space, rest, options)), held)
  })
}

/** Spreads the batches of each trade over a number of groups, by name, so that a batch is never split. */
export function batchGroups(examples: readonly Example[], groups: number): (example: Example) => string | null {
  const batches = [...new Set(examples.filter(({ source }) => source === 'corpus').map(({ batch }) => batch))].sort()
  const groupOf = new Map(batches.map((batch, index) => [batch, `group ${(index % groups) + 1}`]))
  return ({ batch }) => groupOf.get(batch) ?? null
}

/** How to turn scores into probabilities and labels, by what readers said about sentences that they had not seen. */
export function calibrateHeldOut(
  space: LabelSpace,
  heldOut: readonly HeldOut[],
): Pick<StoredReader, 'mention' | 'thresholds' | 'judgement'> {
  if (space.name !== 'restaurants') {
    return { ...calibrateMention(space, heldOut), judgement: calibrateJudgement(heldOut) }
  }
  // Only restaurants say how often restaurants are spoken of so; their polarities have the wanted parts already.
  const own = heldOut.filter(({ example }) => example.trade === 'restaurant')
  return { ...calibrateMention(space, own), judgement: { scale: 1, shifts: POLARITIES.map(() => 0) } }
}
