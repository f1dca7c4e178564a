import { type Id, newId } from '@svc/runtime/ids'
import { createKeyring } from '@svc/runtime/secrets'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginErasure, eraseAccount } from '../src/accounts/account-erasure.ts'
import { readRequestDurations } from '../src/accounts/request-durations.ts'
import {
  createUsageEventPartitions,
  dropUsageEventPartitions,
  insertUsageEvents,
  listUsageEvents,
  purgeUsageEvents,
  serviceEvent,
} from '../src/accounts/usage-events.ts'
import { type Database, openDatabase, type Reader } from '../src/connection/database.ts'
import type { Owner } from '../src/connection/records.ts'
import { migrations } from '../src/migrations/all.ts'
import { migrate } from '../src/schema/migrate.ts'
import { openBrightside, openRosso } from './fixtures.ts'
import { createTestDatabase, knexOf, type TestDatabase } from './testing.ts'

let database: TestDatabase
let db: Database
let rosso: Owner
let brightside: Owner
beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  rosso = await openRosso(db)
  brightside = await openBrightside(db)
  // The database is a copy of one that may have been migrated before midnight.
  await createUsageEventPartitions(db, { nowMs: Date.now() })
})
afterEach(() => database.drop())

const dayMs = 86_400_000
const keyring = createKeyring([{ id: 'k1', key: Buffer.alloc(32) }])
const partitionOf = (ms: number) => `usage_events_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Stores events of an account, one at each of these times, as the API does. */
async function store({ account_id }: Owner, times: readonly number[]): Promise<void> {
  const events = times.map((ms) =>
    serviceEvent({ account_id, created_at: new Date(ms).toISOString(), type: 'webhook.disabled', resource_id: null }),
  )
  await insertUsageEvents(db, events)
}

/** The partition and the account of each event, in the order of ids. */
async function stored(): Promise<{ partition: string; account_id: Id<'acc'> }[]> {
  const { rows } = await knexOf(db).raw(
    'select tableoid::regclass::text as partition, account_id from usage_events order by id',
  )
  return rows
}

/** Runs a test with a role that has no rights yet, and whose password is "secret". */
async function withRole(run: (role: string) => Promise<void>): Promise<void> {
  const knex = knexOf(db)
  const role = `svc_test_${database.url.slice(-8)}`
  await knex.raw(`create role ${role} login password 'secret'`)
  try {
    await run(role)
  } finally {
    await knex.raw(`drop owned by ${role}; drop role ${role}`)
  }
}

/** Gives the days of the last weeks partitions, as in a database that was created then. */
async function replacePast(days: number): Promise<void> {
  await knexOf(db).raw('drop table usage_events_past')
  for (let day = 1; day <= days; day++)
    await knexOf(db).raw("select create_usage_event_partition((now() at time zone 'UTC')::date - ?::int)", [day])
}

describe('partitions of days', () => {
  test('exist for today, and a week ahead of the clock', async () => {
    const nowMs = Date.now()
    const days = [0, 1, 6, 7].map((day) => nowMs + day * dayMs)
    await store(rosso, days)
    expect((await stored()).map(({ partition }) => partition)).toEqual(days.map(partitionOf))
    expect(await createUsageEventPartitions(db, { nowMs: nowMs + 3 * dayMs })).toBe(3)
    expect(await createUsageEventPartitions(db, { nowMs: nowMs + 3 * dayMs })).toBe(0)
    await store(rosso, [nowMs + 10 * dayMs])
    expect((await stored()).at(-1)?.partition).toBe(partitionOf(nowMs + 10 * dayMs))
  })

  test('are not needed to write, because events of other days are in the default partition, listed, and purged by row', async () => {
    const nowMs = Date.now()
    const far = [nowMs + 20 * dayMs, nowMs + 400 * dayMs]
    await knexOf(db).raw('drop table usage_events_past')
    await store(rosso, [nowMs - 40 * dayMs, ...far])
    expect((await stored()).map(({ partition }) => partition)).toEqual(Array(3).fill('usage_events_default'))
    expect((await listUsageEvents(db, rosso, { limit: 10 })).items).toHaveLength(3)
    // The day whose events are in the default partition gets no partition. The other seven days do.
    expect(await createUsageEventPartitions(db, { nowMs: nowMs + 20 * dayMs })).toBe(7)
    expect(await purgeUsageEvents(db, { days: 30, limit: 10 })).toBe(1)
    expect(await stored()).toHaveLength(2)
  })

  test('are dropped when all of their events are expired, and not a day earlier', async () => {
    await replacePast(35)
    const nowMs = Date.now()
    await store(
      rosso,
      Array.from({ length: 35 }, (_, day) => nowMs - (day + 0.001) * dayMs),
    )
    const dropped = await dropUsageEventPartitions(db, { days: 30 })
    expect([4, 5]).toContain(dropped)
    const kept = (await stored()).map(({ partition }) => partition)
    expect(kept).toContain(partitionOf(nowMs - 30 * dayMs))
    expect(kept).not.toContain(partitionOf(nowMs - 32 * dayMs))
    expect(await dropUsageEventPartitions(db, { days: 30 })).toBe(0)
    await expect(dropUsageEventPartitions(db, { days: 0 })).rejects.toThrow('kept for at least a day')
  })

  test('wait for no long transaction, such as that of a backup: the next call changes them', async () => {
    await replacePast(33)
    const nowMs = Date.now() + dayMs
    await db.transaction(async (transaction) => {
      await transaction.execute({ text: 'lock table usage_events, usage_events_default in access share mode' })
      expect(await dropUsageEventPartitions(db, { days: 30 })).toBe(0)
      expect(await createUsageEventPartitions(db, { nowMs })).toBe(0)
    })
    expect(await dropUsageEventPartitions(db, { days: 30 })).toBeGreaterThan(0)
    expect(await createUsageEventPartitions(db, { nowMs })).toBe(1)
  })

  test('are changed by the role of the service, which may not change the schema, and by none that may not delete', async () => {
    await withRole(async (role) => {
      const url = new URL(database.url)
      Object.assign(url, { username: role, password: 'secret' })
      const limited = openDatabase({ url: url.href, applicationName: 'svc-test-role' })
      try {
        const nowMs = Date.now() + dayMs
        await expect(createUsageEventPartitions(limited, { nowMs })).rejects.toThrow('permission denied')
        await knexOf(db).raw(`grant select, insert, update, delete on all tables in schema public to ${role}`)
        expect(await createUsageEventPartitions(limited, { nowMs })).toBe(1)
        await replacePast(33)
        expect(await dropUsageEventPartitions(limited, { days: 30 })).toBeGreaterThan(0)
        await expect(limited.execute({ text: 'drop table usage_events_default' })).rejects.toThrow('must be owner')
      } finally {
        await limited.destroy()
      }
    })
  })
})

describe('statements', () => {
  /** Runs the statement of a store function, and returns the partitions that its plan reads. */
  async function partitionsReadBy(read: (reader: Reader) => Promise<unknown>): Promise<string[]> {
    const plans: string[] = []
    await read({
      async execute(statement) {
        const explained = { text: `explain (analyze, format json) ${statement.text}`, values: statement.values ?? [] }
        plans.push(JSON.stringify(await db.execute(explained)))
        return db.execute(statement)
      },
    })
    return [...new Set(plans.join().match(/usage_events_(?:past|default|\d{8})(?=")/g))].sort()
  }

  test('of a period read the partitions of its days only', async () => {
    const nowMs = Date.now()
    await store(rosso, [nowMs, nowMs + dayMs, nowMs + 4 * dayMs])
    const noon = Math.floor(nowMs / dayMs) * dayMs + dayMs / 2
    const [since, until] = [noon + 3 * dayMs, noon + 4 * dayMs].map((ms) => new Date(ms).toISOString())
    const listed = await partitionsReadBy((reader) => listUsageEvents(reader, rosso, { limit: 10, since, until }))
    expect(listed).toEqual([partitionOf(noon + 3 * dayMs), partitionOf(noon + 4 * dayMs)])
    const later = await partitionsReadBy((reader) =>
      readRequestDurations(reader, rosso, { interval: 'hour', nowMs: noon + 5 * dayMs }),
    )
    expect(later).not.toContain('usage_events_past')
    expect(later).not.toContain(partitionOf(noon + 2 * dayMs))
    expect(later).toContain(partitionOf(noon + 5 * dayMs))
  })

  test('list the events of all partitions, newest first, page by page', async () => {
    const nowMs = Date.now()
    const days = [-20, -1, 0, 1, 5, 30]
    await store(
      rosso,
      days.map((day) => nowMs + day * dayMs),
    )
    const listed: string[] = []
    let after: { rank: number; id: Id } | null | undefined
    do {
      const page = await listUsageEvents(db, rosso, { limit: 2, ...(after && { after }) })
      listed.push(...page.items.map(({ created_at }) => created_at))
      after = page.next
    } while (after)
    expect(listed).toEqual(days.toReversed().map((day) => new Date(nowMs + day * dayMs).toISOString()))
  })

  test('of an erasure delete the events of one account, in every partition', async () => {
    const nowMs = Date.now()
    const days = [-40, -20, 0, 1, 2].map((day) => nowMs + day * dayMs)
    // Two events of each account are in the partition of the past, so that both accounts have an event with one ctid.
    await knexOf(db).raw('alter table usage_events disable trigger protect_usage_event')
    for (const [owner, order] of [
      [rosso, days],
      [brightside, days.toReversed()],
    ] as const)
      for (const ms of order) await store(owner, [ms])
    const erased = await eraseAccount(db, rosso.account_id, { keyring })
    expect(erased?.deleted).toMatchObject({ usage_events: 5 })
    expect((await stored()).map(({ account_id }) => account_id)).toEqual(Array(5).fill(brightside.account_id))
  })
})

// Copied from version 60c66547, the last one whose table has no partitions.
describe('statements of the previous version, which run during an upgrade and after a rollback,', () => {
  const days = [-40, -20, 0, 1, 2].map((day) => day * dayMs)

  test('purge no event that is not expired', async () => {
    const nowMs = Date.now()
    await store(
      rosso,
      days.map((ms) => nowMs + ms),
    )
    // The expired event is the first row of its partition, as others are of theirs.
    expect(await knexOf(db)('usage_events').distinct('ctid')).not.toHaveLength(days.length)
    await db.execute({
      text: `
        delete from "usage_events" where ctid = any (array(
          select "ctid" from "usage_events" where "created_at" < now() - 30::int * interval '1 day'
          order by "created_at" asc limit 1000 for update skip locked)) returning 1 as purged`,
    })
    expect(await stored()).toHaveLength(days.length)
    expect(await purgeUsageEvents(db, { days: 30, limit: 10 })).toBe(1)
    expect(await stored()).toHaveLength(days.length - 1)
  })

  test('erase the events of one account only', async () => {
    const nowMs = Date.now()
    for (const [owner, order] of [
      [rosso, days],
      [brightside, days.toReversed()],
    ] as const)
      for (const ms of order) await store(owner, [nowMs + ms])
    await beginErasure(db, rosso.account_id)
    await db.execute({
      text: `
        delete from "usage_events" where ctid = any (array(
          select "ctid" from "usage_events" where account_id = $1 limit 2000)) returning 1 as deleted`,
      values: [rosso.account_id],
    })
    await db.execute({ text: 'delete from accounts where id = $1', values: [rosso.account_id] })
    expect((await stored()).map(({ account_id }) => account_id)).toEqual(Array(days.length).fill(brightside.account_id))
  })

  test('write the events of a batch once, although it is sent twice', async () => {
    const id = newId('act')
    const event = {
      ...serviceEvent({
        account_id: rosso.account_id,
        created_at: new Date().toISOString(),
        type: 'webhook.disabled',
        resource_id: null,
      }),
      id,
    }
    const columns =
      'id, created_at, type, request_id, actor, actor_name, client_ip, channel, operation_id, http_status, error_code, ' +
      'duration_ms, resource_id, quota'
    const insert = {
      text: `
        insert into usage_events (account_id, ${columns})
        select account_id, ${columns} from json_to_recordset($1::json) as event (
          account_id text, id text, created_at timestamptz, type text, request_id text, actor json, actor_name text,
          client_ip text, channel text, operation_id text, http_status int, error_code text, duration_ms int,
          resource_id text, quota json)
        where exists (select from accounts where accounts.id = event.account_id)
        on conflict (id) do nothing returning id`,
      values: [JSON.stringify([event])],
    }
    expect(await db.execute(insert)).toEqual([{ id }])
    expect(await db.execute(insert)).toEqual([])
  })
})

describe('an upgrade', () => {
  const quiet = { debug: () => {}, info: () => {} }
  const first = migrations.findIndex(({ name }) => name === '0063-usage-events-bound')

  /** A database before the upgrade, with events at these times. Returns a function that writes one more. */
  async function openPrevious(times: readonly number[]): Promise<(ms: number) => Promise<void>> {
    await knexOf(db).raw('drop schema public cascade; create schema public')
    await migrate(db, quiet, migrations.slice(0, first))
    await knexOf(db)('accounts').insert({ id: 'acc_1', name: 'Rosso Trattoria', plan: 'growth' })
    const write = async (ms: number) => {
      const actor = '{"type":"system","id":null,"label":null}'
      const created_at = new Date(ms).toISOString()
      const row = {
        id: newId('act', { now: () => ms }),
        account_id: 'acc_1',
        created_at,
        type: 'webhook.disabled',
        actor,
      }
      await knexOf(db)('usage_events').insert(row)
    }
    for (const ms of times) await write(ms)
    return write
  }

  test('keeps every event, those of a clock that was wrong and those written between its steps', async () => {
    const nowMs = Date.now()
    const write = await openPrevious([nowMs - 20 * dayMs, nowMs, nowMs + 20 * dayMs])
    for (const step of migrations.slice(first, first + 3)) {
      await migrate(db, quiet, [step])
      await write(Date.now())
    }
    expect((await stored()).map(({ partition }) => partition)).toEqual(Array(6).fill('usage_events_past'))
    await write(nowMs + 40 * dayMs)
    expect((await stored()).at(-1)?.partition).toBe('usage_events_default')
  })

  test('gives each day a partition from seven days later, and the first day if there are no events', async () => {
    const nowMs = Date.now()
    const write = await openPrevious([nowMs])
    await migrate(db, quiet)
    await write(nowMs + 6 * dayMs)
    await write(nowMs + 7 * dayMs)
    expect((await stored()).map(({ partition }) => partition)).toEqual([
      'usage_events_past',
      'usage_events_past',
      partitionOf(nowMs + 7 * dayMs),
    ])
  })

  test('keeps what roles were granted', async () => {
    await openPrevious([Date.now()])
    const knex = knexOf(db)
    await withRole(async (role) => {
      await knex.raw(`grant select, insert, delete on usage_events to ${role}`)
      await migrate(db, quiet)
      const granted = { table_name: 'usage_events', grantee: role }
      const privileges = await knex('information_schema.role_table_grants').where(granted).pluck('privilege_type')
      expect(privileges.sort()).toEqual(['DELETE', 'INSERT', 'SELECT'])
    })
  })
})
