import type { Database } from '../src/connection/database.ts'
import { knexOf } from './testing.ts'

// Faults of the database for tests of what the service does then.

/** Runs `work` while a table is missing, so that everything that needs it fails as with a defect of the code. */
export async function withoutTable<Result>(db: Database, table: string, work: () => Promise<Result>): Promise<Result> {
  const hidden = `${table}_away`
  await knexOf(db).raw('alter table ?? rename to ??', [table, hidden])
  try {
    return await work()
  } finally {
    await knexOf(db).raw('alter table ?? rename to ??', [hidden, table])
  }
}

/** Runs `work` while a table refuses new rows and changes unless they meet the condition in SQL. */
export async function withRefusedRows<Result>(
  db: Database,
  { table, unless }: { table: string; unless: string },
  work: () => Promise<Result>,
): Promise<Result> {
  await knexOf(db).raw(`alter table ?? add constraint refused_by_test check (${unless}) not valid`, [table])
  try {
    return await work()
  } finally {
    await knexOf(db).raw('alter table ?? drop constraint refused_by_test', [table])
  }
}

/** Locks a table, so that every statement that needs it waits until the returned function was called. */
export async function lockTable(db: Database, table: string): Promise<() => Promise<void>> {
  const blocker = await knexOf(db).transaction()
  await blocker.raw('lock table ?? in access exclusive mode', [table])
  return async () => void (await blocker.rollback())
}

/** Locks the row of an account, so that its registrations wait until the returned function was called. */
export async function lockAccount(db: Database, accountId: string): Promise<() => Promise<void>> {
  const blocker = await knexOf(db).transaction()
  await blocker.raw('select from accounts where id = ? for no key update', [accountId])
  return async () => void (await blocker.rollback())
}

type ConnectionState = 'idle in transaction' | 'waits for a lock'

/** Returns the number of connections to the database of the test with this application name and in this state. */
export async function countConnections(
  db: Database,
  { applicationName, state }: { applicationName?: string; state?: ConnectionState },
): Promise<number> {
  const connections = knexOf(db)('pg_stat_activity').whereRaw('datname = current_database()')
  if (applicationName !== undefined) connections.where({ application_name: applicationName })
  if (state === 'waits for a lock') connections.where({ wait_event_type: 'Lock' })
  if (state === 'idle in transaction') connections.where({ state })
  return (await connections.select('pid')).length
}

/** Ends connections to the database of the test, those with this name or all others, and returns their number. */
export async function terminateConnections(db: Database, applicationName?: string): Promise<number> {
  const connections = knexOf(db)('pg_stat_activity').whereRaw(
    'datname = current_database() and pid <> pg_backend_pid()',
  )
  if (applicationName !== undefined) connections.where({ application_name: applicationName })
  return (await connections.select(knexOf(db).raw('pg_terminate_backend(pid)'))).length
}

/** Returns the process id of the server of the database. */
export async function serverProcessId(db: Database): Promise<number> {
  const { rows } = await knexOf(db).raw("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid")
  return rows[0].pid
}
