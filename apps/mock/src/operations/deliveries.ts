import { setTimeout as pause } from 'node:timers/promises'
import type { Operations } from '@generated/contract/operations'
import { notFound } from '@svc/http/errors'
import { idBytes } from '@svc/runtime/ids'
import type { MockCaller } from '../caller.ts'
import type { Schemas } from '../examples.ts'
import { idMs } from '../ids.ts'
import { instantMs, pageOf } from '../lists.ts'
import type { FeedEntry, StoredDelivery, World } from '../worlds.ts'
import type { Workshop } from './index.ts'
import { webhookOf } from './webhooks.ts'

type Names =
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'resendWebhookDelivery'
  | 'resendWebhookDeliveries'
  | 'listWebhookEvents'

type Entry = Schemas['WebhookFeedEntry']
type DatedEntry = Entry & { atMs: number }

/** Entries in one answer of the event feed at most. */
const feedLimit = 100
const feedPollMs = 50

export function deliveryOperations({
  closing,
  deliveries,
  examples,
  worlds,
}: Workshop): Pick<Operations<MockCaller>, Names> {
  /** What happened to the account before: the entries of the example, dated by their ids. */
  const earlier = async ({ account: { cast } }: World): Promise<DatedEntry[]> => {
    const entries = cast.tell(await examples.success<Entry[]>('listWebhookEvents'))
    return entries.map((entry) => ({ ...entry, atMs: idMs(idBytes(entry.position)) }))
  }

  return {
    listWebhookDeliveries({ path, query, caller }) {
      const world = worlds.of(caller.account)
      webhookOf(world, path.id)
      const matching = deliveriesOf(world, path.id).filter(
        ({ wire }) =>
          (query.status === undefined || wire.status === query.status) &&
          (query.event_type === undefined || wire.event_type === query.event_type),
      )
      return pageOf(matching.map(wireDelivery), query, 'whd')
    },

    getWebhookDelivery: ({ path, caller }) => wireDelivery(deliveryOf(worlds.of(caller.account), path.id)),

    resendWebhookDelivery({ path, caller }) {
      const world = worlds.of(caller.account)
      return wireDelivery(deliveries.resend(world, deliveryOf(world, path.id)))
    },

    resendWebhookDeliveries({ path, body, caller }) {
      const world = worlds.of(caller.account)
      webhookOf(world, path.id)
      const sinceMs = instantMs(body.since)
      const untilMs = body.until === undefined ? Number.POSITIVE_INFINITY : instantMs(body.until)
      const matching = deliveriesOf(world, path.id).filter(({ wire }) => {
        const createdMs = Date.parse(wire.created_at)
        return (
          createdMs >= sinceMs &&
          createdMs < untilMs &&
          (body.statuses as readonly string[]).includes(wire.status) &&
          (body.event_types === undefined || body.event_types.includes(wire.event_type))
        )
      })
      // "Each event is sent once, however many of its deliveries match: the newest of them is the one repeated."
      const newest = new Map(matching.map((delivery) => [delivery.wire.event_id, delivery]))
      if (!body.dry_run) for (const delivery of newest.values()) deliveries.resend(world, delivery)
      return { matched_count: newest.size, queued_count: body.dry_run ? 0 : newest.size }
    },

    async listWebhookEvents({ query, caller }) {
      const deadline = performance.now() + (query.wait ?? 0) * 1000
      const before = await earlier(worlds.of(caller.account))
      for (;;) {
        // Looked up anew each time: a reset in between leaves only what was there before.
        const world = worlds.of(caller.account)
        const entries = behind([...before, ...world.feed.map(readEntry)], query.after)
          .filter(({ payload }) => query.type === undefined || payload.type === query.type)
          .slice(0, feedLimit)
        const remainingMs = deadline - performance.now()
        if (entries.length > 0 || remainingMs <= 0 || closing.aborted)
          return entries.map(({ position, payload, resend_of }) => ({ position, payload, resend_of }))
        await pause(Math.min(feedPollMs, remainingMs), undefined, { signal: closing }).catch(() => undefined)
      }
    },
  }
}

/** "An `after` that is not in the feed stands for the moment in which such an id would have been made." */
function behind(feed: readonly DatedEntry[], after: string | undefined): readonly DatedEntry[] {
  if (after === undefined) return feed
  const place = feed.findIndex(({ position }) => position === after)
  if (place !== -1) return feed.slice(place + 1)
  const momentMs = idMs(idBytes(after))
  return feed.filter(({ atMs }) => atMs > momentMs)
}

function deliveriesOf(world: World, webhookId: string): StoredDelivery[] {
  return [...world.deliveries.values()].filter(({ wire }) => wire.webhook_id === webhookId)
}

function deliveryOf(world: World, id: string): StoredDelivery {
  const delivery = world.deliveries.get(id)
  if (!delivery) throw notFound()
  return delivery
}

export function wireDelivery({ wire, event }: StoredDelivery): Schemas['WebhookDelivery'] {
  return { ...wire, payload: event.payload }
}

function readEntry({ position, event, resend_of, atMs }: FeedEntry): DatedEntry {
  return { position, payload: event.payload, resend_of, atMs }
}
