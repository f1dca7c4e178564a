import { openRuntime } from '@svc/db/open-runtime'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { createShutdown } from '@svc/runtime/shutdown'
import { startWorker } from './worker.ts'

// One worker process. `svc start` runs it with an API process; larger installations run several of each.

limitHeapGrowth()
const { settings, logger, db, keyring, heldKeys } = await openRuntime({ purpose: 'worker' })
const worker = startWorker({ settings, logger, db, keyring })
logger.info({ worker_id: worker.id }, 'The worker is running')
process.send?.({ type: 'ready' })

const shutdown = createShutdown({ logger })
shutdown.step('worker', worker.stop)
shutdown.step('secret keys', heldKeys.stop)
shutdown.step('database', () => db.destroy())
shutdown.install()
