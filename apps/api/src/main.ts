import { releaseStartMemory } from '@svc/runtime/heap'
import { startMetrics } from '@svc/runtime/metrics'
import { createShutdown } from '@svc/runtime/shutdown'
import { startProcess } from '@svc/runtime/start-process'
import { openRuntime } from '@svc/startup/open-runtime'
import { openTracing } from '@svc/tracing/open-tracing'
import { createApiMetrics } from './metrics.ts'
import { startApi } from './start-api.ts'

// One API process. `svc start` runs it with a worker process; larger installations run several of each.

await startProcess('api', async () => {
  const { settings, logger, db, keyring, heldKeys } = await openRuntime({ purpose: 'api' })
  const metrics = await startMetrics({ process: 'api', settings, logger })
  const apiMetrics = metrics && createApiMetrics(metrics.registry, db)
  const tracing = await openTracing({ process: 'api', settings, logger })
  const api = await startApi({ settings, logger, db, keyring, metrics: apiMetrics, tracing })

  const shutdown = createShutdown({ logger })
  shutdown.step('http', api.close)
  shutdown.step('traces', async () => tracing?.close())
  shutdown.step('metrics', async () => metrics?.close())
  shutdown.step('secret keys', heldKeys.stop)
  shutdown.step('database', () => db.destroy())
  shutdown.install()
  releaseStartMemory()
  logger.info({ port: api.port }, 'The API is listening')
  // Its parent may stop a process as soon as it is ready.
  process.send?.({ type: 'ready', port: api.port })
})
