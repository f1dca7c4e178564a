import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type Database, openDatabase } from '../src/connection/database.ts'
import { openKnex } from '../src/connection/knex.ts'
import { testServerVariable, testTemplateVariable, withDatabase } from './testing-server.ts'
import { watchTransactions } from './watch-transactions.ts'

// An uncaught error fails the run, whatever the code under test catches. Benchmarks use this module without Vitest.
if (process.env.VITEST)
  watchTransactions((violation) =>
    setImmediate(() => {
      throw violation
    }),
  )

export interface TestDatabase {
  db: Database
  url: string
  /** Closes the pool and drops the database; call it in `afterAll`. */
  drop(): Promise<void>
}

/** A machine that runs many tests may not schedule one of them for seconds: that is not what they test. */
export const testAcquireTimeoutMs = 30_000

/**
 * A migrated, empty database for one test file. Needs `packages/db/test/testing-server.ts` as Vitest's global setup.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[testServerVariable]
  const template = process.env[testTemplateVariable]
  if (!serverUrl || !template) {
    throw new Error(
      'There is no test server. Add packages/db/test/testing-server.ts to globalSetup in the Vitest configuration.',
    )
  }
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await runOn(serverUrl, 'create database ?? template ??', [name, template])
  const url = withDatabase(serverUrl, name)
  const db = openDatabase({ url, applicationName: 'svc-test', acquireTimeoutMs: testAcquireTimeoutMs })
  return {
    db,
    url,
    drop: async () => {
      await db.destroy()
      await runOn(serverUrl, 'drop database ?? with (force)', [name])
    },
  }
}

const knexByUrl = new Map<string, Knex>()

/**
 * Knex with a pool of its own on the same database, for tests to set up and inspect rows. It closes idle connections
 * immediately, so it need not be destroyed.
 */
export function knexOf({ url }: Pick<Database, 'url'>): Knex {
  const known = knexByUrl.get(url) ?? openKnex({ url, applicationName: 'svc-test-rows', poolMax: 5, idleTimeoutMs: 10 })
  knexByUrl.set(url, known)
  return known
}

async function runOn(serverUrl: string, statement: string, names: string[]): Promise<void> {
  const server = openKnex({ url: serverUrl, applicationName: 'svc-test-databases' })
  try {
    await server.raw(statement, names)
  } finally {
    await server.destroy()
  }
}

/** Resolves when this many connections to the database of the test wait for a lock. */
export async function lockIsAwaited(db: Database, connections = 1): Promise<void> {
  const waiting = `
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  for (let poll = 0; poll < 1_000; poll++) {
    const { rows } = await knexOf(db).raw(waiting)
    if (rows[0].waiting >= connections) return
  }
  throw new Error(`Fewer than ${connections} connections wait for a lock.`)
}
