import type { IncomingMessage, ServerResponse } from 'node:http'
import { ipKey } from '@svc/limits/ip-key'
import express, { type RequestHandler } from 'express'
import { MissingKeyError } from './readiness.ts'

interface HealthOptions {
  /** Rejects when the service cannot work, such as while the database is unavailable or a migration is missing. */
  check(): Promise<void>
  draining: AbortSignal
  /** Health checks per minute and address. */
  limit: number
}

const paths = { live: '/livez', ready: '/readyz' } as const
const pathSet: ReadonlySet<string | undefined> = new Set(Object.values(paths))

export function isHealthCheck({ url }: Pick<IncomingMessage, 'url'>): boolean {
  return pathSet.has(url)
}

/**
 * `/livez` reports that the process runs, `/readyz` that it can serve: an unavailable database makes it unready but not
 * dead, so that nothing restarts it for a fault elsewhere. They have a separate limit, because they serve the
 * operator's machines: no other traffic of an address uses it up, and they never cause an API request to be refused.
 */
export function health({ check, draining, limit }: HealthOptions): RequestHandler {
  const takeOne = minuteBudget(limit)
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(Object.values(paths), (request, response, next) => {
    if (takeOne(ipKey(request.ip ?? ''))) return next()
    response.set({ 'Retry-After': '60', Connection: 'close' })
    send(response, 429, 'too many health checks')
  })
  router.get(paths.live, (_request, response) => send(response, 200, 'alive'))
  router.get(paths.ready, async (_request, response) => {
    if (draining.aborted) return send(response, 503, 'stopping')
    await check().then(
      () => send(response, 200, 'ready'),
      (error) => {
        const isKnown = error instanceof MissingKeyError
        send(response, 503, isKnown ? error.message : 'the database is unavailable or not migrated')
      },
    )
  })
  return router
}

/**
 * Responds to a health check while the app does not exist yet, and returns whether the request is one: the process runs
 * and cannot serve. A check that waited for the app would fail, and the process would be restarted while it starts.
 */
export function respondWhileStarting(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url } = request
  if (!isHealthCheck(request) || (method !== 'GET' && method !== 'HEAD')) return false
  if (url === paths.live) send(response, 200, 'alive')
  else send(response, 503, 'starting')
  return true
}

function send(response: ServerResponse, status: number, state: string): void {
  const body = JSON.stringify({ status: state })
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.statusCode = status
  response.end(body)
}

const minuteMs = 60_000

/** The maximum number of addresses that are counted; beyond it, counting starts again. */
const addressesMax = 10_000

/** Counts per address and clock minute, and returns whether the address is within its limit. */
function minuteBudget(limit: number): (address: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return (address) => {
    const current = Math.floor(Date.now() / minuteMs)
    if (current !== minute || counts.size > addressesMax) counts.clear()
    minute = current
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= limit
  }
}
