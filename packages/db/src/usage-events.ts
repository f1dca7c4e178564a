import type { UsageEventType } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, idFromBytes, newId } from '@svc/runtime/ids'
import { type Connection, query } from './database.ts'
import { queryBuilder, runBuilt } from './knex.ts'
import { isOlderThan, purge } from './purge.ts'
import {
  beyondEveryId,
  type Columns,
  type Owner,
  type Page,
  type PageRequest,
  pageOf,
  selectList,
  storableInstant,
} from './records.ts'

type UsageEvent = Schemas['UsageEvent']

export const usageEventColumns: Columns<UsageEvent> = {
  id: 'text',
  created_at: 'timestamptz',
  type: 'text',
  request_id: 'text?',
  actor: 'json',
  operation_id: 'text?',
  http_status: 'integer?',
  error_code: 'text?',
  duration_ms: 'integer?',
  resource_id: 'text?',
  quota: 'json?',
}

const columns = selectList(usageEventColumns)

export type NewUsageEvent = Omit<UsageEvent, 'id'> & { id?: Id<'act'>; account_id: Id<'acc'> }

/**
 * Writes a batch of events, of any accounts, in one statement. `created_at` is when it happened, not when it is
 * written. A batch whose events have ids may be written again: rows that exist are kept.
 */
export async function insertUsageEvents(connection: Connection, events: readonly NewUsageEvent[]): Promise<void> {
  // One clock for the batch, so that ids inside a millisecond keep the order of the batch.
  let nowMs = 0
  const clock = { now: () => nowMs }
  const rows = events.map((event) => {
    nowMs = Date.parse(event.created_at)
    return { ...event, id: event.id ?? newId('act', clock) }
  })
  await query(
    connection,
    {
      name: 'insert_usage_events',
      text: `
        insert into usage_events (account_id, ${columns})
        select account_id, ${columns} from json_to_recordset($1::json) as event (
          account_id text, id text, created_at timestamptz, type text, request_id text, actor json, operation_id text,
          http_status int, error_code text, duration_ms int, resource_id text, quota json)
        where exists (select from accounts where accounts.id = event.account_id)
        on conflict (id) do nothing`,
    },
    [JSON.stringify(rows)],
  )
}

interface UsageEventFilter {
  type?: UsageEventType | undefined
  /** Inclusive. */
  since?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  request_id?: string | undefined
}

/** The events of the account, newest first. */
export async function listUsageEvents(
  connection: Connection,
  owner: Owner,
  { limit, after, type, since, until, request_id: requestId }: PageRequest & UsageEventFilter,
): Promise<Page<UsageEvent>> {
  const events = queryBuilder('usage_events')
    .select(Object.keys(usageEventColumns))
    .where({ account_id: owner.account_id, ...(type && { type }), ...(requestId && { request_id: requestId }) })
    .where('id', '<', after?.id ?? beyondEveryId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  // An id contains its time as well: the bounds of the id let the index skip to the period, and created_at is exact.
  if (since !== undefined) {
    const from = storableInstant(since)
    events.where('created_at', '>=', from).where('id', '>=', firstIdAt(Date.parse(from) - idSlackMs))
  }
  if (until !== undefined) {
    const to = storableInstant(until)
    events.where('created_at', '<', to).where('id', '<', firstIdAt(Date.parse(to) + idSlackMs))
  }
  const rows = await runBuilt<UsageEvent>(connection, events)
  return pageOf(rows, limit)
}

/** Deletes up to `limit` events older than `days`, and returns how many. */
export function purgeUsageEvents(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const condition = isOlderThan('created_at', days)
  return purge(connection, { table: 'usage_events', condition, oldestFirst: 'created_at', limit })
}

/** How far the time in an id may be from `created_at`: an id generator steps over small set-backs of the clock. */
const idSlackMs = 60_000

/** The lowest id of that millisecond. */
function firstIdAt(ms: number): Id<'act'> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(ms, 0), 0, 6)
  return idFromBytes('act', bytes)
}
