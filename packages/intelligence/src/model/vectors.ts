import stored from '../../model/vectors.json' with { type: 'json' }
import { NumberReader, NumberWriter } from './bytes.ts'

/** Word vectors as their file has them. */
export interface StoredVectors {
  dimensions: number
  words: number
  /**
   * For each word in order of its hash: the distance to the hash before, then its values, two a byte; see
   * `NumberWriter`.
   */
  values: string
}

/** Vectors of words. Words that are used similarly have similar directions. */
interface WordVectors {
  dimensions: number
  /** Row of a word in `values`, by the hash of the word. */
  rows: ReadonlyMap<number, number>
  values: Float32Array
}

/**
 * Values are stored as whole numbers of this size, from -8 to 7: that of a hundred dimensions hardly ever needs more.
 */
const valueStep = 0.034
const lowestStep = -8
const highestStep = 7

/** Reads the file of word vectors. */
export function openVectors({ dimensions, words, values: written }: StoredVectors): WordVectors {
  const reader = new NumberReader(written)
  const rows = new Map<number, number>()
  const values = new Float32Array(words * dimensions)
  let hash = -(2 ** 31)
  for (let row = 0; row < words; row += 1) {
    hash += reader.next()
    rows.set(hash, row)
    for (let at = row * dimensions; at < (row + 1) * dimensions; at += 2) {
      const pair = reader.nextByte()
      values[at] = ((pair & 15) + lowestStep) * valueStep
      values[at + 1] = ((pair >> 4) + lowestStep) * valueStep
    }
  }
  return { dimensions, rows, values }
}

/** Writes vectors by the hashes of their words. The number of dimensions must be a multiple of four. */
export function storeVectors(dimensions: number, byHash: ReadonlyMap<number, Float64Array>): StoredVectors {
  if (dimensions % 4 !== 0) throw new Error(`Vectors have ${dimensions} dimensions, which is not a multiple of four.`)
  const writer = new NumberWriter()
  const stepsOf = (value: number) =>
    Math.max(lowestStep, Math.min(highestStep, Math.round(value / valueStep))) - lowestStep
  let before = -(2 ** 31)
  for (const [hash, vector] of [...byHash].sort(([a], [b]) => a - b)) {
    writer.put(hash - before)
    before = hash
    for (let at = 0; at < dimensions; at += 2) {
      writer.putByte(stepsOf(vector[at] ?? 0) | (stepsOf(vector[at + 1] ?? 0) << 4))
    }
  }
  return { dimensions, words: byHash.size, values: writer.toBase64() }
}

/** The vectors that the model was trained with. */
export const wordVectors: WordVectors = openVectors(stored)
