import type { CallOptions } from '@generated/sdk/runtime'
import { apiErrorOf } from './api-error.ts'
import { type Attempt, startAttempt } from './attempt.ts'
import type { CallResult } from './call.ts'
import type { Credential } from './credentials.ts'
import { ApiError, ParseError } from './errors.ts'
import { type Log, redacted } from './log.ts'
import type { Request } from './request.ts'
import { retryDelay, sleep } from './retry.ts'

/** Sends one HTTP request. Headers are a plain object with names in lower case. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<Response>

export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string | Blob | ReadableStream<Uint8Array>
  /** fetch requires it for a body that is a stream. */
  duplex?: 'half'
  signal: AbortSignal
  redirect: 'manual'
}

/**
 * Runs around every attempt: may change the request, return a response itself, read the response, and see network
 * errors.
 */
export type Middleware = (url: string, init: FetchInit, next: FetchFunction) => Promise<Response>

/** The options that all calls of one client share. */
export interface Context {
  fetch: FetchFunction
  /** Milliseconds, like the other times. */
  timeout: number
  totalTimeout: number
  maxRetries: number
  retryAfterMax: number
  log: Log
  /** The number of calls so far. */
  calls: number
}

/** Sends a request, with retries, until there is a response or no retry is worthwhile. */
export async function send<Result>(
  context: Context,
  request: Request,
  credential: Credential | undefined,
  options: CallOptions,
  raw: boolean,
): Promise<CallResult<Result>> {
  const { log } = context
  const timeout = options.timeout ?? context.timeout
  const totalTimeout = options.totalTimeout ?? context.totalTimeout
  const maxRetries = request.isOneShot ? 0 : (options.maxRetries ?? context.maxRetries)
  const limits = { maxRetries, retryAfterMax: context.retryAfterMax }
  const endsAt = performance.now() + totalTimeout
  // In every log entry, so that the entries of one call can be found.
  const names = { call: ++context.calls, operation: request.name }
  let mayHaveArrived = false
  let renewed = false

  for (let attempts = 1; ; attempts++) {
    const left = endsAt - performance.now()
    const limit = left < timeout ? 'totalTimeout' : 'timeout'
    const attempt = startAttempt(options.signal, Math.min(left, timeout), limit)
    let authorization: string | undefined
    let error: unknown
    try {
      authorization = await credential?.authorization(attempt.signal)
      return await sendOnce<Result>(context, request, authorization, attempt, { ...names, attempt: attempts }, raw)
    } catch (thrown) {
      error = attempt.explain(thrown, request)
    } finally {
      attempt.end()
    }

    if (isRefusal(error) && !renewed && !request.isOneShot && authorization && credential?.renew(authorization)) {
      renewed = true
      // A request with a new credential does not count as a retry.
      attempts--
      log('info', 'requesting a new token after 401', () => names)
      continue
    }
    const failure = { error, attempts, isRepeatable: request.isRepeatable, mayHaveArrived }
    const wait = retryDelay(failure, limits)
    if (wait === null || performance.now() + wait >= endsAt) throw error
    mayHaveArrived ||= !(error instanceof ApiError) || error.status >= 500
    log('info', 'retrying', () => ({ ...names, attempts, wait_ms: Math.round(wait), error: String(error) }))
    await sleep(wait, options.signal)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

async function sendOnce<Result>(
  { fetch, log }: Context,
  { name, method, url, headers, body, isOneShot }: Request,
  authorization: string | undefined,
  attempt: Attempt,
  names: Record<string, unknown>,
  raw: boolean,
): Promise<CallResult<Result>> {
  const sent = authorization === undefined || 'authorization' in headers ? headers : { ...headers, authorization }
  const init: FetchInit = { method, headers: sent, signal: attempt.signal, redirect: 'manual' }
  if (body !== undefined) init.body = body
  if (isOneShot) init.duplex = 'half'
  const startedAt = performance.now()
  log('debug', 'request', () => ({ ...names, method, url, headers: redacted(sent) }))
  const response = await fetch(url, init)
  const { ok, status } = response
  const id = () => response.headers.get('x-request-id')
  log('debug', 'response', () => {
    return { ...names, status, request_id: id(), duration_ms: Math.round(performance.now() - startedAt) }
  })
  // For a caller that wants the response itself, 304 Not Modified is not an error.
  if (raw && (ok || status === 304)) return { result: undefined as Result, response }
  const text = await response.text()
  if (!ok) throw apiErrorOf(response, text)
  try {
    return { result: text === '' ? undefined : JSON.parse(text), response }
  } catch (cause) {
    const message = `${name} got ${status} with a body that is truncated or not valid JSON`
    throw new ParseError(`${message} (request ${id() ?? 'unknown'}).`, { cause })
  }
}
