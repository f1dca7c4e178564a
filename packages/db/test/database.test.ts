import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, query, type Transaction } from '../src/connection/database.ts'
import { isStatementTimeout, isUnavailable } from '../src/connection/database-errors.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const testDatabase = openTestDatabase()
let db: Database

beforeAll(async () => {
  db = testDatabase.db
  await knexOf(db).raw('create table notes (id bigint primary key, text text not null)')
})

const one = { name: 'test_one', text: 'select 1 as one' }

function open(options: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  return openDatabase({ url: testDatabase.url, applicationName: 'svc-database-test', ...options })
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('The promise was fulfilled.')
}

describe('a value of the database', () => {
  test.each([
    ["timestamptz '2026-11-20 09:30:05.4+01'", '2026-11-20T08:30:05.400Z'],
    ["timestamptz '2026-11-20 08:30:05Z'", '2026-11-20T08:30:05.000Z'],
    ["timestamptz '2026-11-20 08:30:05.123999Z'", '2026-11-20T08:30:05.123Z'],
    ["date '2026-11-20'", '2026-11-20'],
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['count(*)', 1],
    ['0.25::float8', 0.25],
    ['\'{"a": [1]}\'::jsonb', { a: [1] }],
  ])('that %s returns has the form of the contract', async (expression, expected) => {
    expect(await db.execute({ text: `select ${expression} as value` })).toEqual([{ value: expected }])
  })

  test('a bigint beyond the range of JavaScript is an error', async () => {
    await expect(db.execute({ text: 'select 9007199254740993::bigint' })).rejects.toThrow(
      /9007199254740993 does not fit/,
    )
  })
})

describe('named statements', () => {
  test('are prepared once per connection', async () => {
    const database = open({ poolMax: 1 })
    for (let run = 0; run < 3; run++) expect(await query(database, one, [])).toEqual([{ one: 1 }])
    const rows = await database.execute({
      text: "select name, generic_plans + custom_plans as runs from pg_prepared_statements where name = 'test_one'",
    })
    expect(rows).toEqual([{ name: 'test_one', runs: 3 }])
    await database.destroy()
  })

  test('run inside the transaction that they get, and are rolled back with it', async () => {
    const insert = { name: 'test_insert', text: 'insert into notes values ($1, $2) returning id' }
    const rolledBack = db.transaction(async (transaction) => {
      expect(await query(transaction, insert, [1, 'a'])).toEqual([{ id: 1 }])
      throw new Error('the work failed')
    })
    await expect(rolledBack).rejects.toThrow('the work failed')
    expect(await knexOf(db)('notes').where({ id: 1 })).toEqual([])
  })

  test('statements of a nested transaction are rolled back without the statements of the outer transaction', async () => {
    const insert = { name: 'test_insert', text: 'insert into notes values ($1, $2) returning id' }
    await db.transaction(async (transaction) => {
      await query(transaction, insert, [2, 'b'])
      const nested = transaction.transaction(async (inner) => {
        await query(inner, insert, [3, 'c'])
        await query(inner, insert, [2, 'taken'])
      })
      await expect(nested).rejects.toMatchObject({ code: '23505' })
      await query(transaction, insert, [4, 'd'])
    })
    expect(await knexOf(db)('notes').orderBy('id').pluck('id')).toEqual([2, 4])
  })

  test('what waits for the commit happens after it, and not for what was rolled back', async () => {
    const insert = { name: 'test_insert', text: 'insert into notes values ($1, $2) returning id' }
    const happened: string[] = []
    const work = async (transaction: Transaction, fails: boolean) => {
      transaction.afterCommit(() => happened.push('outer'))
      const nested = transaction.transaction(async (inner) => {
        inner.afterCommit(() => happened.push('rolled back'))
        throw new Error('the nested work failed')
      })
      await expect(nested).rejects.toThrow('the nested work failed')
      await transaction.transaction(async (inner) => inner.afterCommit(() => happened.push('nested')))
      await query(transaction, insert, [5, 'e'])
      expect(happened).toEqual([])
      if (fails) throw new Error('the work failed')
    }
    await expect(db.transaction((transaction) => work(transaction, true))).rejects.toThrow('the work failed')
    expect(happened).toEqual([])
    await db.transaction((transaction) => work(transaction, false))
    expect(happened).toEqual(['outer', 'nested'])
  })

  test('a transaction begins with its first statement and holds no connection before it', async () => {
    const database = open({ poolMax: 1 })
    await database.transaction(async (transaction) => {
      expect(await query(database, one, [])).toEqual([{ one: 1 }])
      expect(await query(transaction, one, [])).toEqual([{ one: 1 }])
    })
    await database.destroy()
  })

  test('are refused on a transaction that has ended, whose connection serves another caller', async () => {
    const ended = await db.transaction(async (transaction) => transaction)
    await expect(query(ended, one, [])).rejects.toThrow(/"test_one" was sent on a transaction that has already ended/)
  })

  test('release their connection after an error', async () => {
    const database = open({ poolMax: 1 })
    for (let run = 0; run < 3; run++) {
      await expect(query(database, { name: 'test_wrong', text: 'select 1 / $1::int' }, [0])).rejects.toMatchObject({
        code: '22012',
      })
    }
    expect(await query(database, one, [])).toEqual([{ one: 1 }])
    await database.destroy()
  })
})

describe('when the database fails', () => {
  /** Runs a statement that takes three seconds, and ends its connection meanwhile, and that of each repetition. */
  async function endConnectionDuring(work: () => Promise<unknown>, times = 1): Promise<unknown> {
    const outcome = work().catch((error) => error)
    const sleeping = "wait_event = 'PgSleep' and application_name = 'svc-database-test'"
    const end = `select pid, pg_terminate_backend(pid) from pg_stat_activity where ${sleeping}`
    const ended = new Set<number>()
    const endOne = async () => {
      for (const { pid } of (await knexOf(db).raw(end)).rows) ended.add(pid)
      return ended.size
    }
    await expect.poll(endOne).toBe(times)
    return outcome
  }

  test('a read outside of a transaction whose connection ends is sent again, once', async () => {
    const database = open()
    const slowly = 'select 1 as one from pg_sleep(3)'
    const read = () => database.execute({ text: slowly })
    const inSteps = () => database.execute({ text: `with slow as (${slowly}) select one from slow` })
    expect(await endConnectionDuring(read)).toEqual([{ one: 1 }])
    expect(await endConnectionDuring(inSteps)).toEqual([{ one: 1 }])
    expect(await endConnectionDuring(read, 2)).toSatisfy(isUnavailable)
    await database.destroy()
  })

  test('no read fails, and no transaction fails to begin, while the pool does not know which connections are lost', async () => {
    const proxy = await startProxy(new URL(testDatabase.url))
    const database = open({ url: proxy.url, poolMax: 3 })
    const openThree = () => Promise.all([1, 2, 3].map(() => database.execute({ text: 'select pg_sleep(0.2)' })))
    for (const read of [
      () => query(database, one, []),
      () => database.transaction((transaction) => query(transaction, one, [])),
    ]) {
      await openThree()
      expect(database.connections).toMatchObject({ open: 3, idle: 3 })
      proxy.endAtNextUse()
      expect(await read()).toEqual([{ one: 1 }])
      expect(database.connections).toMatchObject({ open: 1, idle: 1 })
    }
    await database.destroy()
    await proxy.close()
  })

  test('a write, or a read of a transaction, whose connection ends is unavailable and is not sent again', async () => {
    const database = open()
    const slowly = "select 7, 'g' from pg_sleep(3)"
    for (const write of [
      `insert into notes ${slowly}`,
      `with added as (insert into notes ${slowly}) select 1 as one`,
      `WITH added AS (INSERT INTO notes ${slowly}) SELECT 1 AS one`,
    ])
      expect(await endConnectionDuring(() => database.execute({ text: write }))).toSatisfy(isUnavailable)
    const read = () => database.transaction((transaction) => transaction.execute({ text: slowly }))
    expect(await endConnectionDuring(read)).toSatisfy(isUnavailable)
    expect(await knexOf(db)('notes').where({ id: 7 })).toEqual([])
    await database.destroy()
  })

  test('each connection that the server ends fails at most one write', async () => {
    const database = open({ poolMax: 3 })
    const write = { name: 'test_write', text: 'update notes set text = text' }
    const writeThrice = () => Promise.allSettled([1, 2, 3].map(() => query(database, write, [])))
    await writeThrice()
    const ended = await knexOf(db).raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc-database-test'",
    )
    expect(ended.rows.length).toBeGreaterThan(0)

    const failed = (await writeThrice()).filter((result) => result.status === 'rejected')
    for (const { reason } of failed) expect(reason).toSatisfy(isUnavailable)
    expect((await writeThrice()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    const sessions = await knexOf(db)('pg_stat_activity').where({ application_name: 'svc-database-test' })
    expect(sessions.length).toBeLessThanOrEqual(3)
    await database.destroy()
  })

  test.each([
    { state: 'has become a standby', condition: 'read_only_sql_transaction', next: 'a new' },
    { state: 'has no space left', condition: 'disk_full', next: 'the same' },
  ])(
    'a server that $state is unavailable, and the next statement uses $next connection',
    async ({ condition, next }) => {
      const database = open({ poolMax: 1 })
      const fail = { text: `do $$ begin raise ${condition}; end $$` }
      const backend = () => database.execute<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
      for (const write of [
        () => database.execute(fail),
        () => database.transaction((transaction) => transaction.execute(fail)),
      ]) {
        const [before] = await backend()
        expect(await failureOf(write())).toSatisfy(isUnavailable)
        const [after] = await backend()
        expect(before?.pid === after?.pid ? 'the same' : 'a new').toBe(next)
      }
      await database.destroy()
    },
  )

  test('a server that refuses a session because of a failure of its own is unavailable', async () => {
    const fields = ['SFATAL', 'VFATAL', 'CXX000', 'Mcould not write init file'].map((field) => `${field}\0`).join('')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(4 + fields.length + 1)
    const response = Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)])
    const server = createServer((socket) => socket.once('data', () => socket.end(response)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const database = open({ url: `postgres://svc@127.0.0.1:${port}/svc` })
    expect(await failureOf(database.execute({ text: 'select 1' }))).toSatisfy(isUnavailable)
    await database.destroy()
    server.close()
  })

  test('a query whose response is lost times out, and the next one gets a new connection', async () => {
    const proxy = await startProxy(new URL(testDatabase.url))
    const database = open({ url: proxy.url, poolMax: 1, statementTimeoutMs: 300 })
    await query(database, one, [])

    for (const lost of [
      () => query(database, one, []),
      () => database.execute({ text: 'select 1' }),
      () => database.transaction((transaction) => transaction.execute({ text: 'select 1' })),
    ]) {
      proxy.drop()
      expect(await failureOf(lost())).toSatisfy(isUnavailable)
      proxy.relay()
      expect(await query(database, one, [])).toEqual([{ one: 1 }])
    }
    await database.destroy()
    await proxy.close()
  })

  test('while every connection is busy a caller is refused', async () => {
    const database = open({ poolMax: 1, statementTimeoutMs: 30_000 })
    const blocker = await knexOf(db).transaction()
    await blocker.raw('select pg_advisory_xact_lock(1)')
    const busy = query(database, { name: 'test_busy', text: 'select pg_advisory_lock(1)' }, [])
    const refused = await failureOf(query(database, one, []))
    expect(isUnavailable(refused)).toBe(true)
    await blocker.rollback()
    await busy
    expect(await query(database, one, [])).toEqual([{ one: 1 }])
    await database.destroy()
  })

  test('a closed port is reported as unavailable', async () => {
    const database = open({ url: 'postgres://svc:x@127.0.0.1:1/svc' })
    expect(isUnavailable(await failureOf(database.execute({ text: 'select 1' })))).toBe(true)
    await database.destroy()
  })

  test('a statement that takes too long is canceled by the server, and its connection is kept', async () => {
    const database = open({ statementTimeoutMs: 50, poolMax: 1 })
    const findPid = () => database.execute<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    const before = await findPid()
    for (const canceled of [
      () => database.execute({ text: 'select pg_sleep(2)' }),
      () => database.transaction((transaction) => transaction.execute({ text: 'select pg_sleep(2)' })),
    ]) {
      const error = await failureOf(canceled())
      expect([isStatementTimeout(error), isUnavailable(error)]).toEqual([true, false])
      expect(await findPid()).toEqual(before)
    }
    await database.destroy()
  })

  test('the error of a statement does not contain its bound values', async () => {
    const insert = { name: 'test_secret', text: 'insert into notes values ($1, $2)' }
    const error = await failureOf(query(db, insert, ['hunter2', 'hunter3']))
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('hunter3')
  })

  test('an invalid statement does not count as an unavailable database', async () => {
    const error = await failureOf(db.execute({ text: 'select * from nowhere' }))
    expect([isUnavailable(error), isStatementTimeout(error)]).toEqual([false, false])
    expect([isUnavailable('text'), isStatementTimeout('text')]).toEqual([false, false])
  })
})

/**
 * A proxy in front of the database that can drop the bytes of both sides without closing a connection, and that can
 * end the open connections when their next statement arrives.
 */
async function startProxy(target: URL) {
  let isDropping = false
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => void (isDropping || to.write(chunk)))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  if (address !== null && typeof address === 'object') url.port = String(address.port)
  return {
    url: url.href,
    drop: () => {
      isDropping = true
    },
    relay: () => {
      isDropping = false
    },
    endAtNextUse: () => {
      for (const client of clients) client.once('data', () => client.destroy())
      clients.clear()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
