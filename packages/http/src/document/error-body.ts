import { isRecord } from '@svc/runtime/json'
import { resolveNode } from '../contract/references.ts'
import { type DocumentedOperation, isJson, mediaOf, propertiesOf, responseFor, typesOf } from './api-document.ts'
import type { ProblemError } from './problem-error.ts'

/** The body of an error response, with its media type. */
interface ErrorBody {
  mediaType: string
  text: string
}

/**
 * The body of an error as the document describes it for the operation and status. A status without a JSON body in the
 * document, and a path without an operation, get a problem by RFC 9457.
 */
export function errorBody(
  document: object,
  operation: DocumentedOperation | undefined,
  error: ProblemError,
): ErrorBody {
  const media = operation && mediaOf(document, responseFor(operation, error.status))
  const described = media?.find((one) => one.type === problemType) ?? media?.find(isJson)
  if (described?.schema === undefined) return { mediaType: problemType, text: JSON.stringify(problemOf(error)) }
  const value = valueFor(described.schema, { document, error, name: '', depth: 0 })
  return { mediaType: described.type.replace('*/*', 'application/json'), text: JSON.stringify(value) }
}

const problemType = 'application/problem+json'

function problemOf({ status, title, message, details }: ProblemError): object {
  return { title, status, detail: message, ...(details.length > 0 && { errors: details }) }
}

/** The position for which a value is made. */
interface Position {
  document: object
  error: ProblemError
  /** The name of the field; empty for the body itself and for items. */
  name: string
  depth: number
}

/** Deeper optional parts are omitted; schemas may contain themselves. */
const depthMax = 5

/** Names of fields, without case and separators, for the parts of an error. */
const messageNames = /^(message|msg|detail|details|description|errordescription|errormessage|reason|text|info)$/
const titleNames = /^(title|error|errors?name|status(text)?|name)$/
const codeNames = /^(code|errorcode|type|key|slug)$/
const statusNames = /^(status|statuscode|httpstatus|httpcode|httpstatuscode|code|errorcode)$/
const detailNames = /^(errors|details|violations|fields|issues|invalidparams)$/

const plain = (name: string) => name.toLowerCase().replaceAll(/[_\-\s]/g, '')

/** Makes a value of a schema that says what the error is, wherever the schema has a field for that. */
function valueFor(schema: unknown, position: Position): unknown {
  const { document } = position
  const node = resolveNode(document, schema)
  if ('const' in node) return node.const
  if (Array.isArray(node.enum)) return enumValue(node.enum, position.error)
  const alternatives = [node.oneOf, node.anyOf].find((list): list is unknown[] => Array.isArray(list))
  const [first] = alternatives?.filter((one) => !typesOf(document, one).includes('null')) ?? []
  if (first !== undefined && node.properties === undefined) return valueFor(first, position)
  const [type = 'object'] = typesOf(document, node).filter((one) => one !== 'null')
  switch (type) {
    case 'string':
      return stringFor(node, position)
    case 'integer':
    case 'number':
      return numberFor(node, position)
    case 'boolean':
      return false
    case 'array':
      return itemsFor(node, position)
    default:
      return objectFor(node, position)
  }
}

function objectFor(node: Record<string, unknown>, position: Position): unknown {
  const { document, depth, error } = position
  const { details } = error
  const required = requiredOf(document, node)
  const described = propertiesOf(document, node)
  const about = [...described].filter(([name, property]) => {
    if (required.has(name) || (details.length > 0 && hasDetails(document, property))) return true
    return depth < depthMax && isAboutError(name, typesOf(document, property))
  })
  // A form without a message of its own may have it in each item of a list, such as `errors`.
  const properties = about.length > 0 ? about : [...described].filter(([name]) => detailNames.test(plain(name)))
  if (properties.length === 0 && node.additionalProperties !== false)
    return Object.fromEntries(Object.entries(problemOf(position.error)).filter(([name]) => !described.has(name)))
  return Object.fromEntries(
    properties.map(([name, property]) => [
      name,
      details.length > 0 && hasDetails(document, property)
        ? details
        : valueFor(property, { ...position, name, depth: depth + 1 }),
    ]),
  )
}

/** Whether a schema is a list of details in the form of `ErrorDetail`. */
function hasDetails(document: object, schema: unknown): boolean {
  const node = resolveNode(document, schema)
  if (!typesOf(document, node).includes('array') || node.maxItems !== undefined) return false
  const item = resolveNode(document, node.items)
  const names = propertiesOf(document, item)
  const isText = (name: string) => typesOf(document, names.get(name)).includes('string')
  return isText('path') && isText('message') && [...requiredOf(document, item)].every(isDetailName)
}

const isDetailName = (name: string) => name === 'path' || name === 'message'

function requiredOf(document: object, node: Record<string, unknown>): Set<string> {
  const parts: unknown[] = Array.isArray(node.allOf) ? node.allOf : []
  const own = Array.isArray(node.required) ? node.required.map(String) : []
  return new Set([...own, ...parts.flatMap((part) => [...requiredOf(document, resolveNode(document, part))])])
}

/** Whether an optional field belongs to every error. Fields with details of their own form are left out. */
function isAboutError(name: string, types: readonly string[]): boolean {
  const short = plain(name)
  if (types.includes('string')) return messageNames.test(short) || titleNames.test(short) || codeNames.test(short)
  if (types.includes('integer') || types.includes('number')) return statusNames.test(short)
  return types.includes('object') && short === 'error'
}

function stringFor(node: Record<string, unknown>, { error, name }: Position): string {
  const short = plain(name)
  const [example] = [node.example, ...(Array.isArray(node.examples) ? node.examples : []), node.default].filter(
    (value): value is string => typeof value === 'string',
  )
  if (node.format === 'date-time') return new Date().toISOString()
  if (node.format === 'uri' || node.format === 'uri-reference') return example ?? 'about:blank'
  if (node.format !== undefined || typeof node.pattern === 'string') return example ?? String(error.status)
  const text = textFor(short, error)
  return fitted(text ?? example ?? error.message, node)
}

function textFor(short: string, error: ProblemError): string | undefined {
  if (codeNames.test(short)) return error.title.toLowerCase().replaceAll(/\W+/g, '_')
  if (titleNames.test(short)) return error.title
  return short === '' || messageNames.test(short) ? error.message : undefined
}

function fitted(text: string, { minLength, maxLength }: Record<string, unknown>): string {
  const cut = typeof maxLength === 'number' ? text.slice(0, maxLength) : text
  return typeof minLength === 'number' ? cut.padEnd(minLength, '.') : cut
}

function numberFor({ minimum, maximum }: Record<string, unknown>, { error, name }: Position): number {
  const low = typeof minimum === 'number' ? minimum : Number.NEGATIVE_INFINITY
  const high = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY
  return Math.min(Math.max(statusNames.test(plain(name)) ? error.status : 0, low), high)
}

function itemsFor({ items, minItems }: Record<string, unknown>, position: Position): unknown[] {
  const isNeeded = detailNames.test(plain(position.name)) || (typeof minItems === 'number' && minItems > 0)
  if (!isNeeded || position.depth > depthMax) return []
  const count = typeof minItems === 'number' ? Math.max(minItems, 1) : 1
  return Array.from({ length: count }, () => valueFor(items, { ...position, name: '', depth: position.depth + 1 }))
}

/** The value that names the status, or else the first. */
function enumValue(values: readonly unknown[], { status, title }: ProblemError): unknown {
  const names = [String(status), plain(title)]
  return values.find((value) => names.includes(plain(String(value)))) ?? values.find((value) => !isRecord(value))
}
