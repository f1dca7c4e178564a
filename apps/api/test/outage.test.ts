import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { issueApiKey } from '@svc/credentials/api-keys'
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import { type Database, openDatabase } from '@svc/db/database'
import { setLimits } from '@svc/db/limit-settings'
import { migrate } from '@svc/db/migrate'
import { knexOf } from '@svc/db/testing'
import { ageRunningRequests } from '@svc/db/testing-accounts'
import { countConnections, lockTable, serverProcessId, terminateConnections } from '@svc/db/testing-faults'
import { storedDeliveries } from '@svc/db/testing-webhooks'
import { errorTable } from '@svc/http/errors'
import type { ApiBodies, BodyOf, Reply } from '@svc/http/testing-reply'
import { type LocalPostgres, startLocalPostgres } from '@svc/local-postgres'
import { newId } from '@svc/runtime/ids'
import { createKeyring } from '@svc/runtime/secrets'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectError } from './expectations.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { request } from './testing.ts'

// Requests while the database fails: killed connections, a restart, an outage and an exhausted pool. The API is a
// process of its own, with a PostgreSQL of its own behind a proxy that tests can interrupt.

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const secretKey = { id: 'k1', key: randomBytes(32) }

let dataDir: string
let postgres: LocalPostgres
let proxy: FaultProxy
/** A pool that does not use the proxy. */
let db: Database
let key: string
let webhookId: string
let api: ApiProcess

interface ApiProcess {
  child: ChildProcess
  origin: string
  /** Everything that the process has logged. */
  output(): string
}

/** The processes that no test has stopped. */
let running: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-outage-'))
  await chmod(dataDir, 0o711)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  postgres = await startLocalPostgres({ dataDir, logger: quiet, settings })
  proxy = await startFaultProxy(Number(new URL(postgres.url).port))
  db = openDatabase({ url: postgres.url, applicationName: 'svc-test' })
  await migrate(db, quiet)
  await setLimits(
    db,
    new Map([
      ['ip', 1_000_000],
      ['account', 1_000_000],
      ['key', 1_000_000],
    ]),
  )
  const account = await createAccount(db, { name: 'Rosso Trattoria', plan: 'growth' })
  await createBusiness(db, account.id, {
    name: 'Rosso Trattoria',
    trade: 'restaurant',
    city: 'Utrecht',
    country: 'NL',
    timezone: 'Europe/Amsterdam',
    website: null,
  })
  key = (await issueApiKey(db, createKeyring([secretKey]), account.id, { kind: 'test', name: 'Test' })).key
  api = await startApiProcess()
  webhookId = (await call('POST', '/webhooks', { url: 'https://hooks.rosso-trattoria.nl/svc' })).data.id
})

// The process must survive every test that does not stop it.
afterEach(() => {
  expect(running.filter((child) => child.exitCode !== null)).toEqual([])
})

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await proxy?.down()
  await db?.destroy()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function startApiProcess(environment: Record<string, string> = {}): Promise<ApiProcess> {
  const throughProxy = new URL(postgres.url)
  throughProxy.port = String(proxy.port)
  const child = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    cwd: dataDir,
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: throughProxy.href,
      SVC_PORT: '0',
      // Long enough that a test on a busy machine sees a process that stops.
      SVC_STOP_DELAY: '5s',
      SVC_SECRET_KEYS: `${secretKey.id}:${secretKey.key.toString('base64')}`,
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
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`The API ended before it was ready:\n${output}`))),
  ])
  running.push(child)
  return { child, origin: `http://127.0.0.1:${message.port}`, output: () => output }
}

/** Stops a process with a signal. Resolves with its exit code and the signal that ended it. */
async function end({ child }: ApiProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown[]> {
  running = running.filter((other) => other !== child)
  const exited = once(child, 'exit')
  child.kill(signal)
  return exited
}

const call = <const Method extends string, const Path extends string>(method: Method, path: Path, body?: unknown) =>
  request<BodyOf<ApiBodies, Method, Path>>(`${api.origin}/api/public/v1${path}`, method, {
    headers: { 'X-API-Key': key },
    ...(body !== undefined && { body }),
  })
const health = async (path: string) => (await fetch(`${api.origin}${path}`)).status

interface Sample {
  /** By the clock of `performance.now`. */
  startedMs: number
  /** The response, or the error code of a connection that failed. */
  reply?: Reply
  failure?: string
}

/** Sends about a hundred requests per second, every fourth a write, until `stop` or the end of the test. */
function startLoad(): { samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = []
  let running = true
  const client = async () => {
    for (let sent = 0; running; sent++) {
      const startedMs = performance.now()
      const sending = sent % 4 === 0 ? call('POST', `/webhooks/${webhookId}/test`) : call('GET', '/webhooks')
      const outcome = await sending.then(
        (reply) => ({ reply }),
        (error) => ({ failure: String(error.cause?.code ?? error) }),
      )
      samples.push({ startedMs, ...outcome })
      await sleep(80)
    }
  }
  const clients = Array.from({ length: 8 }, client)
  const stop = async () => {
    running = false
    await Promise.all(clients)
  }
  onTestFinished(stop)
  return { samples, stop }
}

/**
 * Expects a response to every request, and that every unsuccessful one is the error envelope with 500 or 503. Returns
 * the unsuccessful ones.
 */
function expectOnlyErrorEnvelopes(samples: Sample[]): Sample[] {
  const errors = samples.filter(({ reply }) => !reply || reply.status >= 300)
  for (const { reply, failure } of errors) {
    expect(failure).toBeUndefined()
    if (reply) expectError(reply, reply.status === 503 ? 'unavailable' : 'internal_error')
  }
  return errors
}

const startedAfter = (samples: Sample[], instantMs: number) => samples.filter(({ startedMs }) => startedMs > instantMs)

const successes = (samples: Sample[]) => samples.filter(({ reply }) => reply && reply.status < 300).length

/** Waits until requests succeed again, stops the load, and expects that no request failed after the recovery. */
async function expectRecovery(load: ReturnType<typeof startLoad>): Promise<void> {
  const acceptsMs = performance.now()
  await untilTrue('requests succeed again', () => successes(startedAfter(load.samples, acceptsMs)) > 50)
  const recoveredMs = performance.now()
  await untilTrue('requests keep succeeding', () => successes(startedAfter(load.samples, recoveredMs)) > 50)
  await load.stop()
  expect(successes(startedAfter(load.samples, recoveredMs))).toBe(startedAfter(load.samples, recoveredMs).length)
}

/** Fails after a minute, long after the slowest machine reaches the state. */
async function untilTrue(state: string, check: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(check, { message: state, timeout: 60_000, interval: 20 }).toBe(true)
}

const report = (what: string, counts: Record<string, number>) =>
  process.stdout.write(
    `${what}: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}\n`,
  )

const ofApi = { applicationName: 'svc-api' }

test('a token request during an outage gets the 503 of the error table in the format of OAuth', async () => {
  const requestToken = () =>
    fetch(`${api.origin}/api/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${newId('cli')}:secret`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  await proxy.down()
  const refused = await requestToken()
  await proxy.up()
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    { error: 'server_error', error_description: errorTable.unavailable.message },
  ])
  expect(refused.headers.get('cache-control')).toBe('no-store')
  await untilTrue('the client is looked up again', async () =>
    (await (await requestToken()).text()).includes('invalid_client'),
  )
})

test('when all connections are killed twenty times under load, only requests in progress fail', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  let killed = 0
  for (let round = 0; round < 20; round++) {
    killed += await terminateConnections(db, ofApi.applicationName)
    await sleep(60)
  }
  await expectRecovery(load)

  const errors = expectOnlyErrorEnvelopes(load.samples)
  report('killed connections', { 'connections killed': killed, requests: load.samples.length, errors: errors.length })
  expect(killed).toBeGreaterThanOrEqual(20)
  expect(errors.length).toBeLessThanOrEqual(killed)
  expect(await countConnections(db, ofApi)).toBeLessThanOrEqual(10)
})

test('when PostgreSQL restarts under load, the process is alive but not ready, and then recovers', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const serverPid = await serverProcessId(db)
  // A fast shutdown; the supervisor starts the server again.
  process.kill(serverPid, 'SIGINT')
  const own = openDatabase({ url: postgres.url, applicationName: 'svc-test-reach', poolMax: 1 })
  onTestFinished(() => own.destroy())
  const reachable = () =>
    own.execute({ text: 'select 1' }).then(
      () => true,
      () => false,
    )
  await untilTrue('the database is unavailable', async () => !(await reachable()))
  expect(await health('/livez')).toBe(200)
  await untilTrue('the database is available again', reachable)
  await untilTrue('the process is ready again', async () => (await health('/readyz')) === 200)
  await expectRecovery(load)

  const errors = expectOnlyErrorEnvelopes(load.samples)
  report('restart of PostgreSQL', { requests: load.samples.length, errors: errors.length })
})

test('while the database is unavailable requests get 503, /livez 200 and /readyz 503; usage events are not lost', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const goneMs = performance.now()
  await proxy.down()
  await untilTrue('the process reports that it is not ready', async () => (await health('/readyz')) === 503)
  expect(await health('/livez')).toBe(200)
  // These responses arrive while the database is unavailable: no request waits for it to return.
  await untilTrue('requests get responses', () => startedAfter(load.samples, goneMs).length > 20)
  const refused = startedAfter(load.samples, goneMs)
  await proxy.up()
  await untilTrue('the process is ready again', async () => (await health('/readyz')) === 200)
  await expectRecovery(load)

  const errors = expectOnlyErrorEnvelopes(load.samples)
  report('database unavailable', { requests: load.samples.length, errors: errors.length })
  for (const { reply } of refused) expect(reply?.status).toBe(503)

  // Usage events waited for the database: every successful request has exactly one.
  const ids = load.samples.flatMap(({ reply }) =>
    reply && reply.status < 300 ? String(reply.headers.get('x-request-id')) : [],
  )
  const written = () =>
    knexOf(db)('usage_events').where({ type: 'api.request' }).whereIn('request_id', ids).pluck('request_id')
  await untilTrue('the usage events are written', async () => (await written()).length >= ids.length)
  expect((await written()).sort()).toEqual(ids.sort())
})

test('when slow queries use all connections, other requests get 503, health checks succeed, and the next request after it', async () => {
  const unlock = await lockTable(db, 'webhook_endpoints')
  try {
    const finished: Reply[] = []
    const requests = Array.from({ length: 100 }, async () => finished.push(await call('GET', '/webhooks')))
    const blockedConnections = () => countConnections(db, { ...ofApi, state: 'waits for a lock' })
    await untilTrue('the pool is exhausted', async () => (await blockedConnections()) === 10)
    expect([await health('/livez'), await health('/readyz')]).toEqual([200, 200])
    // No request waits for a connection until the lock is released: 90 get a response before.
    await untilTrue('the other requests are refused', () => finished.length >= 90)
    await unlock()
    expect((await call('GET', '/webhooks')).status).toBe(200)
    await Promise.all(requests)

    const refused = finished.filter(({ status }) => status !== 200)
    for (const reply of refused) expectError(reply, 'unavailable')
    report('exhausted pool', { requests: finished.length, errors: refused.length })
    // More only if the lock is held for longer than the limit of a statement.
    expect(refused.length).toBeGreaterThanOrEqual(90)
  } finally {
    await unlock()
  }
})

test('a read and a write whose statements exceed their time limit get 503, and nothing was written', async () => {
  const unlock = await lockTable(db, 'webhook_endpoints')
  try {
    const blocked = [call('GET', '/webhooks'), call('PATCH', `/webhooks/${webhookId}`, { description: 'Changed' })]
    // The lock is held until the server has canceled both.
    for (const reply of await Promise.all(blocked)) expectError(reply, 'unavailable')
  } finally {
    await unlock()
  }
  const { status, data } = await call('GET', `/webhooks/${webhookId}`)
  expect([status, data.description]).toEqual([200, null])
})

test('on SIGTERM under load the process becomes unready, finishes requests in progress and exits with code 0', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const waiting = request(`${api.origin}/api/public/v1/webhook-events?wait=20&type=analysis.failed`, 'GET', {
    headers: { 'X-API-Key': key },
  })
  const waitEnded = sleep(20_000, 'the wait ended', { ref: false })
  await untilTrue('the waiting request is in progress', () => load.samples.length > 40)
  const exited = end(api, 'SIGTERM')
  await untilTrue('the process reports that it is stopping', async () => (await health('/readyz')) === 503)
  const unreadyMs = performance.now()
  expect(await health('/livez')).toBe(200)
  expect(await Promise.race([exited, waitEnded])).toEqual([0, null])
  expect(api.output()).not.toContain(key.slice(12))
  await load.stop()

  const reply = await waiting
  expect([reply.status, reply.data]).toEqual([200, []])
  const completed = load.samples.filter((sample) => sample.reply !== undefined)
  expect(new Set(completed.map((sample) => sample.reply?.status))).toEqual(new Set([200, 202]))
  // A request that arrives while the process stops succeeds and closes its connection; later ones are refused.
  const whileStopping = startedAfter(completed, unreadyMs)
  expect(whileStopping.length).toBeGreaterThan(0)
  for (const sample of whileStopping) expect(sample.reply?.headers.get('connection')).toBe('close')
  const lost = load.samples.filter(({ failure }) => failure !== undefined)
  for (const { failure } of lost) expect(failure).toMatch(/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/)
  report('stop under load', { completed: completed.length, 'of them while stopping': whileStopping.length })
})

test('after a kill, retries with the same idempotency keys return the confirmed responses and create nothing twice', async () => {
  // All requests arrive at once, and none is refused because no connection is free.
  const patient = { SVC_DATABASE_WAIT: '60s' }
  const names = Array.from({ length: 60 }, (_, index) => `create-${index}`)
  const create = (name: string) =>
    request<ApiBodies['POST /webhooks/{}/test']>(`${api.origin}/api/public/v1/webhooks/${webhookId}/test`, 'POST', {
      headers: { 'X-API-Key': key, 'Idempotency-Key': name },
    })
  api = await startApiProcess(patient)
  webhookId = (await call('POST', '/webhooks', { url: 'https://hooks.rosso-trattoria.nl/svc' })).data.id
  const confirmed = new Map<string, string>()
  const first = names.map(async (name) => {
    const reply = await create(name)
    if (reply.status === 202) confirmed.set(name, reply.data.id)
  })
  await untilTrue('some requests are confirmed', () => confirmed.size > 10)
  await Promise.all([end(api, 'SIGKILL'), Promise.allSettled(first)])

  api = await startApiProcess(patient)
  // The key of a request that ended with its process is free again after a minute.
  await ageRunningRequests(db, 61)
  const again = await Promise.all(names.map(async (name) => ({ name, reply: await create(name) })))
  for (const { name, reply } of again) {
    expect([name, reply.status]).toEqual([name, 202])
    if (confirmed.has(name)) expect(reply.data.id).toBe(confirmed.get(name))
  }
  const deliveries = await storedDeliveries(db, { webhook_id: webhookId })
  expect(deliveries).toHaveLength(names.length)
  report('killed while creating', {
    requests: names.length,
    'confirmed before the kill': confirmed.size,
    'created at the end': deliveries.length,
  })
})
