import { parseJson } from '@svc/runtime/json'
import {
  type Document,
  type DocumentedOperation,
  documentNames,
  operationsOf,
  type Part,
  readContract,
  resolve,
} from './contract.ts'
import { type EnumTree, enumTreeOf, namesOf, readEnums } from './enum-values.ts'
import { type Parameter, parametersOf, type Schema } from './relations/schema.ts'

// The parts of requests and responses that a run covers, in addition to statuses: media types, parameters and values.

export const facetKinds = [
  'request media type',
  'response media type',
  'parameter',
  'bound of a parameter',
  'enum value of a request',
  'enum value of a response',
] as const

export interface Facet {
  operation: string
  kind: (typeof facetKinds)[number]
  /** Such as `200 application/json`, `query limit`, `query limit maximum 100`, `data[].status = "open"`. */
  name: string
}

/** A request and its response. Names of headers are in lower case. */
export interface FacetExchange {
  operation: string
  /** A URL, or its path and query. */
  uri: string
  requestHeaders: Readonly<Record<string, string>>
  requestBody: string | undefined
  status: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody: string
}

/** The facets that the contract documents. */
export interface Facets {
  documented: readonly Facet[]
  /** The `facetKey` of every documented facet that an exchange has, possibly more than once. */
  read(exchange: FacetExchange): string[]
}

export function facetKey({ operation, kind, name }: Facet): string {
  return `${operation}\t${kind}\t${name}`
}

/** The facets of all documents of the contract. */
export async function readFacets(): Promise<Facets> {
  return facetsOf(await Promise.all(documentNames.map(readContract)))
}

/** The facets of the operations of documents. Names of operations have to be unique. */
export function facetsOf(documents: readonly Document[]): Facets {
  const readers = new Map(
    documents.flatMap((document) =>
      operationsOf(document).map((operation) => [operation.operationId, readerOf(document, operation)] as const),
    ),
  )
  const documented = [...readers].flatMap(([operation, { names }]) =>
    facetKinds.flatMap((kind) => [...new Set(names[kind])].map((name) => ({ operation, kind, name }))),
  )
  const keys = new Set(documented.map(facetKey))
  return {
    documented,
    read(exchange) {
      const { operation } = exchange
      const found: string[] = []
      readers.get(operation)?.read(exchange, (kind, name) => {
        const key = facetKey({ operation, kind, name })
        if (keys.has(key)) found.push(key)
      })
      return found
    },
  }
}

type Kind = Facet['kind']

interface Reader {
  names: Record<Kind, readonly string[]>
  read(exchange: FacetExchange, found: (kind: Kind, name: string) => void): void
}

function readerOf(document: Document, operation: DocumentedOperation): Reader {
  const parameters = parametersOf(document, operation).map((parameter) => readerOfParameter(document, parameter))
  const request = contentOf(document, operation.requestBody)
  const responses = Object.entries(operation.responses).map(
    ([status, part]) => [status, contentOf(document, part)] as const,
  )
  const codes: readonly unknown[] = operation['x-error-codes'] ?? []
  const requestTree = enumTreeOf(document, schemasOf(request))
  const schemasFor = (areErrors: boolean) =>
    responses.filter(([status]) => isError(status) === areErrors).flatMap(([, content]) => schemasOf(content))
  // All operations share the schema of errors: an operation returns the codes that it lists.
  const isOwnCode = (path: string, value: unknown) => path === 'error.code' && codes.includes(value)
  const trees = {
    success: enumTreeOf(document, schemasFor(false)),
    error: enumTreeOf(document, schemasFor(true), isOwnCode),
  }
  const valuesOf = createValuesOf(operation)
  return {
    names: {
      'request media type': Object.keys(request),
      'response media type': responses.flatMap(([status, content]) =>
        Object.keys(content).map((type) => `${status} ${type}`),
      ),
      parameter: parameters.map(({ name }) => name),
      'bound of a parameter': parameters.flatMap(({ bounds }) => bounds.map(({ name }) => name)),
      'enum value of a request': [...parameters.flatMap(({ enums }) => enums), ...namesOf(requestTree, 'body')],
      'enum value of a response': [...namesOf(trees.success), ...namesOf(trees.error)],
    },
    read(exchange, found) {
      const sent = valuesOf(exchange)
      for (const parameter of parameters) parameter.read(sent, found)
      readRequestBody(exchange, requestTree, found)
      readResponse(exchange, { responses, trees }, found)
    },
  }
}

type Content = Record<string, { schema?: Schema }>

function contentOf(document: Document, part: Part | undefined): Content {
  return part === undefined ? {} : (resolve<Part & { content?: Content }>(document, part).content ?? {})
}

function schemasOf(content: Content): Schema[] {
  return Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []))
}

function readRequestBody(
  { requestHeaders, requestBody }: FacetExchange,
  tree: EnumTree | undefined,
  found: (kind: Kind, name: string) => void,
): void {
  if (requestBody === undefined) return
  const type = mediaType(requestHeaders)
  found('request media type', type)
  if (!tree) return
  const body = type.endsWith('json') ? parseJson(requestBody) : Object.fromEntries(new URLSearchParams(requestBody))
  readEnums(tree, body, (name) => found('enum value of a request', name), 'body')
}

interface Responses {
  /** The content by status. */
  responses: readonly (readonly [string, Content])[]
  trees: Record<'success' | 'error', EnumTree | undefined>
}

function isError(status: string): boolean {
  return status.startsWith('4') || status.startsWith('5')
}

function readResponse(
  { status, responseHeaders, responseBody }: FacetExchange,
  { responses, trees }: Responses,
  found: (kind: Kind, name: string) => void,
): void {
  const type = mediaType(responseHeaders)
  const [documented] =
    [String(status), `${String(status)[0]}XX`, 'default']
      .map((name) => responses.find(([own]) => own === name))
      .find((response) => response !== undefined) ?? []
  if (documented !== undefined) found('response media type', `${documented} ${type}`)
  const tree = isError(String(status)) ? trees.error : trees.success
  if (!tree || !type.endsWith('json')) return
  readEnums(tree, parseJson(responseBody), (name) => found('enum value of a response', name))
}

function mediaType(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The sent values of a parameter; undefined if it was not sent. */
type ValuesOf = (place: string, name: string) => readonly string[] | undefined

/** Reads the values of parameters from the path, query and headers of a request. */
function createValuesOf({ path }: DocumentedOperation): (exchange: FacetExchange) => ValuesOf {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const steps = path.split(/\{[^}]+\}/).map((step) => step.replaceAll(/[.+*?()|[\]^$\\]/g, '\\$&'))
  const pattern = new RegExp(`${steps.join('([^/]*)')}$`)
  return ({ uri, requestHeaders }) => {
    const [address = '', search = ''] = uri.split('?', 2)
    const query = new URLSearchParams(search)
    const inPath = pattern.exec(address)?.slice(1) ?? []
    const cookies = new Map((requestHeaders.cookie ?? '').split('; ').map((pair) => splitPair(pair)))
    return (place, name) => {
      if (place === 'query') return query.has(name) ? query.getAll(name) : undefined
      const value = {
        path: decoded(inPath[names.indexOf(name)]),
        header: requestHeaders[name.toLowerCase()],
        cookie: cookies.get(name),
      }[place]
      return value === undefined ? undefined : [value]
    }
  }
}

function splitPair(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=')
  return [name, value.join('=')]
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    // Invalid paths are sent as well.
    return text
  }
}

interface ParameterReader {
  name: string
  bounds: readonly { name: string }[]
  enums: readonly string[]
  read(valuesOf: ValuesOf, found: (kind: Kind, name: string) => void): void
}

function readerOfParameter(document: Document, parameter: Parameter): ParameterReader {
  const place = parameter.in
  const name = `${place} ${parameter.name}`
  const schema = resolve<Bounded>(document, parameter.schema ?? {})
  const items = schema.items && resolve<Bounded>(document, schema.items)
  const isSplit = items !== undefined && (place !== 'query' || parameter.explode === false)
  const { enum: values = [] } = items ?? schema
  const enums = new Map(values.map((value) => [String(value), `${name} = ${JSON.stringify(value)}`]))
  // Reports hide the values of headers that may be credentials.
  const bounds = place === 'header' || place === 'cookie' ? [] : boundsOf(name, schema)
  return {
    name,
    bounds,
    enums: [...enums.values()],
    read(valuesOf, found) {
      const sent = valuesOf(place, parameter.name)
      if (!sent) return
      found('parameter', name)
      const all = isSplit ? sent.flatMap((value) => value.split(',')) : sent
      for (const value of all) found('enum value of a request', enums.get(value) ?? '')
      for (const bound of bounds) if (bound.isReached(all)) found('bound of a parameter', bound.name)
    },
  }
}

interface Bounded extends Schema {
  items?: Schema
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** The bounds of numbers, of the length of strings in characters, and of the number of items. */
function boundsOf(name: string, schema: Bounded): { name: string; isReached(values: readonly string[]): boolean }[] {
  const measures = {
    minimum: ([value]: readonly string[]) => (value?.trim() ? Number(value) : undefined),
    maximum: ([value]: readonly string[]) => (value?.trim() ? Number(value) : undefined),
    minLength: ([value = '']: readonly string[]) => [...value].length,
    maxLength: ([value = '']: readonly string[]) => [...value].length,
    minItems: (values: readonly string[]) => values.length,
    maxItems: (values: readonly string[]) => values.length,
  }
  return (['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const).flatMap((keyword) => {
    const bound = schema[keyword]
    if (bound === undefined) return []
    return [
      {
        name: `${name} ${keyword} ${bound}`,
        isReached: (values: readonly string[]) => measures[keyword](values) === bound,
      },
    ]
  })
}
