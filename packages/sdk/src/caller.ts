import { defaultBaseUrl } from '@generated/sdk/operations'
import type { Call, Caller, CallOptions, Input, List, Operation } from '@generated/sdk/runtime'
import { type Answer, PendingCall, PendingList } from './call.ts'
import { type Credential, type CredentialOptions, createCredential, type TokenResponse } from './credentials.ts'
import { isBrowser, readVariable, userAgent } from './environment.ts'
import { ApiError, apiErrorOf, ConnectionError, ParseError, SdkError, TimeoutError } from './errors.ts'
import { createLog, type Log, type Logger, type LogLevel, redacted } from './log.ts'
import { abortErrorOf, pause, pauseBeforeRetry } from './retry.ts'

/** One HTTP exchange. Headers are a plain object with names in lower case. */
export type Exchange = (url: string, init: ExchangeInit) => Promise<Response>

export interface ExchangeInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual'
}

/** Stands around every attempt: may change the request, answer itself, look at the answer, and sees network errors. */
export type Middleware = (url: string, init: ExchangeInit, next: Exchange) => Promise<Response>

/** Times are milliseconds. */
export interface CallerOptions extends CredentialOptions {
  /** Root of the REST API, version included. Default: `SVC_BASE_URL`, else the development address. */
  baseUrl?: string | undefined
  /** Host of the OAuth endpoints. Default: `SVC_AUTH_URL`, else the origin of the base URL. */
  authUrl?: string | undefined
  /** For one attempt, from the first byte sent to the last byte received. Default: 30 seconds. */
  timeout?: number | undefined
  /** For a whole call with all its attempts and pauses. Default: 2 minutes. */
  totalTimeout?: number | undefined
  /** Attempts after the first. Default: 2. */
  maxRetries?: number | undefined
  /** A longer `Retry-After` is not waited for but thrown. Default: 60 seconds. */
  retryAfterMax?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** The first one is the outermost. */
  middleware?: readonly Middleware[] | undefined
  fetch?: Exchange | undefined
  logger?: Logger | undefined
  /** Default: `info`, which tells of retries. `debug` tells of every attempt. */
  logLevel?: LogLevel | undefined
  /** A page shows its credential to everybody who opens it, so the client refuses to start in one. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** A request that the generated operations do not know. */
export interface RawRequest {
  method: string
  /** Below the base URL, with a slash in front. */
  path: string
  query?: Record<string, unknown>
  body?: unknown
}

/** What generated functions and resources call, and `request` for everything else. */
export interface ApiCaller extends Caller {
  request<Result = unknown>(request: RawRequest, options?: CallOptions): Call<Result>
}

/**
 * Makes a caller for the generated functions.
 *
 * @throws SdkError without a credential, or in a browser
 */
export function createCaller(options: CallerOptions = {}): ApiCaller {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new SdkError(
      'This is a browser: whoever opens the page could read the credential and use it. Call the API from a server of yours, ' +
        'or pass dangerouslyAllowBrowser: true if the page is for nobody but the owner of the credential.',
    )
  }
  const baseUrl = withoutSlash(options.baseUrl ?? readVariable('SVC_BASE_URL') ?? defaultBaseUrl)
  const authUrl = withoutSlash(options.authUrl ?? readVariable('SVC_AUTH_URL') ?? originOf(baseUrl))
  const context: Context = {
    exchange: throughMiddleware(options.middleware ?? [], options.fetch ?? ((url, init) => fetch(url, init))),
    timeout: options.timeout ?? 30_000,
    totalTimeout: options.totalTimeout ?? 120_000,
    maxRetries: options.maxRetries ?? 2,
    retryAfterMax: options.retryAfterMax ?? 60_000,
    log: createLog(options.logger, options.logLevel ?? 'info'),
  }
  const commonHeaders = {
    accept: 'application/json',
    'user-agent': userAgent(),
    ...lowerCased(options.headers ?? {}),
  }

  const requestToken = async (form: Record<string, string>): Promise<TokenResponse> => {
    const request: Request = {
      name: 'requestToken',
      method: 'POST',
      url: `${authUrl}/api/oauth/token`,
      headers: { ...commonHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // A second token does no harm: the first is simply never used.
      isRepeatable: true,
    }
    return (await send<TokenResponse>(context, request, undefined, {}, false)).result
  }
  const credential = createCredential(options, requestToken)

  const start =
    <Result>(operation: Operation, input: Input, callOptions: CallOptions = {}) =>
    (raw: boolean): Promise<Answer<Result>> => {
      const request = requestOf(baseUrl, commonHeaders, operation, input, callOptions)
      return send<Result>(context, request, credential, callOptions, raw)
    }

  return {
    call<Result>(operation: Operation, input: Input, callOptions?: CallOptions): Call<Result> {
      return new PendingCall(async (raw) => start<Result>(operation, input, callOptions)(raw))
    },

    list<Body, Item>(operation: Operation, input: Input, callOptions?: CallOptions): List<Body, Item> {
      const { cursor, items, next } = operation.pagination ?? { cursor: 'cursor', items: '', next: '' }
      const read = async (position: string) => {
        const query = { ...input.query, [cursor]: position }
        return (await start<Body & object>(operation, { ...input, query }, callOptions)(false)).result
      }
      const begin = async (raw: boolean) => start<Body & object>(operation, input, callOptions)(raw)
      const given = (input.query as Record<string, unknown> | undefined)?.[cursor]
      const list = new PendingList<Body & object, Item>(begin, { items, next, read }, given as string | undefined)
      // Body is a JSON object wherever an operation has pages; the interface cannot say so.
      return list as unknown as List<Body, Item>
    },

    request<Result>({ method, path, query, body }: RawRequest, callOptions?: CallOptions): Call<Result> {
      const operation = { id: `${method} ${path}`, method: method.toUpperCase(), path }
      return new PendingCall(async (raw) => start<Result>(operation, { query, body }, callOptions)(raw))
    },
  }
}

/** What all calls of one client have in common. */
interface Context {
  exchange: Exchange
  timeout: number
  totalTimeout: number
  maxRetries: number
  retryAfterMax: number
  log: Log
}

/** A request that is ready to be sent, as often as need be. */
interface Request {
  /** For logs and errors. */
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  isRepeatable: boolean
}

/** Methods that HTTP calls idempotent (RFC 9110 section 9.2.2). */
const repeatableMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

function requestOf(
  baseUrl: string,
  commonHeaders: Record<string, string>,
  operation: Operation,
  input: Input,
  options: CallOptions,
): Request {
  const { method } = operation
  const headers: Record<string, string> = { ...commonHeaders }
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  if (body !== undefined) headers['content-type'] = 'application/json'
  // The same key on every attempt: a repeated POST is answered with the outcome of the first.
  if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = value
  }
  return {
    name: operation.id,
    method,
    url: baseUrl + pathOf(operation.path, input.path) + queryOf({ ...input.query, ...options.query }),
    headers,
    body,
    isRepeatable: repeatableMethods.has(method) || headers['idempotency-key'] !== undefined,
  }
}

/** Fills the path template. An empty id would be another address, and one with dots could climb out of this one. */
function pathOf(template: string, parameters: Input['path'] = {}): string {
  if (!template.startsWith('/'))
    throw new SdkError(`The path ${template} must begin with a slash and is relative to the base URL.`)
  return template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = parameters[name]
    const text = value === undefined || value === null ? '' : String(value)
    if (text === '' || text === '.' || text === '..') throw new SdkError(`${template} needs a value for ${name}.`)
    return encodeURIComponent(text)
  })
}

/** Lists are repeated, dates are written as ISO 8601, what is missing is left out. */
function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, one instanceof Date ? one.toISOString() : String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Sends a request until it is answered or there is no sense in trying again. */
async function send<Result>(
  context: Context,
  request: Request,
  credential: Credential | undefined,
  options: CallOptions,
  raw: boolean,
): Promise<Answer<Result>> {
  const { log } = context
  const timeout = options.timeout ?? context.timeout
  const totalTimeout = options.totalTimeout ?? context.totalTimeout
  const limits = { maxRetries: options.maxRetries ?? context.maxRetries, retryAfterMax: context.retryAfterMax }
  const endsAt = performance.now() + totalTimeout
  let mayHaveArrived = false
  let renewed = false

  for (let attempts = 1; ; attempts++) {
    const left = endsAt - performance.now()
    const limit = left < timeout ? 'totalTimeout' : 'timeout'
    const attempt = new Attempt(options.signal, Math.min(left, timeout), limit)
    let authorization: string | undefined
    let error: unknown
    try {
      authorization = await credential?.authorization(attempt.signal)
      return await exchange<Result>(context, request, authorization, attempt, attempts, raw)
    } catch (thrown) {
      error = attempt.explain(thrown, request)
    } finally {
      attempt.end()
    }

    if (isRefusal(error) && !renewed && authorization && credential?.renew(authorization)) {
      renewed = true
      // Another credential is not another try.
      attempts--
      log.write('info', 'asking for another token after 401', { operation: request.name })
      continue
    }
    const failure = { error, attempts, isRepeatable: request.isRepeatable, mayHaveArrived }
    const wait = pauseBeforeRetry(failure, limits)
    if (wait === null || performance.now() + wait >= endsAt) throw error
    mayHaveArrived ||= !(error instanceof ApiError) || error.status >= 500
    const wait_ms = Math.round(wait)
    log.write('info', 'trying again', { operation: request.name, attempts, wait_ms, error: String(error) })
    await pause(wait, options.signal)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

async function exchange<Result>(
  { exchange, log }: Context,
  { name, method, url, headers, body }: Request,
  authorization: string | undefined,
  attempt: Attempt,
  attempts: number,
  raw: boolean,
): Promise<Answer<Result>> {
  const sent = authorization === undefined || 'authorization' in headers ? headers : { ...headers, authorization }
  const init: ExchangeInit = { method, headers: sent, signal: attempt.signal, redirect: 'manual' }
  if (body !== undefined) init.body = body
  const startedAt = performance.now()
  if (log.wants('debug')) {
    log.write('debug', 'request', { operation: name, attempt: attempts, method, url, headers: redacted(sent) })
  }
  const response = await exchange(url, init)
  if (log.wants('debug')) {
    const duration_ms = Math.round(performance.now() - startedAt)
    const request_id = response.headers.get('x-request-id')
    log.write('debug', 'response', {
      operation: name,
      attempt: attempts,
      status: response.status,
      request_id,
      duration_ms,
    })
  }
  // A conditional read that was answered "not modified" is no error to whoever asks for the response itself.
  if (raw && (response.ok || response.status === 304)) return { result: undefined as Result, response }
  const text = await response.text()
  if (!response.ok) throw apiErrorOf(response, text)
  return { result: parsed<Result>(text, name, response), response }
}

function parsed<Result>(text: string, name: string, response: Response): Result {
  if (text === '') return undefined as Result
  try {
    return JSON.parse(text) as Result
  } catch (cause) {
    const id = response.headers.get('x-request-id')
    throw new ParseError(
      `${name} was answered with ${response.status} and a body that is not JSON or was cut short (request ${id ?? 'unknown'}).`,
      { cause },
    )
  }
}

/** The signal of one attempt: fires when the caller aborts and when time is up, and remembers which it was. */
class Attempt {
  readonly #controller = new AbortController()
  readonly #callerSignal: AbortSignal | undefined
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #limit: 'timeout' | 'totalTimeout'
  readonly #milliseconds: number
  #isLate = false

  constructor(callerSignal: AbortSignal | undefined, milliseconds: number, limit: 'timeout' | 'totalTimeout') {
    this.#callerSignal = callerSignal
    this.#limit = limit
    this.#milliseconds = Math.max(0, Math.round(milliseconds))
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#controller.abort()
    }, this.#milliseconds)
    if (callerSignal?.aborted) this.#controller.abort(callerSignal.reason)
    callerSignal?.addEventListener('abort', this.#onCallerAbort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly #onCallerAbort = () => this.#controller.abort(this.#callerSignal?.reason)

  /** Gives what was thrown during the attempt the name of its cause. */
  explain(thrown: unknown, { name, method }: Request): unknown {
    if (this.#callerSignal?.aborted) return abortErrorOf(this.#callerSignal)
    if (this.#isLate) {
      const message = `${name} was not answered within ${this.#milliseconds} ms (${this.#limit}).`
      return new TimeoutError(message, this.#limit, { cause: thrown })
    }
    if (thrown instanceof SdkError) return thrown
    return new ConnectionError(`${name} (${method}) got no answer: ${reasonOf(thrown)}.`, { cause: thrown })
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort)
  }
}

/** fetch says "fetch failed" and keeps the reason in the cause. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message ?? String(thrown)
}

function throughMiddleware(middleware: readonly Middleware[], innermost: Exchange): Exchange {
  return middleware.reduceRight<Exchange>((next, one) => (url, init) => one(url, init, next), innermost)
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch (cause) {
    throw new SdkError(`The base URL ${url} is not an absolute URL, such as ${defaultBaseUrl}.`, { cause })
  }
}
