import { commonHeaders } from '@svc/http/exchange'
import type { RequestHandler } from 'express'
import { exchangeOf } from './exchange.ts'

/** Pages that this machine serves, such as the docs of `npm start`: they show what the mock answers. */
const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

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
  'Preference-Applied',
].join(', ')

/** Lets pages of this machine call the mock, as an operator lets listed origins call the service (design decision 36). */
export const cors: RequestHandler = (request, response, next) => {
  const { origin } = request.headers
  if (origin === undefined || !loopbackOrigin.test(origin)) return next()
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' })
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next()
  response.set({
    ...commonHeaders(exchangeOf(response)),
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, X-API-Key, Content-Type, Idempotency-Key, If-None-Match, Prefer',
    'Access-Control-Max-Age': '600',
  })
  response.status(204).end()
}
