// The declarations of the contract: the fields of its object schemas, the values of its enums, and its bounds.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  [keyword: string]: unknown
}

export interface ContractShapes {
  /** Name of the schema by its field names, sorted and joined by commas. */
  schemas: Map<string, string>
  /** Name of the enum by its values, sorted and joined by commas. */
  enums: Map<string, string>
  /** By number, the members of schemas with that bound, by each word of their names. */
  bounds: Map<number, Map<string, string>>
}

/** One form for a set of names, regardless of their order. */
export const keyOf = (names: Iterable<string>): string => [...new Set(names)].sort().join(',')

/** A schema of one or two fields (`{ id, deleted }`) says too little: others have the same fields by chance. */
const minFields = 3

export function readContract(): ContractShapes {
  const shapes: ContractShapes = { schemas: new Map(), enums: new Map(), bounds: new Map() }
  for (const document of ['contract/openapi.strict.json', 'contract/oauth.json', 'portal/portal.json']) {
    const { components } = JSON.parse(readFileSync(join(root, 'generated', document), 'utf8'))
    for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
      addSchema(shapes, name, schema)
      addBounds(shapes, { name, path: name }, schema)
    }
    for (const [name, parameter] of Object.entries<{ schema?: Schema }>(components.parameters ?? {})) {
      addBounds(shapes, { name, path: name }, parameter.schema)
    }
  }
  return shapes
}

function addSchema(shapes: ContractShapes, name: string, schema: Schema): void {
  const fields = Object.keys(schema.properties ?? {})
  if (fields.length >= minFields) shapes.schemas.set(keyOf(fields), name)
  addEnum(shapes, name, schema)
  for (const [field, property] of Object.entries(schema.properties ?? {})) addEnum(shapes, `${name}.${field}`, property)
}

function addEnum(shapes: ContractShapes, name: string, schema: Schema): void {
  const values = (schema.enum ?? []).filter((value) => typeof value === 'string')
  const key = keyOf(values)
  if (values.length >= 2 && !shapes.enums.has(key)) shapes.enums.set(key, name)
}

/** The words of a name in lower case and without the `s` of a plural, without those that many names have. */
export function wordsOf(name: string): string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]{3,}/g) ?? []
  return words.map((word) => word.toLowerCase().replace(/s$/, '')).filter((word) => !frequentWords.has(word))
}

const frequentWords: ReadonlySet<string> = new Set(
  'account byte count create hour length limit list max min number param request response second secret update value'.split(
    ' ',
  ),
)

const boundKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties', 'minimum', 'maximum'] as const

/** A smaller bound (5 stars, 7 days) is an equal number by chance too often. */
const minBound = 10

function addBounds(
  { bounds }: Pick<ContractShapes, 'bounds'>,
  { name, path }: { name: string; path: string },
  schema?: Schema,
): void {
  if (schema === undefined) return
  for (const keyword of boundKeywords) {
    const bound = schema[keyword]
    if (typeof bound !== 'number' || bound < minBound) continue
    const members = bounds.get(bound) ?? new Map<string, string>()
    bounds.set(bound, members)
    for (const word of wordsOf(name)) members.set(word, path)
  }
  addBounds({ bounds }, { name, path }, schema.items)
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    // The name of a page says more than `data`.
    addBounds({ bounds }, { name: field === 'data' ? name : field, path: `${path}.${field}` }, property)
  }
}
