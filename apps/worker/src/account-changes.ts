import { eraseAccount, erasureQueue, findAccountToErase } from '@svc/db/account-erasure'
import type { Database } from '@svc/db/database'
import { applyChangedRetention, changedRetentionQueue } from '@svc/db/review-retention'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { WorkWaiters } from './work-waiters.ts'

interface AccountChangesOptions {
  db: Database
  metrics: WorkerMetrics
  work: Pick<WorkWaiters, 'notified'>
  keyring: Keyring
  logger: Logger
}

/** The polling interval, for notifications that are lost. */
const pollMs = 10_000

/** Finishes what owners change about their accounts: applies a changed retention, and completes erasures. */
export function startAccountChanges({ db, metrics, work, keyring, logger }: AccountChangesOptions): Loop {
  const loops = [
    startLoop('retention of accounts', {
      logger,
      metrics,
      async iterate(context) {
        const changed = work.notified(changedRetentionQueue.name)
        if (!(await applyChangedRetention(db))) await context.pause(pollMs, changed)
      },
    }),
    startLoop('erasure of accounts', {
      logger,
      metrics,
      async iterate(context) {
        const begun = work.notified(erasureQueue.name)
        const accountId = await findAccountToErase(db)
        if (accountId === undefined) return context.pause(pollMs, begun)
        const erasure = await eraseAccount(db, accountId, { keyring, isStopping: () => context.stopping })
        if (erasure?.isComplete) logger.info({ account_id: accountId }, 'Account erased')
      },
    }),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
