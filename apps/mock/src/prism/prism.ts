import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OperationFacts, OperationId } from '@generated/contract/operations'
import { unavailable } from '@svc/http/errors'

/** One request for Prism. It comes from a caller who is authenticated and authorized, and was validated against the contract. */
export interface PrismRequest {
  operationId: OperationId
  method: OperationFacts['method']
  /** Without the base path; its percent-encoding is valid. */
  path: string
  /** Media types that the caller accepts; application/json if omitted. */
  accept?: string
  preference: Preference
}

/** The choices of Prism's `Prefer` header. */
export interface Preference {
  code: string
  /** The name of an example of that status; the first one if omitted. */
  example?: string
  /** True: a body generated from the schema instead of an example. */
  dynamic?: boolean
  /** Decides the generated values. */
  seed?: string
}

export interface PrismResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** The preference names something that the contract does not document. */
export interface UnknownPreference {
  unknown: 'code' | 'example'
  /** The names that the contract has instead: statuses, or examples of `code`. */
  documented: readonly string[]
  code: string
}

/** Prism under supervision: it runs in a thread, and a thread that dies or hangs is replaced. */
export interface Prism {
  /** Rejects with ApiError 503 while there is no thread, and if the thread dies or hangs. */
  request(request: PrismRequest): Promise<PrismResponse | UnknownPreference>
  /** How many threads were started after the first one. */
  readonly restarts: number
  close(): Promise<void>
}

/** An example takes a fifth of a millisecond, a generated body up to some hundred. */
const responseTimeoutMs = 2_000

/** A thread that cannot start must not be started in a tight loop. */
const restartDelayMs = 100

/** The same file extension as this module: sources run as they are, the package ships compiled ones. */
const program = new URL(`./prism-worker${extname(import.meta.url)}`, import.meta.url)

interface PendingRequest {
  resolve(result: PrismResponse | UnknownPreference): void
  reject(reason: unknown): void
  timer: NodeJS.Timeout
}

/** A message to the thread. */
export type NumberedRequest = PrismRequest & { number: number }

/** A message from the thread: it is ready, or it has the result of the request with this number. */
export type PrismMessage = 'ready' | { number: number; result: PrismResponse | UnknownPreference }

/** Starts Prism with an OpenAPI document; resolves when it is ready, rejects if it cannot start. */
export async function startPrism(document: object): Promise<Prism> {
  let thread: Worker | undefined
  let lastNumber = 0
  let restarts = 0
  let closed = false
  const pending = new Map<number, PendingRequest>()
  let starting: Promise<void> = start()
  await starting

  function start(): Promise<void> {
    const started = new Worker(program, {
      workerData: { document },
      // What Prism prints is of no use to the person who runs the mock.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    return new Promise((resolve, reject) => {
      started.on('message', (message: PrismMessage) => {
        if (message !== 'ready') return settle(message.number, ({ resolve }) => resolve(message.result))
        thread = started
        resolve()
      })
      started.on('error', reject)
      started.on('exit', () => {
        reject(new Error('Prism ended before it was ready.'))
        if (thread !== started || closed) return
        thread = undefined
        // Which request ended it is not known, so every pending one may be retried.
        for (const number of pending.keys()) settle(number, ({ reject }) => reject(unavailable(1)))
        restart()
      })
    })
  }

  function restart(): void {
    restarts += 1
    starting = start().catch(() => void setTimeout(() => closed || restart(), restartDelayMs).unref())
  }

  function settle(number: number, finish: (request: PendingRequest) => void): void {
    const request = pending.get(number)
    if (!request) return
    clearTimeout(request.timer)
    pending.delete(number)
    finish(request)
  }

  return {
    request(request) {
      const current = thread
      if (!current) return Promise.reject(unavailable(1))
      const number = ++lastNumber
      return new Promise((resolve, reject) => {
        // Ends a thread that hangs; its exit rejects every pending request.
        const timer = setTimeout(() => void current.terminate(), responseTimeoutMs)
        pending.set(number, { resolve, reject, timer })
        current.postMessage({ ...request, number } satisfies NumberedRequest)
      })
    },
    get restarts() {
      return restarts
    },
    async close() {
      closed = true
      for (const { timer } of pending.values()) clearTimeout(timer)
      // A thread that is being started would otherwise outlive us.
      await starting
      const last = thread
      thread = undefined
      await last?.terminate()
    },
  }
}
