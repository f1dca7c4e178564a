import {
  addReadout,
  placesOf,
  project,
  type Responses,
  respond,
  vectorScale,
  type Windows,
  type WindowsShape,
  type WindowWeights,
  windowSheetSizes,
} from '@svc/intelligence/model/windows'
import { randomFrom } from '@svc/intelligence/numbers/random'
import { Adam, shuffle } from './adam.ts'

export interface WindowsTask extends WindowsShape {
  /** Vectors of all words. */
  vectors: Float32Array
  /** For each sentence, the rows of the vectors of its words; -1 for a word without one. */
  sentences: readonly Int32Array[]
  /** Sentence by sentence, 0 or 1 for each output. */
  targets: Float32Array
  /** Sentence by sentence, how much each output counts. */
  weights: Float32Array
  /** Passes over all sentences. */
  rounds: number
  seed: number
}

const batchSize = 192
/** The share of filters that are dropped in each step, so that none depends on another. */
const filterDropout = 0.5
/** The share of words that are not read in each step, so that no word decides alone. */
const wordDropout = 0.15

const sheetNames = ['kernel', 'threshold', 'readout', 'bias'] as const

/** Trains filters. The same task returns the same weights, bit for bit. */
export function fitWindows(task: WindowsTask): WindowWeights {
  const next = randomFrom(task.seed)
  const windows: Windows = {
    ...shapeOf(task),
    ...startingWeights(task, next),
    vectors: task.vectors,
    projections: new Map(),
  }
  const gradient = emptyWeights(task)
  const order = task.sentences.map((_, index) => index)
  const steps = task.rounds * Math.ceil(order.length / batchSize)
  const moments = sheetNames.map((sheet) => ({ sheet, adam: new Adam(gradient[sheet].length, steps) }))
  for (let round = 0; round < task.rounds; round += 1) {
    shuffle(order, next)
    for (let from = 0; from < order.length; from += batchSize) {
      for (const sheet of sheetNames) gradient[sheet].fill(0)
      windows.projections = new Map()
      for (const index of order.slice(from, from + batchSize)) learnFrom(task, index, windows, gradient, next)
      for (const { sheet, adam } of moments) adam.move(windows[sheet], gradient[sheet])
    }
  }
  return { kernel: windows.kernel, threshold: windows.threshold, readout: windows.readout, bias: windows.bias }
}

/** Joins filters that were trained separately: the result returns the mean of their scores. */
export function joinWindows(
  shape: WindowsShape,
  parts: readonly WindowWeights[],
): { shape: WindowsShape; weights: WindowWeights } {
  const joined: WindowsShape = { ...shape, filters: shape.filters * parts.length }
  const weights = emptyWeights(joined)
  for (const [part, { kernel, threshold, readout, bias }] of parts.entries()) {
    const copyFilters = (
      source: Float32Array,
      target: Float32Array,
      groups: number,
      length: number,
      factor: number,
    ) => {
      const size = shape.filters * length
      for (let group = 0; group < groups; group += 1) {
        const rows = source.subarray(group * size, (group + 1) * size).map((weight) => factor * weight)
        target.set(rows, (group * parts.length + part) * size)
      }
    }
    copyFilters(kernel, weights.kernel, placesOf(shape), shape.dimensions, 1)
    copyFilters(threshold, weights.threshold, shape.longest, 1, 1)
    copyFilters(readout, weights.readout, shape.outputs * shape.longest, 1, 1 / parts.length)
    for (const [index, weight] of bias.entries()) {
      weights.bias[index] = (weights.bias[index] as number) + weight / parts.length
    }
  }
  return { shape: joined, weights }
}

const shapeOf = ({ longest, filters, outputs, dimensions }: WindowsShape): WindowsShape => {
  return { longest, filters, outputs, dimensions }
}

/** Adds the gradient of one sentence. */
function learnFrom(
  task: WindowsTask,
  index: number,
  windows: Windows,
  gradient: WindowWeights,
  next: () => number,
): void {
  const { outputs } = task
  const rows = (task.sentences[index] as Int32Array).map((row) => (next() < wordDropout ? -1 : row))
  const responses = respond(
    windows,
    Array.from(rows, (row) => (row < 0 ? null : projectionIn(windows, row))),
  )
  const { highest } = responses
  for (let filter = 0; filter < highest.length; filter += 1) {
    highest[filter] = next() < filterDropout ? 0 : (highest[filter] as number) / (1 - filterDropout)
  }
  const errors = Float64Array.from(windows.bias)
  addReadout(windows, highest, errors)
  for (let output = 0; output < outputs; output += 1) {
    const at = index * outputs + output
    const probability = 1 / (1 + Math.exp(-(errors[output] as number)))
    const error = ((task.weights[at] as number) * (probability - (task.targets[at] as number))) / batchSize
    errors[output] = error
    gradient.bias[output] = (gradient.bias[output] as number) + error
  }
  teachFilters(rows, responses, errors, windows, gradient)
}

/** Only the window in which a filter responded most gets its gradient. */
function teachFilters(
  rows: Int32Array,
  { highest, places }: Responses,
  errors: Float64Array,
  { filters, outputs, dimensions, readout, vectors }: Windows,
  gradient: WindowWeights,
): void {
  for (let filter = 0; filter < highest.length; filter += 1) {
    const response = highest[filter] as number
    if (response === 0) continue
    let error = 0
    for (let output = 0; output < outputs; output += 1) {
      const at = output * highest.length + filter
      error += (errors[output] as number) * (readout[at] as number)
      gradient.readout[at] = (gradient.readout[at] as number) + (errors[output] as number) * response
    }
    error /= 1 - filterDropout
    gradient.threshold[filter] = (gradient.threshold[filter] as number) + error
    const length = Math.floor(filter / filters) + 1
    const factor = error * vectorScale
    for (let place = 0; place < length; place += 1) {
      const row = rows[(places[filter] as number) - length + 1 + place] ?? -1
      if (row < 0) continue
      const to = ((placesOf({ longest: length - 1 }) + place) * filters + (filter % filters)) * dimensions
      for (let at = 0; at < dimensions; at += 1) {
        gradient.kernel[to + at] =
          (gradient.kernel[to + at] as number) + factor * (vectors[row * dimensions + at] as number)
      }
    }
  }
}

/** The projection of a word, computed once for each batch. */
function projectionIn(windows: Windows, row: number): Float32Array {
  const known = windows.projections.get(row)
  if (known) return known
  const projection = new Float32Array(placesOf(windows) * windows.filters)
  project(windows, row, projection)
  windows.projections.set(row, projection)
  return projection
}

function emptyWeights(shape: WindowsShape): WindowWeights {
  const sizes = windowSheetSizes(shape)
  return {
    kernel: new Float32Array(sizes.kernel),
    threshold: new Float32Array(sizes.threshold),
    readout: new Float32Array(sizes.readout),
    bias: new Float32Array(sizes.bias),
  }
}

/** Small random weights, scaled by the number of inputs. */
function startingWeights(shape: WindowsShape, next: () => number): WindowWeights {
  const weights = emptyWeights(shape)
  const spread = (sheet: Float32Array, added: number) => {
    for (let index = 0; index < sheet.length; index += 1) sheet[index] = (2 * next() - 1) / Math.sqrt(added)
  }
  spread(weights.kernel, shape.longest * shape.dimensions)
  spread(weights.readout, shape.longest * shape.filters)
  return weights
}
