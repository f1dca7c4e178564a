import stored from '../../model/model.json' with { type: 'json' }
import { openReader, type Reader } from './reader.ts'
import { aspectSpace, restaurantSpace } from './spaces.ts'

/**
 * SHA-256 of what the model was trained on: the batches of the corpus in the order of their names, the word vectors,
 * and, where they were there, our labels of published sentences, these themselves and the rated snippets.
 */
export const modelInputs: Record<'corpus' | 'vectors', string> &
  Record<'labels' | 'published' | 'rated', string | null> = stored.inputs

/** The trained model that reads our own aspects. */
export const aspectReader: Reader = openReader(aspectSpace, stored.aspects)

let restaurants: Reader | undefined

/** The trained model that reads the five categories of published restaurant data; opened on first use. */
export function restaurantReader(): Reader {
  restaurants ??= openReader(restaurantSpace, stored.restaurants)
  return restaurants
}
