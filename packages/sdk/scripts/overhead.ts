// Measures what a call costs the processor beyond bare fetch, beside a client made by Stainless: `npm run overhead`.
//
// The stub server is a process of its own, so that only the client's work is counted. The contestants take turns, many short
// rounds each, and the median round counts: a busy machine disturbs all of them alike.

import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCaller, getAnalysis } from '@svc/sdk/functions'
import OpenAI from 'openai'

const ROUNDS = 30
const CALLS = 400
/** "At most 30 % CPU per call over bare fetch with JSON parsing." */
const OVERHEAD_MAX = 0.3

const answer = JSON.stringify({
  data: {
    id: 'ana_1',
    status: 'completed',
    summary: { positives: Array.from({ length: 10 }, (_, n) => `Praise ${n}`) },
  },
  meta: { request_id: 'req_1', plan: 'growth', rate_limit: { limit: 300, remaining: 299, reset_s: 60 } },
})

if (process.send === undefined) await measure()
else serve()

function serve(): void {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1' }).end(answer)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}

async function measure(): Promise<void> {
  const stub = fork(import.meta.filename)
  const port = await new Promise<number>((started) => stub.once('message', (message) => started(Number(message))))
  const url = `http://127.0.0.1:${port}`
  const caller = createCaller({ apiKey: 'svc_test_key', baseUrl: url })
  const openai = new OpenAI({ apiKey: 'svc_test_key', baseURL: url })
  const headers = { accept: 'application/json', authorization: 'Bearer svc_test_key' }
  const contestants: Record<string, () => Promise<unknown>> = {
    'bare fetch': async () => (await fetch(`${url}/analyses/ana_1`, { headers })).json(),
    '@svc/sdk': () => getAnalysis(caller, 'ana_1'),
    'openai (Stainless)': () => openai.models.retrieve('ana_1'),
  }
  const rounds = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
  for (let round = -3; round < ROUNDS; round++) {
    for (const [name, call] of Object.entries(contestants)) {
      const microseconds = await cpuOf(call)
      // The first rounds warm up the compiler and the connections.
      if (round >= 0) rounds.get(name)?.push(microseconds)
    }
  }
  stub.disconnect()
  report(rounds)
}

/** Processor time of this process per call, in microseconds. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let calls = 0; calls < CALLS; calls++) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

function report(rounds: ReadonlyMap<string, number[]>): void {
  const medianOf = (name: string) => rounds.get(name)?.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  const bare = medianOf('bare fetch')
  for (const name of rounds.keys()) {
    const more = Math.round((medianOf(name) / bare - 1) * 100)
    process.stdout.write(`${name.padEnd(20)} ${medianOf(name).toFixed(0).padStart(5)} µs per call   +${more} %\n`)
  }
  const overhead = medianOf('@svc/sdk') / bare - 1
  const isLess = medianOf('@svc/sdk') < medianOf('openai (Stainless)')
  process.stdout.write(`goal: at most +${OVERHEAD_MAX * 100} %, and less than a client made by Stainless\n`)
  if (!(overhead <= OVERHEAD_MAX && isLess)) process.exitCode = 1
}
