import { isRecord } from '@svc/runtime/json'
import { type Document, type DocumentedOperation, type Part, resolve } from '../contract.ts'

// Reads schemas and parameters of any OpenAPI 3.1 document: nothing here depends on this product.

/** The part of a schema that relations read. */
export interface Schema extends Part {
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  minLength?: number
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}

/** A record in a list. */
export type Item = Readonly<Record<string, unknown>>

export interface Parameter extends Part {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

/** The parameters of an operation and of its path. */
export function parametersOf(document: Document, { path, parameters = [] }: DocumentedOperation): Parameter[] {
  const shared = document.paths[path]?.parameters ?? []
  return [...shared, ...parameters].map((part) => resolve<Parameter>(document, part))
}

/** The schema of a JSON request; undefined without one. */
export function requestSchema(document: Document, { requestBody }: DocumentedOperation): Schema | undefined {
  return requestBody && jsonSchema(document, requestBody)
}

interface ResponsePart extends Part {
  headers?: Record<string, Part>
  links?: Record<string, Part>
}

export function hasSuccess({ responses }: DocumentedOperation): boolean {
  return Object.keys(responses).some((status) => status.startsWith('2'))
}

/** The lowest documented status of a success, with its response. */
export function successOf(
  document: Document,
  { responses }: DocumentedOperation,
): { status: number; response: ResponsePart } {
  const [status, part] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (status === undefined || part === undefined) throw new Error('The operation documents no success.')
  return { status: Number(status), response: resolve(document, part) }
}

/** The schema of the body of a success; undefined without one. */
export function responseSchema(document: Document, operation: DocumentedOperation): Schema | undefined {
  return hasSuccess(operation) ? jsonSchema(document, successOf(document, operation).response) : undefined
}

function jsonSchema(document: Document, part: Part): Schema | undefined {
  const { content } = resolve<Part & { content?: Record<string, { schema?: Schema }> }>(document, part)
  return content?.['application/json']?.schema
}

/** The record of a response: the property `data` of an envelope, or the whole body. */
export function recordSchema(document: Document, operation: DocumentedOperation): Schema | undefined {
  const schema = responseSchema(document, operation)
  return schema && (propertiesOf(document, schema).get('data') ?? schema)
}

/** The path from a body to its record, as `recordSchema` finds it. */
export function recordPath(document: Document, operation: DocumentedOperation): string[] {
  const schema = responseSchema(document, operation)
  return schema && propertiesOf(document, schema).has('data') ? ['data'] : []
}

/** The schema without `null`, where null is the only alternative. */
export function withoutNull(document: Document, part: Schema): Schema {
  const schema = resolve<Schema>(document, part)
  const others = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null')
  const [only] = others
  return only !== undefined && others.length === 1 ? withoutNull(document, only) : schema
}

export function isNullable(document: Document, part: Schema): boolean {
  const { type, anyOf = [], oneOf = [] } = resolve<Schema>(document, part)
  return [type].flat().includes('null') || [...anyOf, ...oneOf].some((one) => one.type === 'null')
}

/** The properties of an object, with those of everything that it is composed of. */
export function propertiesOf(document: Document, part: Schema): Map<string, Schema> {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolve<Schema>(document, part)
  const composed = [...allOf, ...anyOf, ...oneOf].flatMap((one) => [...propertiesOf(document, one)])
  return new Map([...composed, ...Object.entries(properties)])
}

/** The properties of an object in a request: those that are not `readOnly`. */
export function writtenPropertiesOf(document: Document, part: Schema): Map<string, Schema> {
  return new Map([...propertiesOf(document, part)].filter(([, property]) => !isReadOnly(document, property)))
}

/** A value of a request without the fields that are `readOnly`, also those of objects and lists in it. */
export function withoutReadOnly(document: Document, part: Schema, value: unknown): unknown {
  const schema = withoutNull(document, part)
  if (Array.isArray(value)) return value.map((item) => withoutReadOnly(document, schema.items ?? {}, item))
  if (!isRecord(value)) return value
  const properties = propertiesOf(document, schema)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const property = properties.get(name) ?? {}
      return isReadOnly(document, property) ? [] : [[name, withoutReadOnly(document, property, own)]]
    }),
  )
}

function isReadOnly(document: Document, part: Schema): boolean {
  return part.readOnly === true || resolve<Schema>(document, part).readOnly === true
}

export function isOfType(document: Document, part: Schema, type: string): boolean {
  return [withoutNull(document, part).type].flat().includes(type)
}

export function isInstant(document: Document, part: Schema): boolean {
  return withoutNull(document, part).format === 'date-time'
}

/** The values at a path of a value, those of every item of lists on the way. */
export function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, step === undefined ? [] : [step, ...rest]))
  if (step === undefined) return [value]
  return isRecord(value) ? valuesAt(value[step], rest) : []
}

/** Whether two values are the same: instants are compared as instants, lists and objects by their content. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || (isInstantText(one) && Date.parse(one) === Date.parse(other))
  return canonical(one) === canonical(other)
}

/** Whether a value is read as it was sent. Of an object with described fields, only those are compared. */
export function isReadAs(read: unknown, sent: unknown, { document, schema }: { document: Document; schema: Schema }) {
  const found = withoutReadOnly(document, schema, read)
  if (!isRecord(found) || !isRecord(sent)) return isSame(found, sent)
  const names = [...propertiesOf(document, withoutNull(document, schema)).keys()]
  return names.length === 0
    ? isSame(found, sent)
    : names.every((name) => !(name in sent) || isSame(found[name], sent[name]))
}

export const isInstantText = (text: string) => /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/.test(text)

/** A value as JSON with its fields in one order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )
}
