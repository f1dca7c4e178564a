import { createRequire } from 'node:module'
import { isRecord } from '@svc/runtime/json'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { resolveNode } from './references.ts'

// Behavior that express-openapi-validator does not offer as an option.

/** A middleware of the validator, by the name of its function. Throws when a new version no longer has it. */
export function stepNamed(steps: readonly RequestHandler[], name: string): RequestHandler {
  const found = steps.find((candidate) => candidate.name === name)
  if (!found)
    throw new Error(`express-openapi-validator no longer has a ${name}; adapt createContract to its new layout`)
  return found
}

/** Runs one Express middleware: resolves when it calls `next`, rejects with what it passes to `next` or throws. */
export function runStep(step: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => (error ? reject(error) : resolve())
    Promise.resolve(step(request, response, next)).catch(reject)
  })
}

/** A request as the validator's route step leaves it. */
export type RoutedRequest = Request & { openapi?: Routed }

interface Routed {
  schema: { operationId?: string }
  pathParams: Record<string, string>
}

/** A path segment that is an id: a prefix of three letters and 26 characters (`packages/runtime/src/ids.ts`). */
const idSegment = /(?<=\/)[a-z]{3}_[0-9a-z]{26}(?=\/|$)/g

/**
 * The route steps of the validator, which try every path of the contract in turn on every request. The path of a
 * request without its ids selects the same operation every time, so the result is kept under it: one entry for each
 * operation. Paths that the steps refuse, or with a parameter that does not have the form of an id, are not kept.
 *
 * @param pathOf the path by which the steps find the operation of a request
 */
export function rememberRoutes(
  routeSteps: readonly RequestHandler[],
  pathOf: (request: Request) => string,
): RequestHandler {
  const known = new Map<string, Routed>()
  return (request: RoutedRequest, response, next) => {
    const path = pathOf(request)
    const ids = path.match(idSegment) ?? []
    const shape = `${request.method} ${ids.length === 0 ? path : path.replace(idSegment, '{id}')}`
    const route = known.get(shape)
    if (route !== undefined) {
      const names = Object.keys(route.pathParams)
      const pathParams = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? '']))
      request.openapi = { ...route, pathParams }
      request.params = pathParams
      next()
      return
    }
    // The steps read the path from here; the request itself keeps its URL.
    const routed: RoutedRequest = Object.create(request, { originalUrl: { value: path } })
    const keep = () => {
      const { openapi, params } = routed
      if (openapi) Object.assign(request, { openapi, params })
      if (openapi && Object.keys(openapi.pathParams).length === ids.length) known.set(shape, openapi)
      next()
    }
    runSteps(routeSteps, routed, response).then(keep, next)
  }
}

async function runSteps(steps: readonly RequestHandler[], request: Request, response: Response): Promise<void> {
  for (const step of steps) await runStep(step, request, response)
}

/** The members of a response that the validator's response step uses. */
interface StandInResponse {
  statusCode: number
  headersSent: boolean
  getHeaders(): object
  json(body: unknown): unknown
}

/**
 * Returns the mistakes that the validator's response step finds in a body; undefined for a valid one. The step hooks
 * `res.json`: a stand-in response lets it validate the body without touching the real one.
 */
export async function responseViolation(
  responseStep: RequestHandler,
  request: Request,
  { status, body, mediaType }: { status: number; body: unknown; mediaType: string },
): Promise<unknown> {
  const standIn: StandInResponse = {
    statusCode: status,
    headersSent: false,
    getHeaders: () => ({ 'content-type': mediaType }),
    json: () => standIn,
  }
  let violation: unknown
  await new Promise<void>((resolve) => {
    const next: NextFunction = (error?: unknown) => {
      violation = error
      resolve()
    }
    Reflect.apply(responseStep, undefined, [request, standIn, next])
  })
  standIn.json(body)
  return violation
}

/**
 * Writes the type of the items next to their reference wherever a list has `uniqueItems`. The validator compares every
 * item with every other unless the list itself says that its items are scalars. Changes the document.
 */
export function typeUniqueItems(document: object, node: unknown = document): void {
  if (typeof node !== 'object' || node === null) return
  if (isRecord(node) && node.uniqueItems === true && isRecord(node.items)) {
    const { type } = resolveNode(document, node.items)
    if (type !== undefined) node.items = { ...node.items, type }
  }
  for (const part of Object.values(node)) typeUniqueItems(document, part)
}

const requireFromValidator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator'))

interface PathToRegexpModule {
  pathToRegexp: (path: string, options: { sensitive?: boolean; trailing?: boolean }) => unknown
}

const patched = new WeakSet<PathToRegexpModule>()

/**
 * The validator compiles the patterns of all paths, in order, on every request until one matches: about half of its
 * cost. The patterns never change, so they are kept (bounded by the number of paths in the contract). It also asks for
 * strict routing under a name that path-to-regexp 8 no longer knows, so that `/webhooks/` would be `/webhooks`;
 * `trailing: false` is the present name.
 */
export function compilePathPatternsOnce(): void {
  const module: PathToRegexpModule = requireFromValidator('path-to-regexp')
  if (patched.has(module)) return
  patched.add(module)
  const compile = module.pathToRegexp
  const patterns = new Map<string, unknown>()
  module.pathToRegexp = (path, options) => {
    const key = `${path} ${options.sensitive}`
    const pattern = patterns.get(key) ?? compile(escaped(path), { ...options, trailing: false })
    patterns.set(key, pattern)
    return pattern
  }
}

/** A path in which the characters that path-to-regexp reserves stand for themselves, such as those of `/v1/A+B`. */
const escaped = (path: string) => path.replaceAll(/(?<!\\)[()[\]+?!]/g, '\\$&')

interface FrameworkModule {
  OpenAPIFramework: { prototype: { loadSpec(document: unknown): Promise<unknown> } }
}

interface SpecValidatorModule {
  OpenAPISchemaValidator: new () => object
}

interface PreprocessorModule {
  SchemaPreprocessor: { prototype: { apiDoc: unknown; resolveSchema(node: unknown): unknown } }
}

/**
 * Skips most of the work of the validator's start, which this contract does not need: it searches a bundle for external
 * references, compiles the schema of OpenAPI even if it does not validate the document, and compiles every schema to
 * which a reference leads, only to find it. Throws when a new version of the validator no longer has these parts.
 */
export function shortenStart(): void {
  const { OpenAPIFramework }: FrameworkModule = requireFromValidator('./framework/index.js')
  const specValidator: SpecValidatorModule = requireFromValidator('./framework/openapi.schema.validator.js')
  const { SchemaPreprocessor }: PreprocessorModule = requireFromValidator(
    './middlewares/parsers/schema.preprocessor.js',
  )
  const [framework, preprocessor] = [OpenAPIFramework.prototype, SchemaPreprocessor.prototype]
  if (!('loadSpec' in framework && 'OpenAPISchemaValidator' in specValidator && 'resolveSchema' in preprocessor))
    throw new Error('express-openapi-validator starts differently; adapt shortenStart to its new layout')

  framework.loadSpec = async (document) => document
  specValidator.OpenAPISchemaValidator = class {}
  preprocessor.resolveSchema = function (node) {
    return isRecord(node) && node.$ref !== undefined ? resolveNode(this.apiDoc, node) : node
  }
}
