import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import {
  alreadyRunningMessage,
  DatabaseStartError,
  type ServiceDatabase,
  startServiceDatabase,
} from '@svc/local-service/database'
import { metricsOrigin, mockOrigin, readSettingsWithPorts, runsMock, serviceOrigin } from '@svc/local-service/origins'
import {
  describeReady,
  findRunningService,
  type Ready,
  readyPath,
  removeReady,
  writeReady,
} from '@svc/local-service/ready-file'
import { createLogger, type Logger } from '@svc/runtime/logger'
import { type Settings, withDatabaseUrl } from '@svc/runtime/settings'
import { createShutdown, type Shutdown } from '@svc/runtime/shutdown'
import { requireFreePort } from '@svc/supervisor/ports'
import { ProgramStartError, type RestartingProgram, startRestartingProgram } from '@svc/supervisor/restarting-program'
import { repository } from '../repository.ts'
import { createLogLines, type LogLines } from '../start/log-lines.ts'
import { buildPortal } from '../start/portal-build.ts'
import { startupMessage } from '../start/startup-message.ts'

/** A promise that never resolves, because the shutdown ends the process. */
const untilExit = new Promise<undefined>(() => {})

/** The API and the worker have 25 seconds to finish their work. The database stops after them. */
const shutdownDeadlineMs = 45_000

export const startCommand = defineCommand({
  name: 'start',
  summary: 'Start everything on this machine: database, API, worker and mock',
  description: `
    Without DATABASE_URL, it runs its own PostgreSQL in SVC_DATA_DIR. In development, it creates two demo accounts in an empty
    database and also runs the mock for partners. When everything is ready, SVC_DATA_DIR/ready.json contains the URLs and
    credentials. Ctrl-C stops everything, the database last. A second Ctrl-C exits immediately. The next start continues with the
    same data.`,
  async run({ json }, context) {
    const startedMs = performance.now()
    const { env, settings } = await readSettingsWithPorts(context.env)
    const logs = createLogLines(context.stderr, { color: !env.NO_COLOR })
    const logger = createLogger({
      name: 'svc',
      level: settings.logLevel,
      stream: { write: (line) => logs.write('svc', line.trimEnd()) },
    })
    mkdirSync(settings.dataDir, { recursive: true })
    await requireFreePorts(settings)

    const shutdown = createShutdown({ logger, deadlineMs: shutdownDeadlineMs })
    const parts = createParts(settings, shutdown)
    shutdown.install()
    if (env.npm_lifecycle_event !== undefined) stopWithParent(shutdown)
    try {
      const ready = await startParts({ parts, env, settings, logger, logs, shutdown })
      if (!ready) return untilExit
      writeReady(settings.dataDir, ready)
      const seconds = (performance.now() - startedMs) / 1000
      const database = settings.databaseUrl === null ? 'local PostgreSQL' : 'PostgreSQL of DATABASE_URL'
      const message = startupMessage(ready, { dataDir: settings.dataDir, database, seconds, env })
      context.stdout.write(json ? `${JSON.stringify(ready)}\n` : message)
    } catch (error) {
      // A shutdown during the start is not a failure.
      if (shutdown.begun) return untilExit
      context.stderr.write(`${explain(error)}\n`)
      await shutdown.begin('the start failed', 1)
    }
    return untilExit
  },
})

function explain(error: unknown): string {
  if (error instanceof DatabaseStartError || error instanceof ProgramStartError) return error.message
  return `The service could not start: ${error instanceof Error ? error.stack : error}`
}

/** The time that the processes of a killed service have to stop. */
const portWaitMs = 5_000

async function requireFreePorts(settings: Settings): Promise<void> {
  const { dataDir, host, port, mockPort } = settings
  const running = await findRunningService(dataDir)
  if (running !== undefined) throw new CommandError(alreadyRunningMessage(dataDir, running))
  // A killed service leaves its ready file behind, and releases its port a little later.
  const waitMs = existsSync(readyPath(dataDir)) ? portWaitMs : 0
  const wanted = [{ port, setting: 'SVC_PORT' }]
  if (runsMock(settings)) wanted.push({ port: mockPort, setting: 'SVC_MOCK_PORT' })
  for (const { port, setting } of wanted) {
    const commandWith = (other: number) => `${setting}=${other} npm start`
    await requireFreePort({ host, port, commandWith }, { waitMs }).catch((error: Error) => {
      throw new CommandError(error.message)
    })
  }
}

/** The running parts, in the order in which they stop. */
interface Parts {
  programs: RestartingProgram[]
  database: ServiceDatabase | undefined
}

function createParts({ dataDir }: Settings, shutdown: Shutdown): Parts {
  const parts: Parts = { programs: [], database: undefined }
  shutdown.step('database', () => parts.database?.stop())
  shutdown.step('API, worker and mock', async () => {
    await Promise.all(parts.programs.map((program) => program.stop()))
  })
  shutdown.step('ready file', () => (parts.programs.length > 0 ? removeReady(dataDir) : undefined))
  return parts
}

/** Starts the database, then all programs concurrently. Returns undefined if a shutdown began in the meantime. */
async function startParts(options: {
  parts: Parts
  env: NodeJS.ProcessEnv
  settings: Settings
  logger: Logger
  logs: LogLines
  shutdown: Shutdown
}): Promise<Ready | undefined> {
  const { parts, env, settings, logger, logs, shutdown } = options
  const portal = settings.mode === 'production' ? undefined : buildPortal()
  parts.database = startServiceDatabase(settings, logger)
  const [{ url, demo }] = await Promise.all([parts.database.prepared, portal])
  // The ready file of a killed service would announce this service too early.
  await removeReady(settings.dataDir)
  if (shutdown.begun) return undefined

  const origins = {
    service: serviceOrigin(settings),
    mock: runsMock(settings) ? mockOrigin(settings) : null,
    metrics: metricsOrigin(settings),
  }
  const programs = ['api', 'worker', ...(runsMock(settings) ? ['mock'] : [])]
  parts.programs = programs.map((name) =>
    startRestartingProgram({
      name,
      source: join(repository, 'apps', name, 'src', 'main.ts'),
      cwd: repository,
      env: { ...withDatabaseUrl(env, url), SVC_PUBLIC_URL: origins.service },
      logger,
      onLine: (line) => logs.write(name, line),
    }),
  )
  await Promise.all(parts.programs.map((program) => program.ready))
  return shutdown.begun ? undefined : describeReady(origins, demo)
}

const parentCheckMs = 1_000

/**
 * Stops the service when its parent ends. A killed npm cannot forward a signal, so nothing else would stop the service.
 */
function stopWithParent(shutdown: Shutdown): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!shutdown.begun) void shutdown.begin('the parent process has ended')
  }, parentCheckMs).unref()
}
