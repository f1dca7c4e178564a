import type { RequestListener } from 'node:http'

/**
 * A listener whose requests wait until `serve` is called: an app that needs the port of its server exists only once the
 * server listens.
 *
 * @param stopping once it is aborted, connections are no longer kept; default: they always are
 */
export function waitingListener(stopping?: AbortSignal): {
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
      else void started.promise.then(begin)
    },
    serve(ready) {
      app = ready
      started.resolve(ready)
    },
  }
}
