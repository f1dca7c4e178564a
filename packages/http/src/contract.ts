import { createRequire } from 'node:module'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import type { ErrorDetail } from './errors.ts'
import { ApiError, invalidRequest, notFound } from './errors.ts'

/** Body limit in bytes: the largest body that the contract allows (a review of 8,000 characters, escaped) fits several times. */
export const bodyLimitBytes = 256 * 1024

export interface ContractOptions {
  /** The strict bundle: a parsed OpenAPI 3.1 document without external references. It is not changed. */
  document: object
  /** Path prefix of the API, such as `/api/public/v1`; the `servers` of the document are replaced by it. */
  basePath: string
  /** Named formats of the document beyond those of JSON Schema: name → test of one string. */
  formats: Record<string, (text: string) => boolean>
}

/** What a caller sent, validated: the shapes are those that the contract states for the operation. */
export interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The contract at work: finds the operation of a request, validates what was sent, and checks what is about to be answered. */
export interface Contract {
  /** Express middleware that finds the operation, or fails with 404 or 405. `operationIdOf` names it from then on. */
  route: RequestHandler[]
  operationIdOf(request: Request): string
  /** Reads and validates parameters and body; throws ApiError 400, or 404 where an ID cannot exist (design decision 12). */
  readInput(request: Request, response: Response): Promise<Input>
  /** Throws an Error that says where an answer breaks the contract. For development and tests: it costs as much as the request. */
  assertResponse(request: Request, status: number, body: unknown): Promise<void>
}

interface OpenApiRequest extends Request {
  openapi?: { schema: { operationId: string } }
}

/**
 * Loads the document into express-openapi-validator and takes its middleware apart, because authentication belongs between its route
 * step (404, 405) and its request step (400): a stranger learns nothing about bodies. Its own security step is off; it runs every
 * alternative scheme on every request and loses our error codes.
 */
export function createContract({ document, basePath, formats }: ContractOptions): Contract {
  compilePathPatternsOnce()
  const steps = OpenApiValidator.middleware({
    apiSpec: { ...structuredClone(document), servers: [{ url: basePath }] } as never,
    validateApiSpec: false, // the contract is linted where it is written
    validateSecurity: false,
    fileUploader: false,
    // `queryProblems` finds unknown parameters: the validator would tell of the first alone, and of nothing besides.
    validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
    validateResponses: { allErrors: true } as never,
    formats: Object.fromEntries(
      Object.entries(formats).map(([name, validate]) => [name, { type: 'string' as const, validate }]),
    ),
    ajvFormats: { mode: 'full' },
  }) as RequestHandler[]
  const step = (name: string): RequestHandler => {
    const found = steps.find((candidate) => candidate.name === name)
    if (!found)
      throw new Error(`express-openapi-validator no longer has a ${name}; adapt createContract to its new layout`)
    return found
  }
  const requireRoute: RequestHandler = (request, _response, next) => {
    next((request as OpenApiRequest).openapi ? undefined : unknownPath())
  }
  const route = [step('pathParamsMiddleware'), step('metadataMiddleware'), requireRoute]
  const shapes = inputShapes(document)
  const requestStep = step('requestMiddleware')
  const responseStep = step('responseMiddleware')
  const parseJson = express.json({ limit: bodyLimitBytes, strict: false, inflate: false, type: () => true })

  return {
    route,

    operationIdOf,

    async readInput(request, response) {
      const shape = shapes.get(operationIdOf(request))
      const problems = queryProblems(request, shape?.query ?? new Map())
      if (shape?.body) {
        canonicaliseContentType(request, shape.body)
        await runStep(parseJson, request, response)
      } else {
        // The validator compiles one schema per content type that it meets, and this header is the client's to choose.
        delete request.headers['content-type']
      }
      try {
        await runStep(requestStep, request, response)
      } catch (error) {
        const { status, errors = [] } = error as { status?: unknown; errors?: ValidationProblem[] }
        throw status === 400 ? fromProblems([...problems, ...errors], error) : error
      }
      if (problems.length > 0) throw fromProblems(problems)
      return { path: request.params, query: { ...request.query }, body: request.body }
    },

    async assertResponse(request, status, body) {
      // The step hooks res.json; a stand-in lets it judge the body without touching the real response.
      const standIn = {
        statusCode: status,
        headersSent: false,
        getHeaders: () => ({ 'content-type': 'application/json' }),
        json: (_body: unknown) => standIn,
      }
      let violation: unknown
      await new Promise<void>((resolve) => {
        responseStep(
          request,
          standIn as never,
          ((error?: unknown) => {
            violation = error
            resolve()
          }) as NextFunction,
        )
      })
      standIn.json(body)
      if (violation)
        throw new Error(
          `${request.method} ${request.path} is about to answer ${status} against the contract: ${explain(violation)}`,
        )
    },
  }
}

/** Turns whatever the validator, the JSON parser or a handler threw into the answer that the contract has for it. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const thrown = error as {
    status?: unknown
    type?: unknown
    headers?: Record<string, string>
    errors?: ValidationProblem[]
    message?: string
    path?: string
  }
  if (typeof thrown?.type === 'string' && thrown.type in parserMessages) {
    return invalidRequest('body', parserMessages[thrown.type] ?? '')
  }
  switch (thrown?.status) {
    case 404:
      return unknownPath()
    case 405:
      return new ApiError('method_not_allowed', { headers: thrown.headers ?? {} })
    case 400:
      return fromProblems(thrown.errors ?? [], error)
    default:
      return new ApiError('internal_error', { cause: error })
  }
}

const parserMessages: Record<string, string> = {
  'entity.parse.failed': 'is not valid JSON',
  'entity.too.large': `is larger than ${bodyLimitBytes / 1024} KB`,
  'encoding.unsupported': 'must be sent without Content-Encoding',
  'charset.unsupported': 'must be UTF-8',
  'request.aborted': 'ended before its announced length',
  'request.size.invalid': 'is not as long as Content-Length says',
}

interface ValidationProblem {
  path: string
  message: string
  errorCode?: string
}

const placeNames: Record<string, string> = {
  params: 'path',
  path: 'path',
  query: 'query',
  headers: 'header',
  body: 'body',
}

/**
 * Sentences for the keywords that a caller meets most; the validator's own words serve for the rest. Of several problems at one place only
 * the one named first here is told: a URL that is too short has no scheme either, and the better sentence is about the scheme.
 */
const keywordMessages: Record<string, string> = {
  unknown: 'is not a parameter of this operation',
  empty: 'must not be empty',
  integer: 'must be a whole number',
  cursor: 'must be meta.page.next_cursor of the page before, unchanged, or be left out for the first page',
  required: 'is required',
  additionalProperties: 'is not a field of this request; remove it',
  type: '',
  'format.public-https-url': 'must be an https URL on a public host and port that the internet can reach',
  enum: '',
  uniqueItems: 'must not list the same value twice',
  minProperties: 'must have at least one field',
  'format.date-time': 'must be a moment as in RFC 3339, such as 2026-11-16T06:00:00Z',
  pattern: '',
}

/** How the validator puts what it says with figures, lists and patterns, and how a person would. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/ 1 (item|character)s$/, ' 1 $1'],
  [/^must be equal to one of the allowed values: /, 'must be one of '],
  [/^must match pattern "(.*)"$/, 'must match the pattern $1'],
]

function fromProblems(problems: ValidationProblem[], cause?: unknown): ApiError {
  if (problems.some((problem) => problem.message === "malformed uri'")) {
    return new ApiError('invalid_request', {
      message: 'The address is not validly percent-encoded.',
      details: [{ path: 'path', message: 'must be percent-encoded UTF-8' }],
      cause,
    })
  }
  const details = oneForEachPlace(problems)
  if (details.length === 0)
    return new ApiError('invalid_request', { message: 'The address is not validly percent-encoded.', cause })
  // "An id that does not match its pattern is an unknown id" (design decision 12): the same 404, once nothing else is wrong.
  if (details.every((detail) => detail.path.startsWith('path'))) return notFound()
  const first = details[0] as ErrorDetail
  return new ApiError('invalid_request', {
    message: `${first.path} ${first.message}`.slice(0, 500),
    details: details.slice(0, 20),
    cause,
  })
}

function oneForEachPlace(problems: ValidationProblem[]): ErrorDetail[] {
  const order = Object.keys(keywordMessages)
  const rank = (problem: ValidationProblem) => {
    const place = order.indexOf(keywordOf(problem))
    return place === -1 ? order.length : place
  }
  const ranked = problems.toSorted((a, b) => rank(a) - rank(b))
  const told = new Map<string, ErrorDetail>()
  for (const detail of ranked.map(toDetail)) if (!told.has(detail.path)) told.set(detail.path, detail)
  return [...told.values()]
}

function keywordOf({ path, errorCode = '', message }: ValidationProblem): string {
  const keyword = errorCode.replace('.openapi.validation', '')
  // Whatever is wrong with a cursor, it was not taken from an answer.
  if (path === '/query/cursor' && keyword !== 'unknown') return 'cursor'
  return keyword === 'format' ? `format.${/"(.+)"/.exec(message)?.[1]}` : keyword
}

function toDetail(problem: ValidationProblem): ErrorDetail {
  const [place = '', ...segments] = problem.path.split('/').filter((segment) => segment !== '')
  const words =
    keywordMessages[keywordOf(problem)] ||
    phrases.reduce((text, [said, better]) => text.replace(said, better), problem.message)
  return { path: detailPath(placeNames[place] ?? 'body', segments), message: words.slice(0, 300) || 'is not valid' }
}

/** `body.event_types.1`; a name that a caller made up and that does not fit is left out, so that nothing is echoed unchecked. */
function detailPath(place: string, segments: string[]): string {
  const fitting: string[] = []
  for (const segment of segments.slice(0, 8)) {
    if (!/^[0-9A-Za-z_-]{1,64}$/.test(segment)) break
    fitting.push(segment)
  }
  const path = [place, ...fitting].join('.')
  return path.length <= 200 ? path : place
}

function unknownPath(): ApiError {
  return new ApiError('not_found', {
    message: 'There is no such path; paths are case-sensitive and end without a slash.',
  })
}

function operationIdOf(request: Request): string {
  const openapi = (request as OpenApiRequest).openapi
  if (!openapi) throw new Error('The contract has not routed this request yet')
  return openapi.schema.operationId
}

/** What has to be known of an operation before the validator may see the request. */
interface InputShape {
  /** The parameters of the query: name → whether it is an integer. */
  query: ReadonlyMap<string, boolean>
  body: { required: boolean; mediaTypes: readonly string[] } | undefined
}

interface Parameter {
  name: string
  in: string
  schema?: { type?: unknown }
}

interface Body {
  required?: boolean
  content: Record<string, unknown>
}

function inputShapes(document: object): Map<string, InputShape> {
  const resolve = <Target>(node: object): Target =>
    ('$ref' in node ? pointAt(document, String(node.$ref)) : node) as Target
  const shapes = new Map<string, InputShape>()
  for (const item of Object.values((document as { paths: Record<string, { parameters?: object[] }> }).paths)) {
    for (const operation of Object.values(item) as {
      operationId?: string
      parameters?: object[]
      requestBody?: object
    }[]) {
      if (!operation.operationId) continue
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((node) =>
        resolve<Parameter>(node),
      )
      const body = operation.requestBody && resolve<Body>(operation.requestBody)
      shapes.set(operation.operationId, {
        query: new Map(
          parameters
            .filter((parameter) => parameter.in === 'query')
            .map(({ name, schema = {} }) => [name, resolve<{ type?: unknown }>(schema).type === 'integer']),
        ),
        body: body && { required: body.required ?? false, mediaTypes: Object.keys(body.content) },
      })
    }
  }
  return shapes
}

/** Follows a reference inside a bundle (RFC 6901 in a URI fragment). */
function pointAt(document: object, reference: string): unknown {
  const keys = decodeURIComponent(reference.slice(2)).split('/')
  return keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

/** Names that the operation has not, and values that it takes from nobody, although coercion would: none, `1e1`, `010`, ` 5`. */
function queryProblems({ query }: Request, parameters: InputShape['query']): ValidationProblem[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const isNoInteger = typeof value === 'string' && !/^-?(0|[1-9][0-9]{0,15})$/.test(value)
    let errorCode: string | undefined
    if (!parameters.has(name)) errorCode = 'unknown'
    else if (value === '') errorCode = 'empty'
    else if (parameters.get(name) && isNoInteger) errorCode = 'integer'
    return errorCode === undefined ? [] : [{ path: `/query/${name}`, message: '', errorCode }]
  })
}

/**
 * Leaves one spelling of a known media type, or refuses. Without it every distinct `Content-Type` would compile and keep another
 * validator: 2,000 of them cost 620 MB.
 */
function canonicaliseContentType(request: Request, { required, mediaTypes }: NonNullable<InputShape['body']>): void {
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const expected = mediaTypes.join(' or ')
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody && required) throw invalidRequest('body', `is required, as ${expected}`)
  if (hasBody && !mediaTypes.includes(mediaType)) throw invalidRequest('header.content-type', `must be ${expected}`)
  if (parameters.some((parameter) => parameter.startsWith('charset=') && !/^charset="?utf-8"?$/.test(parameter))) {
    throw invalidRequest('header.content-type', 'must have no charset but utf-8')
  }
  request.headers['content-type'] = hasBody ? mediaType : mediaTypes[0]
}

/** Runs one Express middleware as a promise: it resolves when the middleware calls next, and rejects with what it passes or throws. */
function runStep(step: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => (error ? reject(error) : resolve())
    Promise.resolve(step(request, response, next as NextFunction)).catch(reject)
  })
}

function explain(violation: unknown): string {
  const { errors, message } = violation as { errors?: ValidationProblem[]; message?: string }
  return errors?.map((problem) => `${problem.path} ${problem.message}`).join('; ') || String(message ?? violation)
}

/**
 * The validator compiles the pattern of every path, in order, on every request until one matches: about half of what it costs. The
 * patterns never change, so they are kept (bounded by the number of paths in the contract). It also asks for strict routing under a
 * name that path-to-regexp 8 no longer knows, so that `/webhooks/` would be `/webhooks`; `trailing: false` is today's name for it.
 */
function compilePathPatternsOnce(): void {
  const load = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator'))
  const module = load('path-to-regexp') as {
    pathToRegexp: (path: string, options: { sensitive?: boolean; trailing?: boolean }) => unknown
    memoised?: true
  }
  if (module.memoised) return
  const compile = module.pathToRegexp
  const patterns = new Map<string, unknown>()
  module.pathToRegexp = (path, options) => {
    const key = `${path} ${options.sensitive}`
    const known = patterns.get(key)
    if (known) return known
    const pattern = compile(path, { ...options, trailing: false })
    patterns.set(key, pattern)
    return pattern
  }
  module.memoised = true
}
