import type { Knex } from 'knex'
import type { Connection } from './database.ts'
import { queryBuilder, runBuilt } from './knex.ts'

interface Purge {
  table: string
  /** The condition of the rows to delete. */
  condition: Knex.Raw
  /** The column by which the oldest rows go first. */
  oldestFirst: string
  /** The maximum number of rows that one call deletes. */
  limit: number
}

/**
 * Deletes expired rows and returns their number. Call it again until it returns fewer than `limit`. Rows that another
 * transaction has locked are left for a later call.
 */
export async function purge(connection: Connection, { table, condition, oldestFirst, limit }: Purge): Promise<number> {
  const expired = queryBuilder(table)
    .select('ctid')
    .where(condition)
    .orderBy(oldestFirst)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await runBuilt(
    connection,
    queryBuilder(table)
      .whereRaw('ctid = any (array(?))', [expired])
      .delete()
      .returning(queryBuilder.raw('1 as purged')),
  )
  return rows.length
}

/** Returns whether a time is more than this many days ago. */
export function isOlderThan(column: string, days: number): Knex.Raw {
  return queryBuilder.raw("?? < now() - ?::int * interval '1 day'", [column, days])
}
