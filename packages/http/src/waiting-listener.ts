import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

interface WaitingOptions {
  /** Once it is aborted, connections are no longer kept. Default: they always are. */
  stopping?: AbortSignal
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
  const started = Promise.withResolvers<RequestListener>()
  let app: RequestListener | undefined
  return {
    listener(request, response) {
      const begin = (ready: RequestListener) => {
        // A client that is served from now on opens a new connection next time, to another process.
        if (stopping?.aborted) response.shouldKeepAlive = false
        ready(request, response)
      }
      if (app) begin(app)
      else if (!respondEarly?.(request, response)) void started.promise.then(begin)
    },
    serve(ready) {
      app = ready
      started.resolve(ready)
    },
  }
}
