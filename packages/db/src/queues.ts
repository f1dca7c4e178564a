import type { QueueName } from '@generated/contract/enums'
import type { Schemas } from '@generated/portal/server-types'
import { type Connection, query } from './database.ts'
import { accountIsEntitled } from './entitlement.ts'

/** Where each queue has its rows, and which of them are held although they are due. */
const sources: Readonly<Record<QueueName, { from: string; running: string; held: string }>> = {
  webhook_deliveries: {
    from: `
      webhook_queue as queued join webhook_endpoints as endpoint on endpoint.id = queued.webhook_id
      join accounts on accounts.id = queued.account_id`,
    running: 'worker_id is not null',
    held: `not endpoint.enabled or not ${accountIsEntitled}`,
  },
  analyses: { from: 'analyses', running: 'worker_id is not null', held: 'false' },
  account_exports: { from: 'account_exports', running: 'worker_id is not null', held: 'false' },
  review_imports: { from: 'review_imports', running: 'worker_id is not null', held: 'false' },
  review_maintenance: { from: 'review_upkeep', running: 'worker_id is not null', held: 'false' },
  // The mailer takes no lease: it moves the due time.
  emails: { from: 'emails', running: 'false', held: 'false' },
}

const text = Object.entries(sources)
  .map(
    ([name, { from, running, held }]) => `
      select '${name}' as name,
             count(*) filter (where due_at <= now() and not (${running}) and not (${held}))::int as waiting_count,
             count(*) filter (where ${running})::int as running_count,
             count(*) filter (where due_at > now() and not (${running}))::int as scheduled_count,
             count(*) filter (where due_at <= now() and not (${running}) and (${held}))::int as held_count,
             min(due_at) filter (where due_at <= now() and not (${running}) and not (${held})) as oldest_due_at
      from ${from} where due_at is not null`,
  )
  .join(' union all ')

/** How much waits in each queue, and since when. */
export async function readQueues(connection: Connection): Promise<Schemas['Queue'][]> {
  return query(connection, { name: 'read_queues', text }, [])
}
