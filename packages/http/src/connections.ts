import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Open connections in all. A few more are accepted for health checks alone. */
  connectionsMax: number
  /** Open connections of one client. */
  perClientMax: number
  /** Returns the key of a client; undefined for addresses without a limit, such as those of trusted proxies. */
  clientOf(address: string): string | undefined
  /** The time for which a connection waits for its next request. */
  idleTimeoutMs: number
  /**
   * The time for which a client may read no byte of a response; in addition, it gets the time that the waiting bytes
   * need at `bytesPerSecondMin`.
   */
  stalledTimeoutMs: number
  /** Called for each connection that is closed because its client has too many. */
  onRefused(client: string): void
}

export const connectionLimitDefaults: ConnectionLimits = {
  connectionsMax: 10_000,
  perClientMax: 256,
  clientOf: (address) => address,
  idleTimeoutMs: 65_000,
  stalledTimeoutMs: 10_000,
  onRefused: () => {},
}

/** Connections beyond `connectionsMax` on which only health checks are served, each for a short time. */
const reservedConnections = 16
const reservedLifetimeMs = 2_000

const bytesPerSecondMin = 16 * 1024
const stalledCheckIntervalMs = 1_000
const nothingWaiting = -1

/** Requests of one connection that may wait for the one before them (RFC 9112 section 9.3.2). */
const pipelinedMax = 16

const reserved = new WeakSet<Socket>()

/** Returns whether a request came on a connection that is only for health checks. */
export function isReserved({ socket }: IncomingMessage): boolean {
  return reserved.has(socket)
}

/** Closes connections of clients that have too many, and keeps a few for health checks when all others are in use. */
export function limitConnections(server: Server, { connectionsMax, ...limits }: ConnectionLimits): void {
  const { perClientMax, clientOf, onRefused } = limits
  const openOf = new Map<string, number>()
  let open = 0
  server.maxConnections = connectionsMax + reservedConnections
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '')
    const ofClient = client === undefined ? 0 : (openOf.get(client) ?? 0)
    if (client !== undefined && ofClient >= perClientMax) {
      socket.destroy()
      onRefused(client)
      return
    }
    open += 1
    if (client !== undefined) openOf.set(client, ofClient + 1)
    if (open > connectionsMax) reserve(socket)
    socket.once('close', () => {
      open -= 1
      if (client === undefined) return
      const remaining = (openOf.get(client) ?? 1) - 1
      if (remaining === 0) openOf.delete(client)
      else openOf.set(client, remaining)
    })
  })
}

function reserve(socket: Socket): void {
  reserved.add(socket)
  const timer = setTimeout(() => socket.destroy(), reservedLifetimeMs)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Closes connections whose client does not take the response: its bytes would stay in memory, and the connection open,
 * for as long as the client likes.
 *
 * @param opened the event with the sockets that responses are written to
 */
export function closeStalled(
  server: Server,
  opened: 'connection' | 'secureConnection',
  { stalledTimeoutMs }: Pick<ConnectionLimits, 'stalledTimeoutMs'>,
): void {
  const progress = new Map<Socket, { sentBytes: number; sinceMs: number }>()
  server.on(opened, (socket: Socket) => {
    progress.set(socket, { sentBytes: nothingWaiting, sinceMs: 0 })
    socket.once('close', () => progress.delete(socket))
  })
  const timer = setInterval(
    () => {
      const nowMs = performance.now()
      for (const [socket, seen] of progress) {
        const waitingBytes = socket.writableLength
        const sentBytes = waitingBytes === 0 ? nothingWaiting : socket.bytesWritten - waitingBytes
        if (waitingBytes === 0 || sentBytes !== seen.sentBytes) {
          seen.sentBytes = sentBytes
          seen.sinceMs = nowMs
        } else if (nowMs - seen.sinceMs > stalledTimeoutMs + (waitingBytes / bytesPerSecondMin) * 1_000) {
          socket.destroy()
        }
      }
    },
    Math.min(stalledCheckIntervalMs, stalledTimeoutMs),
  )
  // A server that cannot listen never closes.
  timer.unref()
  server.on('close', () => clearInterval(timer))
}

/**
 * Serves the requests of one connection one after the other. Node itself begins all requests that it has read: one
 * connection could start thousands at once, whose responses would wait for each other in memory. A connection with more
 * than `pipelinedMax` waiting requests is closed after those.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waitingOf = new WeakMap<Socket, (() => void)[]>()

  function serve(request: IncomingMessage, response: ServerResponse, waiting: (() => void)[]): void {
    response.once('close', () => {
      const next = request.socket.destroyed ? undefined : waiting.shift()
      if (next) next()
      else waitingOf.delete(request.socket)
    })
    listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const waiting = waitingOf.get(socket)
    if (!waiting) {
      const none: (() => void)[] = []
      waitingOf.set(socket, none)
      return serve(request, response, none)
    }
    if (waiting.length >= pipelinedMax) {
      // Further data of the client stays unread, until the last response closes the connection.
      socket.pause()
      return
    }
    waiting.push(() => serve(request, response, waiting))
    if (waiting.length === pipelinedMax) response.shouldKeepAlive = false
  }
}
