import { type OperationFacts, operations as table } from '@generated/portal/operations'
import document from '@generated/portal/portal.json' with { type: 'json' }
import { publicPaths } from '@generated/portal/public-paths'
import type { Caller } from '@svc/credentials/caller'
import type { RequestDatabase } from '@svc/db/database'
import { type Contract, createContract } from '@svc/http/contract'
import { createDispatch, type Handlers, handlersOf } from '@svc/http/shell/dispatch'
import type { Exchange } from '@svc/http/shell/exchange'
import type { IdempotencyStore } from '@svc/http/shell/idempotency'
import type { OperationCall } from '@svc/http/shell/operation'
import express, { type RequestHandler } from 'express'
import type { BrowserSessions } from '../browser-sessions.ts'
import type { RequestContext } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { BatchRecorder } from '../usage-recorder.ts'
import { accountOperations } from './account.ts'
import { administrationOperations } from './administration.ts'
import {
  administratorAuthentication,
  administratorAuthorization,
  administratorSessionOperations,
} from './administrators.ts'
import { auditLogOperations } from './audit-log.ts'
import { profileOperations } from './business-profile.ts'
import {
  type AdministratorCaller,
  authorizeRole,
  authorizeSession,
  type PersonCaller,
  type PortalCaller,
  portalLimitSubject,
  sessionAuthentication,
} from './caller.ts'
import type { AdministrationOperations, PortalContext, PortalOperations } from './context.ts'
import { clientOperations, keyOperations } from './credentials.ts'
import { factorOperations } from './factors.ts'
import { refuseForeignPages } from './guard.ts'
import { linkOperations } from './links.ts'
import { memberOperations } from './members.ts'
import { passkeyOperations } from './passkeys.ts'
import { isBelow, portalPaths } from './paths.ts'
import { profileConsentOperations } from './profile-consents.ts'
import { profilePath, refuseWhileProfileIsOff, requireProfileFlag } from './profile-flag.ts'
import { passwordOperations, sessionOperations } from './sessions.ts'

interface PortalOptions {
  dependencies: Dependencies
  sessions: BrowserSessions
  usage: BatchRecorder
  checkResponses: boolean
  /** The public contract and its handlers, which the portal mounts a second time. */
  publicApi: {
    contract: Contract
    handlers: Handlers<RequestContext>
    context(call: OperationCall<Caller>): RequestContext
    idempotency: IdempotencyStore<Caller, RequestContext>
  }
}

/**
 * Everything below `/portal/api`: the portal's own operations (`spec/portal.yaml`), those of the console for
 * administrators, and the public operations with the session as the caller. Passes on every other path. No credential
 * but the cookie is read here, and the public API reads no cookie.
 */
export function createPortalApi({
  dependencies,
  sessions,
  usage,
  checkResponses,
  publicApi,
}: PortalOptions): RequestHandler {
  const authenticate = sessionAuthentication(dependencies, sessions)
  const contract = createContract({ document, operations: table, basePath: portalPaths.api, formats: {} })
  const contextOn = (db: RequestDatabase, exchange: Exchange): PortalContext => ({
    db,
    browser: exchange,
    requestId: exchange.requestId,
  })
  const context = ({ exchange }: { exchange: Exchange }) => contextOn(dependencies.db, exchange)
  const own = createDispatch<PortalCaller, PortalContext>({
    contract: { ...contract, operations: operationsWhere((isOfConsole) => !isOfConsole) },
    handlers: handlersOf<PortalContext, PortalOperations>(createPortalOperations(dependencies, sessions)),
    authenticate: authenticate.own,
    limitSubject: portalLimitSubject,
    async authorize(caller, operation) {
      // First the flag: an operation that does not exist needs no permission.
      await requireProfileFlag(dependencies.db, caller, operation)
      authorizeSession(caller, operation)
    },
    // None of these operations reads a replica: their lists have credentials, members and settings.
    context: ({ caller, exchange }) =>
      contextOn(dependencies.replica?.writesOf(caller.account.id) ?? dependencies.db, exchange),
    publicContext: context,
    checkResponses,
  })
  const administration = createDispatch<AdministratorCaller, PortalContext>({
    contract: { ...contract, operations: operationsWhere((isOfConsole) => isOfConsole) },
    handlers: handlersOf<PortalContext, AdministrationOperations>({
      ...administratorSessionOperations(dependencies, sessions),
      ...administrationOperations(dependencies),
    }),
    authenticate: administratorAuthentication(dependencies, sessions),
    authorize: administratorAuthorization(dependencies.settings),
    context,
    publicContext: context,
    checkResponses,
  })
  const mounted = createDispatch<PersonCaller, RequestContext>({
    ...publicApi,
    mountPath: portalPaths.publicApi,
    authenticate: authenticate.public,
    limitSubject: portalLimitSubject,
    authorize: authorizeRole,
    usage,
    checkResponses,
  })

  const ownRoutes = express.Router().use(...contract.route(), own)
  const administrationRoutes = express.Router().use(...contract.route(), administration)
  const publicRoutes = express.Router().use(...publicApi.contract.route(portalPaths.publicApi), mounted)
  const router = express.Router()
  const withoutSession = new Set(publicPaths.map((path) => portalPaths.api + path))
  router.use(refuseForeignPages(dependencies, { sessions, publicPaths: withoutSession }))
  router.use(portalPaths.api + profilePath, refuseWhileProfileIsOff(dependencies.db))
  router.use((request, response, next) => {
    if (isBelow(request.path, portalPaths.administration)) return administrationRoutes(request, response, next)
    if (isBelow(request.path, portalPaths.publicApi)) return publicRoutes(request, response, next)
    ownRoutes(request, response, next)
  })
  return (request, response, next) => (isPortalPath(request.path) ? router(request, response, next) : next())
}

/** Returns whether the path belongs to the portal's API. */
export function isPortalPath(path: string): boolean {
  return isBelow(path, portalPaths.api)
}

/** The part of the operation table for the console, or for members. */
function operationsWhere(belongs: (isOfConsole: boolean) => boolean): Record<string, OperationFacts> {
  const entries = Object.entries<OperationFacts>(table)
  return Object.fromEntries(
    entries.filter(([, { path }]) => belongs(isBelow(portalPaths.api + path, portalPaths.administration))),
  )
}

/** Every operation of a member: one that is missing, misspelled or returns another shape does not compile. */
function createPortalOperations(dependencies: Dependencies, sessions: BrowserSessions): PortalOperations {
  return {
    ...sessionOperations(dependencies, sessions),
    ...passwordOperations(dependencies, sessions),
    ...factorOperations(dependencies),
    ...passkeyOperations(dependencies, sessions),
    ...keyOperations(dependencies),
    ...clientOperations(dependencies),
    ...memberOperations,
    ...linkOperations(dependencies, sessions),
    ...auditLogOperations,
    ...profileOperations,
    ...profileConsentOperations(dependencies),
    ...accountOperations(dependencies, sessions),
  }
}
