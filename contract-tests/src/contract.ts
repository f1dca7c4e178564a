import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { pointAt } from '@svc/http/references'
import { documentFiles, root } from './paths.ts'

/** The part of an OpenAPI document that is read here. Everything may be a reference. */
export interface Document {
  paths: Record<string, Record<string, Operation> & { parameters?: Part[] }>
  webhooks?: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Part>>
}

interface Operation {
  operationId: string
  parameters?: Part[]
  requestBody?: Part
  responses: Record<string, Part>
  summary?: string
  description?: string
  security?: Record<string, string[]>[]
  'x-quota'?: string
  'x-visibility'?: string
  'x-usage-event'?: string
  'x-error-codes'?: string[]
  'x-pagination'?: { limit: string; cursor: string; items: string; next: string }
  'x-relations'?: DeclaredRelations
}

/** The facts that the lane `relations` cannot infer from names and types. */
interface DeclaredRelations {
  /** By parameter: the path of the field that it is compared with, or of the field that is null if it is true. */
  filters?: Record<string, string | { is_null: string }>
  /** `-created_at` for a descending order; of a field with `first`, items with these values come first. */
  order?: (string | { field: string; first: string[] })[]
  /** By field of a PATCH: the fields that may change with it although they are not sent. */
  changes_with?: Record<string, string[]>
  /** Of a DELETE: the operation that stores such records, and stores no deleted one again. */
  not_stored_again_by?: string
  /** Of a write: the operation that reads the record. */
  read_by?: string
  /** By field of the request: the path of the field that is read; in a list on the way, of the item with the id. */
  read_as?: Record<string, string>
  /** By field, or by the kind of an item: the lists whose items it counts; with `null`, those with a field of null. */
  counts?: Record<string, { of: string[]; null?: string }>
  /** The list in which another caller sees the same records. */
  same_as?: string
  /** The action of the entry that a success leaves in the audit log. */
  audited_as?: string
  /** Of a DELETE that ends the record: it stays in its list as it is returned. */
  keeps_deleted?: true
}

/** Any object of the document. */
export interface Part {
  $ref?: string
  [field: string]: unknown
}

/** An operation with its method and path. */
export interface DocumentedOperation extends Operation {
  method: string
  path: string
}

/** A document of the contract: the REST API, the OAuth endpoints at the root of the service, or the portal. */
export type DocumentName = keyof typeof documentFiles

export const documentNames: readonly DocumentName[] = ['rest', 'oauth', 'portal']

/**
 * Reads a document without its private operations: no credential of a lane may call them. The tests of `apps/api` call
 * them, with every response checked against the contract.
 */
export async function readContract(name: DocumentName = 'rest'): Promise<Document> {
  const document = await readDocument(name)
  for (const { path, method } of operationsOf(document).filter(isPrivate))
    delete document.paths[path]?.[method.toLowerCase()]
  return document
}

/** The operations that a lane which reads the file itself has to leave out. */
export async function privateOperationsOf(name: DocumentName): Promise<string[]> {
  const operations = operationsOf(await readDocument(name))
  return operations.filter(isPrivate).map(({ operationId }) => operationId)
}

async function readDocument(name: DocumentName): Promise<Document> {
  return JSON.parse(await readFile(`${root}${documentFiles[name]}`, 'utf8'))
}

function isPrivate(operation: Operation): boolean {
  return operation['x-visibility'] === 'private'
}

/** The operations of every document. Their names and routes are unique. */
export async function readAllOperations(): Promise<DocumentedOperation[]> {
  const documents = await Promise.all(documentNames.map(readContract))
  return documents.flatMap(operationsOf)
}

/** A path also has a summary, a description, servers and parameters. */
const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: Document): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.has(method) && 'operationId' in operation ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  )
}

/** Returns the target of a reference, or the part itself. */
export function resolve<Found extends Part = Part>(document: Document, part: Part): Found {
  return (part.$ref === undefined ? part : at(document, part.$ref)) as Found
}

/** The pointer to a part, or that of the part to which it refers. */
export function pointerTo(document: Document, pointer: string): string {
  const part = at(document, pointer)
  return part.$ref ?? pointer
}

function at(document: Document, pointer: string): Part {
  const found = pointAt(document, pointer)
  if (found === undefined) throw new Error(`The contract has no ${pointer}.`)
  return found as Part
}

/** The first example of the request body; undefined if the operation has none. */
export function exampleBody(document: Document, { requestBody }: Operation): unknown {
  const [example] = Object.values(jsonBody(document, requestBody)?.examples ?? {})
  return example && resolve(document, example).value
}

/**
 * The first example of the request body without its last optional field or item; undefined if it has none. A field with
 * its default value stays: without it the request is the same.
 */
export function shorterExample(document: Document, operation: Operation): unknown {
  const schema = jsonBody(document, operation.requestBody)?.schema
  return schema && shortened(document, schema, exampleBody(document, operation))
}

interface Schema extends Part {
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  default?: unknown
}

function shortened(document: Document, part: Schema, value: unknown): unknown {
  const { required = [], properties = {}, minItems = 0 } = resolve<Schema>(document, part)
  if (Array.isArray(value)) return value.length > minItems ? value.slice(0, -1) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const fields = Object.entries(value)
  const optional = fields.findLast(
    ([name, content]) => !required.includes(name) && !isDeepStrictEqual(properties[name]?.default, content),
  )
  if (optional) return Object.fromEntries(fields.filter((field) => field !== optional))
  for (const [name, content] of fields) {
    const shorter = shortened(document, properties[name] ?? {}, content)
    if (shorter !== undefined) return { ...value, [name]: shorter }
  }
  return undefined
}

function jsonBody(document: Document, requestBody: Part | undefined) {
  if (requestBody === undefined) return undefined
  type Body = Part & { content: Record<string, { schema?: Schema; examples?: Record<string, Part> }> }
  return resolve<Body>(document, requestBody).content['application/json']
}

/** A query with the examples of the required parameters; empty if there are none. */
export function exampleQuery(document: Document, { path, parameters = [] }: DocumentedOperation): string {
  const query = new URLSearchParams()
  for (const part of [...(document.paths[path]?.parameters ?? []), ...parameters]) {
    const parameter = resolve<Part & { in: string; name: string; required?: boolean; schema: Part }>(document, part)
    const schema = resolve<Part & { const?: string; examples?: string[] }>(document, parameter.schema)
    if (parameter.in === 'query' && parameter.required)
      query.set(parameter.name, schema.const ?? schema.examples?.[0] ?? '')
  }
  // A plus sign is a space in forms only.
  return query.size === 0 ? '' : `?${query.toString().replaceAll('+', '%20')}`
}

/** The scope that an access token needs for the operation. */
export function scopeOf({ security = [] }: Operation): string | undefined {
  return security.find(({ oauth2 }) => oauth2 !== undefined)?.oauth2?.[0]
}

/** The operation at a path; `path` is relative to the base path. */
export function operationAt(
  operations: readonly DocumentedOperation[],
  method: string,
  path: string,
): DocumentedOperation | undefined {
  return operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  )
}
