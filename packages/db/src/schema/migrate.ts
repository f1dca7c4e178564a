import { setTimeout } from 'node:timers/promises'
import { StartError } from '@svc/runtime/start-error'
import type { Knex } from 'knex'
import { type DatabaseAddress, directAddress, query, type Reader } from '../connection/database.ts'
import { openKnex } from '../connection/knex.ts'
import { migrations } from '../migrations/all.ts'
import type { IndexMigration, Migration } from '../migrations/migration.ts'

/** The part of a logger that migrating needs. */
export interface MigrationLogger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
}

/**
 * Runs all pending migrations and returns their names. Each migration and its record are one transaction under one
 * advisory lock: processes that start together wait for each other, and a killed process leaves no partial migration.
 * A migration with `transactional: false` runs on a second connection while the transaction holds the lock, and is
 * recorded when it has finished; a killed process leaves at most an invalid index, and the next process builds it
 * again. Rejects with a StartError if only the URL of a pooler is known.
 */
export async function migrate(
  database: DatabaseAddress,
  logger: MigrationLogger,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  const { url, isPooled } = directAddress(database)
  if (isPooled) throw new StartError('Migrations do not run through a pooler. Set SVC_DATABASE_DIRECT_URL.')
  // A migration may run for minutes, so it must not have the timeouts of the pool that serves requests.
  const migrator = openKnex({ url, applicationName: 'svc-migrate', poolMax: 2 })
  const ran: string[] = []
  const startedMs = performance.now()
  try {
    for (const step of steps) {
      const stepStartedMs = performance.now()
      if (await runOnce(migrator, step)) {
        ran.push(step.name)
        logger.debug({ migration: step.name, duration_ms: millisecondsSince(stepStartedMs) }, 'Migration applied')
      }
    }
    if (ran.length > 0)
      logger.info({ migrations: ran.length, duration_ms: millisecondsSince(startedMs) }, 'Migrations applied')
    return ran
  } finally {
    await migrator.destroy()
  }
}

const millisecondsSince = (startedMs: number) => Math.round(performance.now() - startedMs)

/** Returns the migrations of this version that the database has not run yet. Empty if the schema is up to date. */
export async function pendingMigrations(
  connection: Reader,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  const known = new Set(await appliedMigrations(connection))
  return steps.filter((step) => !namesOf(step).some((name) => known.has(name))).map((step) => step.name)
}

/** Returns the migrations of the database that this version does not know, because a newer version ran them. */
export async function unknownMigrations(
  connection: Reader,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  const known = new Set(steps.flatMap(namesOf))
  return (await appliedMigrations(connection)).filter((name) => !known.has(name))
}

async function appliedMigrations(connection: Reader): Promise<string[]> {
  const hasMigrations = "select to_regclass('schema_migrations') is not null as present"
  const [table] = await query<{ present: boolean }>(connection, { name: 'has_migrations', text: hasMigrations }, [])
  if (!table?.present) return []
  const applied = await query<{ name: string }>(
    connection,
    { name: 'list_migrations', text: 'select name from schema_migrations order by name' },
    [],
  )
  return applied.map(({ name }) => name)
}

function namesOf({ name, formerName }: Migration): string[] {
  return formerName === undefined ? [name] : [name, formerName]
}

/** The number of an advisory lock that nothing else in this database uses. */
const migrationLock = 7_364_001
const lockPollMs = 50

/**
 * Polls for the lock, each time in a new transaction, instead of waiting for it in PostgreSQL: `create index
 * concurrently` waits for every transaction that has an older snapshot, and the one that waits for the lock would not
 * end.
 */
async function runOnce(migrator: Knex, step: Migration): Promise<boolean> {
  for (;;) {
    const result = await migrator.transaction((transaction) => tryToRun(migrator, transaction, step))
    if (result !== 'locked') return result === 'ran'
    await setTimeout(lockPollMs)
  }
}

async function tryToRun(
  migrator: Knex,
  transaction: Knex.Transaction,
  step: Migration,
): Promise<'locked' | 'known' | 'ran'> {
  const lock = 'select pg_try_advisory_xact_lock(?) as acquired'
  const { rows } = await transaction.raw<{ rows: { acquired: boolean }[] }>(lock, [migrationLock])
  if (!rows[0]?.acquired) return 'locked'
  await transaction.raw(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  )
  if (await transaction('schema_migrations').whereIn('name', namesOf(step)).first()) return 'known'
  if (step.transactional === false) {
    // Ends the query before it, whose snapshot the transaction would keep while the index is built.
    await transaction.raw('select 1')
    await buildIndex(migrator, step)
  } else await step.up(transaction)
  await transaction('schema_migrations').insert({ name: step.name })
  return 'ran'
}

async function buildIndex(migrator: Knex, step: IndexMigration): Promise<void> {
  const invalid = 'select 1 from pg_index where indexrelid = to_regclass(?) and not indisvalid'
  const { rows } = await migrator.raw<{ rows: object[] }>(invalid, [step.index])
  if (rows.length > 0) await migrator.raw('drop index concurrently if exists ??', [step.index])
  await step.up(migrator)
}
