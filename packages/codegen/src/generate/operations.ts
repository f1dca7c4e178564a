import {
  type Content,
  methods,
  type OpenApi,
  type Operation,
  operationsOf,
  type PlacedOperation,
  type RequestBody,
  type Response,
  resolve,
  type Schema,
  type SchemaObject,
  type SecurityRequirement,
} from '../source/openapi.ts'
import { retirementOf } from './retirement.ts'
import { comment, key, literal } from './typescript.ts'

/** The GET operation for the URL in `Location`: its path, and the field of the data that is its path parameter. */
interface Location {
  path: string
  parameter: string
  field: string
}

/**
 * Writes operations.ts: the operation table and the interface that a server's handlers satisfy. Every operation of the
 * document must have an operationId.
 */
export function operationsModule(document: OpenApi): string {
  const placed = operationsOf(document, 'paths')
  const isExtended = placed.some(({ operation }) => extensions.some((extension) => extension in operation))
  const rows = placed.map((one) => `  ${key(idOf(one))}: ${literal(factsOf(document, one, isExtended), 2)},`)
  const handlers = placed.map((one) => handler(document, one))
  const body = `${operationFacts(isExtended)}
/** Every operation of the contract: where it lives and what code that treats all operations alike must know. */
export const operations = {
${rows.join('\n')}
} as const satisfies Record<string, OperationFacts>

export type OperationId = keyof typeof operations

/**
 * A record that is serialized already: its JSON is sent unchanged. \`record\` is never set; it only carries the type.
 */
export interface SerializedRecord<Item = unknown> {
  readonly jsonText: string
  readonly record?: Item
}

/** One page of a list. \`next_cursor\` is null on the last one. */
export interface Page<Item> {
  items: (Item | SerializedRecord<Item>)[]
  next_cursor: string | null
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * The handlers of a server: exactly one for each operation of the contract. \`Caller\` is what the server's
 * authentication makes of a credential; \`Context\` is what a server adds to every input. The types of \`path\`,
 * \`query\` and \`body\` hold after validation, defaults filled in.
 */
export interface Operations<Caller, Context extends object = object> {
${handlers.join('\n\n')}
}
`
  return withImports(body)
}

/** Writes public-paths.ts: the paths with an operation that needs no credential. The operation table is large. */
export function publicPathsModule(document: OpenApi): string {
  const open = operationsOf(document, 'paths').filter(({ operation }) => isPublic(alternatives(document, operation)))
  const paths = [...new Set(open.map(({ path }) => path))]
  return `/** The paths that have an operation without a credential. */
export const publicPaths: readonly string[] = ${literal(paths)}
`
}

/** Writes webhooks.ts: which events the service sends, and the type of each payload. */
export function webhooksModule(document: OpenApi): string {
  const payloads = operationsOf(document, 'webhooks').flatMap((placed) => {
    const { requestBody } = placed.operation
    const media = requestBody && jsonMedia(resolve<RequestBody>(document, requestBody).content)
    if (!media) return []
    const shape = `webhooks[${literal(placed.path)}]['${placed.method}']['requestBody']`
    const inline = `NonNullable<${shape}>['content'][${literal(media.type)}]`
    return [{ type: placed.path, schema: componentName(media.schema), wire: typeOf(media.schema, inline) }]
  })
  // An event that is sent with several methods may have several payloads.
  const events = [...Map.groupBy(payloads, ({ type }) => type)].map(([type, ofType]) => ({
    type,
    schema: ofType[0]?.schema ?? null,
    wire: [...new Set(ofType.map(({ wire }) => wire))].join(' | '),
  }))
  return withImports(`/** The events that the service sends, and the component schema of each payload (null where it is written inline). */
export const webhookEvents = {
${events.map(({ type, schema }) => `  ${key(type)}: ${literal(schema)},`).join('\n')}
} as const

export type WebhookEventType = keyof typeof webhookEvents

/** The body of a delivery, by event type. */
export interface WebhookPayloads {
${events.map(({ type, wire }) => `  ${key(type)}: ${wire}`).join('\n')}
}
`)
}

/** Operations that declare a Location header without a link to the operation that returns the new resource. */
export function unlinkedLocations(document: OpenApi): string[] {
  return operationsOf(document, 'paths')
    .filter((placed) => declaresLocation(document, placed) && locationOf(document, placed) === null)
    .map(idOf)
}

/** The extensions of this product. The table of a document without them has no fields for them. */
const extensions = [
  'x-confirmed-password',
  'x-quota',
  'x-usage-event',
  'x-resource-field',
  'x-without-business',
  'x-work',
] as const

/** Returns one row of the table. The generated OperationFacts describes each field. */
function factsOf(document: OpenApi, placed: PlacedOperation, isExtended: boolean) {
  const { method, path, operation, parameters } = placed
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase())
  return {
    method,
    path,
    status: success(document, placed).status,
    statuses: Object.keys(operation.responses ?? {})
      .map(Number)
      .filter(Number.isInteger),
    scopes: scopesOf(document, operation),
    public: isPublic(alternatives(document, operation)),
    ...(isExtended && { confirmedPassword: operation['x-confirmed-password'] ?? false }),
    private: isPrivate(operation),
    ...(isExtended && {
      quota: operation['x-quota'] ?? null,
      usageEvent: operation['x-usage-event'] ?? null,
      resourceField: operation['x-resource-field'] ?? 'id',
      withoutBusiness: operation['x-without-business'] ?? false,
      work: operation['x-work'] ?? null,
    }),
    pagination: operation['x-pagination'] ?? null,
    upload: isUpload(document, operation),
    idempotent: headers.includes('idempotency-key'),
    etag: operation.responses !== undefined && '304' in operation.responses,
    location: locationOf(document, placed),
    retirement: retirementOf(operation),
  }
}

const passwordField = `  /** The person must have confirmed the password recently. */
  confirmedPassword: boolean
`

const meteringFields = `  /** The quota that a request counts against. */
  quota: string | null
  /**
   * The usage event that a success leaves in addition to that of the request; \`none\`: requests leave no usage event at all.
   */
  usageEvent: string | null
  /** The field of the returned record that names the resource it belongs to. */
  resourceField: string
  /** An account may use it before it has a business. */
  withoutBusiness: boolean
  /**
   * The work of a request if it is not one transaction: \`in_parts\` uses several and stores its progress; \`with_model\`
   * uses none if a language model takes part.
   */
  work: 'in_parts' | 'with_model' | null
`

/** The type of a row. */
const operationFacts = (isExtended: boolean) => `/** What the contract defines for one operation. */
export interface OperationFacts {
  method: ${methods.map((method) => `'${method}'`).join(' | ')}
  /** The path template, relative to the base URL. */
  path: string
  /** The status of success. */
  status: number
  /** Every documented status. */
  statuses: readonly number[]
  /** The OAuth scopes or permissions that a caller needs. All of them are required. */
  scopes: readonly string[]
  /** Needs no credential. */
  public: boolean
${isExtended ? passwordField : ''}  /** Absent from everything that is published. */
  private: boolean
${isExtended ? meteringFields : ''}  /** The pagination of a list. Null for operations that do not return a list. */
  pagination: { style: string; limit: string; cursor: string; items: string; next: string } | null
  /** The body is a file of any size, which is handed over as it arrives. */
  upload: boolean
  /** Accepts an Idempotency-Key. */
  idempotent: boolean
  /** Returns 304 to a conditional request. */
  etag: boolean
  /**
   * The GET operation for the resource in the Location header, and the field of the data that is its path parameter.
   * Null if there is none.
   */
  location: { path: string; parameter: string; field: string } | null
  /** The response headers Deprecation (RFC 9745) and Sunset (RFC 8594). Each is null if there is no date. */
  retirement: { deprecation: string | null; sunset: string | null } | null
}
`

function handler(document: OpenApi, placed: PlacedOperation): string {
  const { method, path, operation } = placed
  const notes = [operation.summary, `\`${method.toUpperCase()} ${path}\``, operation.deprecated && '@deprecated']
  const name = `  ${key(idOf(placed))}: `
  const result = ` => Awaitable<${resultType(document, placed)}>`
  const parts = [...inputParts(document, placed), ...callerPart(document, operation)]
  const line = `${name}(input: ${parts.length === 0 ? '' : `{ ${parts.join('; ')} } & `}Context)${result}`
  const lines = `${name}(input: {\n${parts.map((part) => `    ${part}\n`).join('')}  } & Context)${result}`
  return `${comment(notes, 2)}\n${line.length <= 120 ? line : lines}`
}

/** The input of a handler: only the parts that the operation has. */
function inputParts(document: OpenApi, placed: PlacedOperation): string[] {
  const { operation, parameters } = placed
  const shape = `wire[${literal(idOf(placed))}]`
  // The idempotency key is the server's business: a handler runs once for it.
  const visible = parameters.filter(({ name }) => name.toLowerCase() !== 'idempotency-key')
  const parts = (['path', 'query', 'header', 'cookie'] as const)
    .filter((place) => visible.some((parameter) => parameter.in === place))
    .map((place) => {
      const required = parameters.some((parameter) => parameter.in === place && parameter.required)
      return `${place}: ${present(`${shape}['parameters']['${place}']`, required)}`
    })
  if (isUpload(document, operation)) return [...parts, 'body: AsyncIterable<Uint8Array>']
  if (!operation.requestBody) return parts
  const { content, required = false } = resolve<RequestBody>(document, operation.requestBody)
  const media = jsonMedia(content)
  if (!media) return parts
  const inline = `${present(`${shape}['requestBody']`, required)}['content'][${literal(media.type)}]`
  return [...parts, `body${required ? '' : '?'}: ${typeOf(media.schema, inline)}`]
}

/**
 * If no member of a group is required, the types make the whole group optional; a handler always gets at least an empty
 * object.
 */
function present(type: string, required: boolean): string {
  return required ? type : `NonNullable<${type}>`
}

/**
 * Returns the type of the caller. An operation without credentials has no caller. If the credential is optional, the
 * caller may be null.
 */
function callerPart(document: OpenApi, operation: Operation): string[] {
  const accepted = alternatives(document, operation)
  if (accepted.length === 0) return []
  return [`caller: Caller${isPublic(accepted) ? ' | null' : ''}`]
}

/** In OpenAPI, an empty list removes security and an empty alternative makes it optional. */
export function isPublic(accepted: readonly SecurityRequirement[]): boolean {
  return accepted.length === 0 || accepted.some((alternative) => Object.keys(alternative).length === 0)
}

/** A handler returns the data of the response; the server adds the envelope. */
function resultType(document: OpenApi, placed: PlacedOperation): string {
  const { key: status, response } = success(document, placed)
  const media = jsonMedia(response.content)
  if (!media) return 'void'
  const inline = `wire[${literal(idOf(placed))}]['responses'][${literal(status)}]['content'][${literal(media.type)}]`
  const whole = typeOf(media.schema, inline)
  const pagination = placed.operation['x-pagination']
  if (pagination) {
    const item = property(document, media.schema, pagination.items, whole)
    const { schema } = item
    const list = typeof schema === 'object' ? resolve<SchemaObject>(document, schema) : undefined
    return `Page<${typeOf(list?.items, `${item.wire}[number]`)}>`
  }
  return isEnvelope(document, media.schema) ? property(document, media.schema, 'data', whole).wire : whole
}

/**
 * Returns whether a success body has exactly the form `{ data, meta }`, with metadata that a server adds by itself: the
 * id of the request.
 */
function isEnvelope(document: OpenApi, schema: Schema | undefined): boolean {
  if (typeof schema !== 'object') return false
  const { properties = {}, required = [] } = resolve<SchemaObject>(document, schema)
  if (Object.keys(properties).sort().join() !== 'data,meta' || !required.includes('data')) return false
  const { meta } = properties
  const metadata = typeof meta === 'object' ? resolve<SchemaObject>(document, meta) : undefined
  return metadata?.properties !== undefined && 'request_id' in metadata.properties
}

/** The schema and the type of a property, which may be named by a dotted path. */
export function property(document: OpenApi, schema: Schema | undefined, path: string, wire: string) {
  let found: { schema: Schema | undefined; wire: string } = { schema, wire }
  for (const name of path.split('.')) {
    const parent = typeof found.schema === 'object' ? resolve<SchemaObject>(document, found.schema) : undefined
    const child = parent?.properties?.[name]
    found = { schema: child, wire: typeOf(child, `${found.wire}[${literal(name)}]`) }
  }
  return found
}

interface Success {
  status: number
  /** The status in the document and its types, which may be `2XX` or `default`. */
  key: number | string
  response: Response
}

/** The lowest documented 2xx, or else the lowest redirection, or the default. */
export function success(document: OpenApi, { operation }: PlacedOperation): Success {
  const statuses = Object.keys(operation.responses ?? {}).sort()
  const [key] = [/^2\d\d$/, /^2XX$/i, /^3\d\d$/, /^default$/].flatMap(
    (form) => statuses.find((status) => form.test(status)) ?? [],
  )
  const response = key === undefined ? {} : resolve<Response>(document, operation.responses?.[key] ?? {})
  const status = Number(key)
  return Number.isInteger(status) ? { status, key: status, response } : { status: 200, key: key ?? 200, response }
}

/**
 * Returns whether the body is a file: one of its media types contains bytes that the contract does not describe further
 * (`contentMediaType`).
 */
export function isUpload(document: OpenApi, { requestBody }: Operation): boolean {
  if (!requestBody) return false
  const { content } = resolve<RequestBody>(document, requestBody)
  return Object.values(content).some(({ schema }) => {
    return typeof schema === 'object' && 'contentMediaType' in resolve<SchemaObject>(document, schema)
  })
}

/** The JSON form of a body, or its only form. */
export function jsonMedia(content: Content = {}): { type: string; schema: Schema | undefined } | undefined {
  const types = Object.keys(content)
  const isJson = (type: string) => /[/+]json(;|$)/.test(type)
  const type = types.find((one) => one === 'application/json') ?? types.find(isJson) ?? types[0]
  return type === undefined ? undefined : { type, schema: content[type]?.schema }
}

/**
 * Returns the name of a component, so that code and error messages use the terms of the contract, or a pointer to any
 * other type.
 */
function typeOf(schema: Schema | undefined, inline: string): string {
  const name = componentName(schema)
  return name === null ? inline : `Schemas[${literal(name)}]`
}

/** Returns the component that a schema refers to without adding constraints, or null for an inline schema. */
export function componentName(schema: Schema | undefined): string | null {
  if (typeof schema !== 'object' || typeof schema.$ref !== 'string') return null
  const annotations = ['$ref', 'title', 'description', 'example', 'examples']
  if (Object.keys(schema).some((keyword) => !annotations.includes(keyword))) return null
  return /^#\/components\/schemas\/([\w.-]+)$/.exec(schema.$ref)?.[1] ?? null
}

/** The alternatives by which a caller can authenticate. */
export function alternatives(document: OpenApi, operation: Operation): SecurityRequirement[] {
  return operation.security ?? document.security ?? []
}

/**
 * Returns the scopes or permissions that a caller needs, all of which are required. "For other security scheme types,
 * the array may contain a list of role names which are required for the execution" (OpenAPI 3.1, section 4.8.30).
 */
export function scopesOf(document: OpenApi, operation: Operation): string[] {
  return [...new Set(alternatives(document, operation).flatMap((alternative) => Object.values(alternative).flat()))]
}

/** Whether an operation is absent from everything that is published. */
export function isPrivate(operation: Operation): boolean {
  return operation['x-visibility'] === 'private'
}

function declaresLocation(document: OpenApi, placed: PlacedOperation): boolean {
  return Object.keys(success(document, placed).response.headers ?? {}).some((name) => name.toLowerCase() === 'location')
}

/**
 * Finds the location. Links may name several operations; the operation whose path ends with the parameter returns
 * the resource itself.
 */
function locationOf(document: OpenApi, placed: PlacedOperation): Location | null {
  if (!declaresLocation(document, placed)) return null
  const links = Object.values(success(document, placed).response.links ?? {})
  if (links.length === 0) return null
  const gets = operationsOf(document, 'paths').filter(({ method }) => method === 'get')
  for (const link of links) {
    const { operationId, parameters = {} } = resolve(document, link)
    const target = gets.find((one) => one.operation.operationId === operationId)
    const parameter = target && /\{([^{}]+)\}$/.exec(target.path)?.[1]
    const source = parameter === undefined ? undefined : (parameters[parameter] ?? parameters[`path.${parameter}`])
    const field = typeof source === 'string' ? /^\$response\.body#\/(?:data\/)?([^/]+)$/.exec(source)?.[1] : undefined
    if (target && parameter !== undefined && field !== undefined) return { path: target.path, parameter, field }
  }
  return null
}

/** forGenerators gives every operation an operationId. */
export function idOf({ operation }: PlacedOperation): string {
  return operation.operationId ?? ''
}

/** Imports only what the module uses: unused imports are errors when the contract is type-checked. */
function withImports(body: string): string {
  const mentions = (pattern: RegExp) => pattern.test(body)
  const names = [
    ...(mentions(/\bSchemas\[/) ? ['Schemas'] : []),
    ...(mentions(/\bwire\[/) ? ['operations as wire'] : []),
    ...(mentions(/\bwebhooks\[/) ? ['webhooks'] : []),
  ]
  const imports = names.length === 0 ? '' : `import type { ${names.join(', ')} } from './server-types.ts'\n\n`
  return `${imports}${body}`
}
