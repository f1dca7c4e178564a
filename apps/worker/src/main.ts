import { openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import { findLocalPostgres } from '@svc/local-postgres'
import { collectEarly } from '@svc/runtime/heap'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring, loadOrCreateDevelopmentKeys } from '@svc/runtime/secrets'
import { readEnvironment, readSettings } from '@svc/runtime/settings'
import { createShutdown } from '@svc/runtime/shutdown'
import { startWorker } from './worker.ts'

// One worker process. `svc start` runs it beside an API; on several machines there are as many of each as needed.

collectEarly()
const settings = readSettings(readEnvironment(process.cwd()), { purpose: 'worker' })
const logger = createLogger({ name: 'worker', level: settings.logLevel })
const databaseUrl = settings.databaseUrl ?? (await findLocalPostgres(settings.dataDir))?.url
if (databaseUrl === undefined) {
  throw new Error(`No database: set DATABASE_URL, or run "svc start", which starts one in ${settings.dataDir}.`)
}

const db = openDatabase({ url: databaseUrl, applicationName: 'svc-worker' })
await migrate(db, logger)
const keyring = createKeyring(
  settings.secretKeys.length > 0 ? settings.secretKeys : await loadOrCreateDevelopmentKeys(settings.dataDir),
)
const worker = startWorker({ settings, logger, db, keyring })
logger.info({ worker_id: worker.id }, 'The worker is running')
process.send?.({ type: 'ready' })

const shutdown = createShutdown({ logger })
shutdown.step('worker', worker.stop)
shutdown.step('database', () => db.destroy())
shutdown.install()
