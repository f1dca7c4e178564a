import { ConnectionError, SdkError, TimeoutError } from './errors.ts'
import { abortErrorOf } from './retry.ts'

/** The signal of one attempt: fires when the caller aborts and when time is up, and remembers which it was. */
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

  /** Gives what was thrown during the attempt the name of its cause. */
  explain(thrown: unknown, { name, method, url }: { name: string; method: string; url: string }): unknown {
    if (this.#callerSignal?.aborted) return abortErrorOf(this.#callerSignal)
    if (this.#isLate) {
      const message = `${name} was not answered within ${this.#milliseconds} ms (${this.#limit}).`
      return new TimeoutError(message, this.#limit, { cause: thrown })
    }
    if (thrown instanceof SdkError) return thrown
    const address = addressOf(url)
    // A reason may repeat the whole URL.
    const reason = reasonOf(thrown).replaceAll(url, address)
    return new ConnectionError(`${name} (${method} ${address}) got no answer: ${reason}.`, { cause: thrown })
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort)
  }
}

/** Origin and path, without a query, a user name and a password: logs keep messages. By its text, because a base URL may lack its scheme. */
function addressOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)?.*@/s, '$1')
}

/** fetch says "fetch failed" and keeps the reason in the cause. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message ?? String(thrown)
}
