import { success } from '../generate/operations.ts'
import { type OpenApi, type PlacedOperation, resolve } from './openapi.ts'

/** A value in the response of one operation that is a parameter of another operation. */
export interface ResponseLink {
  /** The operationId of the other operation. */
  operation: string
  parameter: string
  /** The path of the value in the body, without a leading slash: `data/id`. */
  pointer: string
}

/** The values in the successful response of an operation that the contract's links pass to other operations. */
export function linksOf(document: OpenApi, placed: PlacedOperation): ResponseLink[] {
  return Object.values(success(document, placed).response.links ?? {}).flatMap((reference) => {
    const { operationId, parameters = {} } = resolve(document, reference)
    if (operationId === undefined) return []
    return Object.entries(parameters).flatMap(([name, source]) => {
      const pointer = typeof source === 'string' ? /^\$response\.body#\/(.+)$/.exec(source)?.[1] : undefined
      return pointer === undefined ? [] : [{ operation: operationId, parameter: name.replace(/^path\./, ''), pointer }]
    })
  })
}
