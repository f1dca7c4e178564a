import { isRecord } from '@svc/runtime/json'
import { pointAt, resolveNode } from '../contract/references.ts'

// Reads the parts of any OpenAPI 3.1 document that a server needs. Its references are within the document.

type Node = Record<string, unknown>

export interface DocumentedOperation {
  operationId: string
  method: Method
  /** The path template, relative to the base path. */
  path: string
  /** The parameters of the operation and of its path. */
  parameters: readonly Node[]
  /** The alternatives by which a caller can authenticate: scheme → scopes. Empty if no credential is needed. */
  security: readonly Record<string, readonly string[]>[]
  /** The lowest documented status of a success, or else of a redirection. */
  status: number
  /** The documented responses by status, range (`4XX`) or `default`. */
  responses: Readonly<Record<string, Node>>
  /** The request body; undefined without one. */
  requestBody: Node | undefined
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
type Method = (typeof methods)[number]

/** Lists the operations of a document in its order. Throws an Error if one has no operationId. */
export function operationsIn(document: object): DocumentedOperation[] {
  const root = resolveNode(document, document)
  return Object.entries(resolveNode(document, root.paths)).flatMap(([path, pathItem]) => {
    const item = resolveNode(document, pathItem)
    return methods.flatMap((method) => {
      const node = item[method]
      if (!isRecord(node)) return []
      if (typeof node.operationId !== 'string')
        throw new Error(`${method.toUpperCase()} ${path} has no operationId: it names the handler of the operation.`)
      const responses = nodesOf(document, node.responses)
      return [
        {
          operationId: node.operationId,
          method,
          path,
          parameters: parametersOf(document, item, node),
          security: securityOf(node.security ?? root.security),
          status: successStatus(responses),
          responses,
          requestBody: node.requestBody === undefined ? undefined : resolveNode(document, node.requestBody),
        },
      ]
    })
  })
}

/** The path item at a path template. */
export function pathItemIn(document: object, path: string): Node {
  return resolveNode(document, resolveNode(document, resolveNode(document, document).paths)[path])
}

/** The path of the first server, without its origin and a final slash; empty for a document without servers. */
export function basePathIn(document: object): string {
  const { servers } = resolveNode(document, document)
  const [server]: unknown[] = Array.isArray(servers) ? servers : []
  const { url, variables } = resolveNode(document, server)
  if (typeof url !== 'string') return ''
  const filled = url.replaceAll(/\{([^}]+)\}/g, (_, name) =>
    String(resolveNode(document, resolveNode(document, variables)[name]).default ?? name),
  )
  return new URL(filled, 'http://localhost').pathname.replace(/\/+$/, '')
}

/** The origin of the first server; undefined for a document without servers, and for a relative or templated URL. */
export function serverOriginIn(document: object): string | undefined {
  const { servers } = resolveNode(document, document)
  const [server]: unknown[] = Array.isArray(servers) ? servers : []
  return URL.parse(String(resolveNode(document, server).url))?.origin
}

/** The documented response for a status; undefined if neither the status, its range nor a default is documented. */
export function responseFor({ responses }: Pick<DocumentedOperation, 'responses'>, status: number): Node | undefined {
  return responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses.default
}

/** A media type with its schema, which may be absent. */
interface Media {
  type: string
  schema: unknown
}

/** The media types of a request body or response, those that are JSON first. */
export function mediaOf(document: object, part: Node | undefined): Media[] {
  return Object.entries(resolveNode(document, part?.content))
    .map(([type, node]) => ({ type, schema: resolveNode(document, node).schema }))
    .sort((one, other) => Number(isJson(other)) - Number(isJson(one)))
}

/** Whether a media type is JSON. */
export function isJson({ type }: Pick<Media, 'type'>): boolean {
  return /[/+]json\s*(;|$)/i.test(type) || type.startsWith('*/*')
}

/** The properties of an object schema, with those of everything that it is composed of. */
export function propertiesOf(document: object, schema: unknown, depth = 0): Map<string, unknown> {
  if (depth > 8) return new Map()
  const { properties, allOf, anyOf, oneOf } = resolveNode(document, schema)
  const composed = [allOf, anyOf, oneOf].flatMap((parts): unknown[] => (Array.isArray(parts) ? parts : []))
  return new Map([
    ...composed.flatMap((part) => [...propertiesOf(document, part, depth + 1)]),
    ...Object.entries(resolveNode(document, properties)),
  ])
}

/** The JSON types that a schema permits, as far as its own keywords say. */
export function typesOf(document: object, schema: unknown): readonly string[] {
  const { type, properties, items, anyOf, oneOf, allOf } = resolveNode(document, schema)
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.map(String)
  if (properties !== undefined) return ['object']
  if (items !== undefined) return ['array']
  const parts = [anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
  return parts.flatMap((part) => typesOf(document, part))
}

function nodesOf(document: object, node: unknown): Record<string, Node> {
  return Object.fromEntries(
    Object.entries(resolveNode(document, node)).map(([key, value]) => [key, resolveNode(document, value)]),
  )
}

/** A parameter of the operation replaces that of its path with the same name and location. */
function parametersOf(document: object, item: Node, operation: Node): Node[] {
  const lists = [item.parameters, operation.parameters].flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
  const byName = lists.map((node) => resolveNode(document, node)).map((one) => [`${one.in} ${one.name}`, one] as const)
  return [...new Map(byName).values()]
}

function securityOf(security: unknown): DocumentedOperation['security'] {
  if (!Array.isArray(security)) return []
  return security
    .filter(isRecord)
    .map((alternative) =>
      Object.fromEntries(
        Object.entries(alternative).map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? scopes.map(String) : [],
        ]),
      ),
    )
}

function successStatus(responses: Readonly<Record<string, Node>>): number {
  const statuses = Object.keys(responses).sort()
  const lowest = (form: RegExp) => statuses.find((status) => form.test(status))
  return Number(lowest(/^2\d\d$/) ?? (lowest(/^2XX$/i) ? 200 : (lowest(/^3\d\d$/) ?? 200)))
}

/** The security scheme of this name; an empty object if the document has none. */
export function securitySchemeIn(document: object, name: string): Node {
  return resolveNode(document, pointAt(document, `#/components/securitySchemes/${name.replaceAll('~', '~0')}`))
}
