import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../src/connection/database.ts'
import { migrations } from '../src/migrations/all.ts'
import type { Migration } from '../src/migrations/migration.ts'
import { migrate, pendingMigrations } from '../src/schema/migrate.ts'
import { buildIndex } from './index-migration.ts'
import { createTestDatabase, knexOf, lockIsAwaited, type TestDatabase } from './testing.ts'

const quiet = { debug: () => {}, info: () => {} }
const steps: Migration[] = [
  { name: '9001-first', up: async (transaction) => void (await transaction.raw('create table first (id int)')) },
  { name: '9002-second', up: async (transaction) => void (await transaction.raw('create table second (id int)')) },
]

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createTestDatabase()
})
afterEach(() => testDatabase.drop())

test('every migration runs once, in order; the log has their number, and each of them at the level debug', async () => {
  const { db } = testDatabase
  const details: object[] = []
  const summaries: object[] = []
  const logger = {
    debug: (fields: object) => void details.push(fields),
    info: (fields: object) => void summaries.push(fields),
  }
  expect(await pendingMigrations(db, steps)).toEqual(['9001-first', '9002-second'])
  expect(await migrate(db, logger, steps)).toEqual(['9001-first', '9002-second'])
  expect(details).toMatchObject([{ migration: '9001-first' }, { migration: '9002-second' }])
  expect(await pendingMigrations(db, steps)).toEqual([])
  expect(await migrate(db, logger, steps)).toEqual([])
  expect(summaries).toMatchObject([{ migrations: 2 }])
})

test('every migration runs with the owner of the schema, which is no superuser', async () => {
  const knex = knexOf(testDatabase.db)
  const owner = `svc_owner_${testDatabase.url.slice(-8)}`
  await knex.raw(`create role ${owner} login password 'changes-schema'`)
  await knex.raw(`drop schema public cascade; create schema public authorization ${owner}`)
  const url = new URL(testDatabase.url)
  url.username = owner
  url.password = 'changes-schema'
  const db = openDatabase({ url: url.href, applicationName: 'svc-test' })
  try {
    expect(await migrate(db, quiet, migrations)).toHaveLength(migrations.length)
  } finally {
    await db.destroy()
    await knex.raw(`drop owned by ${owner} cascade; drop role ${owner}`)
  }
})

test('five processes that start together run each migration once', async () => {
  const ran = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(testDatabase.db, quiet, steps)))
  expect(ran.flat().sort()).toEqual(['9001-first', '9002-second'])
})

test('a failed migration is rolled back, keeps earlier ones, and runs again when it is corrected', async () => {
  const { db } = testDatabase
  const failing: Migration = {
    name: '9002-second',
    up: async (transaction) => {
      await transaction.raw('create table second (id int)')
      await transaction.raw('select 1 / 0')
    },
  }
  await expect(migrate(db, quiet, [...steps.slice(0, 1), failing])).rejects.toMatchObject({ code: '22012' })
  expect(await knexOf(db).schema.hasTable('first')).toBe(true)
  expect(await knexOf(db).schema.hasTable('second')).toBe(false)
  expect(await migrate(db, quiet, steps)).toEqual(['9002-second'])
})

test('a migration may take longer than the statement timeout of requests', async () => {
  const withTimeout = openDatabase({
    url: testDatabase.url,
    applicationName: 'svc-migrate-test',
    statementTimeoutMs: 50,
  })
  const slow: Migration = {
    name: '9003-slow',
    up: async (transaction) => void (await transaction.raw('select pg_sleep(0.7)')),
  }
  expect(await migrate(withTimeout, quiet, [slow])).toEqual(['9003-slow'])
  await withTimeout.destroy()
})

describe('a process killed during a migration', () => {
  let child: ChildProcess
  afterEach(() => child.kill('SIGKILL'))

  test('leaves neither changes nor a lock: the next process runs it', async () => {
    const { db, url } = testDatabase
    child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-test-process.ts'), url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('The process has no output.')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    expect(await migrate(db, quiet, [{ name: '9009-interrupted', up: steps[0]?.up ?? (async () => {}) }])).toEqual([
      '9009-interrupted',
    ])
    expect(await knexOf(db).schema.hasTable('half')).toBe(false)
  })
})

describe('an index that is built outside a transaction', () => {
  beforeEach(() => knexOf(testDatabase.db).raw('create table large as select generate_series(1, 1000) as id'))

  /** Holds an old snapshot, for which every build of an index waits. Returns the function that releases it. */
  async function delayBuilds(): Promise<() => Promise<unknown>> {
    const transaction = await knexOf(testDatabase.db).transaction(undefined, { isolationLevel: 'repeatable read' })
    await transaction.raw('select count(*) from large')
    return () => transaction.commit()
  }

  const indexState = async () => {
    const state = "select indisvalid as is_valid from pg_index where indexrelid = to_regclass('large_by_id')"
    return (await knexOf(testDatabase.db).raw<{ rows: { is_valid: boolean }[] }>(state)).rows[0]?.is_valid
  }

  test('lets the table be written to meanwhile', async () => {
    const { db } = testDatabase
    const release = await delayBuilds()
    const ran = migrate(db, quiet, [buildIndex])
    await lockIsAwaited(db)
    await knexOf(db)('large').insert({ id: 1_001 })
    await knexOf(db)('large').where({ id: 1 }).delete()
    expect(await indexState()).toBe(false)
    expect(await pendingMigrations(db, [buildIndex])).toEqual(['9010-index'])
    await release()
    expect(await ran).toEqual(['9010-index'])
    expect(await indexState()).toBe(true)
  })

  test('is built by one of five processes, for which the others wait', async () => {
    const ran = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(testDatabase.db, quiet, [buildIndex, ...steps])))
    expect(ran.flat().sort()).toEqual(['9001-first', '9002-second', '9010-index'])
  })

  test('is built again by the next process when the first is killed during the build', async () => {
    const { db, url } = testDatabase
    const release = await delayBuilds()
    const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-test-process.ts'), url, 'index'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await lockIsAwaited(db)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await indexState()).toBe(false)

    const ran = migrate(db, quiet, [buildIndex])
    await release()
    expect(await ran).toEqual(['9010-index'])
    expect(await indexState()).toBe(true)
    expect(await migrate(db, quiet, [buildIndex])).toEqual([])
  })

  test('is kept when the process was killed before it recorded the step', async () => {
    const { db } = testDatabase
    await knexOf(db).raw('create index large_by_id on large (id)')
    expect(await migrate(db, quiet, [buildIndex])).toEqual(['9010-index'])
    expect(await indexState()).toBe(true)
  })
})

test('a migration that ran under its former name is not run again', async () => {
  const { db } = testDatabase
  const formerNames = migrations.flatMap(({ formerName }) => formerName ?? [])
  expect(formerNames).toEqual(['0003-cheaper-deliveries', '0005-cheaper-publishing', '0006-progress-of-keys'])
  for (const { name, formerName } of migrations) {
    if (formerName) await knexOf(db)('schema_migrations').where({ name }).update({ name: formerName })
  }
  expect(await pendingMigrations(db)).toEqual([])
  expect(await migrate(db, quiet)).toEqual([])
})

test('the names of migrations are sorted, unique and without a file extension', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z0-9-]+$/)
})
