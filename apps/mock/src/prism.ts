import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unavailable } from '@svc/http/errors'

/** What Prism is asked: never bytes of a caller, only a path made here and the response wanted. */
export interface PrismQuestion {
  number: number
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  code: number
  /** The name of the example in the contract; the first unless told. */
  example?: string
}

export interface PrismAnswer {
  number: number
  status: number
  body: unknown
}

/** Prism under supervision: it runs in a thread, and a thread that dies or hangs is replaced. */
export interface Prism {
  /** The example's body. Rejects with ApiError 503 while there is no Prism, and when it does not answer. */
  ask(question: Omit<PrismQuestion, 'number'>): Promise<unknown>
  /** How often it was started again. */
  readonly restarts: number
  close(): Promise<void>
}

/** An answer takes a fifth of a millisecond; after this long there will be none. */
const patienceMs = 2_000

/** A thread that cannot start must not be started in a circle. */
const restartPauseMs = 100

/** The same file extension as this module: sources run as they are, the package ships compiled ones. */
const program = new URL(`./prism-worker${extname(import.meta.url)}`, import.meta.url)

/** Starts Prism with a document; resolves when it answers, rejects where it cannot start. */
export async function startPrism(document: object): Promise<Prism> {
  let worker: Worker | undefined
  let last = 0
  let restarts = 0
  let closed = false
  const waiting = new Map<
    number,
    { resolve(body: unknown): void; reject(reason: unknown): void; timer: NodeJS.Timeout }
  >()

  function start(): Promise<void> {
    const started = new Worker(program, {
      workerData: { document },
      // Whatever it writes is not for the person who runs the mock.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    })
    return new Promise((resolve, reject) => {
      started.on('message', (message: 'ready' | PrismAnswer) => {
        if (message !== 'ready') return settle(message)
        worker = started
        resolve()
      })
      started.on('error', reject)
      started.on('exit', () => {
        reject(new Error('Prism ended before it could answer.'))
        if (worker !== started || closed) return
        worker = undefined
        // Which question ended it is not known, so each of them is answered: try again.
        for (const { reject, timer } of waiting.values()) {
          clearTimeout(timer)
          reject(unavailable(1))
        }
        waiting.clear()
        restart()
      })
    })
  }

  function restart(): void {
    restarts += 1
    starting = start().catch(() => void setTimeout(() => closed || restart(), restartPauseMs).unref())
  }

  function settle({ number, body }: PrismAnswer): void {
    const question = waiting.get(number)
    if (!question) return
    clearTimeout(question.timer)
    waiting.delete(number)
    question.resolve(body)
  }

  let starting: Promise<void> = start()
  await starting

  return {
    ask(question) {
      const thread = worker
      if (!thread) return Promise.reject(unavailable(1))
      const number = ++last
      return new Promise((resolve, reject) => {
        // A thread that hangs is ended; its exit answers everyone who waits.
        const timer = setTimeout(() => void thread.terminate(), patienceMs)
        waiting.set(number, { resolve, reject, timer })
        thread.postMessage({ ...question, number })
      })
    },
    get restarts() {
      return restarts
    },
    async close() {
      closed = true
      for (const { timer } of waiting.values()) clearTimeout(timer)
      // One that is being started would otherwise outlive us.
      await starting
      const thread = worker
      worker = undefined
      await thread?.terminate()
    },
  }
}
