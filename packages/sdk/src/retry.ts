import { ApiError, ConflictError, ConnectionError, QuotaExceededError } from './errors.ts'
import { isRepeatable, type Request } from './request.ts'

const firstDelayMs = 500
const delayMaxMs = 8_000
/** Clients that failed together must not retry together. */
const jitter = 0.25

/**
 * The delay before the next attempt, in milliseconds. Infinity if the service wants more than `retryAfterMax`.
 *
 * @param attempts so far
 */
export function retryDelay(error: unknown, attempts: number, retryAfterMax: number): number {
  const retryAfter = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  if (retryAfter > retryAfterMax) return Number.POSITIVE_INFINITY
  return retryAfter || Math.min(delayMaxMs, firstDelayMs * 2 ** (attempts - 1)) * (1 - jitter * Math.random())
}

/**
 * Returns whether the same request may succeed now, and may be sent again.
 *
 * Retried are temporary failures: no response, 408, 429 and 5xx. A request that is not repeatable is retried only when
 * the service states that it did nothing. A 409 is final, unless an earlier attempt of the same call may still be in
 * progress. `x-should-retry: true` or `false` overrides all this.
 *
 * @param mayHaveArrived whether an earlier attempt may have arrived although its response did not
 */
export function isWorthRetrying(error: unknown, request: Request, mayHaveArrived: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable(request)
  if (!(error instanceof ApiError) || error instanceof QuotaExceededError) return false
  const override = error.headers.get('x-should-retry')
  if (override === 'true' || override === 'false') return override === 'true'
  if (error instanceof ConflictError) return mayHaveArrived && isRepeatable(request)
  const didNothing = [408, 429, 503].includes(error.status)
  return didNothing || (error.isRetryable && isRepeatable(request))
}
