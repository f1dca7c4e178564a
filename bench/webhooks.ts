import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { createAccount } from '@svc/db/accounts'
import { createBusiness } from '@svc/db/businesses'
import type { Database } from '@svc/db/database'
import { claimDeliveries, finishAttempts } from '@svc/db/delivery-queue'
import type { Owner } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { listDeliveries } from '@svc/db/webhook-deliveries'
import { createWebhook } from '@svc/db/webhook-endpoints'
import { type Id, newId } from '@svc/runtime/ids'
import { createKeyring, type Keyring } from '@svc/runtime/secrets'
import { readSettings } from '@svc/runtime/settings'
import type { NewEvent } from '@svc/webhooks/new-event'
import { createPublisher, type Publisher } from '@svc/webhooks/publish'
import { newSigningSecret, secretContext } from '@svc/webhooks/secrets'
import { createAuthority } from '@svc/webhooks/testing'
import { postgresCpuUs } from './cpu-usage.ts'
import { type BenchDatabase, openBenchDatabase, postmasterPid } from './database.ts'
import { divertWebhooks } from './diverted-webhooks.ts'
import type { ProcessUsage } from './server-process.ts'
import { goals, median, number, quantile, table } from './statistics.ts'
import type { SendRequest, SendResult } from './webhook-sender.ts'

interface WebhooksBenchOptions {
  rounds: number
  /** Deliveries per round and sender. */
  deliveries: number
  /** The time for which events are published at half load. */
  seconds: number
  /** Finished deliveries in the tables when claiming and listing are measured; a tenth as many wait. */
  backlog: number
}

/** The endpoints and accounts of the benchmark. */
const endpointCount = 500
const accountCount = 50
const endpointsPerAccount = endpointCount / accountCount

const subscribed = ['analysis.completed', 'report.generated', 'recommendation.created'] as const

const deliveriesPerAnalysis = endpointsPerAccount * subscribed.length

/** Connections are opened and code is compiled during this share of the deliveries, which is not measured. */
const warmUpShare = 0.2
const bareConcurrency = 100

export interface Stage {
  database: BenchDatabase
  publisher: Publisher
  owners: Owner[]
  receiver: ChildProcess
}

/** Compares the rate of deliveries with all state stored with that of the same sender without a database. */
export async function benchWebhooks(options: WebhooksBenchOptions, print: (text: string) => void): Promise<void> {
  await withStage(async (stage, start) => {
    const bare = await start('webhook-sender.ts')
    const samples: Round[] = []
    for (let round = 0; round < options.rounds; round++) {
      const without = await sendWithoutDatabase(stage, bare, options.deliveries)
      samples.push({ without, stored: await deliver(stage, start, { workers: 1, deliveries: options.deliveries }) })
    }
    print(reportThroughput(samples, options))

    const worker = await start()
    const halfLoad = median(samples.map(({ stored }) => stored.perSecond)) / 2
    print(await measureLatency(stage, halfLoad, options.seconds))
    await stopProcess(worker)
    print(await measureBacklog(stage, options.backlog))
  })
}

/** Measures deliveries by these numbers of worker processes, in turns. Returns the rates of each number. */
export async function measureWorkers(
  counts: readonly number[],
  { rounds, deliveries }: { rounds: number; deliveries: number },
): Promise<Map<number, Rate[]>> {
  const rates = new Map<number, Rate[]>(counts.map((count) => [count, []]))
  await withStage(async (stage, start) => {
    for (let round = 0; round < rounds; round++) {
      const first = round % counts.length
      for (const workers of [...counts.slice(first), ...counts.slice(0, first)])
        rates.get(workers)?.push(await deliver(stage, start, { workers, deliveries }))
    }
  })
  return rates
}

const workerProgram = '../apps/worker/src/main.ts'

/** Starts a process of a stage. Default: a worker. */
export type StartProgram = (program?: string) => Promise<ChildProcess>

/** Runs a measurement with a database, endpoints and a receiver, and ends all processes that it has started. */
export async function withStage(measure: (stage: Stage, start: StartProgram) => Promise<void>): Promise<void> {
  const database = await openBenchDatabase()
  const children: ChildProcess[] = []
  const start = async (program: string, environment: Record<string, string>) => {
    const child = await startProcess(program, environment)
    children.push(child.process)
    return child
  }
  try {
    const authority = createAuthority()
    const identity = JSON.stringify(authority.issue(['*.rosso-trattoria.nl']))
    const receiver = await start('webhook-receiver.ts', { BENCH_IDENTITY: identity })
    const diverted = divertWebhooks(database, { authority, port: receiver.port })
    const environment = { ...diverted, SVC_LOG_LEVEL: 'error' }
    const keyring = createKeyring(readSettings(environment, { purpose: 'worker' }).secretKeys)
    const publisher = createPublisher(document, { maxAttempts: 5 })
    const owners = await register(database.db, keyring)
    const stage = { database, publisher, owners, receiver: receiver.process }
    await measure(stage, async (program = workerProgram) => (await start(program, environment)).process)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.close()
  }
}

/** Publishes deliveries, starts workers and measures them until everything is delivered. */
async function deliver(
  stage: Stage,
  start: StartProgram,
  { workers, deliveries }: { workers: number; deliveries: number },
): Promise<Rate> {
  const published = await publishEvenly(stage, deliveries)
  await arrivalsAt(stage.receiver)
  const started = await Promise.all(Array.from({ length: workers }, () => start()))
  const rate = await drain(stage, started, published)
  await Promise.all(started.map(stopProcess))
  return rate
}

/** CPU times are microseconds per delivery or request. */
export interface Rate {
  perSecond: number
  cpuUs: number
  postgresUs: number
  /** Of the load generator or the receiver. */
  otherUs: number
}

interface Round {
  without: Rate
  stored: Rate
}

async function register(db: Database, keyring: Keyring): Promise<Owner[]> {
  const owners: Owner[] = []
  for (let number = 0; number < accountCount; number++) {
    const name = `Rosso Trattoria ${number}`
    const account = await createAccount(db, { name, plan: 'scale' })
    const location = { city: 'Utrecht', country: 'NL', timezone: 'Europe/Amsterdam', website: null }
    const business = await createBusiness(db, account.id, { name, trade: 'restaurant', ...location })
    const owner = { account_id: account.id, business_id: business.id }
    owners.push(owner)
    for (let endpoint = 0; endpoint < endpointsPerAccount; endpoint++) {
      const id = newId('whk')
      const secret = keyring.encrypt('encryption', newSigningSecret(), secretContext(id))
      const url = `https://hooks-${number}-${endpoint}.rosso-trattoria.nl/svc`
      const webhook = { id, url, event_types: [...subscribed], secret }
      await db.transaction((transaction) => createWebhook(transaction, owner, webhook, { max: endpointsPerAccount }))
    }
  }
  return owners
}

/** The events that the service publishes in one transaction for an analysis with one recommendation. */
function eventsOfAnalysis({ business_id }: Owner): NewEvent[] {
  const ids = { business_id, analysis_id: newId('ana') }
  const recommendation = { recommendation_id: newId('rec'), priority: 1, action: 'Answer the phone at lunch.' }
  return [
    { type: 'analysis.completed', data: { ...ids, competitors_analyzed: 5 } },
    { type: 'report.generated', data: { ...ids, report_id: newId('rpt') } },
    { type: 'recommendation.created', data: { ...ids, ...recommendation } },
  ]
}

/** Publishes the events of whole analyses with at least `deliveries` deliveries. Resolves with their number. */
export async function publishEvenly({ database, publisher, owners }: Stage, deliveries: number): Promise<number> {
  const analyses = Math.ceil(deliveries / accountCount / deliveriesPerAnalysis)
  for (const owner of owners) {
    const events = Array.from({ length: analyses }, () => eventsOfAnalysis(owner)).flat()
    await database.db.transaction((transaction) => publisher.publish(transaction, owner, events))
  }
  // As autovacuum does in a table that has been in use.
  await knexOf(database.db).raw('vacuum analyze webhook_queue, webhook_deliveries, webhook_attempts, webhook_events')
  return analyses * accountCount * deliveriesPerAnalysis
}

/** Sends the same requests to the same receivers from memory, to the endpoints in turn, as fair claims do. */
async function sendWithoutDatabase({ database, owners }: Stage, bare: ChildProcess, count: number): Promise<Rate> {
  const endpoints = await knexOf(database.db)('webhook_endpoints')
    .whereIn(
      'account_id',
      owners.map(({ account_id }) => account_id),
    )
    .orderBy('id')
  const deliveries = Array.from({ length: count }, (_, index): SendRequest['deliveries'][number] => {
    const endpoint = endpoints[index % endpoints.length]
    const owner = owners.find(({ account_id }) => account_id === endpoint.account_id)
    if (!owner) throw new Error('A webhook endpoint belongs to an account outside the benchmark.')
    const [event] = eventsOfAnalysis(owner)
    const created_at = new Date().toISOString()
    const event_id = newId('evt')
    return {
      id: newId('whd'),
      worker_id: 'bench',
      attempt: 1,
      account_id: endpoint.account_id,
      webhook_id: endpoint.id,
      url: endpoint.url,
      secret: endpoint.secret_ciphertext.toString('base64'),
      secret_key_id: endpoint.secret_key_id,
      previous_secret_ciphertext: null,
      previous_secret_key_id: null,
      event_id,
      event_type: 'analysis.completed',
      payload: JSON.stringify({ version: 1, id: event_id, created_at, ...event }),
      traceparent: null,
      created_at,
      started_at: created_at,
    }
  })
  const warmUp = Math.floor(count * warmUpShare)
  const response = messageOf<SendResult>(bare, 'sent')
  bare.send({ type: 'send', deliveries, concurrency: bareConcurrency, warmUp } satisfies SendRequest)
  const { seconds, cpuUs, failed } = await response
  if (failed > 0) throw new Error(`${failed} of ${count} deliveries of the bare sender failed.`)
  const measured = count - warmUp
  return { perSecond: measured / seconds, cpuUs: cpuUs / measured, postgresUs: 0, otherUs: Number.NaN }
}

/** Waits until the workers have delivered and recorded everything. Measured from the end of the warm-up. */
async function drain({ database, receiver }: Stage, workers: readonly ChildProcess[], count: number): Promise<Rate> {
  const { db } = database
  const endMs = performance.now() + drainMsMax
  let start: { atMs: number; left: number; cpuUs: number; postgresUs: number; receiverUs: number } | undefined
  // The database is polled only when all deliveries have arrived, because its queries would affect the measurement.
  for (let arrived = 0; ; ) {
    arrived += (await arrivalsAt(receiver)).length
    if (start === undefined && arrived >= count * warmUpShare) {
      const [cpuUs, postgresUs] = [await cpuUsOf(workers), postgresCpuUs(await postmasterPid(db))]
      const receiverUs = await cpuUsOf([receiver])
      start = { atMs: performance.now(), left: count - arrived, cpuUs, postgresUs, receiverUs }
    }
    if (arrived >= count && (await knexOf(db)('webhook_queue').limit(1)).length === 0) break
    if (performance.now() > endMs) throw new Error(`${arrived} of ${count} deliveries arrived in time.`)
    await sleep(pollMs)
  }
  if (start === undefined || start.left <= 0)
    throw new Error('All deliveries were made during the warm-up; use more deliveries.')
  const seconds = (performance.now() - start.atMs) / 1000
  const cpuUs = await cpuUsOf(workers)
  const postgresUs = postgresCpuUs(await postmasterPid(db)) - start.postgresUs
  const ownUs = cpuUs - start.cpuUs
  const receiverUs = (await cpuUsOf([receiver])) - start.receiverUs
  await checkAttempts(db)
  return {
    perSecond: start.left / seconds,
    cpuUs: ownUs / start.left,
    postgresUs: postgresUs / start.left,
    otherUs: receiverUs / start.left,
  }
}

/**
 * Throws if an attempt did not succeed, with the number of attempts by outcome, phase and error, and their shortest and
 * longest time in milliseconds.
 */
async function checkAttempts(db: Database): Promise<void> {
  const { rows } = await knexOf(db).raw(
    `select count(*)::int as attempts, outcome, phase, error, min(duration_ms), max(duration_ms)
     from webhook_attempts where outcome <> 'succeeded' group by outcome, phase, error`,
  )
  if (rows.length > 0) throw new Error(`Attempts did not succeed: ${JSON.stringify(rows)}`)
}

const pollMs = 50
const drainMsMax = 300_000

function reportThroughput(samples: readonly Round[], { deliveries, rounds }: WebhooksBenchOptions): string {
  const row = (name: string, rates: readonly Rate[]) => [
    name,
    number(median(rates.map(({ perSecond }) => perSecond))),
    `${number(Math.min(...rates.map(({ perSecond }) => perSecond)))}–${number(Math.max(...rates.map(({ perSecond }) => perSecond)))}`,
    number(median(rates.map(({ cpuUs }) => cpuUs))),
    number(median(rates.map(({ postgresUs }) => postgresUs))),
  ]
  const ratio = median(samples.map(({ without, stored }) => stored.perSecond / without.perSecond))
  const heading = ['', 'deliveries/s', 'min–max', 'sender CPU µs', 'PostgreSQL CPU µs']
  return (
    `\n${number(deliveries)} deliveries over TLS to ${endpointCount} endpoints, published beforehand; median of ${rounds} rounds\n\n` +
    table(heading, [
      row(
        'without a database',
        samples.map(({ without }) => without),
      ),
      row(
        'the worker, all state stored',
        samples.map(({ stored }) => stored),
      ),
    ]) +
    `\n${goals([{ name: 'deliveries per second, all state stored ÷ without a database', value: ratio, atLeast: 0.5 }])}`
  )
}

/** The time in which a new worker opens connections to the endpoints and its code is compiled; not measured. */
const warmUpSeconds = 4
const arriveMsMax = 60_000

/** The load of an idle worker: one analysis per second, of one account, so that its connections stay open. */
const idlePerSecond = deliveriesPerAnalysis
const idleSeconds = 10

/** Publishes evenly and measures the time from each commit to its request, with an idle worker and at half load. */
async function measureLatency(stage: Stage, halfLoad: number, seconds: number): Promise<string> {
  await arrivalsAt(stage.receiver)
  // The deliveries of the warm-up arrive before the measurement starts.
  await publishAtRate(stage, halfLoad, warmUpSeconds)
  const half = await publishAtRate(stage, halfLoad, seconds)
  // After it: meanwhile, the receiver closes the connections of the other accounts.
  const idle = await publishAtRate({ ...stage, owners: stage.owners.slice(0, 1) }, idlePerSecond, idleSeconds)
  const row = (name: string, { waits, publishedPerSecond }: Published) => [
    name,
    number(publishedPerSecond),
    ...[0.5, 0.95, 0.99].map((share) => number(quantile(waits, share))),
  ]
  return (
    `\nFrom commit to the request at the receiver, for ${idleSeconds} s and ${number(seconds)} s\n\n` +
    table(['', 'deliveries/s', 'p50 ms', 'p95 ms', 'p99 ms'], [row('idle', idle), row('half load', half)]) +
    `\n${goals([
      { name: 'p50 from commit to first byte when idle, ms', value: quantile(idle.waits, 0.5), below: 20 },
      { name: 'p95 from commit to first byte at half load, ms', value: quantile(half.waits, 0.95), below: 300 },
    ])}`
  )
}

interface Published {
  /** The milliseconds that each delivery waited after its commit. */
  waits: number[]
  publishedPerSecond: number
}

/** Resolves when all deliveries have arrived, with the milliseconds that each waited after its commit. */
export async function publishAtRate(
  { database, publisher, owners, receiver }: Stage,
  perSecond: number,
  seconds: number,
): Promise<Published> {
  const committedMs = new Map<string, number>()
  const publishing: Promise<void>[] = []
  const publishOne = async (owner: Owner) => {
    const ids = await database.db.transaction((transaction) =>
      publisher.publish(transaction, owner, eventsOfAnalysis(owner)),
    )
    const nowMs = performance.timeOrigin + performance.now()
    for (const id of ids) committedMs.set(id, nowMs)
  }
  const total = Math.round((perSecond * seconds) / deliveriesPerAnalysis)
  const startedMs = performance.now()
  for (let count = 0; count < total; count++) {
    const aheadMs = startedMs + (count * 1000 * deliveriesPerAnalysis) / perSecond - performance.now()
    if (aheadMs > 1) await sleep(aheadMs)
    const owner = owners[count % owners.length]
    if (owner) publishing.push(publishOne(owner))
  }
  await Promise.all(publishing)
  const tookSeconds = (performance.now() - startedMs) / 1000
  const expected = total * deliveriesPerAnalysis
  const arrivals: [string, number][] = []
  const endMs = performance.now() + arriveMsMax
  while (arrivals.length < expected && performance.now() < endMs) {
    arrivals.push(...(await arrivalsAt(receiver)))
    await sleep(pollMs)
  }
  if (arrivals.length < expected) throw new Error(`${arrivals.length} of ${expected} deliveries arrived.`)
  return {
    waits: arrivals.map(([id, atMs]) => atMs - (committedMs.get(id) ?? atMs)),
    publishedPerSecond: expected / tookSeconds,
  }
}

/** Inserts `backlog` finished deliveries, and `waiting` ones with their rows in the queue. */
async function fillBacklog(db: Stage['database']['db'], backlog: number, waiting: number): Promise<void> {
  await knexOf(db).raw(
    `
      with endpoint as (
        select id, account_id, row_number() over (order by id) - 1 as number from webhook_endpoints
      ),
      event as (
        select distinct on (account_id) account_id, id from webhook_events order by account_id, id
      ),
      made as (
        insert into webhook_deliveries
          (id, account_id, webhook_id, event_id, event_type, status, origin, attempt_count, max_attempts, created_at,
           finished_at)
        select new_id('whd'), endpoint.account_id, endpoint.id, event.id, 'analysis.completed',
               case when delivery < :waiting then 'waiting_retry' else 'succeeded' end, 'event', 1, 5,
               now() - delivery * interval '1 second',
               case when delivery >= :waiting then now() - delivery * interval '1 second' end
        from generate_series(0, :total - 1) as delivery
        join endpoint on endpoint.number = delivery % :endpoints
        join event using (account_id)
        returning id, account_id, webhook_id, status
      )
      insert into webhook_queue (id, account_id, webhook_id, attempt_count, due_at)
      -- Every second waiting one is due now, the others within the next hours.
      select id, account_id, webhook_id, 1, now() + (case when number / :endpoints % 2 = 0 then -1 else 1 end)
               * (1000 + number % 10000) * interval '1 second'
      from (
        select *, row_number() over (order by id) - 1 as number from made where status = 'waiting_retry'
      ) as waiting`,
    { waiting, total: backlog + waiting, endpoints: endpointCount },
  )
  await knexOf(db).raw('vacuum analyze webhook_queue, webhook_deliveries')
}

/** The result of an attempt that the receiver accepted. */
const accepted = {
  outcome: 'succeeded',
  duration_ms: 20,
  phase: 'response',
  error: null,
  http_status: 204,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: 20 },
  response_excerpt: null,
  hint: null,
} as const

/**
 * Claims 200 deliveries as one worker does, and records that they were accepted, without a request. Resolves with the
 * number that were due and the duration of the claim.
 */
export async function claimAndRecord(db: Database): Promise<{ count: number; claimMs: number }> {
  const request = { workerId: 'bench', limit: 200, leaseMs: 30_000, perGroupMax: 8, perAccountMax: 100 }
  const startedMs = performance.now()
  const claimed = await claimDeliveries(db, request)
  const claimMs = performance.now() - startedMs
  const attempts = claimed.map(({ id, worker_id, attempt }) => ({ lease: { id, worker_id, attempt }, ...accepted }))
  await finishAttempts(db, attempts, { retryDelaysMs: [30_000] })
  return { count: claimed.length, claimMs }
}

/** Measures claims and lists with many finished and many waiting deliveries in the tables. */
async function measureBacklog({ database, owners }: Stage, backlog: number): Promise<string> {
  const { db } = database
  const waiting = Math.round(backlog / 10)
  await fillBacklog(db, backlog, waiting)
  const claims: number[] = []
  for (let turn = 0; turn < backlogReads; turn++) {
    const { count, claimMs } = await claimAndRecord(db)
    if (count === 0) throw new Error('No delivery was left to claim; use a larger backlog.')
    claims.push(claimMs)
  }
  const endpoints: { id: Id<'whk'>; account_id: string }[] = await knexOf(db)('webhook_endpoints').limit(100)
  const lists: number[] = []
  for (let turn = 0; turn < backlogReads; turn++) {
    const endpoint = endpoints[turn % endpoints.length]
    const owner = owners.find(({ account_id }) => account_id === endpoint?.account_id)
    if (owner === undefined || endpoint === undefined) continue
    const status = (['succeeded', 'waiting_retry', undefined] as const)[turn % 3]
    const startedMs = performance.now()
    const { items } = await listDeliveries(db, owner, endpoint.id, { limit: 25, status })
    lists.push(performance.now() - startedMs)
    if (items.length !== 25) throw new Error(`A page has ${items.length} deliveries instead of 25.`)
  }
  const row = (name: string, ms: readonly number[]) => [
    name,
    number(median(ms), 1),
    number(quantile(ms, 0.95), 1),
    number(Math.max(...ms), 1),
  ]
  return (
    `\n${number(backlog)} finished and ${number(waiting)} waiting deliveries over ${endpointCount} endpoints\n\n` +
    `${table(['', 'median ms', 'p95 ms', 'max ms'], [row('claim of 200', claims), row('a page of 25 of an endpoint', lists)])}\n` +
    goals([
      { name: 'p95 of a claim, ms', value: quantile(claims, 0.95), below: 40 },
      { name: 'p95 of a page of the delivery list, ms', value: quantile(lists, 0.95), below: 100 },
    ])
  )
}

const backlogReads = 100

async function startProcess(
  program: string,
  environment: Record<string, string>,
): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(pathTo(program), [], {
    env: { ...process.env, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', pathTo('usage-reporter.ts')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with exit code ${code} before it was ready; its output is above.`)
  })
  const { port } = await Promise.race([messageOf<{ port: number }>(child, 'ready'), failed])
  // The process is ready, so a later exit is not a failed start.
  failed.catch(() => {})
  return { process: child, port }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** The next message of a type; messages of the usage reporter have none. */
function messageOf<Message>(child: ChildProcess, type: string | undefined): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error(`A process ended before its message "${type ?? 'usage'}".`))
    const listen = (message: { type?: string }) => {
      if (message.type !== type) return
      child.off('message', listen).off('exit', end)
      resolve(message as Message)
    }
    child.on('message', listen).on('exit', end)
  })
}

function usageOf(child: ChildProcess): Promise<ProcessUsage> {
  const response = messageOf<ProcessUsage>(child, undefined)
  child.send({ type: 'usage' })
  return response
}

async function cpuUsOf(processes: readonly ChildProcess[]): Promise<number> {
  const usages = await Promise.all(processes.map(usageOf))
  return usages.reduce((sum, { cpuUs }) => sum + cpuUs, 0)
}

async function arrivalsAt(receiver: ChildProcess): Promise<[string, number][]> {
  const response = messageOf<{ arrivals: [string, number][] }>(receiver, 'arrivals')
  receiver.send({ type: 'arrivals' })
  return (await response).arrivals
}

function pathTo(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
