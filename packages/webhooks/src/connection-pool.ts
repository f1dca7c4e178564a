import { Client } from 'undici'
import { newProgress, type Progress, SendInterruptedError } from './attempt.ts'
import type { Connect } from './connect.ts'

/** A connection that carries one attempt at a time, so that each attempt has separate phases and times. */
interface PooledConnection {
  readonly client: Client
  readonly origin: OriginConnections
  /** Of the attempt that the connection carries now. */
  progress: Progress
  /** `performance.now()` of when the socket began to open. */
  openedMs: number
  readonly connecting: AbortController
}

/** The connections to one origin, and the attempts that wait for one. */
interface OriginConnections {
  name: string
  idle: PooledConnection[]
  /** Connections that carry an attempt, or are handed to the next one. */
  inUseCount: number
  /** Those of them that are still being opened. */
  connectingCount: number
  /** Attempts that wait for a connection to be released, longest first. */
  waiting: Set<(released: PooledConnection | undefined) => void>
}

const responseHeaderBytesMax = 16 * 1024

/**
 * After the last response. Receivers close idle connections after 5 s or more, and one that closes first costs an
 * attempt.
 */
const keepAliveMs = 4_000

/** A socket is used for at most 60 s: after that the name is resolved, and its address checked, again. */
const connectionAgeMsMax = 60_000
const idleConnectionsMax = 2_000

/** More than a quick receiver needs to respond; to a slow one the second of two attempts begins this much later. */
const releaseWaitMs = 100

/**
 * While one connection is being opened, further attempts wait up to this long: opening many concurrently delays each of
 * them.
 */
const connectWaitMs = 1_000
const connectPollMs = 25

/** Keeps connections open between attempts, and as few of them as possible: see `waitForRelease`. */
export class ConnectionPool {
  readonly #connect: Connect
  readonly #origins = new Map<string, OriginConnections>()
  readonly #connections = new Set<PooledConnection>()
  #idleCount = 0

  constructor(connect: Connect) {
    this.#connect = connect
  }

  /** A connection for one attempt: an idle one, one that is released soon, or else a new one. */
  async acquire(url: URL): Promise<PooledConnection> {
    const origin = this.#originOf(url)
    const idle = this.#takeIdle(origin)
    if (idle !== undefined) return idle
    if (origin.inUseCount > 0) return (await waitForRelease(origin)) ?? this.#open(url, origin)
    origin.inUseCount += 1
    return this.#open(url, origin)
  }

  /** Returns a connection whose response has been read to its end. */
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

  /** Ends a connection that carried an attempt. */
  destroy(connection: PooledConnection): void {
    const { origin } = connection
    origin.inUseCount -= 1
    if (origin.inUseCount === 0) for (const resume of [...origin.waiting]) resume(undefined)
    this.#end(connection)
  }

  /** Ends every connection, those in use included. */
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
    // An error of a connection whose attempt has been judged changes nothing.
    client.destroy().catch(() => {})
    if (origin.inUseCount === 0 && origin.idle.length === 0 && origin.waiting.size === 0) {
      this.#origins.delete(origin.name)
    }
  }
}

/**
 * The next connection to this origin that is released; undefined when none is in time, and then the attempt opens one.
 * A handshake costs twenty times an attempt, here and at the receiver. Measured with 500 receivers that respond at
 * once, a connection for each of two simultaneous attempts took a third of the CPU time of both sides.
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
