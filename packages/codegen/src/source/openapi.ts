import { parseReference } from './json-pointer.ts'
import { pascalCase } from './names.ts'

/** The parts of an OpenAPI 3.1 document that the generator reads. A bundle that passed the linter has this shape. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string; 'x-client-name'?: string }[]
  security?: SecurityRequirement[]
  paths?: Record<string, PathItem | Reference>
  webhooks?: Record<string, PathItem | Reference>
  components?: {
    schemas?: Record<string, Schema>
    parameters?: Record<string, Parameter | Reference>
    responses?: Record<string, Response | Reference>
    securitySchemes?: Record<string, SecurityScheme | Reference>
  }
}

export interface Reference {
  $ref: string
}

export type SecurityRequirement = Record<string, string[]>

interface SecurityScheme {
  type: string
  flows?: Record<string, { scopes: Record<string, string> }>
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
type Method = (typeof methods)[number]

export type PathItem = { parameters?: (Parameter | Reference)[] } & { [M in Method]?: Operation }

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
  security?: SecurityRequirement[]
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses?: Record<string, Response | Reference>
  callbacks?: Record<string, Record<string, PathItem | Reference> | Reference>
  'x-extension'?: boolean
  'x-visibility'?: string
  'x-deprecated-since'?: string
  'x-sunset'?: string
  'x-stability'?: string
  'x-quota'?: string
  'x-usage-event'?: string
  'x-resource-field'?: string
  'x-without-business'?: boolean
  'x-work'?: 'in_parts' | 'with_model'
  'x-confirmed-password'?: boolean
  'x-error-codes'?: string[]
  'x-pagination'?: Pagination
  'x-mcp-tool'?: { name: string; title: string; description: string }
  'x-workflow'?: { kind: 'trigger' | 'action' | 'choices'; name: string; title: string; description: string }
}

/** The query parameters for page size and cursor of a list, and the paths of items and next cursor in the response. */
interface Pagination {
  style: string
  limit: string
  cursor: string
  items: string
  next: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  style?: string
  explode?: boolean
  schema?: Schema
  content?: Content
  example?: unknown
  examples?: Record<string, Example | Reference>
}

export interface Example {
  value?: unknown
}

export interface RequestBody {
  description?: string
  required?: boolean
  content: Content
}

export interface Response {
  description?: string
  headers?: Record<string, { schema?: Schema; content?: Content } | Reference>
  content?: Content
  links?: Record<string, Link | Reference>
}

export type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, Example | Reference> }
>

interface Link {
  operationId?: string
  parameters?: Record<string, unknown>
}

/** JSON Schema 2020-12 permits `true` and `false` as schemas, which have no keywords. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  $ref?: string
  type?: string | string[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  default?: unknown
  additionalProperties?: Schema
  unevaluatedProperties?: Schema
  [keyword: string]: unknown
}

/** Returns whether a schema has keywords. */
export function isSchemaObject(schema: unknown): schema is SchemaObject {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
}

/** Follows a chain of references within the document. */
export function resolve<T extends object>(document: OpenApi, node: T | Reference): T {
  const seen = new Set<object>()
  let target: T | Reference = node
  while ('$ref' in target && typeof target.$ref === 'string') {
    if (seen.has(target)) throw new Error(`The reference ${target.$ref} points back to itself.`)
    seen.add(target)
    target = lookUp(document, target.$ref) as T | Reference
  }
  return target as T
}

function lookUp(document: OpenApi, reference: string): unknown {
  const found = valueAt(document, reference)
  if (found === undefined) throw new Error(`The bundle has nothing at ${reference}.`)
  return found
}

/** Returns the target of a reference, which may itself be a reference, or undefined if the document has none. */
export function valueAt(document: OpenApi, reference: string): unknown {
  let node: unknown = document
  for (const name of parseReference(reference).segments)
    node = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined
  return node
}

/** An operation with its position in the document and the parameters of its path in addition to its own. */
export interface PlacedOperation {
  /** A path template under `paths`, an event type under `webhooks`. */
  path: string
  method: Method
  operation: Operation
  parameters: Parameter[]
}

/** Lists the operations under `paths` or `webhooks`, in document order. */
export function operationsOf(document: OpenApi, under: 'paths' | 'webhooks'): PlacedOperation[] {
  return Object.entries(document[under] ?? {}).flatMap(([path, item]) => operationsOfItem(document, path, item))
}

export function operationsOfItem(document: OpenApi, path: string, item: PathItem | Reference): PlacedOperation[] {
  const { parameters: shared = [], ...own } = resolve<PathItem>(document, item)
  return methods.flatMap((method) => {
    const operation = own[method]
    if (operation === undefined) return []
    const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolve<Parameter>(document, one))
    return [{ path, method, operation, parameters }]
  })
}

/**
 * Returns a copy for the generators of types and client. Every operation has an operationId, because it names the
 * handler and the client function; a missing operationId is derived from method and path, such as `getBooksById`.
 * Extension fields that refer to files are removed, because bundling does not resolve them and they would be broken
 * references.
 */
export function forGenerators(document: OpenApi): OpenApi {
  const copy = copyOf(document)
  removeFileReferences(copy)
  const operations = operationsOf(copy, 'paths')
  const taken = new Set(operations.map(({ operation }) => operation.operationId))
  for (const { path, method, operation } of operations) {
    operation.operationId ??= unusedName(method + path.split('/').map(nameOfSegment).join(''), taken)
  }
  return copy
}

/** Returns a copy of a document, which is JSON. `structuredClone` takes longer. */
export function copyOf(document: OpenApi): OpenApi {
  return JSON.parse(JSON.stringify(document))
}

function removeFileReferences(node: object): void {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null) continue
    removeFileReferences(value)
    if (name.startsWith('x-') && refersToFile(value)) Reflect.deleteProperty(node, name)
  }
}

function refersToFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('$ref' in value && typeof value.$ref === 'string') return !value.$ref.startsWith('#')
  return Object.values(value).some(refersToFile)
}

function nameOfSegment(segment: string): string {
  const by = segment.startsWith('{') ? 'By' : ''
  return by + pascalCase(segment)
}

function unusedName(preferred: string, taken: Set<string | undefined>): string {
  let name = preferred
  for (let count = 2; taken.has(name); count++) name = `${preferred}${count}`
  taken.add(name)
  return name
}
