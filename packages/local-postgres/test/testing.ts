import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalPostgres } from '../src/local-postgres.ts'

export interface TemporaryPostgres {
  url: string
  /** Contains `postgres/data`. */
  dataDir: string
  /** Stops the server and keeps its data. */
  stop(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** No test needs its data after a power failure. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** A PostgreSQL in a new temporary directory. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  return startIn(await newDataDir(), fastSettings)
}

/**
 * A standby of a temporary PostgreSQL, which streams from it. It begins as a copy of the files, so nothing else should
 * write much to the primary meanwhile. Transactions with `synchronous_commit = on` arrive at once.
 *
 * @param settings of the standby. Default: those of a temporary PostgreSQL, which does not wait for the disk.
 */
export async function startTemporaryStandby(
  primary: Pick<TemporaryPostgres, 'url' | 'dataDir'>,
  settings: Readonly<Record<string, string>> = fastSettings,
): Promise<TemporaryPostgres> {
  const dataDir = await newDataDir()
  const source = join(primary.dataDir, 'postgres')
  const target = join(dataDir, 'postgres')
  await mkdir(target)
  await cp(join(source, 'password'), join(target, 'password'))
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', fast => true)")
    execFileSync('cp', ['-a', join(source, 'data'), join(target, 'data')])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(target, 'data/postmaster.pid'))
    await writeFile(join(target, 'data/backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(target, 'data/standby.signal'), '')
  } finally {
    await client.end()
  }
  const { uid, gid } = await stat(join(source, 'data'))
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, target])
  const { hostname, port, username, password } = new URL(primary.url)
  return startIn(dataDir, {
    ...settings,
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    wal_receiver_status_interval: '1s',
  })
}

/** A new folder that the user of PostgreSQL can enter if root starts it. */
async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  await chmod(dataDir, 0o711)
  return dataDir
}

async function startIn(dataDir: string, settings: Readonly<Record<string, string>>): Promise<TemporaryPostgres> {
  const postgres = await startLocalPostgres({ dataDir, logger: silent, settings })
  return {
    url: postgres.url,
    dataDir,
    stop: () => postgres.stop(),
    async remove() {
      await postgres.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
