import type { Database } from '@svc/db/database'
import { disableFailingEndpoints } from '@svc/db/failing-endpoints'
import type { Logger } from '@svc/runtime/logger'
import { disabledAfter } from '@svc/webhooks/delivery-rules'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'

/** Short compared to days of failures. Each iteration reads only endpoints that are failing. */
const intervalMs = 10_000
const batch = 100

interface FailingEndpointsOptions {
  db: Database
  metrics: WorkerMetrics
  logger: Logger
  /** Whether to queue emails to the members of the account. */
  emails: boolean
}

/** Disables endpoints whose attempts have failed for days: decision 0037. */
export function startFailingEndpoints({ db, metrics, logger, emails }: FailingEndpointsOptions): Loop {
  return startLoop('failing endpoints', {
    logger,
    metrics,
    async iterate(context) {
      const disabled = await disableFailingEndpoints(db, { ...disabledAfter, limit: batch, emails })
      for (const { id, failures, failing_since } of disabled)
        logger.info(
          { webhook_id: id, failures, failing_since },
          'Endpoint disabled because its attempts failed for days',
        )
      if (disabled.length < batch) await context.pause(intervalMs)
    },
  })
}
