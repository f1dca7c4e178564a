import { createWriteStream, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '@svc/cli/src/start/port.ts'
import { findRunning, originOf } from '@svc/cli/src/start/ready.ts'
import { contractIn } from '@svc/codegen/our-contract'
import { createLogger } from '@svc/runtime/logger'
import { readEnvironment, readSettings, type Settings } from '@svc/runtime/settings'
import { createShutdown } from '@svc/runtime/shutdown'
import { ourFolders } from './code-places.ts'
import { startDev } from './dev.ts'
import { help, type Options, readOptions } from './options.ts'
import { requireFreePorts } from './ports.ts'
import { createServices, type ServiceName } from './services/services.ts'
import { showInTerminal } from './terminal.ts'
import { readWorkspaces } from './workspaces.ts'

// `npm run dev`.

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`, 2)
  }
}

const options = optionsOrExit()
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}
const repository = resolve(import.meta.dirname, '../../..')
const { env, settings } = await readChosen()

/** The settings with what the command line says otherwise, and with free ports in the places of port 0. */
async function readChosen(): Promise<{ env: NodeJS.ProcessEnv; settings: Settings }> {
  const chosen = { ...readEnvironment(process.cwd()), ...options.env }
  const { host, port, mockPort } = readSettings(chosen, { purpose: 'start' })
  if (port === 0) chosen.SVC_PORT = String(await freePort(host))
  if (mockPort === 0) chosen.SVC_MOCK_PORT = String(await freePort(host))
  return { env: chosen, settings: readSettings(chosen, { purpose: 'start' }) }
}

const runs = (name: ServiceName) => options.services.includes(name)
const running = runs('api') ? await findRunning(settings.dataDir) : undefined
if (running !== undefined)
  fail(
    `The service runs already at ${running}. Stop it first, or keep the data of this one apart: SVC_DATA_DIR=.svc-dev npm run dev`,
    1,
  )
await requireFreePorts(settings.host, [
  { port: options.port, option: '--port' },
  ...(runs('api') ? [{ port: settings.port, option: '--api-port' }] : []),
  ...(runs('mock') ? [{ port: settings.mockPort, option: '--mock-port' }] : []),
]).catch((error: Error) => fail(error.message, 1))

mkdirSync(settings.dataDir, { recursive: true })
const logFile = join(settings.dataDir, 'dev.log')
const log = createWriteStream(logFile)
const logger = createLogger({ name: 'dev', level: settings.logLevel, stream: { write: (line) => log.write(line) } })

const workspaces = readWorkspaces(repository)
const places = {
  service: originOf(settings),
  mock: originOf({ ...settings, port: settings.mockPort, publicUrl: null, tls: null }),
}
const services = createServices({
  ...{ repository, settings, places, env, workspaces, logger },
  wanted: options.services,
  now: () => new Date(),
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
  places,
  now: () => new Date(),
  onChanged: services.changed,
  onChecked: services.checked,
})
const page = `${dev.server.origin}/dev`
const hide = showInTerminal(dev.store, process.stdout, { page, colour: env.NO_COLOR === undefined })

const shutdown = createShutdown({ logger, deadlineMs: 45_000 })
shutdown.step('panel', () => {
  hide()
  process.stdout.write('Stopping …\n')
})
shutdown.step('loop', () => dev.stop())
shutdown.step('services', () => services.stop())
shutdown.install()

if (!process.stdout.isTTY)
  process.stdout.write(`The panel is at ${page}, the docs at ${dev.server.origin}/docs; logs go to ${logFile}\n`)
services.start().catch((error: Error) => {
  if (shutdown.begun) return
  logger.error({ err: error }, 'The services could not start')
  hide()
  process.stderr.write(`The services could not start: ${error.message}\n`)
  void shutdown.begin('the services could not start', 1)
})
