import type { UsageGrouping, UsageInterval } from '@generated/contract/enums'
import type { Knex } from 'knex'
import type { Connection, Reader } from '../connection/database.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import type { Owner } from '../connection/records.ts'

/** The number of requests of one group in one interval. */
export interface UsageCount {
  /** First instant of the interval. */
  start: string
  /** The operation, the HTTP status or the id of the caller. Null if there is no group or operation. */
  key: string | null
  /** The name of the caller, if that is the group and it still exists. */
  name: string | null
  requests: number
}

interface UsagePeriod {
  interval: UsageInterval
  /** First instant of the first interval. */
  from: string
  /** The end of the last interval, exclusive. */
  to: string
  groupBy?: UsageGrouping | undefined
  /** The maximum number of groups to return, those with the most requests. */
  groupsMax: number
}

/** Counts the requests of the account, largest group first and in it oldest interval first. */
export async function readUsage(
  connection: Reader,
  owner: Owner,
  { interval, from, to, groupBy, groupsMax }: UsagePeriod,
): Promise<UsageCount[]> {
  const key = groupBy === undefined ? queryBuilder.raw('null::text') : groupColumns[groupBy]
  const counts = queryBuilder('usage_counters')
    .select('start', { key })
    .sum({ requests: 'requests' })
    .where({ account_id: owner.account_id, interval })
    .where('start', '>=', from)
    .where('start', '<', to)
    .groupBy('start', 'key')
  const totals = queryBuilder('counts').select('start', 'key', 'requests', {
    total: queryBuilder.raw('sum(requests) over (partition by key)'),
  })
  const ranked = queryBuilder('totals').select('*', {
    rank: queryBuilder.raw('dense_rank() over (order by total desc, key)'),
  })
  const rows = queryBuilder
    .with('counts', counts)
    .with('totals', totals)
    .with('ranked', ranked)
    .select('start', 'ranked.key', { name: nameOf(groupBy) }, { requests: queryBuilder.raw('requests::float8') })
    .from('ranked')
    .where('rank', '<=', groupsMax)
    .orderBy([{ column: 'rank' }, { column: 'start' }])
  return runBuilt<UsageCount>(connection, rows)
}

const groupColumns: Record<UsageGrouping, Knex.Raw> = {
  operation: queryBuilder.raw("nullif(operation_id, '')"),
  status: queryBuilder.raw('http_status::text'),
  caller: queryBuilder.raw("nullif(caller_id, '')"),
}

function nameOf(groupBy: UsageGrouping | undefined): Knex.Raw {
  if (groupBy !== 'caller') return queryBuilder.raw('null::text')
  return queryBuilder.raw(
    `coalesce((select name from api_keys where id = ranked.key),
              (select name from oauth_clients where id = ranked.key and deleted_at is null))`,
  )
}

/** The time in days for which counts are kept. */
const keptDays: Record<UsageInterval, number> = { hour: 35, day: 400, month: 5 * 366 }

/** Deletes up to `limit` expired counts of this interval, and returns their number. */
export function purgeUsageCounters(
  connection: Connection,
  { interval, limit }: { interval: UsageInterval; limit: number },
): Promise<number> {
  const condition = queryBuilder.raw('?? = ? and ?', ['interval', interval, isOlderThan('start', keptDays[interval])])
  return purge(connection, { table: 'usage_counters', condition, oldestFirst: 'start', limit })
}
