import { setTimeout as sleep } from 'node:timers/promises'
import { setFlag } from '@svc/db/flags'
import type { Owner } from '@svc/db/records'
import { type BenchDatabase, insertAnalyses, openBenchDatabase } from './database.ts'
import { type LoadRequest, load } from './load.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

interface McpBenchOptions {
  rounds: number
  /** The duration for which each request is sent in each round. */
  seconds: number
  connections: number
}

type Request = Omit<LoadRequest, 'connections' | 'seconds'>

interface Candidate {
  name: string
  request: Request
  cpuUs: number[]
}

/** A request of the REST API, and the same as a call of a tool by clients of both eras of the protocol. */
interface Comparison {
  title: string
  rest: Candidate
  tools: Candidate[]
}

/** A tool call may cost this much more than the request, as a ratio or in microseconds, whichever is larger. */
const goal = { ratio: 1.3, moreUs: 500 }

/** Compares the processor time of a tool call with that of the same REST request, in turns on one server. */
export async function benchMcp(options: McpBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  let server: ServerProcess | undefined
  try {
    await insertAnalyses(database.db, database.owner, 100)
    await setFlag(database.db, 'mcp_enabled', true)
    server = await startServerProcess(ourProgram, database.environment)
    const { port } = server
    const pairs = benchTools.map((tool) => comparison({ port, database, tool }))
    for (const pair of pairs) print(await measure(server, pair, options))
  } finally {
    await server?.stop()
    await database.close()
  }
}

export interface BenchTool {
  name: string
  path(owner: Owner): string
  args(owner: Owner): object
}

/** The last revision that begins with a handshake, and the first without. */
export const protocolRevisions = ['2025-11-25', '2026-07-28'] as const

/** The tools that are measured, with the path of the same request of the REST API. */
export const benchTools: readonly BenchTool[] = [
  {
    name: 'get_business',
    path: ({ business_id }) => `/businesses/${business_id}`,
    args: ({ business_id }) => ({ business_id }),
  },
  {
    name: 'list_analyses',
    path: ({ business_id }) => `/businesses/${business_id}/analyses?limit=5`,
    args: ({ business_id }) => ({ business_id, limit: 5 }),
  },
]

interface Target {
  port: number
  database: BenchDatabase
  tool: BenchTool
}

function comparison(target: Target): Comparison {
  const { database, port, tool } = target
  const path = tool.path(database.owner)
  const request = { url: `http://127.0.0.1:${port}/api/public/v1${path}`, headers: headersOf(database) }
  return {
    title: path.replace(/biz_\w+/, '{id}'),
    rest: { name: 'REST', request, cpuUs: [] },
    tools: protocolRevisions.map((revision) => ({
      name: `${tool.name}, revision ${revision}`,
      request: toolCall(target, revision),
      cpuUs: [],
    })),
  }
}

/** The call of a tool as a client of a protocol revision sends it. */
export function toolCall({ port, database, tool }: Target, revision: (typeof protocolRevisions)[number]): Request {
  const isModern = revision === '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: tool.name, arguments: tool.args(database.owner), ...(isModern && { _meta }) }
  return {
    url: `http://127.0.0.1:${port}/api/public/mcp`,
    method: 'POST',
    headers: {
      ...headersOf(database),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      ...(isModern && { 'Mcp-Method': 'tools/call', 'Mcp-Name': tool.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

/** As from a proxy that terminates TLS. */
function headersOf({ key }: BenchDatabase): Record<string, string> {
  return { 'X-API-Key': key, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'bench.example.net' }
}

/** Until V8 has compiled what is hot. */
const warmUpSeconds = 5
const settleMs = 400

async function measure(
  server: ServerProcess,
  { title, rest, tools }: Comparison,
  { rounds, seconds, connections }: McpBenchOptions,
): Promise<string> {
  const candidates = [rest, ...tools]
  for (const { request } of candidates) {
    await requireResult(request)
    await load({ ...request, connections, seconds: warmUpSeconds })
  }
  for (let round = 0; round < rounds; round++) {
    for (const { request, cpuUs } of round % 2 === 0 ? candidates : candidates.toReversed()) {
      const before = await server.usage()
      const { completed } = await load({ ...request, connections, seconds })
      // The work after a response (usage events, garbage collection) is part of its cost.
      await sleep(settleMs)
      cpuUs.push(((await server.usage()).cpuUs - before.cpuUs) / completed)
    }
  }
  const ratioOf = ({ cpuUs }: Candidate) => median(cpuUs.map((us, round) => us / (rest.cpuUs[round] ?? Number.NaN)))
  const moreOf = ({ cpuUs }: Candidate) => median(cpuUs.map((us, round) => us - (rest.cpuUs[round] ?? Number.NaN)))
  const rows = candidates.map((one) => [
    one.name,
    number(median(one.cpuUs)),
    number(ratioOf(one), 2),
    number(moreOf(one)),
  ])
  const results = tools.map((tool) => {
    const isCheap = moreOf(tool) < goal.moreUs
    return isCheap
      ? { name: `µs more than REST, ${tool.name}`, value: moreOf(tool), below: goal.moreUs }
      : { name: `CPU time ÷ REST, ${tool.name}`, value: ratioOf(tool), below: goal.ratio }
  })
  return (
    `\n${title}: ${connections} connections, median of ${rounds} rounds of ${seconds} s\n\n` +
    `${table(['', 'CPU µs', '÷ REST', 'µs more'], rows)}\n${goals(results)}`
  )
}

/** The load generator sees statuses only: a call that fails has 200 as well. */
async function requireResult({ url, headers, ...rest }: Request): Promise<void> {
  const response = await fetch(url, { headers, ...rest })
  const text = await response.text()
  if (response.status !== 200 || text.includes('"isError":true'))
    throw new Error(`${url} returned ${response.status}: ${text}`)
}
