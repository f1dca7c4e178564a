#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { basePath } from '@svc/http/base-path'
import { limitHeapGrowth } from '@svc/runtime/heap'
import { readEnvironment, readSettings } from '@svc/runtime/settings'
import { startMock } from './index.ts'
import { originOf } from './mock.ts'
import { isLimitName, limitNames } from './ports/limits.ts'
import type { LimitName } from './public.ts'
import { help, panel } from './startup-message.ts'

// `npm run mock` and the command of the published package. Flags win over the environment.

limitHeapGrowth()

function fail(message: string, code = 2): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readArguments() {
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
    return fail(`${(error as Error).message}\n\n${help}`)
  }
}

function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) fail(`${option} is a whole number, not "${text}".`)
  return Number(text)
}

function readLimit(text: string): [LimitName, number] {
  const [name = '', figure = ''] = text.split('=')
  if (!isLimitName(name))
    return fail(`--limit is NAME=NUMBER with one of the names ${limitNames.join(', ')}, not "${text}".`)
  return [name, whole(`--limit ${name}`, figure)]
}

/** What to do about a port that is taken. Most often a mock has it: the one that runs beside the service. */
async function whyTaken(host: string, port: number): Promise<string> {
  const another = port === 65_535 ? port - 1 : port + 1
  if (!(await isMock(originOf(host, port))))
    return `Port ${port} is in use by another program. Stop that, or choose another port: --port ${another}`
  return (
    `A mock runs on port ${port} already: npm start runs one beside the service. Use that, or start another one with\n` +
    `--port ${another}, and set SVC_BASE_URL=${originOf(host, another)}${basePath} for the programs that are to use it.`
  )
}

const answerMs = 1_000

async function isMock(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/__mock/scenario`, { signal: AbortSignal.timeout(answerMs) })
    return 'scenarios' in ((await answer.json()) as object)
  } catch {
    // It does not answer, or not as a mock does.
    return false
  }
}

const given = readArguments()
if (given.help) {
  process.stdout.write(help)
  process.exit(0)
}
const settings = readSettings(readEnvironment(process.cwd()), { purpose: 'mock' })
const startedMs = performance.now()
const port = given.port === undefined ? settings.mockPort : whole('--port', given.port)
const host = given.host ?? settings.host
const mock = await startMock({
  port,
  host,
  limits: Object.fromEntries((given.limit ?? []).map(readLimit)),
  ...(given.seed !== undefined && { seed: whole('--seed', given.seed) }),
  ...(given['forward-to'] !== undefined && { forward_to: given['forward-to'] }),
}).catch(async (error) => {
  if (error.code === 'EADDRINUSE') fail(await whyTaken(host, port), 1)
  return fail(error instanceof RangeError ? error.message : error.stack, 1)
})

const seconds = (performance.now() - startedMs) / 1000
const { base_url, auth_url, inbox_url, credentials } = mock
// Beside the service, `svc start` says where everything is, and is told here that the mock is among it.
if (given.json) process.stdout.write(`${JSON.stringify({ base_url, auth_url, inbox_url, credentials })}\n`)
else if (!process.send) process.stdout.write(panel(mock, { seconds }))
process.send?.({ type: 'ready', base_url })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void mock.close().then(() => process.exit(0)))
}
