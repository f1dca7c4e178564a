import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type Database, openDatabase } from '../src/connection/database.ts'
import { openKnex } from '../src/connection/knex.ts'
import { testServerVariable, testTemplateVariable, withDatabase } from './testing-server.ts'
import { watchTransactions } from './watch-transactions.ts'

// An uncaught error fails the run, even if the code under test catches it. Benchmarks use this module without Vitest.
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
const testStatementTimeoutMs = 30_000

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
  const db = openDatabase({
    url,
    applicationName: 'svc-test',
    acquireTimeoutMs: testAcquireTimeoutMs,
    statementTimeoutMs: testStatementTimeoutMs,
  })
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

/** Copies all rows of these tables to another database, as a backup and its restore do. */
export async function copyRows(from: Database, to: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await knexOf(from).raw('select json_agg(each) as content from ?? as each', [table])
    const stored = { table_name: table, is_generated: 'NEVER' }
    const columns = await knexOf(from)('information_schema.columns').where(stored).pluck('column_name')
    const names = knexOf(from).raw(columns.map(() => '??').join(), columns)
    const content = JSON.stringify(rows[0].content)
    const text = 'insert into ?? (?) select ? from json_populate_recordset(null::??, ?)'
    await knexOf(to).raw(text, [table, names, names, table, content])
  }
}

/** A role that may only read the tables of this database. Drop it before the database. */
interface ReadingRole {
  name: string
  url: string
  drop(): Promise<void>
}

export async function createReader(db: Database): Promise<ReadingRole> {
  const name = `svc_reader_${randomBytes(4).toString('hex')}`
  const knex = knexOf(db)
  await knex.raw(`create role ${name} login password 'reads-only'`)
  await knex.raw(`grant select on all tables in schema public to ${name}`)
  const url = new URL(db.url)
  url.username = name
  url.password = 'reads-only'
  return {
    name,
    url: url.href,
    async drop() {
      await knex.raw(`drop owned by ${name}; drop role ${name}`)
    },
  }
}

/** Removes the record of the last migration while `work` runs, so that it seems to be missing. */
export async function withoutLastMigration<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const migrations = () => knexOf(db)('schema_migrations')
  const [last] = await migrations().orderBy('name', 'desc').limit(1)
  await migrations().where({ name: last.name }).delete()
  try {
    return await work()
  } finally {
    await migrations().insert(last)
  }
}
