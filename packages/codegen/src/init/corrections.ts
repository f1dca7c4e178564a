import { eachObject } from '../source/document.ts'
import type { OpenApi } from '../source/openapi.ts'

// Corrections of mistakes that published documents have and that tools for OpenAPI 3.1 do not accept.

/** Percent-encodes the characters of path templates that a URL cannot have. Returns the number of changed paths. */
export function encodePaths(document: OpenApi): number {
  let count = 0
  const entries = Object.entries(document.paths ?? {}).map(([path, item]): [string, typeof item] => {
    const encoded = path.replaceAll(/\{[^{}]*\}|[^\x21-\x7e]+/gu, (part) =>
      part.startsWith('{') ? part : encodeURI(part),
    )
    if (encoded !== path) count += 1
    return [encoded, item]
  })
  if (count > 0) document.paths = Object.fromEntries(entries)
  return count
}

/**
 * Corrects keywords of schemas in a document of OpenAPI 3.1 that are written as in OpenAPI 3.0 or as those of a media
 * type: `nullable`, which becomes the type null, and named `examples`, which become a list. Returns their numbers.
 */
export function correctKeywords(document: OpenApi): { nullable: number; examples: number } {
  const corrected = { nullable: 0, examples: 0 }
  eachObject(document, '', (node) => {
    if (Reflect.has(node, 'nullable')) {
      corrected.nullable += 1
      addNull(node)
    }
    const { examples, type }: { examples?: unknown; type?: unknown } = node
    // Other parts with `examples`, such as parameters, have no type.
    if (type === undefined || typeof examples !== 'object' || examples === null || Array.isArray(examples)) return
    corrected.examples += 1
    Reflect.set(node, 'examples', Object.values(examples).map(valueIn))
  })
  return corrected
}

/** Without a type, OpenAPI 3.0 gives `nullable` no meaning. */
function addNull(schema: object): void {
  const { nullable, type }: { nullable?: unknown; type?: unknown } = schema
  Reflect.deleteProperty(schema, 'nullable')
  if (nullable === true && type !== undefined) Reflect.set(schema, 'type', [...new Set([type, 'null'].flat())])
}

/** The value of an example, which may be in an Example Object. */
function valueIn(example: unknown): unknown {
  return typeof example === 'object' && example !== null && 'value' in example ? example.value : example
}
