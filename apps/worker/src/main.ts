import { openRuntime } from '@svc/db/open-runtime'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { createShutdown } from '@svc/runtime/shutdown'
import { startWorker } from './worker.ts'

// One worker process. `svc start` runs it beside an API; on several machines there are as many of each as needed.

limitHeapGrowth()
const { settings, logger, db, keyring } = await openRuntime({ purpose: 'worker' })
const worker = startWorker({ settings, logger, db, keyring })
logger.info({ worker_id: worker.id }, 'The worker is running')
process.send?.({ type: 'ready' })

const shutdown = createShutdown({ logger })
shutdown.step('worker', worker.stop)
shutdown.step('database', () => db.destroy())
shutdown.install()
