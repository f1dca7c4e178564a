import { AbortError, ApiError, ConflictError, ConnectionError, QuotaExceededError } from './errors.ts'

const firstDelayMs = 500
const delayMaxMs = 8_000
/** Clients that failed together must not retry together. */
const jitter = 0.25

/** The state of a call after a failed attempt. */
interface Failure {
  error: unknown
  /** Attempts so far. */
  attempts: number
  /** Safe to send twice: by its method, or because it has an Idempotency-Key. */
  isRepeatable: boolean
  /** An earlier attempt may have arrived although its response did not. */
  mayHaveArrived: boolean
}

interface RetryLimits {
  maxRetries: number
  /** A longer `Retry-After` than this is not waited for. Milliseconds. */
  retryAfterMax: number
}

/**
 * The delay before the next attempt, in milliseconds; null when there should be none.
 *
 * Retried are temporary failures: no response, 408, 429 and 5xx. A request that is not repeatable is retried only when
 * the service states that it did nothing. A 409 is final, unless an earlier attempt of the same call may still be in
 * progress. `x-should-retry: true` or `false` overrides all this.
 */
export function retryDelay(failure: Failure, { maxRetries, retryAfterMax }: RetryLimits): number | null {
  const { error, attempts } = failure
  if (attempts > maxRetries || !isWorthRetrying(failure)) return null
  const retryAfter = error instanceof ApiError ? error.retryAfterMs : null
  if (retryAfter !== null && retryAfter > retryAfterMax) return null
  if (retryAfter !== null && retryAfter > 0) return retryAfter
  return Math.min(delayMaxMs, firstDelayMs * 2 ** (attempts - 1)) * (1 - jitter * Math.random())
}

function isWorthRetrying({ error, isRepeatable, mayHaveArrived }: Failure): boolean {
  if (error instanceof AbortError || error instanceof QuotaExceededError) return false
  if (error instanceof ConnectionError) return isRepeatable
  if (!(error instanceof ApiError)) return false
  const override = error.headers.get('x-should-retry')
  if (override === 'true' || override === 'false') return override === 'true'
  if (error instanceof ConflictError) return isRepeatable && mayHaveArrived
  const didNothing = [408, 429, 503].includes(error.status)
  return didNothing || (error.isRetryable && isRepeatable)
}

/**
 * Waits. An abort ends the wait immediately. The listener is removed with the wait: a signal may live as long as the
 * process and must not collect one listener for every delay.
 *
 * @throws AbortError
 */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortErrorOf(signal))
    const onAbort = () => {
      clearTimeout(timer)
      if (signal) reject(abortErrorOf(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

export function abortErrorOf(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted.', { cause: signal.reason })
}
