import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/connection/database.ts'
import { findCallerByKeyHash } from '../src/credentials/api-keys.ts'
import { findCallerByToken } from '../src/credentials/oauth-clients.ts'
import { findAdministratorSessionByHash, findSessionByHash } from '../src/credentials/sessions.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let testDatabase: TestDatabase
let db: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  // With one connection, `pg_prepared_statements` contains every statement that was run.
  db = openDatabase({ url: testDatabase.url, applicationName: 'svc-caller-statements-test', poolMax: 1 })
})
afterAll(async () => {
  await db.destroy()
  await testDatabase.drop()
})

/** The number of executions for which PostgreSQL makes a plan each time, before it considers one for all. */
const customPlans = 5

const hashes = [Buffer.alloc(32)]
const token = { client_id: 'cli_00000000000000000000000000', token_id: 'token', epoch: 1, grant_id: null } as const

test.each([
  ['find_caller_by_key_hash', () => findCallerByKeyHash(db, hashes)],
  ['find_caller_by_token', () => findCallerByToken(db, token)],
  ['find_session_by_hash', () => findSessionByHash(db, hashes)],
  ['find_administrator_session_by_hash', () => findAdministratorSessionByHash(db, hashes)],
])('%s, which runs with every request, is not planned with every request', async (name, run) => {
  for (let execution = 0; execution < 2 * customPlans; execution++) await run()
  const text = 'select custom_plans, generic_plans from pg_prepared_statements where name = $1'
  expect(await db.execute({ text, values: [name] })).toEqual([
    { custom_plans: customPlans, generic_plans: customPlans },
  ])
})
