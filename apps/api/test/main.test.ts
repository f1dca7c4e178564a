import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { openServiceKeyring } from '@svc/db/key-register'
import { openTestDatabase } from '@svc/db/testing-hooks'
import { parseSecretKeys } from '@svc/runtime/secrets'
import { freePort } from '@svc/supervisor/ports'
import { startCollector } from '@svc/tracing/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const programs = { api: pathTo('../src/main.ts'), worker: pathTo('../../worker/src/main.ts') }
const key = `k1:${randomBytes(32).toString('base64')}`

const database = openTestDatabase()

function startProgram(
  environment: Record<string, string>,
  { program = programs.api, nodeArguments = [] }: { program?: string; nodeArguments?: string[] } = {},
) {
  const child = fork(program, [], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      SVC_PORT: '0',
      SVC_METRICS_PORT: '0',
      SVC_WORKER_METRICS_PORT: '0',
      SVC_SECRET_KEYS: key,
      ...environment,
    },
    execArgv: nodeArguments,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, exited: once(child, 'close'), output: () => output }
}

/** The log of a start that fails. It must be one line, without a stack. */
async function failureOf(environment: Record<string, string>, program = programs.api): Promise<string> {
  const { exited, output } = startProgram(environment, { program })
  expect((await exited)[0]).toBe(1)
  const lines = output().trim().split('\n')
  const fatal = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'fatal')
  expect(fatal).toHaveLength(1)
  expect(output()).not.toMatch(/\n\s+at |node:internal|"stack"/)
  return fatal[0].msg
}

describe('a start that fails states what to do, without a stack', () => {
  test('if the database is down, the failed start states what to do, without a stack trace', async () => {
    const port = await freePort()
    expect(await failureOf({ DATABASE_URL: `postgres://svc:pw@127.0.0.1:${port}/svc` })).toMatch(
      /^The PostgreSQL at 127\.0\.0\.1:\d+ is unavailable \(.*\)\. Start it, or correct DATABASE_URL\.$/,
    )
  })

  test('if the port is in use, the failed start states what to do, without a stack trace', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await failureOf({ SVC_PORT: port })).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set SVC_PORT to another port.`,
    )
    server.close()
  })

  test.each([
    ['api', 'another one', 'k1', /^The secret key "k1" is another key than the one with this id/],
    ['worker', 'lost', 'k2', /^The secret key "k1" is not listed, but stored data needs it/],
  ] as const)('the %s does not start if a secret key is %s, and names it', async (program, _how, id, message) => {
    await openServiceKeyring(database.db, { secretKeys: parseSecretKeys(key), dataDir: '/nowhere' })
    const listed = `${id}:${randomBytes(32).toString('base64')}`
    expect(await failureOf({ SVC_SECRET_KEYS: listed }, programs[program])).toMatch(message)
  })
})

test.each(Object.entries(programs))(
  'SIGTERM while the %s waits for the database during its start ends it with code 0',
  async (_name, program) => {
    // A PostgreSQL that accepts connections and never responds.
    const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { child, exited, output } = startProgram(
      { DATABASE_URL: `postgres://svc:pw@127.0.0.1:${port}/svc` },
      { program },
    )
    await once(silent, 'connection')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(output()).not.toContain('"level":"fatal"')
    const closed = once(silent, 'close')
    silent.close()
    await closed
  },
)

test('SIGUSR2 switches the log of a running process to debug, and back', async () => {
  const { child, exited, output } = startProgram({ SVC_ACCESS_LOG: 'off' })
  const [{ port }] = await once(child, 'message')
  const read = (marker: string) => fetch(`http://127.0.0.1:${port}/docs/${marker}`).then((response) => response.text())
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.includes('"msg":"Request"')).length
  const switched = async (level: string) => {
    child.kill('SIGUSR2')
    await expect.poll(output, { timeout: 30_000 }).toContain(`"log_level":"${level}"`)
  }
  await read('unseen')
  await switched('debug')
  await read('seen')
  await expect.poll(lines, { timeout: 30_000 }).toBe(1)
  await switched('info')
  await read('unseen')
  child.kill('SIGTERM')
  expect((await exited)[0]).toBe(0)
  expect(lines()).toBe(1)
})

describe('traces', () => {
  /** Starts a program and collects the modules of OpenTelemetry that it imports until it is ready. */
  async function startObserved(program: string, environment: Record<string, string> = {}) {
    const started = startProgram(environment, { program, nodeArguments: ['--import', pathTo('report-modules.ts')] })
    const modules: { specifier: string; importer: string }[] = []
    const port = await new Promise<number>((resolve) =>
      started.child.on('message', (message: { type: string; specifier: string; importer: string; port: number }) => {
        if (message.type === 'module') modules.push(message)
        else resolve(message.port)
      }),
    )
    const stop = async () => {
      started.child.kill('SIGTERM')
      expect((await started.exited)[0]).toBe(0)
    }
    return { modules, port, stop }
  }

  test.each(Object.entries(programs))(
    'that are off load no module of OpenTelemetry in the %s, except for the one that prom-client imports',
    async (_name, program) => {
      const { modules, stop } = await startObserved(program)
      await stop()
      expect(modules).toMatchObject([
        { specifier: '@opentelemetry/api', importer: expect.stringContaining('/node_modules/prom-client/') },
      ])
    },
  )

  test('that are on load OpenTelemetry, and are exported before a stopped process ends', async () => {
    const collector = await startCollector()
    onTestFinished(() => collector.close())
    const environment = { SVC_TRACES_URL: collector.url, SVC_TRACES_RATIO: '1' }
    const { modules, port, stop } = await startObserved(programs.api, environment)
    await (await fetch(`http://127.0.0.1:${port}/api/public/v1/webhooks`)).text()
    await stop()
    expect(modules.map(({ specifier }) => specifier)).toContain('@opentelemetry/sdk-trace')
    expect(collector.spans).toMatchObject([
      { service: 'svc-api', name: 'GET /api/public/v1/webhooks', attributes: { 'http.response.status_code': 401 } },
    ])
  })
})
