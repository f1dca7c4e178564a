import type { ResendableDeliveryStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type NamedStatement, query, type RequestDatabase, type Transaction } from '../connection/database.ts'
import { type NoOtherFields, type Owner, only, storableInstant } from '../connection/records.ts'
import { enqueue } from '../queue/claim.ts'
import { deliveryQueue, intoDeliveryQueue } from './delivery-queue.ts'
import { type ResendBudget, ResendBudgetError, spendResends } from './resend-budget.ts'
import { type Delivery, endedAs, findDelivery, ownedDeliveries } from './webhook-deliveries.ts'
import { drawFeedNumbersText } from './webhook-events.ts'

/**
 * Resends a delivery: creates a new delivery of the same event, and a feed entry if the event has one. The original
 * does not change. Returns undefined if the delivery does not belong to the owner. Throws a ResendBudgetError if the
 * budget is exhausted: roll back. Call it in a transaction.
 *
 * A single statement, because the feed number is locked until the transaction ends: concurrent resends only wait for
 * each other's commit.
 */
export async function resendDelivery(
  transaction: Transaction,
  owner: Owner,
  id: Id<'whd'>,
  limits: { maxAttempts: number; budget?: ResendBudget },
): Promise<Delivery | undefined> {
  if (limits.budget) {
    const original = await findDelivery(transaction, owner, id)
    if (original === undefined) return undefined
    // Before the feed number, as in a resend of many: the two never wait for each other.
    await spendResends(transaction, owner, original.webhook_id, { count: 1, ...limits.budget })
  }
  const resent = newId('whd')
  const text = `
    with original as (
      -- The delivery is locked too: while it exists, its event is not deleted.
      select delivery.id, delivery.webhook_id, delivery.event_id, delivery.event_type, event.in_feed
      from ${ownedDeliveries('$1')} join webhook_events as event on event.id = delivery.event_id
      where delivery.id = $2 for share of endpoint for key share of delivery
    ),
    drawn as (${drawFeedNumbersText('$1', '1', 'where exists (select from original where in_feed)')}),
    entry as (
      insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
      select $1, before + 1, $3, event_id, event_type, id from original cross join drawn
    ),
    made as (
      insert into webhook_deliveries
        (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
      select $4, $1, webhook_id, event_id, event_type, 'resend', id, $5 from original
      returning id, account_id, webhook_id
    )
    ${intoDeliveryQueue} returning id`
  const values = [owner.account_id, id, newId('evt'), resent, limits.maxAttempts]
  const queued = await enqueue(transaction, deliveryQueue, { name: 'resend_delivery', text }, values)
  if (queued.length === 0) return undefined
  return findDelivery(transaction, owner, resent)
}

type ResendCounts = Schemas['ResendWebhookDeliveriesResult']

/** The progress of a resend. Another call can continue from it. */
export interface ResendProgress extends ResendCounts {
  /**
   * The beginning of the resend. Deliveries that ended later do not match, including deliveries that the resend
   * created.
   */
  as_of: string
  /** All deliveries up to this one have been examined. */
  after: string
}

interface ResendOptions {
  maxAttempts: number
  /** Without a budget, as for operators, any number is resent. */
  budget?: ResendBudget
  /** The number of deliveries that one transaction examines. */
  batch?: number
  /** The position at which an earlier call ended. */
  reached?: ResendProgress | null
  /** Called at the end of each batch, in its transaction. */
  onBatch?: (transaction: Transaction, progress: ResendProgress) => Promise<void>
}

/**
 * The number of deliveries in a batch. It takes a few tenths of a second, during which publications of the account wait
 * for their feed numbers.
 */
const resendBatch = 5_000

/**
 * The minimum size of a batch. If the remaining budget is small, a batch that exceeds it and is rolled back is also
 * small.
 */
const resendBatchMin = 250

/**
 * Resends deliveries of one endpoint, oldest first. Each event is sent once, even if several of its deliveries match:
 * the newest of them is resent. Does nothing if the endpoint does not belong to the owner.
 *
 * Each batch is a separate transaction, so no statement reaches its timeout, and other transactions of the account can
 * publish in between. If a batch fails, including with a ResendBudgetError, the batches that were committed before it
 * are kept.
 */
export async function resendDeliveries(
  db: RequestDatabase,
  owner: Owner,
  webhookId: Id<'whk'>,
  request: Schemas['ResendWebhookDeliveriesRequest'],
  { maxAttempts, budget, batch = resendBatch, reached, onBatch }: ResendOptions,
): Promise<ResendCounts> {
  const { since, until, event_types, statuses: requested, dry_run, ...rest } = request
  rest satisfies NoOtherFields
  const filter = [
    owner.account_id,
    webhookId,
    storableInstant(since),
    until === undefined ? null : storableInstant(until),
    event_types ?? null,
  ]
  // Sorted, because a prepared statement has one text per name.
  const statuses = [...new Set(requested)].sort()
  let progress = reached ?? { as_of: null, after: '', matched_count: 0, queued_count: 0 }
  const doBatch = async (transaction: Transaction, size: number, { dryRun }: { dryRun: boolean }) => {
    const values = [...filter, size, progress.as_of, progress.after, ...(dryRun ? [] : [maxAttempts])]
    const rows = dryRun
      ? query<ResentBatch>(transaction, countToResend(statuses), values)
      : enqueue<ResentBatch>(transaction, deliveryQueue, resend(statuses), values)
    const { examined, matched, queued, ...position } = only(await rows)
    const next = {
      ...position,
      matched_count: progress.matched_count + matched,
      queued_count: progress.queued_count + queued,
    }
    await onBatch?.(transaction, next)
    progress = next
    return { matched, queued, isLast: examined < size }
  }
  const nextBatch = async (transaction: Transaction) => {
    if (dry_run) return doBatch(transaction, batch, { dryRun: true })
    if (!budget) return doBatch(transaction, batch, { dryRun: false })
    const { left, hourEndsInSeconds } = await spendResends(transaction, owner, webhookId, { count: 0, ...budget })
    const size = Math.min(batch, Math.max(left, resendBatchMin))
    const result = await doBatch(transaction, size, { dryRun: left === 0 })
    if (left === 0 && result.matched > 0) throw new ResendBudgetError(hourEndsInSeconds)
    await spendResends(transaction, owner, webhookId, { count: result.queued, ...budget })
    return result
  }
  while (!(await db.transaction(nextBatch)).isLast);
  const { matched_count, queued_count } = progress
  return { matched_count, queued_count }
}

interface ResentBatch extends Pick<ResendProgress, 'as_of' | 'after'> {
  examined: number
  matched: number
  queued: number
}

/**
 * The beginning of a statement: `matching` contains the matches among the next deliveries with one of `statuses`. The
 * number of examined deliveries is limited, not the number of matches, so that all batches take about the same time.
 */
function nextToResend(statuses: readonly ResendableDeliveryStatus[], hold: string): string {
  const ended = (table: string) => `(${statuses.map((status) => endedAs[status](table)).join(' or ')})`
  const matches = (table: string) => `
    ${table}.created_at >= $3 and ($4::timestamptz is null or ${table}.created_at < $4)
    and ($5::text[] is null or ${table}.event_type = any ($5)) and ${table}.finished_at <= (select as_of from start)`
  return `
    with start as materialized (select coalesce($7::timestamptz, current_timestamp(3)) as as_of),
    endpoint as materialized (
      select id from webhook_endpoints where account_id = $1 and id = $2 and deleted_at is null ${hold}
    ),
    examined as materialized (
      select id, event_id, event_type, created_at, finished_at from webhook_deliveries as delivery
      where webhook_id = $2 and id > $8 and ${ended('delivery')} and exists (select from endpoint)
      order by id limit $6
    ),
    matching as materialized (
      select id, event_id, event_type from examined
      where ${matches('examined')}
        -- A count behind an optimization fence. Otherwise, with outdated statistics, the planner joins with all
        -- deliveries of the endpoint or scans all of them for each one.
        and 0 = (
          select count(*) from (
            select * from webhook_deliveries where event_id = examined.event_id offset 0
          ) as newer
          where newer.webhook_id = $2 and newer.id > examined.id and ${ended('newer')} and ${matches('newer')}
        )
    )`
}

const reachedByBatch = `
  (select as_of from start), coalesce((select max(id) from examined), $8) as after,
  (select count(*)::int from examined) as examined, (select count(*)::int from matching) as matched`

function countToResend(statuses: readonly ResendableDeliveryStatus[]): NamedStatement {
  return {
    name: `count_to_resend_${statuses.join('_')}`,
    text: `${nextToResend(statuses, '')} select ${reachedByBatch}, 0 as queued`,
  }
}

function resend(statuses: readonly ResendableDeliveryStatus[]): NamedStatement {
  return {
    name: `resend_${statuses.join('_')}`,
    text: `
      ${nextToResend(
        statuses,
        // Locked until the end of the transaction: a concurrent deletion waits and then cancels the new deliveries.
        'for share',
      )},
      held as materialized (
        -- While these deliveries exist, their events are not deleted. Deliveries purged in the meantime are left out.
        select delivery.id, delivery.event_id, delivery.event_type, event.in_feed
        from webhook_deliveries as delivery join webhook_events as event on event.id = delivery.event_id
        where delivery.id = any (array(select id from matching)) order by delivery.id for key share of delivery
      ),
      -- Those in the feed first: its numbers have no gaps.
      numbered as materialized (
        select held.*, row_number() over (order by in_feed desc, event_id) as position from held
      ),
      drawn as (${drawFeedNumbersText(
        '$1',
        '(select count(*) from held where in_feed)',
        'where exists (select from held where in_feed)',
      )}),
      first as materialized (select new_id('evt') as entry_id, new_id('whd') as delivery_id),
      entries as (
        insert into webhook_feed_entries (account_id, number, id, event_id, event_type, resend_of)
        select $1, before + position, nth_id(entry_id, position), event_id, event_type, id
        from numbered cross join drawn cross join first where in_feed order by position
      ),
      made as (
        insert into webhook_deliveries
          (id, account_id, webhook_id, event_id, event_type, origin, resend_of, max_attempts)
        select nth_id(delivery_id, position), $1, $2, event_id, event_type, 'resend', id, $9
        from numbered cross join first order by position
        returning id, account_id, webhook_id
      ),
      enqueued as (${intoDeliveryQueue} returning 1)
      select ${reachedByBatch}, (select count(*)::int from enqueued) as queued`,
  }
}
