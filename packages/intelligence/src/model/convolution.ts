import type { SentenceView } from './features.ts'
import { openSheet, type StoredSheet, storeSheet } from './sheets.ts'
import { wordVectors } from './vectors.ts'
import type { Word } from './words.ts'

export interface ConvolutionShape {
  filters: number
  outputs: number
  /** Kinds of questions about a sentence: each has a separate bias. */
  kinds: number
}

/** A convolution as the model file has it: sheets of weights, each weight a byte. */
export interface StoredConvolution extends ConvolutionShape {
  sheets: Record<keyof Weights, StoredSheet>
}

/** The learned weights. */
export interface Weights {
  /** By position in the window and by filter: a weight for each dimension of the vector of a word. */
  kernel: Float32Array
  /** By position and by sign: the weight of each filter for relevance, negation and valence of a word. */
  signs: Float32Array
  /** For each filter. */
  threshold: Float32Array
  /** By output: a weight for each filter. */
  readout: Float32Array
  /** By kind of question: the bias of each output. */
  bias: Float32Array
}

/**
 * Reads a sentence in windows of three words. Each filter responds to the vectors of the words, their negation, their
 * valence and their relevance to the question; its highest response in the sentence counts. So phrases such as "not
 * worth" and "nothing special" are read as a whole, where the single words would say the opposite.
 */
export interface Convolution extends Weights, ConvolutionShape {
  /** The projection of each word, by position and by filter; computed on first use. */
  projections: Float32Array
  /** 1 for the words whose projection is computed. */
  projected: Uint8Array
}

/** Words of a window; its position is that of the middle one. */
export const windowWords = 3
/** The inputs of a convolution in addition to the vector of a word. */
export const signIndex = { relevance: 0, denial: 1, valence: 2 } as const
export const signCount = 3
/** Vectors have the length of one; they count as much as this. */
export const vectorScale = 3
/** Valences run from -4 to 4; relevance from 0 to 1. */
export const valenceScale = 0.5

/** The number of weights of each sheet. */
export function sheetSizes({ filters, outputs, kinds }: ConvolutionShape) {
  return {
    kernel: windowWords * filters * wordVectors.dimensions,
    signs: windowWords * signCount * filters,
    threshold: filters,
    readout: outputs * filters,
    bias: kinds * outputs,
  } satisfies Record<keyof Weights, number>
}

export function openConvolution({ filters, outputs, kinds, sheets }: StoredConvolution): Convolution {
  const words = wordVectors.rows.size
  return {
    filters,
    outputs,
    kinds,
    kernel: openSheet(sheets.kernel),
    signs: openSheet(sheets.signs),
    threshold: openSheet(sheets.threshold),
    readout: openSheet(sheets.readout),
    bias: openSheet(sheets.bias),
    projections: new Float32Array(words * windowWords * filters),
    projected: new Uint8Array(words),
  }
}

export function storeConvolution({
  filters,
  outputs,
  kinds,
  ...weights
}: Weights & ConvolutionShape): StoredConvolution {
  const { kernel, signs, threshold, readout, bias } = weights
  return {
    filters,
    outputs,
    kinds,
    sheets: {
      kernel: storeSheet(kernel),
      signs: storeSheet(signs),
      threshold: storeSheet(threshold),
      readout: storeSheet(readout),
      bias: storeSheet(bias),
    },
  }
}

/** The response of each filter at each word, before the relevance of the words is added. */
export function lookAtWindows(convolution: Convolution, { words, negated }: SentenceView): Float32Array {
  const { filters, threshold, signs, projections, projected } = convolution
  const windows = new Float32Array(words.length * filters)
  for (let at = 0; at < words.length; at += 1) windows.set(threshold, at * filters)
  for (let middle = 0; middle < words.length; middle += 1) {
    for (let place = 0; place < windowWords; place += 1) {
      const at = wordAt(middle, place)
      const word: Word | undefined = words[at]
      if (!word) continue
      if (word.vector >= 0) {
        if (projected[word.vector] === 0) project(convolution, word.vector)
        addRow(windows, middle, projections, word.vector * windowWords + place, filters, 1)
      }
      if (negated[at]) addRow(windows, middle, signs, place * signCount + signIndex.denial, filters, 1)
      if (word.valence === 0) continue
      addRow(windows, middle, signs, place * signCount + signIndex.valence, filters, word.valence * valenceScale)
    }
  }
  return windows
}

/** The index of the word at a position of the window around the word `middle`. */
export function wordAt(middle: number, place: number): number {
  return middle + place - (windowWords >> 1)
}

/** The highest response of each filter, at least 0, and the word in whose window it is. */
interface Findings {
  clearest: Float32Array
  places: Int32Array
}

/**
 * The highest responses of the filters. `relevance` has the relevance of each clause to the question, 0 to 1; without
 * it all words have the same weight.
 */
export function findIn(
  { filters, signs }: Convolution,
  seen: Float32Array,
  { words, clauses }: SentenceView,
  relevance: ArrayLike<number> | null,
): Findings {
  const clearest = new Float32Array(filters)
  const places = new Int32Array(filters)
  const partAt = (at: number) => (at < 0 || at >= words.length ? 0 : (relevance?.[clauses[at] as number] ?? 1))
  const rowOf = (place: number) => (place * signCount + signIndex.relevance) * filters
  const [before, here, after] = [rowOf(0), rowOf(1), rowOf(2)]
  for (let at = 0; at < words.length; at += 1) {
    const [partBefore, partHere, partAfter] = [partAt(at - 1), partAt(at), partAt(at + 1)]
    for (let filter = 0; filter < filters; filter += 1) {
      let found = seen[at * filters + filter] as number
      found = Math.fround(found + partBefore * (signs[before + filter] as number))
      found = Math.fround(found + partHere * (signs[here + filter] as number))
      found = Math.fround(found + partAfter * (signs[after + filter] as number))
      if (found <= (clearest[filter] as number)) continue
      clearest[filter] = found
      places[filter] = at
    }
  }
  return { clearest, places }
}

/** The scores of the outputs for the responses of the filters. */
export function readOut(
  { filters, outputs, readout, bias }: Convolution,
  clearest: Float32Array,
  kind: number,
): Float64Array {
  const scores = new Float64Array(outputs)
  for (let output = 0; output < outputs; output += 1) {
    let score = bias[kind * outputs + output] as number
    for (let filter = 0; filter < filters; filter += 1) {
      score += (clearest[filter] as number) * (readout[output * filters + filter] as number)
    }
    scores[output] = score
  }
  return scores
}

function project({ filters, kernel, projections, projected }: Convolution, row: number): void {
  const { dimensions, values } = wordVectors
  const base = row * windowWords * filters
  for (let at = 0; at < windowWords * filters; at += 1) {
    projections[base + at] = vectorScale * product(kernel, at * dimensions, values, row * dimensions, dimensions)
  }
  projected[row] = 1
}

/** The inner product of rows whose length is a multiple of four, in four independent sums, which run in parallel. */
function product(a: Float32Array, atA: number, b: Float32Array, atB: number, length: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let index = 0; index < length; index += 4) {
    first += (a[atA + index] as number) * (b[atB + index] as number)
    second += (a[atA + index + 1] as number) * (b[atB + index + 1] as number)
    third += (a[atA + index + 2] as number) * (b[atB + index + 2] as number)
    fourth += (a[atA + index + 3] as number) * (b[atB + index + 3] as number)
  }
  return first + second + third + fourth
}

/** Adds a row of one table to a row of another. */
function addRow(
  target: Float32Array,
  targetRow: number,
  source: Float32Array,
  sourceRow: number,
  length: number,
  factor: number,
): void {
  const to = targetRow * length
  const from = sourceRow * length
  for (let index = 0; index < length; index += 1) {
    target[to + index] = (target[to + index] as number) + factor * (source[from + index] as number)
  }
}
