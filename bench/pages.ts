import { randomInt } from 'node:crypto'
import { Agent, get } from 'node:http'
import { listAnalyses } from '@svc/db/analyses'
import type { Position } from '@svc/db/records'
import { knexOf } from '@svc/db/testing'
import { encodeCursor } from '@svc/http/cursor'
import { type Id, idBytes } from '@svc/runtime/ids'
import { requestOf, urlOn } from './api.ts'
import { insertAnalyses, openBenchDatabase } from './database.ts'
import { ourProgram, startServerProcess } from './server-process.ts'
import { goals, median, number, quantile, table } from './statistics.ts'

interface PagesBenchOptions {
  /** Analyses in the account. */
  analyses: number
  /** Pages read at each depth. */
  reads: number
}

const pageSize = 25
const depths = [0, 0.25, 0.5, 0.75, 0.99]

interface Depth {
  name: string
  /** The position after which the page starts; undefined for the first page. */
  position(): Position | undefined
}

/** Compares the time of pages at several depths of a very long list with the first one, through the store and HTTP. */
export async function benchPages({ analyses, reads }: PagesBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const startedAtMs = performance.now()
    await insertAnalyses(database.db, database.owner, analyses)
    print(
      `\n${number(analyses)} analyses in one account, inserted in ${number((performance.now() - startedAtMs) / 1000)} s\n`,
    )
    const ids: Id<'ana'>[] = await knexOf(database.db)('analyses')
      .where({ business_id: database.owner.business_id })
      .orderBy('id', 'desc')
      .pluck('id')
    const positionAt = (index: number) => ({ rank: 0, id: ids[index] as Id<'ana'> })
    const pageDepths: Depth[] = [
      ...depths.map((depth) => ({
        name: depth === 0 ? 'first page' : `at ${number(depth * 100)} %`,
        position: () => (depth === 0 ? undefined : positionAt(Math.floor(depth * ids.length))),
      })),
      { name: 'random', position: () => positionAt(randomInt(ids.length - pageSize - 1)) },
    ]

    const inStore = await measure(pageDepths, reads, async (position) => {
      const { items } = await listAnalyses(database.db, database.owner, { limit: pageSize, after: position })
      return items.length
    })
    print(report('Through the store (listAnalyses)', inStore))

    const server = await startServerProcess(ourProgram, database.environment)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { path, headers } = requestOf(database, pageSize)
    const overHttp = await measure(pageDepths, reads, async (position) => {
      const cursor = position && encodeCursor({ rank: position.rank, idBytes: idBytes(position.id) })
      const url = urlOn(server, { path: cursor ? `${path}&cursor=${cursor}` : path, headers })
      return JSON.parse(await read(url, headers, agent)).data.length
    })
    agent.destroy()
    await server.stop()
    print(report('Through HTTP (GET /businesses/{id}/analyses)', overHttp))
  } finally {
    await database.close()
  }
}

type Timings = { name: string; ms: number[] }[]

/** Reads one page at each depth in turns, so that every depth has the same conditions. */
async function measure(
  pageDepths: readonly Depth[],
  reads: number,
  readPage: (position: Position | undefined) => Promise<number>,
): Promise<Timings> {
  const timings = pageDepths.map(({ name }) => ({ name, ms: [] as number[] }))
  for (let turn = -warmUpReads; turn < reads; turn++) {
    for (const [index, { name, position }] of pageDepths.entries()) {
      const from = position()
      const startedAtMs = performance.now()
      const count = await readPage(from)
      const elapsedMs = performance.now() - startedAtMs
      if (count !== pageSize) throw new Error(`The page "${name}" has ${count} analyses instead of ${pageSize}.`)
      if (turn >= 0) timings[index]?.ms.push(elapsedMs)
    }
  }
  return timings
}

const warmUpReads = 50

function report(title: string, timings: Timings): string {
  const first = median(timings[0]?.ms ?? [])
  const rows = timings.map(({ name, ms }) => [
    name,
    number(median(ms), 2),
    number(quantile(ms, 0.95), 2),
    number(median(ms) / first, 2),
  ])
  const slowest = Math.max(...timings.map(({ ms }) => median(ms))) / first
  return (
    `\n${title}, pages of ${pageSize}, ${timings[0]?.ms.length} reads each\n\n` +
    `${table(['', 'median ms', 'p95 ms', '÷ first'], rows)}\n` +
    goals([{ name: 'the slowest page ÷ the first', value: slowest, below: 2 }])
  )
}

function read(url: string, headers: Record<string, string>, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text.slice(0, 300)))))
      response.on('error', reject)
    }).on('error', reject)
  })
}
