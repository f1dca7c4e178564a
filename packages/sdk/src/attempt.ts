import { ConnectionError, SdkError, TimeoutError } from './errors.ts'
import { abortErrorOf } from './retry.ts'

/** The signal of one attempt: it aborts when the caller aborts or on timeout, and states which of them it was. */
export class Attempt {
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

  /** Turns what was thrown during the attempt into an error that names its cause. */
  explain(thrown: unknown, { name, method, url }: { name: string; method: string; url: string }): unknown {
    if (this.#callerSignal?.aborted) return abortErrorOf(this.#callerSignal)
    if (this.#isLate) {
      const message = `${name} got no response within ${this.#milliseconds} ms (${this.#limit}).`
      return new TimeoutError(message, this.#limit, { cause: thrown })
    }
    if (thrown instanceof SdkError) return thrown
    const location = withoutSecrets(url)
    // A reason may repeat the whole URL.
    const reason = reasonOf(thrown).replaceAll(url, location)
    return new ConnectionError(`${name} (${method} ${location}) got no response: ${reason}.`, { cause: thrown })
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort)
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
