import { jsonMedia } from '../generate/operations.ts'
import {
  isSchemaObject,
  type OpenApi,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  resolve,
  type Schema,
  type SchemaObject,
} from '../source/openapi.ts'

/** The form in which a client writes a parameter: a style of OpenAPI, or `json` for a media type of JSON. */
export interface ParameterStyle {
  style: (typeof styles)[number] | 'json'
  explode: boolean
}

const styles = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const

/**
 * Returns the style of a path or query parameter. Undefined if every client writes the parameter correctly without it:
 * as its text or, for a list in the query, as one pair for each item.
 */
export function parameterStyle(document: OpenApi, parameter: Parameter): ParameterStyle | undefined {
  const media = jsonMedia(parameter.content)
  if (media && /[/+]json(;|$)/.test(media.type)) return { style: 'json', explode: false }
  const isInPath = parameter.in === 'path'
  const style = styles.find((one) => one === parameter.style) ?? (isInPath ? 'simple' : 'form')
  const explode = parameter.explode ?? style === 'form'
  const types = valueTypes(document, media ? media.schema : parameter.schema)
  const isScalar = isSubset(types, scalars)
  if (isInPath) return style === 'simple' && isScalar ? undefined : { style, explode }
  const isNullable = new Set([...scalars, 'null'])
  const isList = isSubset(types, new Set([...isNullable, 'array'])) && hasScalarItems(document, parameter.schema)
  if (style !== 'deepObject' && (isSubset(types, isNullable) || (explode && isList))) return undefined
  return { style, explode }
}

/** Whether a query parameter has all members within one value, between delimiters that are not encoded. */
export function isDelimited({ style, explode }: ParameterStyle): boolean {
  return !explode && ['form', 'spaceDelimited', 'pipeDelimited'].includes(style)
}

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])

const everyType: readonly string[] = [...scalars, 'null', 'array', 'object']

/** The types of JSON that a schema permits, as far as its keywords say: every type for a schema that says nothing. */
function valueTypes(document: OpenApi, schema: Schema | undefined, depth = 0): ReadonlySet<string> {
  if (!isSchemaObject(schema) || depth > deepest) return new Set(everyType)
  const { type, enum: values, const: value, allOf, anyOf, oneOf, properties, items, format } = resolve(document, schema)
  // The types of the client take a file for such a text.
  if (type === 'string' && format === 'binary') return new Set(everyType)
  if (type !== undefined) return new Set([type].flat())
  if (Array.isArray(values)) return new Set(values.map(typeOf))
  if (value !== undefined) return new Set([typeOf(value)])
  if (properties !== undefined) return new Set(['object'])
  if (items !== undefined) return new Set(['array'])
  const inner = (part: Schema) => valueTypes(document, part, depth + 1)
  const union = [anyOf, oneOf].flatMap(schemasIn).flatMap((part) => [...inner(part)])
  const ofAll = schemasIn(allOf).map(inner)
  return ofAll.reduce((types, each) => types.intersection(each), new Set(union.length === 0 ? everyType : union))
}

/** References that lead back to the schema end here. */
const deepest = 8

function schemasIn(list: unknown): Schema[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'boolean' || isSchemaObject(one)) : []
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isSubset(types: ReadonlySet<string>, permitted: ReadonlySet<string>): boolean {
  return types.isSubsetOf(permitted)
}

/** Whether no list that a schema permits contains another list or an object. */
function hasScalarItems(document: OpenApi, schema: Schema | undefined, depth = 0): boolean {
  if (!isSchemaObject(schema) || depth > deepest) return true
  const { type, items, allOf, anyOf, oneOf }: SchemaObject = resolve(document, schema)
  const isList = [type].flat().includes('array') || items !== undefined
  const itemTypes = isList ? valueTypes(document, items) : scalars
  if (!isSubset(itemTypes, new Set([...scalars, 'null']))) return false
  return [allOf, anyOf, oneOf].flatMap(schemasIn).every((part) => hasScalarItems(document, part, depth + 1))
}

/**
 * Describes what a client of a document cannot express: one sentence for each parameter.
 */
export function parameterNotes(document: OpenApi): string[] {
  return operationsOf(document, 'paths').flatMap((placed) =>
    placed.parameters.flatMap((parameter) => noteOn(document, placed, parameter)),
  )
}

function noteOn(document: OpenApi, { path, method, operation }: PlacedOperation, parameter: Parameter): string[] {
  const { name, in: place, schema, content } = parameter
  const subject = `${operation.operationId ?? `${method.toUpperCase()} ${path}`}: the ${place} parameter ${name}`
  const types = valueTypes(document, content === undefined ? schema : jsonMedia(content)?.schema)
  const hasParts = schema !== undefined && isSchemaObject(schema) && (types.has('array') || types.has('object'))
  if (place === 'header' || place === 'cookie') {
    if (!hasParts || types.size === everyType.length) return []
    return [
      `${subject} is a list or an object. Clients have no argument for it: pass its text in \`headers\` of the options.`,
    ]
  }
  const style = parameterStyle(document, parameter)
  if (style === undefined || style.style === 'json' || !hasNestedParts(document, schema)) return []
  return [
    `${subject} has a list or an object within another, for which no style of OpenAPI has a form. A call with one throws an error.`,
  ]
}

/** Whether a member of a list or object is declared as a list or an object itself. */
function hasNestedParts(document: OpenApi, schema: Schema | undefined): boolean {
  if (!isSchemaObject(schema)) return false
  const { properties = {}, items, additionalProperties } = resolve<SchemaObject>(document, schema)
  return [...Object.values(properties), items, additionalProperties].some((part) => {
    const types = part === undefined || typeof part === 'boolean' ? new Set<string>() : valueTypes(document, part)
    return types.size < everyType.length && (types.has('array') || types.has('object'))
  })
}
