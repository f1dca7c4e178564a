import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import { type ListReplica, openListReplica } from '@svc/db/list-replica'
import { lastFeedNumbers } from '@svc/db/webhook-events'
import { waitingListener } from '@svc/http/waiting-listener'
import { watchLimitSettings } from '@svc/limits/limit-settings'
import { createLimiter, type Limiter } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { QuotaOptions } from '@svc/limits/quotas'
import { openRedisStore, type RedisStore } from '@svc/limits/redis-store'
import { createChat } from '@svc/llm/chat'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { newId } from '@svc/runtime/ids'
import { closeServer, listen } from '@svc/runtime/listen'
import type { Logger } from '@svc/runtime/logger'
import { originOf } from '@svc/runtime/origin'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Tracing } from '@svc/runtime/tracing'
import { challengeTimeoutMs, createChallenge } from '@svc/webhooks/challenge'
import { connectOptionsOf } from '@svc/webhooks/connect'
import { createPublisher } from '@svc/webhooks/publish'
import { createSender, type Sender } from '@svc/webhooks/sender'
import type { Express } from 'express'
import { createApiApp } from './app.ts'
import { contract, contractDocument } from './contract.ts'
import type { Dependencies } from './dependencies.ts'
import { createFeedWatcher } from './feed-watcher.ts'
import { respondWhileStarting } from './health.ts'
import type { ApiMetrics } from './metrics.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { createApiServer } from './server.ts'
import { type BatchRecorder, createUsageRecorder } from './usage-recorder.ts'

export interface Api {
  /** The port that it listens on. */
  port: number
  usage: BatchRecorder
  /** Begins to serve requests, those that wait first. Rejects if the API is closed before it serves. */
  serve(): Promise<void>
  /**
   * Finishes running requests, refuses new ones and those that still wait, and writes waiting usage events. The caller
   * closes the database.
   */
  close(): Promise<void>
}

interface ApiOptions {
  settings: Settings
  logger: Logger
  db: Database
  keyring: Keyring
  /** Closed with the API. Default: that of the settings. */
  replica?: ListReplica | undefined
  /** Counts requests; undefined counts nothing. */
  metrics?: ApiMetrics | undefined
  /** Undefined traces nothing. */
  tracing?: Tracing | undefined
  /** Default: the clock of the system. */
  clock?: Clock
  /** Check every response against the contract; on unless the mode is production. */
  checkResponses?: boolean
}

/** The time that running requests may take after the server stops accepting requests. */
const drainMs = 10_000

/**
 * Opens the port of the API on the address of the settings; port 0 takes a free one. Until `serve` is called, requests
 * wait and health checks find a process that starts.
 */
export async function openApi(options: ApiOptions): Promise<Api> {
  const { settings, logger, db, metrics } = options
  // Without a clock of the options, Redis counts by its own.
  const time = options.clock ? { clock: options.clock } : {}
  const stopping = new AbortController()
  const limits = await watchLimitSettings({ read: () => readLimitSettings(db), logger })
  const { redisUrl, redisSentinels } = settings
  const redis =
    redisUrl === null ? undefined : await openRedisStore({ url: redisUrl, sentinels: redisSentinels, logger, ...time })
  const limiter = createLimiter({ store: redis ?? createMemoryStore(time), limits: limits.limits })
  const quotas = { quotaLimit: limits.quotaLimit, ...time }
  const usage = createUsageRecorder({ db, logger, metrics })

  const replica = options.replica ?? openReplica(options)
  if (replica) metrics?.watchReplica(replica)
  const refused = async (ip: string) => ({ requestId: newId('req'), rateLimit: await limiter.checkIp(ip) })
  const { listener, serve } = waitingListener({
    stopping: { signal: stopping.signal, refused },
    respondEarly: respondWhileStarting,
  })
  const server = createApiServer({ settings, refused, logger, metrics, listener })
  const port = await listen(server, { ...settings, settings: { host: 'SVC_HOST', port: 'SVC_PORT' } })
  const challenger = challengerOf(settings)
  const readiness = createReadiness({ address: db, keyring: options.keyring })
  let serves = false

  return {
    port,
    usage,
    async serve() {
      // Opens the connection before the first request; while the service cannot work, `/readyz` probes again.
      await readiness.check().catch((error) => logger.warn({ err: error }, 'The service is not ready yet'))
      const draining = stopping.signal
      draining.throwIfAborted()
      serves = true
      serve(createAppOf(options, { port, limiter, quotas, usage, redis, replica, challenger, readiness, draining }))
    },
    async close() {
      stopping.abort()
      // Load balancers choose another process, and kept connections end. Neither knows a process that never served.
      if (serves) await sleep(settings.stopDelayMs)
      await closeServer(server, drainMs)
      limits.stop()
      await usage.close()
      await redis?.close()
      await replica?.close()
      await readiness.close()
      await challenger?.close()
    },
  }
}

/** The parts of an API that exist before its app. */
interface Opened {
  port: number
  limiter: Limiter
  quotas: QuotaOptions
  usage: BatchRecorder
  redis: RedisStore | undefined
  replica: ListReplica | null
  challenger: Sender | undefined
  readiness: Readiness
  draining: AbortSignal
}

function createAppOf(options: ApiOptions, opened: Opened): Express {
  const { settings, logger, db, keyring, metrics, tracing, clock = systemClock } = options
  const { checkResponses = settings.mode !== 'production' } = options
  const { port, limiter, quotas, usage, redis, replica, challenger, readiness, draining } = opened
  const dependencies: Dependencies = {
    db,
    replica,
    keyring,
    clock,
    publisher: createPublisher(contractDocument, { maxAttempts: settings.webhooks.attemptsMax, clock }),
    settings,
    chat: settings.llm && createChat(settings.llm, logger),
    challenge: challenger === undefined ? null : createChallenge(challenger),
    redis: redis ?? null,
    publicUrl: settings.publicUrl ?? originOf(settings.host, port, settings.tls ? 'https' : 'http'),
    draining,
    feeds: createFeedWatcher({ lastNumbers: (accounts) => lastFeedNumbers(db, accounts) }),
    background: (work) => void work().catch((error) => logger.warn({ err: error }, 'Background work failed')),
  }
  return createApiApp({
    dependencies,
    contract,
    limiter,
    quotas,
    usage,
    logger,
    metrics,
    tracing,
    checkResponses,
    readiness,
  })
}

/** Begins to follow the replica for lists; null if none is configured. */
function openReplica({ settings, logger, db }: ApiOptions): ListReplica | null {
  const { databaseReplicaUrl: url, databasePool: poolMax, databaseWaitMs: acquireTimeoutMs } = settings
  if (url === null) return null
  const replica = openListReplica({ primary: db, url, poolMax, acquireTimeoutMs, logger })
  replica.start()
  return replica
}

/** Sends the requests that receivers confirm; undefined if the settings do not ask for that. */
function challengerOf(settings: Settings): Sender | undefined {
  if (settings.webhooks.challenge === 'off') return undefined
  return createSender({ ...connectOptionsOf(settings), timeoutMs: challengeTimeoutMs })
}
