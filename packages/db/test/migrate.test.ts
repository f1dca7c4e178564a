import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database.ts'
import { migrate, pendingMigrations } from '../src/migrate.ts'
import { migrations } from '../src/migrations/all.ts'
import type { Migration } from '../src/migrations/migration.ts'
import { createTestDatabase, knexOf, type TestDatabase } from './testing.ts'

const quiet = { info: () => {} }
const steps: Migration[] = [
  { name: '9001-first', up: async (transaction) => void (await transaction.raw('create table first (id int)')) },
  { name: '9002-second', up: async (transaction) => void (await transaction.raw('create table second (id int)')) },
]

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createTestDatabase()
})
afterEach(() => testDatabase.drop())

test('every migration runs once, in order, and is logged', async () => {
  const { db } = testDatabase
  const logged: object[] = []
  expect(await pendingMigrations(db, steps)).toEqual(['9001-first', '9002-second'])
  expect(await migrate(db, { info: (fields) => void logged.push(fields) }, steps)).toEqual([
    '9001-first',
    '9002-second',
  ])
  expect(logged).toMatchObject([{ migration: '9001-first' }, { migration: '9002-second' }])
  expect(await pendingMigrations(db, steps)).toEqual([])
  expect(await migrate(db, quiet, steps)).toEqual([])
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
