import { knexOf } from '@svc/db/testing'
import { purgeDeliveries } from '@svc/db/webhook-deliveries'
import { postgresCpuUs } from './cpu-usage.ts'
import { type BenchDatabase, postmasterPid } from './database.ts'
import { goals, median, number, quantile, table } from './statistics.ts'
import {
  claimAndRecord,
  publishAtRate,
  publishEvenly,
  type Stage,
  type StartProgram,
  stopProcess,
  withStage,
} from './webhooks.ts'

interface DeliveriesTableOptions {
  rounds: number
  /** Deliveries that are claimed and finished per round and database. */
  deliveries: number
  /** Finished deliveries in one of the two databases. */
  finished: number
  /** The duration of each round of the latency. */
  seconds: number
}

/** The two databases that are compared. */
const names = ['empty', 'full'] as const
type Name = (typeof names)[number]

/** The cost of a delivery without its request. */
interface Cost {
  /** From the claim to the commit of the result, in microseconds. */
  wallUs: number
  /** The CPU time of PostgreSQL for that, in microseconds. */
  postgresUs: number
}

/** The time from the commit of an event to the request at the receiver. */
interface Wait {
  p50Ms: number
  p95Ms: number
}

type Sample = Cost & Wait

type Stages = Readonly<Record<Name, { stage: Stage; start: StartProgram }>>

/** Events are published at this rate while the latency is measured: deliveries per second. */
const latencyRate = 50

/** The times of finished deliveries are spread over this many days, which is less than they are kept. */
const daysOfHistory = 29

/**
 * Compares a database that has only few finished deliveries with one that has many, in turns and on a server for each:
 * claims and results, the latency of the worker, and the purge.
 */
export async function measureDeliveriesTable(options: DeliveriesTableOptions): Promise<string> {
  let report = ''
  await withStage((emptyStage, startEmpty) =>
    withStage(async (fullStage, startFull) => {
      const stages = { empty: { stage: emptyStage, start: startEmpty }, full: { stage: fullStage, start: startFull } }
      // Deliveries need events, which the first publication creates.
      for (const { stage } of Object.values(stages)) await claimAndFinish(stage, options.deliveries)
      await insertFinished(fullStage.database, options.finished)
      const samples = await measureInTurns(stages, options)
      report = reportOf(samples, options) + (await measurePurge(fullStage.database))
    }),
  )
  return report
}

/** Measures the costs first, because a running worker would claim the deliveries. */
async function measureInTurns(
  stages: Stages,
  { rounds, deliveries, seconds }: DeliveriesTableOptions,
): Promise<Record<Name, Sample[]>> {
  const costs = await inTurns(rounds, (name) => claimAndFinish(stages[name].stage, deliveries))
  const workers = await Promise.all(names.map((name) => stages[name].start()))
  for (const name of names) await publishAtRate(stages[name].stage, latencyRate, warmUpSeconds)
  const waits = await inTurns(rounds, (name) => measureWaits(stages[name].stage, seconds))
  await Promise.all(workers.map(stopProcess))
  const samplesOf = (name: Name) =>
    costs[name].flatMap((cost, round) => {
      const wait = waits[name][round]
      return wait ? [{ ...cost, ...wait }] : []
    })
  return { empty: samplesOf('empty'), full: samplesOf('full') }
}

/** Measures both databases in each round, in an order that changes. */
async function inTurns<Result>(
  rounds: number,
  measure: (name: Name) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
  const results: Record<Name, Result[]> = { empty: [], full: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await measure(name))
  return results
}

/** Publishes deliveries, and claims and finishes them as one worker does, 200 at a time, without requests. */
async function claimAndFinish(stage: Stage, deliveries: number): Promise<Cost> {
  const { db } = stage.database
  const published = await publishEvenly(stage, deliveries)
  const postmaster = await postmasterPid(db)
  const beforeUs = postgresCpuUs(postmaster)
  const startedMs = performance.now()
  let finished = 0
  while (finished < published) {
    const { count } = await claimAndRecord(db)
    if (count === 0) throw new Error(`${finished} of ${published} deliveries could be claimed.`)
    finished += count
  }
  const wallUs = ((performance.now() - startedMs) * 1000) / finished
  return { wallUs, postgresUs: (postgresCpuUs(postmaster) - beforeUs) / finished }
}

/** The time in which a new worker opens connections to the endpoints and its code is compiled; not measured. */
const warmUpSeconds = 15

async function measureWaits(stage: Stage, seconds: number): Promise<Wait> {
  const { waits } = await publishAtRate(stage, latencyRate, seconds)
  return { p50Ms: quantile(waits, 0.5), p95Ms: quantile(waits, 0.95) }
}

/** Inserts finished deliveries with one attempt each, in batches, with ids in the order of their creation. */
async function insertFinished({ db }: BenchDatabase, count: number): Promise<void> {
  const batch = 500_000
  for (let from = 0; from < count; from += batch) {
    await knexOf(db).transaction(async (transaction) => {
      // The rows are consistent; to check three foreign keys of each would take minutes.
      await transaction.raw('set local session_replication_role = replica')
      await transaction.raw(
        `
          with endpoint as (
            select id, account_id, row_number() over (order by id) - 1 as number from webhook_endpoints
          ),
          event as (
            select distinct on (account_id) account_id, id from webhook_events order by account_id, id
          ),
          made as (
            insert into webhook_deliveries (id, account_id, webhook_id, event_id, event_type, status, origin, attempt_count,
                                            max_attempts, created_at, finished_at)
            select left(first_id_at('whd', instant), 14) || lpad(to_hex(delivery), 16, '0'), endpoint.account_id,
                   endpoint.id, event.id, 'analysis.completed', 'succeeded', 'event', 1, 5, instant,
                   instant + interval '1 second'
            from generate_series(:from::int, :to::int - 1) as delivery
              cross join lateral (
                select now() - :days::int * interval '1 day' + delivery * (:days::int * interval '86400 seconds' / :count::int)
                  as instant
              ) as times
            join endpoint on endpoint.number = delivery % (select count(*) from endpoint)
            join event using (account_id)
            returning id, created_at
          )
          insert into webhook_attempts (delivery_id, number, started_at, duration_ms, outcome, phase, http_status, timings)
          select id, 1, created_at, 20, 'succeeded', 'response', 204,
                 '{"dns_ms":null,"connect_ms":null,"tls_ms":null,"first_byte_ms":20}'
          from made`,
        { from, to: Math.min(from + batch, count), count, days: daysOfHistory },
      )
    })
  }
  await knexOf(db).raw('vacuum analyze webhook_deliveries, webhook_attempts')
  // As for deliveries of the last weeks: nothing of them is still to be written to disk.
  await knexOf(db).raw('checkpoint')
}

/** The days of history that the purge deletes. */
const purgedDays = 3

/** Deletes the oldest deliveries by row, as housekeeping does, but without its pauses. */
async function measurePurge({ db }: BenchDatabase): Promise<string> {
  const days = daysOfHistory - purgedDays
  const postmaster = await postmasterPid(db)
  const beforeUs = postgresCpuUs(postmaster)
  const startedMs = performance.now()
  let purged = 0
  for (let batch = 1; batch > 0; purged += batch)
    batch = await purgeDeliveries(db, { finishedDays: days, deadLetterDays: days, limit: 1_000 })
  const seconds = (performance.now() - startedMs) / 1000
  const cpuSeconds = (postgresCpuUs(postmaster) - beforeUs) / 1e6
  const perMillion = (value: number) => number((value / purged) * 1e6, 1)
  return (
    `\nThe purge of ${number(purged)} deliveries with their attempts by row, 1,000 at a time, per million\n\n` +
    table(['', 'seconds', 'PostgreSQL CPU s'], [['purge', perMillion(seconds), perMillion(cpuSeconds)]])
  )
}

function reportOf(samples: Readonly<Record<Name, Sample[]>>, { rounds, finished }: DeliveriesTableOptions): string {
  const fields = ['wallUs', 'postgresUs', 'p50Ms', 'p95Ms'] as const
  const labels: Readonly<Record<Name, string>> = { empty: 'few finished', full: `${number(finished)} finished` }
  const row = (name: Name) => [
    labels[name],
    ...fields.map((field) => number(median(samples[name].map((sample) => sample[field])), 1)),
  ]
  // Ratios are taken within each round, in which both had the same conditions.
  const ratio = (field: keyof Sample) =>
    median(samples.full.map((sample, round) => sample[field] / (samples.empty[round]?.[field] ?? Number.NaN)))
  return (
    `\nClaim and result per delivery without requests, and from commit to request at ${latencyRate} deliveries/s with one worker; ` +
    `median of ${rounds} rounds in turns\n\n` +
    table(
      ['', 'claim+result µs', 'PostgreSQL CPU µs', 'p50 ms', 'p95 ms'],
      [row('empty'), row('full'), ['full ÷ few', ...fields.map((field) => number(ratio(field), 2))]],
    ) +
    `\n${goals([
      { name: 'PostgreSQL CPU per delivery, full ÷ few', value: ratio('postgresUs'), below: 1.1 },
      { name: 'p95 from commit to request, full ÷ few', value: ratio('p95Ms'), below: 1.1 },
    ])}`
  )
}
