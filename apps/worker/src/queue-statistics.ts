import type { Database } from '@svc/db/database'
import { measureQueues } from '@svc/db/queue-statistics'
import type { Logger } from '@svc/runtime/logger'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'

/** As often as Prometheus usually reads. */
const intervalMs = 15_000

/** Updates the metrics with the lengths of the queues. One worker measures them, and all others read its result. */
export function startQueueStatistics(options: { db: Database; metrics: WorkerMetrics; logger: Logger }): Loop {
  const { db, metrics, logger } = options
  return startLoop('queue statistics', {
    logger,
    metrics,
    async iterate(context) {
      metrics.queuesMeasured(await measureQueues(db, { intervalMs }))
      await context.pause(intervalMs)
    },
  })
}
