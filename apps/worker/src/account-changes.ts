import { eraseAccount, findAccountToErase } from '@svc/db/account-erasure'
import type { Database } from '@svc/db/database'
import { applyChangedRetention } from '@svc/db/review-retention'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'

interface AccountChangesOptions {
  db: Database
  metrics: WorkerMetrics
  keyring: Keyring
  logger: Logger
}

/** The polling interval. Short, because owners wait for the change to take effect. */
const pollMs = 2_000

/** Finishes what owners change about their accounts: applies a changed retention, and completes erasures. */
export function startAccountChanges({ db, metrics, keyring, logger }: AccountChangesOptions): Loop {
  const loops = [
    startLoop('retention of accounts', {
      logger,
      metrics,
      async iterate(context) {
        if (!(await applyChangedRetention(db))) await context.pause(pollMs)
      },
    }),
    startLoop('erasure of accounts', {
      logger,
      metrics,
      async iterate(context) {
        const accountId = await findAccountToErase(db)
        if (accountId === undefined) return context.pause(pollMs)
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
