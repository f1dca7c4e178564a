import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { knexOf } from '@svc/db/testing'
import { dropUsageEventPartitions, purgeUsageEvents } from '@svc/db/usage-events'
import { loadAll, medianOf, sampleApi } from './api-load.ts'
import { limitCpu } from './cpu-share.ts'
import { type BenchDatabase, insertAnalyses, openBenchDatabase } from './database.ts'
import { measureDeliveriesTable } from './deliveries-table.ts'
import { measureMetrics } from './metrics-cost.ts'
import { drawPlots, type Plot } from './plot.ts'
import { measureReplica } from './replica.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'
import { measureTracing } from './tracing-cost.ts'
import { measureWorkers, type Rate as Sample } from './webhooks.ts'

interface ScaleBenchOptions {
  rounds: number
  /** The duration of the load on each number of processes in each round. */
  seconds: number
  connections: number
  /** Usage events of one day. */
  events: number
  /** Deliveries per round and number of workers. */
  deliveries: number
  /** Finished deliveries in the table, in the part `deliveries-table`. */
  finished: number
  /** The parts to run, all if there are none. */
  only: readonly ScalePart[]
  /** The file for the plot of the curves. */
  plot?: string | undefined
}

const processCounts = [1, 2, 4] as const

/**
 * The share of a core of each API process in the part `share`: with two cores, PostgreSQL and the load generator then
 * have enough of them for four processes.
 */
const coreShare = 0.2

/** The parts of the measurement, in the order in which they run. */
export const scaleParts = [
  'purge',
  'api',
  'share',
  'metrics',
  'tracing',
  'replica',
  'worker',
  'deliveries-table',
] as const
type ScalePart = (typeof scaleParts)[number]

/**
 * Measures the purge of a day of usage events, the API and the worker by their number of processes compared with a
 * model, the cost of metrics and of traces, and lists from a replica.
 */
export async function benchScale(options: ScaleBenchOptions, print: (text: string) => void): Promise<void> {
  const curves: Curve[] = []
  const runs = (part: ScalePart) => options.only.length === 0 || options.only.includes(part)
  const opened = await openBenchDatabase()
  // A new process on a busy machine opens its connections slowly, and must not refuse requests meanwhile.
  const database = { ...opened, environment: { ...opened.environment, SVC_DATABASE_WAIT: '20s' } }
  try {
    if (runs('purge')) print(await measurePurge(database, options.events))
    await insertAnalyses(database.db, database.owner, 100)
    if (runs('api')) {
      const api = await measureApi(database, options)
      curves.push(api)
      print(reportCurve(api, options))
      print(`\n${goals(cpuGoals(api))}`)
    }
    if (runs('share')) {
      const shares = await measureApi(database, options, coreShare)
      curves.push(shares)
      print(reportCurve(shares, options))
      print(`\n${goals([...cpuGoals(shares), rateGoal(shares)])}`)
    }
    if (runs('metrics')) print(await measureMetrics(database, options))
    if (runs('tracing')) print(await measureTracing(database, { ...options, rounds: options.rounds * 2 }))
  } finally {
    await database.close()
  }
  if (runs('replica')) print(await measureReplica(options))
  if (runs('worker')) {
    const worker = {
      name: 'worker',
      unit: 'deliveries',
      share: 1,
      samples: await measureWorkers(processCounts, options),
    }
    curves.push(worker)
    print(reportCurve(worker, options))
  }
  if (runs('deliveries-table')) print(await measureDeliveriesTable(options))
  if (options.plot !== undefined) await writeFile(options.plot, drawPlots(curves.map(plotOf)))
}

interface Curve {
  name: string
  unit: string
  /** The share of a core that each process may use. */
  share: number
  /** By the number of processes. */
  samples: ReadonlyMap<number, readonly Sample[]>
}

/** Drops one day of events that has a partition, and deletes expired events without one by row, as before. */
async function measurePurge({ db, owner }: BenchDatabase, events: number): Promise<string> {
  const knex = knexOf(db)
  await knex.raw('drop table usage_events_past')
  await knex.raw("select create_usage_event_partition((now() at time zone 'UTC')::date - 40)")
  await insertUsageEvents(db, { ...owner, days: 40, events })
  const byRow = Math.ceil(events / 10)
  await insertUsageEvents(db, { ...owner, days: 50, events: byRow })
  await knex.raw('vacuum analyze usage_events')
  // As for events that were written 30 days ago: nothing of them is still to be written to disk.
  await knex.raw('checkpoint')
  const size =
    'select pg_total_relation_size(name::regclass) as bytes from usage_event_partitions() order by bytes desc limit 1'
  const { rows } = await knex.raw(size)

  const startedMs = performance.now()
  const dropped = await dropUsageEventPartitions(db, { days: 30 })
  const dropMs = performance.now() - startedMs
  if (dropped !== 1) throw new Error(`${dropped} partitions were dropped instead of one.`)
  const deleteStartedMs = performance.now()
  let deleted = 0
  for (let batch = 1; batch > 0; deleted += batch) batch = await purgeUsageEvents(db, { days: 30, limit: 1_000 })
  const deleteMs = performance.now() - deleteStartedMs
  if (deleted !== byRow) throw new Error(`${deleted} of ${byRow} expired events were deleted.`)
  return (
    `\nUsage events that expired: one day with ${number(events)} events and ${number(rows[0].bytes / 1024 ** 2)} MB\n\n` +
    table(
      ['', 'events', 'ms', 'ms per million'],
      [
        ['by partition', number(events), number(dropMs), number((dropMs / events) * 1e6)],
        ['by row, 1,000 at a time', number(byRow), number(deleteMs), number((deleteMs / byRow) * 1e6)],
      ],
    ) +
    `\n${goals([{ name: 'one day of usage events purged, ms', value: dropMs, below: 1_000 }])}`
  )
}

/** Inserts events of requests that are spread over the day which began this many days before today. */
async function insertUsageEvents(
  db: BenchDatabase['db'],
  { account_id, days, events }: { account_id: string; days: number; events: number },
): Promise<void> {
  await knexOf(db).raw(
    `
      insert into usage_events (id, account_id, created_at, type, request_id, actor, client_ip, channel, operation_id,
                                http_status, duration_ms)
      select left(first_id_at('act', instant), 14) || lpad(to_hex(number), 16, '0'), :account_id, instant, 'api.request',
             'req_' || lpad(to_hex(number), 26, '0'), '{"type":"api_key","id":"key_01kjpy44e0ejn9fs0zhj02ddtc","label":"svc_test_1234"}',
             '192.0.2.1', 'api', 'listAnalyses', 200, 12
      from generate_series(1, :events::int) as number,
        lateral (
          select date_trunc('day', now(), 'UTC') - :days::int * interval '1 day'
                 + number * (interval '86399 seconds' / :events::int) as instant
        ) as times`,
    { account_id, days, events },
  )
}

/** Loads one, two and four API processes, in turns: the same connections are divided among the processes. */
async function measureApi(database: BenchDatabase, options: ScaleBenchOptions, share = 1): Promise<Curve> {
  const servers: ServerProcess[] = []
  let removeLimits = () => {}
  try {
    for (let count = 0; count < Math.max(...processCounts); count++)
      servers.push(await startServerProcess(ourProgram, database.environment))
    await loadAll(database, servers, { ...options, seconds: warmUpSeconds })
    if (share < 1)
      removeLimits = limitCpu(
        servers.map(({ pid }) => pid),
        share,
      )
    const samples = new Map<number, Sample[]>(processCounts.map((count) => [count, []]))
    for (let round = 0; round < options.rounds; round++) {
      const first = round % processCounts.length
      for (const count of [...processCounts.slice(first), ...processCounts.slice(0, first)])
        samples.get(count)?.push(await sampleApi(database, servers.slice(0, count), options))
    }
    return { name: share < 1 ? `API, ${100 * share} % of a core each` : 'API', unit: 'requests', share, samples }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    removeLimits()
  }
}

/** Until V8 has compiled what is hot. */
const warmUpSeconds = 15
/**
 * The rate of `count` processes by the model: a process uses its share of a core at most, and all processes together
 * with PostgreSQL and the load generator use the cores of the machine. The costs per unit of work are those of one.
 */
function modelRate({ samples, share }: Curve, count: number): number {
  const one = samples.get(1)
  const cpuUs = medianOf(one, 'cpuUs')
  const allUs = cpuUs + medianOf(one, 'postgresUs') + medianOf(one, 'otherUs')
  return Math.min((count * share * 1e6) / cpuUs, (cpus().length * 1e6) / allUs)
}

function reportCurve(curve: Curve, { rounds }: ScaleBenchOptions): string {
  const one = medianOf(curve.samples.get(1), 'perSecond')
  const rows = [...curve.samples].map(([count, samples]) => [
    String(count),
    number(medianOf(samples, 'perSecond')),
    number(medianOf(samples, 'perSecond') / one, 2),
    number(modelRate(curve, count)),
    number(medianOf(samples, 'cpuUs')),
    number(medianOf(samples, 'postgresUs')),
    number(medianOf(samples, 'otherUs')),
  ])
  const heading = ['processes', `${curve.unit}/s`, '÷ one', 'model', 'CPU µs', 'PostgreSQL µs', 'others µs']
  return (
    `\nThe ${curve.name} by its number of processes on ${cpus().length} cores, median of ${rounds} rounds in turns\n\n` +
    table(heading, rows)
  )
}

/** Ratios are taken within each round, in which all had the same conditions. */
function ratioToOne({ samples }: Curve, count: number, field: keyof Sample): number {
  const several = samples.get(count) ?? []
  const one = samples.get(1) ?? []
  return median(several.map((sample, round) => sample[field] / (one[round]?.[field] ?? Number.NaN)))
}

const cpuGoals = (curve: Curve) =>
  processCounts.slice(1).map((count) => ({
    name: `CPU per request of ${count} API processes ÷ one`,
    value: ratioToOne(curve, count, 'cpuUs'),
    below: 1.05,
  }))

const rateGoal = (curve: Curve) => ({
  name: 'requests per second of two API processes ÷ one',
  value: ratioToOne(curve, 2, 'perSecond'),
  atLeast: 1.7,
})

function plotOf(curve: Curve): Plot {
  const counts = [...curve.samples.keys()]
  return {
    title: `${curve.name}: ${curve.unit} per second on ${cpus().length} cores`,
    xTitle: 'processes',
    yTitle: `${curve.unit}/s`,
    lines: [
      { name: 'measured', points: counts.map((count) => [count, medianOf(curve.samples.get(count), 'perSecond')]) },
      { name: 'model', points: counts.map((count) => [count, modelRate(curve, count)]), isModel: true },
    ],
  }
}
