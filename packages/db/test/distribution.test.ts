import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutKey } from './distribution/exceptions.ts'
import { distributionKeys, localTables, referenceTables } from './distribution/plan.ts'
import { storeDeclarations, tablesWithoutKey } from './distribution/statements.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

// The plan of docs/scaling.md for a distributed PostgreSQL, which was never run on one.

const database = openTestDatabase()

const document = readFileSync(join(import.meta.dirname, '../../../docs/scaling.md'), 'utf8')

test('every table is distributed, a copy on each node, or local', async () => {
  const { rows } = await knexOf(database.db).raw<{ rows: { name: string }[] }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  )
  const planned = [...Object.keys(distributionKeys), ...referenceTables, ...localTables]
  expect(rows.map(({ name }) => name).sort()).toEqual(planned.sort())
})

test('the document names every table with its key', () => {
  const [, listed = ''] = document.split('<!-- tables -->')
  const named = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  for (const table of [...Object.keys(distributionKeys), ...referenceTables, ...localTables])
    expect(named).toContain(table)
  for (const key of new Set(Object.values(distributionKeys))) expect(named).toContain(key)
})

test('every statement has the key of each distributed table that it uses, or is listed with the reason', () => {
  const found = storeDeclarations().filter((declaration) => tablesWithoutKey(declaration, distributionKeys).length > 0)
  const listed = Object.values(withoutKey).flatMap(({ declarations }) => declarations)
  expect(found.map(({ name }) => name).sort()).toEqual([...listed].sort())
})

test.each([
  ['a condition', 'select id from webhook_queue where account_id = $1', []],
  ['a condition of its alias', 'select id from webhook_queue as queued join x on queued.account_id = x.id', []],
  ['an inserted column', 'insert into webhook_queue (id, account_id) select id, account_id from made', []],
  ['nothing', 'select id, account_id from webhook_queue where id = $1', ['webhook_queue']],
  [
    'a condition of another table',
    'select id from webhook_queue as queued, x where x.account_id = $1',
    ['webhook_queue'],
  ],
  [
    'a condition outside',
    'select (select 1 from webhook_queue where id = $1) where account_id = $2',
    ['webhook_queue'],
  ],
  ['an inserted row without it', 'insert into webhook_queue (id) select id from made', ['webhook_queue']],
])('a statement with %s is recognized', (_, text, missing) => {
  expect(tablesWithoutKey({ name: 'example', text }, { webhook_queue: 'account_id' })).toEqual(missing)
})
