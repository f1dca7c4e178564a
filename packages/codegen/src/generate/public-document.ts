import { type OpenApi, operationsOf, type PathItem, resolve } from '../source/openapi.ts'
import { isPrivate, scopesOf } from './operations.ts'

/**
 * Returns a copy of a bundle without the operations that are marked `x-visibility: private`, and without the scopes and
 * components that only these operations use.
 */
export function withoutPrivate(document: OpenApi): OpenApi {
  const operations = operationsOf(document, 'paths')
  const removed = operations.filter(({ operation }) => isPrivate(operation))
  const copy = structuredClone(document)
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

/** Removes the components that were referenced and no longer are, and then those that only they referenced. */
function removeUnreferenced(document: OpenApi, before: ReadonlySet<string>): void {
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

function referencesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  if ('$ref' in node && typeof node.$ref === 'string') found.add(node.$ref)
  for (const child of Object.values(node)) referencesIn(child, found)
  return found
}
