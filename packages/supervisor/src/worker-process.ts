import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * A program that stays in memory and serves requests, one after the other: modules that take seconds to load are loaded
 * once, and this process stays responsive while the worker computes.
 */
export interface WorkerProcess<Request, Response, Progress = never> {
  /**
   * Sends a request. Rejects with the worker's error, or if the worker ends before it responds.
   *
   * @param onProgress called with each progress report of the worker before its response
   */
  request(request: Request, onProgress?: (progress: Progress) => void): Promise<Response>
  /** Stops the worker after its pending requests. The next request starts a new one. */
  restart(): void
  /** Kills the worker. Pending requests reject. */
  stop(): Promise<void>
}

interface RequestMessage<Request> {
  id: number
  request: Request
}

type ReplyMessage<Response, Progress> = { id: number } & (
  | { type: 'progress'; progress: Progress }
  | { type: 'response'; response: Response }
  | { type: 'error'; message: string }
)

interface PendingRequest<Response, Progress> {
  resolve(response: Response): void
  reject(reason: Error): void
  onProgress(progress: Progress): void
}

interface RunningWorker<Response, Progress> {
  process: ChildProcess
  /** The number of requests that it has received. */
  requests: number
  pending: Map<number, PendingRequest<Response, Progress>>
}

/** Characters of the worker's standard error that are kept for an error message. */
const outputMax = 4_000

interface WorkerOptions {
  /** Options of Node, such as its memory limit. */
  nodeOptions?: readonly string[]
  /** Requests after which a new process replaces it, for a program whose memory grows with each. Default: never. */
  requestsMax?: number
}

/**
 * @param program a source file that calls `serveRequests`
 */
export function createWorkerProcess<Request, Response, Progress = never>(
  program: URL,
  { nodeOptions = [], requestsMax = Number.POSITIVE_INFINITY }: WorkerOptions = {},
): WorkerProcess<Request, Response, Progress> {
  let worker: RunningWorker<Response, Progress> | undefined
  let lastId = 0

  function restart(): void {
    const old = worker
    worker = undefined
    if (old === undefined) return
    if (old.pending.size === 0) old.process.kill()
    else old.process.on('message', () => old.pending.size === 0 && old.process.kill())
  }

  return {
    request(request, onProgress = () => {}) {
      if (worker !== undefined && worker.requests >= requestsMax) restart()
      if (!worker?.process.connected) worker = startWorker(program, nodeOptions)
      worker.requests += 1
      const { pending, process } = worker
      const id = ++lastId
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject, onProgress })
        const message: RequestMessage<Request> = { id, request }
        // The type of `send` only accepts specific JSON types, and a request is a JSON value.
        process.send(Object(message), (error) => {
          if (error) reject(error)
        })
      })
    },
    restart,
    async stop() {
      const old = worker?.process
      worker = undefined
      if (old === undefined || old.exitCode !== null || old.signalCode !== null) return
      const closed = once(old, 'close')
      old.kill('SIGKILL')
      await closed
    },
  }
}

function startWorker<Response, Progress>(
  program: URL,
  nodeOptions: readonly string[],
): RunningWorker<Response, Progress> {
  const process = fork(program, { execArgv: [...nodeOptions], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const pending: RunningWorker<Response, Progress>['pending'] = new Map()
  let output = ''
  process.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-outputMax)
  })
  // Only serveRequests writes to this channel. Node passes an untyped message.
  const onReply: (reply: ReplyMessage<Response, Progress>) => void = (reply) => {
    const request = pending.get(reply.id)
    if (reply.type === 'progress') return request?.onProgress(reply.progress)
    pending.delete(reply.id)
    if (reply.type === 'response') request?.resolve(reply.response)
    else request?.reject(new Error(reply.message))
  }
  process.on('message', onReply)
  process.on('close', (code, signal) => {
    const reason = `The worker process ended before it responded (${signal ?? `code ${code}`}). ${output}`.trim()
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
  })
  process.on('error', () => {})
  return { process, requests: 0, pending }
}

/** The worker's side: serves the requests of the parent process in the order in which they arrive. */
export function serveRequests<Request, Response, Progress = never>(
  serve: (request: Request, report: (progress: Progress) => void) => Response | Promise<Response>,
): void {
  // Ctrl-C in a terminal reaches every process of the group; the parent ends this one.
  process.on('SIGINT', () => {})
  process.once('disconnect', () => process.exit(0))
  const send = (reply: ReplyMessage<Response, Progress>) => process.connected && process.send?.(reply)
  let previous = Promise.resolve()
  process.on('message', ({ id, request }: RequestMessage<Request>) => {
    previous = previous.then(async () => {
      try {
        const response = await serve(request, (progress) => send({ id, type: 'progress', progress }))
        send({ id, type: 'response', response })
      } catch (error) {
        send({ id, type: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      }
    })
  })
}
