import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Schemas } from '@generated/contract/server-types'
import { type Database, query } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { findReviewImport } from '@svc/db/review-imports'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { ourProgram, type ServerProcess, startServerProcess } from './server-process.ts'
import { goals, number, table } from './statistics.ts'

interface ImportsBenchOptions {
  /** Rows of the file. */
  rows: number
  /** The number of times that the worker is killed while it imports, at even distances. */
  kills: number
  /** Seconds for which labeling is measured after the import. */
  labelSeconds: number
}

type ReviewImport = Schemas['ReviewImport']

const worker = '../apps/worker/src/main.ts'

/** Uploads a large file through the API and imports it with the worker: time, memory, and every row stored once. */
export async function benchImports(options: ImportsBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const api = await startServerProcess(ourProgram, database.environment)
    const uploadStartedMs = performance.now()
    const uploaded = await upload(api, database, options.rows)
    const uploadSeconds = (performance.now() - uploadStartedMs) / 1000
    await api.stop()
    print(
      `\n${number(options.rows)} rows, ${number(uploaded.size_bytes / 1024 ** 2)} MB, uploaded in ${number(uploadSeconds, 1)} s\n`,
    )

    const imported = await importFile(database, uploaded, options, print)
    const stored = await countReviews(database.db, database.owner)
    const labels = await measureLabels(database, options.labelSeconds)
    const figures = [
      ['import, s', number(imported.seconds, 1)],
      ['rows per second', number(options.rows / imported.seconds)],
      ['processor time of the worker, s', number(imported.cpuSeconds, 1)],
      ['peak memory of the worker, MB', number(imported.peakMb)],
      ['reviews stored', number(stored)],
      ['labels per second of processor time', number(labels)],
    ]
    print(`\n${table(['', ''], figures)}\n`)
    const { created_count, updated_count, unchanged_count, rejected_count } = imported.record
    const other = updated_count + unchanged_count + rejected_count + Math.abs(options.rows - created_count)
    print(
      goals([
        { name: 'rows lost, stored twice or rejected', value: other + Math.abs(options.rows - stored), below: 1 },
        ...(options.kills === 0
          ? [{ name: 'seconds per 1,000,000 rows', value: (imported.seconds * 1e6) / options.rows, below: 60 }]
          : []),
        { name: 'peak memory of the worker, MB', value: imported.peakMb, below: 300 },
        { name: 'labels per second of processor time', value: labels, atLeast: 350 },
      ]),
    )
  } finally {
    await database.close()
  }
}

async function upload(api: ServerProcess, { key, owner }: BenchDatabase, rows: number): Promise<ReviewImport> {
  const response = await fetch(
    `http://127.0.0.1:${api.port}/api/public/v1/businesses/${owner.business_id}/review-imports`,
    {
      method: 'POST',
      headers: { 'X-API-Key': key, 'X-Forwarded-Proto': 'https', 'Content-Type': 'text/csv' },
      body: ReadableStream.from(csv(rows)),
      duplex: 'half',
    },
  )
  const body = (await response.json()) as { data: ReviewImport }
  if (response.status !== 202) throw new Error(`The upload was refused: ${response.status} ${JSON.stringify(body)}`)
  return body.data
}

const sentences = [
  'The pasta was wonderful and the waiter was friendly.',
  'We waited forty minutes for the main course.',
  'Cold pizza, and nobody apologized for it.',
  'Lovely terrace by the water.',
  'The bill had an item that we did not order.',
  'Best tiramisu of the city, and fair prices.',
  'The toilets were dirty.',
  'They lost our booking and sent us away.',
] as const

/** The same file in every run. */
async function* csv(rows: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode('subject,source,source_id,rating,text,language,published_at\n')
  const firstMs = Date.parse('2024-01-01T00:00:00Z')
  let lines: string[] = []
  for (let row = 0; row < rows; row++) {
    const text = [row, row >> 3, row >> 6].map((part) => sentences[part % sentences.length]).join(' ')
    const published = new Date(firstMs + (row % 500_000) * 60_000).toISOString()
    lines.push(`own,google,bench-${row},${(row % 5) + 1},"${text} Visit ${row}.",en,${published}\n`)
    if (lines.length === 1_000 || row === rows - 1) {
      yield encoder.encode(lines.join(''))
      lines = []
    }
  }
}

interface Imported {
  record: ReviewImport
  seconds: number
  cpuSeconds: number
  peakMb: number
}

async function importFile(
  { db, owner, environment }: BenchDatabase,
  { id }: ReviewImport,
  { rows, kills }: ImportsBenchOptions,
  print: (text: string) => void,
): Promise<Imported> {
  const startedMs = performance.now()
  let process = await startServerProcess(worker, environment)
  let [killed, peakMb, cpuSeconds] = [0, 0, 0]
  for (;;) {
    await sleep(200)
    const record = await findReviewImport(db, owner, id)
    if (record === undefined) throw new Error('The import is gone.')
    const isOver = record.status !== 'queued' && record.status !== 'running'
    const usage = await process.usage()
    peakMb = Math.max(peakMb, await peakMemoryMb(process.pid))
    if (isOver) {
      cpuSeconds += usage.cpuUs / 1e6
      await process.stop()
      if (record.status === 'failed') throw new Error(`The import failed: ${record.failure_message}`)
      return { record, seconds: (performance.now() - startedMs) / 1000, cpuSeconds, peakMb }
    }
    if (killed < kills && record.row_count > (rows * (killed + 1)) / (kills + 1)) {
      cpuSeconds += usage.cpuUs / 1e6
      await process.kill()
      killed += 1
      print(`  killed after ${number(record.row_count)} rows\n`)
      process = await startServerProcess(worker, environment)
    }
  }
}

/** The most memory that a process has had resident. */
async function peakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function countReviews(db: Database, { business_id }: Owner): Promise<number> {
  const text =
    'select count(*)::int as reviews, count(distinct source_id)::int as ids from reviews where business_id = $1'
  const [row] = await query<{ reviews: number; ids: number }>(db, { name: 'bench_count_reviews', text }, [business_id])
  if (row?.reviews !== row?.ids) throw new Error(`${row?.reviews} reviews have ${row?.ids} ids.`)
  return row?.reviews ?? 0
}

/** Labels per second of processor time of a worker that has nothing else to do. */
async function measureLabels({ db, environment }: BenchDatabase, seconds: number): Promise<number> {
  const labeled = async () => {
    const text = 'select count(search)::int as labeled from reviews'
    const [row] = await query<{ labeled: number }>(db, { name: 'bench_count_labels', text }, [])
    return row?.labeled ?? 0
  }
  const process = await startServerProcess(worker, environment)
  await sleep(3_000)
  const [before, from] = [await labeled(), await process.usage()]
  let usage = from
  for (const startedMs = performance.now(); performance.now() - startedMs < seconds * 1000; ) {
    await sleep(500)
    usage = await process.usage()
  }
  const after = await labeled()
  await process.stop()
  return ((after - before) * 1e6) / (usage.cpuUs - from.cpuUs)
}
