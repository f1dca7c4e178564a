import { operations } from '@generated/contract/operations'
import type { RequestHandler } from 'express'
import { exchangeOf } from './shell/exchange.ts'
import { commonHeaders } from './shell/response.ts'

export interface CorsOptions {
  /** Whether pages of this origin may call the API. */
  allows(origin: string): boolean
  /** Paths that no other origin may call, such as those that read a cookie. */
  except?(path: string): boolean
  /** Request headers beyond those of the contract. */
  requestHeaders?: readonly string[]
  /** Response headers beyond those of the contract. */
  responseHeaders?: readonly string[]
}

const requestHeadersAlways = ['Authorization', 'X-API-Key', 'Content-Type', 'Idempotency-Key', 'If-None-Match']

/** Response headers that pages may read beyond the few that browsers always show. */
const responseHeadersAlways = [
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

const methods = [...new Set(Object.values(operations).map(({ method }) => method.toUpperCase()))].join(', ')

/**
 * Lets pages of some origins call the API. For all others nothing changes: they get no header, and OPTIONS is a method
 * that the path does not have. Credentials travel in headers that the page sets, never in cookies, so they are not
 * allowed here.
 */
export function cors({
  allows,
  except = () => false,
  requestHeaders = [],
  responseHeaders = [],
}: CorsOptions): RequestHandler {
  const accepted = [...requestHeadersAlways, ...requestHeaders].join(', ')
  const exposed = [...responseHeadersAlways, ...responseHeaders].join(', ')
  return (request, response, next) => {
    const { origin } = request.headers
    if (origin === undefined || !allows(origin) || except(request.path)) return next()
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' })
    const requestedMethod = request.headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || requestedMethod === undefined) return next()
    response.set({
      ...commonHeaders(exchangeOf(response)),
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '600',
    })
    response.status(204).end()
  }
}
