import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@svc/db/database'
import { knexOf } from '@svc/db/testing'
import { type BenchDatabase, openBenchDatabase } from '../database.ts'
import { ourProgram, startServerProcess } from '../server-process.ts'
import { number, table } from '../statistics.ts'
import { startInstallation } from './installation.ts'
import { SystemPostgres } from './system-postgres.ts'
import { run } from './system-program.ts'

interface RestoreOptions {
  /** The time for which clients write before the backup, and again between the backup and the loss of the server. */
  seconds: number
  /** Requests per second. */
  rate: number
}

const cli = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

/** The interval at which WAL is archived. docs/operations/backup.md recommends 60 s. */
const archiveTimeoutSeconds = 5

/**
 * Backs up a database under load with pg_dump and with a base backup and archived WAL, loses the server with its data,
 * and restores both backups into new data directories. Prints how long each step takes, and which confirmed writes
 * each restore has lost. Returns false if `svc backup verify` reports a violation or the service does not work.
 */
export async function drillRestore({ seconds, rate }: RestoreOptions, print: (text: string) => void): Promise<boolean> {
  let postgres: SystemPostgres | undefined
  const database = await openBenchDatabase({
    start: async (dataDir) => {
      postgres = await SystemPostgres.at(join(dataDir, 'drill'))
      await postgres.initialize('primary')
      return postgres.start('primary', {
        archive_mode: 'on',
        archive_timeout: `${archiveTimeoutSeconds}s`,
        archive_command: `test ! -f ${postgres.path('wal')}/%f && cp %p ${postgres.path('wal')}/%f`,
      })
    },
  })
  if (postgres === undefined) throw new Error('PostgreSQL was not started.')
  const steps: [string, string][] = []
  const timed = async (step: string, work: () => Promise<unknown>) => {
    const startMs = performance.now()
    await work()
    steps.push([step, number((performance.now() - startMs) / 1000, 1)])
  }
  try {
    const installation = await startInstallation(database)
    const load = installation.startLoad(rate)
    await sleep(seconds * 1000)
    const dump = postgres.path('svc.dump')
    const { url } = postgres
    const pg = postgres
    const confirmedAtDump = load.confirmed.length
    await timed('pg_dump', () => pg.client('pg_dump', ['--format=custom', `--file=${dump}`, url]))
    const baseBackup = ['-d', url, '-D', pg.path('base'), '-X', 'stream', '--checkpoint=fast']
    await timed('pg_basebackup', () => pg.client('pg_basebackup', baseBackup))
    await sleep(seconds * 1000)
    const lostAtMs = Date.now()
    await pg.end('SIGQUIT')
    await load.stop()
    await installation.close()

    await timed('replay of the archived WAL in a new data directory', async () => {
      await pg.signalRecovery('base')
      await pg.start('base', { restore_command: `cp ${pg.path('wal')}/%f %p`, archive_mode: 'off' })
    })
    const restored = { ...database.environment, DATABASE_URL: pg.url }
    const fromWal = await lossOf(load.confirmed, { url: pg.url, lostAtMs })
    await timed('svc backup verify --restored', () => verify(['--restored', pg.url], restored, print))
    await timed('pg_restore of the dump, and svc backup verify', () => verify([dump], restored, print))
    await timed('first request to the restored service', () => requestOnce(restored, database))
    print(`\n${table(['step', 's'], steps)}\n`)
    print(
      `  ${number(load.confirmed.length)} writes were confirmed to clients before the server was lost.\n` +
        `  The archived WAL (every ${archiveTimeoutSeconds} s) lost ${fromWal.lost} of them, the last ` +
        `${number(fromWal.seconds, 1)} s.\n` +
        `  The dump lost what was written after it: ${number(load.confirmed.length - confirmedAtDump)} of them.\n`,
    )
    return fromWal.seconds <= 2 * archiveTimeoutSeconds
  } finally {
    await database.close()
  }
}

/** The confirmed deliveries that a database lacks, and the time between its newest record and the loss. */
async function lossOf(
  confirmed: readonly string[],
  { url, lostAtMs }: { url: string; lostAtMs: number },
): Promise<{ lost: number; seconds: number }> {
  const db = openDatabase({ url, applicationName: 'svc-drill', statementTimeoutMs: 0 })
  try {
    const rows: { id: string; created_at: string }[] = await knexOf(db)('webhook_deliveries')
      .select('id', 'created_at')
      .orderBy('created_at', 'desc')
    const known = new Set(rows.map(({ id }) => id))
    const newestMs = Date.parse(rows[0]?.created_at ?? '')
    return { lost: confirmed.filter((id) => !known.has(id)).length, seconds: (lostAtMs - newestMs) / 1000 }
  } finally {
    await db.destroy()
  }
}

/** Throws with the output of the command if an invariant is violated. */
async function verify(
  args: readonly string[],
  environment: Record<string, string>,
  print: (text: string) => void,
): Promise<void> {
  const env = { ...process.env, ...environment }
  const { stdout } = await run(process.execPath, [cli, 'backup', 'verify', ...args], { env })
  print(`\n${stdout.trim()}\n`)
}

async function requestOnce(environment: Record<string, string>, { key }: BenchDatabase): Promise<void> {
  const server = await startServerProcess(ourProgram, { ...environment, SVC_MODE: 'development' })
  try {
    const url = `http://127.0.0.1:${server.port}/api/public/v1/businesses`
    const response = await fetch(url, { headers: { 'X-API-Key': key } })
    if (response.status !== 200) throw new Error(`The restored service returned ${response.status}.`)
    await response.text()
  } finally {
    await server.stop()
  }
}
