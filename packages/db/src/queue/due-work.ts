import { type Connection, query } from '../connection/database.ts'
import { untilDueText } from './claim.ts'
import { claimedQueues } from './claimed-queues.ts'

/**
 * Returns `millisecondsUntilDue` of every queue by its name, except of empty queues. One statement, because an idle
 * worker sends it all the time.
 */
export async function millisecondsUntilEachIsDue(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ name: string; ms: number | null }>(connection, { name: 'find_due_work', text }, [])
  return new Map(rows.flatMap(({ name, ms }) => (ms === null ? [] : [[name, ms]])))
}

const text = Object.values(claimedQueues)
  .map((queue) => `select '${queue.name}' as name, (${untilDueText(queue)}\n  ) as ms`)
  .join(' union all\n')
