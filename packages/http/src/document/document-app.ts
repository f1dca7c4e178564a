import { isRecord } from '@svc/runtime/json'
import { parseCookie } from 'cookie'
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express'
import { type Contract, createContract, ResponseViolationError, toApiError } from '../contract/contract.ts'
import { typedForm } from '../contract/input-shapes.ts'
import { resolveNode } from '../contract/references.ts'
import { isAbortedUpload } from '../contract/uploads.ts'
import { createExpressApp, normalizeRequest } from '../express-app.ts'
import {
  basePathIn,
  type DocumentedOperation,
  isJson,
  mediaOf,
  operationsIn,
  pathItemIn,
  responseFor,
  securitySchemeIn,
  typesOf,
} from './api-document.ts'
import { type Authenticate, callerOf } from './credentials.ts'
import { errorBody } from './error-body.ts'
import { ProblemError } from './problem-error.ts'
import { takeOverParameters } from './styled-parameters.ts'

/** Given to a handler in addition to the validated parts of the request and its caller. */
export interface HandlerContext {
  request: Request
  /** The status and headers of the response, which a handler may change. */
  reply: { status: number; headers: Record<string, string> }
}

/** A request of a known operation, validated. */
export interface DocumentCall<Caller = unknown> extends HandlerContext {
  operation: DocumentedOperation
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, unknown>
  cookie: Record<string, unknown>
  body: unknown
  caller: Caller | null
}

export interface DocumentAppOptions<Caller> {
  /** An OpenAPI 3.1 document in which every operation has an operationId and all references are internal. */
  document: object
  /**
   * Makes the body of a success: an object, a string, or undefined for none. It may throw a ProblemError.
   */
  handle(call: DocumentCall<Caller>): unknown
  authenticate: Authenticate<Caller>
  /**
   * Fails with 500 where a response is not what the document describes, and says why in the response. For development
   * and tests, because the reason is internal.
   */
  checkResponses: boolean
  /** Gets each error that leads to a response of 500 and above, except a ProblemError. */
  onServerError(error: unknown, request: Request): void
  /** Handlers for paths that the document does not describe; none by default. */
  open?: readonly RequestHandler[]
}

/**
 * The HTTP application of any OpenAPI document: routes, credentials, validation, and errors in the form that the
 * document describes. It knows neither accounts nor limits, and adds no envelope.
 */
export function createDocumentApp<Caller>(options: DocumentAppOptions<Caller>): Express {
  const { document, open = [] } = options
  const operations = new Map(operationsIn(document).map((one) => [one.operationId, one]))
  const lenient = withLenientQueries(document)
  const readers = takeOverParameters(lenient)
  const contract = createContract({
    document: lenient,
    operations: {},
    basePath: basePathIn(document),
    formats: otherFormats(document),
  })
  const app = createExpressApp({ queryParser: hasNestedParameters(operations.values()) ? 'extended' : 'simple' })
  for (const handler of open) app.use(handler)
  app.use(prepare({ hasHeadOperations: [...operations.values()].some(({ method }) => method === 'head') }))
  app.use(...contract.route()) // 404, 405
  app.use(dispatch(options, contract, { operations, readers })) // 401, 400, then the handler
  app.use(sendError(options, contract, operations))
  return app
}

/** The formats of the document that no validator knows, and would print as a warning: a text of any form has them. */
function otherFormats(document: object): Record<string, () => undefined> {
  const names = new Set<string>()
  JSON.stringify(document, (key, value) => {
    if (key === 'format' && typeof value === 'string' && !validatedFormats.has(value)) names.add(value)
    return value
  })
  return Object.fromEntries([...names].map((name) => [name, () => undefined]))
}

/** The formats of ajv-formats and of the validator. */
const validatedFormats = new Set(
  `date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex
  uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password binary`.split(
    /\s+/,
  ),
)

/**
 * A copy of the document in which queries may have reserved characters as they are, such as the colons of an instant,
 * and empty strings: clients send them, schemas permit them, and the validator would refuse them.
 */
function withLenientQueries(document: object): object {
  const copy = structuredClone(document)
  for (const { parameters } of operationsIn(copy))
    for (const parameter of parameters.filter((one) => one.in === 'query')) {
      parameter.allowReserved ??= true
      const types = typesOf(copy, parameter.schema)
      if (types.includes('string') || types.includes('array')) parameter.allowEmptyValue ??= true
    }
  declareQueryCredentials(copy)
  return copy
}

/** Describes each credential in the query as a parameter of its operations, so that an empty one gets 401, not 400. */
function declareQueryCredentials(document: object): void {
  for (const { security, parameters, path, method } of operationsIn(document)) {
    const schemes = security.flatMap((alternative) => Object.keys(alternative))
    const names = schemes
      .map((scheme) => securitySchemeIn(document, scheme))
      .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
      .map(({ name }) => name)
    const missing = names.filter((name) => !parameters.some((one) => one.in === 'query' && one.name === name))
    const added = [...new Set(missing)].map((name) => ({ ...credentialParameter, name }))
    const node = resolveNode(document, pathItemIn(document, path)[method])
    if (added.length > 0) node.parameters = [...(Array.isArray(node.parameters) ? node.parameters : []), ...added]
  }
}

const credentialParameter = { in: 'query', schema: { type: 'string' }, allowReserved: true, allowEmptyValue: true }

/** Whether a parameter is an object in brackets, such as `filter[status]`. */
function hasNestedParameters(operations: Iterable<DocumentedOperation>): boolean {
  return [...operations].some(({ parameters }) => parameters.some(({ style }) => style === 'deepObject'))
}

function prepare(options: { hasHeadOperations: boolean }): RequestHandler {
  return (request, _response, next) => {
    normalizeRequest(request, options)
    // The validator reads them from here.
    request.cookies = parseCookie(request.headers.cookie ?? '')
    next()
  }
}

function dispatch<Caller>(
  { document, handle, authenticate, checkResponses }: DocumentAppOptions<Caller>,
  contract: Contract,
  {
    operations,
    readers,
  }: {
    operations: ReadonlyMap<string, DocumentedOperation>
    readers: ReturnType<typeof takeOverParameters>
  },
): RequestHandler {
  return async (request, response) => {
    const operation = operations.get(contract.operationIdOf(request))
    if (!operation) throw new Error('The request was routed to an operation that the document does not have.')
    const caller = await callerOf(document, operation, { request, authenticate })
    readers.get(operation.operationId)?.(request)
    const input = await contract.readInput(request, response)
    const reply: HandlerContext['reply'] = { status: operation.status, headers: {} }
    const header = namedValues(operation, 'header', (name) => request.headers[name.toLowerCase()])
    const cookie = typedCookies(document, operation, request.cookies)
    const body = await handle({ ...input, header, cookie, caller, operation, request, reply })
    const mediaType = body === undefined ? undefined : mediaTypeOf(document, operation, { reply, body })
    if (checkResponses && body !== undefined && typeof body !== 'string')
      await contract.assertResponse(request, reply.status, JSON.parse(JSON.stringify(body)), mediaType)
    send(response, {
      ...reply,
      mediaType,
      text: typeof body === 'string' && !isJson({ type: mediaType ?? '' }) ? body : textOf(body),
    })
  }
}

/** The values of the documented parameters in headers or cookies. */
function namedValues(
  { parameters }: DocumentedOperation,
  location: 'header' | 'cookie',
  read: (name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name }) => [String(name), read(String(name))] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** The documented cookies in the types of their schemas: the validator converts only a copy. */
function typedCookies(document: object, operation: DocumentedOperation, cookies: Record<string, unknown>) {
  const values = namedValues(operation, 'cookie', (name) => cookies[name])
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'cookie')
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [String(name), schema]))
  const typed = typedForm(document, { properties }, values)
  return isRecord(typed) ? typed : values
}

/** The header that the handler has set, the documented JSON type, or else the only documented type of a string. */
function mediaTypeOf(
  document: object,
  operation: DocumentedOperation,
  { reply, body }: { reply: HandlerContext['reply']; body: unknown },
): string {
  const own = reply.headers['Content-Type'] ?? reply.headers['content-type']
  const [first] = mediaOf(document, responseFor(operation, reply.status)).filter(
    (media) => typeof body === 'string' || isJson(media),
  )
  return own ?? first?.type.replace('*/*', 'application/json') ?? 'application/json'
}

const textOf = (body: unknown) => (body === undefined ? '' : JSON.stringify(body))

interface ReadyResponse {
  status: number
  headers: Readonly<Record<string, string>>
  mediaType: string | undefined
  text: string
}

function send(response: Response, { status, headers, mediaType, text }: ReadyResponse): void {
  if (response.headersSent || response.destroyed) return
  const bytes = Buffer.from(text)
  const own = mediaType === undefined ? {} : { 'Content-Type': withCharset(mediaType), 'Content-Length': bytes.length }
  response.writeHead(status, { ...headers, ...own })
  response.end(mediaType === undefined ? undefined : bytes)
}

/** JSON is always UTF-8 and has no such parameter (RFC 8259). */
function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') && !mediaType.includes('charset') ? `${mediaType}; charset=utf-8` : mediaType
}

function sendError<Caller>(
  { document, onServerError }: DocumentAppOptions<Caller>,
  contract: Contract,
  operations: ReadonlyMap<string, DocumentedOperation>,
): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    if (isAbortedUpload(thrown)) return void response.destroy()
    const isRouted = 'openapi' in request && request.openapi !== undefined
    const operation = isRouted ? operations.get(contract.operationIdOf(request)) : undefined
    const error = withDocumentedStatus(problemFor(thrown, operation), operation)
    if (error.status >= 500 && !(thrown instanceof ProblemError)) onServerError(thrown, request)
    const { mediaType, text } = errorBody(document, operation, error)
    send(response, { status: error.status, headers: error.headers, mediaType, text })
  }
}

function problemFor(thrown: unknown, operation: DocumentedOperation | undefined): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  if (thrown instanceof ResponseViolationError && operation) return violationProblem(thrown, operation)
  const { code, reason, status, message, details, headers } = toApiError(thrown)
  if (code === 'internal_error') return new ProblemError(500, 'The server has a defect.', { cause: thrown })
  const isOtherType = details.some(({ path }) => path === 'header.content-type')
  const sentence = reason === 'path_parameters' ? invalidPathParameters : message
  return new ProblemError(isOtherType ? 415 : status, sentence, { details, headers, cause: thrown })
}

/** Names the place of the response in the document. */
function violationProblem(
  thrown: ResponseViolationError,
  { operationId, method, path }: DocumentedOperation,
): ProblemError {
  const place = `paths › ${path} › ${method} › responses`
  const sentence = `The response of ${operationId} does not match the contract (${place}): ${thrown.reason}.`
  return new ProblemError(500, sentence, { cause: thrown })
}

const invalidPathParameters = 'There is nothing at this path: its parameters do not have the documented form.'

/** Statuses that mean the same for a client, in the order of preference. */
const alternatives: Readonly<Record<number, readonly number[]>> = {
  400: [400, 422],
  404: [404, 400, 422],
  415: [415, 400, 422],
}

/** The error with the documented status that is closest to it, or with its own if none is documented. */
function withDocumentedStatus(error: ProblemError, operation: DocumentedOperation | undefined): ProblemError {
  if (!operation || error.cause === undefined) return error
  const status = alternatives[error.status]?.find((one) => responseFor(operation, one) !== undefined)
  if (status === undefined || status === error.status) return error
  const { message, headers, details, cause } = error
  return new ProblemError(status, message, { headers, details, cause })
}
