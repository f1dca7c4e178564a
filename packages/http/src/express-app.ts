import express, { type Express, type Request } from 'express'
import { ApiError } from './errors.ts'

interface ExpressSettings {
  /** `extended` reads `filter[status]` as a field of an object. */
  queryParser: 'simple' | 'extended'
  /** Proxies whose `X-Forwarded-*` headers count, as addresses or CIDR ranges; none by default. */
  trustedProxies?: readonly string[] | undefined
}

/** An application that matches paths exactly and adds no headers to responses. */
export function createExpressApp({ queryParser, trustedProxies = [] }: ExpressSettings): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.set('query parser', queryParser)
  app.set('trust proxy', trustedProxies.length > 0 ? [...trustedProxies] : false)
  return app
}

/**
 * Reduces the target of a request to its path, and makes HEAD a GET unless HEAD has operations of its own.
 *
 * @throws ApiError 400 for a request that proxies may read differently; see `requireOneAuthority`
 */
export function normalizeRequest(request: Request, { hasHeadOperations = false } = {}): void {
  requireOneAuthority(request)
  // Express's copy, which the contract routes by.
  request.originalUrl = request.url
  // HEAD returns what GET returns; Node itself leaves the body out.
  if (request.method === 'HEAD' && !hasHeadOperations) request.method = 'GET'
}

/**
 * Refuses requests that Node's parser accepts although proxies may read them differently: two `Host` headers, and a
 * target in absolute form with another authority than `Host` (RFC 9112 sections 3.2 and 3.2.2). A matching absolute
 * form is reduced to its path in `request.url`.
 */
function requireOneAuthority(request: Request): void {
  const hosts = request.headersDistinct.host?.length ?? 0
  if (hosts > 1) throw new ApiError('invalid_request', { message: 'The request has more than one Host header.' })
  if (hosts === 0 && request.httpVersion === '1.1')
    throw new ApiError('invalid_request', { message: 'The request has no Host header.' })
  if (!request.url || request.url.startsWith('/')) return
  const target = URL.canParse(request.url) ? new URL(request.url) : undefined
  if (target?.host !== request.headers.host?.toLowerCase()) {
    throw new ApiError('invalid_request', {
      message: 'The request target must be a path, such as /api/public/v1/businesses.',
    })
  }
  request.url = `${target?.pathname}${target?.search}`
}
