import { openSheet, type StoredSheet, storeSheet } from './sheets.ts'

export interface WindowsShape {
  /** Windows have from one word up to this many. */
  longest: number
  /** Filters of each length of window. */
  filters: number
  outputs: number
  dimensions: number
}

/** Filters as the model file has them: sheets of weights, each weight a byte. */
export interface StoredWindows extends WindowsShape {
  sheets: Record<keyof WindowWeights, StoredSheet>
}

/** The learned weights. */
export interface WindowWeights {
  /** By length of window, place in it and filter: a weight for each dimension of the vector of a word. */
  kernel: Float32Array
  /** For each filter. */
  threshold: Float32Array
  /** By output: a weight for each filter. */
  readout: Float32Array
  /** For each output. */
  bias: Float32Array
}

/**
 * Reads a sentence in windows of one word and more. Each filter responds to the vectors of the words in their order,
 * and its highest response in the sentence counts, so "cut my neck" is not read like "my hair cut".
 */
export interface Windows extends WindowWeights, WindowsShape {
  vectors: Float32Array
  /** The projection of each word that was read recently, by place and by filter. */
  projections: Map<number, Float32Array>
}

/** The maximum number of projections that are kept. */
const projectionsMax = 4096
/** Vectors have the length of one; they count as much as this. */
export const vectorScale = 3

/** Places of all windows: one in those of one word, two in those of two, and so on. */
export const placesOf = ({ longest }: Pick<WindowsShape, 'longest'>): number => (longest * (longest + 1)) / 2

/** The number of weights of each sheet. */
export function windowSheetSizes({ longest, filters, outputs, dimensions }: WindowsShape) {
  return {
    kernel: placesOf({ longest }) * filters * dimensions,
    threshold: longest * filters,
    readout: outputs * longest * filters,
    bias: outputs,
  } satisfies Record<keyof WindowWeights, number>
}

export function openWindows({ sheets, ...shape }: StoredWindows, vectors: Float32Array): Windows {
  return {
    ...shape,
    kernel: openSheet(sheets.kernel),
    threshold: openSheet(sheets.threshold),
    readout: openSheet(sheets.readout),
    bias: openSheet(sheets.bias),
    vectors,
    projections: new Map(),
  }
}

export function storeWindows(
  { longest, filters, outputs, dimensions }: WindowsShape,
  { kernel, threshold, readout, bias }: WindowWeights,
): StoredWindows {
  return {
    longest,
    filters,
    outputs,
    dimensions,
    sheets: {
      kernel: storeSheet(kernel),
      threshold: storeSheet(threshold),
      readout: storeSheet(readout),
      bias: storeSheet(bias),
    },
  }
}

/** The highest response of each filter, at least 0, and the last word of the window in which it is. */
export interface Responses {
  highest: Float32Array
  places: Int32Array
}

/** The responses to words, each given by its projection; null for a word without a vector. */
export function respond(
  { longest, filters, threshold }: Pick<Windows, 'longest' | 'filters' | 'threshold'>,
  words: readonly (Float32Array | null)[],
): Responses {
  const highest = new Float32Array(longest * filters)
  const places = new Int32Array(longest * filters)
  const found = new Float32Array(filters)
  for (let length = 1; length <= longest; length += 1) {
    const first = (length - 1) * filters
    const rows = placesOf({ longest: length - 1 }) * filters
    for (let last = 0; last < words.length; last += 1) {
      for (let filter = 0; filter < filters; filter += 1) found[filter] = threshold[first + filter] as number
      for (let place = 0; place < length; place += 1) {
        const projection = words[last - length + 1 + place]
        if (!projection) continue
        const base = rows + place * filters
        for (let filter = 0; filter < filters; filter += 1) {
          found[filter] = (found[filter] as number) + (projection[base + filter] as number)
        }
      }
      for (let filter = 0; filter < filters; filter += 1) {
        const response = found[filter] as number
        if (response <= (highest[first + filter] as number)) continue
        highest[first + filter] = response
        places[first + filter] = last
      }
    }
  }
  return { highest, places }
}

/** Adds the scores of the outputs for the responses of the filters to `scores`, without bias. */
export function addReadout({ outputs, readout }: Windows, highest: Float32Array, scores: Float64Array): void {
  for (let output = 0; output < outputs; output += 1) {
    let score = 0
    const base = output * highest.length
    for (let filter = 0; filter < highest.length; filter += 1) {
      score += (highest[filter] as number) * (readout[base + filter] as number)
    }
    scores[output] = (scores[output] as number) + score
  }
}

/** The scores of a sentence whose words have the vectors of these rows; -1 for a word without one. */
export function scoresOfWindows(windows: Windows, rows: ArrayLike<number>): Float64Array {
  const scores = Float64Array.from(windows.bias)
  const words = Array.from(rows, (row) => (row < 0 ? null : projectionOf(windows, row)))
  addReadout(windows, respond(windows, words).highest, scores)
  return scores
}

function projectionOf(windows: Windows, row: number): Float32Array {
  const { projections } = windows
  const known = projections.get(row)
  if (known) return known
  if (projections.size >= projectionsMax) projections.clear()
  const projection = new Float32Array(placesOf(windows) * windows.filters)
  project(windows, row, projection)
  projections.set(row, projection)
  return projection
}

/** Writes the projection of a word. */
export function project(
  { kernel, vectors, dimensions }: Pick<Windows, 'kernel' | 'vectors' | 'dimensions'>,
  row: number,
  projection: Float32Array,
): void {
  const from = row * dimensions
  for (let at = 0; at < projection.length; at += 1) {
    const base = at * dimensions
    // Independent sums, which run in parallel; the number of dimensions is a multiple of four.
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let index = 0; index < dimensions; index += 4) {
      first += (kernel[base + index] as number) * (vectors[from + index] as number)
      second += (kernel[base + index + 1] as number) * (vectors[from + index + 1] as number)
      third += (kernel[base + index + 2] as number) * (vectors[from + index + 2] as number)
      fourth += (kernel[base + index + 3] as number) * (vectors[from + index + 3] as number)
    }
    projection[at] = vectorScale * (first + second + third + fourth)
  }
}
