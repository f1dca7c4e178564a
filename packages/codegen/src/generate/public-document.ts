import { copyOf, type OpenApi, operationsOf, type PathItem, resolve, type SchemaObject } from '../source/openapi.ts'
import { isPrivate, scopesOf } from './operations.ts'

/**
 * Returns a copy of a bundle without the operations that are marked `x-visibility: private`, and without the scopes and
 * components that only these operations use.
 */
export function withoutPrivate(document: OpenApi): OpenApi {
  const operations = operationsOf(document, 'paths')
  const removed = operations.filter(({ operation }) => isPrivate(operation))
  const copy = copyOf(document)
  if (removed.length === 0) return copy
  for (const { path, method } of removed) {
    const item = resolve<PathItem>(copy, copy.paths?.[path] ?? {})
    delete item[method]
    if (operationsOf(copy, 'paths').every((one) => one.path !== path)) delete copy.paths?.[path]
  }
  const used = new Set(operationsOf(copy, 'paths').flatMap(({ operation }) => scopesOf(document, operation)))
  const unused = removed.flatMap(({ operation }) => scopesOf(document, operation)).filter((scope) => !used.has(scope))
  for (const scheme of Object.values(copy.components?.securitySchemes ?? {}))
    if ('flows' in scheme)
      for (const { scopes } of Object.values(scheme.flows ?? {})) for (const scope of unused) delete scopes[scope]
  removeUnreferenced(copy, referencesIn(document))
  return copy
}

/** Removes the components that were referenced (`before`) and are no longer, and those that only they referenced. */
export function removeUnreferenced(document: OpenApi, before: ReadonlySet<string>): void {
  for (let isDone = false; !isDone; ) {
    isDone = true
    const now = referencesIn(document)
    for (const [kind, components] of Object.entries(document.components ?? {}))
      for (const name of Object.keys(components)) {
        const reference = `#/components/${kind}/${name}`
        if (!before.has(reference) || now.has(reference)) continue
        Reflect.deleteProperty(components, name)
        isDone = false
      }
  }
}

/** The keywords that apply to one type only. All others stay on the schema. */
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

/**
 * Returns a copy of a document in which a named schema of several types has an alternative for each type. It admits the
 * same values; generators of clients refuse a list of types other than one type and null.
 */
export function withOneTypeEach(document: OpenApi): OpenApi {
  const copy = copyOf(document)
  for (const schema of Object.values(copy.components?.schemas ?? {})) {
    if (typeof schema !== 'object' || !Array.isArray(schema.type) || 'anyOf' in schema) continue
    const types: string[] = schema.type
    if (types.filter((type) => type !== 'null').length > 1) splitTypes(schema, types)
  }
  return copy
}

function splitTypes(schema: SchemaObject, types: readonly string[]): void {
  const alternatives = types.map((type) => {
    const keywords = keywordsOfType[type === 'integer' ? 'number' : type] ?? []
    const own = keywords.filter((keyword) => keyword in schema).map((keyword) => [keyword, schema[keyword]])
    return { type, ...Object.fromEntries(own) }
  })
  for (const keyword of ['type', ...Object.values(keywordsOfType).flat()]) Reflect.deleteProperty(schema, keyword)
  Object.assign(schema, { anyOf: alternatives })
}

/** The `$ref`s in a document, such as `#/components/schemas/Business`. */
export function referencesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  if ('$ref' in node && typeof node.$ref === 'string') found.add(node.$ref)
  for (const child of Object.values(node)) referencesIn(child, found)
  return found
}
