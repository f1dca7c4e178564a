import type { RequestHandler } from 'express'
import { commonHeaders, exchangeOf } from './exchange.ts'

export interface CorsOptions {
  /** Whether pages of this origin may call the API. */
  allows(origin: string): boolean
  /** Headers that they may send besides those of the contract. */
  sent?: readonly string[]
  /** Headers of answers that they may read besides those of the contract. */
  read?: readonly string[]
}

const sentAlways = ['Authorization', 'X-API-Key', 'Content-Type', 'Idempotency-Key', 'If-None-Match']

/** Besides the few that browsers always show. */
const readAlways = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Location',
  'Idempotency-Replayed',
  'Deprecation',
  'Sunset',
  'Link',
]

/**
 * Lets pages of some origins call the API (design decision 36). For all others nothing changes: no header, and OPTIONS is a method
 * that the path does not have. Credentials travel in headers that the page sets, never in cookies, so they are not allowed here.
 */
export function cors({ allows, sent = [], read = [] }: CorsOptions): RequestHandler {
  const accepted = [...sentAlways, ...sent].join(', ')
  const exposed = [...readAlways, ...read].join(', ')
  return (request, response, next) => {
    const { origin } = request.headers
    if (origin === undefined || !allows(origin)) return next()
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' })
    const asked = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || asked === undefined) return next()
    response.set({
      ...commonHeaders(exchangeOf(response)),
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '600',
    })
    response.status(204).end()
  }
}
