import { setTimeout as sleep } from 'node:timers/promises'
import { createOAuthClient } from '@svc/credentials/oauth-clients'
import { createKeyring, parseSecretKeys } from '@svc/runtime/secrets'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { type LoadRequest, type LoadResult, load } from './load.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, quantile, table } from './statistics.ts'

interface OAuthBenchOptions {
  rounds: number
  /** The duration of the load on each server in each round. */
  seconds: number
  connections: number
}

interface Sample extends LoadResult {
  cpuUsPerRequest: number
}

interface Candidate {
  name: string
  server: ServerProcess
  request: Omit<LoadRequest, 'connections' | 'seconds'>
  samples: Sample[]
}

/**
 * Compares the rate of tokens with that of the bare library without a database, and the cost of a request with a token
 * with that of one with an API key.
 */
export async function benchOAuth(options: OAuthBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  const servers: ServerProcess[] = []
  try {
    const client = await registerClient(database)
    const credentials = { BENCH_CLIENT_ID: client.id, BENCH_CLIENT_SECRET: client.secret }
    const ours = await startServerProcess(ourProgram, database.environment)
    servers.push(ours)
    const bare = await startServerProcess('baselines/bare-oidc-provider.ts', {
      ...database.environment,
      ...credentials,
    })
    servers.push(bare)

    const tokens = [
      {
        name: 'ours, on PostgreSQL',
        server: ours,
        request: tokenRequest(ours, '/api/oauth/token', client),
        samples: [],
      },
      {
        name: 'bare oidc-provider, in memory',
        server: bare,
        request: tokenRequest(bare, '/token', client),
        samples: [],
      },
    ]
    await measure(tokens, options)
    print(report('Tokens by client credentials', tokens, options))
    print(goals([{ name: 'tokens per second, ours ÷ bare', value: rateRatio(tokens), atLeast: 0.4 }]))

    const calls = [
      { name: 'with an access token', server: ours, request: await callRequest(ours, client), samples: [] },
      { name: 'with an API key', server: ours, request: keyRequest(ours, database), samples: [] },
    ]
    await measure(calls, options)
    print(report('GET /businesses', calls, options))
    print(goals([{ name: 'CPU time, access token ÷ API key', value: cpuRatio(calls), below: 1.15 }]))
    print(refusalReport(await timeRefusals(ours, client)))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await database.close()
  }
}

/** The duration of each refusal in milliseconds, for an unknown client and for a wrong secret. */
interface Refusals {
  unknown: number[]
  wrongSecret: number[]
}

const refusalPairs = 2_000

/**
 * Sends the requests one after another, in pairs of alternating order, so that a machine that gets slower favors
 * neither kind.
 */
async function timeRefusals(server: ServerProcess, client: Client): Promise<Refusals> {
  const requestOf = (id: string) =>
    tokenRequest(server, '/api/oauth/token', { id, secret: client.secret.toUpperCase() })
  const kindOf = (id: string): { request: ReturnType<typeof requestOf>; times: number[] } => ({
    request: requestOf(id),
    times: [],
  })
  const kinds = [kindOf('cli_00000000000000000000000000'), kindOf(client.id)] as const
  for (let pair = 0; pair < refusalPairs; pair++) {
    for (const { request, times } of pair % 2 === 0 ? kinds : kinds.toReversed()) {
      const { url, method = 'POST', headers, body = '' } = request
      const startedMs = performance.now()
      const response = await fetch(url, { method, headers, body })
      await response.arrayBuffer()
      if (response.status !== 401) throw new Error(`A wrong secret returned ${response.status}.`)
      times.push(performance.now() - startedMs)
    }
  }
  const [{ times: unknown }, { times: wrongSecret }] = kinds
  return { unknown, wrongSecret }
}

/** Compares the first quartiles: slower requests were delayed by other work of the machine. */
function refusalReport({ unknown, wrongSecret }: Refusals): string {
  const shares = [0.1, 0.25, 0.5]
  const row = (name: string, times: number[]) => [name, ...shares.map((share) => number(quantile(times, share), 3))]
  const rows = [row('unknown client', unknown), row('wrong secret', wrongSecret)]
  const ratio = quantile(unknown, 0.25) / quantile(wrongSecret, 0.25)
  return (
    `\nRefusals: ${refusalPairs} of each in turns\n\n` +
    table(['', 'p10 ms', 'p25 ms', 'p50 ms'], rows) +
    goals([
      { name: 'time at p25, unknown client ÷ wrong secret', value: ratio, atLeast: 0.95 },
      { name: 'time at p25, wrong secret ÷ unknown client', value: 1 / ratio, atLeast: 0.95 },
    ])
  )
}

interface Client {
  id: string
  secret: string
}

async function registerClient({ db, owner, environment }: BenchDatabase): Promise<Client> {
  const keyring = createKeyring(parseSecretKeys(environment.SVC_SECRET_KEYS ?? ''))
  const created = await createOAuthClient(db, keyring, owner.account_id, { name: 'Benchmark' })
  return { id: created.client_id, secret: String(created.client_secret) }
}

/** The header of a proxy that terminates TLS. */
const fromProxy = { 'X-Forwarded-Proto': 'https' }

function tokenRequest({ port }: ServerProcess, path: string, { id, secret }: Client): Candidate['request'] {
  return {
    url: `http://127.0.0.1:${port}${path}`,
    method: 'POST',
    headers: {
      ...fromProxy,
      Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  }
}

function keyRequest({ port }: ServerProcess, { key }: BenchDatabase): Candidate['request'] {
  return { url: `http://127.0.0.1:${port}/api/public/v1/businesses`, headers: { ...fromProxy, 'X-API-Key': key } }
}

async function callRequest(server: ServerProcess, client: Client): Promise<Candidate['request']> {
  const { url, method = 'POST', headers, body = '' } = tokenRequest(server, '/api/oauth/token', client)
  const response = await fetch(url, { method, headers, body })
  const { access_token } = JSON.parse(await response.text())
  return {
    url: `http://127.0.0.1:${server.port}/api/public/v1/businesses`,
    headers: { ...fromProxy, Authorization: `Bearer ${access_token}` },
  }
}

const warmUpSeconds = 2
const settleMs = 400

async function measure(candidates: readonly Candidate[], options: OAuthBenchOptions): Promise<void> {
  const { rounds, seconds, connections } = options
  for (const { request } of candidates) await load({ ...request, connections, seconds: warmUpSeconds })
  for (let round = 0; round < rounds; round++) {
    // In turns, each round started by the other, so that a machine that gets slower or faster favors neither.
    const order = round % 2 === 0 ? candidates : candidates.toReversed()
    for (const { server, request, samples } of order) {
      const before = await server.usage()
      const result = await load({ ...request, connections, seconds })
      await sleep(settleMs)
      const after = await server.usage()
      samples.push({ ...result, cpuUsPerRequest: (after.cpuUs - before.cpuUs) / result.completed })
    }
  }
}

function report(title: string, candidates: readonly Candidate[], options: OAuthBenchOptions): string {
  const { rounds, seconds, connections } = options
  const rows = candidates.map(({ name, samples }) => [
    name,
    number(median(samples.map(({ perSecond }) => perSecond))),
    number(median(samples.map(({ cpuUsPerRequest }) => cpuUsPerRequest))),
    number(median(samples.map(({ p50Ms }) => p50Ms))),
    number(median(samples.map(({ p99Ms }) => p99Ms))),
  ])
  return (
    `\n${title}: ${connections} connections, median of ${rounds} rounds of ${seconds} s\n\n` +
    `${table(['', 'req/s', 'CPU µs', 'p50 ms', 'p99 ms'], rows)}\n`
  )
}

/** Ratios are taken within each round, in which both had the same conditions. */
function rateRatio([first, second]: readonly Candidate[]): number {
  return ratio(first, second, ({ perSecond }) => perSecond)
}

function cpuRatio([first, second]: readonly Candidate[]): number {
  return ratio(first, second, ({ cpuUsPerRequest }) => cpuUsPerRequest)
}

function ratio(
  first: Candidate | undefined,
  second: Candidate | undefined,
  metric: (sample: Sample) => number,
): number {
  const theirs = second?.samples.map(metric) ?? []
  return median(first?.samples.map((sample, round) => metric(sample) / (theirs[round] ?? Number.NaN)) ?? [])
}
