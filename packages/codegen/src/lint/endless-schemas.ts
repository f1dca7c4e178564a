import {
  type ContractDocument,
  child,
  children,
  identity,
  nameOf,
  partsOf,
  placeOf,
  referenceOf,
  type SourceNode,
  target,
} from '../source/document.ts'
import type { Finding } from './findings.ts'

/**
 * Finds schemas that apply to the same value again, such as `A: { oneOf: [A, B] }`: no validator can check a value
 * against them, and the compiler refuses their types. There is one finding for each circle of schemas.
 */
export function endlessSchemas(document: ContractDocument): Finding[] {
  const known = new Set<string>()
  return partsOf(document).flatMap((schema) => {
    if (known.has(identity(schema)) || referenceOf(schema) !== undefined) return []
    const circle = circleOf(document, schema)
    if (circle === undefined) return []
    for (const one of circle) known.add(identity(one))
    const names = circle.filter((one) => referenceOf(one) === undefined && isNamed(one)).map(nameOf)
    const { file, line, column } = placeOf(schema)
    const [name = nameOf(schema)] = names
    const sentence =
      `The schema \`${name}\` applies to the same value again (${[...names, name].join(' → ')}), so no validator can ` +
      'check a value against it, and it has no type. Remove it from its own alternatives, or describe what the ' +
      'schemas have in common as a schema of its own.'
    return [{ file, line, column, rule: 'endless-schema', severity: 'error', sentence }]
  })
}

/** Whether a schema has a name: it is not an item of a list, such as an alternative. */
function isNamed(schema: SourceNode): boolean {
  return !/\/(allOf|anyOf|oneOf)\/\d+$/.test(schema.pointer)
}

/** Returns the schemas from one to itself, in the order in which each applies the next one. */
function circleOf(document: ContractDocument, wanted: SourceNode): SourceNode[] | undefined {
  const seen = new Set<string>()
  const pathFrom = (schema: SourceNode): SourceNode[] | undefined => {
    for (const next of appliedBy(document, schema)) {
      if (identity(next) === identity(wanted)) return [schema]
      if (seen.has(identity(next))) continue
      seen.add(identity(next))
      const path = pathFrom(next)
      if (path !== undefined) return [schema, ...path]
    }
    return undefined
  }
  return pathFrom(wanted)
}

/** The schemas that a schema applies to the same value. */
function appliedBy(document: ContractDocument, schema: SourceNode): SourceNode[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => children(child(schema, keyword)).map(([, one]) => one))
  const single = ['not', 'if', 'then', 'else'].flatMap((keyword) => child(schema, keyword) ?? [])
  return [...(referenceOf(schema) === undefined ? [] : [target(document, schema)]), ...lists, ...single]
}
