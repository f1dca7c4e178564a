import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLocalPostgres } from '@svc/local-postgres'
import { freePort } from '@svc/supervisor/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../src/repository.ts'

// The tests run in order: each start continues with the data of the previous one.

const dir = mkdtempSync(join(tmpdir(), 'svc-start-'))
const readyPath = join(dir, 'ready.json')
let port: number
let mockPort: number
let metricsPort: number
let running: Run | undefined

interface Run {
  process: ChildProcessWithoutNullStreams
  stdout: string
  stderr: string
  exit: Promise<number | null>
}

beforeAll(async () => {
  port = await freePort()
  mockPort = await freePort()
  metricsPort = await freePort()
})
afterAll(async () => {
  running?.process.kill('SIGTERM')
  await running?.exit
  rmSync(dir, { recursive: true, force: true })
})

function start(args = ['start'], env: NodeJS.ProcessEnv = {}): Run {
  const child = spawn(process.execPath, [join(repository, 'apps/cli/src/main.ts'), ...args], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SVC_DATA_DIR: dir,
      SVC_PORT: String(port),
      SVC_MOCK_PORT: String(mockPort),
      SVC_METRICS_PORT: String(metricsPort),
      ...env,
    },
  })
  const run: Run = { process: child, stdout: '', stderr: '', exit: once(child, 'close').then(([code]) => code) }
  child.stdout.on('data', (chunk) => (run.stdout += chunk))
  child.stderr.on('data', (chunk) => (run.stderr += chunk))
  return run
}

/** Waits for the startup message, which follows ready.json. */
async function untilReady(run: Run) {
  running = run
  let ended = false
  void run.exit.then(() => {
    ended = true
  })
  while (!run.stdout.includes('ready after')) {
    if (ended) throw new Error(`svc start ended before it was ready:\n${run.stderr}`)
    await sleep(20)
  }
  return JSON.parse(readFileSync(readyPath, 'utf8'))
}

async function businessesOf(ready: { base_url: string; accounts: { api_key: string }[] }): Promise<unknown[]> {
  return Promise.all(
    ready.accounts.map(async ({ api_key }) => {
      const response = await fetch(`${ready.base_url}/businesses`, { headers: { 'X-API-Key': api_key } })
      const { data } = (await response.json()) as { data: { id: string; name: string }[] }
      return data.map(({ id, name }) => ({ id, name }))
    }),
  )
}

let first: Awaited<ReturnType<typeof untilReady>>
let businesses: unknown[]

test('the first start creates a database with two demo accounts and prints the URLs', async () => {
  const run = start()
  first = await untilReady(run)
  expect(Object.keys(first)).toEqual([
    'base_url',
    'auth_url',
    'mock_url',
    'docs_url',
    'portal_url',
    'metrics_url',
    'accounts',
    'admin_user',
  ])
  expect(first).toMatchObject({
    base_url: `http://127.0.0.1:${port}/api/public/v1`,
    auth_url: `http://127.0.0.1:${port}`,
    mock_url: `http://127.0.0.1:${mockPort}/api/public/v1`,
    docs_url: `http://127.0.0.1:${port}/docs`,
    accounts: [{ name: 'Rosso Trattoria' }, { name: 'Brightside Dental' }],
  })
  const metrics = await fetch(first.metrics_url).then((response) => response.text())
  expect(metrics).toMatch(/^svc_http_requests_running \d+$/m)
  expect(Object.keys(first.accounts[0])).toEqual([
    'name',
    'plan',
    'business_id',
    'api_key',
    'oauth_client',
    'portal_user',
  ])
  for (const name of ['ready.json', 'demo-credentials.json']) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
  expect(run.stdout).toContain(`curl -H "X-API-Key: ${first.accounts[0].api_key}" ${first.base_url}/businesses`)
  // Standard error has only log lines of the processes.
  expect(run.stderr.split('\n').filter((line) => line !== '' && JSON.parse(line).level === 'error')).toEqual([])
  businesses = await businessesOf(first)
  expect(businesses).toEqual([
    [{ id: first.accounts[0].business_id, name: 'Rosso Trattoria' }],
    [{ id: first.accounts[1].business_id, name: 'Brightside Dental' }],
  ])
})

test('a second start reports the running service and exits with code 1', async () => {
  const second = start()
  expect(await second.exit).toBe(1)
  expect(second.stderr).toContain(`The service is already running at ${first.base_url}`)
  expect(await businessesOf(first)).toEqual(businesses)
})

test('the mock runs together with the service and has separate credentials', async () => {
  const { credentials } = await import('@svc/mock/credentials')
  const [partner] = credentials.accounts
  const response = await fetch(`${first.mock_url}/businesses`, { headers: { 'X-API-Key': partner.api_key } })
  expect(await response.json()).toMatchObject({ data: [{ id: partner.business_id, name: 'Rosso Trattoria' }] })
  const foreign = await fetch(`${first.mock_url}/businesses`, { headers: { 'X-API-Key': first.accounts[0].api_key } })
  expect(foreign.status).toBe(401)
})

test('operator commands find the database of the running service', async () => {
  const list = start(['account', 'list', '--json'])
  expect(await list.exit).toBe(0)
  expect(JSON.parse(list.stdout).map(({ name }: { name: string }) => name)).toEqual([
    'Rosso Trattoria',
    'Brightside Dental',
  ])
})

/** Expects that the service ended by itself and left nothing running. */
async function expectStopped(signal: NodeJS.Signals): Promise<void> {
  running?.process.kill(signal)
  expect(await running?.exit).toBe(0)
  expect(existsSync(readyPath)).toBe(false)
  expect(await findLocalPostgres(dir)).toBeNull()
  await expect(fetch(`${first.auth_url}/livez`)).rejects.toThrow()
}

test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s stops everything with code 0, and the next start has the same data',
  async (signal) => {
    await expectStopped(signal)
    expect(await untilReady(start())).toEqual(first)
    expect(await businessesOf(first)).toEqual(businesses)
  },
)

test('after SIGKILL the next start has the same data', async () => {
  running?.process.kill('SIGKILL')
  await running?.exit
  expect(await untilReady(start())).toEqual(first)
  expect(await businessesOf(first)).toEqual(businesses)
})

test('a process that crashes is restarted', async () => {
  const lines = () =>
    (running?.stderr ?? '')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const api = lines().find(({ name }) => name === 'api')
  process.kill(api.pid, 'SIGKILL')
  while (!lines().some(({ msg }) => msg === 'Process api ready again')) await sleep(20)
  expect(await businessesOf(first)).toEqual(businesses)
})

test('SIGTERM stops everything with code 0', () => expectStopped('SIGTERM'))

test('a port in use is an error that names the setting', async () => {
  const other: Server = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const usedPort = typeof address === 'object' ? String(address?.port) : ''
  const refused = start(['start'], { SVC_PORT: usedPort, SVC_DATA_DIR: join(dir, 'other') })
  expect(await refused.exit).toBe(1)
  expect(refused.stderr).toContain(`Port ${usedPort} on 127.0.0.1 is in use by another program.`)
  expect(refused.stderr).toContain('SVC_PORT=')
  const mockRefused = start(['start'], { SVC_PORT: '0', SVC_MOCK_PORT: usedPort, SVC_DATA_DIR: join(dir, 'other') })
  expect(await mockRefused.exit).toBe(1)
  expect(mockRefused.stderr).toContain('SVC_MOCK_PORT=')
  expect(existsSync(join(dir, 'other', 'postgres'))).toBe(false)
  other.close()
})
