import { Client } from 'undici'
import { newProgress, type Progress, responseHeaderBytesMax, SendInterruptedError } from './attempt.ts'
import type { Connect } from './connect.ts'

/** A connection for one attempt at a time, so that each attempt has separate phases and times. */
interface PooledConnection {
  readonly client: Client
  readonly origin: OriginConnections
  /** The progress of the attempt that uses the connection now. */
  progress: Progress
  /** `performance.now()` of when the socket began to open. */
  openedMs: number
  readonly connecting: AbortController
}

/** The connections to one origin, and the attempts that wait for a connection. */
interface OriginConnections {
  name: string
  idle: PooledConnection[]
  /** The number of connections that are used by an attempt or are being passed to the next one. */
  inUseCount: number
  /** The number of these connections that are still being opened. */
  connectingCount: number
  /** Attempts that wait for a connection to be released, longest first. */
  waiting: Set<(released: PooledConnection | undefined) => void>
}

/**
 * The time after which an idle connection is closed. Receivers close idle connections after 5 s or more, and if the
 * receiver closes first, an attempt fails.
 */
const keepAliveMs = 4_000

/** A socket is used for at most 60 s: after that the name is resolved, and its address checked, again. */
const connectionAgeMsMax = 60_000
const idleConnectionsMax = 2_000

/**
 * The time to wait for a connection to be released: longer than a fast receiver needs to respond. With a slow receiver,
 * the second of two attempts begins this much later.
 */
const releaseWaitMs = 100

/**
 * The time that further attempts wait while one connection is being opened. Opening many connections concurrently
 * delays each of them.
 */
const connectWaitMs = 1_000
const connectPollMs = 25

/** Keeps connections open between attempts, with as few connections as possible: see `waitForRelease`. */
export class ConnectionPool {
  readonly #connect: Connect
  readonly #origins = new Map<string, OriginConnections>()
  readonly #connections = new Set<PooledConnection>()
  #idleCount = 0

  constructor(connect: Connect) {
    this.#connect = connect
  }

  /** Returns a connection for one attempt: an idle connection, a connection that is released soon, or a new one. */
  async acquire(url: URL): Promise<PooledConnection> {
    const origin = this.#originOf(url)
    const idle = this.#takeIdle(origin)
    if (idle !== undefined) return idle
    if (origin.inUseCount > 0) return (await waitForRelease(origin)) ?? this.#open(url, origin)
    origin.inUseCount += 1
    return this.#open(url, origin)
  }

  /** Releases a connection whose response has been read completely. */
  release(connection: PooledConnection): void {
    const { origin } = connection
    const reusable = isReusable(connection)
    const [next] = origin.waiting
    if (reusable && next !== undefined) {
      next(connection)
      return
    }
    if (!reusable || this.#idleCount >= idleConnectionsMax) {
      this.destroy(connection)
      return
    }
    origin.inUseCount -= 1
    origin.idle.push(connection)
    this.#idleCount += 1
  }

  /** Destroys a connection that was used for an attempt. */
  destroy(connection: PooledConnection): void {
    const { origin } = connection
    origin.inUseCount -= 1
    if (origin.inUseCount === 0) for (const resume of [...origin.waiting]) resume(undefined)
    this.#end(connection)
  }

  /** Closes all connections, including connections in use. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#connections].map(({ connecting, client }) => {
        connecting.abort(new SendInterruptedError('The sender is closed.'))
        return client.destroy()
      }),
    )
    this.#connections.clear()
    this.#origins.clear()
    this.#idleCount = 0
  }

  #originOf(url: URL): OriginConnections {
    let origin = this.#origins.get(url.origin)
    if (origin === undefined) {
      origin = { name: url.origin, idle: [], inUseCount: 0, connectingCount: 0, waiting: new Set() }
      this.#origins.set(url.origin, origin)
    }
    return origin
  }

  #takeIdle(origin: OriginConnections): PooledConnection | undefined {
    for (let connection = origin.idle.pop(); connection !== undefined; connection = origin.idle.pop()) {
      this.#idleCount -= 1
      if (isReusable(connection)) {
        origin.inUseCount += 1
        return connection
      }
      this.#end(connection)
    }
    return undefined
  }

  #open(url: URL, origin: OriginConnections): PooledConnection {
    const connection: PooledConnection = {
      origin,
      progress: newProgress(),
      openedMs: performance.now(),
      connecting: new AbortController(),
      client: new Client(url.origin, {
        connect: (_, callback) => {
          this.#openSocket(url, connection).then(
            (socket) => callback(null, socket),
            (error) => callback(error, null),
          )
        },
        allowH2: false,
        useMilo: false,
        pipelining: 1,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        keepAliveTimeoutThreshold: 1_000,
        maxHeaderSize: responseHeaderBytesMax,
        // The deadline of the attempt is the only timeout.
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    }
    connection.client.on('disconnect', () => this.#removeIdle(connection))
    this.#connections.add(connection)
    return connection
  }

  async #openSocket(url: URL, connection: PooledConnection) {
    const { origin, progress, connecting } = connection
    connection.openedMs = performance.now()
    origin.connectingCount += 1
    try {
      return await this.#connect(url, progress, connecting.signal)
    } finally {
      origin.connectingCount -= 1
    }
  }

  /** Removes an idle connection that the receiver has closed. */
  #removeIdle(connection: PooledConnection): void {
    const { idle } = connection.origin
    const index = idle.indexOf(connection)
    if (index === -1) return
    idle.splice(index, 1)
    this.#idleCount -= 1
    this.#end(connection)
  }

  #end(connection: PooledConnection): void {
    const { origin, connecting, client } = connection
    this.#connections.delete(connection)
    connecting.abort(new SendInterruptedError('The attempt has ended.'))
    // The attempt already has a result, so an error of its connection has no effect.
    client.destroy().catch(() => {})
    if (origin.inUseCount === 0 && origin.idle.length === 0 && origin.waiting.size === 0) {
      this.#origins.delete(origin.name)
    }
  }
}

/**
 * Returns the next released connection to this origin, or undefined if none is released in time; the attempt then opens
 * a connection. A handshake costs twenty times as much as an attempt, here and at the receiver. Measured with 500
 * receivers that respond immediately, separate connections for two concurrent attempts used a third of the CPU time on
 * both sides.
 */
function waitForRelease(origin: OriginConnections): Promise<PooledConnection | undefined> {
  const { promise, resolve } = Promise.withResolvers<PooledConnection | undefined>()
  const resume = (released: PooledConnection | undefined) => {
    clearTimeout(timer)
    origin.waiting.delete(resume)
    // Without a released connection the attempt opens its own, and the origin is in use from now on.
    if (released === undefined) origin.inUseCount += 1
    resolve(released)
  }
  const deadlineMs = performance.now() + connectWaitMs
  const check = () => {
    if (!origin.waiting.has(resume)) return
    if (origin.connectingCount === 0 || performance.now() >= deadlineMs) resume(undefined)
    else timer = setTimeout(check, connectPollMs)
  }
  // Responses that have arrived are read before the wait ends, even if this process is late.
  let timer = setTimeout(() => setImmediate(check), releaseWaitMs)
  origin.waiting.add(resume)
  return promise
}

function isReusable({ client, openedMs }: PooledConnection): boolean {
  return !client.destroyed && performance.now() - openedMs < connectionAgeMsMax
}
