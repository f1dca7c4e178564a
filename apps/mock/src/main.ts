#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { collectEarly } from '@svc/process/heap'
import { readEnvironment, readSettings } from '@svc/process/settings'
import { startMock } from './index.ts'
import { limitNames } from './limits.ts'
import { help, panel } from './panel.ts'
import type { LimitName } from './public.ts'

// `npm run mock` and the command of the published package. Flags win over the environment.

collectEarly()

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
  const [name, figure = ''] = text.split('=')
  const known = limitNames.find((each) => each === name)
  if (!known) fail(`--limit is NAME=NUMBER with one of the names ${limitNames.join(', ')}, not "${text}".`)
  return [known, whole(`--limit ${known}`, figure)]
}

const given = readArguments()
if (given.help) {
  process.stdout.write(help)
  process.exit(0)
}
const settings = readSettings(readEnvironment(process.cwd()), { purpose: 'mock' })
const startedMs = performance.now()
const mock = await startMock({
  port: given.port === undefined ? settings.mockPort : whole('--port', given.port),
  host: given.host ?? settings.host,
  limits: Object.fromEntries((given.limit ?? []).map(readLimit)),
  ...(given.seed !== undefined && { seed: whole('--seed', given.seed) }),
  ...(given['forward-to'] !== undefined && { forward_to: given['forward-to'] }),
}).catch((error) => {
  const port = given.port ?? settings.mockPort
  if (error.code === 'EADDRINUSE')
    fail(`Port ${port} is in use by another program. Stop that, or choose another port: --port ${Number(port) + 1}`, 1)
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
