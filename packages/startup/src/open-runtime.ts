import { type Database, openDatabase } from '@svc/db/database'
import { type HeldKeyring, holdKeyring, SecretKeysError } from '@svc/db/key-register'
import { explainDatabaseError, prepareSchema } from '@svc/db/prepare-schema'
import { requireRoleSettings } from '@svc/db/role-settings'
import { switchLevelOnSignal } from '@svc/runtime/log-level'
import { createLogger, type Logger } from '@svc/runtime/logger'
import { type Keyring, openKeyring } from '@svc/runtime/secrets'
import { readEnvironment, readSettings, type Settings } from '@svc/runtime/settings'
import { StartError } from '@svc/runtime/start-error'
import { addressOf, findDatabaseUrl } from './database-url.ts'

/** The resources that every process of the service uses. */
interface Runtime {
  settings: Settings
  logger: Logger
  db: Database
  keyring: Keyring
  /** The registration of this process and its listed keys. Stop it before the database is closed. */
  heldKeys: HeldKeyring
}

/**
 * Reads the settings of this process from the environment and its working directory, and opens the log, the database,
 * with all migrations applied, and the keyring. Rejects with a StartError that states what to do if the database is
 * missing, unavailable, not migrated or newer, or if the secret keys do not fit it. The caller stops
 * `heldKeys` and destroys `db`.
 */
export async function openRuntime({ purpose }: { purpose: 'api' | 'worker' }): Promise<Runtime> {
  const settings = readSettings(readEnvironment(process.cwd()), { purpose })
  const logger = createLogger({ name: purpose, level: settings.logLevel })
  switchLevelOnSignal(logger)
  const databaseUrl = await findDatabaseUrl(settings)
  if (databaseUrl === undefined) {
    throw new StartError(`No database: set DATABASE_URL, or run "svc start", which starts one in ${settings.dataDir}.`)
  }
  const db = openDatabase({
    ...addressOf(databaseUrl, settings),
    applicationName: `svc-${purpose}`,
    poolMax: settings.databasePool,
    acquireTimeoutMs: settings.databaseWaitMs,
  })
  try {
    if (db.isPooled) await requireRoleSettings(db)
    await prepareSchema(db, settings, logger)
    const keyring = await openKeyring(settings)
    const heldKeys = await holdKeyring(db, keyring, { program: purpose, logger })
    return { settings, logger, db, keyring, heldKeys }
  } catch (error) {
    if (error instanceof SecretKeysError) throw new StartError(error.message, { cause: error })
    throw explainDatabaseError(error, databaseUrl)
  }
}
