import { AbortError, ApiError, ConflictError, ConnectionError, QuotaExceededError } from './errors.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** Clients that failed together must not come back together. */
const JITTER = 0.25

/** What is known of a call when an attempt has failed. */
export interface Failure {
  error: unknown
  /** Attempts so far. */
  attempts: number
  /** Doing it twice does no more than doing it once: by its method, or because it carries an Idempotency-Key. */
  isRepeatable: boolean
  /** An earlier attempt may have arrived although no answer to it did. */
  mayHaveArrived: boolean
}

export interface RetryLimits {
  maxRetries: number
  /** A longer `Retry-After` than this is not waited for. Milliseconds. */
  retryAfterMax: number
}

/**
 * How long to pause before the next attempt, in milliseconds; null when there should be none.
 *
 * Tried again is what may pass: no answer, 408, 429 and 5xx. A request that is not repeatable is tried again only where the
 * service says that it did nothing. A 409 is final, unless it tells that an earlier attempt of the same call is still being
 * worked on. `x-should-retry: true` or `false` overrules all this.
 */
export function pauseBeforeRetry(failure: Failure, { maxRetries, retryAfterMax }: RetryLimits): number | null {
  const { error, attempts } = failure
  if (attempts > maxRetries || !isWorthRetrying(failure)) return null
  const retryAfter = error instanceof ApiError ? error.retryAfterMs : null
  if (retryAfter !== null && retryAfter > retryAfterMax) return null
  if (retryAfter !== null && retryAfter > 0) return retryAfter
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1)) * (1 - JITTER * Math.random())
}

function isWorthRetrying({ error, isRepeatable, mayHaveArrived }: Failure): boolean {
  if (error instanceof AbortError || error instanceof QuotaExceededError) return false
  if (error instanceof ConnectionError) return isRepeatable
  if (!(error instanceof ApiError)) return false
  const wish = error.headers.get('x-should-retry')
  if (wish === 'true' || wish === 'false') return wish === 'true'
  if (error instanceof ConflictError) return isRepeatable && mayHaveArrived
  const didNothing = [408, 429, 503].includes(error.status)
  return didNothing || (error.isRetryable && isRepeatable)
}

/**
 * Waits. An abort ends the wait at once, and the listener goes with the wait: a signal may live as long as the process, and
 * must not collect one listener for every pause.
 *
 * @throws AbortError
 */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
