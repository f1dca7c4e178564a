import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import {
  type DatabaseFolder,
  findDatabaseFolder,
  outsideDirDefault,
  prepareDatabaseFolder,
  readPassword,
} from './database-folder.ts'
import type { PostgresLogger } from './logger.ts'
import { isReady } from './ready.ts'
import {
  findRunningServer,
  type RunningServer,
  removeStaleLockFile,
  type Server,
  serverUrl,
  startServer,
  stopProcess,
  waitUntilReady,
} from './server.ts'

export interface LocalPostgres {
  /** Contains the password: must never be logged. */
  url: string
  /** Whether another process runs the server. In that case, that process also stops it. */
  attached: boolean
  /** Stops the server that this process started. Does nothing if the process only attached to the server. */
  stop(): Promise<void>
}

interface LocalPostgresOptions {
  /** `SVC_DATA_DIR`. The database is in `postgres/` below it, or `postgres` is a link to it. */
  dataDir: string
  logger: PostgresLogger
  /** PostgreSQL settings beyond the supervisor's own, for example `{ fsync: 'off' }` in tests. */
  settings?: Readonly<Record<string, string>>
  /**
   * The folder of the database and programs of root if the system user cannot enter the project. Default:
   * `/var/lib/svc-postgres`.
   */
  outsideDir?: string
}

/**
 * Runs PostgreSQL on the loopback interface with the binaries that npm installed, for a machine without `DATABASE_URL`.
 * PostgreSQL's own lock file determines which process runs a data directory. This process starts the server, attaches
 * to the server of another running process, or replaces a server whose owner has died.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { dataDir, logger, settings = {}, outsideDir = outsideDirDefault } = options
  const attached = await attach(dataDir)
  if (attached) return attached

  const folder = await prepareDatabaseFolder({ dataDir, outsideDir, durable: settings.fsync !== 'off', logger })
  const password = await readPassword(folder.dir)
  const deadlineMs = performance.now() + startTimeoutMs
  let port = await freePort()
  while (performance.now() < deadlineMs) {
    const running = await findRunningServer(folder.dir)
    if (running?.owned) {
      const other = await attach(dataDir)
      if (other) return other
    } else {
      if (running) await replaceOrphan(running, logger)
      await removeStaleLockFile(folder.dir)
      const server = await startServer(folder, { port, password, settings })
      if (typeof server === 'object') return supervise(server, { folder, password, settings, logger })
      if (server === 'port in use') port = await freePort()
    }
    await sleep(retryPauseMs)
  }
  throw new Error(
    `PostgreSQL in ${folder.dir} did not become ready within ${startTimeoutMs / 1000} s. See server.log there.`,
  )
}

/** Returns the URL of the database that a running service has in this data directory, or null if none is running. */
export async function findLocalPostgres(dataDir: string): Promise<{ url: string } | null> {
  const dir = await findDatabaseFolder(dataDir)
  const running = dir === null ? null : await findRunningServer(dir)
  if (dir === null || !running?.port) return null
  const url = serverUrl(running.port, await readPassword(dir))
  // A process cannot attach to a server that is starting or stopping.
  return (await isReady(url).catch(() => false)) ? { url } : null
}

const startTimeoutMs = 90_000
const retryPauseMs = 50

async function attach(dataDir: string): Promise<LocalPostgres | null> {
  const dir = await findDatabaseFolder(dataDir)
  const running = dir === null ? null : await findRunningServer(dir)
  if (dir === null || !running?.owned || !running.port) return null
  const url = serverUrl(running.port, await readPassword(dir))
  const gone = new AbortController()
  try {
    await Promise.race([waitUntilReady(url, gone.signal), untilGone(dir, running.pid, gone.signal)])
  } finally {
    gone.abort()
  }
  const still = await findRunningServer(dir)
  return still?.pid === running.pid ? { url, attached: true, stop: async () => {} } : null
}

async function untilGone(dir: string, pid: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await findRunningServer(dir))?.pid === pid) await sleep(retryPauseMs)
}

/** Replaces a server whose owner was killed, because its settings are unknown and no process stops it. */
async function replaceOrphan(running: RunningServer, logger: PostgresLogger): Promise<void> {
  logger.warn({ pid: running.pid }, 'Orphaned PostgreSQL found; stopping it')
  await stopProcess(running.pid)
}

const restartsMax = 5
const restartWindowMs = 60_000

/** Keeps the server running on its port. If it crashes, it is started again and recovers all committed data. */
function supervise(
  first: Server,
  options: {
    folder: DatabaseFolder
    password: string
    settings: Readonly<Record<string, string>>
    logger: PostgresLogger
  },
): LocalPostgres {
  const { folder, logger } = options
  let server = first
  let stopping = false
  const restarts: number[] = []

  const watching = watch()
  async function watch(): Promise<void> {
    for (;;) {
      await server.exited
      if (stopping) return
      const nowMs = performance.now()
      restarts.push(nowMs)
      if (restarts.filter((atMs) => atMs > nowMs - restartWindowMs).length > restartsMax) {
        return logger.error(
          { dir: folder.dir },
          'PostgreSQL crashed repeatedly and is not restarted; see server.log in this folder',
        )
      }
      logger.error({ dir: folder.dir }, 'PostgreSQL exited unexpectedly; restarting')
      const next = await restart()
      if (!next) return
      server = next
      // The stop was requested during the restart and only reached the previous server.
      if (stopping) await server.stop()
    }
  }

  async function restart(): Promise<Server | null> {
    const deadlineMs = performance.now() + startTimeoutMs
    while (!stopping && performance.now() < deadlineMs) {
      try {
        await removeStaleLockFile(folder.dir)
        const next = await startServer(folder, { ...options, port: first.port })
        if (typeof next === 'object') return next
      } catch (error) {
        logger.error({ err: error }, 'PostgreSQL could not be restarted')
        return null
      }
      await sleep(retryPauseMs)
    }
    return null
  }

  return {
    url: serverUrl(first.port, options.password),
    attached: false,
    stop: async () => {
      stopping = true
      await server.stop()
      await watching
    },
  }
}
