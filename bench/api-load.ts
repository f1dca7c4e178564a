import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf, urlOn } from './api.ts'
import { ownCpuUs, postgresCpuUs } from './cpu-usage.ts'
import { type BenchDatabase, postmasterPid } from './database.ts'
import { type LoadResult, load } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { median } from './statistics.ts'
import type { Rate } from './webhooks.ts'

export interface ApiLoadOptions {
  /** The duration of the load. */
  seconds: number
  /** Divided among the processes. */
  connections: number
}

const settleMs = 400

/** Loads API processes at the same time, and measures what a request costs. */
export async function sampleApi(
  database: BenchDatabase,
  servers: readonly ServerProcess[],
  options: ApiLoadOptions,
): Promise<Rate> {
  const postmaster = await postmasterPid(database.db)
  const read = async () => {
    const usages = await Promise.all(servers.map((server) => server.usage()))
    const cpuUs = usages.reduce((sum, usage) => sum + usage.cpuUs, 0)
    return { cpuUs, postgresUs: postgresCpuUs(postmaster), loaderUs: ownCpuUs() }
  }
  const before = await read()
  const { completed, perSecond } = await loadAll(database, servers, options)
  // The work after a response (usage events, garbage collection) is part of its cost.
  await sleep(settleMs)
  const after = await read()
  const cpuUs = (after.cpuUs - before.cpuUs) / completed
  const postgresUs = (after.postgresUs - before.postgresUs) / completed
  return { perSecond, cpuUs, postgresUs, otherUs: (after.loaderUs - before.loaderUs) / completed }
}

/**
 * Loads API processes at the same time, and measures what a request costs each of them, in microseconds of its CPU
 * time: a load of the machine that changes meanwhile affects all of them.
 */
export async function cpuOfEach(
  database: BenchDatabase,
  servers: readonly ServerProcess[],
  options: ApiLoadOptions,
): Promise<number[]> {
  const read = () => Promise.all(servers.map((server) => server.usage()))
  const before = await read()
  const results = await loadEach(database, servers, options)
  await sleep(settleMs)
  const after = await read()
  return results.map(
    ({ completed }, index) => ((after[index]?.cpuUs ?? Number.NaN) - (before[index]?.cpuUs ?? 0)) / completed,
  )
}

/** Sends the request of the benchmark `api` to all processes at the same time. */
export async function loadAll(
  database: BenchDatabase,
  servers: readonly ServerProcess[],
  options: ApiLoadOptions,
): Promise<{ completed: number; perSecond: number }> {
  const results = await loadEach(database, servers, options)
  return {
    completed: results.reduce((sum, { completed }) => sum + completed, 0),
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
  }
}

function loadEach(
  database: BenchDatabase,
  servers: readonly ServerProcess[],
  { connections, seconds }: ApiLoadOptions,
): Promise<LoadResult[]> {
  const request = requestOf(database, 25)
  const share = Math.max(1, Math.round(connections / servers.length))
  return Promise.all(
    servers.map((server) => load({ ...request, url: urlOn(server, request), connections: share, seconds })),
  )
}

/** The median of a field. Throws a RangeError if there are no samples. */
export const medianOf = (samples: readonly Rate[] | undefined, field: keyof Rate): number =>
  median((samples ?? []).map((sample) => sample[field]))
