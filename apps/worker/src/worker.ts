import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { createProfileApi } from '@svc/business-profile/profile-api'
import { accountExportQueue } from '@svc/db/account-exports'
import { analysisQueue } from '@svc/db/analyses'
import type { QueueTable } from '@svc/db/claim'
import type { Database } from '@svc/db/database'
import { deliveryQueue } from '@svc/db/delivery-queue'
import { profileConnectionQueue } from '@svc/db/profile-connections'
import { profileReplyQueue } from '@svc/db/profile-replies'
import { profileRevocationQueue } from '@svc/db/profile-revocations'
import { reviewImportQueue } from '@svc/db/review-imports'
import { reviewMaintenanceQueue } from '@svc/db/review-maintenance'
import { createChat } from '@svc/llm/chat'
import { type Clock, systemClock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'
import type { Tracing } from '@svc/runtime/tracing'
import { connectOptionsOf } from '@svc/webhooks/connect'
import { createPublisher } from '@svc/webhooks/publish'
import { createSender, type Sender } from '@svc/webhooks/sender'
import { Registry } from 'prom-client'
import { startAccountChanges } from './account-changes.ts'
import { startAccountExports } from './account-exports.ts'
import { startAnalyses } from './analyses.ts'
import { startProfileReplies } from './business-profile/profile-replies.ts'
import { startProfileRevocations } from './business-profile/profile-revocations.ts'
import { startProfileSync } from './business-profile/profile-sync.ts'
import { startDeliveries } from './deliveries.ts'
import { startEmails } from './emails.ts'
import { startFailingEndpoints } from './failing-endpoints.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createMailer } from './mailer.ts'
import { createWorkerMetrics, type WorkerMetrics } from './metrics.ts'
import { startQueueStatistics } from './queue-statistics.ts'
import { createPdfPrinter } from './report/pdf.ts'
import { startReviewImports } from './review-imports.ts'
import { startReviewMaintenance } from './review-maintenance.ts'
import { createWorkWaiters } from './work-waiters.ts'

export interface Worker {
  /** Identifies this process in leases; unique for each start. */
  id: string
  /** Stops claiming, waits for running work, and releases the remaining work. The caller closes the database. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  settings: Pick<
    Settings,
    | 'webhooks'
    | 'email'
    | 'pdfBrowser'
    | 'llm'
    | 'publicUrl'
    | 'retentionMs'
    | 'reportFileRetentionMs'
    | 'deadLetterRetentionMs'
    | 'businessProfile'
  >
  logger: Logger
  db: Database
  keyring: Keyring
  /** Default: metrics that are not served. */
  metrics?: WorkerMetrics
  /** Undefined traces nothing. */
  tracing?: Tracing | undefined
  clock?: Clock
  /** Default: a sender with the limits of the settings. */
  sender?: Sender
  /**
   * The time for which a claim is valid unless it is extended, and therefore the time that the work of a killed worker
   * waits. Claims are extended three times per period. Default: 30 s.
   */
  leaseMs?: number
  /** The time that running work has when the worker stops. Default: 10 s. */
  drainMs?: number
}

const leaseMsDefault = 30_000
const drainMsDefault = 10_000

/** Starts the loops of a worker. They survive an outage of the database and continue after it. */
export function startWorker(options: WorkerOptions): Worker {
  const { settings, logger, db, keyring, tracing, clock = systemClock } = options
  const { metrics = createWorkerMetrics(new Registry()) } = options
  const { leaseMs = leaseMsDefault, drainMs = drainMsDefault } = options
  const { webhooks } = settings
  const id = `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(4).toString('hex')}`
  const publisher = createPublisher(document, { maxAttempts: webhooks.attemptsMax, clock })
  const { sender = createSender({ ...connectOptionsOf(settings), timeoutMs: webhooks.timeoutMs }) } = options
  if (webhooks.caFile !== null || webhooks.connectTo.length > 0) {
    logger.warn('Webhooks diverted for development: WEBHOOK_CONNECT_TO or WEBHOOK_CA_FILE is set')
  }

  const pdfPrinter = settings.pdfBrowser === null ? undefined : createPdfPrinter(settings.pdfBrowser, logger)
  const chat = settings.llm && createChat(settings.llm, logger)

  const work = createWorkWaiters(db)
  const claiming = (queue: QueueTable) => ({ db, metrics, workerId: id, work: work.of(queue), logger, leaseMs })

  const loops = [
    startDeliveries({
      ...claiming(deliveryQueue),
      tracing,
      sender,
      keyring,
      retryDelaysMs: webhooks.retryScheduleMs,
      clock,
      drainMs,
    }),
    startAnalyses({ ...claiming(analysisQueue), tracing, publisher, pdfPrinter, chat, clock, drainMs }),
    startAccountExports({ ...claiming(accountExportQueue), keyring }),
    startReviewImports({ ...claiming(reviewImportQueue), keyring }),
    startReviewMaintenance({ ...claiming(reviewMaintenanceQueue), pdfPrinter }),
    startFailingEndpoints({ db, metrics, logger, emails: settings.email !== null }),
    startAccountChanges({ db, metrics, work, keyring, logger }),
    startHousekeeping({ db, metrics, publisher, clock, logger, settings }),
    startQueueStatistics({ db, metrics, logger }),
  ]
  const mailer = settings.email && createMailer(settings.email)
  if (mailer) loops.push(startEmails({ db, metrics, work, keyring, mailer, logger, settings }))
  const { businessProfile } = settings
  if (businessProfile) {
    const { timeoutMs, syncIntervalMs: intervalMs } = businessProfile
    const api = createProfileApi({ db, keyring, settings: businessProfile })
    loops.push(
      startProfileSync({ ...claiming(profileConnectionQueue), keyring, api, intervalMs }),
      startProfileReplies({ ...claiming(profileReplyQueue), api, timeoutMs }),
      startProfileRevocations({ ...claiming(profileRevocationQueue), keyring, api }),
    )
  }
  return {
    id,
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await work.stop()
      await sender.close()
      mailer?.close()
    },
  }
}
