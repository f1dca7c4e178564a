import { AbortError, ConnectionError, SdkError, TimeoutError } from './errors.ts'
import type { Request } from './request.ts'

export type Attempt = ReturnType<typeof startAttempt>

/** Makes the signal of one attempt. It aborts when the caller aborts or on timeout; `explain` states which of them. */
export function startAttempt(
  callerSignal: AbortSignal | undefined,
  milliseconds: number,
  limit: 'timeout' | 'totalTimeout' = 'timeout',
) {
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, milliseconds)
  const onAbort = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) onAbort()
  callerSignal?.addEventListener('abort', onAbort)

  return {
    signal: controller.signal,

    /** Turns what was thrown during the attempt into an error that names its cause. */
    explain(thrown: unknown, { name, url, init }: Request): unknown {
      if (callerSignal?.aborted) return abortErrorOf(callerSignal)
      if (isLate) {
        const allowedMs = Math.max(0, Math.round(milliseconds))
        const message = `${name} got no response within ${allowedMs} ms (${limit}).`
        return new TimeoutError(message, limit, { cause: thrown })
      }
      if (thrown instanceof SdkError) return thrown
      // Origin and path, without query, user name and password: logs keep messages. Not parsed, because a base URL may
      // lack its scheme.
      const location = url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)?.*@/s, '$1')
      // A reason may repeat the whole URL.
      const reason = reasonOf(thrown).replaceAll(url, location)
      return new ConnectionError(`${name} (${init.method} ${location}) got no response: ${reason}.`, { cause: thrown })
    },

    end() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', onAbort)
    },
  }
}

/**
 * Waits. An abort ends the wait immediately. Timer and listener are removed with the wait: a signal may live as long as
 * the process and must not collect one listener for every delay.
 *
 * @throws AbortError
 */
export async function sleep(milliseconds: number, callerSignal: AbortSignal | undefined): Promise<void> {
  const { signal, end } = startAttempt(callerSignal, milliseconds)
  await abortOf(signal)
  end()
  if (callerSignal?.aborted) throw abortErrorOf(callerSignal)
}

/** Resolves when the signal aborts. The listener stays, so the signal should be that of an attempt. */
export function abortOf(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', resolve)
  })
}

function abortErrorOf(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted.', { cause: signal.reason })
}

/** fetch reports \"fetch failed\" and keeps the reason in the cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { cause } = thrown
  if (!(cause instanceof Error)) return thrown.message
  const { code } = Object(cause)
  return typeof code === 'string' ? code : cause.message
}
