import { createWriteStream, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contractIn } from '@svc/codegen/our-contract'
import { defineCommand } from '@svc/command-line/command'
import { CommandError } from '@svc/command-line/errors'
import { portNumber } from '@svc/command-line/parsers'
import { alreadyRunningMessage } from '@svc/local-service/database'
import { mockOrigin, readSettingsWithPorts, serviceOrigin } from '@svc/local-service/origins'
import { findRunningService } from '@svc/local-service/ready-file'
import { createLogger, type Logger } from '@svc/runtime/logger'
import { type Settings, SettingsError } from '@svc/runtime/settings'
import { createShutdown } from '@svc/runtime/shutdown'
import { StartError } from '@svc/runtime/start-error'
import { requireFreePort } from '@svc/supervisor/ports'
import { ourFolders } from './code-places.ts'
import { type Dev, startDev } from './dev.ts'
import { createServices, type ServiceName, type Services, serviceNames } from './services/services.ts'
import { showInTerminal } from './terminal.ts'
import { readWorkspaces } from './workspaces.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** The shutdown ends the process. */
const untilExit = new Promise<undefined>(() => {})

/** The API and the worker have 25 seconds to finish their work; the database stops after them. */
const shutdownDeadlineMs = 45_000

export const devCommand = defineCommand({
  name: 'dev',
  summary: 'Run everything, and check every save in spec/',
  description: `
    Runs the API, a worker, the mock and a preview of the docs. Checks every save in spec/: lint, difference from the last release or
    the main branch, generated files, types. The results are shown here and at /dev.`,
  options: {
    port: {
      value: 'N',
      parse: portNumber,
      default: '4000',
      description: 'Port of the panel (/dev), its state (/dev/state.json) and the docs (/docs); 0 selects a free port',
    },
    'api-port': { value: 'N', parse: portNumber, description: 'Port of the API (default: SVC_PORT)' },
    'mock-port': { value: 'N', parse: portNumber, description: 'Port of the mock (default: SVC_MOCK_PORT)' },
    without: {
      choices: serviceNames,
      list: true,
      default: '',
      description: 'Services that do not run; without api and worker no database is needed',
    },
  },
  json: false,
  async run({ options }, context): Promise<undefined> {
    const wanted = serviceNames.filter((name) => !options.without.includes(name))
    const { env, settings } = await readSettingsWithPorts({
      ...context.env,
      ...(options['api-port'] !== undefined && { SVC_PORT: String(options['api-port']) }),
      ...(options['mock-port'] !== undefined && { SVC_MOCK_PORT: String(options['mock-port']) }),
    })
    await requireFree({ settings, wanted, panelPort: options.port })

    mkdirSync(settings.dataDir, { recursive: true })
    const logFile = join(settings.dataDir, 'dev.log')
    const log = createWriteStream(logFile)
    const logger = createLogger({ name: 'dev', level: settings.logLevel, stream: { write: (line) => log.write(line) } })
    const origins = { service: serviceOrigin(settings), mock: mockOrigin(settings) }
    const now = () => new Date()
    const services = createServices({
      repository,
      settings,
      origins,
      env,
      wanted,
      workspaces: readWorkspaces(repository),
      logger,
      now,
      onLine: (name, line) => log.write(line.startsWith('{') ? `${line}\n` : `${name}: ${line}\n`),
      onState: (line) => dev.store.service(line),
    })
    const dev = await startDev({
      source: contractIn(repository),
      out: join(repository, 'generated'),
      tsconfig: join(repository, 'tsconfig.json'),
      codeFolders: ourFolders,
      code: ['packages', 'apps', 'examples', 'test', 'contract-tests/src', 'bench'],
      host: settings.host,
      port: options.port,
      origins,
      now,
      onChanged: services.changed,
      onChecked: services.checked,
    })
    runUntilExit({ dev, services, logger, logFile, color: env.NO_COLOR === undefined })
    return untilExit
  },
})

async function requireFree(options: {
  settings: Settings
  wanted: readonly ServiceName[]
  panelPort: number
}): Promise<void> {
  const { panelPort, settings, wanted } = options
  const { dataDir, host, mockPort, port } = settings
  const running = wanted.includes('api') ? await findRunningService(dataDir) : undefined
  if (running !== undefined) throw new CommandError(alreadyRunningMessage(dataDir, running))
  const ports = [
    { port: panelPort, option: '--port' },
    ...(wanted.includes('api') ? [{ port, option: '--api-port' }] : []),
    ...(wanted.includes('mock') ? [{ port: mockPort, option: '--mock-port' }] : []),
  ]
  for (const { port, option } of ports) {
    const commandWith = (other: number) => `npm run dev -- ${option} ${other}`
    await requireFreePort({ host, port, commandWith }).catch((error: Error) => {
      throw new CommandError(error.message)
    })
  }
}

/** Shows the panel and starts the services; Ctrl-C stops them in order. */
function runUntilExit(options: {
  dev: Dev
  services: Services
  logger: Logger
  logFile: string
  color: boolean
}): void {
  const { color, dev, logFile, logger, services } = options
  const page = `${dev.server.origin}/dev`
  const hide = showInTerminal(dev.store, process.stdout, { page, color })
  const shutdown = createShutdown({ logger, deadlineMs: shutdownDeadlineMs })
  shutdown.step('services', () => services.stop())
  shutdown.step('checks', () => dev.stop())
  shutdown.step('panel', () => {
    hide()
    process.stdout.write('Stopping …\n')
  })
  shutdown.install()
  if (!process.stdout.isTTY)
    process.stdout.write(`The panel is at ${page}, the docs at ${dev.server.origin}/docs; logs go to ${logFile}\n`)
  services.start().catch((error: Error) => {
    if (shutdown.begun) return
    logger.error({ err: error }, 'Services could not start')
    hide()
    process.stderr.write(`The services could not start: ${error.message}\n`)
    void shutdown.begin('the services could not start', 1)
  })
}

/** The message of an error that the user can correct. */
export function explainDevError(error: unknown): string | undefined {
  return error instanceof SettingsError || error instanceof StartError ? error.message : undefined
}
