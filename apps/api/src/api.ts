import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '@svc/credentials/caller'
import { type Connection, type Database, isUnavailable, pingDatabase } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import { pendingMigrations } from '@svc/db/migrate'
import { basePath } from '@svc/http/base-path'
import { createContract } from '@svc/http/contract'
import { documents } from '@svc/http/documents'
import { unavailable } from '@svc/http/errors'
import { createServer } from '@svc/http/server'
import { createApp } from '@svc/http/shell/app'
import { createDispatch } from '@svc/http/shell/dispatch'
import type { OperationCall } from '@svc/http/shell/operation'
import { watchLimitSettings } from '@svc/limits/limit-settings'
import { createLimiter } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import { openRedisStore } from '@svc/limits/redis-store'
import { createChat } from '@svc/llm/chat'
import { newId } from '@svc/runtime/ids'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import { createPublisher } from '@svc/webhooks/publish'
import { isPublicHttpsUrl } from '@svc/webhooks/url-policy'
import { authenticate } from './authenticate.ts'
import type { Progress, RequestContext } from './context.ts'
import { generated, readContract } from './documents.ts'
import { health } from './health.ts'
import { createIdempotencyStore } from './idempotency-store.ts'
import { createOAuth } from './oauth/oauth.ts'
import { createOperations } from './operations/index.ts'
import { takeQuotaOf } from './quota.ts'
import { reportFiles } from './report-files.ts'
import { requestLimits } from './request-limits.ts'
import type { Service } from './service.ts'
import { type BatchRecorder, createUsageRecorder } from './usage-recorder.ts'

export interface Api {
  /** The port that it listens on. */
  port: number
  usage: BatchRecorder
  /** Finishes what is under way, refuses what is new, writes what is waiting. The database is the caller's to close. */
  close(): Promise<void>
}

export interface ApiOptions {
  settings: Settings
  logger: Logger
  db: Database
  databaseUrl: string
  keyring: Keyring
  /** Check every response against the contract; on unless the mode is production. */
  checkResponses?: boolean
  /** How long `close` still takes requests after `/readyz` says no: balancers look elsewhere, kept connections end with an answer. */
  partingMs?: number
}

const partingMsDefault = 500

/** Requests that are under way when the process stops have this long. */
const drainMs = 10_000

/** Starts the API on the address of the settings; port 0 takes a free one. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { settings, logger, db, databaseUrl, keyring, checkResponses = settings.mode !== 'production' } = options
  const { partingMs = partingMsDefault } = options
  const stopping = new AbortController()
  const document = readContract()
  const contract = createContract({ document, basePath, formats: { 'public-https-url': isPublicHttpsUrl } })
  const limits = await watchLimitSettings({ read: () => readLimitSettings(db), logger })
  const redis = settings.redisUrl === null ? undefined : await openRedisStore({ url: settings.redisUrl, logger })
  const limiter = createLimiter({ store: redis ?? createMemoryStore(), limits: limits.limits })
  const usage = createUsageRecorder({ db, logger })

  // The port is known once it is listened on, and the application needs it: who asks in between waits for the application.
  let app: ReturnType<typeof createApp> | undefined
  const started = Promise.withResolvers<ReturnType<typeof createApp>>()
  const server = createServer({
    listener: (request, response) => {
      // Who is answered from now on connects anew next time, and elsewhere.
      if (stopping.signal.aborted) response.shouldKeepAlive = false
      if (app) app(request, response)
      else void started.promise.then((ready) => ready(request, response))
    },
    ...(settings.tls && {
      tls: { cert: readFileSync(settings.tls.certFile), key: readFileSync(settings.tls.keyFile) },
    }),
    refused: async (address) => ({ requestId: newId('req'), rateLimit: await limiter.checkIp(address) }),
  })
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const publicUrl = settings.publicUrl ?? originOf(settings, port)

  const service: Service = {
    db,
    keyring,
    publisher: createPublisher(document, { maxAttempts: settings.webhooks.attemptsMax }),
    settings,
    chat: settings.llm && createChat(settings.llm, logger),
    publicUrl,
    draining: stopping.signal,
    background: (work) => void work().catch((error) => logger.warn({ err: error }, 'Background work failed')),
  }
  const checkReadiness = readinessCheck(db, databaseUrl)
  // Asked once before anybody else does, while the pool is free; a database that is away now is asked again by whoever wants to know.
  await checkReadiness().catch(() => {})
  const contextOf = (
    call: OperationCall<Caller>,
    connection: Connection,
    progress: Progress | null,
  ): RequestContext => ({
    db: connection,
    progress,
    takeQuota: (transaction, name) => takeQuotaOf(call, transaction, name, { quotaLimit: limits.quotaLimit }),
  })
  app = createApp({
    contract,
    limits: requestLimits(limiter),
    newRequestId: () => newId('req'),
    uncounted: health({ check: checkReadiness, draining: stopping.signal }),
    cors: { allows: (origin) => settings.corsOrigins.includes(origin) },
    open: [
      documents({ generated, publicUrl, mockOrigin: mockOriginOf(settings) }),
      reportFiles(service),
      createOAuth({ service, usage, logger, resource: `${publicUrl}${basePath}` }),
    ],
    dispatch: createDispatch({
      contract,
      operations: createOperations(service),
      authenticate: (exchange) => authenticate(service, exchange),
      context: (call) => contextOf(call, db, null),
      idempotency: createIdempotencyStore({ db, keyring, contextOf }),
      usage,
      checkResponses,
    }),
    usage,
    trustedProxies: settings.trustedProxies,
    requireTls: settings.mode === 'production',
    translateError: (thrown) => (isUnavailable(thrown) ? unavailable(1, thrown) : undefined),
    onServerError: (error, { requestId }) =>
      logger.error({ request_id: requestId, err: error.cause ?? error }, 'A request failed'),
  })
  started.resolve(app)

  return {
    port,
    usage,
    async close() {
      stopping.abort()
      await pause(partingMs)
      const closed = once(server, 'close')
      server.close()
      // Connections that were busy just now would otherwise be kept for the next request.
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      const patience = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearInterval(sweep)
      clearTimeout(patience)
      limits.stop()
      await usage.close()
      await redis?.close()
    },
  }
}

/** The address at which the process listens, for as long as the settings name no public one. */
function originOf({ host, tls }: Settings, port: number): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where the mock of this machine listens, unless it takes any free port. */
function mockOriginOf({ mockPort }: Settings): string | undefined {
  return mockPort === 0 ? undefined : `http://127.0.0.1:${mockPort}`
}

/**
 * Looks over a connection of its own, so that a busy pool does not make the process look unready. The migrations are looked for until all
 * are there: none is ever taken back.
 */
function readinessCheck(db: Database, databaseUrl: string): () => Promise<void> {
  let migrated = false
  return async () => {
    await pingDatabase(databaseUrl, { timeoutMs: 500 })
    if (migrated) return
    const pending = await pendingMigrations(db)
    if (pending.length > 0) throw new Error(`Migrations are missing: ${pending.join(', ')}`)
    migrated = true
  }
}
