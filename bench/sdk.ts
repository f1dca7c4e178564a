// What a call through our client costs the processor beyond bare fetch, beside a client made by Stainless.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCaller, getAnalysis } from '@svc/sdk/functions'
import OpenAI from 'openai'
import { goals, median, number, table } from './figures.ts'

interface SdkBenchOptions {
  rounds: number
  /** Calls of each client in a round. */
  calls: number
}

type Print = (text: string) => void

/** What all of them read: an analysis as long as those of the service usually are. */
const answer = JSON.stringify({
  data: {
    id: 'ana_1',
    status: 'completed',
    summary: { positives: Array.from({ length: 10 }, (_, index) => `Praise ${index}`) },
  },
  meta: { request_id: 'req_1', plan: 'growth', rate_limit: { limit: 300, remaining: 299, reset_s: 60 } },
})

/** The first rounds warm up the compiler and the connections. */
const warmUpRounds = 3

// Forked by the function below, this file is the server: a process of its own, so that only the client's
// work counts.
if (import.meta.main) serve()

/**
 * The clients take turns, many short rounds each, so that a busy machine disturbs all alike. Ratios are taken within a
 * round. Goals: at most 30 % more CPU per call than fetch with JSON parsing, and less than the client made by
 * Stainless.
 */
export async function benchSdk({ rounds, calls }: SdkBenchOptions, print: Print): Promise<void> {
  const server = fork(import.meta.filename)
  try {
    const [port] = await once(server, 'message')
    const clients = clientsOf(`http://127.0.0.1:${port}`)
    const names = Object.keys(clients)
    const measured: Record<string, number>[] = []
    for (let round = 0; round < rounds + warmUpRounds; round++) {
      const costs: Record<string, number> = {}
      for (const [name, call] of Object.entries(clients)) costs[name] = await cpuPerCall(call, calls)
      if (round >= warmUpRounds) measured.push(costs)
    }
    const toBare = (name: string) => median(measured.map((costs) => (costs[name] ?? 0) / (costs['bare fetch'] ?? 0)))
    const rows = names.map((name) => [
      name,
      number(median(measured.map((costs) => costs[name] ?? 0)), 1),
      number(toBare(name), 2),
    ])
    print(`One GET with its JSON, ${rounds} rounds of ${calls} calls\n\n`)
    print(table(['', 'CPU µs per call', '÷ bare fetch'], rows))
    const bySdk = toBare('@svc/sdk')
    const byStainless = toBare('openai (Stainless)')
    print('\n')
    print(
      goals([
        { name: 'CPU per call, @svc/sdk ÷ bare fetch', value: bySdk, below: 1.3 },
        { name: 'CPU per call, @svc/sdk ÷ openai', value: bySdk / byStainless, below: 1 },
      ]),
    )
  } finally {
    server.disconnect()
  }
}

function clientsOf(url: string): Record<string, () => Promise<unknown>> {
  const caller = createCaller({ apiKey: 'svc_test_key', baseUrl: url })
  const openai = new OpenAI({ apiKey: 'svc_test_key', baseURL: url })
  const headers = { accept: 'application/json', authorization: 'Bearer svc_test_key' }
  return {
    'bare fetch': async () => (await fetch(`${url}/analyses/ana_1`, { headers })).json(),
    '@svc/sdk': async () => getAnalysis(caller, 'ana_1'),
    'openai (Stainless)': async () => openai.models.retrieve('ana_1'),
  }
}

/** Processor time of this process, user and system, in microseconds. */
async function cpuPerCall(call: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage()
  for (let done = 0; done < calls; done++) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

function serve(): void {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' }).end(answer)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}
