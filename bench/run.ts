import { processContext } from '@svc/command-line/context'
import { CommandError, InvalidValueError } from '@svc/command-line/errors'
import { wholeNumber } from '@svc/command-line/parsers'
import { runProgram } from '@svc/command-line/program'
import { benchAnalysis } from './analysis.ts'
import { benchApi } from './api.ts'
import { benchDiff } from './diff/diff.ts'
import { benchDos } from './dos/dos.ts'
import { benchIdle } from './idle.ts'
import { benchImports } from './imports.ts'
import { benchLoop } from './loop.ts'
import { type BenchTool, benchMcp, benchTools } from './mcp.ts'
import { count, defineMeasurement } from './measurement.ts'
import { benchOAuth } from './oauth.ts'
import { benchPages } from './pages.ts'
import { benchPortal } from './portal.ts'
import { profileApi, profileTool } from './profile.ts'
import { benchReviews } from './reviews.ts'
import { benchScale, scaleParts } from './scale.ts'
import { benchSdk } from './sdk.ts'
import { benchWebhooks } from './webhooks.ts'

// `npm run bench`.

const rounds = (byDefault: string) => count(byDefault, 1_000, 'Rounds')
const pageSizes = (byDefault: string) =>
  ({ value: 'N,N', parse: readPageSizes, default: byDefault, description: 'Analyses on a page' }) as const
const seconds = count('4', 3_600, 'How long each server is loaded in a round')
const connections = count('32', 1_000, 'Connections of the load generator')

function readPageSizes(value: string): number[] {
  return value.split(',').map((size) => {
    if (/^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= 100) return Number(size)
    throw new InvalidValueError('must list whole numbers from 1 to 100')
  })
}

const api = defineMeasurement({
  name: 'api',
  summary: 'GET /businesses/{id}/analyses compared with bare Express, express-openapi-validator and Fastify',
  options: { rounds: rounds('5'), seconds, connections, limit: pageSizes('25,1') },
  run: ({ limit, ...options }, print) => benchApi({ ...options, pageSizes: limit }, print),
})

const pages = defineMeasurement({
  name: 'pages',
  summary: 'Pages at several depths of a very long list, compared with the first page',
  options: {
    analyses: count('1000000', 10_000_000, 'Analyses in the account'),
    reads: count('300', 1_000_000, 'Pages read at each depth'),
  },
  run: benchPages,
})

const portal = defineMeasurement({
  name: 'portal',
  summary: 'The page of an endpoint with very many deliveries in Chromium: the longest task',
  options: {
    deliveries: count('100000', 1_000_000, 'Deliveries of the endpoint'),
    rows: count('20000', 1_000_000, 'Rows that are loaded by scrolling'),
  },
  run: benchPortal,
})

const reviews = defineMeasurement({
  name: 'reviews',
  summary: 'Many reviews in one account: filters, searches and orders, on the first page and on page 1,000',
  options: {
    reviews: count('1000000', 10_000_000, 'Reviews in the account'),
    reads: count('60', 1_000_000, 'Reads of each list'),
  },
  run: benchReviews,
})

const imports = defineMeasurement({
  name: 'imports',
  summary: 'A large file of reviews, uploaded and imported: time, memory, and that every row is stored once',
  options: {
    rows: count('1000000', 2_000_000, 'Rows of the file'),
    kills: { value: 'N', parse: wholeNumber(0, 100), default: '0', description: 'How often the worker is killed' },
    'label-seconds': count('20', 3_600, 'Seconds for which labeling is measured afterwards'),
  },
  run: ({ rows, kills, 'label-seconds': labelSeconds }, print) => benchImports({ rows, kills, labelSeconds }, print),
})

const oauth = defineMeasurement({
  name: 'oauth',
  summary: 'Tokens per second compared with bare oidc-provider; a request with a token compared with an API key',
  options: { rounds: rounds('5'), seconds, connections },
  run: benchOAuth,
})

const mcp = defineMeasurement({
  name: 'mcp',
  summary: 'Processor time of a tool call compared with the same REST request',
  options: { rounds: rounds('5'), seconds, connections },
  run: benchMcp,
})

const idle = defineMeasurement({
  name: 'idle',
  summary: 'Start-up time of the API; processor time and memory of API, worker and mock when idle',
  options: {
    rounds: count('3', 1_000, 'Starts'),
    seconds: count('60', 3_600, 'How long the idle processes are measured'),
  },
  run: benchIdle,
})

const webhooks = defineMeasurement({
  name: 'webhooks',
  summary: 'Deliveries per second with all state stored, compared with the same sender without a database',
  options: {
    rounds: rounds('3'),
    seconds,
    deliveries: count('40000', 10_000_000, 'Deliveries in a round'),
    backlog: count('1000000', 10_000_000, 'Finished deliveries in the tables'),
  },
  run: benchWebhooks,
})

const scale = defineMeasurement({
  name: 'scale',
  summary: 'One, two and four processes of API and worker compared with a model; purges; metrics, traces and a replica',
  options: {
    rounds: rounds('5'),
    seconds,
    connections,
    events: count('1000000', 10_000_000, 'Usage events of one day'),
    deliveries: count('20000', 10_000_000, 'Deliveries in a round'),
    finished: count('3000000', 100_000_000, 'Finished deliveries in the table'),
    only: { choices: scaleParts, multiple: true, description: 'Only this part; may be repeated' },
    plot: { value: 'FILE', description: 'Write the curves as SVG' },
  },
  run: benchScale,
})

const analysis = defineMeasurement({
  name: 'analysis',
  summary: 'Reviews read per second on one core; time, memory and progress of one large analysis',
  options: { rounds: rounds('5'), reviews: count('10000', 1_000_000, 'Reviews of six businesses') },
  run: benchAnalysis,
})

const sdk = defineMeasurement({
  name: 'sdk',
  summary: 'CPU time per call of the client compared with bare fetch and a client generated by Stainless',
  options: { rounds: rounds('30'), calls: count('400', 1_000_000, 'Calls of each client in a round') },
  run: benchSdk,
})

const diff = defineMeasurement({
  name: 'diff',
  summary: 'Verdicts of svc-spec diff about the changes in the tests of oasdiff, compared with its own; needs Go',
  options: { oasdiff: { value: 'VERSION', default: '1.37.0', description: 'The version of oasdiff' } },
  run: benchDiff,
})

const loop = defineMeasurement({
  name: 'loop',
  summary: 'npm run dev: the time of lint, difference, files and types after each of ten saves',
  options: { 'without-services': { flag: true, description: 'The panel alone, without API, worker and mock' } },
  run: (options, print) => benchLoop({ services: !options['without-services'] }, print),
})

const profile = defineMeasurement({
  name: 'profile',
  summary: 'Where the API spends its time, by package and by function',
  options: {
    seconds,
    connections,
    limit: pageSizes('25'),
    tool: { value: 'NAME', parse: readTool, description: 'A call of this tool instead: get_business, list_analyses' },
  },
  async run({ limit, tool, ...options }, print) {
    if (tool) await profileTool({ ...options, tool }, print)
    else for (const pageSize of limit) await profileApi({ ...options, pageSize }, print)
  },
})

function readTool(value: string): BenchTool {
  const tool = benchTools.find(({ name }) => name === value)
  if (!tool) throw new InvalidValueError(`must be one of ${benchTools.map(({ name }) => name).join(', ')}`)
  return tool
}

const dos = defineMeasurement({
  name: 'dos',
  summary: 'Cheap attacks, one after the other, and what a neighbor notices of each',
  options: {
    seconds: count('5', 600, 'How long each attack lasts'),
    short: { flag: true, description: 'One attack of each kind for a second, without judging times' },
    only: { value: 'TEXT', description: 'Only attacks whose name contains this text' },
  },
  async run(options, print) {
    const seconds = options.short ? 1 : options.seconds
    if (!(await benchDos({ ...options, seconds }, print)))
      throw new CommandError('The service did not withstand every attack: see the rows with ✗.')
  },
})

const program = {
  name: 'npm run bench --',
  summary: 'Measure the performance claims.',
  notes: `
    Each run starts a PostgreSQL in a temporary directory and removes it at the end. bench/README.md explains the
    results.`,
  commands: [
    api,
    pages,
    portal,
    reviews,
    imports,
    oauth,
    mcp,
    idle,
    webhooks,
    scale,
    analysis,
    sdk,
    diff,
    loop,
    profile,
    dos,
  ],
}
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
