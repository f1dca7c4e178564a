import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { knexOf } from '@svc/db/testing'
import { freePort, isFree } from '@svc/supervisor/ports'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { startInstallation } from './installation.ts'
import { checkEvents, checkGoals, listeningWorkers, tableOfViews } from './reports.ts'
import { requirePrograms, SystemProgram } from './system-program.ts'

interface PgbouncerOptions {
  /** The time for which each step is observed. */
  seconds: number
  /** Requests per second. */
  rate: number
}

/** The connections to PostgreSQL that the pooler may open: fewer than one for each connection of the processes. */
const poolSize = 4

/** Connections are opened and code is compiled meanwhile. */
const warmUpMs = 10_000

const configuration = new URL('../../deploy/compose/pgbouncer.ini', import.meta.url)

/**
 * Runs two API processes and two workers through PgBouncer in transaction mode while clients read and write, kills
 * PgBouncer meanwhile, and prints what the clients saw. Returns false if a request failed without a fault, or if the
 * event of a write was lost whose 2xx response reached a client.
 */
export async function drillPgbouncer(
  { seconds, rate }: PgbouncerOptions,
  print: (text: string) => void,
): Promise<boolean> {
  await requirePrograms({ pgbouncer: 'pgbouncer' })
  const database = await openBenchDatabase()
  try {
    await giveRoleSettings(database)
    const pooler = await Pgbouncer.configure(database)
    await pooler.start()
    try {
      return await underLoad({ database: pooled(database, pooler), pooler }, { seconds, rate }, print)
    } finally {
      await pooler.kill()
    }
  } finally {
    await database.close()
  }
}

async function underLoad(
  { database, pooler }: { database: BenchDatabase; pooler: Pgbouncer },
  { seconds, rate }: PgbouncerOptions,
  print: (text: string) => void,
): Promise<boolean> {
  const installation = await startInstallation(database)
  try {
    const load = installation.startLoad(rate)
    await sleep(warmUpMs)
    const calmMs = performance.now()
    await sleep(seconds * 1000)
    const calm = load.since(calmMs)
    const opened = await pooledConnections(database)
    const listening = await listeningWorkers(database.db)
    const faultMs = performance.now()
    await pooler.kill()
    await pooler.start()
    await sleep(seconds * 1000)
    const restarted = load.since(faultMs)
    await load.stop()
    const failed = calm.reads.failed + calm.writes.failed
    print(
      tableOfViews([
        { name: 'none', view: calm },
        { name: 'PgBouncer is killed, and started again', view: restarted },
      ]),
    )
    const areMet = checkGoals(
      [
        { name: 'requests that fail without a fault', value: failed, below: 1 },
        { name: 'connections of PgBouncer to PostgreSQL', value: opened, below: poolSize + 1 },
        { name: 'workers that listen without PgBouncer', value: listening, atLeast: 2 },
      ],
      print,
    )
    return (await checkEvents(database.db, { receiver: installation.receiver, load }, print)) && areMet
  } finally {
    await installation.close()
  }
}

/** The database as processes reach it through the pooler. The benchmark itself does not use it. */
function pooled(database: BenchDatabase, { url }: Pgbouncer): BenchDatabase {
  const settings = {
    DATABASE_URL: url,
    SVC_DATABASE_POOLER: 'transaction',
    SVC_DATABASE_DIRECT_URL: database.db.url,
  }
  return { ...database, environment: { ...database.environment, ...settings } }
}

/** As deploy/postgres/roles.sql does. */
async function giveRoleSettings({ db }: BenchDatabase): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO'",
    "statement_timeout = '4s'",
    "idle_in_transaction_session_timeout = '5s'",
  ])
    await knexOf(db).raw(`alter role current_user set ${setting}`)
}

async function pooledConnections({ db }: BenchDatabase): Promise<number> {
  // PgBouncer gives its connections the name of the client that used them last.
  const { rows } = await knexOf(db).raw(`
    select count(*)::int as opened from pg_stat_activity
    where backend_type = 'client backend' and application_name in ('svc-api', 'svc-worker', 'svc-ready')
      and query not like 'listen%'`)
  return rows[0].opened
}

/** PgBouncer on a free port, with the configuration of deploy/compose apart from addresses and files. */
class Pgbouncer {
  readonly url: string
  readonly #file: string
  readonly #port: number
  #program: SystemProgram | undefined

  private constructor(url: string, file: string, port: number) {
    this.url = url
    this.#file = file
    this.#port = port
  }

  static async configure({ db, dataDir }: BenchDatabase): Promise<Pgbouncer> {
    const server = new URL(db.url)
    const name = server.pathname.slice(1)
    const port = await freePort()
    const users = join(dataDir, 'pgbouncer-users.txt')
    await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, { mode: 0o644 })
    const replaced = (await readFile(configuration, 'utf8'))
      .replace(/^svc = .*$/m, `${name} = host=${server.hostname} port=${server.port} dbname=${name}`)
      .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir =')
      .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
      .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
      .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
    const file = join(dataDir, 'pgbouncer.ini')
    await writeFile(file, replaced)
    const url = new URL(server)
    url.port = String(port)
    return new Pgbouncer(url.href, file, port)
  }

  async start(): Promise<void> {
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    const output = { name: 'PgBouncer', logFile: `${this.#file}.log` }
    this.#program = await SystemProgram.start(['pgbouncer', ...user, this.#file], output)
    await this.#program.untilReady(async () => !(await isFree('127.0.0.1', this.#port)), startTimeoutMs)
  }

  /** Ends all of its connections at once. */
  async kill(): Promise<void> {
    await this.#program?.kill()
  }
}

const startTimeoutMs = 10_000
