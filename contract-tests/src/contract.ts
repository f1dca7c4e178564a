import { readFile } from 'node:fs/promises'
import { contractFile, oauthContractFile } from './places.ts'

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

/** An operation with where it is. */
export interface Place extends Operation {
  method: string
  path: string
}

export async function readContract(): Promise<Document> {
  return JSON.parse(await readFile(contractFile, 'utf8'))
}

/** The operations that speak as RFC 6749 says, at the root of the service. */
export async function readOAuthContract(): Promise<Document> {
  return JSON.parse(await readFile(oauthContractFile, 'utf8'))
}

/** Every operation of the document, in its order. */
export function placesOf({ paths }: Document): Place[] {
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

/** The pointer to a part, after the reference that may stand there. */
export function pointerTo(document: Document, pointer: string): string {
  const part = at(document, pointer)
  return part.$ref ?? pointer
}

function at(document: Document, pointer: string): Part {
  const names = pointer.slice(2).split('/')
  const found = names.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? Reflect.get(part, name.replaceAll('~1', '/').replaceAll('~0', '~'))
        : undefined,
    document,
  )
  if (found === undefined) throw new Error(`The contract has no ${pointer}.`)
  return found as Part
}

/** The first example of a body, as the document has it; undefined where an operation takes none. */
export function exampleBody(document: Document, { requestBody }: Operation): unknown {
  if (requestBody === undefined) return undefined
  const { content } = resolve<Part & { content: Record<string, { examples?: Record<string, Part> }> }>(
    document,
    requestBody,
  )
  const [example] = Object.values(content['application/json']?.examples ?? {})
  return example && resolve(document, example).value
}

/** The required parameters of the query with their examples; empty where there are none. */
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

/** The scope that an access token needs for it. */
export function scopeOf({ security = [] }: Operation): string | undefined {
  return security.find(({ oauth2 }) => oauth2 !== undefined)?.oauth2?.[0]
}

/** The operation at a path; `path` is relative to the base path. */
export function operationAt(places: readonly Place[], method: string, path: string): Place | undefined {
  return places.find(
    (place) =>
      place.method === method &&
      new RegExp(`^${place.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  )
}
