import stored from '../../model/model.json' with { type: 'json' }
import outputs from '../../model/reference-outputs.json' with { type: 'json' }
import valences from '../../model/valences.json' with { type: 'json' }
import vectors from '../../model/vectors.json' with { type: 'json' }
import { openReader, type Reader } from './reader.ts'
import { checkFiles, checkOutputs } from './reference-outputs.ts'
import { aspectSpace, restaurantSpace } from './spaces.ts'

// A model that reads wrong must not start: its labels would be stored and believed.
checkFiles(outputs, { 'model.json': stored, 'valences.json': valences, 'vectors.json': vectors })

/** The trained model that reads our own aspects. */
export const aspectReader: Reader = checkOutputs(outputs, openReader(aspectSpace, stored.aspects))

let restaurants: Reader | undefined

/** The trained model that reads the five categories of published restaurant data; opened on first use. */
export function restaurantReader(): Reader {
  restaurants ??= checkOutputs(outputs, openReader(restaurantSpace, stored.restaurants))
  return restaurants
}
