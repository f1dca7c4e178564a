import { type DemoCredentials, readDemoCredentials, seedDemo } from '@svc/cli/src/start/demo.ts'
import { openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import { type LocalPostgres, startLocalPostgres } from '@svc/local-postgres'
import type { Logger } from '@svc/runtime/logger'
import { openKeyring } from '@svc/runtime/secrets'
import type { Settings } from '@svc/runtime/settings'

/** The database stays up while programs come and go. */
export interface RunningDatabase {
  url: string
  accounts: DemoCredentials[]
  stop(): Promise<void>
}

/** Somebody else runs with the same data. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/** Starts the embedded PostgreSQL, or takes that of DATABASE_URL, and prepares it: migrations, and demo accounts where it is empty. */
export async function startDatabase(settings: Settings, logger: Logger): Promise<RunningDatabase> {
  const embedded = settings.databaseUrl === null ? await startEmbedded(settings, logger) : undefined
  const url = settings.databaseUrl ?? embedded?.url ?? ''
  const stop = async () => void (await embedded?.stop())
  try {
    const db = openDatabase({ url, applicationName: 'svc-dev', poolMax: 2, statementTimeoutMs: 0 })
    try {
      await migrate(db, logger)
      await seedDemo(db, { keyring: await openKeyring(settings), dataDir: settings.dataDir, now: new Date() })
      return { url, accounts: await readDemoCredentials(db, settings.dataDir), stop }
    } finally {
      await db.destroy()
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startEmbedded({ dataDir }: Settings, logger: Logger): Promise<LocalPostgres> {
  const embedded = await startLocalPostgres({ dataDir, logger })
  if (!embedded.attached) return embedded
  throw new AlreadyRunning(
    `A service runs already with the data in ${dataDir}. Stop it first, or start this one with its own data: SVC_DATA_DIR=.svc-dev npm run dev`,
  )
}
