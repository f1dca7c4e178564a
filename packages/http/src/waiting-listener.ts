import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type RefusedExchangeOf, sendUnavailable } from './refusal.ts'

interface WaitingOptions {
  /**
   * Once the signal is aborted, connections are no longer kept, and requests that wait for the app get 503. Default:
   * they wait until the app exists.
   */
  stopping?: { signal: AbortSignal; refused: RefusedExchangeOf }
  /**
   * Responds to a request that must not wait, such as a health check, and returns whether it did. Called until the app
   * exists. Default: all requests wait.
   */
  respondEarly?(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * A listener whose requests wait until `serve` is called: an app that needs the port of its server exists only once the
 * server listens.
 */
export function waitingListener({ stopping, respondEarly }: WaitingOptions = {}): {
  listener: RequestListener
  serve: (app: RequestListener) => void
} {
  let app: RequestListener | undefined
  const waiting: Parameters<RequestListener>[] = []
  stopping?.signal.addEventListener('abort', () => {
    for (const [, response] of waiting.splice(0)) void sendUnavailable(response, stopping.refused)
  })
  return {
    listener(request, response) {
      // A client that is served from now on opens a new connection next time, to another process.
      if (stopping?.signal.aborted) response.shouldKeepAlive = false
      if (app) app(request, response)
      else if (respondEarly?.(request, response)) return
      else if (stopping?.signal.aborted) void sendUnavailable(response, stopping.refused)
      else waiting.push([request, response])
    },
    serve(ready) {
      app = ready
      for (const [request, response] of waiting.splice(0)) ready(request, response)
    },
  }
}
