import {
  alternatives,
  componentName,
  idOf,
  isPublic,
  isUpload,
  jsonMedia,
  property,
  scopesOf,
  success,
} from '../generate/operations.ts'
import { camelCase } from '../source/names.ts'
import {
  type Example,
  isSchemaObject,
  type OpenApi,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type RequestBody,
  resolve,
  type Schema,
  type SchemaObject,
} from '../source/openapi.ts'
import { type ParameterStyle, parameterStyle } from './parameter-styles.ts'
import { type ClientName, clientNames, identifier } from './resource-names.ts'

/**
 * The API as a tree of resources: everything that a client needs in addition to the types of the schemas, independent
 * of the programming language. It is written to `generated/sdk/resources.json`, and the TypeScript client is generated
 * from it.
 */
export interface ResourceTree {
  title: string
  /** The version of the contract. */
  version: string
  /** The first server that the contract names. */
  baseUrl: string
  resources: Resource[]
  events: WebhookEvent[]
}

/** A resource with its own methods and the resources below it. */
export interface Resource {
  /** In camel case. */
  name: string
  /** The names from the root to this resource. */
  path: string[]
  methods: Method[]
  resources: Resource[]
}

/** One operation as a client calls it. */
export interface Method {
  /** The name within the resource, in camel case. */
  name: string
  operationId: string
  /** The operationId as an identifier: the name of the method if there are no resources. */
  functionName: string
  /** In capitals. */
  httpMethod: string
  /** The path template, relative to the base URL. */
  path: string
  summary: string
  description: string
  deprecated: boolean
  stability: string | null
  /** The required scopes, all of which are needed. Empty for an operation that does not need a credential. */
  scopes: string[]
  quota: string | null
  /** In the order in which the path names them. */
  pathParameters: MethodParameter[]
  queryParameters: MethodParameter[]
  body: { required: boolean; schema: string | null; upload: boolean } | null
  /**
   * The success response with the lowest documented status. `schema` is null for a schema without a name. The response
   * is null for a success without a body.
   */
  response: { status: number | string; schema: string | null } | null
  /**
   * The pagination of a list: the query parameter, and the dotted paths of the items and the next cursor in the body.
   */
  pagination: { cursor: string; items: string; next: string; itemSchema: string | null } | null
  /** Accepts an Idempotency-Key, so that the request can be retried after a lost response. */
  idempotent: boolean
  /**
   * Values for the path parameters and a required body, from the contract's examples. Null if an example is missing.
   */
  exampleArguments: unknown[] | null
}

interface MethodParameter {
  /** The name on the wire. */
  name: string
  /** The identifier: the name of the schema if there is one, because `id` is ambiguous next to other ids. */
  argumentName: string
  required: boolean
  /** The component schema; null for a schema without a name. */
  schema: string | null
  description: string
  /** Absent for a parameter that is written as its text or, for a list in the query, as one pair for each item. */
  style?: ParameterStyle
}

/** An event that the service sends to webhooks. */
interface WebhookEvent {
  type: string
  /** The component schema of the payload; null for a schema without a name. */
  schema: string | null
}

/** Builds the resource tree of a document whose operations all have an operationId. */
export function resourceTree(document: OpenApi): ResourceTree {
  const names = clientNames(document)
  const root: Resource = { name: '', path: [], methods: [], resources: [] }
  for (const placed of operationsOf(document, 'paths')) {
    const functionName = identifier(idOf(placed))
    const name = names.get(functionName)
    if (name === undefined) throw new Error(`${functionName} has no name in a client.`)
    resourceAt(root, name.namespace).methods.push(methodOf(document, placed, name))
  }
  return {
    title: document.info.title,
    version: document.info.version,
    baseUrl: document.servers?.[0]?.url ?? '',
    resources: root.resources,
    events: eventsOf(document),
  }
}

/** An event that is sent with several methods has a schema if their payloads are the same. */
function eventsOf(document: OpenApi): WebhookEvent[] {
  const byType = Map.groupBy(operationsOf(document, 'webhooks'), ({ path }) => path)
  return [...byType].map(([type, placed]) => {
    const schemas = placed.map(({ operation: { requestBody } }) =>
      componentName(requestBody && jsonMedia(resolve<RequestBody>(document, requestBody).content)?.schema),
    )
    const [schema = null, ...others] = new Set(schemas)
    return { type, schema: others.length === 0 ? schema : null }
  })
}

/** Every method of a tree, in the order of the tree: inner resources after their parents. */
export function methodsOf(resources: readonly Resource[]): Method[] {
  return resources.flatMap((resource) => [...resource.methods, ...methodsOf(resource.resources)])
}

/** Finds the resource at a path below a resource, and adds what is missing on the way. */
function resourceAt(root: Resource, path: readonly string[]): Resource {
  let resource = root
  for (const name of path) {
    let inner = resource.resources.find((one) => one.name === name)
    if (inner === undefined) {
      inner = { name, path: [...resource.path, name], methods: [], resources: [] }
      resource.resources.push(inner)
    }
    resource = inner
  }
  return resource
}

function methodOf(document: OpenApi, placed: PlacedOperation, name: ClientName): Method {
  const { path, method, operation, parameters } = placed
  const body = operation.requestBody && resolve<RequestBody>(document, operation.requestBody)
  const media = body && jsonMedia(body.content)
  const upload = isUpload(document, operation)
  const { key: status, response } = success(document, placed)
  const responseMedia = jsonMedia(response.content)
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  return {
    name: name.method,
    operationId: idOf(placed),
    functionName: functionNameOf(idOf(placed)),
    httpMethod: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description?.trim() ?? '',
    deprecated: operation.deprecated ?? false,
    stability: operation['x-stability'] ?? null,
    scopes: isPublic(alternatives(document, operation)) ? [] : scopesOf(document, operation),
    quota: operation['x-quota'] ?? null,
    pathParameters: describeParameters(document, pathParameters(placed)),
    queryParameters: describeParameters(
      document,
      parameters.filter((parameter) => parameter.in === 'query'),
    ),
    body: body && media ? { required: body.required ?? false, schema: componentName(media.schema), upload } : null,
    response: responseMedia ? { status, schema: componentName(responseMedia.schema) } : null,
    pagination: paginationOf(document, placed, responseMedia?.schema),
    idempotent: headers.some((header) => header.name.toLowerCase() === 'idempotency-key'),
    exampleArguments: exampleArguments(document, placed),
  }
}

function paginationOf(
  document: OpenApi,
  { operation }: PlacedOperation,
  body: Schema | undefined,
): Method['pagination'] {
  const pages = operation['x-pagination']
  if (pages?.style !== 'cursor') return null
  const { schema } = property(document, body, pages.items, '')
  const list = isSchemaObject(schema) ? resolve<SchemaObject>(document, schema) : undefined
  return { cursor: pages.cursor, items: pages.items, next: pages.next, itemSchema: componentName(list?.items) }
}

/** Path parameters in the order in which the path names them. */
function pathParameters({ path, parameters }: PlacedOperation): Parameter[] {
  const order = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
  const position = ({ name }: Parameter) => order.indexOf(name)
  return parameters.filter((parameter) => parameter.in === 'path').sort((a, b) => position(a) - position(b))
}

/** Parameters that share a schema, such as two ids of one kind, get their own names, numbered where they are equal. */
function describeParameters(document: OpenApi, parameters: readonly Parameter[]): MethodParameter[] {
  const components = Map.groupBy(parameters, ({ schema }) => componentName(schema))
  const taken = new Set<string>(otherArguments)
  return parameters.map((parameter) => {
    const { name, required, schema, description } = parameter
    const component = componentName(schema)
    const isAlone = component !== null && components.get(component)?.length === 1
    const argumentName = unusedName(argumentOf(isAlone ? component : name), taken)
    taken.add(argumentName)
    const style = parameterStyle(document, parameter)
    return {
      name,
      argumentName,
      required: required ?? false,
      schema: component,
      description: description?.trim() ?? '',
      ...(style && { style }),
    }
  })
}

/** A function, unlike a method, cannot have the name of a reserved word. */
function functionNameOf(operationId: string): string {
  const name = identifier(operationId)
  return reservedWords.has(name) ? `${name}_` : name
}

/** The arguments of a method and its function that are not parameters. */
const otherArguments = ['body', 'query', 'options', 'caller']

function argumentOf(name: string): string {
  const words = camelCase(name)
  return /^[a-z]/i.test(words) && !reservedWords.has(words) ? words : `_${words}`
}

/** Words that TypeScript permits in no name of an argument. */
const reservedWords = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
)

function unusedName(preferred: string, taken: ReadonlySet<string>): string {
  let name = preferred
  for (let count = 2; taken.has(name); count += 1) name = `${preferred}${count}`
  return name
}

function exampleArguments(document: OpenApi, placed: PlacedOperation): unknown[] | null {
  const values = pathParameters(placed).map((parameter) => exampleValue(document, parameter))
  const body = placed.operation.requestBody && resolve<RequestBody>(document, placed.operation.requestBody)
  if (body?.required) values.push(exampleValue(document, Object.values(body.content)[0] ?? {}))
  return values.includes(undefined) ? null : values
}

function exampleValue(document: OpenApi, holder: Pick<Parameter, 'example' | 'examples' | 'schema'>): unknown {
  if (holder.example !== undefined) return holder.example
  const [first] = Object.values(holder.examples ?? {})
  if (first !== undefined) return resolve<Example>(document, first).value
  if (!isSchemaObject(holder.schema)) return undefined
  const { example, examples } = resolve<SchemaObject>(document, holder.schema)
  return example ?? (Array.isArray(examples) ? examples[0] : undefined)
}
