import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, type DatabaseAddress, openDatabase, query } from '../src/connection/database.ts'
import { requireRoleSettings } from '../src/connection/role-settings.ts'
import { listenForWork } from '../src/queue/work-notifications.ts'
import { migrate } from '../src/schema/migrate.ts'
import { createTestDatabase, knexOf, type TestDatabase } from './testing.ts'

// The drill `pgbouncer` sends the statements through a real pooler; these tests need none.

let database: TestDatabase
const role = `svc_pooled_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  database = await createTestDatabase()
  await knexOf(database.db).raw(`create role ${role} login password 'pooled'`)
})
afterAll(async () => {
  await knexOf(database.db).raw(`drop role ${role}`)
  await database.drop()
})

function open(address: Partial<DatabaseAddress> = {}): Database {
  const { url } = database
  const db = openDatabase({ url, isPooled: true, applicationName: 'svc-pooler-test', poolMax: 1, ...address })
  onTestFinished(() => db.destroy())
  return db
}

test('a pooled connection has no prepared statements, alone and in a transaction', async () => {
  const db = open()
  const named = { name: 'test_pooled', text: 'select $1::int as value' }
  expect(await query(db, named, [1])).toEqual([{ value: 1 }])
  await db.transaction(async (transaction) => {
    expect(await query(transaction, named, [2])).toEqual([{ value: 2 }])
  })
  expect(await db.execute({ text: 'select name from pg_prepared_statements' })).toEqual([])
})

test('a pooled connection begins without settings, which a pooler refuses', async () => {
  const text = `
    select name from pg_settings
    where source = 'client' and name not in ('application_name', 'client_encoding') order by name collate "C"`
  expect(await open().execute({ text })).toEqual([])
  expect(await open({ isPooled: false }).execute({ text })).toEqual(
    ['DateStyle', 'TimeZone', 'idle_in_transaction_session_timeout', 'statement_timeout'].map((name) => ({ name })),
  )
})

test('a session is opened without the pooler, and only if its URL is known', async () => {
  const session = open({ url: 'postgres://127.0.0.1:1/pooler', directUrl: database.url }).openSession()
  await session.connect()
  const { rows } = await session.query('show statement_timeout')
  await session.end()
  expect(rows).toEqual([{ statement_timeout: '4s' }])
  expect(() => open().openSession()).toThrow('SVC_DATABASE_DIRECT_URL is not set')
})

test('without sessions, a worker does not count on notifications', async () => {
  const db = open()
  const notified: unknown[] = []
  const listener = listenForWork(
    () => db.openSession(),
    (queue) => notified.push(queue),
  )
  db.notifyWorkers('deliveries')
  expect(listener.isListening).toBe(false)
  await listener.stop()
  expect(notified).toEqual([])
})

test('migrations are refused through a pooler, and run without it', async () => {
  const quiet = { debug: () => {}, info: () => {} }
  await expect(migrate(open(), quiet)).rejects.toMatchObject({
    name: 'StartError',
    message: 'Migrations do not run through a pooler. Set SVC_DATABASE_DIRECT_URL.',
  })
  expect(await migrate(open({ url: 'postgres://127.0.0.1:1/pooler', directUrl: database.url }), quiet)).toEqual([])
})

test('a start is refused with the statements that the role lacks, and accepted after them', async () => {
  const url = new URL(database.url)
  url.username = role
  url.password = 'pooled'
  await knexOf(database.db).raw(`alter role ${role} set timezone = 'Europe/Amsterdam'`)
  const refused = await requireRoleSettings(open({ url: url.href })).catch((error) => error)
  expect(refused.name).toBe('StartError')
  const statements = String(refused.message).match(/alter role .*;/g) ?? []
  expect(statements).toEqual([
    `alter role "${role}" set timezone = 'UTC';`,
    `alter role "${role}" set statement_timeout = '4s';`,
    `alter role "${role}" set idle_in_transaction_session_timeout = '5s';`,
  ])
  for (const statement of statements) await knexOf(database.db).raw(statement)
  await requireRoleSettings(open({ url: url.href }))
})

test('a command has no limits without the pooler, although the role has some', async () => {
  await knexOf(database.db).raw(`alter role ${role} set statement_timeout = '4s'`)
  const url = new URL(database.url)
  url.username = role
  url.password = 'pooled'
  const db = openDatabase({ url: url.href, applicationName: 'svc-pooler-test', poolMax: 1, statementTimeoutMs: 0 })
  onTestFinished(() => db.destroy())
  expect(await db.execute({ text: 'show statement_timeout' })).toEqual([{ statement_timeout: '0' }])
})

test('no statement of a store leaves state in its session', () => {
  const source = join(import.meta.dirname, '../src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('migrations/'),
  )
  const stateful =
    /pg_(?:try_)?advisory_lock|(?:text: |raw\()['"`]\s*(?:listen |prepare |discard |set (?!local |transaction ))|create temp|with hold|set_config\([^)]*false\)/i
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((path) => stateful.test(readFileSync(join(source, path), 'utf8')))).toEqual([])
})
