import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@svc/db/database'
import { freePort } from '@svc/supervisor/ports'
import { type BenchServer, openBenchDatabase } from '../database.ts'
import { number } from '../statistics.ts'
import { untilCalm } from './balanced-load.ts'
import { startInstallation } from './installation.ts'
import { checkEvents, checkGoals, type FaultView, failuresExcept, tableOfViews } from './reports.ts'
import { SystemPostgres } from './system-postgres.ts'
import { requirePrograms, run } from './system-program.ts'

interface DiskFullOptions {
  /** The time for which the disk has no space for rows, and then no space for WAL. */
  seconds: number
  /** Requests per second. */
  rate: number
}

/** Connections are opened and code is compiled meanwhile. */
const warmUpMs = 10_000

const diskMegabytes = 400
const dataFolder = 'disk/data'

/**
 * Small segments of WAL, of which PostgreSQL keeps few: so the disk is full for its WAL too, which it cannot continue
 * without.
 */
const walMegabytes = { segment: 1, least: 2, most: 16 }

/** The time after which an operator's supervisor starts PostgreSQL again. */
const restartDelayMs = 2_000

/** A goal of an operator. */
const recoveryMsMax = 15_000

/** The database does not accept work now. */
const unavailable = 503

/**
 * Fills the disk of PostgreSQL while clients read and write, and frees it again. Prints what the clients saw. Returns
 * false if a write was lost whose 2xx response reached a client, if a request failed with something else than 503, or
 * if the service did not recover.
 */
export async function drillDiskFull(
  { seconds, rate }: DiskFullOptions,
  print: (text: string) => void,
): Promise<boolean> {
  await requirePrograms({ pg_config: 'postgresql', psql: 'postgresql-client', mount: 'mount' })
  let server: ServerOnSmallDisk | undefined
  const database = await openBenchDatabase({
    start: async (dataDir) => {
      server = await ServerOnSmallDisk.start(join(dataDir, 'drill'))
      return server
    },
  })
  if (server === undefined) throw new Error('PostgreSQL was not started.')
  try {
    const installation = await startInstallation(database)
    try {
      const load = installation.startLoad(rate)
      await sleep(warmUpMs)
      const writeWal = await openWalWriter(database.db)
      const fullAtMs = performance.now()
      await server.fill()
      await sleep(seconds * 1000)
      const full = load.since(fullAtMs)
      const exhaustedAtMs = performance.now()
      await writeWal()
      await sleep(seconds * 1000)
      const exhausted = load.since(exhaustedAtMs)
      const freedAtMs = performance.now()
      await server.free()
      await untilCalm(load)
      const freed = load.since(freedAtMs)
      await load.stop()
      const views = [
        { name: 'no space for new rows', view: full },
        { name: 'no space for WAL either', view: exhausted },
        { name: 'space again', view: freed },
      ]
      print(tableOfViews(views))
      const isMet = printGoals({ views, restarts: server.restarts, recoveryMs: freed.longestGapMs }, print)
      return (await checkEvents(database.db, { receiver: installation.receiver, load }, print)) && isMet
    } finally {
      await installation.close()
    }
  } finally {
    await database.close()
  }
}

/** Returns a function that writes WAL until the full disk has no space for it, and PostgreSQL cannot continue. */
async function openWalWriter(db: Database): Promise<() => Promise<void>> {
  // A server whose disk is full may not accept new connections.
  const session = db.openSession()
  // It is lost with the server.
  session.on('error', () => {})
  await session.connect()
  const write = "select pg_logical_emit_message(true, 'drill', repeat('x', 900000))"
  return async () => {
    try {
      for (let megabyte = 0; megabyte < diskMegabytes; megabyte++) await session.query(write)
    } catch {
      // PostgreSQL has ended the connection.
    }
    await session.end()
  }
}

function printGoals(
  { views, restarts, recoveryMs }: { views: readonly FaultView[]; restarts: number; recoveryMs: number },
  print: (text: string) => void,
): boolean {
  const failed = failuresExcept(unavailable, views)
  const recoveryS = recoveryMs / 1000
  print(`\n  PostgreSQL ended, and was started again, ${number(restarts)} times.\n`)
  return checkGoals(
    [
      { name: `requests that fail with something else than ${unavailable}`, value: failed, below: 1 },
      { name: 's without a write after the disk has space again', value: recoveryS, below: recoveryMsMax / 1000 },
    ],
    print,
  )
}

/** A PostgreSQL whose data is on a small disk of its own, in memory, and that is started again when it ends. */
class ServerOnSmallDisk implements BenchServer {
  readonly #postgres: SystemPostgres
  readonly #port: number
  readonly #stopping = new AbortController()
  #supervised = Promise.resolve()
  #restarts = 0

  private constructor(postgres: SystemPostgres, port: number) {
    this.#postgres = postgres
    this.#port = port
  }

  /** @param folder will contain the disk */
  static async start(folder: string): Promise<ServerOnSmallDisk> {
    const server = new ServerOnSmallDisk(await SystemPostgres.at(folder), await freePort())
    const disk = server.#postgres.path('disk')
    await server.#postgres.client('mkdir', [disk])
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0777`, 'svc-drill', disk])
    try {
      await server.#postgres.initialize(dataFolder, [`--wal-segsize=${walMegabytes.segment}`])
      await server.#launch()
      server.#supervised = server.#supervise()
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  get url(): string {
    return this.#postgres.url
  }

  get restarts(): number {
    return this.#restarts
  }

  /** Leaves no space on the disk. */
  async fill(): Promise<void> {
    // It writes until there is no space, which it reports as an error.
    await run('dd', ['if=/dev/zero', `of=${this.#filler}`, 'bs=64k']).catch(() => {})
  }

  async free(): Promise<void> {
    await rm(this.#filler)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#supervised
    await this.#postgres.end('SIGINT')
    await run('umount', [this.#postgres.path('disk')])
  }

  get #filler(): string {
    return this.#postgres.path('disk/filler')
  }

  async #launch(): Promise<void> {
    const settings = { min_wal_size: `${walMegabytes.least}MB`, max_wal_size: `${walMegabytes.most}MB` }
    await this.#postgres.start(dataFolder, settings, this.#port)
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (!this.#postgres.isRunning) {
        this.#restarts += 1
        // It ends again while its disk is full.
        await this.#launch().catch(() => {})
      }
      // Rejects only when the server stops, which ends the loop.
      await sleep(restartDelayMs, undefined, { signal }).catch(() => {})
    }
  }
}
