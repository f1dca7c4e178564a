import { ConnectionError, SdkError, TimeoutError } from './errors.ts'
import { abortErrorOf } from './retry.ts'

export type Attempt = ReturnType<typeof startAttempt>

/** Makes the signal of one attempt. It aborts when the caller aborts or on timeout; `explain` states which of them. */
export function startAttempt(
  callerSignal: AbortSignal | undefined,
  milliseconds: number,
  limit: 'timeout' | 'totalTimeout',
) {
  const controller = new AbortController()
  const allowedMs = Math.max(0, Math.round(milliseconds))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, allowedMs)
  const onAbort = () => controller.abort(callerSignal?.reason)
  if (callerSignal?.aborted) onAbort()
  callerSignal?.addEventListener('abort', onAbort)

  return {
    signal: controller.signal,

    /** Turns what was thrown during the attempt into an error that names its cause. */
    explain(thrown: unknown, { name, method, url }: { name: string; method: string; url: string }): unknown {
      if (callerSignal?.aborted) return abortErrorOf(callerSignal)
      if (isLate) {
        const message = `${name} got no response within ${allowedMs} ms (${limit}).`
        return new TimeoutError(message, limit, { cause: thrown })
      }
      if (thrown instanceof SdkError) return thrown
      const location = withoutSecrets(url)
      // A reason may repeat the whole URL.
      const reason = reasonOf(thrown).replaceAll(url, location)
      return new ConnectionError(`${name} (${method} ${location}) got no response: ${reason}.`, { cause: thrown })
    },

    end() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', onAbort)
    },
  }
}

/**
 * Origin and path, without query, user name and password: logs keep messages. Not parsed, because a base URL may lack
 * its scheme.
 */
function withoutSecrets(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)?.*@/s, '$1')
}

/** fetch reports \"fetch failed\" and keeps the reason in the cause. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { cause } = thrown
  if (!(cause instanceof Error)) return thrown.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
