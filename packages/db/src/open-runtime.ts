import { findLocalPostgres } from '@svc/local-postgres'
import { createLogger, type Logger } from '@svc/runtime/logger'
import { type Keyring, openKeyring } from '@svc/runtime/secrets'
import { readEnvironment, readSettings, type Settings } from '@svc/runtime/settings'
import { type Database, openDatabase } from './database.ts'
import { type HeldKeyring, holdKeyring } from './key-register.ts'
import { migrate } from './migrate.ts'

/** What every process of the service works with. */
interface Runtime {
  settings: Settings
  logger: Logger
  databaseUrl: string
  db: Database
  keyring: Keyring
  /** The registration of this process as one that lists the keys; stop it before the database is closed. */
  heldKeys: HeldKeyring
}

/**
 * Reads the settings of this process from the environment and its working directory, and opens the log, the database,
 * with all migrations applied, and the keyring. Throws an Error that states what to set if there is no database, or if
 * the secret keys do not fit it. The caller stops `heldKeys` and destroys `db`.
 */
export async function openRuntime({ purpose }: { purpose: 'api' | 'worker' }): Promise<Runtime> {
  const settings = readSettings(readEnvironment(process.cwd()), { purpose })
  const logger = createLogger({ name: purpose, level: settings.logLevel })
  const databaseUrl = await findDatabaseUrl(settings)
  if (databaseUrl === undefined) {
    throw new Error(`No database: set DATABASE_URL, or run "svc start", which starts one in ${settings.dataDir}.`)
  }
  const db = openDatabase({ url: databaseUrl, applicationName: `svc-${purpose}` })
  await migrate(db, logger)
  const keyring = await openKeyring(settings)
  const heldKeys = await holdKeyring(db, keyring, { program: purpose, logger })
  return { settings, logger, databaseUrl, db, keyring, heldKeys }
}

/**
 * `DATABASE_URL`, or the URL of the PostgreSQL that a running `svc start` keeps in `SVC_DATA_DIR`; undefined without
 * either.
 */
export async function findDatabaseUrl({ databaseUrl, dataDir }: Settings): Promise<string | undefined> {
  return databaseUrl ?? (await findLocalPostgres(dataDir))?.url
}
