import type { ApiCaller } from '@svc/credentials/caller'
import { isStatementTimeout, isUnavailable } from '@svc/db/database-errors'
import { isFlagOn } from '@svc/db/flags'
import { basePath } from '@svc/http/base-path'
import { type Contract, toApiError } from '@svc/http/contract'
import { documents, missingPages } from '@svc/http/documents'
import { type ApiError, unavailable } from '@svc/http/errors'
import { mockDevelopmentOrigin } from '@svc/http/rewrite-origins'
import { createApp } from '@svc/http/shell/app'
import { createDispatch, handlersOf } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import { type Limiter, requestLimits } from '@svc/limits/limiter'
import type { QuotaOptions } from '@svc/limits/quotas'
import { newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import type { Tracing } from '@svc/runtime/tracing'
import type { Express } from 'express'
import { createAccessLog } from './access-log.ts'
import { authenticateRequest } from './authenticate.ts'
import { authorizeCaller } from './authorize.ts'
import { createBrowserSessions } from './browser-sessions.ts'
import { type ApiOperations, createRequestContext, type RequestContext } from './context.ts'
import type { Dependencies } from './dependencies.ts'
import { generated } from './documents.ts'
import { health } from './health.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { mcpWhenEnabled } from './mcp/load-mcp.ts'
import { mcpCorsHeaders, mcpFlag, mcpResource } from './mcp/paths.ts'
import type { ApiMetrics } from './metrics.ts'
import type { OAuthResources } from './oauth/configuration.ts'
import { createOAuth } from './oauth/oauth.ts'
import { createOperations } from './operations/index.ts'
import { exportFiles } from './portal/export-files.ts'
import { portalPages } from './portal/pages.ts'
import { createPortalApi, isPortalPath } from './portal/portal.ts'
import { profileNotifications } from './profile-notifications.ts'
import type { Readiness } from './readiness.ts'
import { reportFiles } from './report-files.ts'
import { createRequestTraces } from './request-traces.ts'
import type { BatchRecorder } from './usage-recorder.ts'

interface ApiAppOptions {
  dependencies: Dependencies
  contract: Contract
  limiter: Limiter
  quotas: QuotaOptions
  usage: BatchRecorder
  logger: Logger
  metrics?: ApiMetrics | undefined
  tracing?: Tracing | undefined
  checkResponses: boolean
  readiness: Pick<Readiness, 'check'>
}

/** The shell of `packages/http` with the ports of the API. */
export function createApiApp(options: ApiAppOptions): Express {
  const { dependencies, contract, limiter, quotas, usage, logger, metrics, tracing, checkResponses, readiness } =
    options
  const { settings } = dependencies
  const handlers = handlersOf<RequestContext, ApiOperations>(createOperations(dependencies))
  const context = createRequestContext({ ...dependencies, quotas })
  const idempotency = createIdempotencyStore({ dependencies, logger, context })
  const sessions = createBrowserSessions({ ...dependencies, logger, metrics })
  const onServerError = logServerErrors(logger)
  return createApp({
    contract,
    limits: requestLimits(limiter),
    newRequestId: () => newId('req'),
    uncounted: health({ check: readiness.check, draining: dependencies.draining, limit: settings.healthLimit }),
    cors: { allows: (origin) => settings.corsOrigins.includes(origin), except: isPortalPath, ...mcpCorsHeaders },
    open: [
      documents(documentsOf(dependencies)),
      reportFiles(dependencies),
      profileNotifications(dependencies),
      createOAuth({
        dependencies,
        sessions,
        usage,
        resources: resourcesOf(dependencies),
        toApiError: toServiceError,
        onServerError,
      }),
      mcpWhenEnabled({
        dependencies,
        contract,
        handlers,
        context,
        usage,
        checkResponses,
        toApiError: toServiceError,
        onServerError,
      }),
      createPortalApi({
        dependencies,
        sessions,
        usage,
        checkResponses,
        publicApi: { contract, handlers, context, idempotency },
      }),
      exportFiles(dependencies, sessions),
      portalPages(),
      missingPages(documentsOf(dependencies)),
    ],
    dispatch: createDispatch<ApiCaller, RequestContext>({
      contract,
      handlers,
      authenticate: (exchange) => authenticateRequest(dependencies, exchange),
      authorize: authorizeCaller,
      context,
      idempotency,
      usage,
      checkResponses,
    }),
    observers: [createAccessLog(logger, settings), ...(metrics ? [metrics.requests] : [])],
    beginTrace: tracing && createRequestTraces(tracing),
    trustedProxies: settings.trustedProxies,
    requireTls: settings.mode === 'production',
    toApiError: toServiceError,
    onServerError,
  })
}

function logServerErrors(logger: Logger) {
  return (error: ApiError, { requestId, traceId }: Pick<Exchange, 'requestId' | 'traceId'>): void =>
    logger.error(
      { request_id: requestId, ...(traceId && { trace_id: traceId }), err: error.cause ?? error },
      'A request failed',
    )
}

/** The error of the contract for anything that was thrown; 503 where the database is unavailable or too slow. */
function toServiceError(thrown: unknown): ApiError {
  return isUnavailable(thrown) || isStatementTimeout(thrown) ? unavailable(1, thrown) : toApiError(thrown)
}

/** The audiences of access tokens. That of the MCP server exists while its flag is on. */
function resourcesOf({ db, publicUrl }: Pick<Dependencies, 'db' | 'publicUrl'>): OAuthResources {
  const restApi = `${publicUrl}${basePath}`
  const mcpServer = mcpResource(publicUrl)
  return {
    default: restApi,
    async audienceOf(resource) {
      if (resource === restApi) return publicUrl
      return resource === mcpServer && (await isFlagOn(db, mcpFlag)) ? mcpServer : undefined
    },
  }
}

/** The folder of the documents, and the origins of this instance and of the mock here, if its port is known. */
function documentsOf({ publicUrl, settings }: Pick<Dependencies, 'publicUrl' | 'settings'>) {
  const mockOrigin = settings.mockPort === 0 ? mockDevelopmentOrigin : `http://127.0.0.1:${settings.mockPort}`
  return { generated, publicUrl, mockOrigin }
}
