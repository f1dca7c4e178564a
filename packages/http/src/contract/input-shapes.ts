import { isRecord, parseJson } from '@svc/runtime/json'
import type { Request } from 'express'
import { invalidRequest } from '../errors.ts'
import { type BodyLimits, bodyLimits } from './body-limits.ts'
import { resolveNode } from './references.ts'
import type { ValidationProblem } from './validation-messages.ts'

/** The facts about an operation that are needed before the validator may read a request. */
interface InputShape {
  /** Query parameters by name. */
  query: ReadonlyMap<string, QueryShape>
  body: BodyShape | undefined
}

interface QueryShape {
  isInteger: boolean
  isList: boolean
  isCursor: boolean
  mayBeEmpty: boolean
}

interface BodyShape {
  required: boolean
  mediaTypes: readonly string[]
  limits: BodyLimits
  isUpload: boolean
  /** The schema of a form whose values are strings; undefined without one. */
  form: unknown
  /** The part of a form that is the file. */
  fileField: string | undefined
}

/** The input shape of every operation of a bundle, by operationId. */
export function inputShapes(document: object): Map<string, InputShape> {
  const { paths } = resolveNode(document, document)
  const operations = Object.values(resolveNode(document, paths)).flatMap((pathItem) => {
    const item = resolveNode(document, pathItem)
    return Object.values(item).flatMap((operation) =>
      isRecord(operation) && typeof operation.operationId === 'string'
        ? [{ item, operation, operationId: operation.operationId }]
        : [],
    )
  })
  return new Map(
    operations.map(({ item, operation, operationId }) => [
      operationId,
      { query: queryOf(document, item, operation), body: bodyOf(document, operation.requestBody) },
    ]),
  )
}

function queryOf(
  document: object,
  item: Record<string, unknown>,
  operation: Record<string, unknown>,
): InputShape['query'] {
  const pagination = resolveNode(document, operation['x-pagination'])
  const parameters = [item.parameters, operation.parameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((node) => resolveNode(document, node))
    .filter((parameter) => parameter.in === 'query')
  const named = parameters.flatMap(({ name, schema, allowEmptyValue }) => {
    const { type, properties } = resolveNode(document, schema)
    const mayBeEmpty = allowEmptyValue === true
    const isList = type === 'array'
    const shape = { isInteger: type === 'integer', isList, isCursor: name === pagination.cursor, mayBeEmpty }
    // The fields of an object are parameters of their own, unless its style says otherwise.
    const fields = type === 'object' ? Object.keys(resolveNode(document, properties)) : []
    return [[String(name), shape] as const, ...fields.map((field) => [field, notInteger] as const)]
  })
  return new Map([...named, ...queryKeysOf(document).map((name) => [name, notInteger] as const)])
}

const notInteger = { isInteger: false, isList: false, isCursor: false, mayBeEmpty: false }

/** The query parameters that carry a credential: they are described by security schemes alone. */
function queryKeysOf(document: object): string[] {
  const { securitySchemes } = resolveNode(document, resolveNode(document, document).components)
  return Object.values(resolveNode(document, securitySchemes))
    .map((node) => resolveNode(document, node))
    .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
    .map(({ name }) => String(name))
}

function bodyOf(document: object, requestBody: unknown): BodyShape | undefined {
  if (requestBody === undefined) return undefined
  const { required, content } = resolveNode(document, requestBody)
  const media = resolveNode(document, content)
  const mediaTypes = Object.keys(media)
  const schemas = Object.values(media).map((each) => resolveNode(document, each).schema)
  // As in the generated types: bytes that the contract does not look into.
  const isFile = (schema: unknown) => 'contentMediaType' in resolveNode(document, schema)
  const form = resolveNode(document, resolveNode(document, media['multipart/form-data']).schema)
  const [fileField] = Object.entries(resolveNode(document, form.properties)).find(([, schema]) => isFile(schema)) ?? []
  const isUpload = schemas.some(isFile)
  return {
    required: required === true,
    mediaTypes,
    limits: bodyLimits(document, schemas[0]),
    isUpload,
    form: resolveNode(document, media[formType]).schema,
    fileField,
  }
}

/** The media type of a form without files. */
export const formType = 'application/x-www-form-urlencoded'

/**
 * A form with its values in the types of its schema; those that have another form stay strings. A required list that is
 * absent is empty: a form cannot say that in another way.
 */
export function typedForm(document: object, form: unknown, body: unknown): unknown {
  const { properties, required } = resolveNode(document, form)
  if (!isRecord(body) || !isRecord(properties)) return body
  const names: unknown[] = Array.isArray(required) ? required : []
  const isList = (name: unknown) => resolveNode(document, properties[String(name)]).type === 'array'
  const empty = names.filter(isList).map((name) => [String(name), []] as const)
  const fields = Object.entries(body).map(
    ([name, value]) => [name, typedValue(document, properties[name], value)] as const,
  )
  return Object.fromEntries([...empty, ...fields])
}

function typedValue(document: object, schema: unknown, value: unknown): unknown {
  const { type, items, properties } = resolveNode(document, schema)
  const types: unknown[] = [type].flat()
  if (types.includes('array')) return [value].flat().map((item) => typedValue(document, items, item))
  if (types.includes('object') || isRecord(properties)) return typedObject(document, properties, value)
  if (typeof value !== 'string') return value
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

/** An object within a form: as JSON, which is the default of OpenAPI, or as fields with names in brackets. */
function typedObject(document: object, properties: unknown, value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('{') ? (parseJson(value) ?? value) : value
  if (!isRecord(value) || !isRecord(properties)) return value
  const fields = Object.entries(value)
  return Object.fromEntries(fields.map(([name, field]) => [name, typedValue(document, properties[name], field)]))
}

/** A list parameter with one empty value is a list of one empty string, which the validator would leave a string. */
export function listEmptyValues(request: Request, parameters: InputShape['query']): void {
  const empty = Object.entries(request.query).filter(([name, value]) => {
    const shape = parameters.get(name)
    return value === '' && shape?.isList && shape.mayBeEmpty
  })
  if (empty.length === 0) return
  const query = { ...request.query, ...Object.fromEntries(empty.map(([name]) => [name, ['']])) }
  Object.defineProperty(request, 'query', { value: query, configurable: true, enumerable: true, writable: true })
}

/**
 * A copy of a document without the bodies that are files: the validator would read them whole.
 */
export function withoutUploads(document: object): object {
  const copy = structuredClone(document)
  const { paths } = resolveNode(copy, copy)
  for (const pathItem of Object.values(resolveNode(copy, paths)))
    for (const operation of Object.values(resolveNode(copy, pathItem)))
      if (isRecord(operation) && bodyOf(copy, operation.requestBody)?.isUpload) delete operation.requestBody
  return copy
}

/**
 * Finds unknown parameters, and values that the validator would accept by coercion: an empty one, `1e1`, `010`, ` 5`.
 */
export function queryProblems({ query }: Request, parameters: InputShape['query']): ValidationProblem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const isNotInteger = typeof value === 'string' && !/^-?(0|[1-9][0-9]*)$/.test(value)
    let errorCode: string | undefined
    if (!parameters.has(name)) errorCode = 'unknown'
    else if (value === '' && !parameters.get(name)?.mayBeEmpty) errorCode = 'empty'
    else if (parameters.get(name)?.isInteger && isNotInteger) errorCode = 'integer'
    return errorCode === undefined ? [] : [{ path: `/query/${name}`, message: '', errorCode }]
  })
}

/**
 * Reduces the `Content-Type` to one spelling of a known media type, or throws ApiError 400. Otherwise every distinct
 * `Content-Type` would compile and keep another validator: 2,000 of them took 620 MB.
 */
export function canonicalizeContentType(
  request: Request,
  { required, mediaTypes }: Pick<BodyShape, 'required' | 'mediaTypes'>,
): void {
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const expected = mediaTypes.join(' or ')
  const documented = mediaTypes.find((one) => isMediaTypeIn(one, mediaType))
  const isSent = hasBody(request)
  if (!isSent && required) throw invalidRequest('body', `is required, as ${expected}`)
  if (isSent && documented === undefined) throw invalidRequest('header.content-type', `must be ${expected}`)
  if (parameters.some((parameter) => parameter.startsWith('charset=') && !/^charset="?utf-8"?$/.test(parameter)))
    throw invalidRequest('header.content-type', 'must have no charset other than utf-8')
  request.headers['content-type'] = isSent ? documented : mediaTypes[0]
}

/** Whether a request has a body. One of no bytes is none. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether a documented media type, which may be a range such as `text/*`, includes that of a request. */
function isMediaTypeIn(documented: string, mediaType: string): boolean {
  const [range = ''] = documented.toLowerCase().split(';')
  const [type, subtype] = range.trim().split('/')
  return range.trim() === mediaType || type === '*' || (subtype === '*' && mediaType.startsWith(`${type}/`))
}

/** Whether bodies of a media type are JSON: `application/json`, and types such as `application/hal+json`. */
export function isJsonMediaType(mediaType: string): boolean {
  const [type = ''] = mediaType.split(';')
  return /^(?:application\/json|[^/]+\/[^/]+\+json|\*\/\*|application\/\*)$/i.test(type.trim())
}
