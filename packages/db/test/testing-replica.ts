import { setTimeout as sleep } from 'node:timers/promises'
import { startTemporaryPostgres, startTemporaryStandby } from '@svc/local-postgres/testing'
import { openDatabase } from '../src/connection/database.ts'
import { openKnex } from '../src/connection/knex.ts'
import { migrate } from '../src/schema/migrate.ts'
import { type TestDatabase, testAcquireTimeoutMs } from './testing.ts'

/** A migrated database on a server of its own, and a standby that streams from it. */
export interface ReplicatedDatabase extends TestDatabase {
  replica: {
    /** The same database on the standby. */
    url: string
    /** Resolves when the standby has everything that was committed on the primary before this call. */
    isCurrent(): Promise<void>
    /** The standby still receives everything, and shows none of it until `resume`. */
    pause(): Promise<void>
    resume(): Promise<void>
    /** Runs one statement on the standby, as its superuser. */
    run<Row = object>(text: string): Promise<Row[]>
    stop(): Promise<void>
  }
}

/** Starts both servers: for one test file, which drops them in `afterAll`. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const primary = await startTemporaryPostgres()
  const { url } = primary
  const db = openDatabase({ url, applicationName: 'svc-test', acquireTimeoutMs: testAcquireTimeoutMs })
  await migrate(db, { debug: () => {}, info: () => {} })
  // Otherwise the standby would receive commits with a delay.
  await runOn(url, 'alter database postgres set synchronous_commit = on')
  const standby = await startTemporaryStandby(primary)
  const run = <Row>(text: string) => runOn<Row>(standby.url, text)
  return {
    db,
    url,
    replica: {
      url: standby.url,
      run,
      async isCurrent() {
        const [position] = await runOn<{ lsn: string }>(url, 'select pg_current_wal_insert_lsn() as lsn')
        const text = `select pg_last_wal_replay_lsn() >= '${position?.lsn}' as passed`
        for (let poll = 0; poll < 1_000; poll++) {
          const [replay] = await run<{ passed: boolean }>(text)
          if (replay?.passed) return
          await sleep(20)
        }
        throw new Error('The standby does not receive what the primary commits.')
      },
      async pause() {
        await run('select pg_wal_replay_pause()')
        for (let poll = 0; poll < 1_000; poll++) {
          const [replay] = await run<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
          if (replay?.state === 'paused') return
          await sleep(20)
        }
        throw new Error('The standby does not pause.')
      },
      async resume() {
        await run('select pg_wal_replay_resume()')
      },
      stop: () => standby.stop(),
    },
    async drop() {
      await db.destroy()
      await standby.remove()
      await primary.remove()
    },
  }
}

async function runOn<Row>(url: string, text: string): Promise<Row[]> {
  const knex = openKnex({ url, applicationName: 'svc-test-replica' })
  try {
    const { rows } = await knex.raw<{ rows: Row[] }>(text)
    return rows
  } finally {
    await knex.destroy()
  }
}
