import { errorCode } from '@svc/runtime/error-code'
import type { Settings } from '@svc/runtime/settings'
import { StartError } from '@svc/runtime/start-error'
import { type Database, type DatabaseAddress, directAddress, openDatabase } from '../connection/database.ts'
import { driverMessageOf, isUnavailable } from '../connection/database-errors.ts'
import { type MigrationLogger, migrate, pendingMigrations, unknownMigrations } from './migrate.ts'

/**
 * Ensures that the schema of the database matches this version. In development and on its own PostgreSQL, the service
 * runs the migrations. In production, it only checks them, so that its role needs no privilege to change the schema and
 * a start never waits for a lock; there, `svc migrate` is a separate step. Rejects with a StartError that states what
 * to do.
 */
export async function prepareSchema(
  address: DatabaseAddress,
  settings: SchemaSettings,
  logger: MigrationLogger,
): Promise<void> {
  // A start waits longer for a busy server than a request does.
  const direct = directAddress(address)
  const db = openDatabase({ ...direct, applicationName: 'svc-migrate', poolMax: 1, statementTimeoutMs: 0 })
  try {
    await requireFittingSchema(db, settings, logger)
  } finally {
    await db.destroy()
  }
}

type SchemaSettings = Pick<Settings, 'mode' | 'databaseUrl' | 'acceptsNewerDatabase'>

async function requireFittingSchema(db: Database, settings: SchemaSettings, logger: MigrationLogger): Promise<void> {
  const { mode, databaseUrl, acceptsNewerDatabase } = settings
  const unknown = await unknownMigrations(db)
  if (unknown.length > 0 && !acceptsNewerDatabase) {
    throw new StartError(
      `A newer version of the service has migrated this database (${unknown.join(', ')}). Start that version, restore ` +
        'a backup from before the upgrade, or set SVC_ACCEPT_NEWER_DATABASE=on if its notes permit a rollback.',
    )
  }
  if (mode === 'development' || databaseUrl === null) return void (await migrate(db, logger))
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new StartError(
      `The database lacks ${pending.length} of the migrations of this version (the first is ${pending[0]}). Run ` +
        '"svc migrate" with a role that may change the schema, then start again.',
    )
  }
}

/**
 * Converts an error of PostgreSQL to an error that states what to do. Returns any other error unchanged.
 *
 * @param setting the setting or option that has the URL
 */
export function explainDatabaseError(error: unknown, url: string, setting = 'DATABASE_URL'): unknown {
  if (!(error instanceof Error) || error instanceof StartError || !URL.canParse(url)) return error
  const { host, pathname, username } = new URL(url)
  const server = host === '' ? 'The PostgreSQL on this machine' : `The PostgreSQL at ${host}`
  const code = errorCode(error) ?? ''
  const message = driverMessageOf(error)
  const target = { server, database: pathname.slice(1), user: username, setting, message }
  const known = explanations[code]?.(target)
  if (known !== undefined) return new StartError(known, { cause: error })
  if (!isUnavailable(error)) return error
  return new StartError(`${server} is unavailable (${message}). Start it, or correct ${setting}.`, {
    cause: error,
  })
}

interface Target {
  server: string
  database: string
  user: string
  setting: string
  /** The report of PostgreSQL, such as "permission denied for schema public". */
  message: string
}

/** By SQLSTATE. */
const explanations: Readonly<Record<string, (target: Target) => string>> = {
  '28P01': ({ server, user, setting }) => `${server} refused the password of "${user}". Correct ${setting}.`,
  '28000': ({ server, user, setting }) => `${server} refused the user "${user}". Correct ${setting}.`,
  '3D000': ({ server, database, setting }) =>
    `${server} has no database "${database}". Create it, or correct ${setting}.`,
  '42501': ({ user, setting, message }) =>
    `The user "${user}" of ${setting} lacks a right in the database (${message}). Grant it, or use a user that has it: ` +
    'migrations need the owner of the schema, and "svc backup verify FILE" needs a role that may create databases.',
}
