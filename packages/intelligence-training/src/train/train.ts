import type { StoredConvolution } from '@svc/intelligence/model/convolution'
import {
  dimensionIds,
  type Features,
  markSource,
  type SentenceView,
  topicFeatures,
} from '@svc/intelligence/model/features'
import { hashText } from '@svc/intelligence/model/hash'
import { openLayer, type StoredLayer, storeLayer } from '@svc/intelligence/model/layer'
import {
  judgmentFeatures,
  openReader,
  type Reader,
  relevanceOf,
  type StoredReader,
  scoreSentence,
  scoreTopics,
  type TopicScores,
} from '@svc/intelligence/model/reader'
import { type LabelSpace, polarityNames } from '@svc/intelligence/model/spaces'
import { calibrateJudgment, calibrateMention, type HeldOut, type JudgmentWeight } from './calibrate.ts'
import { fitConvolution, type Question } from './convolution.ts'
import type { Example } from './examples.ts'
import { fit, type LogisticTask } from './logistic.ts'
import { keepColumns, matrixOf } from './matrix.ts'
import { isUnselected, judgmentWeights } from './parts.ts'
import type { PublishedWeights } from './published.ts'
import type { RatedSnippet } from './rated.ts'

export interface TrainingOptions {
  /** The penalty of each label space: aspects with few sentences need a smaller one than five large categories. */
  topicPenalty: Record<LabelSpace['name'], number>
  polarityPenalty: number
  iterations: number
  /** Sentences that must have a feature for it to count. */
  rowsMin: number
  /** Features whose weights all stay nearer to zero than this are left out of the model, which must stay small. */
  smallest: Record<'topics' | 'polarity', number>
  /** Filters of the convolutions, and how often they see every sentence. */
  filters: number
  rounds: number
  /** Rated snippets, which teach polarity for any subject. */
  rated: readonly RatedSnippet[]
}

export const defaultTraining: TrainingOptions = {
  topicPenalty: { aspects: 1, restaurants: 3 },
  polarityPenalty: 3,
  iterations: 100,
  rowsMin: 3,
  smallest: { topics: 0.06, polarity: 0.05 },
  filters: 112,
  rounds: 12,
  rated: [],
}

/** The weight of published sentences in each label space. */
export const publishedWeights: Record<LabelSpace['name'], PublishedWeights> = {
  aspects: { topics: 0.4, polarity: 1.3 },
  restaurants: { topics: 0.5, polarity: 1.6 },
}

/**
 * The weight of a sentence that was written as an example, for the frequency of labels, relative to one that was
 * written as they came.
 */
const selectedPart = 0.5

/**
 * The weight of a snippet that some twenty people rated, relative to a sentence of the corpus: it is about films and
 * goods.
 */
const ratedWeight = 0.1

/** Iterations of the selection of features, which needs no exact weights. */
const choosingIterations = 40

const uncalibrated = { scale: 1, shift: 0 }

/** Trains a reader. Until it is calibrated, its probabilities reflect the frequencies of the examples. */
export function trainReader(space: LabelSpace, examples: readonly Example[], options: TrainingOptions): StoredReader {
  const { topics, topicWindows } = trainTopics(space, examples, options)
  const { polarity, polarityWindows } = trainPolarity(space, examples, topics, options)
  return {
    topics,
    topicWindows,
    polarity,
    polarityWindows,
    mention: {
      restaurant: space.labels.map(() => uncalibrated),
      elsewhere: space.labels.map(() => uncalibrated),
    },
    thresholds: space.labels.map(() => 0.5),
    judgment: { scale: 1 },
  }
}

function trainTopics(
  space: LabelSpace,
  examples: readonly Example[],
  options: TrainingOptions,
): Pick<StoredReader, 'topics' | 'topicWindows'> {
  const outputs = space.labels.length
  const targets = new Float32Array(examples.length * outputs)
  const weights = new Float32Array(examples.length * outputs)
  for (const [row, example] of examples.entries()) {
    const part = example.selected ? selectedPart : 1
    for (const [output, label] of space.labels.entries()) {
      targets[row * outputs + output] = example.labels.has(label) ? 1 : 0
      weights[row * outputs + output] = part * (example.certainty.get(label) ?? 1)
    }
  }
  const task = { outputs, link: 'sigmoid', targets, weights } as const
  const matrix = matrixOf(
    examples.map(({ view, trade, source }) => marked(topicFeatures(view, trade), source)),
    options.rowsMin,
  )
  const questions = examples.map(({ view }) => ({ view, relevance: null, kind: 0 }))
  return {
    topics: fitLayer(
      [...space.labels],
      { ...task, matrix },
      { penalty: options.topicPenalty[space.name], smallest: options.smallest.topics },
      options.iterations,
    ),
    topicWindows: fitWindows(1, questions, task, options),
  }
}

/** The targets that a layer and a convolution learn alike. */
type Answers = Pick<LogisticTask, 'outputs' | 'link' | 'targets' | 'weights'>

/**
 * Trains on all features to select the important ones, and then again on these alone.
 */
function fitLayer(
  outputs: string[],
  task: Answers & Pick<LogisticTask, 'matrix'>,
  { penalty, smallest }: { penalty: number; smallest: number },
  iterations: number,
): StoredLayer {
  const { names } = task.matrix
  const { weights: all } = fit({ ...task, penalty, iterations: Math.min(iterations, choosingIterations) })
  const dimensions = new Set(dimensionIds)
  const matrix = keepColumns(task.matrix, (column) => {
    const own = all.subarray(column * task.outputs, (column + 1) * task.outputs)
    return own.some((weight) => Math.abs(weight) >= smallest) || dimensions.has(names[column] as number)
  })
  const { bias, weights } = fit({ ...task, matrix, penalty, iterations })
  return storeLayer(outputs, bias, matrix.names, weights)
}

function fitWindows(
  kinds: number,
  questions: readonly Question[],
  task: Answers,
  { filters, rounds }: TrainingOptions,
): StoredConvolution {
  return fitConvolution({ ...task, questions, kinds, filters, rounds })
}

function marked(features: Features, source: Example['source']): Features {
  return source === 'corpus' ? features : markSource(features, source)
}

function trainPolarity(
  space: LabelSpace,
  examples: readonly Example[],
  storedTopics: StoredLayer,
  options: TrainingOptions,
): Pick<StoredReader, 'polarity' | 'polarityWindows'> {
  const topics = openLayer(storedTopics)
  const weightOf = judgingWeights(space, examples)
  const features: Features[] = []
  const questions: Question[] = []
  const targets: number[] = []
  const weights: number[] = []
  const learn = (
    { view, source }: { view: SentenceView; source: Example['source'] },
    scores: TopicScores,
    label: number,
    /** The probability of each polarity, in the order of `polarityNames`. */
    polarities: readonly number[],
    weight: number,
  ) => {
    const judged = judgmentFeatures(space, view, scores, label)
    // Sources that are all weighted to the same parts need no mark to distinguish them.
    features.push(space.name === 'restaurants' ? judged : marked(judged, source))
    questions.push({ view, relevance: relevanceOf(scores, view, label, space.labels.length), kind: label })
    targets.push(...polarities)
    weights.push(...polarities.map(() => weight))
  }
  for (const example of examples) {
    const scores = scoreTopics(topics, example.view, example.trade)
    for (const [label, polarity] of example.labels) {
      const weight = weightOf(example, label, polarity)
      if (weight === 0) continue
      const polarities = polarityNames.map((name) => Number(name === polarity))
      learn(example, scores, space.labels.indexOf(label), polarities, weight)
    }
  }
  for (const { view, positive, negative, neutral } of options.rated) {
    const scores = scoreTopics(topics, view, 'other')
    const label = scores.scores.indexOf(Math.max(...scores.scores))
    learn({ view, source: 'rated' }, scores, label, [positive, negative, neutral, 0], ratedWeight)
  }
  const task = {
    outputs: polarityNames.length,
    link: 'softmax',
    targets: Float32Array.from(targets),
    weights: Float32Array.from(weights),
  } as const
  const matrix = matrixOf(features, options.rowsMin)
  return {
    polarity: fitLayer(
      [...polarityNames],
      { ...task, matrix },
      { penalty: options.polarityPenalty, smallest: options.smallest.polarity },
      options.iterations,
    ),
    polarityWindows: fitWindows(space.labels.length, questions, task, options),
  }
}

/** Scores examples with a reader that was not trained on them. */
export function scoreHeldOut(reader: Reader, examples: readonly Example[]): HeldOut[] {
  return examples.map((example) => ({
    example,
    ...scoreSentence(reader, example.view, example.trade, example.labels.keys()),
  }))
}

/** Holds out each group in turn and scores it by a reader trained on all others. */
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

/**
 * Returns a function that assigns each example to one of `groups` groups: those of a batch of the corpus to the same
 * one, by its name, and other sentences one by one.
 */
export function batchGroups(examples: readonly Example[], groups: number): (example: Example) => string {
  const batches = [...new Set(examples.filter(({ source }) => source === 'corpus').map(({ batch }) => batch))].sort()
  const groupOf = new Map(batches.map((batch, index) => [batch, `group ${(index % groups) + 1}`]))
  return ({ batch, text }) => groupOf.get(batch) ?? `group ${((hashText(text) >>> 0) % groups) + 1}`
}

/**
 * Computes the calibration from scores to probabilities and labels. `heldOut` has the output of readers for sentences
 * that they were not trained on.
 */
export function calibrateHeldOut(
  space: LabelSpace,
  heldOut: readonly HeldOut[],
): Pick<StoredReader, 'mention' | 'thresholds' | 'judgment'> {
  const isCorpus = ({ example: { source } }: HeldOut) => source === 'corpus'
  // Only reviews of restaurants show how often restaurants are described this way.
  const usual = heldOut.filter(space.name === 'aspects' ? isCorpus : ({ example }) => isUnselected(example))
  // Sentences that were written elsewhere are judged with less certainty than those of the corpus.
  const judged = [...usual, ...heldOut.filter((one) => !isCorpus(one))]
  const weightOf = judgingWeights(
    space,
    judged.map(({ example }) => example),
  )
  return { ...calibrateMention(space, usual), judgment: calibrateJudgment(judged, weightOf) }
}

/** Returns the weight of each judgment in training and in calibration. */
function judgingWeights(space: LabelSpace, examples: readonly Example[]): JudgmentWeight {
  const partOf = judgmentWeights(space, examples)
  return (example, label, polarity) => {
    // Our own aspects keep the parts of the corpus: what is rare in it is to be found.
    const part = space.name === 'aspects' && example.source === 'corpus' ? 1 : partOf(example, label, polarity)
    return example.weight * part
  }
}
