import {
  type Convolution,
  type ConvolutionShape,
  findIn,
  lookAtWindows,
  openConvolution,
  readOut,
  type StoredConvolution,
  sheetSizes,
  signCount,
  signIndex,
  storeConvolution,
  valenceScale,
  vectorScale,
  type Weights,
  windowWords,
  wordAt,
} from '@svc/intelligence/model/convolution'
import type { SentenceView } from '@svc/intelligence/model/features'
import { wordVectors } from '@svc/intelligence/model/vectors'
import type { Word } from '@svc/intelligence/model/words'
import { randomFrom } from '@svc/intelligence/numbers/random'
import { Adam, shuffle } from './adam.ts'

/** A question about a sentence. */
export interface Question {
  view: SentenceView
  /** For each clause, how relevant it is to the question; null where the whole sentence is. */
  relevance: readonly number[] | null
  /** The index of the kind of question, from 0. */
  kind: number
}

export interface ConvolutionTask extends ConvolutionShape {
  questions: readonly Question[]
  /** `sigmoid`: each output by itself. `softmax`: the outputs share one. */
  link: 'sigmoid' | 'softmax'
  /** Question by question, 0 to 1 for each output. */
  targets: Float32Array
  /** Question by question, for each output how much it counts; softmax takes the first of each. */
  weights: Float32Array
  /** Passes over all questions. */
  rounds: number
}

const batchSize = 96
const seed = 20_261_122
/** The share of filters that are dropped in each step, so that none depends on another. */
const dropoutRate = 0.4

const sheetNames = ['kernel', 'signs', 'threshold', 'readout', 'bias'] as const

/** Trains a convolution. The same task returns the same weights, bit for bit. */
export function fitConvolution(task: ConvolutionTask): StoredConvolution {
  const { filters, outputs, kinds, questions } = task
  const next = randomFrom(seed)
  const convolution = openConvolution(storeConvolution({ filters, outputs, kinds, ...startingWeights(task, next) }))
  const gradient = emptyWeights(task)
  const steps = task.rounds * Math.ceil(questions.length / batchSize)
  const moments = sheetNames.map((sheet) => ({ sheet, adam: new Adam(gradient[sheet].length, steps) }))
  const order = questions.map((_, index) => index)
  for (let round = 0; round < task.rounds; round += 1) {
    shuffle(order, next)
    for (let from = 0; from < order.length; from += batchSize) {
      convolution.projected.fill(0)
      for (const sheet of sheetNames) gradient[sheet].fill(0)
      for (const index of order.slice(from, from + batchSize)) learnFrom(task, index, convolution, gradient, next)
      for (const { sheet, adam } of moments) adam.move(convolution[sheet], gradient[sheet])
    }
  }
  return storeConvolution(convolution)
}

/** Adds the gradient of one question. */
function learnFrom(
  { questions, link, targets, weights, outputs, filters }: ConvolutionTask,
  index: number,
  convolution: Convolution,
  gradient: Weights,
  next: () => number,
): void {
  const question = questions[index]
  if (!question) return
  const { view, relevance, kind } = question
  const { clearest, places } = findIn(convolution, lookAtWindows(convolution, view), view, relevance)
  for (let filter = 0; filter < filters; filter += 1) {
    clearest[filter] = next() < dropoutRate ? 0 : (clearest[filter] as number) / (1 - dropoutRate)
  }
  const errors = readOut(convolution, clearest, kind)
  const base = index * outputs
  if (link === 'softmax') softmax(errors)
  for (let output = 0; output < outputs; output += 1) {
    const said = errors[output] as number
    const probability = link === 'softmax' ? said : 1 / (1 + Math.exp(-said))
    const weight = weights[link === 'softmax' ? base : base + output] as number
    errors[output] = (weight * (probability - (targets[base + output] as number))) / batchSize
  }
  for (let output = 0; output < outputs; output += 1) {
    gradient.bias[kind * outputs + output] =
      (gradient.bias[kind * outputs + output] as number) + (errors[output] as number)
  }
  for (let filter = 0; filter < filters; filter += 1) {
    const found = clearest[filter] as number
    if (found === 0) continue
    let error = 0
    for (let output = 0; output < outputs; output += 1) {
      const at = output * filters + filter
      error += (errors[output] as number) * (convolution.readout[at] as number)
      gradient.readout[at] = (gradient.readout[at] as number) + (errors[output] as number) * found
    }
    teachFilter(filter, error / (1 - dropoutRate), places[filter] as number, view, relevance, convolution, gradient)
  }
}

/** Only the window in which a filter found something gets its gradient. */
function teachFilter(
  filter: number,
  error: number,
  middle: number,
  { words, negated, clauses }: SentenceView,
  relevance: readonly number[] | null,
  { filters }: Convolution,
  gradient: Weights,
): void {
  const { dimensions, values } = wordVectors
  gradient.threshold[filter] = (gradient.threshold[filter] as number) + error
  for (let place = 0; place < windowWords; place += 1) {
    const at = wordAt(middle, place)
    const word: Word | undefined = words[at]
    if (!word) continue
    const teachSign = (sign: number, value: number) => {
      const row = (place * signCount + sign) * filters + filter
      gradient.signs[row] = (gradient.signs[row] as number) + error * value
    }
    teachSign(signIndex.relevance, relevance?.[clauses[at] as number] ?? 1)
    if (negated[at]) teachSign(signIndex.denial, 1)
    if (word.valence !== 0) teachSign(signIndex.valence, word.valence * valenceScale)
    if (word.vector < 0) continue
    const row = (place * filters + filter) * dimensions
    const factor = error * vectorScale
    for (let index = 0; index < dimensions; index += 1) {
      gradient.kernel[row + index] =
        (gradient.kernel[row + index] as number) + factor * (values[word.vector * dimensions + index] as number)
    }
  }
}

function softmax(scores: Float64Array): void {
  const highest = Math.max(...scores)
  let total = 0
  for (let index = 0; index < scores.length; index += 1) {
    scores[index] = Math.exp((scores[index] as number) - highest)
    total += scores[index] as number
  }
  for (let index = 0; index < scores.length; index += 1) scores[index] = (scores[index] as number) / total
}

function emptyWeights(shape: ConvolutionShape): Weights {
  const sizes = sheetSizes(shape)
  return {
    kernel: new Float32Array(sizes.kernel),
    signs: new Float32Array(sizes.signs),
    threshold: new Float32Array(sizes.threshold),
    readout: new Float32Array(sizes.readout),
    bias: new Float32Array(sizes.bias),
  }
}

/** Small random weights, scaled by the number of inputs; all outputs start equally likely. */
function startingWeights(shape: ConvolutionShape, next: () => number): Weights {
  const weights = emptyWeights(shape)
  const spread = (sheet: Float32Array, added: number) => {
    for (let index = 0; index < sheet.length; index += 1) sheet[index] = (2 * next() - 1) / Math.sqrt(added)
  }
  const inputs = windowWords * (wordVectors.dimensions + signCount)
  spread(weights.kernel, inputs)
  spread(weights.signs, inputs)
  spread(weights.threshold, inputs)
  spread(weights.readout, shape.filters)
  return weights
}
