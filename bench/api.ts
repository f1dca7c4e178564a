import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type BenchDatabase, insertAnalyses, openBenchDatabase, type SeededAccount } from './database.ts'
import { type LoadResult, load } from './load.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

interface ApiBenchOptions {
  rounds: number
  /** The duration of the load on each server in each round. */
  seconds: number
  connections: number
  /** Analyses on a page, 1 to 100; each size is a comparison of its own. */
  pageSizes: readonly number[]
}

const variants = [
  { name: 'ours', program: ourProgram },
  { name: '(a) bare Express', program: 'baselines/bare-express.ts' },
  { name: '(b) express-openapi-validator', program: 'baselines/validator-readme.ts' },
  { name: '(c) Fastify, openapi-glue', program: 'baselines/fastify-glue.ts' },
]

/** Goals: our requests per second as a share of theirs. */
const rateGoals = [
  { baseline: '(a) bare Express', atLeast: 0.65 },
  { baseline: '(b) express-openapi-validator', atLeast: 1.3 },
  { baseline: '(c) Fastify, openapi-glue', atLeast: 0.8 },
]

interface Sample extends LoadResult {
  cpuUsPerRequest: number
}

interface Candidate {
  name: string
  server: ServerProcess
  samples: Sample[]
}

/**
 * Compares `GET /businesses/{id}/analyses` with other implementations: all servers run at once and are loaded in turns.
 */
export async function benchApi(options: ApiBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  const servers: { name: string; server: ServerProcess }[] = []
  try {
    await insertAnalyses(database.db, database.owner, 100)
    for (const { name, program } of variants) {
      servers.push({ name, server: await startServerProcess(program, database.environment) })
    }
    for (const pageSize of options.pageSizes) {
      const candidates = servers.map((entry) => ({ ...entry, samples: [] }))
      print(await compare(candidates, database, { ...options, pageSize }))
    }
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
    await database.close()
  }
}

async function compare(
  candidates: Candidate[],
  database: BenchDatabase,
  { rounds, seconds, connections, pageSize }: ApiBenchOptions & { pageSize: number },
): Promise<string> {
  const request = requestOf(database, pageSize)
  const sizes = await requireSameData(candidates, request)
  for (const { server } of candidates)
    await load({ ...request, url: urlOn(server, request), connections, seconds: warmUpSeconds })

  for (let round = 0; round < rounds; round++) {
    // Each round starts with another server, so that a machine that gets slower or faster favors none.
    const first = round % candidates.length
    const order = [...candidates.slice(first), ...candidates.slice(0, first)]
    for (const { server, samples } of order) {
      const before = await server.usage()
      const result = await load({ ...request, url: urlOn(server, request), connections, seconds })
      // The work after a response (usage events, garbage collection) is part of its cost.
      await sleep(settleMs)
      const after = await server.usage()
      samples.push({ ...result, cpuUsPerRequest: (after.cpuUs - before.cpuUs) / result.completed })
    }
  }

  const [ours] = candidates
  if (!ours) throw new Error('There is no server to compare.')
  const rows = candidates.map(({ name, samples }) => {
    const rates = samples.map(({ perSecond }) => perSecond)
    return [
      name,
      number(median(rates)),
      `${number(Math.min(...rates))}–${number(Math.max(...rates))}`,
      number(ratioOfRates(ours.samples, samples), 2),
      number(median(samples.map(({ cpuUsPerRequest }) => cpuUsPerRequest))),
      number(ratioOfCpu(ours.samples, samples), 2),
      number(median(samples.map(({ p50Ms }) => p50Ms))),
      number(median(samples.map(({ p99Ms }) => p99Ms))),
      number(sizes.get(name) ?? 0),
    ]
  })
  const heading = ['', 'req/s', 'min–max', 'ours ÷ it', 'CPU µs', 'it ÷ ours', 'p50 ms', 'p99 ms', 'bytes']
  const results = rateGoals.map(({ baseline, atLeast }) => ({
    name: `requests per second, ours ÷ ${baseline}`,
    value: ratioOfRates(ours.samples, candidates.find(({ name }) => name === baseline)?.samples ?? []),
    atLeast,
  }))
  return (
    `\nGET /businesses/{id}/analyses?limit=${pageSize}: ${connections} connections, median of ${rounds} rounds of ${seconds} s\n\n` +
    `${table(heading, rows)}\n${goals(results)}`
  )
}

/** Ratios are taken within each round, in which both had the same conditions. */
function ratioOfRates(ours: readonly Sample[], theirs: readonly Sample[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)))
}

function ratioOfCpu(ours: readonly Sample[], theirs: readonly Sample[]): number {
  return median(
    ours.map(({ cpuUsPerRequest }, round) => (theirs[round]?.cpuUsPerRequest ?? Number.NaN) / cpuUsPerRequest),
  )
}

/** Until V8 has compiled what is hot: after 2 seconds the servers still differ in how much of it is left. */
const warmUpSeconds = 15
const settleMs = 400

interface BenchRequest {
  path: string
  headers: Record<string, string>
}

/** The measured request, as from a proxy that terminates TLS. */
export function requestOf({ owner, key }: SeededAccount, pageSize: number): BenchRequest {
  return {
    path: `/api/public/v1/businesses/${owner.business_id}/analyses?limit=${pageSize}`,
    headers: { 'X-API-Key': key, 'X-Forwarded-Proto': 'https' },
  }
}

export function urlOn({ port }: ServerProcess, { path }: BenchRequest): string {
  return `http://127.0.0.1:${port}${path}`
}

/**
 * Checks that all servers return the same records and an ETag. Returns the size of each body.
 */
async function requireSameData(candidates: readonly Candidate[], request: BenchRequest): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  let expected: unknown
  for (const { name, server } of candidates) {
    const response = await fetch(urlOn(server, request), { headers: request.headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${name} returns ${response.status}: ${text.slice(0, 300)}`)
    const { data } = JSON.parse(text)
    expected ??= data
    if (!isDeepStrictEqual(data, expected)) throw new Error(`${name} returns other records than ours.`)
    if (!response.headers.has('ETag')) throw new Error(`${name} returns no ETag.`)
    sizes.set(name, Buffer.byteLength(text))
  }
  return sizes
}
