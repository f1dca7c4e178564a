import type { Contract } from '@svc/http/contract'
import { toApiError } from '@svc/http/contract'
import { cors } from '@svc/http/cors'
import { rateLimited, unavailable } from '@svc/http/errors'
import { errorResponse, sendResponse } from '@svc/http/exchange'
import { isLoopbackOrigin } from '@svc/http/loopback-guard'
import { oauthErrorResponse } from '@svc/http/oauth'
import { requireOneAuthority } from '@svc/http/server'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { exchangeOf, type MockExchange } from './exchange.ts'
import type { MockLimits } from './limits.ts'
import type { IdSource } from './state/id-source.ts'
import type { StateStore } from './state/state-store.ts'
import type { Recorder } from './usage.ts'

export interface AppOptions {
  contract: Contract
  ids: IdSource
  limits: MockLimits
  states: StateStore
  /** Answers `/__mock/…`, before any limit. */
  control: RequestHandler
  /** Answers what anyone may read. */
  documents: RequestHandler
  /** Answers the links to the files of reports and passes everything else on. */
  reportFiles: RequestHandler
  /** Answers the OAuth paths and passes everything else on. */
  oauth: RequestHandler
  dispatch: RequestHandler
  usage: Recorder
  /** Told of failures of our own. */
  onFailure(error: unknown): void
}

/** Pages that this machine serves, such as the docs of `npm start`, show what the mock answers. */
const openToThisMachine = cors({
  allows: isLoopbackOrigin,
  sent: ['Prefer'],
  read: ['Preference-Applied'],
})

/** The life of a request until its operation is known, in the order of the service; `dispatch` takes over from there. */
export function createApp(options: AppOptions): Express {
  const { ids, contract, limits, states } = options
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.set('query parser', 'simple')

  const open: RequestHandler = async (request, response, next) => {
    const startedAt = performance.now()
    const ip = request.ip ?? ''
    const ipDecision = await limits.common.checkIp(ip)
    const requestId = ids.newId('req')
    response.locals.exchange = {
      ...{ request, response, requestId, ip, startedAt, rateLimit: ipDecision, ipDecision },
    } satisfies MockExchange
    if (!ipDecision.allowed) throw rateLimited(ipDecision.policy, ipDecision.retry_after_s)
    requireOneAuthority(request)
    request.originalUrl = request.url
    if (states.scenario === 'down') throw unavailable(1)
    // "HEAD answers like GET" (design decision 36); Node leaves the body out.
    if (request.method === 'HEAD') request.method = 'GET'
    next()
  }

  const fail: ErrorRequestHandler = (thrown, request, response, _next) => {
    const exchange = exchangeOf(response)
    const error = toApiError(thrown)
    // A 500 that was asked for is no failure of ours.
    if (error.status === 500 && error !== thrown) options.onFailure(thrown)
    options.usage.refused(exchange, error)
    sendResponse(exchange, oauthErrorResponse(request, error) ?? errorResponse(exchange, error))
  }

  app.use(options.control)
  app.use(open, openToThisMachine, options.documents)
  app.use(options.reportFiles, options.oauth, ...contract.route, options.dispatch)
  app.use(fail)
  return app
}
