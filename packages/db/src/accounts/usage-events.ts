import type { StatusClass, UsageEventType } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader } from '../connection/database.ts'
import { isLockTimeout } from '../connection/database-errors.ts'
import { queryBuilder, runBuilt } from '../connection/knex.ts'
import {
  beyondEveryId,
  type Columns,
  idBeyond,
  lowestIdSince,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
  storableInstant,
} from '../connection/records.ts'

/** The stored fields of a usage event. Its method and path follow from its operation. */
type UsageEvent = Omit<Schemas['UsageEvent'], 'method' | 'path'>

export const usageEventColumns: Columns<UsageEvent> = {
  id: 'text',
  created_at: 'timestamptz',
  type: 'text',
  request_id: 'text?',
  actor: 'json',
  actor_name: 'text?',
  client_ip: 'text?',
  channel: 'text?',
  operation_id: 'text?',
  http_status: 'integer?',
  error_code: 'text?',
  duration_ms: 'integer?',
  resource_id: 'text?',
  quota: 'json?',
}

const columns = selectList(usageEventColumns)

type OptionalField = 'id' | 'actor_name' | 'client_ip' | 'channel'

export type NewUsageEvent = Omit<UsageEvent, OptionalField> &
  Partial<Pick<UsageEvent, OptionalField>> & { account_id: Id<'acc'> }

/** An event that no request caused: the service itself did something. */
export function serviceEvent(
  event: Pick<NewUsageEvent, 'account_id' | 'created_at' | 'type' | 'resource_id'> &
    Partial<Pick<NewUsageEvent, 'quota'>>,
): NewUsageEvent {
  return {
    request_id: null,
    actor: { type: 'system', id: null, label: null },
    operation_id: null,
    http_status: null,
    error_code: null,
    duration_ms: null,
    quota: null,
    ...event,
  }
}

/**
 * Writes a batch of events of any accounts, and counts their requests, in one statement. `created_at` is the time of
 * the event, not of the write. A batch whose events have ids can be written again: existing rows are kept and not
 * counted again.
 */
export async function insertUsageEvents(connection: Connection, events: readonly NewUsageEvent[]): Promise<void> {
  // All events of the batch share one clock, so that ids within a millisecond keep the order of the batch.
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
        with inserted as (
          insert into usage_events (account_id, ${columns})
          select account_id, ${columns} from json_to_recordset($1::json) as event (
            account_id text, id text, created_at timestamptz, type text, request_id text, actor json, actor_name text,
            client_ip text, channel text, operation_id text, http_status int, error_code text, duration_ms int, resource_id text,
            quota json)
          where exists (select from accounts where accounts.id = event.account_id)
          on conflict (id) do nothing
          returning account_id, created_at, type, operation_id, http_status, actor
        )
        ${countInto({ requests: 'count(*)', from: 'inserted' })}`,
    },
    [JSON.stringify(rows)],
  )
}

/**
 * Counts requests that are similar to a request whose event was already written, without writing events for them, so
 * that a caller who repeats a refused request only increments counters.
 */
export async function countRepeatedRequests(
  connection: Connection,
  repeated: readonly { event: NewUsageEvent; requests: number }[],
): Promise<void> {
  const rows = repeated.map(({ event, requests }) => ({ ...event, requests }))
  await query(
    connection,
    {
      name: 'count_repeated_requests',
      text: `
        with repeated as (
          select * from json_to_recordset($1::json) as event (
            account_id text, created_at timestamptz, type text, actor json, operation_id text, http_status int,
            requests bigint)
          where exists (select from accounts where accounts.id = event.account_id)
        )
        ${countInto({ requests: 'sum(repeated.requests)', from: 'repeated' })}`,
    },
    [JSON.stringify(rows)],
  )
}

/** In the order of the primary key, so that batches of several processes wait for each other and never deadlock. */
function countInto({ requests, from }: { requests: string; from: string }): string {
  return `
        insert into usage_counters as counter
          (account_id, "interval", start, operation_id, http_status, caller_id, requests)
        select account_id, unit, date_trunc(unit, created_at, 'UTC'), coalesce(operation_id, ''), http_status,
               coalesce(actor ->> 'id', ''), ${requests}
        from ${from} cross join (values ('day'), ('hour'), ('month')) as units (unit)
        where type in ('api.request', 'api.refused') and http_status is not null
        group by 1, 2, 3, 4, 5, 6
        order by 1, 2, 3, 4, 5, 6
        on conflict (account_id, "interval", start, operation_id, http_status, caller_id)
          do update set requests = counter.requests + excluded.requests`
}

interface UsageEventFilter {
  type?: UsageEventType | undefined
  /** Inclusive. */
  since?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  request_id?: Id<'req'> | undefined
  operation_id?: string | undefined
  /** The class of the response's status. */
  status?: StatusClass | undefined
  /** The id of a key or client. */
  caller?: string | undefined
}

/** The events of the account, newest first. */
export async function listUsageEvents(
  connection: Reader,
  owner: Owner,
  filter: PageRequest & UsageEventFilter,
): Promise<Page<UsageEvent>> {
  const { limit, after, type, since, until, request_id, operation_id, status, caller } = filter
  const events = queryBuilder('usage_events')
    .select(Object.keys(usageEventColumns))
    .where({
      account_id: owner.account_id,
      ...(type && { type }),
      ...(request_id && { request_id }),
      ...(operation_id && { operation_id }),
    })
    .where('id', '<', after?.id ?? beyondEveryId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  // An id also contains its time. The bounds of the id restrict the index scan to the period, and the condition on
  // created_at is exact.
  if (since !== undefined) {
    const from = storableInstant(since)
    events.where('created_at', '>=', from).where('id', '>=', lowestIdSince('act', Date.parse(from)))
  }
  if (until !== undefined) {
    const to = storableInstant(until)
    events.where('created_at', '<', to).where('id', '<', idBeyond('act', Date.parse(to)))
  }
  if (caller !== undefined) events.whereRaw("actor ->> 'id' = ?", [caller])
  if (status !== undefined) events.whereBetween('http_status', statusRange(status))
  const rows = await runBuilt<UsageEvent>(connection, events)
  return pageOfRows(rows, limit)
}

/** The number of days after today for which partitions exist, in case no worker runs for that long. */
const daysAhead = 7

/**
 * Creates the missing partitions of today and the next days, and returns their number. An event of a day without a
 * partition is stored in the default partition. `nowMs` is the time by the clock from which events get their ids.
 */
export async function createUsageEventPartitions(
  connection: Connection,
  { nowMs }: { nowMs: number },
): Promise<number> {
  const text = `
    select count(*) filter (where create_usage_event_partition($1::date + day))::int as changed
    from generate_series(0, $2::int) as day`
  return changePartitions(connection, text, [new Date(nowMs).toISOString().slice(0, 10), daysAhead])
}

/** Drops the partitions whose events are all older than `days`, and returns their number. */
export async function dropUsageEventPartitions(connection: Connection, { days }: { days: number }): Promise<number> {
  const text = 'select drop_usage_event_partition($1)::int as changed'
  let dropped = 0
  // One in each transaction, because it locks the table.
  while ((await changePartitions(connection, text, [days])) > 0) dropped++
  return dropped
}

/**
 * Deletes up to `limit` events older than `days` that are in no partition of a day, and returns their number: those of
 * the time before there were partitions, and those of the default partition.
 */
export function purgeUsageEvents(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return changePartitions(connection, 'select purge_usage_events($1, $2) as changed', [days, limit])
}

/** Runs a function that changes partitions. It does nothing while a long transaction, as of a backup, holds a lock. */
async function changePartitions(connection: Connection, text: string, values: unknown[]): Promise<number> {
  try {
    return only(await connection.execute<{ changed: number }>({ text, values })).changed
  } catch (error) {
    if (isLockTimeout(error)) return 0
    throw error
  }
}

function statusRange(statusClass: StatusClass): [lowest: number, highest: number] {
  const lowest = Number(statusClass[0]) * 100
  return [lowest, lowest + 99]
}
