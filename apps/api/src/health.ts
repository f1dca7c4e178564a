import express, { type RequestHandler, type Response } from 'express'

interface HealthOptions {
  /** Rejects when the service cannot work, such as while the database is unavailable or a migration is missing. */
  check(): Promise<void>
  draining: AbortSignal
}

/**
 * `/livez` reports that the process runs, `/readyz` that it can serve: an unavailable database makes it unready but not
 * dead, so that nothing restarts it for a fault elsewhere. The limiter counts neither, because they serve the
 * operator's own machines.
 */
export function health({ check, draining }: HealthOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get('/livez', (_request, response) => send(response, 200, 'alive'))
  router.get('/readyz', async (_request, response) => {
    if (draining.aborted) return send(response, 503, 'stopping')
    await check().then(
      () => send(response, 200, 'ready'),
      () => send(response, 503, 'the database is unavailable or not migrated'),
    )
  })
  return router
}

function send(response: Response, status: number, state: string): void {
  response.status(status).set('Cache-Control', 'no-store').json({ status: state })
}
