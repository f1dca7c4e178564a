import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import type { Contract } from '../contract/contract.ts'
import { isAbortedUpload } from '../contract/uploads.ts'
import { type CorsOptions, cors } from '../cors.ts'
import { ApiError } from '../errors.ts'
import { createExpressApp, normalizeRequest } from '../express-app.ts'
import { isOAuthPath, oauthErrorResponse } from '../oauth.ts'
import { type Exchange, exchangeOf, type RequestLimits, requireAllowed, setError, storeExchange } from './exchange.ts'
import { type BeginTrace, observe, type RequestObserver } from './finished-request.ts'
import { tlsRequired } from './messages.ts'
import { errorResponse, sendResponse } from './response.ts'
import { eventsOfFailure } from './usage.ts'

interface AppOptions {
  contract: Contract
  limits: RequestLimits
  /** Makes the id of a request. */
  newRequestId(): Exchange['requestId']
  /** Handlers before any limit, such as health checks. They see no exchange. */
  uncounted: RequestHandler
  cors: CorsOptions
  /**
   * Handlers that need no credential and no operation: documents, OAuth, signed links. Each passes on the paths that it
   * does not serve.
   */
  open: readonly RequestHandler[]
  /** Serves every operation of the contract; see `createDispatch`. */
  dispatch: RequestHandler
  /** Observers that count or log requests; none by default. */
  observers?: readonly RequestObserver[]
  /** Default: requests are not traced. */
  beginTrace?: BeginTrace | undefined
  /** Proxies whose `X-Forwarded-*` headers count, as addresses or CIDR ranges; none by default. */
  trustedProxies?: readonly string[]
  /** Refuses requests over plain HTTP with 403; off by default. */
  requireTls?: boolean
  /** Returns the error of the contract for anything that was thrown: `toApiError` of the contract, or more. */
  toApiError(thrown: unknown): ApiError
  /** Called for every response of 500 and above, before it is sent. */
  onServerError(error: ApiError, exchange: Exchange): void
}

/** The steps of a request until its operation is known. `dispatch` takes over from there. */
export function createApp(options: AppOptions): Express {
  const app = createExpressApp({ queryParser: 'simple', trustedProxies: options.trustedProxies })
  app.use(options.uncounted)
  // Request id, 429 by IP address, 400 for ambiguous requests, 403 without TLS; HEAD becomes GET.
  app.use(beginExchange(options))
  app.use(cors(options.cors))
  for (const handler of options.open) app.use(handler)
  app.use(...options.contract.route()) // 404, 405
  app.use(options.dispatch) // 401, 429, 403, 400, then the operation
  app.use(sendError(options))
  return app
}

function beginExchange(options: AppOptions): RequestHandler {
  const { observers = [], beginTrace } = options
  return async (request, response, next) => {
    const startedAtMs = performance.now()
    const ip = request.ip ?? ''
    const ipDecision = await options.limits.checkIp(ip)
    const requestId = options.newRequestId()
    const trace = beginTrace?.(request, startedAtMs)
    const exchange: Exchange = {
      request,
      response,
      requestId,
      ip,
      startedAtMs,
      ipDecision,
      traceId: trace?.traceId,
      channel: 'rest',
      rateLimit: ipDecision,
      quota: null,
    }
    storeExchange(exchange)
    observe(exchange, request, trace ? [...observers, trace] : observers)
    requireAllowed(ipDecision)
    normalizeRequest(request)
    if (options.requireTls && !request.secure) throw new ApiError('forbidden', { message: tlsRequired })
    if (trace) trace.run(next)
    else next()
  }
}

/** Makes the response of every error that a step or an operation throws. */
function sendError({ toApiError, onServerError }: AppOptions): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const exchange = exchangeOf(response)
    // Its error code is also that of a lost database connection.
    if (isAbortedUpload(thrown)) {
      response.destroy()
      return
    }
    const error = toApiError(thrown)
    setError(exchange, error)
    if (error.status >= 500) onServerError(error, exchange)
    exchange.authenticated?.recordUsage(eventsOfFailure(exchange, error))
    const oauthResponse = isOAuthPath(request.path) ? oauthErrorResponse(error) : undefined
    sendResponse(exchange, oauthResponse ?? errorResponse(exchange, error))
  }
}
