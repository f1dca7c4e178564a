import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { type Database, isUnavailable, openDatabase } from '@svc/db/database'
import { migrate } from '@svc/db/migrate'
import { type LocalPostgres, startLocalPostgres } from '@svc/local-postgres'
import { createLogger, type Logger } from '@svc/runtime/logger'
import { openKeyring } from '@svc/runtime/secrets'
import { readSettings, type Settings } from '@svc/runtime/settings'
import { createShutdown, type Shutdown } from '@svc/runtime/shutdown'
import { repository } from '../repository.ts'
import { type Child, runChild } from '../start/child.ts'
import { readDemoCredentials, seedDemo } from '../start/demo.ts'
import { createLogLines, type LogLines } from '../start/log-lines.ts'
import { freePort, whyNotListen } from '../start/port.ts'
import {
  describeReady,
  findRunning,
  originOf,
  panel,
  type Ready,
  readyPath,
  removeReady,
  writeReady,
} from '../start/ready.ts'

/** The shutdown ends the process. */
const untilExit = new Promise<undefined>(() => {})

/** The API and the worker have 25 seconds to finish what they are doing; the database stops after them. */
const stopDeadlineMs = 45_000

export const startCommand = defineCommand({
  name: 'start',
  summary: 'Start everything on this machine: database, API, worker and mock',
  description: `
    Without DATABASE_URL it runs a PostgreSQL of its own in SVC_DATA_DIR. In development an empty database is filled with two
    demo accounts, and the mock for partners runs beside the service. When all is ready, SVC_DATA_DIR/ready.json has the
    addresses and credentials. Ctrl-C stops everything, the database last; a second Ctrl-C does not wait. The next start
    continues with the same data.`,
  async run({ json }, context) {
    const startedMs = performance.now()
    const { env, settings } = await chooseAddress(context)
    const logs = createLogLines(context.stderr, { colour: !env.NO_COLOR })
    const logger = createLogger({
      name: 'svc',
      level: settings.logLevel,
      stream: { write: (line) => logs.write('svc', line.trimEnd()) },
    })
    mkdirSync(settings.dataDir, { recursive: true })
    await requireFreeAddress(settings)

    const shutdown = createShutdown({ logger, deadlineMs: stopDeadlineMs })
    const parts = createParts(settings, shutdown)
    shutdown.install()
    if (env.npm_lifecycle_event !== undefined) stopWithParent(shutdown)
    try {
      const ready = await startParts({ parts, env, settings, logger, logs, shutdown })
      if (!ready) return untilExit
      writeReady(settings.dataDir, ready)
      const seconds = (performance.now() - startedMs) / 1000
      const database = settings.databaseUrl === null ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
      context.stdout.write(
        json ? `${JSON.stringify(ready)}\n` : panel(ready, { dataDir: settings.dataDir, database, seconds, env }),
      )
    } catch (error) {
      // Stopped while it was starting: no failure.
      if (shutdown.begun) return untilExit
      const known = error instanceof CommandError
      context.stderr.write(`${known ? error.message : `It could not start: ${(error as Error).stack}`}\n`)
      await shutdown.begin('it could not start', 1)
    }
    return untilExit
  },
})

/** The settings, with free ports in the places of port 0, so that every process and address means the same ones. */
async function chooseAddress({ env }: Context): Promise<{ env: NodeJS.ProcessEnv; settings: Settings }> {
  const { host, port, mockPort } = readSettings(env, { purpose: 'start' })
  const chosen = { ...env }
  if (port === 0) chosen.SVC_PORT = String(await freePort(host))
  if (mockPort === 0) chosen.SVC_MOCK_PORT = String(await freePort(host))
  return { env: chosen, settings: readSettings(chosen, { purpose: 'start' }) }
}

/** How long the processes of a killed service may take to notice. */
const portPatienceMs = 5_000

async function requireFreeAddress(settings: Settings): Promise<void> {
  const { dataDir, host, port, mockPort } = settings
  const running = await findRunning(dataDir)
  if (running !== undefined) throw alreadyRunning(dataDir, running)
  // A service that was killed has left its file, and gives its port free a moment later.
  const patienceMs = existsSync(readyPath(dataDir)) ? portPatienceMs : 0
  const wanted = [{ host, port, setting: 'SVC_PORT' }]
  if (runsMock(settings)) wanted.push({ host, port: mockPort, setting: 'SVC_MOCK_PORT' })
  for (const address of wanted) {
    const obstacle = await whyNotListen(address, patienceMs)
    if (obstacle !== undefined) throw new CommandError(obstacle)
  }
}

/** The mock answers to credentials that everybody knows, and is for trying: it has no place beside a service in production. */
function runsMock({ mode }: Settings): boolean {
  return mode === 'development'
}

function alreadyRunning(dataDir: string, baseUrl?: string): CommandError {
  const where = baseUrl === undefined ? '' : ` at ${baseUrl}`
  return new CommandError(
    `The service runs already${where}, with the data in ${dataDir}.\nStop it first, or start another one with its own SVC_DATA_DIR, SVC_PORT and SVC_MOCK_PORT.`,
  )
}

function unreachable(databaseUrl: string, error: Error): CommandError {
  return new CommandError(
    `The PostgreSQL of DATABASE_URL does not answer at ${new URL(databaseUrl).host} (${error.message}). Start it, correct DATABASE_URL, or leave that out to use the embedded one.`,
  )
}

/** What runs so far, in the order in which it stops. */
interface Parts {
  children: Child[]
  embedded: Promise<LocalPostgres> | undefined
  db: Database | undefined
}

function createParts({ dataDir }: Settings, shutdown: Shutdown): Parts {
  const parts: Parts = { children: [], embedded: undefined, db: undefined }
  shutdown.step('ready file', () => (parts.children.length > 0 ? removeReady(dataDir) : undefined))
  shutdown.step(
    'API, worker and mock',
    async () => void (await Promise.all(parts.children.map((child) => child.stop()))),
  )
  shutdown.step('connections', () => parts.db?.destroy())
  // Where stopping overtakes the start of the database, its start ends first. One that failed has nothing to stop.
  shutdown.step('database', async () => {
    const embedded = await parts.embedded?.catch(() => undefined)
    await embedded?.stop()
  })
  return parts
}

/** Starts one thing after the other, the processes together. Undefined where it was stopped meanwhile. */
async function startParts(options: {
  parts: Parts
  env: NodeJS.ProcessEnv
  settings: Settings
  logger: Logger
  logs: LogLines
  shutdown: Shutdown
}): Promise<Ready | undefined> {
  const { parts, env, settings, logger, logs, shutdown } = options
  const { dataDir } = settings
  const databaseUrl = settings.databaseUrl ?? (await startEmbedded(parts, settings, logger))
  if (shutdown.begun) return undefined
  // One that a killed service left would say too early that this one is ready.
  await removeReady(dataDir)

  const db = openDatabase({ url: databaseUrl, applicationName: 'svc-start', poolMax: 2, statementTimeoutMs: 0 })
  parts.db = db
  await migrate(db, logger).catch((error) => {
    throw settings.databaseUrl !== null && isUnavailable(error) ? unreachable(settings.databaseUrl, error) : error
  })
  if (settings.mode === 'development') {
    const keyring = await openKeyring(settings)
    if (await seedDemo(db, { keyring, dataDir, now: new Date() })) logger.info('Opened the demo accounts')
  }
  const accounts = await readDemoCredentials(db, dataDir)
  if (shutdown.begun) return undefined

  const publicUrl = originOf(settings)
  const programs = ['api', 'worker', ...(runsMock(settings) ? ['mock'] : [])]
  parts.children = programs.map((name) =>
    runChild({
      name,
      program: join(repository, 'apps', name, 'src', 'main.ts'),
      cwd: repository,
      env: { ...env, DATABASE_URL: databaseUrl, SVC_PUBLIC_URL: publicUrl },
      logger,
      onLine: (line) => logs.write(name, line),
    }),
  )
  await Promise.all(parts.children.map((child) => child.ready))
  const mockUrl = runsMock(settings)
    ? originOf({ ...settings, port: settings.mockPort, publicUrl: null, tls: null })
    : null
  return shutdown.begun ? undefined : describeReady({ publicUrl, mockUrl, accounts })
}

async function startEmbedded(parts: Parts, { dataDir }: Settings, logger: Logger): Promise<string> {
  parts.embedded = startLocalPostgres({ dataDir, logger })
  const { attached, url } = await parts.embedded
  if (attached) throw alreadyRunning(dataDir, await findRunning(dataDir))
  return url
}

const parentCheckMs = 1_000

/** npm that was killed cannot pass a signal on: without it nobody would stop what it started. */
function stopWithParent(shutdown: Shutdown): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    if (!shutdown.begun) void shutdown.begin('the process that started it is gone')
  }, parentCheckMs).unref()
}
