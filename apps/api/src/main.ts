import { openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import { findLocalPostgres } from '@svc/local-postgres'
import { createLogger } from '@svc/runtime/logger'
import { createKeyring, loadOrCreateDevelopmentKeys } from '@svc/runtime/secrets'
import { readEnvironment, readSettings } from '@svc/runtime/settings'
import { createShutdown } from '@svc/runtime/shutdown'
import { startApi } from './api.ts'

// One API process. `svc start` runs it beside a worker; on several machines there are as many of each as needed.

const settings = readSettings(readEnvironment(process.cwd()), { purpose: 'api' })
const logger = createLogger({ name: 'api', level: settings.logLevel })
const databaseUrl = settings.databaseUrl ?? (await findLocalPostgres(settings.dataDir))?.url
if (databaseUrl === undefined) {
  throw new Error(`No database: set DATABASE_URL, or run "svc start", which starts one in ${settings.dataDir}.`)
}

const db = openDatabase({ url: databaseUrl, applicationName: 'svc-api' })
await migrate(db, logger)
const keyring = createKeyring(
  settings.secretKeys.length > 0 ? settings.secretKeys : await loadOrCreateDevelopmentKeys(settings.dataDir),
)
const api = await startApi({ settings, logger, db, databaseUrl, keyring })
logger.info({ port: api.port }, 'The API is listening')
process.send?.({ type: 'ready', port: api.port })

const shutdown = createShutdown({ logger })
shutdown.step('http', api.close)
shutdown.step('database', () => db.destroy())
shutdown.install()
