import express, { type RequestHandler, type Response } from 'express'

export interface HealthOptions {
  /** Rejects when the service cannot work, such as while the database is away or a migration is missing. */
  check(): Promise<void>
  draining: AbortSignal
}

/**
 * `/livez` says that the process runs, `/readyz` that it can serve: a database that is away makes it unready but not dead, so that nothing
 * restarts it for somebody else's fault. Neither is counted by the limiter, for they are asked by machines of our own.
 */
export function health({ check, draining }: HealthOptions): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get('/livez', (_request, response) => answer(response, 200, 'alive'))
  router.get('/readyz', async (_request, response) => {
    if (draining.aborted) return answer(response, 503, 'stopping')
    await check().then(
      () => answer(response, 200, 'ready'),
      () => answer(response, 503, 'the database is away or not migrated'),
    )
  })
  return router
}

function answer(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').json({ status: text })
}
