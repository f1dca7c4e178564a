import { type Features, likeFeature, markSource, topicFeatures } from '../model/features.ts'
import { openLayer, type StoredLayer, scoreFeatures, storeLayer } from '../model/layer.ts'
import { judgementFeatures, openReader, type Reader, type StoredReader, scoreTopics } from '../model/reader.ts'
import { type LabelSpace, POLARITIES, type Polarity } from '../model/spaces.ts'
import { calibrateJudgement, calibrateMention } from './calibrate.ts'
import type { Example } from './examples.ts'
import { fit, type Task } from './logistic.ts'
import type { MamsWeights } from './mams.ts'
import { matrixOf } from './matrix.ts'
import { isUnselected, judgementWeights } from './parts.ts'
import { gatherVectors, NO_VECTORS, spreadVectors, type Vectors } from './vectors.ts'

export interface TrainingOptions {
  /** The aspects that few sentences are about would fall silent under the penalty that suits five large categories. */
  topicPenalty: Record<LabelSpace['name'], number>
  polarityPenalty: number
  iterations: number
  /** Sentences that must have a feature for it to count. */
  rowsMin: number
  /** Weights nearer to zero are left out of the model, which must stay small. */
  smallest: Record<LabelSpace['name'], number>
  /** The same for what words weigh by their likeness to others. */
  smallestLike: Record<LabelSpace['name'], number>
  /** Without word vectors, only words of the sentences themselves are known. */
  vectors: Vectors | null
}

export const TRAINING: TrainingOptions = {
  topicPenalty: { aspects: 1, restaurants: 3 },
  polarityPenalty: 3,
  iterations: 40,
  rowsMin: 2,
  smallest: { aspects: 0.07, restaurants: 0.05 },
  smallestLike: { aspects: 0.16, restaurants: 0.1 },
  vectors: null,
}

/** How much MAMS teaches in each label space. */
export const MAMS_WEIGHTS: Record<LabelSpace['name'], MamsWeights> = {
  aspects: { topics: 0.2, terms: 0.1, neutral: 0.2, polarity: 0.3 },
  restaurants: { topics: 0.15, terms: 0.07, neutral: 0.2, polarity: 0.3 },
}

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
  const targets = new Float32Array(examples.length * outputs)
  const weights = new Float32Array(examples.length * outputs)
  for (const [row, { labels, certainty }] of examples.entries()) {
    for (const [output, label] of space.labels.entries()) {
      targets[row * outputs + output] = labels.has(label) ? 1 : 0
      weights[row * outputs + output] = certainty.get(label) ?? 1
    }
  }
  return fitLayer(space, [...space.labels], examples, options, {
    matrix,
    outputs,
    link: 'sigmoid',
    targets,
    weights,
    penalty: options.topicPenalty[space.name],
    iterations: options.iterations,
  })
}

/** Fits a layer and stores it, what words weigh by their likeness to others written down for each word. */
function fitLayer(
  space: LabelSpace,
  outputs: string[],
  examples: readonly Example[],
  { vectors, smallest, smallestLike }: TrainingOptions,
  task: Task,
): StoredLayer {
  const trained = fit(task)
  const known = new Set(examples.flatMap(({ view }) => view.words.map(({ word }) => likeFeature(word))))
  const { names, weights } = gatherVectors(
    task.matrix.names,
    trained.weights,
    outputs.length,
    vectors ?? NO_VECTORS,
    known,
    smallestLike[space.name],
  )
  return storeLayer(outputs, trained.bias, names, weights, smallest[space.name])
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
  const vectors = options.vectors ?? NO_VECTORS
  const rows: Features[] = []
  const polarities: Polarity[] = []
  const weights: number[] = []
  const weightOf = judgementWeights(space, examples)
  for (const example of examples) {
    const scores = scoreTopics(topics, example.view, example.trade)
    for (const [label, polarity] of example.labels) {
      // Our own aspects keep the parts of the corpus: what is rare in it is to be found.
      const weight = space.name === 'aspects' && example.source === 'corpus' ? 1 : weightOf(example, label, polarity)
      if (weight === 0) continue
      const judged = judgementFeatures(space, example.view, scores, space.labels.indexOf(label))
      const features = spreadVectors(judged, example.view.words, vectors)
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
  return fitLayer(space, [...POLARITIES], examples, options, {
    matrix,
    outputs,
    link: 'softmax',
    targets,
    weights: rowWeights,
    penalty: options.polarityPenalty,
    iterations: options.iterations,
  })
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
  if (space.name === 'aspects') return { ...calibrateMention(space, heldOut), judgement: calibrateJudgement(heldOut) }
  // Only guests of restaurants say how often restaurants are spoken of so.
  const own = heldOut.filter(({ example }) => isUnselected(example))
  const weightOf = judgementWeights(
    space,
    own.map(({ example }) => example),
  )
  return { ...calibrateMention(space, own), judgement: calibrateJudgement(own, weightOf) }
}
