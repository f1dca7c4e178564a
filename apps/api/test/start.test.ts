import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@svc/db/testing'
import { freePort } from '@svc/supervisor/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const key = `k1:${randomBytes(32).toString('base64')}`

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function startProgram(environment: Record<string, string>) {
  const child = fork(program, [], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      SVC_PORT: '0',
      SVC_METRICS_PORT: '0',
      SVC_SECRET_KEYS: key,
      ...environment,
    },
    execArgv: [],
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
async function failureOf(environment: Record<string, string>): Promise<string> {
  const { exited, output } = startProgram(environment)
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
})

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
