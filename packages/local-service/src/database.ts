import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { directAddress, openDatabase } from '@svc/db/database'
import { isUnavailable } from '@svc/db/database-errors'
import { openServiceKeyring, SecretKeysError } from '@svc/db/key-register'
import { explainDatabaseError, prepareSchema } from '@svc/db/prepare-schema'
import { type LocalPostgres, startLocalPostgres } from '@svc/local-postgres'
import { createLogger, type Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'
import { StartError } from '@svc/runtime/start-error'
import { addressOf, findDatabaseUrl } from '@svc/startup/database-url'
import { type Demo, readDemoCredentials, seedDemoAccounts } from './demo-accounts.ts'

/** A database that is migrated and, in development, has demo accounts. */
interface PreparedDatabase {
  url: string
  demo: Demo
}

export interface ServiceDatabase {
  /** Rejects with a DatabaseStartError when the message explains the reason. */
  prepared: Promise<PreparedDatabase>
  /** Stops the local PostgreSQL after its start has ended. Does nothing to the PostgreSQL of DATABASE_URL. */
  stop(): Promise<void>
}

/** The database could not be used, for a reason that the message explains. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

/** Starts the local PostgreSQL, or uses the PostgreSQL of DATABASE_URL, and prepares it. */
export function startServiceDatabase(settings: Settings, logger: Logger): ServiceDatabase {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== null) return { prepared: prepare(databaseUrl, settings, logger), stop: async () => {} }
  const starting = startLocalPostgres({ dataDir, logger })
  return {
    prepared: starting.then(({ attached, url }) => {
      if (attached) throw new DatabaseStartError(alreadyRunningMessage(dataDir))
      return prepare(url, settings, logger)
    }),
    async stop() {
      // If the start failed, there is nothing to stop.
      const postgres = await starting.catch(() => undefined)
      await postgres?.stop()
    },
  }
}

/**
 * Starts the local PostgreSQL of a stopped service, for an operator command. The caller stops it. Returns undefined if
 * the database of the settings is running, is not local, or does not exist yet.
 */
export async function startStoppedPostgres(settings: Settings): Promise<LocalPostgres | undefined> {
  const { dataDir } = settings
  const isStopped = (await findDatabaseUrl(settings)) === undefined && existsSync(join(dataDir, 'postgres'))
  return isStopped ? startLocalPostgres({ dataDir, logger: createLogger({ name: 'svc', level: 'silent' }) }) : undefined
}

/** @param baseUrl the base URL of the running service, if it is known */
export function alreadyRunningMessage(dataDir: string, baseUrl?: string): string {
  const where = baseUrl === undefined ? '' : ` at ${baseUrl}`
  return `The service is already running${where}, with the data in ${dataDir}.\nStop it first, or start another one with its own SVC_DATA_DIR, SVC_PORT and SVC_MOCK_PORT.`
}

async function prepare(url: string, settings: Settings, logger: Logger): Promise<PreparedDatabase> {
  const { dataDir, databaseUrl, demoReviewsMax, mode } = settings
  const address = directAddress(addressOf(url, settings))
  const db = openDatabase({ ...address, applicationName: 'svc-start', poolMax: 2, statementTimeoutMs: 0 })
  try {
    await prepareSchema(db, settings, logger)
    const keyring = await openServiceKeyring(db, settings)
    if (mode === 'development') {
      const seeded = await seedDemoAccounts(db, { keyring, dataDir, now: new Date(), demoReviewsMax })
      if (seeded) logger.info('Demo accounts created')
    }
    return { url, demo: await readDemoCredentials(db, dataDir) }
  } catch (error) {
    if (error instanceof SecretKeysError) throw new DatabaseStartError(error.message)
    const explained = databaseUrl !== null && !isUnavailable(error) ? explainDatabaseError(error, url) : error
    if (explained instanceof StartError) throw new DatabaseStartError(explained.message)
    if (databaseUrl === null || !isUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseStartError(
      `The PostgreSQL of DATABASE_URL is unavailable at ${new URL(databaseUrl).host} (${reason}). Start it, correct DATABASE_URL, or unset it to use the local PostgreSQL.`,
    )
  } finally {
    await db.destroy()
  }
}
