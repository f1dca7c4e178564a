import type { EventType } from '@generated/contract/enums'
import { type Client, NotFoundError } from '@svc/sdk'
import { type DeliveryHeaders, unwrap, type WebhookEvent, WebhookVerificationError } from '@svc/sdk/webhooks'
import { deleteWebhook, findTrigger, isWanted, readFeed, typesOf } from './events.ts'
import type { Values } from './values.ts'

/** The state that a trigger stores while its process is stopped. */
export interface TriggerState {
  webhookId: string
  secret: string
  /** The position in the feed up to which every event was run. Null: the feed was empty. */
  position: string | null
  /** The last events that were run, oldest first. */
  handled: readonly string[]
}

/** Keeps the state of one trigger. `save` resolves once it is stored. */
interface TriggerStore {
  load(): Promise<TriggerState | undefined>
  save(state: TriggerState | undefined): Promise<void>
}

interface TriggerOptions {
  client: Client
  key: string
  values: Values
  store: TriggerStore
  /** The public https URL at which deliveries arrive. */
  url: string
  /** Runs the workflow. If it rejects, the event is run again by the retry of its webhook or the next poll. */
  run(event: WebhookEvent): Promise<void>
}

/** A trigger that is subscribed to its events. */
export interface RunningTrigger {
  /** Handles one delivery. Returns the status of the response: 204, or 400 if it was not signed by the service. */
  receive(body: Uint8Array, headers: DeliveryHeaders): Promise<204 | 400>
  /** Reads the feed from the last position and runs the events that no webhook brought. */
  poll(): Promise<void>
  /** Deletes the subscription and the state. */
  unsubscribe(): Promise<void>
}

/** How many events are remembered: far more than can arrive between two polls. */
const handledMax = 10_000

/**
 * Subscribes to the events of a trigger, or continues with a stored subscription. Events arrive as webhooks; polling
 * the feed finds those whose webhook was lost. Each event runs once, whichever brings it first.
 */
export async function startTrigger(options: TriggerOptions): Promise<RunningTrigger> {
  const { client, store, run } = options
  const trigger = findTrigger(options.key)
  const types = typesOf(trigger, options.values)
  let state = (await resume(options, types)) ?? (await subscribe(options, types))
  const running = new Map<string, Promise<void>>()

  async function save(change: Partial<TriggerState>): Promise<void> {
    state = { ...state, ...change }
    await store.save(state)
  }

  /** Runs an event unless it was run before. A second request for a running event waits for the same run. */
  function once(event: WebhookEvent): Promise<void> {
    if (state.handled.includes(event.id) || !isWanted(event, types, options.values)) return Promise.resolve()
    const known = running.get(event.id)
    if (known) return known
    const work = runOnce(event).finally(() => running.delete(event.id))
    running.set(event.id, work)
    return work
  }

  async function runOnce(event: WebhookEvent): Promise<void> {
    await run(event)
    await save({ handled: [...state.handled, event.id].slice(-handledMax) })
  }

  return {
    async receive(body, headers) {
      try {
        await once(await unwrap(body, headers, { secret: state.secret }))
        return 204
      } catch (error) {
        if (error instanceof WebhookVerificationError) return 400
        throw error
      }
    },

    async poll() {
      for await (const { position, payload } of readFeed(client, state.position)) {
        await once(payload)
        await save({ position })
      }
    },

    async unsubscribe() {
      await deleteWebhook(client, state.webhookId)
      await store.save(undefined)
    },
  }
}

/**
 * Continues with the stored subscription, changed to the types that are wanted now. Undefined if there is none, or its
 * endpoint was deleted or belongs to another account.
 */
async function resume(
  { client, url, store }: TriggerOptions,
  types: readonly EventType[],
): Promise<TriggerState | undefined> {
  const stored = await store.load()
  if (!stored) return undefined
  try {
    await client.webhooks.update(stored.webhookId, { url, event_types: [...types] })
    return stored
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/**
 * Replaces an endpoint with the same URL, which remains if the state was lost. The position comes first: an event
 * between the two requests is in the feed after it.
 */
async function subscribe({ client, url, store }: TriggerOptions, types: readonly EventType[]): Promise<TriggerState> {
  for await (const endpoint of client.webhooks.list())
    if (endpoint.url === url) await deleteWebhook(client, endpoint.id)
  const position = await endOfFeed(client)
  const { data } = await client.webhooks.create({ url, event_types: [...types] })
  const state = { webhookId: data.id, secret: data.signing_secret, position, handled: [] }
  await store.save(state)
  return state
}

/** Positions are opaque, so the end of the feed is found by reading it. */
async function endOfFeed(client: Client): Promise<string | null> {
  let position: string | null = null
  for await (const entry of readFeed(client, null)) position = entry.position
  return position
}
