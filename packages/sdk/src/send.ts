import type { CallOptions } from '@generated/sdk/runtime'
import { apiErrorOf } from './api-error.ts'
import { type Attempt, sleep, startAttempt } from './attempt.ts'
import type { CallResult } from './call.ts'
import type { Credential } from './credentials.ts'
import { ApiError, ParseError } from './errors.ts'
import { type Logger, redacted } from './log.ts'
import type { FetchInit, Request } from './request.ts'
import { isWorthRetrying, retryDelay } from './retry.ts'

/** Sends one HTTP request. Headers are a plain object with names in lower case. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<Response>

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
  /** Undefined if the log has no entries of this level. */
  debug: Logger | undefined
  info: Logger | undefined
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
  const { info } = context
  const timeout = options.timeout ?? context.timeout
  const totalTimeout = options.totalTimeout ?? context.totalTimeout
  // A stream can be read only once.
  const isOneShot = request.init.body instanceof ReadableStream
  const maxRetries = isOneShot ? 0 : (options.maxRetries ?? context.maxRetries)
  const endsAt = performance.now() + totalTimeout
  // In every log entry, so that the entries of one call can be found.
  const names = { call: ++context.calls, operation: request.name }
  let mayHaveArrived = false
  // One new token for a call. A stream cannot be sent again with it.
  let mayRenew = !isOneShot

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

    // Without a response it is unknown what the service did, as after a server error.
    const status = error instanceof ApiError ? error.status : 500
    if (status === 401 && mayRenew && authorization && credential?.renew(authorization)) {
      mayRenew = false
      // A request with a new credential does not count as a retry.
      attempts--
      info?.info('requesting a new token after 401', names)
      continue
    }
    if (attempts > maxRetries || !isWorthRetrying(error, request, mayHaveArrived)) throw error
    const wait = retryDelay(error, attempts, context.retryAfterMax)
    if (performance.now() + wait >= endsAt) throw error
    mayHaveArrived ||= status >= 500
    info?.info('retrying', { ...names, attempts, wait_ms: Math.round(wait), error: String(error) })
    await sleep(wait, options.signal)
  }
}

async function sendOnce<Result>(
  { fetch, debug }: Context,
  { name, url, init }: Request,
  authorization: string | undefined,
  attempt: Attempt,
  names: Record<string, unknown>,
  raw: boolean,
): Promise<CallResult<Result>> {
  const headers = { ...init.headers }
  if (authorization !== undefined) headers.authorization ??= authorization
  const startedAt = performance.now()
  debug?.debug('request', { ...names, method: init.method, url, headers: redacted(headers) })
  const response = await fetch(url, { ...init, headers, signal: attempt.signal })
  const { ok, status } = response
  const id = () => response.headers.get('x-request-id')
  debug?.debug('response', {
    ...names,
    status,
    request_id: id(),
    duration_ms: Math.round(performance.now() - startedAt),
  })
  // For a caller that wants the response itself, 304 Not Modified is not an error.
  if (raw && (ok || status === 304)) return { result: undefined as Result, response }
  const text = await response.text()
  if (!ok) throw apiErrorOf(response, text)
  try {
    return { result: text ? JSON.parse(text) : undefined, response }
  } catch (cause) {
    throw new ParseError(
      `${name} got ${status} with a body that is truncated or not valid JSON (request ${id() ?? 'unknown'}).`,
      { cause },
    )
  }
}
