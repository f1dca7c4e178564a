import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

// Workers wait for rows of their queues. A process that adds a row notifies them after the commit, in a transaction of
// its own: a notification inside of the transaction would take a lock of the whole database at every commit.

const channel = 'svc_work'

/** In place of the name of a queue: groups of any queue may have been opened, for example by a flag. */
export const everyQueue = '*'

/** The time between two notifications of a process, so that a burst of commits costs a few of them. */
const intervalMs = 20

/** Sends the names of queues that have new rows. A notification that fails is lost: workers also poll. */
export class WorkNotifier {
  readonly #execute: (statement: pg.QueryConfig) => Promise<unknown>
  readonly #queues = new Set<string>()
  /** A notification serves several requests, so it belongs to the trace of none. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot()
  #timer: NodeJS.Timeout | undefined

  constructor(execute: (statement: pg.QueryConfig) => Promise<unknown>) {
    this.#execute = execute
  }

  /** Sends the names at once, or together with later ones when the interval has passed. */
  notify(queues: Iterable<string>): void {
    for (const queue of queues) this.#queues.add(queue)
    if (this.#timer === undefined) this.#send()
  }

  #send(): void {
    this.#timer = undefined
    if (this.#queues.size === 0) return
    const queues = [...this.#queues]
    this.#queues.clear()
    this.#timer = setTimeout(() => this.#send(), intervalMs).unref()
    const text = `select pg_notify('${channel}', queue) from unnest($1::text[]) as queue`
    const statement = { name: 'notify_workers', text, values: [queues] }
    // Lost, and no row with it: workers also poll.
    this.#outsideOfRequests(() => this.#execute(statement)).catch(() => {})
  }
}

interface WorkListener {
  /** Whether notifications arrive now. */
  readonly isListening: boolean
  stop(): Promise<void>
}

/** The time until the next attempt to connect. */
const reconnectMs = 1_000

/**
 * Listens with a connection of its own, and connects again when it is lost. Calls `onWork` with the name of a queue
 * that has new rows, and with undefined when any queue may have work: after a notification of `everyQueue`, and when
 * notifications may have been missed.
 */
export function listenForWork(openSession: () => pg.Client, onWork: (queue: string | undefined) => void): WorkListener {
  const stopping = new AbortController()
  let isListening = false

  /** Listens until the connection is lost or the listener stops. */
  async function listen(): Promise<void> {
    const session = openSession()
    const { promise: lost, resolve: onLost } = Promise.withResolvers<void>()
    session.on('error', () => onLost())
    session.on('end', () => onLost())
    session.on('notification', ({ payload }) => onWork(payload === everyQueue ? undefined : payload))
    stopping.signal.addEventListener('abort', () => onLost(), { once: true })
    try {
      await session.connect()
      await session.query(`listen ${channel}`)
      isListening = true
      onWork(undefined)
      await lost
    } finally {
      isListening = false
      await session.end()
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // An outage of the database is logged by the loops that need it.
      await listen().catch(() => {})
      // Rejects only when the listener stops, which ends the loop.
      await sleep(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const finished = run()
  return {
    get isListening() {
      return isListening
    },
    async stop() {
      stopping.abort()
      await finished
    },
  }
}
