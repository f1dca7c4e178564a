import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf, urlOn } from './api.ts'
import { insertAnalyses, openBenchDatabase } from './database.ts'
import { ourProgram, startServerProcess } from './server-process.ts'
import { goals, median, number, table } from './statistics.ts'

/**
 * Measures the time that the API takes to start and its memory when it is idle after one request.
 */
export async function benchIdle({ rounds }: { rounds: number }, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  try {
    await insertAnalyses(database.db, database.owner, 100)
    const request = requestOf(database, 25)
    const starts: { startMs: number; firstMs: number; rssMb: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(ourProgram, database.environment)
      const sentAtMs = performance.now()
      await (await fetch(urlOn(server, request), { headers: request.headers })).text()
      const firstMs = performance.now() - sentAtMs
      await sleep(idleMs)
      const { rssBytes } = await server.usage()
      starts.push({ startMs: server.startMs, firstMs, rssMb: rssBytes / 1024 ** 2 })
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
  } finally {
    await database.close()
  }
}

const idleMs = 3_000
