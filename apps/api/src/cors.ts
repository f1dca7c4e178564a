import { commonHeaders } from '@svc/http/exchange'
import type { RequestHandler } from 'express'
import { exchangeOf } from './server.ts'

/** Headers of answers that a page may read besides the few that browsers always show. */
const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'Idempotency-Replayed',
].join(', ')

/**
 * Lets pages of the listed origins call the API (design decision 36). For all others nothing changes: no header, and OPTIONS is a method
 * that the path does not have. Credentials travel in headers that the page sets, never in cookies, so they are not allowed here.
 */
export function cors(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return next()
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' })
    const asked = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || asked === undefined) return next()
    response.set({
      ...commonHeaders(exchangeOf(response)),
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-None-Match',
      'Access-Control-Max-Age': '600',
    })
    response.status(204).end()
  }
}
