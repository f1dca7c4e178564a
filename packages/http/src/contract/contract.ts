import type { OperationFacts } from '@generated/contract/operations'
import { isRecord } from '@svc/runtime/json'
import express, { type Request, type RequestHandler, type Response } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { bodyParser } from '../body-parser.ts'
import { ApiError } from '../errors.ts'
import { limitProblems } from './body-limits.ts'
import {
  canonicalizeContentType,
  formType,
  hasBody,
  inputShapes,
  isJsonMediaType,
  listEmptyValues,
  queryProblems,
  typedForm,
  withoutUploads,
} from './input-shapes.ts'
import { requirePlainUpload, uploadedFile } from './uploads.ts'
import { formatOf, type ValidationProblem, validationError } from './validation-messages.ts'
import {
  compilePathPatternsOnce,
  type RoutedRequest,
  rememberRoutes,
  responseViolation,
  runStep,
  shortenStart,
  stepNamed,
  typeUniqueItems,
} from './validator-patches.ts'

/** Body limit in bytes. Where a schema allows more, as that of `createReviews` does, the contract states this limit. */
const bodyLimitBytes = 256 * 1024

interface ContractOptions {
  /** The strict bundle: a parsed OpenAPI 3.1 document without external references. It is not changed. */
  document: object
  /** The operation table that was generated from the document. */
  operations: Readonly<Record<string, OperationFacts>>
  /** Path prefix of the API, which replaces the `servers` of the document; empty for none. */
  basePath: string
  /** Named formats of the document beyond those of JSON Schema. */
  formats: Readonly<Record<string, Format>>
}

/** Checks a string: returns what is wrong with it, as the end of the sentence "the value …", or undefined. */
type Format = (value: string) => string | undefined

/** The validated input of a request: the shapes are those that the contract states for the operation. */
export interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  /** The parsed body; an `AsyncIterable<Uint8Array>` of the unread one where it is a file. */
  body: unknown
}

/** Finds the operation of a request, validates its input, and checks responses against the contract. */
export interface Contract {
  /** The definition of every operation, by operationId. */
  operations: Readonly<Record<string, OperationFacts>>
  /** Path prefix of the API, such as `/api/public/v1`. */
  basePath: string
  /**
   * Express middleware that finds the operation, or fails with 404 or 405. `operationIdOf` names it from then on.
   *
   * @param mountPath the path under which these operations are served; default: that of the contract
   */
  route(mountPath?: string): RequestHandler[]
  operationIdOf(request: Request): string
  /** Reads and validates parameters and body; throws ApiError 400, or 404 for an id that cannot exist. */
  readInput(request: Request, response: Response): Promise<Input>
  /**
   * Throws a ResponseViolationError for a response that is not what the contract describes. For development and tests:
   * it costs as much as the request.
   *
   * @param mediaType the documented media type of the body; default: application/json
   */
  assertResponse(request: Request, status: number, body: unknown, mediaType?: string): Promise<void>
}

const shownProblemsMax = 3

/** A response that is not what the contract describes: a defect of the service. Its message is one line. */
export class ResponseViolationError extends Error {
  override readonly name = 'ResponseViolationError'
  readonly #reason: string

  /** @param request method and path */
  constructor(request: string, status: number, problems: readonly string[]) {
    const rest = problems.length - shownProblemsMax
    const reason = `${problems.slice(0, shownProblemsMax).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
    super(`${request}: the ${status} response breaks the contract: ${reason}`)
    this.#reason = reason
    // The cause is in the handler that returned the body, which is not on the stack.
    this.stack = `${this.name}: ${this.message}`
  }

  /** At most three rules, each with the path in the body, such as `body.items.0.id must be string`. */
  get reason(): string {
    return this.#reason
  }
}

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>

/**
 * Loads the document into express-openapi-validator and takes its middleware apart, because authentication belongs
 * between its route step (404, 405) and its request step (400): a caller without a credential learns nothing about
 * bodies. Its own security step is off; it runs every alternative scheme on every request and loses our error codes.
 */
export function createContract({ document, operations, basePath, formats }: ContractOptions): Contract {
  compilePathPatternsOnce()
  shortenStart()
  const apiSpec: object = { ...withoutUploads(document), servers: [{ url: basePath }] }
  if (!isApiSpec(apiSpec)) throw new Error('The document is not an OpenAPI document')
  typeUniqueItems(apiSpec)
  const steps: RequestHandler[] = OpenApiValidator.middleware({
    apiSpec,
    validateApiSpec: false, // `npm run spec:lint` validates the contract, and shortenStart omits it
    validateSecurity: false,
    fileUploader: false,
    // `queryProblems` finds unknown parameters: the validator would report only the first, and no other problem with
    // it.
    validateRequests: { allErrors: true, coerceTypes: false, allowUnknownQueryParameters: true },
    validateResponses: { allErrors: true },
    formats: validatorFormats(formats),
    ajvFormats: { mode: 'full' },
  })
  const shapes = inputShapes(document)
  const requestStep = stepNamed(steps, 'requestMiddleware')
  const responseStep = stepNamed(steps, 'responseMiddleware')

  return {
    operations,
    basePath,

    route: (mountPath = basePath) => routesOf(steps, { mountPath, basePath }),

    operationIdOf,

    async readInput(request, response) {
      const shape = shapes.get(operationIdOf(request)) ?? { query: new Map(), body: undefined }
      const isCursor = (name: string) => shape.query.get(name)?.isCursor ?? false
      const problems = queryProblems(request, shape.query)
      listEmptyValues(request, shape.query)
      const contentType = request.headers['content-type']
      if (shape.body) canonicalizeContentType(request, shape.body)
      if (shape.body && !shape.body.isUpload) {
        await readBody(request, response, { document, form: shape.body.form })
        const tooLarge = limitProblems(request.body, shape.body.limits)
        if (tooLarge.length > 0) throw validationError([...problems, ...tooLarge], { isCursor })
      } else {
        if (shape.body) requirePlainUpload(request)
        // The validator compiles one schema per content type that it meets, and clients choose this header.
        delete request.headers['content-type']
      }
      try {
        await runStep(requestStep, request, response)
      } catch (error) {
        const found = problemsOf(error)
        if (!found) throw error
        const explained = found.map((problem) => explainFormat(problem, request.body, formats))
        throw validationError([...problems, ...explained], { cause: error, isCursor })
      }
      if (problems.length > 0) throw validationError(problems, { isCursor })
      const input = { path: request.params, query: { ...request.query } }
      if (!shape.body?.isUpload) return { ...input, body: request.body }
      return { ...input, body: uploadedFile(request, response, { contentType, field: shape.body.fileField }) }
    },

    async assertResponse(request, status, body, mediaType = 'application/json') {
      const violation = await responseViolation(responseStep, request, { status, body, mediaType })
      if (violation) throw new ResponseViolationError(`${request.method} ${request.path}`, status, explain(violation))
    },
  }
}

const parserOptions = { limit: bodyLimitBytes, inflate: false, type: () => true }
const parseJson = bodyParser(express.json({ ...parserOptions, strict: false }))
const parseForm = bodyParser(express.urlencoded({ ...parserOptions, extended: true }))
const parseText = bodyParser(express.text(parserOptions))

/** Reads the body of a request; undefined without one, of which the parser would make an empty object. */
async function readBody(
  request: Request,
  response: Response,
  { document, form }: { document: object; form: unknown },
): Promise<void> {
  const mediaType = request.headers['content-type'] ?? ''
  if (hasBody(request)) await runStep(parserOf(mediaType), request, response)
  if (mediaType === formType) request.body = typedForm(document, form, request.body)
}

/** Bodies that are neither JSON nor a form are strings. */
function parserOf(mediaType: string): RequestHandler {
  if (isJsonMediaType(mediaType)) return parseJson
  return mediaType === formType ? parseForm : parseText
}

/** The error of the contract for anything that was thrown: an `internal_error` unless it is an ApiError already. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  // Express adds a status to the URIError of a path parameter that it cannot decode.
  if (thrown instanceof URIError && 'status' in thrown) return validationError([], { cause: thrown })
  return new ApiError('internal_error', { cause: thrown })
}

/** The steps that find the operation of a request below `mountPath` by its path below `basePath`. */
function routesOf(
  steps: readonly RequestHandler[],
  { mountPath, basePath }: { mountPath: string; basePath: string },
): RequestHandler[] {
  const routeSteps = ['pathParamsMiddleware', 'metadataMiddleware'].map((name) => stepNamed(steps, name))
  const contractPath = ({ originalUrl }: Request) => {
    const [path = ''] = originalUrl.split('?', 1)
    return path.startsWith(`${mountPath}/`) ? basePath + path.slice(mountPath.length) : path
  }
  const findRoute = rememberRoutes(routeSteps, contractPath)
  return [
    (request, response, next) => findRoute(request, response, (thrown?: unknown) => next(thrown && routeError(thrown))),
    requireRoute,
  ]
}

/** Converts a refusal of the validator's route steps to an ApiError. */
function routeError(thrown: unknown): unknown {
  if (!isRecord(thrown)) return thrown
  switch (thrown.status) {
    case 404:
      return unknownPath()
    case 405:
      return new ApiError('method_not_allowed', { headers: stringsOf(thrown.headers) })
    case 400:
      return validationError(problemsOf(thrown) ?? [], { cause: thrown })
    default:
      return thrown
  }
}

function operationIdOf({ openapi }: RoutedRequest): string {
  if (openapi?.schema.operationId === undefined) throw new Error('The contract has not routed this request yet')
  return openapi.schema.operationId
}

const requireRoute: RequestHandler = ({ openapi }: RoutedRequest, _response, next) => {
  next(openapi ? undefined : unknownPath())
}

function unknownPath(): ApiError {
  return new ApiError('not_found', {
    message: 'This path does not exist. Paths are case-sensitive and have no trailing slash.',
  })
}

/** The formats as the validator takes them. */
function validatorFormats(formats: Readonly<Record<string, Format>>) {
  const tests = Object.entries(formats).map(([name, format]) => {
    return [name, { type: 'string' as const, validate: (value: string) => format(value) === undefined }] as const
  })
  return Object.fromEntries(tests)
}

/** The validator only says that a value of the body does not have a format; the format says what is wrong with it. */
function explainFormat(
  problem: ValidationProblem,
  body: unknown,
  formats: Readonly<Record<string, Format>>,
): ValidationProblem {
  const format = formats[formatOf(problem) ?? '']
  const [location, ...segments] = problem.path.split('/').filter((segment) => segment !== '')
  if (format === undefined || location !== 'body') return problem
  const value = segments.reduce<unknown>((part, segment) => (isRecord(part) ? part[segment] : undefined), body)
  return { ...problem, formatMessage: typeof value === 'string' ? format(value) : undefined }
}

/** Returns the mistakes that the validator found in a request; undefined for any other error. */
function problemsOf(thrown: unknown): ValidationProblem[] | undefined {
  if (!isRecord(thrown) || thrown.status !== 400) return undefined
  return Array.isArray(thrown.errors) ? thrown.errors.filter(isProblem) : []
}

function isProblem(value: unknown): value is ValidationProblem {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

function explain(violation: unknown): string[] {
  if (!isRecord(violation)) return [String(violation)]
  const problems = Array.isArray(violation.errors) ? violation.errors.filter(isProblem) : []
  const sentences = problems.map(({ path, message }) => `${bodyPath(path)} ${message}`.replaceAll(/\s+/g, ' '))
  return sentences.length > 0 ? sentences : [String(violation.message)]
}

/** The validator's `/response/items/0` as `body.items.0`. */
function bodyPath(path: string): string {
  return path.replace(/^\/response(?=\/|$)/, 'body').replaceAll('/', '.')
}

function stringsOf(headers: unknown): Record<string, string> {
  if (!isRecord(headers)) return {}
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Returns whether a document has the members that the validator reads; `npm run spec:lint` checks all below them. */
function isApiSpec(document: object): document is ApiSpec {
  const { openapi, info, paths }: Record<string, unknown> = { ...document }
  return (
    /^3\.\d+\.\d+/.test(String(openapi)) && isRecord(info) && isRecord(paths) && Object.values(paths).every(isRecord)
  )
}
