import { roundToThousandth } from '../numbers/rounding.ts'
import { NumberReader, NumberWriter } from './bytes.ts'
import { dimensionIds, vectorIdBase } from './features.ts'
import { wordVectors } from './vectors.ts'

/** A layer as the model file has it. */
export interface StoredLayer {
  outputs: string[]
  bias: number[]
  features: number
  /**
   * Four concatenated lists: for each feature in order of its key the distance to the key before, and how many
   * weights it has; then for each weight its output, and the weight in steps. See `NumberWriter`.
   */
  weights: string
}

/** Weights of hashed features, in the form in which they are summed. */
export interface Layer {
  outputs: readonly string[]
  bias: Float64Array
  /**
   * Hash table with open addressing, its length a power of two: key and row of a feature. A row of -1 is an empty slot.
   */
  keys: Int32Array
  rows: Int32Array
  /** Row r has the entries from `starts[r]` to `starts[r + 1]`. */
  starts: Int32Array
  entryOutputs: Uint8Array
  entryWeights: Float32Array
  /** Dimension by dimension of the word vectors, the weight for each output. */
  dimensions: Float64Array
  /** The contribution of each word vector to each output; computed on first use. */
  vectorScores: Float64Array
  /** 1 for the vectors whose scores are computed. */
  scored: Uint8Array
}

/** Weights are stored as whole numbers of this size. */
const weightStep = 1 / 64
/**
 * Keys are the upper 24 bits of the hashes, which saves a fifth of the file. One feature in seven hundred has the key
 * of another and is left out, but never a dimension of the word vectors; one in three hundred that were never learned
 * is taken for one that was.
 */
const keyShift = 8
const dimensionOfKey = new Map(dimensionIds.map((id) => [id >> keyShift, id]))
const lowestKey = -(2 ** 23)

/** Reads a layer of the model file. */
export function openLayer({ outputs, bias, features, weights }: StoredLayer): Layer {
  const reader = new NumberReader(weights)
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, features * 2)))
  const keys = new Int32Array(capacity)
  const rows = new Int32Array(capacity).fill(-1)
  let key = lowestKey
  for (let row = 0; row < features; row += 1) {
    key += reader.next()
    let slot = slotOf(key, capacity)
    while (rows[slot] !== -1) slot = nextSlot(slot, capacity)
    keys[slot] = key
    rows[slot] = row
  }
  const starts = new Int32Array(features + 1)
  for (let row = 0; row < features; row += 1) starts[row + 1] = (starts[row] as number) + reader.next()
  const entries = starts[features] as number
  const layer: Layer = {
    outputs,
    bias: Float64Array.from(bias),
    keys,
    rows,
    starts,
    entryOutputs: Uint8Array.from({ length: entries }, () => reader.next()),
    entryWeights: Float32Array.from({ length: entries }, () => weightStep * unfolded(reader.next())),
    dimensions: new Float64Array(dimensionIds.length * outputs.length),
    vectorScores: new Float64Array(wordVectors.rows.size * outputs.length),
    scored: new Uint8Array(wordVectors.rows.size),
  }
  for (const [index, id] of dimensionIds.entries()) addWeights(layer, id, 1, layer.dimensions, index * outputs.length)
  return layer
}

/** Writes a layer for the model file: `weights` has feature by feature one for each output. */
export function storeLayer(
  outputs: string[],
  bias: ArrayLike<number>,
  names: Int32Array,
  weights: Float64Array,
): StoredLayer {
  const distances: number[] = []
  const counts: number[] = []
  const entryOutputs: number[] = []
  const entrySteps: number[] = []
  let before = lowestKey - 1
  for (const [column, name] of names.entries()) {
    const key = name >> keyShift
    if (key === before || (dimensionOfKey.get(key) ?? name) !== name) continue
    const from = entryOutputs.length
    for (let output = 0; output < outputs.length; output += 1) {
      const steps = Math.round((weights[column * outputs.length + output] ?? 0) / weightStep)
      if (steps === 0) continue
      entryOutputs.push(output)
      entrySteps.push(folded(steps))
    }
    if (entryOutputs.length === from) continue
    counts.push(entryOutputs.length - from)
    distances.push(key - Math.max(before, lowestKey))
    before = key
  }
  const writer = new NumberWriter()
  for (const list of [distances, counts, entryOutputs, entrySteps]) for (const value of list) writer.put(value)
  return {
    outputs,
    bias: Array.from(bias, roundToThousandth),
    features: distances.length,
    weights: writer.toBase64(),
  }
}

/** Numbers of either sign as numbers from 0 up: 0, -1, 1, -2, 2, … */
function folded(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

function unfolded(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/** Adds the weights of a feature to `scores`. */
export function addWeights(layer: Layer, id: number, value: number, scores: Float64Array, offset = 0): void {
  if (id >= vectorIdBase) addVector(layer, id - vectorIdBase, value, scores, offset)
  else addHashed(layer, id, value, scores, offset)
}

function addHashed(
  { keys, rows, starts, entryOutputs, entryWeights }: Layer,
  id: number,
  value: number,
  scores: Float64Array,
  offset: number,
): void {
  const key = id >> keyShift
  // Derived from the table, not stored in the layer: V8 13.6 sometimes shared the storage of such a number between two
  // layers, so that the smaller table was read with the size of the larger one.
  const capacity = keys.length
  let slot = slotOf(key, capacity)
  for (;;) {
    const row = rows[slot] as number
    if (row === -1) return
    if (keys[slot] === key) {
      const end = starts[row + 1] as number
      for (let entry = starts[row] as number; entry < end; entry += 1) {
        const output = offset + (entryOutputs[entry] as number)
        scores[output] = (scores[output] as number) + value * (entryWeights[entry] as number)
      }
      return
    }
    slot = nextSlot(slot, capacity)
  }
}

function addVector(layer: Layer, row: number, value: number, scores: Float64Array, offset: number): void {
  const { outputs, vectorScores, scored } = layer
  if (scored[row] === 0) scoreVector(layer, row)
  for (let output = 0; output < outputs.length; output += 1) {
    const score = vectorScores[row * outputs.length + output] as number
    scores[offset + output] = (scores[offset + output] as number) + value * score
  }
}

function scoreVector({ outputs, dimensions, vectorScores, scored }: Layer, row: number): void {
  const count = outputs.length
  for (let index = 0; index < wordVectors.dimensions; index += 1) {
    const part = wordVectors.values[row * wordVectors.dimensions + index] as number
    for (let output = 0; output < count; output += 1) {
      const at = row * count + output
      vectorScores[at] = (vectorScores[at] as number) + part * (dimensions[index * count + output] as number)
    }
  }
  scored[row] = 1
}

function slotOf(key: number, capacity: number): number {
  return (Math.imul(key, 0x9e3779b1) >>> 7) & (capacity - 1)
}

function nextSlot(slot: number, capacity: number): number {
  return (slot + 1) & (capacity - 1)
}
