import { parseArgs } from 'node:util'
import { type ServiceName, serviceNames } from './services/services.ts'

export const help = `Usage: npm run dev -- [--port 4000] [--api-port 3000] [--mock-port 4010] [--without api,worker,mock]

Runs the API, a worker, the mock and a preview of the docs, and looks at every save in spec/: lint, what differs from the last release
or the main branch, generated files, types. What follows from a save is shown here and at /dev.

  --port N         the panel (/dev), its state (/dev/state.json) and the docs (/docs); 0 takes a free port
  --api-port N     SVC_PORT, else 3000
  --mock-port N    SVC_MOCK_PORT, else 4010
  --without NAMES  services that shall not run, separated by commas; without api and worker no database is needed
  --help
`

export interface Options {
  help: boolean
  port: number
  /** Settings that the command line says otherwise. */
  env: Record<string, string>
  services: ServiceName[]
}

const portDefault = 4000

/** Reads the command line. Throws an Error with a sentence for the person who typed it. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      'api-port': { type: 'string' },
      'mock-port': { type: 'string' },
      without: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const without = values.without.split(',').filter(Boolean)
  const unknown = without.find((name) => !serviceNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`--without names ${serviceNames.join(', ')}; "${unknown}" is none of them.`)
  return {
    help: values.help,
    port: values.port === undefined ? portDefault : port('--port', values.port),
    env: {
      ...(values['api-port'] !== undefined && { SVC_PORT: String(port('--api-port', values['api-port'])) }),
      ...(values['mock-port'] !== undefined && { SVC_MOCK_PORT: String(port('--mock-port', values['mock-port'])) }),
    },
    services: serviceNames.filter((name) => !without.includes(name)),
  }
}

function port(option: string, text: string): number {
  const number = Number(text)
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number
  throw new Error(`${option} is a whole number up to 65535, not "${text}".`)
}
