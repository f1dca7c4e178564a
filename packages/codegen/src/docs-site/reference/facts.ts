import { alternatives, isPublic, jsonMedia, scopesOf, success } from '../../generate/operations.ts'
import type { Method } from '../../sdk/resource-tree.ts'
import { capitalized } from '../../source/names.ts'
import {
  type Content,
  type Example,
  type OpenApi,
  type Parameter,
  type RequestBody,
  type Response,
  resolve,
  type SchemaObject,
} from '../../source/openapi.ts'
import { parameterExample } from '../../source/parameter-example.ts'
import type { ReferencedOperation } from '../reference.ts'
import type { DocumentedError } from './errors.ts'
import { keyPlaceholder, type SampleRequest } from './samples.ts'
import { type Field, type Shape, shapeOf } from './schema-shape.ts'

/** Everything that the page of an operation or event shows, independent of the format. */
export interface OperationFacts {
  operation: ReferencedOperation
  /** Base URL and path; the type of an event. */
  url: string
  /** The ways to authenticate, as Markdown. Empty for an operation without credentials. */
  credentials: string[]
  scopes: string[]
  /** Rate limits, quotas, idempotency, paging and conditional requests, as Markdown. */
  behavior: { title: string; text: string }[]
  parameters: { place: Parameter['in']; fields: Field[] }[]
  body: { required: boolean; media: { type: string; shape: Shape }[]; examples: NamedExample[] } | undefined
  /** The responses that are not errors. */
  responses: DescribedResponse[]
  errors: OperationError[]
  related: Related[]
  /** Undefined for an event, which the service sends. */
  sample: SampleRequest | undefined
}

export interface NamedExample {
  name: string
  /** The language of the code block. */
  language: string
  text: string
}

interface DescribedResponse {
  status: string
  description: string
  headers: Field[]
  media: { type: string; shape: Shape } | undefined
  examples: NamedExample[]
}

/** An error with the cause that the operation gives, if it gives one, instead of the general cause. */
interface OperationError extends DocumentedError {
  /** Headers that only this status has. */
  headers: string[]
  example: NamedExample | undefined
}

interface Related {
  title: string
  address: string
  /** The relation to this page. */
  reason: string
}

/** The documents and names that the facts of one operation refer to. */
export interface Surroundings {
  document: OpenApi
  operations: readonly ReferencedOperation[]
  /** The error codes of the document. */
  errors: readonly DocumentedError[]
  /** The methods of our client with their names, such as `webhooks.create`, by operationId. */
  methods: ReadonlyMap<string, { method: Method; name: string }>
}

export function factsOf(around: Surroundings, operation: ReferencedOperation): OperationFacts {
  const { document } = around
  const { parameters, path, kind } = operation
  const { requestBody } = operation.operation
  const body = requestBody && resolve<RequestBody>(document, requestBody)
  const places = ['path', 'query', 'header', 'cookie'] as const
  return {
    operation,
    url: kind === 'event' ? path : baseUrlOf(document) + path,
    credentials: kind === 'event' ? [] : credentialsOf(document, operation),
    scopes: scopesOf(document, operation.operation),
    behavior: kind === 'event' ? [] : behaviorOf(document, operation),
    parameters: places.flatMap((place) => {
      const fields = parameters.filter((one) => one.in === place).map((one) => parameterField(document, one))
      return fields.length === 0 ? [] : [{ place, fields }]
    }),
    body: body && {
      required: body.required ?? false,
      media: mediaOf(document, body.content),
      examples: examplesOf(document, body.content[jsonMedia(body.content)?.type ?? '']),
    },
    responses: responsesOf(document, operation),
    errors: errorsOf(around, operation),
    related: relatedTo(around, operation),
    sample: kind === 'event' ? undefined : sampleOf(around, operation, body),
  }
}

export function baseUrlOf(document: OpenApi): string {
  return (document.servers?.[0]?.url ?? '').replace(/\/$/, '')
}

function parameterField(document: OpenApi, parameter: Parameter): Field {
  const { name, required = false, description = '', schema, content } = parameter
  const shape = shapeOf(document, schema ?? Object.values(content ?? {})[0]?.schema)
  const example = parameterExample(document, parameter)
  const hasDefault = shape.limits.some((limit) => limit.startsWith('default '))
  const limits = example === '' || hasDefault ? shape.limits : [...shape.limits, `for example ${example}`]
  return {
    name,
    required,
    deprecated: false,
    shape: { ...shape, limits, description: description || shape.description },
  }
}

/** One entry for each schema: media types with the same schema are one entry. */
function mediaOf(document: OpenApi, content: Content): { type: string; shape: Shape }[] {
  const types = new Map<string, string[]>()
  for (const [type, { schema }] of Object.entries(content)) {
    const key = JSON.stringify(schema ?? null)
    types.set(key, [...(types.get(key) ?? []), type])
  }
  return [...types.values()].map((names) => ({
    type: names.join(', '),
    shape: shapeOf(document, content[names[0] ?? '']?.schema),
  }))
}

function responsesOf(document: OpenApi, { operation }: ReferencedOperation): DescribedResponse[] {
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => !isError(status))
    .map(([status, reference]) => {
      const { description = '', headers = {}, content = {} } = resolve<Response>(document, reference)
      const [media] = mediaOf(document, content)
      return {
        status,
        description: description.trim(),
        headers: Object.entries(headers).map(([name, header]) => headerField(document, name, header)),
        media,
        examples: examplesOf(document, content[jsonMedia(content)?.type ?? '']),
      }
    })
}

function headerField(document: OpenApi, name: string, header: object): Field {
  const { description, schema, required = false } = resolve<Omit<Parameter, 'name' | 'in'>>(document, header)
  const shape = shapeOf(document, schema)
  return { name, required, deprecated: false, shape: { ...shape, description: description ?? shape.description } }
}

function isError(status: string): boolean {
  return /^[45]/.test(status) || status === 'default'
}

function examplesOf(document: OpenApi, media: Content[string] | undefined): NamedExample[] {
  const named = Object.entries(media?.examples ?? {}).map(([name, example]) => ({
    name: wordsOf(name),
    ...textOf(resolve<Example>(document, example).value),
  }))
  return named.length > 0 || media?.example === undefined ? named : [{ name: 'Example', ...textOf(media.example) }]
}

function textOf(value: unknown): { language: string; text: string } {
  if (typeof value === 'string') return { language: 'text', text: value }
  return { language: 'json', text: JSON.stringify(value, null, 2) }
}

function namedExample(name: string, value: unknown): NamedExample | undefined {
  return value === undefined ? undefined : { name, ...textOf(value) }
}

/** `rossoTrattoria` becomes `Rosso trattoria`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').toLowerCase()
  return capitalized(words)
}

function errorsOf({ document, errors }: Surroundings, { operation }: ReferencedOperation): OperationError[] {
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => isError(status))
  return responses.flatMap(([status, reference]) => {
    const { description = '', headers = {}, content = {} } = resolve<Response>(document, reference)
    const media = content[jsonMedia(content)?.type ?? '']
    const examples = Object.values(media?.examples ?? {}).map((one) => resolve<Example>(document, one).value)
    const codes = errors.filter((error) => error.status === status && operation['x-error-codes']?.includes(error.code))
    const detail = description.trim()
    const own = Object.keys(headers).filter((name) => !/^x-(request-id|ratelimit)/i.test(name))
    if (codes.length > 0)
      return codes.map((error) => {
        const example = examples.find((value) => codeOf(value) === error.code)
        return {
          ...error,
          cause: capitalized(partAbout(error.code, detail)) || error.cause,
          headers: own,
          example: namedExample(error.code, example),
        }
      })
    const found = [...new Set(examples.map(codeOf).filter((code) => code !== undefined))]
    const named = found.length > 0 ? found : [`status-${status}`]
    return named.map((code) => {
      const example = examples.find((value) => codeOf(value) === code)
      return { code, status, cause: detail, action: '', headers: own, example: namedExample(code, example) }
    })
  })
}

/** The part of a description that begins with this code, or all of it if no part does. */
function partAbout(code: string, description: string): string {
  const label = `\`${code}\`: `
  const part = description.split(/(?=`[a-z_]+`: )/).find((one) => one.startsWith(label))
  return part === undefined ? description : part.slice(label.length).trim()
}

/** The code of an error in our envelope, or of OAuth (RFC 6749 section 5.2). */
function codeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined
  if (typeof value.error === 'string') return value.error
  if (typeof value.error !== 'object' || value.error === null || !('code' in value.error)) return undefined
  return String(value.error.code)
}

function credentialsOf(document: OpenApi, { operation }: ReferencedOperation): string[] {
  const accepted = alternatives(document, operation)
  const optional = isPublic(accepted)
  const schemes = document.components?.securitySchemes ?? {}
  const lines = accepted.flatMap(Object.keys).map((name) => {
    const scheme = schemes[name] && resolve<SecurityScheme>(document, schemes[name])
    return scheme === undefined ? name : schemeText(scheme)
  })
  return optional && lines.length > 0 ? [...lines, 'no credential'] : lines
}

interface SecurityScheme {
  type: string
  in?: string
  name?: string
  scheme?: string
  bearerFormat?: string
}

function schemeText({ type, in: place, name, scheme, bearerFormat }: SecurityScheme): string {
  if (type === 'apiKey') return `an API key in the ${place} \`${name}\``
  if (type === 'http' && scheme === 'basic') return 'HTTP Basic with the id and the secret of the client'
  if (type === 'http') return `${bearerFormat ?? 'a credential'} in \`Authorization: Bearer\``.replace(/^API/, 'an API')
  return type === 'oauth2' ? 'an OAuth access token in `Authorization: Bearer`' : type
}

function behaviorOf(document: OpenApi, placed: ReferencedOperation): OperationFacts['behavior'] {
  const { operation, parameters } = placed
  const pages = operation['x-pagination']
  const headers = Object.keys(success(document, placed).response.headers ?? {}).map((name) => name.toLowerCase())
  const quota = operation['x-quota']
  return [
    ...(headers.includes('x-ratelimit-limit')
      ? [
          {
            title: 'Rate limits',
            text: 'Every response has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`. Above the limit, the response is 429 with `Retry-After` in seconds.',
          },
        ]
      : []),
    ...(quota === undefined
      ? []
      : [{ title: 'Quota', text: `Counts against the monthly quota \`${quota}\` of the plan.` }]),
    ...(parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
      ? [
          {
            title: 'Idempotency',
            text: 'Send an `Idempotency-Key` of your own, such as a UUID. A repeated request with the same key returns the first response instead of doing the work twice.',
          },
        ]
      : []),
    ...(pages === undefined
      ? []
      : [
          {
            title: 'Pages',
            text: `Pass \`${pages.next}\` of a page as \`${pages.cursor}\` to get the next one, until it is null.`,
          },
        ]),
    ...(operation.responses?.['304'] === undefined
      ? []
      : [
          {
            title: 'Conditional requests',
            text: 'Send the `ETag` of an earlier response in `If-None-Match`. If nothing has changed, the response is 304 without a body.',
          },
        ]),
  ]
}

/** Operations that a link of the contract connects, and events and operations that mention each other. */
function relatedTo({ operations }: Surroundings, operation: ReferencedOperation): Related[] {
  const found = new Map<string, Related>()
  const add = (other: ReferencedOperation | undefined, reason: string) => {
    if (other && other.address !== operation.address && !found.has(other.address))
      found.set(other.address, { title: other.title, address: other.address, reason })
  }
  for (const { operation: id, pointer, parameter } of operation.links)
    add(byId(operations, id), `takes \`${pointer.replaceAll('/', '.')}\` of the response as \`${parameter}\``)
  for (const other of operations)
    for (const link of other.links)
      if (link.operation === operation.id) add(other, `returns a value for \`${link.parameter}\``)
  for (const other of operations) {
    if (other.codeWords.has(operation.name))
      add(other, other.kind === 'event' ? 'event about this' : 'refers to this page')
    else if (operation.codeWords.has(other.name))
      add(other, other.kind === 'event' ? 'event about this' : 'referred to above')
  }
  return [...found.values()]
}

function byId(operations: readonly ReferencedOperation[], id: string): ReferencedOperation | undefined {
  return operations.find((operation) => operation.id === id)
}

function sampleOf(
  { document, methods }: Surroundings,
  placed: ReferencedOperation,
  body: RequestBody | undefined,
): SampleRequest {
  const { method, path, parameters, operation } = placed
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return encodeURIComponent(parameter ? parameterExample(document, parameter) : name)
  })
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one): [string, string] => [one.name, parameterExample(document, one)]),
  )
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? []
  const value = media && exampleValue(document, media)
  const text = value === undefined ? undefined : bodyText(value, type)
  const client = methods.get(placed.id)
  const values = client?.method.exampleArguments
  return {
    method: method.toUpperCase(),
    url: `${baseUrlOf(document)}${filled}${query.size === 0 ? '' : `?${query}`}`,
    headers: [
      ...keyHeaders(document, operation),
      ...(text === undefined ? [] : [['Content-Type', type ?? ''] as const]),
    ],
    body: text,
    json: typeof value === 'object' && isJson(type) ? value : undefined,
    call:
      client && values
        ? {
            method: client.name,
            arguments: values,
            isList: client.method.pagination !== null,
            isComplete: client.method.body?.upload !== true && query.size === 0,
            baseUrl: baseUrlOf(document),
          }
        : undefined,
  }
}

function exampleValue(document: OpenApi, { example, examples = {}, schema }: Content[string]): unknown {
  const [named] = Object.values(examples)
  if (example !== undefined || named !== undefined) return example ?? (named && resolve<Example>(document, named).value)
  const whole = typeof schema === 'object' ? resolve<SchemaObject>(document, schema) : {}
  return Array.isArray(whole.examples) ? whole.examples[0] : undefined
}

function isJson(type = ''): boolean {
  return /[/+]json(;|$)/.test(type)
}

function bodyText(value: unknown, type = ''): string {
  if (typeof value === 'string') return value
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value, null, 2)
  const fields = Object.entries(Object(value)).map(([name, field]): [string, string] => [name, String(field)])
  return String(new URLSearchParams(fields))
}

/** The header with an API key, unless the operation can be called without one. */
function keyHeaders(document: OpenApi, operation: ReferencedOperation['operation']): [string, string][] {
  const accepted = alternatives(document, operation)
  if (isPublic(accepted)) return []
  const schemes = document.components?.securitySchemes ?? {}
  for (const name of accepted.flatMap(Object.keys)) {
    const scheme = schemes[name] && resolve<SecurityScheme>(document, schemes[name])
    if (scheme?.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined)
      return [[scheme.name, keyPlaceholder]]
  }
  return [['Authorization', `Bearer ${keyPlaceholder}`]]
}
