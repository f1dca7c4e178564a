import { registerPoolMetrics } from '@svc/db/pool-metrics'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { startMetrics } from '@svc/runtime/metrics'
import { createShutdown } from '@svc/runtime/shutdown'
import { startProcess } from '@svc/runtime/start-process'
import { openRuntime } from '@svc/startup/open-runtime'
import { openTracing } from '@svc/tracing/open-tracing'
import { createWorkerMetrics } from './metrics.ts'
import { startWorker } from './worker.ts'

// One worker process. `svc start` runs it with an API process; larger installations run several of each.

limitHeapGrowth()
await startProcess('worker', async () => {
  const { settings, logger, db, keyring, heldKeys } = await openRuntime({ purpose: 'worker' })
  const metrics = await startMetrics({ process: 'worker', settings, logger })
  if (metrics) registerPoolMetrics(metrics.registry, db)
  const workerMetrics = metrics && { metrics: createWorkerMetrics(metrics.registry) }
  const tracing = await openTracing({ process: 'worker', settings, logger })
  const worker = startWorker({ settings, logger, db, keyring, tracing, ...workerMetrics })

  const shutdown = createShutdown({ logger })
  shutdown.step('worker', worker.stop)
  shutdown.step('traces', async () => tracing?.close())
  shutdown.step('metrics', async () => metrics?.close())
  shutdown.step('secret keys', heldKeys.stop)
  shutdown.step('database', () => db.destroy())
  shutdown.install()
  logger.info({ worker_id: worker.id }, 'Worker started')
  // The parent may stop this process as soon as it is ready.
  process.send?.({ type: 'ready' })
})
