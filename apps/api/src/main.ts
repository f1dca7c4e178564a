import { releaseStartMemory } from '@svc/runtime/heap'
import { startMetrics } from '@svc/runtime/metrics'
import { startProcess } from '@svc/runtime/start-process'
import { openRuntime } from '@svc/startup/open-runtime'
import { openTracing } from '@svc/tracing/open-tracing'
import { createApiMetrics } from './metrics.ts'
import { openApi } from './start-api.ts'

// One API process. `svc start` runs it with a worker process; larger installations run several of each.

await startProcess('api', async (shutdown) => {
  const { settings, logger, db, keyring, heldKeys } = await openRuntime({ purpose: 'api' })
  shutdown.logTo(logger)
  shutdown.step('database', () => db.destroy())
  shutdown.step('secret keys', heldKeys.stop)
  const metrics = await startMetrics({ process: 'api', settings, logger })
  shutdown.step('metrics', async () => metrics?.close())
  const apiMetrics = metrics && createApiMetrics(metrics.registry, db)
  const tracing = await openTracing({ process: 'api', settings, logger })
  shutdown.step('traces', async () => tracing?.close())
  const api = await openApi({ settings, logger, db, keyring, metrics: apiMetrics, tracing })
  shutdown.step('http', api.close)
  await api.serve()

  releaseStartMemory()
  logger.info({ port: api.port }, 'The API is listening')
  // Its parent may stop a process as soon as it is ready.
  process.send?.({ type: 'ready', port: api.port })
})
