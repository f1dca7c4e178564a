import type { OperationId } from '@generated/contract/operations'
import { isUnavailable } from '@svc/db/database'
import type { Contract } from '@svc/http/contract'
import { toApiError } from '@svc/http/contract'
import { cors } from '@svc/http/cors'
import { ApiError, rateLimited } from '@svc/http/errors'
import { type Exchange, errorResponse, sendResponse } from '@svc/http/exchange'
import { oauthErrorResponse } from '@svc/http/oauth'
import { requireOneAuthority } from '@svc/http/server'
import type { IpDecision, Limiter } from '@svc/limits/limiter'
import { type Id, newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { ApiCaller } from './caller.ts'
import type { Recorder } from './usage.ts'

export interface ApiExchange extends Exchange {
  readonly requestId: Id<'req'>
  /** The limiter's decision about the address; the caller's limits are taken together with it. */
  readonly ipDecision: IpDecision
  /** Known once the request is routed. */
  operationId?: OperationId
  /** Known once the request is authenticated. */
  caller?: ApiCaller
}

export interface AppOptions {
  contract: Contract
  limiter: Limiter
  /** Answers `/livez` and `/readyz`, before any limit. */
  health: RequestHandler
  /** Answer what anyone may read: the published document, the reference page, files behind signed links. */
  documents: readonly RequestHandler[]
  /** Answers the OAuth paths and passes everything else on. */
  oauth: RequestHandler
  dispatch: RequestHandler
  usage: Recorder
  logger: Logger
  /** Proxies whose `X-Forwarded-*` headers count, as addresses or CIDR ranges; nobody's when empty. */
  trustedProxies: readonly string[]
  /** Interface section 5: "All requests must use TLS." Off in development, which speaks plain HTTP on loopback. */
  requireTls: boolean
  /** Origins whose pages may call the API. */
  corsOrigins: readonly string[]
}

/** The life of a request until its operation is known; `dispatch` takes over from there. */
export function createApp(options: AppOptions): Express {
  const { contract, limiter, logger } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', options.trustedProxies.length > 0 ? [...options.trustedProxies] : false)

  const open: RequestHandler = async (request, response, next) => {
    const startedAt = performance.now()
    const ip = request.ip ?? ''
    const ipDecision = await limiter.checkIp(ip)
    response.locals.exchange = {
      request,
      response,
      requestId: newId('req'),
      ip,
      startedAt,
      rateLimit: ipDecision,
      ipDecision,
    } satisfies ApiExchange
    if (!ipDecision.allowed) throw rateLimited(ipDecision.policy, ipDecision.retry_after_s)
    requireOneAuthority(request)
    request.originalUrl = request.url
    if (options.requireTls && !request.secure)
      throw new ApiError('forbidden', { message: 'This service answers over TLS only: use https.' })
    // "HEAD answers like GET" (design decision 36); Node leaves the body out.
    if (request.method === 'HEAD') request.method = 'GET'
    next()
  }

  const fail: ErrorRequestHandler = (thrown, request, response, _next) => {
    const exchange = exchangeOf(response)
    const error = isUnavailable(thrown)
      ? new ApiError('unavailable', { headers: { 'Retry-After': '1' }, cause: thrown })
      : toApiError(thrown)
    if (error.status >= 500)
      logger.error({ request_id: exchange.requestId, err: error.cause ?? error }, 'A request failed')
    options.usage.refused(exchange, error)
    sendResponse(exchange, oauthErrorResponse(request, error) ?? errorResponse(exchange, error))
  }

  app.use(options.health)
  app.use(
    open,
    cors({ allows: (origin) => options.corsOrigins.includes(origin) }),
    ...options.documents,
    options.oauth,
    ...contract.route,
    options.dispatch,
  )
  app.use(fail)
  return app
}

export function exchangeOf(response: express.Response): ApiExchange {
  return response.locals.exchange
}
