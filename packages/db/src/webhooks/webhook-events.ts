import type { EventType } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { currentSpan } from '@svc/runtime/tracing'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { queryBuilder } from '../connection/knex.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import { type Owner, only, type Page, type PageRequest, pageOfRows } from '../connection/records.ts'
import { enqueue } from '../queue/claim.ts'
import { deliveryQueue, intoDeliveryQueue } from './delivery-queue.ts'
import type { Delivery } from './webhook-deliveries.ts'

export interface NewWebhookEvent {
  id: Id<'evt'>
  type: EventType
  /** The exact string that is signed and sent: JSON with this id and type. */
  payload: string
  created_at?: string
}

/**
 * Publishes events: one event row, one feed entry, and one delivery with a queue row for each subscribed endpoint,
 * enabled or held, all in the caller's transaction.
 *
 * Publish at the end of the transaction: until it ends, other transactions of the account that publish wait. This
 * ensures that the feed is in commit order.
 */
export async function publishEvents(
  transaction: Transaction,
  owner: Owner,
  events: readonly NewWebhookEvent[],
  { maxAttempts }: { maxAttempts: number },
): Promise<void> {
  const text = `
    ${enterEventsText({ inFeed: true })},
    subscribed as (
      -- Held until the end of the transaction, so that a deletion in between finds these deliveries and cancels them.
      select id, event_types from webhook_endpoints
      where account_id = $1 and deleted_at is null and event_types && $4 order by id for share
    ),
    first as materialized (select new_id('whd') as id),
    addressed as (
      select event.id as event_id, event.type, subscribed.id as webhook_id,
             row_number() over (order by position, subscribed.id) - 1 as number
      from event join subscribed on event.type = any (subscribed.event_types)
    ),
    made as (
      insert into webhook_deliveries (id, account_id, webhook_id, event_id, event_type, origin, max_attempts)
      select nth_id(first.id, number), $1, webhook_id, event_id, type, 'event', $8
      from addressed cross join first order by number
      returning id, account_id, webhook_id
    )
    ${intoDeliveryQueue}`
  const values = [...eventValues(owner, events), maxAttempts]
  await enqueue(transaction, deliveryQueue, { name: 'publish_events', text }, values)
}

/**
 * Publishes the event of a test to one endpoint, regardless of its subscriptions, and returns the id of the delivery.
 * With `inFeed: false`, neither the event nor its resends are in the feed of the account. Returns undefined and writes
 * nothing if the endpoint does not belong to the owner or is deleted.
 */
export async function publishTestEvent(
  transaction: Transaction,
  owner: Owner,
  webhookId: Id<'whk'>,
  event: NewWebhookEvent,
  { maxAttempts, inFeed }: { maxAttempts: number; inFeed: boolean },
): Promise<Id<'whd'> | undefined> {
  const [endpoint] = await query<{ id: Id<'whk'> }>(
    transaction,
    {
      name: 'lock_webhook',
      text: 'select id from webhook_endpoints where account_id = $1 and id = $2 and deleted_at is null for share',
    },
    [owner.account_id, webhookId],
  )
  if (endpoint === undefined) return undefined
  const name = inFeed ? 'publish_test_event' : 'publish_example_event'
  const text = `
    ${enterEventsText({ inFeed })},
    made as (
      insert into webhook_deliveries (id, account_id, webhook_id, event_id, event_type, origin, max_attempts)
      select $8, $1, $9, id, type, 'test', $10 from event returning id, account_id, webhook_id
    )
    ${intoDeliveryQueue} returning id`
  const values = [...eventValues(owner, [event]), newId('whd'), endpoint.id, maxAttempts]
  return only(await enqueue<{ id: Delivery['id'] }>(transaction, deliveryQueue, { name, text }, values)).id
}

/**
 * The beginning of a statement that publishes: it writes events and, with `inFeed`, their positions in the feed. A
 * single statement saves two round trips per publication. Its parameters $1 to $7 are `eventValues`, with the account
 * as $1; further parameters begin at $8. It provides `event` (id, type, payload, created_at, position).
 */
function enterEventsText({ inFeed }: { inFeed: boolean }): string {
  const feed = `
    drawn as (${drawFeedNumbersText('$1', 'cardinality($3::text[])')}),
    entered as (
      insert into webhook_feed_entries (account_id, number, id, event_id, event_type, created_at)
      select $1, before + position, id, id, type, created_at from event cross join drawn
    ),`
  return `
    with event as materialized (
      select id, type, payload, coalesce(created_at, now()) as created_at, position
      from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[]) with ordinality
        as event (id, type, payload, created_at, position)
    ),
    ${inFeed ? feed : ''}
    written as (
      insert into webhook_events (id, account_id, business_id, type, payload, created_at, traceparent, in_feed)
      select id, $1, $2, type, payload, created_at, $7, ${inFeed} from event
    )`
}

function eventValues(owner: Owner, events: readonly NewWebhookEvent[]): unknown[] {
  return [
    owner.account_id,
    owner.business_id,
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.payload),
    events.map((event) => event.created_at ?? null),
    // The attempts of the deliveries continue the trace.
    currentSpan()?.traceparent ?? null,
  ]
}

type FeedEntry = Schemas['WebhookFeedEntry']

/**
 * Lists the feed of the account, oldest first, after the entry `after`. If `after` is not in the feed, because it was
 * purged or never existed, it stands for the time at which such an id would have been generated.
 *
 * An entry is never inserted before an entry that a reader has already read: `number` is assigned under a lock that is
 * held until the commit.
 */
export async function listWebhookEvents(
  connection: Reader,
  owner: Owner,
  { limit, after, type }: PageRequest & { type?: EventType | undefined },
): Promise<Page<FeedEntry>> {
  const rows = await query<FeedEntry & { id: Id<'evt'> }>(
    connection,
    {
      name: type === undefined ? 'list_webhook_events' : 'list_webhook_events_of_type',
      text: `
        select entry.id, entry.id as position, event.payload::json as payload, entry.resend_of
        from webhook_feed_entries as entry join webhook_events as event on event.id = entry.event_id
        where entry.account_id = $1 ${type === undefined ? '' : 'and entry.event_type = $4'}
          and entry.number > coalesce(
            (select number from webhook_feed_entries where account_id = $1 and id = $2),
            (select number from webhook_feed_entries where account_id = $1 and id < $2 order by id desc limit 1), 0)
        order by entry.account_id, entry.number limit $3`,
    },
    [owner.account_id, after?.id ?? '', limit + 1, ...(type === undefined ? [] : [type])],
  )
  const page = pageOfRows(rows, limit)
  return { items: page.items.map(({ id: _, ...entry }) => entry), next: page.next }
}

/**
 * Returns the last number in the feed of each account that has entries. It changes with every new entry, so readers of
 * all accounts can wait for entries with one query.
 */
export async function lastFeedNumbers(
  connection: Reader,
  accounts: readonly Id<'acc'>[],
): Promise<ReadonlyMap<Id<'acc'>, number>> {
  const rows = await query<{ account_id: Id<'acc'>; last_number: number }>(
    connection,
    {
      name: 'last_feed_numbers',
      text: 'select account_id, last_number from webhook_feeds where account_id = any($1)',
    },
    [accounts],
  )
  return new Map(rows.map(({ account_id, last_number }) => [account_id, last_number]))
}

/**
 * A part of a statement that reserves the next `count` positions in the feed of an account, as `before`: the number
 * before the first position. The row stays locked until the transaction ends, and the same statement uses all
 * positions, so numbers are gapless and in commit order. `condition` begins with `where`.
 *
 * Publications of an account take turns by an advisory lock, which has a queue. Those that wait for the row itself
 * compete again after each change of it, so that on a busy machine one of them waits until its timeout.
 */
export function drawFeedNumbersText(account: string, count: string, condition = ''): string {
  return `
    insert into webhook_feeds as feed (account_id, last_number)
    select ${account}, ${count}
    from pg_advisory_xact_lock(hashtextextended('webhook feed ' || ${account}, 0)) ${condition}
    on conflict (account_id) do update set last_number = feed.last_number + excluded.last_number
    returning last_number - ${count} as before`
}

/** Deletes up to `limit` events that are older than `days` and that no delivery needs, and returns how many. */
export function purgeWebhookEvents(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const condition = queryBuilder.raw(
    '? and not exists (select from webhook_deliveries where event_id = webhook_events.id)',
    [isOlderThan('created_at', days)],
  )
  return purge(connection, { table: 'webhook_events', condition, oldestFirst: 'created_at', limit })
}

/**
 * Deletes up to `limit` positions in the feed that are older than `days`, and returns how many: dead letters are kept
 * longer.
 */
export function purgeFeedEntries(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const condition = isOlderThan('created_at', days)
  return purge(connection, { table: 'webhook_feed_entries', condition, oldestFirst: 'created_at', limit })
}
