import { setTimeout as sleep } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { notFound } from '@svc/http/errors'
import { latestIntervals } from '@svc/rules/latest-intervals'
import { idBytes } from '@svc/runtime/ids'
import { instantMs } from '@svc/runtime/instants'
import { idMs } from '../state/id-source.ts'
import type { AccountState, FeedEntry } from '../state/state-store.ts'
import { deliveryResponse, type StoredDelivery } from '../webhooks/delivery-state.ts'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'
import { requireWebhook } from './webhooks.ts'

type DatedEntry = Schemas['WebhookFeedEntry'] & { atMs: number }

/** The most entries of the event feed in one response. */
const feedLimit = bounds.WebhookFeedEntryListResponse.data.maxItems
const feedPollMs = 50

/** Waits, or ends early when the mock closes. */
const pause = (ms: number, closing: AbortSignal) => sleep(ms, undefined, { signal: closing }).catch(() => undefined)

/** Deliveries of webhooks, and the event feed. */
export function deliveryOperations({ closing, deliveries, examples, states }: MockContext) {
  /** The entries of the example, dated by their ids. */
  const earlier = async ({ account: { persona } }: AccountState): Promise<DatedEntry[]> =>
    (await examples.data('listWebhookEvents', persona)).map((entry) => ({
      ...entry,
      atMs: idMs(idBytes(entry.position)),
    }))

  return {
    listWebhookDeliveries({ path, query, caller }) {
      const state = states.of(caller.account)
      const { record: endpoint } = requireWebhook(state, path.id)
      const isInPeriod = periodFilter(query.created_after, query.created_before)
      const matching = deliveriesOf(state, path.id).filter(
        ({ record }) =>
          (query.status === undefined || record.status === query.status) &&
          (query.event_type === undefined || record.event_type === query.event_type) &&
          isInPeriod(record),
      )
      return newestFirstPage(
        matching.map((delivery) => deliveryResponse(delivery, endpoint)),
        query,
      )
    },

    getWebhookStatistics({ path, query, caller }) {
      const state = states.of(caller.account)
      requireWebhook(state, path.id)
      return statisticsOf(path.id, deliveriesOf(state, path.id), query.interval)
    },

    getWebhookDelivery({ path, caller }) {
      const state = states.of(caller.account)
      const delivery = requireDelivery(state, path.id)
      return deliveryResponse(delivery, requireWebhook(state, delivery.record.webhook_id).record)
    },

    resendWebhookDelivery({ path, caller }) {
      const state = states.of(caller.account)
      const delivery = deliveries.resend(state, requireDelivery(state, path.id))
      return deliveryResponse(delivery, requireWebhook(state, delivery.record.webhook_id).record)
    },

    resendWebhookDeliveries({ path, body, caller }) {
      const state = states.of(caller.account)
      requireWebhook(state, path.id)
      const matching = deliveriesOf(state, path.id).filter(resendFilter(body))
      // "Each event is sent once, however many of its deliveries match: the newest of them is the one repeated."
      const newest = new Map(matching.map((delivery) => [delivery.record.event_id, delivery]))
      if (!body.dry_run) for (const delivery of newest.values()) deliveries.resend(state, delivery)
      return { matched_count: newest.size, queued_count: body.dry_run ? 0 : newest.size }
    },

    async listWebhookEvents({ query, caller }) {
      const deadline = performance.now() + query.wait * 1000
      const before = await earlier(states.of(caller.account))
      for (;;) {
        // Looked up in every pass: after a reset only the examples are left.
        const { feed } = states.of(caller.account)
        const entries = entriesAfter([...before, ...feed.map(feedEntry)], query.after)
          .filter(({ payload }) => query.type === undefined || payload.type === query.type)
          .slice(0, feedLimit)
        const remainingMs = deadline - performance.now()
        if (entries.length > 0 || remainingMs <= 0 || closing.aborted)
          return entries.map(({ position, payload, resend_of }) => ({ position, payload, resend_of }))
        await pause(Math.min(feedPollMs, remainingMs), closing)
      }
    },
  } satisfies MockOperations
}

function deliveriesOf(state: AccountState, webhookId: string): StoredDelivery[] {
  return [...state.deliveries.values()].filter(({ record }) => record.webhook_id === webhookId)
}

/** Throws ApiError 404 if the account has no delivery with this id. */
function requireDelivery(state: AccountState, id: string): StoredDelivery {
  const delivery = state.deliveries.get(id)
  if (!delivery) throw notFound()
  return delivery
}

type Statistics = Schemas['WebhookStatistics']

function statisticsOf(
  webhook_id: Statistics['webhook_id'],
  deliveries: readonly StoredDelivery[],
  interval: Statistics['interval'],
): Statistics {
  const { from, to, fromMs, lengthMs } = latestIntervals(interval, Date.now())
  const records = deliveries.map(({ record }) => record)
  const counted = records.filter(({ created_at }) => Date.parse(created_at) >= fromMs)
  const startOf = ({ created_at }: { created_at: string }) => Math.floor(Date.parse(created_at) / lengthMs) * lengthMs
  const points = [...Map.groupBy(counted, startOf)]
    .sort(([a], [b]) => a - b)
    .map(([startMs, ofInterval]) => ({ start: new Date(startMs).toISOString(), ...countsOf(ofInterval) }))
  return { webhook_id, interval, from, to, deliveries: counted.length, ...countsOf(counted), points }
}

function countsOf(deliveries: readonly Pick<Schemas['WebhookDelivery'], 'status'>[]) {
  const count = (...statuses: readonly Schemas['WebhookDeliveryStatus'][]) =>
    deliveries.filter(({ status }) => statuses.includes(status)).length
  return {
    succeeded: count('succeeded'),
    dead_lettered: count('dead_lettered'),
    canceled: count('canceled'),
    unfinished: count('pending', 'in_progress', 'waiting_retry'),
  }
}

function resendFilter(body: Schemas['ResendWebhookDeliveriesRequest']): (delivery: StoredDelivery) => boolean {
  const isInPeriod = periodFilter(body.since, body.until)
  const statuses: readonly string[] = body.statuses
  return ({ record }) =>
    isInPeriod(record) &&
    statuses.includes(record.status) &&
    (body.event_types === undefined || body.event_types.includes(record.event_type))
}

/** Matches what was created at or after `from` and before `to`, each without a limit if it is undefined. */
function periodFilter(from: string | undefined, to: string | undefined): (record: { created_at: string }) => boolean {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : instantMs(from)
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : instantMs(to)
  return ({ created_at }) => {
    const createdMs = Date.parse(created_at)
    return createdMs >= fromMs && createdMs < toMs
  }
}

/** An `after` that is not in the feed means the time encoded in the id. */
function entriesAfter(feed: readonly DatedEntry[], after: string | undefined): readonly DatedEntry[] {
  if (after === undefined) return feed
  const index = feed.findIndex(({ position }) => position === after)
  if (index !== -1) return feed.slice(index + 1)
  const afterMs = idMs(idBytes(after))
  return feed.filter(({ atMs }) => atMs > afterMs)
}

function feedEntry({ position, event, resend_of, atMs }: FeedEntry): DatedEntry {
  return { position, payload: event.payload, resend_of, atMs }
}
