import { registerPoolMetrics } from '@svc/db/pool-metrics'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { startMetrics } from '@svc/runtime/metrics'
import { startProcess } from '@svc/runtime/start-process'
import { openRuntime } from '@svc/startup/open-runtime'
import { openTracing } from '@svc/tracing/open-tracing'
import { createWorkerMetrics } from './metrics.ts'
import { startWorker } from './worker.ts'

// One worker process. `svc start` runs it with an API process; larger installations run several of each.

limitHeapGrowth()
await startProcess('worker', async (shutdown) => {
  const { settings, logger, db, keyring, heldKeys } = await openRuntime({ purpose: 'worker' })
  shutdown.logTo(logger)
  shutdown.step('database', () => db.destroy())
  shutdown.step('secret keys', heldKeys.stop)
  const metrics = await startMetrics({ process: 'worker', settings, logger })
  shutdown.step('metrics', async () => metrics?.close())
  if (metrics) registerPoolMetrics(metrics.registry, db)
  const workerMetrics = metrics && { metrics: createWorkerMetrics(metrics.registry) }
  const tracing = await openTracing({ process: 'worker', settings, logger })
  shutdown.step('traces', async () => tracing?.close())
  const worker = startWorker({ settings, logger, db, keyring, tracing, ...workerMetrics })
  shutdown.step('worker', worker.stop)

  logger.info({ worker_id: worker.id }, 'Worker started')
  // The parent may stop this process as soon as it is ready.
  process.send?.({ type: 'ready' })
})
