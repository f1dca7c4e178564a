import stored from '../../model/model.json' with { type: 'json' }
import { openReader, type Reader } from './reader.ts'
import { aspectSpace, restaurantSpace } from './spaces.ts'

/** The trained model that reads our own aspects. */
export const aspectReader: Reader = openReader(aspectSpace, stored.aspects)

let restaurants: Reader | undefined

/** The trained model that reads the five categories of published restaurant data; opened on first use. */
export function restaurantReader(): Reader {
  restaurants ??= openReader(restaurantSpace, stored.restaurants)
  return restaurants
}
