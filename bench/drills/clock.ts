import { glob, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '@svc/command-line/errors'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { number } from '../statistics.ts'
import { type Installation, startInstallation } from './installation.ts'
import { checkEvents, checkGoals, type FaultView, tableOfViews } from './reports.ts'
import { requirePrograms } from './system-program.ts'

interface ClockOptions {
  /** The time for which each clock is observed. */
  seconds: number
  /** Requests per second. */
  rate: number
}

/** The certificate of the receiver is valid from an hour ago, so the clock cannot be slower. */
const clocks = [
  { name: 'the clock is right', offsetS: 0 },
  { name: 'it jumps an hour forward', offsetS: 3_600 },
  { name: 'it jumps back and is right', offsetS: 0 },
  { name: 'it jumps 50 minutes back', offsetS: -3_000 },
  { name: 'it jumps forward and is right', offsetS: 0 },
]

/** Connections are opened and code is compiled meanwhile, slowly: the library is asked for each time. */
const warmUpMs = 20_000

/** The library reads the offset this often. */
const cacheSeconds = 1

/** A goal of an operator. */
const longestGapMsMax = 5_000

/**
 * Sets the clocks of all API processes and workers forward and back while clients read and write; PostgreSQL and the
 * receiver keep the right time. Prints what the clients saw. Returns false if a request failed, if the event of a
 * confirmed write was lost, or if the processes did not have the wrong time.
 */
export async function drillClock({ seconds, rate }: ClockOptions, print: (text: string) => void): Promise<boolean> {
  await requirePrograms({ faketime: 'faketime' })
  const database = await openBenchDatabase()
  try {
    const clock = await ProcessClock.create(database.dataDir)
    const environment = { ...database.environment, ...clock.environment }
    const installation = await startInstallation({ ...database, environment })
    try {
      const load = installation.startLoad(rate)
      await sleep(warmUpMs)
      const views: FaultView[] = []
      let wrongest = 0
      for (const { name, offsetS } of clocks) {
        const startMs = performance.now()
        await clock.set(offsetS)
        await sleep(seconds * 1000)
        const seenS = await offsetOf(installation)
        wrongest = Math.max(wrongest, Math.abs(seenS - offsetS))
        views.push({ name: `${name} (${number(seenS)} s)`, view: load.since(startMs) })
      }
      await load.stop()
      print(tableOfViews(views))
      const isMet = printGoals(views, wrongest, print)
      return (await checkEvents(database.db, { receiver: installation.receiver, load }, print)) && isMet
    } finally {
      await installation.close()
    }
  } finally {
    await database.close()
  }
}

function printGoals(views: readonly FaultView[], wrongest: number, print: (text: string) => void): boolean {
  const failed = views.reduce((sum, { view: { reads, writes } }) => sum + reads.failed + writes.failed, 0)
  const longestS = Math.max(...views.map(({ view }) => view.longestGapMs)) / 1000
  return checkGoals(
    [
      { name: 'requests that fail', value: failed, below: 1 },
      { name: 's without a write', value: longestS, below: longestGapMsMax / 1000 },
      { name: 's between the clock of an API process and the one that was set', value: wrongest, below: 3 },
    ],
    print,
  )
}

/** The difference between the clock of an API process and that of this machine, in seconds. */
async function offsetOf({
  servers: {
    api: [api],
  },
}: Installation): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${api?.port}/livez`)
  await response.arrayBuffer()
  return (Date.parse(response.headers.get('date') ?? '') - Date.now()) / 1000
}

/** A clock that differs from that of the machine, for the processes that start with its environment. */
class ProcessClock {
  readonly environment: Record<string, string>
  readonly #file: string

  private constructor(library: string, file: string) {
    this.#file = file
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(cacheSeconds),
      // A clock that is set does not change the time that has passed.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  }

  static async create(folder: BenchDatabase['dataDir']): Promise<ProcessClock> {
    const clock = new ProcessClock(await findLibrary(), join(folder, 'clock'))
    await clock.set(0)
    return clock
  }

  /** Sets it to a number of seconds after the clock of the machine. */
  async set(offsetS: number): Promise<void> {
    const written = `${this.#file}.new`
    await writeFile(written, `${offsetS < 0 ? '' : '+'}${offsetS}`)
    await rename(written, this.#file)
  }
}

/** Its folder has the name of the architecture. */
async function findLibrary(): Promise<string> {
  for await (const path of glob('/usr/lib/*/faketime/libfaketime.so.1')) return path
  throw new CommandError('/usr/lib has no libfaketime.so.1. On Debian, install it with: apt-get install -y faketime')
}
