import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OperationFacts } from '@generated/contract/operations'
import { unavailable } from '@svc/http/errors'

/**
 * One request for Prism. Its caller is authenticated and authorized, and it was validated against the
 * contract.
 */
export interface PrismRequest {
  operationId: string
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

/** Prism has no response, because a part of the document is invalid. */
interface FailedResponse {
  failed: string
}

export type PrismResult = PrismResponse | UnknownPreference | FailedResponse

interface PrismOptions {
  /**
   * True for a document that was not tested with Prism: where Prism has no response, the result says so. False: the
   * thread is replaced.
   */
  reportsFailures?: boolean
  /** The memory of the thread; 128 by default. */
  heapMegabytes?: number
}

/** Prism under supervision: it runs in a thread, and a thread that dies or hangs is replaced. */
export interface Prism {
  /** Rejects with ApiError 503 while there is no thread, and if the thread dies or hangs. */
  request(request: PrismRequest): Promise<PrismResult>
  /** The number of threads that were started after the first one. */
  readonly restarts: number
  close(): Promise<void>
}

/** An example takes a fifth of a millisecond, a generated body up to some hundred. */
const responseTimeoutMs = 2_000

/** A thread that cannot start must not be started in a tight loop. */
const restartDelayMs = 100

/** The same file extension as this module: sources run as they are, the package ships compiled ones. */
const program = new URL(`./prism-worker${extname(import.meta.url)}`, import.meta.url)

/** A message to the thread. */
export type NumberedRequest = PrismRequest & { number: number }

/** A message from the thread: it is ready, or it has the result of the request with this number. */
export type PrismMessage = 'ready' | { number: number; result: PrismResult }

/** Starts Prism with an OpenAPI document; resolves when it is ready, rejects if it cannot start. */
export async function startPrism(document: object, options: PrismOptions = {}): Promise<Prism> {
  const pending = createPendingRequests()
  let thread: Worker | undefined
  let restarts = 0
  let closed = false
  let starting = start()
  await starting

  async function start(): Promise<void> {
    const started = await startThread({ document, ...options }, pending.resolve)
    thread = started
    started.on('exit', () => {
      if (closed) return
      thread = undefined
      // The request that ended it is unknown, so every pending one may be retried.
      pending.rejectAll(unavailable(1))
      restart()
    })
  }

  function restart(): void {
    restarts += 1
    // Prism has started with this document before, so what failed is not the document, and a later start can succeed.
    starting = start().catch(() => void setTimeout(() => closed || restart(), restartDelayMs).unref())
  }

  return {
    request(request) {
      const current = thread
      if (!current) return Promise.reject(unavailable(1))
      // Ends a thread that hangs; its exit rejects every pending request.
      const { number, result } = pending.add(() => void current.terminate())
      current.postMessage({ ...request, number } satisfies NumberedRequest)
      return result
    },
    get restarts() {
      return restarts
    },
    async close() {
      closed = true
      pending.rejectAll(unavailable(1))
      // A thread that is being started would otherwise outlive us.
      await starting
      const last = thread
      thread = undefined
      await last?.terminate()
    },
  }
}

/** Resolves when the thread is ready; rejects if it ends before. */
function startThread(
  { document, reportsFailures = false, heapMegabytes = 128 }: PrismOptions & { document: object },
  onResult: (number: number, result: PrismResult) => void,
): Promise<Worker> {
  const thread = new Worker(program, {
    workerData: { document, reportsFailures },
    // The log of Prism does not help users of the mock.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
  })
  return new Promise((resolve, reject) => {
    thread.on('message', (message: PrismMessage) =>
      message === 'ready' ? resolve(thread) : onResult(message.number, message.result),
    )
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('Prism ended before it was ready.')))
  })
}

/** The requests that wait for the thread, each with a timeout. */
function createPendingRequests() {
  const pending = new Map<number, PromiseWithResolvers<PrismResult> & { timer: NodeJS.Timeout }>()
  let lastNumber = 0

  return {
    add(onTimeout: () => void): { number: number; result: Promise<PrismResult> } {
      const number = ++lastNumber
      const resolvers = Promise.withResolvers<PrismResult>()
      pending.set(number, { ...resolvers, timer: setTimeout(onTimeout, responseTimeoutMs) })
      return { number, result: resolvers.promise }
    },
    resolve(number: number, result: PrismResult): void {
      const request = pending.get(number)
      clearTimeout(request?.timer)
      pending.delete(number)
      request?.resolve(result)
    },
    rejectAll(reason: unknown): void {
      for (const { timer, reject } of pending.values()) {
        clearTimeout(timer)
        reject(reason)
      }
      pending.clear()
    },
  }
}
