import { purgeAccountExports } from '@svc/db/account-exports'
import { listAccounts } from '@svc/db/accounts'
import { failInterruptedAnalyses } from '@svc/db/analyses'
import { purgeAuditLog } from '@svc/db/audit-log'
import type { Database } from '@svc/db/database'
import { cancelHeldDeliveries, deadLetterInterruptedDeliveries } from '@svc/db/delivery-queue'
import { purgeIdempotencyKeys } from '@svc/db/idempotency'
import { purgeOAuth } from '@svc/db/oauth-records'
import { purgeProfileConsents } from '@svc/db/profile-consents'
import { purgeProfileRevocations } from '@svc/db/profile-revocations'
import { purgeReplyDrafts } from '@svc/db/reply-drafts'
import { purgeReportFiles } from '@svc/db/reports'
import { purgeReviewImports, purgeUploads } from '@svc/db/review-imports'
import { purgeUsageCounters } from '@svc/db/usage-counters'
import { createUsageEventPartitions, dropUsageEventPartitions, purgeUsageEvents } from '@svc/db/usage-events'
import { purgeDeliveries } from '@svc/db/webhook-deliveries'
import { purgePreviousSecrets } from '@svc/db/webhook-endpoints'
import { purgeFeedEntries, purgeWebhookEvents } from '@svc/db/webhook-events'
import { eraseExpiredReviews } from '@svc/review-erasure/erase'
import type { Clock } from '@svc/runtime/clock'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import type { Publisher } from '@svc/webhooks/publish'
import { reportDeadLetters } from './dead-letters.ts'
import { type Loop, type LoopContext, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import { refreshReviewStatsOf, requestRelabeling } from './review-maintenance.ts'
import { runDueSchedule } from './scheduled-analyses.ts'

interface HousekeepingOptions {
  db: Database
  metrics: WorkerMetrics
  publisher: Publisher
  clock: Clock
  logger: Logger
  settings: Pick<Settings, 'retentionMs' | 'deadLetterRetentionMs' | 'reportFileRetentionMs'>
}

/** The interval between checks for work that crashes have ended permanently. Its lease has already expired. */
const sweepIntervalMs = 10_000
/**
 * The interval between checks of schedules. They are due at full hours, so a delay of a few seconds does not matter.
 */
const scheduleIntervalMs = 10_000
const purgeIntervalMs = 600_000
/** The interval between deletions of timed-out uploads, whose parts use space until then. */
const uploadIntervalMs = 60_000

/**
 * The number of rows that a purge deletes at a time: small enough not to delay claims. Other statements run during the
 * pause.
 */
const purgeBatch = 1_000
const purgePauseMs = 50
const sweepBatch = 100
const dayMs = 86_400_000

/**
 * Ends work that was interrupted by crashes, starts scheduled analyses, purges expired records, and updates statistics
 * with a rolling window.
 */
export function startHousekeeping({ db, metrics, publisher, clock, logger, settings }: HousekeepingOptions): Loop {
  const loops = [
    startLoop('interrupted work', {
      logger,
      metrics,
      async iterate(context) {
        await failInterrupted(db, publisher)
        await reportDeadLetters(db, await deadLetterInterruptedDeliveries(db, { limit: sweepBatch }), { clock, logger })
        await context.pause(sweepIntervalMs)
      },
    }),
    startLoop('abandoned uploads', {
      logger,
      metrics,
      async iterate(context) {
        await purgeUploads(db, { limit: sweepBatch })
        await context.pause(uploadIntervalMs)
      },
    }),
    startLoop('scheduled analyses', {
      logger,
      metrics,
      async iterate(context) {
        if (!(await runDueSchedule(db, { clock }))) await context.pause(scheduleIntervalMs)
      },
    }),
    startLoop('retention', {
      logger,
      metrics,
      async iterate(context) {
        const created = await createUsageEventPartitions(db, { nowMs: clock.now() })
        if (created > 0) logger.debug({ created }, 'Created partitions for the usage events of the next days')
        const days = Math.ceil(settings.retentionMs / dayMs)
        const cancel = () => cancelHeldDeliveries(db, { days, limit: purgeBatch })
        const canceled = await inBatches(cancel, context)
        if (canceled > 0)
          logger.info({ canceled, days }, 'Canceled deliveries that were held for longer than the retention')
        for (const [name, purge] of Object.entries(purges(db, settings))) {
          const purged = await inBatches(purge, context)
          metrics.purged(name, purged)
          if (purged > 0) logger.info({ purged, records: name }, 'Expired records purged')
        }
        await context.pause(purgeIntervalMs)
      },
    }),
    startLoop('labels and statistics', {
      logger,
      metrics,
      async iterate(context) {
        // At startup, because the engine may be a new version, and then daily at midnight UTC, because "reviews_90d"
        // changes even if no review is added.
        await requestRelabeling(db)
        await refreshAllReviewStats(db, context)
        await context.pause(dayMs - (clock.now() % dayMs))
      },
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Fails the analyses that were interrupted three times, with one event each, and returns their number. */
export async function failInterrupted(db: Database, publisher: Publisher): Promise<number> {
  return db.transaction(async (transaction) => {
    const failed = await failInterruptedAnalyses(transaction, { limit: sweepBatch })
    for (const { id, account_id, business_id } of failed) {
      const data = { business_id, analysis_id: id, reason: 'internal_error' } as const
      await publisher.publish(transaction, { account_id, business_id }, [{ type: 'analysis.failed', data }])
    }
    return failed.length
  })
}

/** Changes at most `purgeBatch` records and returns how many. */
type Batch = () => Promise<number>

/** Deliveries are purged before the events that they refer to. */
function purges(
  db: Database,
  { retentionMs, deadLetterRetentionMs, reportFileRetentionMs }: HousekeepingOptions['settings'],
): Record<string, Batch> {
  const days = Math.ceil(retentionMs / dayMs)
  const deadLetterDays = Math.ceil(deadLetterRetentionMs / dayMs)
  const reportFileDays = Math.ceil(reportFileRetentionMs / dayMs)
  const limit = purgeBatch
  return {
    'finished deliveries': () => purgeDeliveries(db, { finishedDays: days, deadLetterDays, limit }),
    'feed entries': () => purgeFeedEntries(db, { days, limit }),
    'webhook events': () => purgeWebhookEvents(db, { days, limit }),
    'days of usage events': () => dropUsageEventPartitions(db, { days }),
    'usage events': () => purgeUsageEvents(db, { days, limit }),
    'hourly usage counts': () => purgeUsageCounters(db, { interval: 'hour', limit }),
    'daily usage counts': () => purgeUsageCounters(db, { interval: 'day', limit }),
    'monthly usage counts': () => purgeUsageCounters(db, { interval: 'month', limit }),
    'files of reports': () => purgeReportFiles(db, { days: reportFileDays, limit }),
    'reply drafts': () => purgeReplyDrafts(db, { limit }),
    'imports of reviews': () => purgeReviewImports(db, { days, limit }),
    'previous webhook secrets': () => purgePreviousSecrets(db, { limit }),
    'exports of accounts': () => purgeAccountExports(db, { limit }),
    'consents of the business profile': () => purgeProfileConsents(db, { limit }),
    'tokens that were not revoked': () => purgeProfileRevocations(db, { limit }),
    'idempotency keys': () => purgeIdempotencyKeys(db, { limit }),
    'entries of the audit log': () => purgeAuditLog(db, { limit }),
    'logins and OAuth grants': () => purgeOAuth(db, { limit }),
    reviews: () => eraseExpiredReviews(db, { limit }),
  }
}

async function inBatches(batch: Batch, context: LoopContext): Promise<number> {
  let total = 0
  while (!context.stopping) {
    const changed = await batch()
    total += changed
    if (changed < purgeBatch) break
    await context.pause(purgePauseMs)
  }
  return total
}

async function refreshAllReviewStats(db: Database, context: LoopContext): Promise<void> {
  for (const { id: account_id, business_id } of await listAccounts(db)) {
    if (business_id === null) continue
    if (context.stopping) return
    await refreshReviewStatsOf(db, { account_id, business_id })
  }
}
