import { referencesIn } from '../../generate/public-document.ts'
import { isSchemaObject, type OpenApi, resolve, type Schema, type SchemaObject, valueAt } from '../../source/openapi.ts'

/** A schema as a reader sees it: its type in words, its limits, and its fields. */
export interface Shape {
  /** Such as `string`, `integer or null` or `array of Review`. */
  type: string
  description: string
  /** Such as `1 to 100` or `default 25`. */
  limits: string[]
  /** The permitted values, with the meaning that the description gives them. */
  values: { value: string; meaning: string }[]
  fields: Field[]
  /** The alternatives of `oneOf` or `anyOf`, without null. */
  variants: { title: string; shape: Shape }[]
  /** The component with the fields, if it has a name. */
  component: string | undefined
  /** The fields are not listed here: the component contains itself. */
  isRecursive: boolean
}

export interface Field {
  name: string
  required: boolean
  deprecated: boolean
  shape: Shape
}

/** Describes a schema with everything that it refers to. A component that contains itself is not repeated. */
export function shapeOf(document: OpenApi, schema: Schema | undefined, above: readonly string[] = []): Shape {
  if (schema === undefined || typeof schema === 'boolean') return emptyShape(schema === false ? 'nothing' : 'any')
  const component = Object.keys(schema).length === 1 ? componentOf(schema) : undefined
  return component === undefined ? expanded(document, schema, above) : shapeOfComponent(document, component, above)
}

/**
 * Returns the shape of a component. Most shapes are the same wherever they are used: only the components above that
 * it contains itself, directly or not, make a difference.
 */
function shapeOfComponent(document: OpenApi, component: string, above: readonly string[]): Shape {
  const $ref = `#/components/schemas/${component}`
  const known = knownShapes.get(document) ?? { shapes: new Map(), contained: new Map() }
  knownShapes.set(document, known)
  const contained = known.contained.get(component) ?? containedIn(document, $ref)
  known.contained.set(component, contained)
  if (above.some((name) => contained.has(`#/components/schemas/${name}`))) return expanded(document, { $ref }, above)
  const shape = known.shapes.get(component) ?? expanded(document, { $ref }, [])
  known.shapes.set(component, shape)
  return shape
}

/** The shapes of the components of a document, and the references that each component contains, by its name. */
const knownShapes = new WeakMap<OpenApi, { shapes: Map<string, Shape>; contained: Map<string, Set<string>> }>()

/** Everything that a reference refers to, directly or through other references, and the reference itself. */
function containedIn(document: OpenApi, reference: string): Set<string> {
  const found = new Set([reference])
  // A set returns also what is added while it is read.
  for (const one of found) referencesIn(valueAt(document, one), found)
  return found
}

function expanded(document: OpenApi, schema: SchemaObject, above: readonly string[]): Shape {
  const component = componentOf(schema)
  const whole = flattened(document, schema)
  const isRecursive = component !== undefined && above.includes(component)
  const path = component === undefined ? above : [...above, component]
  const { description, values } = valuesOf(whole)
  const own = {
    ...emptyShape(typeOf(document, whole, component === undefined ? [] : [component])),
    description,
    values,
    limits: limitsOf(whole),
    component,
  }
  if (isRecursive) return { ...own, isRecursive }
  const inner = innerOf(whole)
  const alternatives = listOf(whole.oneOf ?? whole.anyOf).filter((one) => !isNull(document, one))
  const [single, ...others] = alternatives
  const asOne = single !== undefined && others.length === 0 ? shapeOf(document, single, path) : undefined
  const nested = inner === undefined ? undefined : shapeOf(document, inner, path)
  return {
    ...own,
    description: description || (asOne?.description ?? ''),
    limits: [...own.limits, ...(asOne?.limits ?? []), ...(nested && isScalar(nested) ? itemLimits(nested) : [])],
    values: [...values, ...(asOne?.values ?? nested?.values ?? [])],
    fields: [...fieldsOf(document, whole, path), ...(asOne?.fields ?? nested?.fields ?? [])],
    variants:
      others.length > 0 ? variantsOf(document, alternatives, path) : (asOne?.variants ?? nested?.variants ?? []),
    component: asOne?.component ?? nested?.component ?? component,
    isRecursive: asOne?.isRecursive ?? nested?.isRecursive ?? false,
  }
}

function emptyShape(type: string): Shape {
  return {
    type,
    description: '',
    limits: [],
    values: [],
    fields: [],
    variants: [],
    component: undefined,
    isRecursive: false,
  }
}

function isScalar({ fields, variants }: Shape): boolean {
  return fields.length === 0 && variants.length === 0
}

function itemLimits({ limits }: Shape): string[] {
  return limits.map((limit) => `each ${limit}`)
}

/** The schema with what it refers to, and the parts of `allOf` as one. */
function flattened(document: OpenApi, schema: SchemaObject): SchemaObject {
  const { $ref, ...own } = schema
  const target = $ref === undefined ? {} : flattened(document, resolve<SchemaObject>(document, { $ref }))
  const merged: SchemaObject = { ...target, ...own }
  const parts = listOf(merged.allOf)
    .filter(isSchemaObject)
    .map((part) => flattened(document, part))
  if (parts.length === 0) return merged
  const all = [...parts, merged]
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => required ?? []),
  })
}

function fieldsOf(
  document: OpenApi,
  { properties = {}, required = [] }: SchemaObject,
  path: readonly string[],
): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    deprecated: isSchemaObject(schema) && schema.deprecated === true,
    shape: shapeOf(document, schema, path),
  }))
}

function variantsOf(document: OpenApi, schemas: readonly Schema[], path: readonly string[]): Shape['variants'] {
  return schemas.map((schema) => {
    const shape = shapeOf(document, schema, path)
    const title = isSchemaObject(schema) && typeof schema.title === 'string' ? schema.title : undefined
    return { title: title ?? (isSchemaObject(schema) ? componentOf(schema) : undefined) ?? shape.type, shape }
  })
}

/** The schema of the items of an array or of the values of a record. */
function innerOf({ items, additionalProperties, properties }: SchemaObject): Schema | undefined {
  if (items !== undefined) return items
  if (properties === undefined && isSchemaObject(additionalProperties)) return additionalProperties
  return undefined
}

/** @param inside the components of which the type is a part */
function typeOf(document: OpenApi, schema: SchemaObject, inside: readonly string[]): string {
  const types = [schema.type ?? []].flat()
  const alternatives = listOf(schema.oneOf ?? schema.anyOf)
  const words =
    types.length > 0
      ? types.map((type) => typeName(document, { ...schema, type }, inside))
      : inferred(document, schema, inside)
  const nullable = alternatives.some((one) => isNull(document, one)) ? ['null'] : []
  return [...new Set([...words, ...nullable])].join(' or ')
}

function inferred(document: OpenApi, schema: SchemaObject, inside: readonly string[]): string[] {
  const alternatives = listOf(schema.oneOf ?? schema.anyOf).filter((one) => !isNull(document, one))
  if (alternatives.length > 0) return alternatives.map((one) => nameOf(document, one, inside))
  if (schema.const !== undefined) return [typeof schema.const]
  if (schema.properties !== undefined) return ['object']
  return [Array.isArray(schema.enum) ? 'string' : 'any']
}

function typeName(
  document: OpenApi,
  { type, items, additionalProperties, properties }: SchemaObject & { type: string },
  inside: readonly string[],
): string {
  if (type === 'array') return `array of ${nameOf(document, items, inside)}`
  if (type === 'object' && properties === undefined && isSchemaObject(additionalProperties))
    return `map of ${nameOf(document, additionalProperties, inside)}`
  return type
}

/** The name of a component with fields or of one that contains itself, or else the type. */
function nameOf(document: OpenApi, schema: Schema | undefined, inside: readonly string[]): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any'
  const whole = flattened(document, schema)
  const component = componentOf(schema)
  if (component === undefined) return typeOf(document, whole, inside)
  const isNamed = whole.properties !== undefined || inside.includes(component)
  return isNamed ? component : typeOf(document, whole, [...inside, component])
}

/** Divides a description into the prose and the meaning of each permitted value, where it has a list of them. */
function valuesOf({ description, enum: permitted }: SchemaObject): Pick<Shape, 'description' | 'values'> {
  const text = typeof description === 'string' ? description.trim() : ''
  const values = listOf(permitted)
    .filter((value) => value !== null)
    .map(String)
  const lines = new Map([...text.matchAll(valueLine)].map(([, value = '', meaning = '']) => [value, meaning]))
  if (!values.some((value) => lines.has(value)))
    return { description: text, values: values.map((value) => ({ value, meaning: '' })) }
  const prose = text.replaceAll(valueLine, (line, value: string) => (values.includes(value) ? '' : line)).trim()
  return { description: prose, values: values.map((value) => ({ value, meaning: lines.get(value) ?? '' })) }
}

const valueLine = /^- `([^`]+)`:? ?([^\n]*(?:\n {2,}[^\n]*)*)\n?/gm

function limitsOf(schema: SchemaObject): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format, pattern, uniqueItems, multipleOf } = schema
  return [
    ...(typeof format === 'string' ? [format] : []),
    ...range(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`multiple of ${multipleOf}`]),
    ...range(schema.minLength, schema.maxLength, 'characters'),
    ...range(schema.minItems, schema.maxItems, 'items'),
    ...range(schema.minProperties, schema.maxProperties, 'entries'),
    ...(uniqueItems === true ? ['no duplicates'] : []),
    ...(isReadable(pattern) && format === undefined ? [`matches ${pattern}`] : []),
    ...(schema.const === undefined ? [] : [`always ${JSON.stringify(schema.const)}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

/** A long expression does not help a reader; the document has it. */
function isReadable(pattern: unknown): pattern is string {
  return typeof pattern === 'string' && pattern.length <= patternMax
}

const patternMax = 60

function range(low: unknown, high: unknown, unit: string): string[] {
  const after = unit === '' ? '' : ` ${unit}`
  if (low === undefined && high === undefined) return []
  if (high === undefined) return [`at least ${low}${after}`]
  if (low === undefined || (unit !== '' && low === 0)) return [`at most ${high}${after}`]
  return low === high ? [`exactly ${low}${after}`] : [`${low} to ${high}${after}`]
}

function componentOf({ $ref }: SchemaObject): string | undefined {
  return $ref === undefined ? undefined : /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1]
}

function isNull(document: OpenApi, schema: Schema): boolean {
  return isSchemaObject(schema) && flattened(document, schema).type === 'null'
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value : []
}
