import { parseArgs } from 'node:util'
import { benchAnalysis } from './analysis.ts'
import { benchApi } from './api.ts'
import { benchIdle } from './idle.ts'
import { benchLoop } from './loop.ts'
import { benchOAuth } from './oauth.ts'
import { benchPages } from './pages.ts'
import { profileApi } from './profile.ts'
import { benchSdk } from './sdk.ts'
import { benchWebhooks } from './webhooks.ts'

const help = `usage: npm run bench -- COMMAND [OPTIONS]

  api       GET /businesses/{id}/analyses beside bare Express, express-openapi-validator and Fastify
  pages     1,000,000 analyses in one account: is the last page as fast as the first?
  oauth     tokens per second beside bare oidc-provider, and a request with a token beside one with an API key
  idle      start-up time and resident memory of the API
  webhooks  deliveries per second with all state kept, beside the same sender without a database; latency; a full queue
  analysis  reviews read per second on one core; an analysis of 10,000 reviews by the worker: time, memory, progress
  sdk       CPU per call of the client beside bare fetch and a client made by Stainless
  loop      npm run dev: how long after each of ten saves lint, difference, files and types are there
  profile   where the API spends its time, by package and by function

  --rounds N        rounds of api and oauth (5), of webhooks (3), analysis (5) and sdk (30), and starts of idle (3)
  --seconds N       how long each server is loaded in a round (4)
  --connections N   connections of the load generator (32)
  --limit N,N       analyses on a page, for api (25,1) and profile (25)
  --analyses N      analyses in the account, for pages (1000000)
  --reads N         pages read at each depth, for pages (300)
  --deliveries N    deliveries in a round, for webhooks (40000)
  --backlog N       finished deliveries in the tables, for webhooks (1000000)
  --reviews N       reviews of six businesses, for analysis (10000)
  --calls N         calls of each client in a round, for sdk (400)
  --without-services  for loop: the panel alone, without API, worker and mock
  --help

Needs nothing but this repository: it starts a PostgreSQL of its own in a temporary directory and removes it at the end.
bench/README.md says how to read the figures.
`

const print = (text: string) => void process.stdout.write(text)

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

const commandOptions = {
  rounds: { type: 'string' },
  seconds: { type: 'string', default: '4' },
  connections: { type: 'string', default: '32' },
  limit: { type: 'string' },
  analyses: { type: 'string', default: '1000000' },
  reads: { type: 'string', default: '300' },
  deliveries: { type: 'string', default: '40000' },
  backlog: { type: 'string', default: '1000000' },
  reviews: { type: 'string', default: '10000' },
  calls: { type: 'string', default: '400' },
  'without-services': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: commandOptions,
  })
  const [command] = positionals
  if (values.help || command === undefined) return print(help)

  const count = (option: string, text: string, highest: number): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= 1 && value <= highest) return value
    throw new RangeError(`--${option} takes a whole number from 1 to ${highest}, not "${text}".`)
  }
  const seconds = count('seconds', values.seconds, 3600)
  const connections = count('connections', values.connections, 1000)
  const pageSizes = (values.limit ?? (command === 'api' ? '25,1' : '25'))
    .split(',')
    .map((text) => count('limit', text, 100))

  switch (command) {
    case 'api':
      return benchApi({ rounds: count('rounds', values.rounds ?? '5', 1000), seconds, connections, pageSizes }, print)
    case 'pages':
      return benchPages(
        { analyses: count('analyses', values.analyses, 10_000_000), reads: count('reads', values.reads, 1_000_000) },
        print,
      )
    case 'webhooks':
      return benchWebhooks(
        {
          rounds: count('rounds', values.rounds ?? '3', 1000),
          deliveries: count('deliveries', values.deliveries, 10_000_000),
          seconds,
          backlog: count('backlog', values.backlog, 10_000_000),
        },
        print,
      )
    case 'analysis':
      return benchAnalysis(
        { rounds: count('rounds', values.rounds ?? '5', 1000), reviews: count('reviews', values.reviews, 1_000_000) },
        print,
      )
    case 'oauth':
      return benchOAuth({ rounds: count('rounds', values.rounds ?? '5', 1000), seconds, connections }, print)
    case 'idle':
      return benchIdle({ rounds: count('rounds', values.rounds ?? '3', 1000) }, print)
    case 'sdk':
      return benchSdk(
        { rounds: count('rounds', values.rounds ?? '30', 1000), calls: count('calls', values.calls, 1_000_000) },
        print,
      )
    case 'loop':
      return benchLoop({ services: !values['without-services'] }, print)
    case 'profile':
      for (const pageSize of pageSizes) await profileApi({ seconds, connections, pageSize }, print)
      return
    default:
      return fail(`There is no benchmark "${command}".\n\n${help}`)
  }
}

await main().catch((error: Error) =>
  fail(error instanceof RangeError || 'code' in error ? error.message : String(error.stack)),
)
