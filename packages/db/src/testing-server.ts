import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'

/** Set by `setup` for the test files, which run in processes of their own. */
export const testServerVariable = 'SVC_TEST_SERVER_URL'
export const testTemplateVariable = 'SVC_TEST_TEMPLATE'

let embedded: EmbeddedPostgres | undefined
let temporaryDir: string | undefined

/**
 * Vitest's global setup: one PostgreSQL for the whole run, with one migrated database that every test database is copied
 * from. `TEST_DATABASE_URL` names a server to use instead; its user must be allowed to create databases.
 */
export async function setup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL ?? (await startTemporaryServer())
  const template = `svc_test_${randomBytes(4).toString('hex')}`
  const server = openDatabase({ url, applicationName: 'svc-test-setup' })
  try {
    await server.raw('create database ??', [template])
  } finally {
    await server.destroy()
  }
  const database = openDatabase({ url: withDatabase(url, template), applicationName: 'svc-test-setup' })
  try {
    await migrate(database, quiet)
  } finally {
    await database.destroy()
  }
  process.env[testServerVariable] = url
  process.env[testTemplateVariable] = template
}

/** Drops the template with every database copied from it, and the temporary server. */
export async function teardown(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) {
    await dropTestDatabases(process.env.TEST_DATABASE_URL, process.env[testTemplateVariable] ?? '')
  }
  await embedded?.stop()
  if (temporaryDir) await rm(temporaryDir, { recursive: true })
}

/** The same server and user, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Nothing of a test run needs to survive a power cut. */
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

async function startTemporaryServer(): Promise<string> {
  temporaryDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  // Started by root, PostgreSQL runs under an account of its own, which must be able to enter.
  await chmod(temporaryDir, 0o711)
  embedded = await startEmbeddedPostgres({ dataDir: temporaryDir, logger: quiet, settings: fastSettings })
  return embedded.url
}

async function dropTestDatabases(url: string, template: string): Promise<void> {
  const server = openDatabase({ url, applicationName: 'svc-test-setup' })
  try {
    const names: string[] = await server('pg_database').where('datname', '~', `^${template}(_|$)`).pluck('datname')
    for (const name of names) await server.raw('drop database if exists ?? with (force)', [name])
  } finally {
    await server.destroy()
  }
}
