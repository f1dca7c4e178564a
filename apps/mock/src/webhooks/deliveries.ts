import type { EventType } from '@generated/contract/enums'
import { eventCatalog } from '@generated/contract/event-catalog'
import { isTestInFeed, type NewEvent, testEvent } from '@svc/webhooks/new-event'
import type { IdSource } from '../state/id-source.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { AccountState, FeedEntry, StateStore, StoredWebhook } from '../state/state-store.ts'
import { dueInMs, type NewDelivery, newDelivery, type StoredDelivery, type StoredEvent } from './delivery-state.ts'
import { firstDelayMs, type ScheduleAttempt } from './delivery-timers.ts'

/** Events and their deliveries. */
export interface Deliveries {
  /** Publishes events, one after the other, with a delivery of each per subscribed endpoint. */
  publish(state: AccountState, events: readonly NewEvent[]): void
  /** Sends a webhook.test, or an example of another type, to one endpoint, regardless of its subscriptions. */
  sendTest(state: AccountState, webhook: StoredWebhook, type: EventType): StoredDelivery
  /** Repeats a past delivery: a new delivery of the same event, and an entry in the feed if the event has one. */
  resend(state: AccountState, original: StoredDelivery): StoredDelivery
  /** Sends what was held while the endpoint was disabled. */
  resume(state: AccountState, webhookId: string): void
}

interface DeliveriesOptions {
  ids: IdSource
  states: StateStore
  schedule: ScheduleAttempt
}

/** Under the scenario out-of-order, between one event and the one published before it. */
const disorderMs = 100

const deliveriesMax = 10_000
const feedMax = 5_000

export function createDeliveries({ ids, states, schedule }: DeliveriesOptions): Deliveries {
  function newEvent(event: NewEvent, { isInFeed }: Pick<StoredEvent, 'isInFeed'>): StoredEvent {
    const payload = {
      version: 1,
      id: ids.newId('evt'),
      type: event.type,
      created_at: new Date().toISOString(),
      data: event.data,
    }
    // The compiler does not follow that type and data come from the same member of the union.
    return { payload: payload as StoredEvent['payload'], json: JSON.stringify(payload), isInFeed }
  }

  function enqueue(
    state: AccountState,
    event: StoredEvent,
    fields: Omit<NewDelivery, 'id'>,
    delayMs = firstDelayMs,
  ): StoredDelivery {
    const delivery = newDelivery(event, { id: ids.newId('whd'), ...fields })
    state.deliveries.set(delivery.record.id, delivery)
    keepNewest(state.deliveries, deliveriesMax)
    schedule(state, delivery, delayMs)
    return delivery
  }

  return {
    publish(state, events) {
      const disorder = states.scenarioOf(state.account) === 'out-of-order' ? disorderMs : 0
      for (const [index, each] of events.entries()) {
        const event = newEvent(each, { isInFeed: true })
        appendToFeed(state, event, event.payload.id, null)
        const delayMs = firstDelayMs + disorder * (events.length - index)
        for (const { record } of state.webhooks.values())
          if (record.event_types.includes(event.payload.type))
            enqueue(state, event, { webhook_id: record.id, origin: 'event', resend_of: null }, delayMs)
      }
    },

    sendTest(state, { record }, type) {
      const { businessId } = state.account.persona
      const sent = testEvent(eventCatalog, type, { business_id: businessId, webhook_id: record.id })
      const event = newEvent(sent, { isInFeed: isTestInFeed(type) })
      if (event.isInFeed) appendToFeed(state, event, event.payload.id, null)
      return enqueue(state, event, { webhook_id: record.id, origin: 'test', resend_of: null })
    },

    resend(state, { event, record }) {
      if (event.isInFeed) appendToFeed(state, event, ids.newId('evt'), record.id)
      return enqueue(state, event, { webhook_id: record.webhook_id, origin: 'resend', resend_of: record.id })
    },

    resume(state, webhookId) {
      for (const delivery of state.deliveries.values())
        if (delivery.record.webhook_id === webhookId && delivery.record.finished_at === null)
          schedule(state, delivery, Math.max(firstDelayMs, dueInMs(delivery.record, Date.now())))
    },
  }
}

function appendToFeed(
  state: AccountState,
  event: StoredEvent,
  position: FeedEntry['position'],
  resendOf: FeedEntry['resend_of'],
): void {
  state.feed.push({ position, atMs: Date.now(), event, resend_of: resendOf })
  keepNewest(state.feed, feedMax)
}
