import { randomBytes } from 'node:crypto'
import { startTemporaryPostgres, type TemporaryPostgres } from '@svc/local-postgres/testing'
import { openDatabase } from '../src/connection/database.ts'
import { openKnex } from '../src/connection/knex.ts'
import { migrate } from '../src/schema/migrate.ts'

/** `setup` sets these for the test files, which run in separate processes. */
export const testServerVariable = 'SVC_TEST_SERVER_URL'
export const testTemplateVariable = 'SVC_TEST_TEMPLATE'

let postgres: TemporaryPostgres | undefined

/**
 * Vitest's global setup: starts one PostgreSQL for the whole run, with a migrated database from which every test
 * database is copied. `TEST_DATABASE_URL` selects another server; its user must be allowed to create databases.
 */
export async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL === undefined) postgres = await startTemporaryPostgres()
  const url = process.env.TEST_DATABASE_URL ?? postgres?.url ?? ''
  const template = `svc_test_${randomBytes(4).toString('hex')}`
  const server = openKnex({ url, applicationName: 'svc-test-setup' })
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
  await postgres?.remove()
}

/** The URL of another database on the same server, for the same user. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function dropTestDatabases(url: string, template: string): Promise<void> {
  const server = openKnex({ url, applicationName: 'svc-test-setup' })
  try {
    const names: string[] = await server('pg_database').where('datname', '~', `^${template}(_|$)`).pluck('datname')
    for (const name of names) await server.raw('drop database if exists ?? with (force)', [name])
  } finally {
    await server.destroy()
  }
}
