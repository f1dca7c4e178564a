import { type OpenApi, operationsOf, type PlacedOperation } from '../source/openapi.ts'

/** An operation with its address in the reference pages. */
export interface ReferencedOperation extends PlacedOperation {
  id: string
  tag: string
  address: string
}

/** A document and the address of the page that shows it. */
export interface ReferencePage {
  address: string
  document: OpenApi
}

/**
 * Every operation of the documents that has a name, in the order in which they were written, as the renderer addresses
 * it.
 */
export function referencedOperations(pages: readonly ReferencePage[]): ReferencedOperation[] {
  return pages.flatMap(({ address, document }) =>
    operationsOf(document, 'paths').flatMap((placed) => {
      const id = placed.operation.operationId
      const tag = placed.operation.tags?.[0]
      if (id === undefined) return []
      const place = tag === undefined ? '' : `#/${slug(tag)}/${slug(id)}`
      return [{ ...placed, id, tag: tag ?? '', address: address + place }]
    }),
  )
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
}
