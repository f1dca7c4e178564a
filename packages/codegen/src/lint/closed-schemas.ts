import {
  type ContractDocument,
  child,
  children,
  follow,
  formatPlace,
  identity,
  nameOf,
  partsOf,
  placeOf,
  referenceOf,
  type SourceNode,
  target,
} from '../source/document.ts'
import type { Finding } from './findings.ts'

/** A schema whose `additionalProperties: false` refuses properties that another schema of the same value describes. */
interface ClosedSchema {
  schema: SourceNode
  /** The names of these properties. */
  refused: ReadonlySet<string>
  finding: Finding
}

/** The findings about closed schemas, and the places of the properties in examples that they refuse. */
interface ClosedSchemas {
  findings: Finding[]
  /** As `file:line:column`. */
  refusedInExamples: ReadonlySet<string>
}

/**
 * Finds schemas with `additionalProperties: false` that are composed with `$ref` or `allOf`: the keyword only knows the
 * properties next to it, so that it refuses those of the other schemas. Where one of them is required, no object is
 * valid.
 */
export function closedSchemas(documents: readonly ContractDocument[]): ClosedSchemas {
  const all = documents.map((document) => {
    const closed = new Map(partsOf(document).flatMap((part) => closedIn(document, part)))
    return { findings: [...closed.values()].map(({ finding }) => finding), places: placesIn(document, closed) }
  })
  return {
    findings: all.flatMap(({ findings }) => findings),
    refusedInExamples: new Set(all.flatMap(({ places }) => places)),
  }
}

/** The closed schemas among those that a schema applies to the same value, by the identity of the schema. */
function closedIn(document: ContractDocument, schema: SourceNode): [string, ClosedSchema][] {
  if (child(schema, 'allOf') === undefined && referenceOf(schema) === undefined) return []
  const applied = appliedBy(document, schema)
  const required = new Set(applied.flatMap(requiredBy))
  return applied.flatMap((one): [string, ClosedSchema][] => {
    if (child(one, 'additionalProperties')?.value !== false) return []
    const others = applied.filter((other) => other !== one)
    const refused = new Set(others.flatMap(propertiesOf).filter((name) => !permits(one, name)))
    if (refused.size === 0) return []
    const isImpossible = [...refused].some((name) => required.has(name))
    return [[identity(one), { schema: one, refused, finding: findingOf(one, { others, refused, isImpossible }) }]]
  })
}

/** A schema and all that it applies to the same value through `$ref` and `allOf`. */
function appliedBy(document: ContractDocument, schema: SourceNode): SourceNode[] {
  const found = new Map([[identity(schema), schema]])
  for (const one of found.values()) {
    const next = [
      ...(referenceOf(one) === undefined ? [] : [target(document, one)]),
      ...children(child(one, 'allOf')).map(([, part]) => part),
    ]
    for (const part of next) if (!found.has(identity(part))) found.set(identity(part), part)
  }
  return [...found.values()]
}

function requiredBy(schema: SourceNode): string[] {
  const names = child(schema, 'required')?.value
  return Array.isArray(names) ? names.map(String) : []
}

function propertiesOf(schema: SourceNode): string[] {
  return children(child(schema, 'properties')).flatMap(([name, { value }]) => (value === false ? [] : [name]))
}

function permits(schema: SourceNode, name: string): boolean {
  if (child(child(schema, 'properties'), name) !== undefined) return true
  return children(child(schema, 'patternProperties')).some(([pattern]) => matches(pattern, name))
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    // Not a regular expression, which the linter reports: it may permit every name.
    return true
  }
}

const shownMax = 3

function findingOf(
  schema: SourceNode,
  {
    others,
    refused,
    isImpossible,
  }: { others: readonly SourceNode[]; refused: ReadonlySet<string>; isImpossible: boolean },
): Finding {
  const { file, line, column, pointer } = placeOf(child(schema, 'additionalProperties') ?? schema)
  const shown = [...refused].slice(0, shownMax).map((name) => `\`${name}\``)
  const rest = refused.size - shown.length
  const names = new Intl.ListFormat('en').format([...shown, ...(rest > 0 ? [`${rest} more`] : [])])
  const [first] = others.filter((one) => propertiesOf(one).some((name) => refused.has(name)))
  const origin = first && /\/(schemas|\$defs)\/[^/]+$/.test(first.pointer) ? ` of \`${nameOf(first)}\`` : ''
  const consequence = isImpossible ? ', and no object is valid here' : ''
  const sentence =
    `\`additionalProperties: false\` permits only the properties next to it. It refuses ${names}${origin}, which the ` +
    `same schema includes by \`$ref\` or \`allOf\`${consequence}. Write \`unevaluatedProperties: false\` next to the ` +
    '`$ref` or `allOf` instead, or remove it.'
  return { file, line, column, rule: 'closed-schema', severity: 'error', places: [pointer], sentence }
}

/** The places of the properties in the examples of a document that closed schemas refuse. */
function placesIn(document: ContractDocument, closed: ReadonlyMap<string, ClosedSchema>): string[] {
  if (closed.size === 0) return []
  return partsOf(document).flatMap((part) => {
    // A media type or a parameter has its schema next to the examples; a schema is that of its own examples.
    const schema = child(part, 'schema') ?? part
    return examplesOf(document, part).flatMap((value) => refusedIn(document, { schema, value, closed }))
  })
}

function examplesOf(document: ContractDocument, part: SourceNode): SourceNode[] {
  const single = child(part, 'example')
  const several = child(part, 'examples')
  const named = children(several).flatMap(([, one]) =>
    Array.isArray(several?.value) ? one : (child(follow(document, one), 'value') ?? []),
  )
  return [...(single ? [single] : []), ...named]
}

function refusedIn(
  document: ContractDocument,
  { schema, value, closed }: { schema: SourceNode; value: SourceNode; closed: ReadonlyMap<string, ClosedSchema> },
): string[] {
  return appliedBy(document, schema).flatMap((one) => {
    const items = child(one, 'items')
    const inner = children(value).flatMap(([name, part]) => {
      const described = Array.isArray(value.value) ? items : child(child(one, 'properties'), name)
      return described ? refusedIn(document, { schema: described, value: part, closed }) : []
    })
    const refused = closed.get(identity(one))?.refused
    const own = children(value).flatMap(([name, part]) => (refused?.has(name) ? [formatPlace(placeOf(part))] : []))
    return [...own, ...inner]
  })
}
