import knex, { type Knex } from 'knex'
import { type DatabaseOptions, type Reader, sessionSettings } from './database.ts'

/**
 * Builds statements whose conditions depend on the request. Run them with `runBuilt`, on the connections of the
 * service.
 */
export const queryBuilder = knex({ client: 'pg' })

/** Runs a statement that `queryBuilder` built. It is planned every time, because its text depends on the request. */
export function runBuilt<Row extends object>(connection: Reader, built: Knex.QueryBuilder): Promise<Row[]> {
  const { sql, bindings } = built.toSQL().toNative()
  return connection.execute({ text: sql, values: [...bindings] })
}

interface KnexOptions extends Pick<DatabaseOptions, 'url' | 'applicationName' | 'poolMax'> {
  idleTimeoutMs?: number
}

/**
 * A Knex instance with separate connections and without time limits, for migrations and tests. Close it with
 * `destroy()`.
 */
export function openKnex({ url, applicationName, poolMax = 1, idleTimeoutMs = 30_000 }: KnexOptions): Knex {
  return knex({
    client: 'pg',
    connection: () => {
      const { options, ...settings } = sessionSettings({ url, applicationName, statementTimeoutMs: 0 })
      // Without it, the server would continue the long statement of a killed process and hold its locks.
      return { ...settings, options: `${options} -c client_connection_check_interval=1s` }
    },
    pool: {
      min: 0,
      max: poolMax,
      idleTimeoutMillis: idleTimeoutMs,
      reapIntervalMillis: Math.min(idleTimeoutMs, 1_000),
    },
    // Errors contain the statement with its placeholders, never with the values, which may be secret.
    compileSqlOnError: false,
    // Knex writes to the console what it also throws or handles itself.
    log: { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} },
  })
}
