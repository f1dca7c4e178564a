import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, resolve } from '../contract.ts'
import { canonical, isOfType, propertiesOf, type Schema, withoutNull } from './schema.ts'

/** Finds valid values of the schemas of a document. */
export interface Values {
  /** Different valid values of a schema, at most five, those of the document first. */
  of(schema: Schema): unknown[]
  isEnumeration(schema: Schema): boolean
  isValid(schema: Schema, value: unknown): boolean
}

const valuesMax = 5

/**
 * @param given values of formats that only the service can judge, such as URLs that it accepts
 */
export function createValues(document: Document, given: Readonly<Record<string, readonly unknown[]>>): Values {
  const ajv = new Ajv2020({ strict: false, logger: false })
  addFormats.default(ajv)
  for (const format of Object.keys(given)) ajv.addFormat(format, true)
  ajv.addSchema(document, 'contract')
  const compile = (schema: Schema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/')))

  const of = (part: Schema): unknown[] => {
    const schema = withoutNull(document, part)
    const candidates = given[schema.format ?? ''] ?? candidatesFor(schema)
    const isValid = compile(schema)
    const known = new Set<string>()
    const valid = candidates.filter((value) => {
      const isNew = !known.has(canonical(value))
      known.add(canonical(value))
      return isNew && isValid(value)
    })
    return valid.slice(0, valuesMax)
  }

  /** Examples first, then what is derived from them. */
  function candidatesFor(schema: Schema): unknown[] {
    const examples = [...(schema.examples ?? []), ...('example' in schema ? [schema.example] : [])]
    const named = [...examples, schema.const, schema.default, ...(schema.enum ?? [])].filter(isGiven)
    return [...named, ...named.flatMap(variantsOf), ...generated(schema), ...(named.length === 0 ? others(schema) : [])]
  }

  /** Values of types and formats for which the document has no example. */
  function others(schema: Schema): unknown[] {
    if (isOfType(document, schema, 'string')) return textsFor(schema)
    if (isOfType(document, schema, 'number')) return [schema.minimum ?? 1, schema.maximum ?? 2]
    const { items, minItems = 0 } = schema
    if (!isOfType(document, schema, 'array')) return []
    const values = items ? of(items) : []
    return [Array.from({ length: minItems }, (_, index) => values[index % values.length]), values.slice(0, minItems)]
  }

  function generated(schema: Schema): unknown[] {
    if (isOfType(document, schema, 'boolean')) return [true, false]
    if (isOfType(document, schema, 'integer')) return [schema.minimum ?? 1, schema.maximum ?? 2]
    if (isOfType(document, schema, 'array') && schema.items) return of(schema.items).map((value) => [value])
    const isUntyped = schema.type === undefined
    const isObject = isOfType(document, schema, 'object') || (isUntyped && propertiesOf(document, schema).size > 0)
    if (isObject) return [objectOf(schema)]
    return isUntyped || isOfType(document, schema, 'string') ? ['Relation', 'Other relation'] : []
  }

  function objectOf(schema: Schema): unknown {
    const { required = [] } = resolve<Schema>(document, schema)
    const described = propertiesOf(document, schema)
    const properties = [...described].filter(([name]) => required.includes(name))
    // A name that is required without a description may have any value.
    const others = required.filter((name) => !described.has(name)).map((name): [string, Schema] => [name, {}])
    return Object.fromEntries([...properties, ...others].map(([name, property]) => [name, of(property)[0]]))
  }

  return {
    of,
    isEnumeration: (schema) => withoutNull(document, schema).enum !== undefined,
    isValid: (schema, value) => compile(schema)(value),
  }
}

/** A text of each format that is often required. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  email: ['relation@example.com', 'other@example.com'],
  uri: ['https://example.com/relation', 'https://example.com/other'],
  'uri-reference': ['/relation', '/other'],
  date: ['2026-11-28', '2026-11-29'],
  'date-time': ['2026-11-28T09:00:00Z', '2026-11-29T09:00:00Z'],
  time: ['09:00:00Z', '10:00:00Z'],
  uuid: ['6f1f7a52-8c5e-4c0f-9d0f-3b1c6b2a7e41', '0d9b8a1c-5e2f-4b7a-8f3d-2c1e9a7b6d54'],
  hostname: ['example.com', 'example.org'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
}

/** Texts of a format, and of a length. */
function textsFor({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string[] {
  const length = Math.min(Math.max(minLength, 1), textMax)
  const fitting = ['Relation', 'Other'].map((text) => text.padEnd(length, 'x').slice(0, Math.min(maxLength, textMax)))
  return [...(formatted[format ?? ''] ?? []), ...fitting, ...(pattern === undefined ? [] : short)]
}

/** Texts of which one matches many simple patterns. */
const short = ['a', 'A', '1', 'ab', 'AB', '12', 'abc', 'ABC', '123', 'abcd', 'ABCD', '1234', 'a1', 'A1', 'a-1', 'A-1']

const textMax = 10_000

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Values close to an example, of which some are valid too. */
function variantsOf(example: unknown): unknown[] {
  if (typeof example === 'string') return [example.slice(0, -1), `${example}s`]
  if (typeof example === 'number') return [example - 1, example + 1]
  if (typeof example === 'boolean') return [!example]
  if (Array.isArray(example)) return example.length > 1 ? [example.slice(0, -1)] : []
  return []
}
