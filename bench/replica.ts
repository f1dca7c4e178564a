import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@svc/db/database'
import { startTemporaryStandby } from '@svc/local-postgres/testing'
import { freePort } from '@svc/supervisor/ports'
import { requestOf, urlOn } from './api.ts'
import { postgresCpuUs } from './cpu-usage.ts'
import { insertAnalyses, openAccount, openBenchDatabase, postmasterPid, type SeededAccount } from './database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

interface ReplicaOptions {
  rounds: number
  /** A process is loaded for twice as long in each round. */
  seconds: number
}

/** An account that lists its analyses and changes its competitor. */
interface Caller extends SeededAccount {
  competitorPath: string
}

interface ApiProcess extends ServerProcess {
  metricsUrl: string
}

/** The CPU time per request, in microseconds. */
interface Sample {
  apiUs: number
  primaryUs: number
  replicaUs: number
  /** The statements of lists by the reason for the server that was read; empty without the setting. */
  reads: ReadonlyMap<string, number>
}

/** The processes that are compared: without the setting, the same again as a control, and with it. */
const names = ['off', 'control', 'on'] as const
type Name = (typeof names)[number]

const labels: Readonly<Record<Name, string>> = {
  off: 'lists from the primary',
  control: 'lists from the primary, control',
  on: 'lists from the replica',
}

/** Less than the machine can handle, so that the replica keeps up and the load does not depend on what is measured. */
const requestsPerSecond = 100

/** One of this many requests changes a record. It has no factor in common with the number of callers: all write. */
const requestsPerWrite = 10
const callerCount = 21

/** The time until V8 has compiled what is hot. */
const warmUpSeconds = 10
const measuredTimes = 2

/** The time after the last response in which the usage events are written and replayed. */
const settleMs = 1_000

/** The ratio of the control may differ from 1 by this much. */
const controlError = 0.05

/**
 * Compares an API that reads lists from a streaming standby with one that reads them from the primary, in turns: the
 * CPU time of a mix of lists and writes on each server. Both servers run also while the API without the setting is
 * measured.
 */
export async function measureReplica(options: ReplicaOptions): Promise<string> {
  const database = await openBenchDatabase()
  const closers = [() => database.close()]
  try {
    const accounts: SeededAccount[] = []
    for (let count = 0; count < callerCount; count++) accounts.push(await openAccount(database))
    for (const { owner } of accounts) await insertAnalyses(database.db, owner, 100)
    const address = { url: database.environment.DATABASE_URL ?? '', dataDir: database.dataDir }
    const standby = await startTemporaryStandby(address, {})
    closers.unshift(() => standby.remove())
    const replica = openDatabase({ url: standby.url, applicationName: 'svc-bench' })
    closers.unshift(() => replica.destroy())
    const pids = { primary: await postmasterPid(database.db), replica: await postmasterPid(replica) }

    const environment = { ...database.environment, SVC_DATABASE_WAIT: '20s' }
    const start = async (settings: Record<string, string>): Promise<ApiProcess> => {
      const metricsPort = await freePort()
      const port = String(metricsPort)
      const server = await startServerProcess(ourProgram, { ...environment, SVC_METRICS_PORT: port, ...settings })
      closers.unshift(() => server.stop())
      return { ...server, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
    }
    const servers: Record<Name, ApiProcess> = {
      off: await start({}),
      control: await start({}),
      on: await start({ SVC_DATABASE_REPLICA_URL: standby.url }),
    }
    const callers = await Promise.all(accounts.map((account) => openCaller(servers.off, account)))
    return report(await measureInTurns(servers, { callers, pids, ...options }), options)
  } finally {
    for (const close of closers) await close()
  }
}

async function openCaller(server: ServerProcess, account: SeededAccount): Promise<Caller> {
  const path = `/api/public/v1/businesses/${account.owner.business_id}/competitors`
  const { data } = await send(server, account, { path, method: 'POST', body: { name: 'Trattoria Sole' } })
  return { ...account, competitorPath: `/api/public/v1/competitors/${data.id}` }
}

interface MixedRequest {
  path: string
  method?: 'GET' | 'POST' | 'PATCH'
  body?: object
}

/** Sends a request and resolves with the body of its response. Throws if the status is not a success. */
async function send(server: ServerProcess, { key }: SeededAccount, { path, method = 'GET', body }: MixedRequest) {
  const headers = {
    'X-API-Key': key,
    'X-Forwarded-Proto': 'https',
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const response = await fetch(urlOn(server, { path, headers }), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returns ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

interface Measurement extends ReplicaOptions {
  callers: readonly Caller[]
  /** The ids of the main processes of both servers. */
  pids: Record<'primary' | 'replica', number>
}

/** Measures each process in each round, in an order that rotates. */
async function measureInTurns(
  servers: Readonly<Record<Name, ApiProcess>>,
  measurement: Measurement,
): Promise<Record<Name, Sample[]>> {
  const samples: Record<Name, Sample[]> = { off: [], control: [], on: [] }
  for (const name of names) await sendMix(servers[name], { ...measurement, seconds: warmUpSeconds })
  for (let round = 0; round < measurement.rounds; round++) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)])
      samples[name].push(await sample(servers[name], measurement))
  }
  return samples
}

async function sample(server: ApiProcess, measurement: Measurement): Promise<Sample> {
  const { pids, seconds } = measurement
  const read = async () => {
    const { cpuUs } = await server.usage()
    const primaryUs = postgresCpuUs(pids.primary)
    return { cpuUs, primaryUs, replicaUs: postgresCpuUs(pids.replica), reads: await listReads(server) }
  }
  const before = await read()
  const completed = await sendMix(server, { ...measurement, seconds: seconds * measuredTimes })
  await sleep(settleMs)
  const after = await read()
  return {
    apiUs: (after.cpuUs - before.cpuUs) / completed,
    primaryUs: (after.primaryUs - before.primaryUs) / completed,
    replicaUs: (after.replicaUs - before.replicaUs) / completed,
    reads: new Map([...after.reads].map(([reason, count]) => [reason, count - (before.reads.get(reason) ?? 0)])),
  }
}

/** Sends lists and writes of all callers evenly. Resolves with the number of requests after the last response. */
async function sendMix(server: ServerProcess, { callers, seconds }: Measurement): Promise<number> {
  const startedMs = performance.now()
  const total = Math.round(seconds * requestsPerSecond)
  const responses: Promise<unknown>[] = []
  const failures: unknown[] = []
  for (let index = 0; index < total; index++) {
    await sleep(Math.max(1, startedMs + (index * 1000) / requestsPerSecond - performance.now()))
    const caller = callers[index % callers.length]
    if (caller) responses.push(send(server, caller, mixedRequest(caller, index)).catch((error) => failures.push(error)))
  }
  await Promise.all(responses)
  if (failures.length > 0) throw failures[0]
  return responses.length
}

function mixedRequest(caller: Caller, index: number): MixedRequest {
  const isWrite = index % requestsPerWrite === 0
  return isWrite
    ? { method: 'PATCH', path: caller.competitorPath, body: { distance_m: index % 10_000 } }
    : { path: requestOf(caller, 25).path }
}

/** The statements of lists so far, by the reason for the server that was read. */
async function listReads({ metricsUrl }: ApiProcess): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text()
  const lines = text.matchAll(/^svc_database_list_reads_total\{.*reason="(\w+)".*\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, reason = '', count]) => [reason, Number(count)]))
}

const fields = ['apiUs', 'primaryUs', 'replicaUs'] as const

function report(samples: Readonly<Record<Name, Sample[]>>, { rounds }: ReplicaOptions): string {
  const rows = names.map((name) => [
    labels[name],
    ...fields.map((field) => number(median(samples[name].map((one) => one[field])))),
  ])
  // Ratios are taken within each round; both processes without the setting count, because their mean varies less.
  const ratios = (field: (typeof fields)[number]) =>
    samples.on.map((one, round) => (2 * one[field]) / sumOf(samples, { field, round }))
  const range = (values: readonly number[]) => `${number(Math.min(...values), 2)}–${number(Math.max(...values), 2)}`
  const control = median(
    samples.control.map(({ primaryUs }, round) => primaryUs / (samples.off[round]?.primaryUs ?? Number.NaN)),
  )
  const error = Math.abs(control - 1)
  return (
    `\nLists from a replica: ${requestsPerSecond} requests/s of ${callerCount} accounts, one of ${requestsPerWrite} a write, ` +
    `the others pages of 25 analyses; CPU µs per request, median of ${rounds} rounds in turns\n\n` +
    table(
      ['', 'API', 'primary', 'replica'],
      [
        ...rows,
        ['on ÷ mean of off', ...fields.map((field) => number(median(ratios(field)), 2))],
        ['min–max', ...fields.map((field) => range(ratios(field)))],
      ],
    ) +
    `\n  Lists by server and reason: ${sharesOf(samples.on)}.\n` +
    `  The control differs by ${number(error * 100, 1)} % on the primary, ` +
    `${error <= controlError ? 'so the result counts' : 'so the result does not count; use more rounds'}.\n` +
    goals([{ name: 'difference of the control', value: error, below: controlError }])
  )
}

const reasons: Readonly<Record<string, string>> = {
  current: 'replica',
  own_write: 'primary, because the replica lacked a write of the account',
  left_out: 'primary, because the replica was left out',
  failed: 'primary, because the replica failed',
}

/** The shares of all rounds together. */
function sharesOf(samples: readonly Sample[]): string {
  const count = (reason: string) => samples.reduce((total, { reads }) => total + (reads.get(reason) ?? 0), 0)
  const all = Object.keys(reasons).reduce((total, reason) => total + count(reason), 0)
  const shares = Object.entries(reasons).map(
    ([reason, label]) => `${number((count(reason) / all) * 100, 1)} % ${label}`,
  )
  return shares.join('; ')
}

function sumOf(
  { off, control }: Readonly<Record<Name, Sample[]>>,
  { field, round }: { field: (typeof fields)[number]; round: number },
): number {
  return (off[round]?.[field] ?? Number.NaN) + (control[round]?.[field] ?? Number.NaN)
}
