import { readFile } from 'node:fs/promises'
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
  security?: Record<string, string[]>[]
  'x-quota'?: string
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

export async function readContract(name: DocumentName = 'rest'): Promise<Document> {
  return JSON.parse(await readFile(`${root}${documentFiles[name]}`, 'utf8'))
}

/** The operations of every document. Their names and routes are unique. */
export async function readAllOperations(): Promise<DocumentedOperation[]> {
  const documents = await Promise.all([readContract('rest'), readContract('oauth'), readContract('portal')])
  return documents.flatMap(operationsOf)
}

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: Document): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      'operationId' in operation ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  )
}

/** What a reference points to, or the part itself. */
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
  if (requestBody === undefined) return undefined
  const { content } = resolve<Part & { content: Record<string, { examples?: Record<string, Part> }> }>(
    document,
    requestBody,
  )
  const [example] = Object.values(content['application/json']?.examples ?? {})
  return example && resolve(document, example).value
}

/** A query with the examples of the required parameters; empty if there are none. */
export function exampleQuery(document: Document, { parameters = [] }: Operation): string {
  const query = new URLSearchParams()
  for (const part of parameters) {
    const parameter = resolve<Part & { in: string; name: string; required?: boolean; schema: Part }>(document, part)
    const schema = resolve<Part & { const?: string; examples?: string[] }>(document, parameter.schema)
    if (parameter.in === 'query' && parameter.required)
      query.set(parameter.name, schema.const ?? schema.examples?.[0] ?? '')
  }
  return query.size === 0 ? '' : `?${query}`
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
