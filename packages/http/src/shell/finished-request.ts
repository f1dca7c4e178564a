import type { Request } from 'express'
import type { ApiError } from '../errors.ts'
import type { BaseCaller, Exchange } from './exchange.ts'

/** A request whose response was sent, for metrics and the access log. */
interface FinishedRequest {
  readonly requestId: string
  /** Undefined if requests are not traced. */
  readonly traceId: string | undefined
  /** The id of its operation, its route where it has none, or `none`: a bounded set of values. */
  readonly operation: string
  readonly method: string
  /** The path with placeholders; null when no route matched. */
  readonly route: string | null
  readonly status: number
  /** The client closed the connection before it had the response. */
  readonly aborted: boolean
  readonly durationMs: number
  /** The size of the response, with its headers. */
  readonly bytes: number
  readonly caller: BaseCaller | undefined
  /** The error of an error response. */
  readonly error: ApiError | undefined
}

/** Counts or logs requests. It must not throw. */
export interface RequestObserver {
  started?(): void
  finished(request: FinishedRequest): void
}

interface RequestTrace extends RequestObserver {
  readonly traceId: string
  /** Runs the remaining steps of the request, so that what they do belongs to the trace. */
  run(rest: () => void): void
}

/** Begins the trace of each request. `startedAtMs` is a value of `performance.now()`. */
export type BeginTrace = (request: Request, startedAtMs: number) => RequestTrace

/** Notifies the observers when a request starts and when its response is sent or the client disconnects. */
export function observe(exchange: Exchange, request: Request, observers: readonly RequestObserver[]): void {
  if (observers.length === 0) return
  const { response } = exchange
  const { socket, method } = request
  const bytesBefore = socket.bytesWritten
  for (const observer of observers) observer.started?.()
  response.once('close', () => {
    const route = exchange.routed?.route ?? routeOf(request)
    const finished: FinishedRequest = {
      requestId: exchange.requestId,
      traceId: exchange.traceId,
      operation: exchange.routed?.operationId ?? route ?? 'none',
      method,
      route,
      status: response.statusCode,
      aborted: !response.writableFinished,
      durationMs: performance.now() - exchange.startedAtMs,
      bytes: socket.bytesWritten - bytesBefore,
      caller: exchange.authenticated?.caller,
      error: exchange.error,
    }
    for (const observer of observers) observer.finished(finished)
  })
}

/** The path of the Express route that matched; of several paths of one route the one that the request has. */
function routeOf({ route, path }: Request): string | null {
  const paths: unknown = route?.path
  if (typeof paths === 'string') return paths
  return Array.isArray(paths) ? (paths.find((one) => one === path) ?? String(paths[0])) : null
}
