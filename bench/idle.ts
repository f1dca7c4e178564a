import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf, urlOn } from './api.ts'
import { type BenchDatabase, insertAnalyses, openBenchDatabase } from './database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

interface IdleOptions {
  /** The number of starts of the API. */
  rounds: number
  /** The time for which the idle processes are measured. */
  seconds: number
}

/**
 * Measures the time that the API takes to start, its memory when it is idle after one request, and the processor time
 * and memory of an idle installation: API, worker and mock.
 */
export async function benchIdle({ rounds, seconds }: IdleOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  try {
    await insertAnalyses(database.db, database.owner, 100)
    await measureStarts(database, rounds, print)
    await measureIdleProcesses(database, seconds, print)
  } finally {
    await database.close()
  }
}

async function measureStarts(database: BenchDatabase, rounds: number, print: (text: string) => void): Promise<void> {
  const starts: { startMs: number; firstMs: number; rssMb: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startServerProcess(ourProgram, database.environment)
    const firstMs = await sendRequest(database, server)
    await sleep(idleMs)
    const { rssBytes } = await server.usage()
    starts.push({ startMs: server.startMs, firstMs, rssMb: rssBytes / mebibyte })
    await server.stop()
  }
  const row = (name: string, values: number[]) => [
    name,
    number(median(values)),
    `${number(Math.min(...values))}–${number(Math.max(...values))}`,
  ]
  const resident = starts.map(({ rssMb }) => rssMb)
  const rows = [
    row(
      'start of the process to listening, ms',
      starts.map(({ startMs }) => startMs),
    ),
    row(
      'first request, ms',
      starts.map(({ firstMs }) => firstMs),
    ),
    row(`resident memory after ${idleMs / 1000} s of idling, MB`, resident),
  ]
  print(`\nThe API, started ${rounds} times\n\n${table(['', 'median', 'min–max'], rows)}\n`)
  print(goals([{ name: 'resident memory when idle, MB', value: Math.max(...resident), below: 200 }]))
}

async function measureIdleProcesses(
  database: BenchDatabase,
  seconds: number,
  print: (text: string) => void,
): Promise<void> {
  const environment = { ...database.environment, SVC_MOCK_PORT: '0', SVC_MOCK_METRICS_PORT: '0' }
  const servers: { name: string; server: ServerProcess }[] = []
  try {
    for (const [name, program] of Object.entries(programs))
      servers.push({ name, server: await startServerProcess(program, environment) })
    const api = servers.find(({ name }) => name === 'API')
    if (api) await sendRequest(database, api.server)
    await sleep(settleMs)
    const before = await Promise.all(servers.map(({ server }) => server.usage()))
    await sleep(seconds * 1000)
    const measured = await Promise.all(
      servers.map(async ({ name, server }, index) => {
        const { cpuUs, rssBytes } = await server.usage()
        const cpuPercent = (cpuUs - (before[index]?.cpuUs ?? 0)) / (seconds * 10_000)
        return { name, cpuPercent, rssMb: rssBytes / mebibyte, pssMb: await proportionalMb(server.pid) }
      }),
    )
    const rows = measured.map(({ name, cpuPercent, rssMb, pssMb }) => [
      name,
      number(cpuPercent, 2),
      number(rssMb),
      number(pssMb),
    ])
    const heading = ['', 'CPU, % of a core', 'resident, MB', 'with shared pages divided, MB']
    print(`\nIdle for ${seconds} s\n\n${table(heading, rows)}\n`)
    const worker = measured.find(({ name }) => name === 'worker')
    const totalMb = measured.reduce((sum, { pssMb }) => sum + pssMb, 0)
    print(
      goals([
        { name: 'CPU of an idle worker, % of a core', value: worker?.cpuPercent ?? Number.NaN, below: 0.5 },
        { name: 'memory of API, worker and mock, MB', value: totalMb, below: 400 },
      ]),
    )
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop()))
  }
}

async function sendRequest(database: BenchDatabase, server: ServerProcess): Promise<number> {
  const request = requestOf(database, 25)
  const sentAtMs = performance.now()
  await (await fetch(urlOn(server, request), { headers: request.headers })).text()
  return performance.now() - sentAtMs
}

/**
 * The memory of a process in MB, with each page divided by the number of processes that share it: the processes run the
 * same Node.js. Linux only (proc_pid_smaps_rollup(5)).
 */
async function proportionalMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024
}

const programs = { API: ourProgram, worker: '../apps/worker/src/main.ts', mock: '../apps/mock/src/main.ts' }

const mebibyte = 1024 ** 2
const idleMs = 3_000
/** After the start, labels and statistics are checked once, and code is compiled in the background. */
const settleMs = 15_000
