#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { basePath } from '@svc/http/base-path'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { originOf } from '@svc/runtime/origin'
import { readEnvironment, readSettings } from '@svc/runtime/settings'
import { startMock } from './index.ts'
import { isLimitName, limitNames } from './ports/limits.ts'
import type { LimitName } from './public.ts'
import { help, startupMessage } from './startup-message.ts'

// `npm run mock` and the command of the published package, which needs no CLI framework for seven options. Options
// override
// the environment.

limitHeapGrowth()

const exitCodes = { failure: 1, usageError: 2 } as const

function exitWith(code: number, message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'forward-to': { type: 'string' },
        seed: { type: 'string' },
        limit: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return exitWith(exitCodes.usageError, `${error instanceof Error ? error.message : error}\n\n${help}`)
  }
}

function wholeNumber(option: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) exitWith(exitCodes.usageError, `${option} must be a whole number, not "${value}".`)
  return Number(value)
}

function readLimit(option: string): [LimitName, number] {
  const [name = '', value = ''] = option.split('=')
  if (isLimitName(name)) return [name, wholeNumber(`--limit ${name}`, value)]
  const expected = `NAME=NUMBER, where NAME is one of ${limitNames.join(', ')}`
  return exitWith(exitCodes.usageError, `--limit must be ${expected}, not "${option}".`)
}

/** What to do about a port that is in use. Most often the mock that runs beside the service has it. */
async function portInUse(host: string, port: number): Promise<string> {
  const another = port === 65_535 ? port - 1 : port + 1
  if (!(await isMock(originOf(host, port))))
    return `Port ${port} is in use by another program. Stop that program, or choose another port: --port ${another}`
  return (
    `A mock already runs on port ${port}: npm start runs one beside the service. Use that one, or start another one with\n` +
    `--port ${another} and set SVC_BASE_URL=${originOf(host, another)}${basePath} for the programs that use it.`
  )
}

const probeTimeoutMs = 1_000

async function isMock(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/__mock/scenario`, { signal: AbortSignal.timeout(probeTimeoutMs) })
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'scenarios' in body
  } catch {
    // No response, or not the JSON of a mock.
    return false
  }
}

const options = readOptions()
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}
const settings = readSettings(readEnvironment(process.cwd()), { purpose: 'mock' })
const startedMs = performance.now()
const port = options.port === undefined ? settings.mockPort : wholeNumber('--port', options.port)
const host = options.host ?? settings.host
const mock = await startMock({
  port,
  host,
  limits: Object.fromEntries((options.limit ?? []).map(readLimit)),
  ...(options.seed !== undefined && { seed: wholeNumber('--seed', options.seed) }),
  ...(options['forward-to'] !== undefined && { forward_to: options['forward-to'] }),
}).catch(async (error) => {
  if (error.code === 'EADDRINUSE') exitWith(exitCodes.failure, await portInUse(host, port))
  return exitWith(exitCodes.failure, error instanceof RangeError ? error.message : error.stack)
})

const seconds = (performance.now() - startedMs) / 1000
const { base_url, auth_url, inbox_url, credentials } = mock
// `svc start` prints the URLs of all programs itself. It gets that of the mock in the message below.
if (options.json) process.stdout.write(`${JSON.stringify({ base_url, auth_url, inbox_url, credentials })}\n`)
else if (!process.send) process.stdout.write(startupMessage(mock, { seconds }))
process.send?.({ type: 'ready', base_url })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The exit code is the last thing that this process does, so nothing waits for it.
  process.once(signal, () => void mock.close().then(() => process.exit(0)))
}
