import type { IncomingMessage, Server } from 'node:http'

// Bounds the time in which a request has to arrive: a client that sends a byte now and then would keep a connection,
// and what the request holds, for as long as it likes.

export interface BodyTimeLimits {
  /** The time limit for receiving a body, in milliseconds. */
  bodyTimeoutMs: number
  /** Uploads must average at least this rate; `bodyTimeoutMs` is added to their time limit. */
  uploadBytesPerSecondMin: number
}

export const bodyTimeDefaults: BodyTimeLimits = { bodyTimeoutMs: 30_000, uploadBytesPerSecondMin: 16 * 1024 }

/** Requests whose body may take as long as it keeps up the rate of an upload. */
const uploads = new WeakSet<IncomingMessage>()

/** Bounds the time of this body by a rate, because it may have any size. Call it before the body is read. */
export function allowUpload(request: IncomingMessage): void {
  uploads.add(request)
}

/** Refuses a request whose body does not arrive in time, as Node does with one whose headers do not. */
export function limitBodyTime(server: Server, request: IncomingMessage, limits: BodyTimeLimits): void {
  const { headers, socket } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const startedMs = performance.now()
  const startedBytes = socket.bytesRead

  function check(): void {
    if (request.complete || socket.destroyed) return
    const receivedMs = uploads.has(request)
      ? ((socket.bytesRead - startedBytes) / limits.uploadBytesPerSecondMin) * 1_000
      : 0
    const leftMs = limits.bodyTimeoutMs + receivedMs - (performance.now() - startedMs)
    if (leftMs > 0) wait(leftMs)
    else
      server.emit('clientError', Object.assign(new Error('Body timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  }
  function wait(ms: number): void {
    const timer = setTimeout(check, ms)
    timer.unref()
    const stop = () => clearTimeout(timer)
    request.once('close', stop)
  }
  wait(limits.bodyTimeoutMs)
}
