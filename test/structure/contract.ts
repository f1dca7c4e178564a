// What the contract declares: the fields of its object schemas and the values of its enums.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

interface Schema {
  properties?: Record<string, Schema>
  enum?: unknown[]
}

export interface ContractShapes {
  /** Name of the schema by its field names, sorted and joined by commas. */
  schemas: Map<string, string>
  /** Name of the enum by its values, sorted and joined by commas. */
  enums: Map<string, string>
}

/** One form for a set of names, whatever their order. */
export const keyOf = (names: Iterable<string>): string => [...new Set(names)].sort().join(',')

/** A schema of one or two fields (`{ id, deleted }`) says too little: others have the same fields by chance. */
const minFields = 3

export function readContract(): ContractShapes {
  const shapes: ContractShapes = { schemas: new Map(), enums: new Map() }
  for (const document of ['contract/openapi.strict.json', 'contract/oauth.json', 'portal/portal.json']) {
    const { components } = JSON.parse(readFileSync(join(root, 'generated', document), 'utf8'))
    for (const [name, schema] of Object.entries<Schema>(components.schemas)) {
      addSchema(shapes, name, schema)
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
