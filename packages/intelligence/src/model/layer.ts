import { NumberReader, NumberWriter } from './bytes.ts'
import type { Features } from './features.ts'

/** A layer as the model file has it. */
export interface StoredLayer {
  outputs: string[]
  bias: number[]
  features: number
  /** For each feature in order of its hash: the distance to the hash before, then its weights; see `NumberWriter`. */
  weights: string
}

/** Weights of hashed features, ready to be added up. */
export interface Layer {
  outputs: readonly string[]
  bias: Float64Array
  /** Hash table with open addressing: hash and row of a feature. A row of -1 is an empty place. */
  hashes: Int32Array
  rows: Int32Array
  mask: number
  /** Row r has the entries from `starts[r]` to `starts[r + 1]`. */
  starts: Int32Array
  entryOutputs: Uint8Array
  entryWeights: Float32Array
}

/** Weights are stored as whole numbers of this size. */
const STEP = 1 / 64

/** Reads a layer of the model file. */
export function openLayer({ outputs, bias, features, weights }: StoredLayer): Layer {
  const reader = new NumberReader(weights)
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, features * 2)))
  const layer = {
    outputs,
    bias: Float64Array.from(bias),
    hashes: new Int32Array(capacity),
    rows: new Int32Array(capacity).fill(-1),
    mask: capacity - 1,
    starts: new Int32Array(features + 1),
  }
  const entryOutputs: number[] = []
  const entryWeights: number[] = []
  let hash = -(2 ** 31)
  for (let row = 0; row < features; row += 1) {
    hash += reader.next()
    for (let count = reader.next(); count > 0; count -= 1) {
      entryOutputs.push(reader.next())
      const folded = reader.next()
      entryWeights.push((folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2) * STEP)
    }
    layer.starts[row + 1] = entryOutputs.length
    let place = slotOf(hash, layer.mask)
    while (layer.rows[place] !== -1) place = (place + 1) & layer.mask
    layer.hashes[place] = hash
    layer.rows[place] = row
  }
  return { ...layer, entryOutputs: Uint8Array.from(entryOutputs), entryWeights: Float32Array.from(entryWeights) }
}

/** Writes a layer for the model file; weights nearer to zero than `smallest` are left out, but for features that are `dense`. */
export function storeLayer(
  outputs: string[],
  bias: ArrayLike<number>,
  names: Int32Array,
  weights: Float64Array,
  smallest: number,
  dense: ReadonlySet<number> = new Set(),
): StoredLayer {
  const writer = new NumberWriter()
  let before = -(2 ** 31)
  let features = 0
  for (const [column, name] of names.entries()) {
    const entries: [number, number][] = []
    for (let output = 0; output < outputs.length; output += 1) {
      const weight = weights[column * outputs.length + output] ?? 0
      const steps = Math.abs(weight) < smallest && !dense.has(name) ? 0 : Math.round(weight / STEP)
      if (steps !== 0) entries.push([output, steps])
    }
    if (entries.length === 0) continue
    features += 1
    writer.put(name - before)
    before = name
    writer.put(entries.length)
    for (const [output, steps] of entries) {
      writer.put(output)
      writer.put(steps >= 0 ? steps * 2 : -steps * 2 - 1)
    }
  }
  return {
    outputs,
    bias: Array.from(bias, (value) => Math.round(value * 1000) / 1000),
    features,
    weights: writer.toBase64(),
  }
}

/** Adds the weights of a feature to `scores`. */
export function addWeights(layer: Layer, id: number, value: number, scores: Float64Array, offset = 0): void {
  const { hashes, rows, mask, starts, entryOutputs, entryWeights } = layer
  let place = slotOf(id, mask)
  for (;;) {
    const row = rows[place] as number
    if (row === -1) return
    if (hashes[place] === id) {
      const end = starts[row + 1] as number
      for (let entry = starts[row] as number; entry < end; entry += 1) {
        const output = offset + (entryOutputs[entry] as number)
        scores[output] = (scores[output] as number) + value * (entryWeights[entry] as number)
      }
      return
    }
    place = (place + 1) & mask
  }
}

/** The scores of a list of features, bias included. */
export function scoreFeatures(layer: Layer, { ids, values }: Features): Float64Array {
  const scores = Float64Array.from(layer.bias)
  for (let index = 0; index < ids.length; index += 1) {
    addWeights(layer, ids[index] as number, values[index] as number, scores)
  }
  return scores
}

function slotOf(hash: number, mask: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 7) & mask
}
