import { alertVectorOf, alertVectors } from './alert-vectors.ts'
import { addWeights, type Layer, openLayer, type StoredLayer } from './layer.ts'
import { type AskingSentence, requestFeatures } from './request-features.ts'
import { openWindows, type StoredWindows, scoresOfWindows, type Windows } from './windows.ts'

/** The kinds of requests to the business; what somebody waits for comes first. */
export const requestKinds = ['call', 'task', 'question', 'suggestion'] as const
export type RequestKind = (typeof requestKinds)[number]

/** The outputs of the reader: a score for each kind, and one for any request. */
export const requestOutputs = [...requestKinds, 'any'] as const
const anyIndex = requestKinds.length

/** The factors that turn the scores of the words and of the windows into log odds. */
export interface RequestScale {
  words: number
  windows: number
  shift: number
}

/** The reader of requests as the model file has it. */
export interface StoredRequestReader {
  layer: StoredLayer
  windows: StoredWindows
  /** In the order of `requestOutputs`. */
  scales: RequestScale[]
  /** The log odds of any request from which a sentence has one. */
  threshold: number
}

export interface RequestReader extends Omit<StoredRequestReader, 'layer' | 'windows'> {
  layer: Layer
  windows: Windows
}

/** Makes a reader of what the model file has. */
export function openRequestReader({ layer, windows, ...rest }: StoredRequestReader): RequestReader {
  return { ...rest, layer: openLayer(layer), windows: openWindows(windows, alertVectors.values) }
}

/** The log odds of each output for a sentence, before the one that follows it. */
export function requestScoresOf(
  { layer, windows, scales }: RequestReader,
  sentence: AskingSentence,
  next: AskingSentence | undefined,
): number[] {
  const byWords = wordScoresOf(layer, sentence, next)
  const byWindows = scoresOfWindows(windows, sentence.tokens.map(alertVectorOf))
  return scales.map(
    (scale, index) =>
      scale.words * (byWords[index] as number) + scale.windows * (byWindows[index] as number) + scale.shift,
  )
}

/** The raw scores of the words of a sentence. */
export function wordScoresOf(layer: Layer, sentence: AskingSentence, next: AskingSentence | undefined): Float64Array {
  const scores = Float64Array.from(layer.bias)
  const { ids, values } = requestFeatures(sentence, next)
  for (const [index, id] of ids.entries()) addWeights(layer, id, values[index] as number, scores)
  return scores
}

/** The likeliest kind of the request that a sentence makes; null where it asks the business for nothing. */
export function requestKindOf(
  reader: RequestReader,
  sentence: AskingSentence,
  next: AskingSentence | undefined,
): RequestKind | null {
  const scores = requestScoresOf(reader, sentence, next)
  if ((scores[anyIndex] as number) < reader.threshold) return null
  const kinds = scores.slice(0, anyIndex)
  return requestKinds[kinds.indexOf(Math.max(...kinds))] ?? null
}
