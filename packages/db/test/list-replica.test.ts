import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Transaction } from '../src/connection/database.ts'
import { ListReplica } from '../src/connection/list-replica.ts'
import type { Owner } from '../src/connection/records.ts'
import { writeHeartbeat } from '../src/platform/replica-heartbeat.ts'
import { listWebhooks } from '../src/webhooks/webhook-endpoints.ts'
import { openBrightside, openRosso, registerWebhook } from './fixtures.ts'
import { knexOf, testAcquireTimeoutMs } from './testing.ts'
import { createReplicatedDatabase, type ReplicatedDatabase } from './testing-replica.ts'

let database: ReplicatedDatabase
let rosso: Owner
let brightside: Owner
/** The clock of the replicas below, in milliseconds. */
let clock = 0
let logged: string[] = []
let lists: ListReplica

beforeAll(async () => {
  database = await createReplicatedDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.replica.resume()
  brightside = await openBrightside(database.db)
  await beginReplica()
})
afterEach(() => lists.close())

/** Opens `lists` and the account of a test, with a replica that has everything. */
async function beginReplica(): Promise<void> {
  rosso = await openRosso(database.db)
  clock = 0
  logged = []
  lists = openReplica(database.replica.url)
  await database.replica.isCurrent()
  await lists.poll()
}

function openReplica(url: string): ListReplica {
  const log = (fields: object, message: string) => {
    logged.push(`${message} ${'reason' in fields ? fields.reason : ''}`.trim())
  }
  const replica = openDatabase({
    url,
    applicationName: 'svc-test-lists',
    acquireTimeoutMs: testAcquireTimeoutMs,
    statementTimeoutMs: 30_000,
  })
  return new ListReplica({ primary: database.db, replica, logger: { info: log, warn: log }, now: () => clock })
}

/** Lets a second pass for the heartbeat without the clock of the server, and polls. */
async function pollNextSecond(): Promise<void> {
  await knexOf(database.db)('replica_heartbeat').update({ written_at: '2020-01-01' })
  await lists.poll()
}

const leftOut = 'Lists are read from the primary: the replica (SVC_DATABASE_REPLICA_URL) is left out'
const used = 'Lists are read from the replica (SVC_DATABASE_REPLICA_URL)'

async function listedIds({ account_id, business_id }: Owner): Promise<string[]> {
  const { items } = await listWebhooks(lists.listsOf(account_id), { account_id, business_id }, { limit: 100 })
  return items.map(({ id }) => id)
}

/** Registers a webhook as a request of the account does. */
async function registerAsCaller(owner: Owner): Promise<string> {
  const database = lists.writesOf(owner.account_id)
  return database.transaction(async (transaction) => (await registerWebhook(transaction, owner)).id)
}

describe('while the replay of the replica is paused', () => {
  beforeEach(() => database.replica.pause())

  test('a caller sees what it has just written, and another account sees what the replica has', async () => {
    const own = await registerAsCaller(rosso)
    // Not a request of the account, so the account need not see it yet.
    await registerWebhook(database.db, brightside)
    expect(await listedIds(rosso)).toEqual([own])
    expect(await listedIds(brightside)).toEqual([])
    expect(lists.reads).toEqual({ replica: 1, left_out: 0, own_write: 1, failed: 0 })
  })

  test('a caller sees its second write, although the replica has the first', async () => {
    await database.replica.resume()
    const first = await registerAsCaller(rosso)
    await database.replica.isCurrent()
    await database.replica.pause()
    expect(await listedIds(rosso)).toEqual([first])
    const second = await registerAsCaller(rosso)
    expect((await listedIds(rosso)).toSorted()).toEqual([first, second].toSorted())
    expect(lists.reads).toMatchObject({ replica: 1, own_write: 1 })
  })

  test('a write that was rolled back does not keep the caller from the replica', async () => {
    const failed = lists.writesOf(rosso.account_id).transaction(async (transaction) => {
      await registerWebhook(transaction, rosso)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await listedIds(rosso)).toEqual([])
    expect(lists.reads).toMatchObject({ replica: 1, own_write: 0 })
  })

  test('a transaction that only read does not keep the caller from the replica', async () => {
    const { account_id, business_id } = rosso
    const read = (transaction: Transaction) => listWebhooks(transaction, { account_id, business_id }, { limit: 100 })
    // PostgreSQL plans a prepared statement once for all values after some executions.
    for (let time = 0; time < 10; time++) await lists.writesOf(account_id).transaction(read)
    expect(await listedIds(rosso)).toEqual([])
    expect(lists.reads).toMatchObject({ replica: 1, own_write: 0 })
    const own = await registerAsCaller(rosso)
    expect(await listedIds(rosso)).toEqual([own])
    expect(lists.reads).toMatchObject({ replica: 1, own_write: 1 })
  })

  test('a caller sees what it wrote in a nested transaction alone', async () => {
    const database = lists.writesOf(rosso.account_id)
    const own = await database.transaction((outer) =>
      outer.transaction(async (nested) => (await registerWebhook(nested, rosso)).id),
    )
    expect(await listedIds(rosso)).toEqual([own])
    expect(lists.reads).toMatchObject({ replica: 0, own_write: 1 })
  })

  test('the replica is left out once it lacks more than five heartbeats, which is logged once', async () => {
    for (let second = 0; second < 6; second++) await pollNextSecond()
    expect(lists.isUsable).toBe(true)
    for (let second = 0; second < 3; second++) await pollNextSecond()
    expect(lists.isUsable).toBe(false)
    expect(lists.lagSeconds).toBeGreaterThan(5)
    expect(await listedIds(rosso)).toEqual([])
    expect(lists.reads).toMatchObject({ replica: 0, left_out: 1 })
    expect(logged).toEqual([used, `${leftOut} it is too far behind`])
  })
})

test('after the replay, the replica serves the caller again', async () => {
  await database.replica.pause()
  const own = await registerAsCaller(rosso)
  for (let second = 0; second < 8; second++) await pollNextSecond()
  expect(lists.isUsable).toBe(false)
  await database.replica.resume()
  await database.replica.isCurrent()
  await lists.poll()
  expect(lists.lagSeconds).toBe(0)
  expect(await listedIds(rosso)).toEqual([own])
  expect(lists.reads).toEqual({ replica: 1, left_out: 0, own_write: 0, failed: 0 })
})

test('the result of a poll is valid for three seconds', () => {
  clock = 3_000
  expect(lists.isUsable).toBe(true)
  clock = 3_001
  expect(lists.isUsable).toBe(false)
  expect(lists.lagSeconds).toBeNaN()
})

test('a standby of another database is left out', async () => {
  await knexOf(database.db).raw('create database other')
  await database.replica.isCurrent()
  const url = new URL(database.replica.url)
  url.pathname = '/other'
  await knexOf({ url: new URL('/other', database.url).href }).raw(
    'create table replica_heartbeat as select 1::bigint as number',
  )
  await database.replica.isCurrent()
  const other = openReplica(url.href)
  await other.poll()
  expect(other.isUsable).toBe(false)
  expect(logged.at(-1)).toBe(`${leftOut} it has another database`)
  await other.close()
})

test('a statement that conflicts with the replay is repeated on the primary', async () => {
  await database.replica.run('alter system set max_standby_streaming_delay = 0')
  await database.replica.run('select pg_reload_conf()')
  // On the replica it runs until it is canceled.
  const text =
    "select case when pg_is_in_recovery() then pg_sleep(60)::text else 'primary' end as server from accounts limit 1"
  const reading = lists.listsOf(rosso.account_id).execute({ text })
  const running = "select from pg_stat_activity where wait_event = 'PgSleep'"
  await expect.poll(() => database.replica.run(running), { timeout: 10_000 }).toHaveLength(1)
  await knexOf(database.db)('accounts').where({ id: brightside.account_id }).delete()
  await knexOf(database.db).raw('vacuum accounts')
  expect(await reading).toEqual([{ server: 'primary' }])
  expect(lists.reads).toMatchObject({ replica: 0, failed: 1 })
  const conflicts = 'select sum(confl_snapshot)::int as conflicts from pg_stat_database_conflicts'
  // A session reports it when it ends.
  await lists.close()
  await expect.poll(() => database.replica.run(conflicts), { timeout: 10_000 }).toEqual([{ conflicts: 1 }])
})

test('several processes write one heartbeat per second, also after the clock of the primary was set back', async () => {
  await pollNextSecond()
  const { number: reached } = await writeHeartbeat(database.db)
  // All statements of a transaction have the same time.
  await database.db.transaction(async (transaction) => {
    await knexOf(database.db)('replica_heartbeat').update({ written_at: '2999-01-01' })
    expect(await writeHeartbeat(transaction)).toMatchObject({ number: reached + 1 })
    expect(await writeHeartbeat(transaction)).toMatchObject({ number: reached + 1 })
  })
})

describe('a replica that ends', () => {
  let shared: ReplicatedDatabase
  beforeEach(async () => {
    await lists.close()
    shared = database
    database = await createReplicatedDatabase()
    await beginReplica()
  })
  afterEach(async () => {
    await lists.close()
    await database.drop()
    database = shared
  })

  test('by a stop leaves lists to the primary, at once and after the next poll', async () => {
    await database.replica.stop()
    expect(await listedIds(rosso)).toEqual([])
    await lists.poll()
    await lists.poll()
    expect(await listedIds(rosso)).toEqual([])
    expect(lists.reads).toEqual({ replica: 0, left_out: 1, own_write: 0, failed: 1 })
    expect(lists.lagSeconds).toBeNaN()
    expect(logged).toEqual([used, `${leftOut} it or the primary cannot be read`])
  })

  test('by a promotion is left out', async () => {
    await database.replica.run('select pg_promote()')
    await lists.poll()
    expect(lists.isUsable).toBe(false)
    expect(logged).toEqual([used, `${leftOut} it is not a standby`])
  })
})
