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
import { type Database, openDatabase, pingDatabase } from '@svc/db/database'
import { setLimits } from '@svc/db/limit-settings'
import { migrate } from '@svc/db/migrate'
import { knexOf } from '@svc/db/testing'
import { type LocalPostgres, startLocalPostgres } from '@svc/local-postgres'
import { createKeyring } from '@svc/runtime/secrets'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectError } from './expectations.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type Reply, request } from './testing.ts'

// What becomes of requests while the database fails under them (kills, restarts, an exhausted pool, and an outage of
// three seconds): a real API process, a PostgreSQL of its own, and a way between them that the test can cut.

/** After the database accepts again, no request that starts later than this may fail. */
const recoveryMaxMs = 2_000

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const secretKey = { id: 'k1', key: randomBytes(32) }

let dataDir: string
let postgres: LocalPostgres
let proxy: FaultProxy
/** Straight to the database, past the proxy. */
let db: Database
let key: string
let webhookId: string
let api: ApiProcess

interface ApiProcess {
  child: ChildProcess
  origin: string
  /** Everything that it logged. */
  output(): string
}

/** The processes that no test has ended. */
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
  webhookId = (await call('POST', '/webhooks', { url: 'https://hooks.rosso-trattoria.nl/svc' })).body.data.id
})

// One process lives through all of it, until a test ends it on purpose.
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

async function startApiProcess(): Promise<ApiProcess> {
  const throughProxy = new URL(postgres.url)
  throughProxy.port = String(proxy.port)
  const child = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    cwd: dataDir,
    env: {
      DATABASE_URL: throughProxy.href,
      SVC_PORT: '0',
      SVC_SECRET_KEYS: `${secretKey.id}:${secretKey.key.toString('base64')}`,
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

/** Ends a process with a signal. Resolves with its exit code and the signal that it died of. */
async function end({ child }: ApiProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown[]> {
  running = running.filter((other) => other !== child)
  const exited = once(child, 'exit')
  child.kill(signal)
  return exited
}

const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
  request(`${api.origin}/api/public/v1${path}`, method, {
    headers: { 'X-API-Key': key },
    ...(body !== undefined && { body }),
  })
const health = async (path: string) => (await fetch(`${api.origin}${path}`)).status

interface Sample {
  startedAt: number
  durationMs: number
  /** The answer, or what kept it from coming. */
  reply?: Reply
  failure?: string
}

/** About a hundred requests a second, every fourth a write, until it is stopped. */
function startLoad(): { samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = []
  let running = true
  const client = async () => {
    for (let sent = 0; running; sent++) {
      const startedAt = performance.now()
      const sending = sent % 4 === 0 ? call('POST', `/webhooks/${webhookId}/test`) : call('GET', '/webhooks')
      const outcome = await sending.then(
        (reply) => ({ reply }),
        (error) => ({ failure: String(error.cause?.code ?? error) }),
      )
      samples.push({ startedAt, durationMs: performance.now() - startedAt, ...outcome })
      await sleep(80)
    }
  }
  const clients = Array.from({ length: 8 }, client)
  return {
    samples,
    async stop() {
      running = false
      await Promise.all(clients)
    },
  }
}

/**
 * Every request got a response, and every unsuccessful response is our envelope with 500 or, mostly, 503 and
 * Retry-After.
 */
function expectOnlyOurErrors(samples: Sample[]): { requests: number; errors: Sample[] } {
  const errors = samples.filter(({ reply }) => !reply || reply.status >= 300)
  for (const { reply, failure } of errors) {
    expect(failure).toBeUndefined()
    if (reply) expectError(reply, reply.status === 503 ? 'unavailable' : 'internal_error')
  }
  return { requests: samples.length, errors }
}

/** How long after `acceptsAt` a request could still start and fail, in milliseconds. */
const recoveryMs = (errors: Sample[], acceptsAt: number) =>
  Math.round(Math.max(0, ...errors.map(({ startedAt }) => startedAt - acceptsAt)))

const successes = (samples: Sample[], since: number) =>
  samples.filter(({ startedAt, reply }) => startedAt > since && reply && reply.status < 300).length

async function untilTrue(what: string, check: () => Promise<boolean> | boolean, timeoutMs = 10_000): Promise<number> {
  const deadline = performance.now() + timeoutMs
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms: ${what}`)
    await sleep(20)
  }
  return performance.now()
}

const report = (what: string, figures: Record<string, number>) =>
  process.stdout.write(
    `${what}: ${Object.entries(figures)
      .map(([name, figure]) => `${figure} ${name}`)
      .join(', ')}\n`,
  )

test('every connection killed, twenty times under load: only running requests fail, in the envelope', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  let killed = 0
  for (let round = 0; round < 20; round++) {
    const { rows } = await knexOf(db).raw(
      `select count(pg_terminate_backend(pid)) as killed from pg_stat_activity where application_name = 'svc-api'`,
    )
    killed += Number(rows[0].killed)
    await sleep(60)
  }
  const acceptsAt = performance.now()
  await untilTrue('requests succeed again', () => successes(load.samples, acceptsAt) > 50)
  await load.stop()

  const { requests, errors } = expectOnlyOurErrors(load.samples)
  const recovery = recoveryMs(errors, acceptsAt)
  report('killed connections', {
    'connections killed': killed,
    requests,
    errors: errors.length,
    'ms to recover': recovery,
  })
  expect(killed).toBeGreaterThanOrEqual(20)
  expect(errors.length).toBeLessThanOrEqual(killed)
  expect(recovery).toBeLessThan(recoveryMaxMs)
  const { rows } = await knexOf(db).raw(
    `select count(*)::int as open from pg_stat_activity where application_name = 'svc-api'`,
  )
  expect(rows[0].open).toBeLessThanOrEqual(10)
})

test('PostgreSQL restarted under load: unready but alive meanwhile, and recovered within two seconds', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const { rows } = await knexOf(db).raw(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  // "Fast shutdown", as a restart does it; the supervisor starts the server again.
  process.kill(rows[0].pid, 'SIGINT')
  const stoppedAt = performance.now()
  const reachable = () =>
    pingDatabase(postgres.url, { timeoutMs: 500 }).then(
      () => true,
      () => false,
    )
  await untilTrue('the database is away', async () => !(await reachable()))
  expect(await health('/livez')).toBe(200)
  const acceptsAt = await untilTrue('the database accepts again', reachable)
  await untilTrue('the process is ready again', async () => (await health('/readyz')) === 200)
  await untilTrue('requests succeed again', () => successes(load.samples, acceptsAt) > 50)
  await load.stop()

  const { requests, errors } = expectOnlyOurErrors(load.samples)
  const recovery = recoveryMs(errors, acceptsAt)
  report('restart of PostgreSQL', {
    'ms away': Math.round(acceptsAt - stoppedAt),
    requests,
    errors: errors.length,
    'ms to recover': recovery,
  })
  expect(recovery).toBeLessThan(recoveryMaxMs)
})

test('the database gone for three seconds: 503 with Retry-After at once, /livez 200, /readyz 503, and back within two seconds', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const goneAt = performance.now()
  await proxy.down()
  await untilTrue('the process says that it is not ready', async () => (await health('/readyz')) === 503, 1_000)
  expect(await health('/livez')).toBe(200)
  await sleep(3_000 - (performance.now() - goneAt))
  const waiting = load.samples.filter(({ startedAt }) => startedAt > goneAt)
  await proxy.up()
  const acceptsAt = performance.now()
  await untilTrue('the process is ready again', async () => (await health('/readyz')) === 200)
  await untilTrue('requests succeed again', () => successes(load.samples, acceptsAt) > 50)
  await load.stop()

  const { requests, errors } = expectOnlyOurErrors(load.samples)
  const recovery = recoveryMs(errors, acceptsAt)
  const slowest = Math.round(Math.max(...errors.map(({ durationMs }) => durationMs)))
  report('Gone for 3 s', {
    requests,
    errors: errors.length,
    'ms for the slowest error': slowest,
    'ms to recover': recovery,
  })
  expect(waiting.length).toBeGreaterThan(20)
  for (const { reply } of waiting) expect(reply?.status).toBe(503)
  expect(slowest).toBeLessThan(2_500)
  expect(recovery).toBeLessThan(recoveryMaxMs)

  // Usage events waited for the database: of every call that was answered with success there is one, and one only.
  const ids = load.samples.flatMap(({ reply }) =>
    reply && reply.status < 300 ? String(reply.headers.get('x-request-id')) : [],
  )
  const written = () =>
    knexOf(db)('usage_events').where({ type: 'api.request' }).whereIn('request_id', ids).pluck('request_id')
  await untilTrue('the usage events are written', async () => (await written()).length >= ids.length)
  expect((await written()).sort()).toEqual(ids.sort())
})

test('the pool exhausted by slow queries: 503 after two seconds, health checks succeed meanwhile, and recovery within one second', async () => {
  const blocker = await knexOf(db).transaction()
  try {
    await blocker.raw('lock table webhook_endpoints in access exclusive mode')
    const startedAt = performance.now()
    const replies = Array.from({ length: 100 }, async () => {
      const reply = await call('GET', '/webhooks')
      return { reply, durationMs: performance.now() - startedAt }
    })
    await untilTrue('the pool is exhausted', async () => {
      const { rows } = await knexOf(db).raw(
        `select count(*)::int as waiting from pg_stat_activity where application_name = 'svc-api' and wait_event_type = 'Lock'`,
      )
      return rows[0].waiting === 10
    })
    const askedAt = performance.now()
    expect([await health('/livez'), await health('/readyz')]).toEqual([200, 200])
    const healthMs = Math.round(performance.now() - askedAt)
    await sleep(2_600 - (performance.now() - startedAt))
    await blocker.rollback()
    const releasedAt = performance.now()
    expect((await call('GET', '/webhooks')).status).toBe(200)
    const recovery = Math.round(performance.now() - releasedAt)
    const results = await Promise.all(replies)

    const refused = results.filter(({ reply }) => reply.status !== 200)
    for (const { reply } of refused) expectError(reply, 'unavailable')
    const slowest = Math.round(Math.max(...refused.map(({ durationMs }) => durationMs)))
    report('exhausted pool', {
      requests: results.length,
      errors: refused.length,
      'ms for the slowest error': slowest,
      'ms for health': healthMs,
      'ms to recover': recovery,
    })
    expect(refused.length).toBe(90)
    expect(slowest).toBeLessThan(2_600)
    expect(healthMs).toBeLessThan(600)
    expect(recovery).toBeLessThan(1_000)
  } finally {
    await blocker.rollback()
  }
})

test('on SIGTERM under load the process becomes unready first, finishes running requests and exits with code 0', async () => {
  const load = startLoad()
  await untilTrue('the load has begun', () => load.samples.length > 20)
  const waiting = request(`${api.origin}/api/public/v1/webhook-events?wait=20&type=analysis.failed`, 'GET', {
    headers: { 'X-API-Key': key },
  })
  await untilTrue('the waiting request is under way', () => load.samples.length > 40)
  const stoppedAt = performance.now()
  const exited = end(api, 'SIGTERM')
  const unreadyAt = await untilTrue(
    'the process says that it is stopping',
    async () => (await health('/readyz')) === 503,
  )
  expect(await health('/livez')).toBe(200)
  expect(await exited).toEqual([0, null])
  const stopMs = Math.round(performance.now() - stoppedAt)
  expect(api.output()).not.toContain(key.slice(12))
  await load.stop()

  const reply = await waiting
  expect([reply.status, reply.body.data]).toEqual([200, []])
  const answered = load.samples.filter((sample) => sample.reply !== undefined)
  expect(new Set(answered.map((sample) => sample.reply?.status))).toEqual(new Set([200, 202]))
  // Who comes while the process parts is answered and sent elsewhere; who comes after that finds nobody.
  const parting = answered.filter(({ startedAt }) => startedAt > unreadyAt)
  expect(parting.length).toBeGreaterThan(0)
  for (const sample of parting) expect(sample.reply?.headers.get('connection')).toBe('close')
  const lost = load.samples.filter(({ failure }) => failure !== undefined)
  for (const { failure } of lost) expect(failure).toMatch(/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/)
  report('stop under load', {
    answered: answered.length,
    'of them while parting': parting.length,
    'ms to stop': stopMs,
  })
  expect(stopMs).toBeLessThan(5_000)
})

test('killed while it creates, and retried with the same keys: everything that was confirmed is there, and nothing twice', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `create-${index}`)
  const create = (name: string) =>
    request(`${api.origin}/api/public/v1/webhooks/${webhookId}/test`, 'POST', {
      headers: { 'X-API-Key': key, 'Idempotency-Key': name },
    })
  api = await startApiProcess()
  webhookId = (await call('POST', '/webhooks', { url: 'https://hooks.rosso-trattoria.nl/svc' })).body.data.id
  const promised = new Map<string, string>()
  const first = names.map(async (name) => {
    const reply = await create(name)
    if (reply.status === 202) promised.set(name, reply.body.data.id)
  })
  await untilTrue('some are answered', () => promised.size > 10)
  await Promise.all([end(api, 'SIGKILL'), Promise.allSettled(first)])

  api = await startApiProcess()
  // A request that died with its process is taken for dead after a minute.
  await knexOf(db).raw(
    `update idempotency_keys set started_at = started_at - interval '61 seconds' where state = 'running'`,
  )
  const again = await Promise.all(names.map(async (name) => ({ name, reply: await create(name) })))
  for (const { name, reply } of again) {
    expect([name, reply.status]).toEqual([name, 202])
    if (promised.has(name)) expect(reply.body.data.id).toBe(promised.get(name))
  }
  const deliveries = await knexOf(db)('webhook_deliveries').where({ webhook_id: webhookId })
  expect(deliveries).toHaveLength(names.length)
  report('killed while creating', {
    requests: names.length,
    'answered before the kill': promised.size,
    'created in the end': deliveries.length,
  })
})
