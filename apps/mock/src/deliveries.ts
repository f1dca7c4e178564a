import type { WebhookPayloads } from '@generated/contract/webhooks'
import { hintOf, judgeStatus } from '@svc/webhooks/attempt'
import { maxAttemptsDefault, retryDelaysMsDefault } from '@svc/webhooks/schedule'
import { signatureHeaders } from '@svc/webhooks/signing'
import type { Schemas } from './examples.ts'
import { forward, type Receipt } from './forward.ts'
import type { Chance } from './ids.ts'
import type { Inbox } from './inbox.ts'
import type { Sent } from './public.ts'
import {
  type FeedEntry,
  keepNewest,
  type StoredDelivery,
  type StoredEvent,
  type StoredWebhook,
  type World,
  type Worlds,
} from './worlds.ts'

type EventType = Schemas['EventType']
type Attempt = StoredDelivery['wire']['attempts'][number]

/** An event before it has an id. */
export type NewEvent = { [Type in EventType]: { type: Type; data: WebhookPayloads[Type]['data'] } }[EventType]

/** Webhooks, from their cause to the receiver: signed as the service signs, sent to the inbox and to `--forward-to`. */
export interface Deliveries {
  /** Makes events, one after the other, and a delivery of each per subscribed endpoint. */
  publish(world: World, events: readonly NewEvent[]): void
  /** Sends a webhook.test to one endpoint, whatever it subscribes. */
  test(world: World, webhook: StoredWebhook): StoredDelivery
  /** Repeats a past delivery: a new one of the same event, and a place in the feed. */
  resend(world: World, original: StoredDelivery): StoredDelivery
  /** Sends what was held while the endpoint was switched off. */
  release(world: World, webhookId: string): void
}

export interface DeliveriesOptions {
  chance: Chance
  inbox: Inbox
  worlds: Worlds
  forwardTo: URL | null
}

/** An hour of the retry schedule passes in 3.6 seconds: nobody who tries a dead letter wants to wait for it. */
const timeScale = 1_000
const retryDelaysMs = retryDelaysMsDefault.map((delay) => delay / timeScale)

/** Between the answer to a request and the delivery that it caused. */
const firstDelayMs = 10

/** Under the scenario out-of-order, between one event and the one before it. */
const disorderMs = 100

const deliveriesMax = 10_000
const feedMax = 5_000

const testMessage = 'This is a test. If its signature verifies, real events will too.'

export function createDeliveries({ chance, inbox, worlds, forwardTo }: DeliveriesOptions): Deliveries {
  function makeEvent({ type, data }: NewEvent): StoredEvent {
    const payload = { version: 1, id: chance.id('evt'), type, created_at: new Date().toISOString(), data }
    return { payload: payload as StoredEvent['payload'], text: JSON.stringify(payload) }
  }

  function enterFeed(
    world: World,
    event: StoredEvent,
    position: FeedEntry['position'],
    resendOf: FeedEntry['resend_of'],
  ): void {
    world.feed.push({ position, atMs: Date.now(), event, resend_of: resendOf })
    keepNewest(world.feed, feedMax)
  }

  function queue(
    world: World,
    webhookId: Schemas['WebhookId'],
    event: StoredEvent,
    {
      origin,
      resendOf = null,
      delayMs = firstDelayMs,
    }: { origin: 'event' | 'test' | 'resend'; resendOf?: FeedEntry['resend_of']; delayMs?: number },
  ): StoredDelivery {
    const now = new Date().toISOString()
    const delivery: StoredDelivery = {
      event,
      wire: {
        id: chance.id('whd'),
        webhook_id: webhookId,
        event_id: event.payload.id,
        event_type: event.payload.type,
        status: 'pending',
        origin,
        resend_of: resendOf,
        attempt_count: 0,
        max_attempts: maxAttemptsDefault,
        created_at: now,
        next_attempt_at: now,
        finished_at: null,
        hint: null,
        attempts: [],
      },
    }
    world.deliveries.set(delivery.wire.id, delivery)
    keepNewest(world.deliveries, deliveriesMax)
    later(world, delivery, delayMs)
    return delivery
  }

  function later(world: World, delivery: StoredDelivery, delayMs: number): void {
    setTimeout(() => void attempt(world, delivery), delayMs).unref()
  }

  /** One attempt, if it is due and the endpoint is still there and switched on. */
  async function attempt(world: World, delivery: StoredDelivery): Promise<void> {
    const { wire } = delivery
    const webhook = world.webhooks.get(wire.webhook_id)
    if (world.ended.signal.aborted || !webhook?.wire.enabled || !isDue(wire)) return
    const scenario = worlds.scenarioOf(world.account)
    const entry = begin(wire)
    if (scenario === 'dead-letter' && wire.origin !== 'resend') {
      return finish(world, delivery, webhook, entry, {
        http_status: 503,
        excerpt: 'upstream is restarting',
        failure: null,
      })
    }
    if (scenario === 'duplicate-delivery' && entry.number === 1) {
      // Sent, and then lost sight of: the receiver has it, the service does not know, and sends it again.
      await send(world, delivery, webhook, entry.number)
      Object.assign(entry, { outcome: 'interrupted' })
      wire.status = 'waiting_retry'
      wire.next_attempt_at = new Date().toISOString()
      return later(world, delivery, firstDelayMs)
    }
    finish(world, delivery, webhook, entry, await send(world, delivery, webhook, entry.number))
  }

  /** Signs with the secret of now, shows the request in the inbox, and forwards it where somebody listens. */
  async function send(
    world: World,
    { event, wire }: StoredDelivery,
    webhook: StoredWebhook,
    number: number,
  ): Promise<Receipt> {
    const headers = signatureHeaders({
      secret: webhook.secret,
      eventId: wire.event_id,
      eventType: wire.event_type,
      deliveryId: wire.id,
      timestamp: Math.floor(Date.now() / 1000),
      body: Buffer.from(event.text),
    })
    const sent: Sent = {
      sent_at: new Date().toISOString(),
      account: world.account.name,
      webhook_id: wire.webhook_id,
      registered_url: webhook.wire.url,
      attempt: number,
      headers,
      body: event.text,
      forwarded: forwardTo && { url: forwardTo.href, http_status: null, error: null },
    }
    inbox.put(sent)
    if (!forwardTo) return { http_status: 200, excerpt: 'received by the inbox of the mock', failure: null }
    const receipt = await forward(forwardTo, headers, event.text, world.ended.signal)
    sent.forwarded = { url: forwardTo.href, http_status: receipt.http_status, error: receipt.failure }
    return receipt
  }

  function finish(
    world: World,
    delivery: StoredDelivery,
    webhook: StoredWebhook,
    entry: Attempt,
    receipt: Receipt,
  ): void {
    const { wire } = delivery
    const now = new Date()
    const phase = receipt.failure === 'connection_failed' ? 'connect' : 'response'
    const error = receipt.failure ?? judgeStatus(receipt.http_status)
    Object.assign(entry, {
      duration_ms: now.getTime() - Date.parse(entry.started_at),
      outcome: error === null ? 'succeeded' : 'failed',
      phase,
      error,
      http_status: receipt.http_status,
      timings: { dns_ms: 1, connect_ms: 1, tls_ms: 1, first_byte_ms: receipt.http_status === null ? null : 1 },
      response_excerpt: receipt.excerpt,
    } satisfies Partial<Attempt>)
    const failures = wire.attempts.filter(({ outcome }) => outcome === 'failed').length
    if (error === null) {
      Object.assign(wire, { status: 'succeeded', next_attempt_at: null, finished_at: now.toISOString(), hint: null })
      webhook.wire.last_succeeded_at = now.toISOString()
      return
    }
    webhook.wire.last_failed_at = now.toISOString()
    wire.hint = hintOf(error, { phase, status: receipt.http_status, failure: undefined, timeoutMs: 15_000 })
    if (failures >= wire.max_attempts) {
      Object.assign(wire, { status: 'dead_lettered', next_attempt_at: null, finished_at: now.toISOString() })
      return
    }
    const delayMs = retryDelaysMs[failures - 1] ?? 0
    Object.assign(wire, { status: 'waiting_retry', next_attempt_at: new Date(now.getTime() + delayMs).toISOString() })
    later(world, delivery, delayMs)
  }

  return {
    publish(world, events) {
      const disorder = worlds.scenarioOf(world.account) === 'out-of-order' ? disorderMs : 0
      for (const [place, newEvent] of events.entries()) {
        const event = makeEvent(newEvent)
        enterFeed(world, event, event.payload.id, null)
        for (const { wire } of world.webhooks.values()) {
          if (!wire.event_types.includes(event.payload.type)) continue
          queue(world, wire.id, event, { origin: 'event', delayMs: firstDelayMs + disorder * (events.length - place) })
        }
      }
    },

    test(world, { wire }) {
      const data = { business_id: world.account.cast.businessId, webhook_id: wire.id, message: testMessage }
      const event = makeEvent({ type: 'webhook.test', data })
      enterFeed(world, event, event.payload.id, null)
      return queue(world, wire.id, event, { origin: 'test' })
    },

    resend(world, { event, wire }) {
      enterFeed(world, event, chance.id('evt'), wire.id)
      return queue(world, wire.webhook_id, event, { origin: 'resend', resendOf: wire.id })
    },

    release(world, webhookId) {
      for (const delivery of world.deliveries.values())
        if (delivery.wire.webhook_id === webhookId && delivery.wire.finished_at === null)
          later(world, delivery, Math.max(firstDelayMs, dueMs(delivery.wire) - Date.now()))
    },
  }
}

/** Timers may be a little early. */
const timerToleranceMs = 5

/** Several timers may have been set for one attempt: the first takes it. */
function isDue(wire: StoredDelivery['wire']): boolean {
  return wire.next_attempt_at !== null && dueMs(wire) <= Date.now() + timerToleranceMs
}

function dueMs({ next_attempt_at }: StoredDelivery['wire']): number {
  return next_attempt_at === null ? 0 : Date.parse(next_attempt_at)
}

function begin(wire: StoredDelivery['wire']): Attempt {
  wire.status = 'in_progress'
  wire.next_attempt_at = null
  wire.attempt_count += 1
  const entry: Attempt = {
    number: wire.attempt_count,
    started_at: new Date().toISOString(),
    duration_ms: null,
    outcome: 'in_progress',
    phase: 'connect',
    error: null,
    http_status: null,
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
    response_excerpt: null,
  }
  wire.attempts.push(entry)
  return entry
}
