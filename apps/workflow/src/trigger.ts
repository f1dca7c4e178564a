import type { EventType } from '@generated/contract/enums'
import { type CallOptions, type Client, NotFoundError, UnauthorizedError } from '@svc/sdk'
import { type DeliveryHeaders, unwrap, type WebhookEvent, WebhookVerificationError } from '@svc/sdk/webhooks'
import { deleteWebhook, deleteWebhooksAt, findTrigger, isWanted, readFeed, typesOf } from './events.ts'
import { nameFields, type Values } from './values.ts'

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
export interface TriggerStore {
  load(): Promise<TriggerState | undefined>
  save(state: TriggerState | undefined): Promise<void>
}

interface TriggerOptions {
  client: Client
  /** The client that last reached the stored endpoint. It deletes the endpoint if `client` is of another account. */
  formerClient?: Client | undefined
  key: string
  values: Values
  store: TriggerStore
  /** The public https URL at which deliveries arrive. */
  url: string
  /** Ends requests of the trigger when it is closed. */
  signal?: AbortSignal | undefined
  /** Runs the workflow. If it rejects, the event is run again by the retry of its webhook or the next poll. */
  run(event: WebhookEvent): Promise<void>
  /** Reports an endpoint that remains in another account. */
  warn(message: string): void
}

/** A trigger that is subscribed to its events. */
export interface RunningTrigger {
  /** Handles one delivery. Returns the status of the response: 204, or 400 if it was not signed by the service. */
  receive(body: Uint8Array, headers: DeliveryHeaders): Promise<204 | 400>
  /** Reads the feed from the last position and runs the events that no webhook brought. */
  poll(): Promise<void>
}

/** The number of remembered events: far more than can arrive between two polls. */
const handledMax = 10_000

/**
 * Subscribes to the events of a trigger, or continues with a stored subscription. Events arrive as webhooks; polling
 * the feed finds those whose webhook was lost. Each event runs once, whichever brings it first.
 *
 * @throws RangeError that names the field whose value is refused, and ApiError for what else the service refuses
 */
export async function startTrigger(options: TriggerOptions): Promise<RunningTrigger> {
  const { client, store, run, signal } = options
  const trigger = findTrigger(options.key)
  const types = typesOf(trigger, options.values)
  let state = await nameFields(
    async () => (await resume(options, types)) ?? (await subscribe(options, types)),
    [{ key: 'url', label: 'Public URL' }, ...trigger.fields],
  )
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
      for await (const { position, payload } of readFeed(client, state.position, { signal })) {
        await once(payload)
        await save({ position })
      }
    },
  }
}

/** The longest request of a removal, in milliseconds: Node-RED waits 15 seconds for a node to close. */
const removalTimeoutMs = 5_000

interface RemovalOptions {
  /** Open the connections that may reach the endpoint, in order. The next is used if a credential is refused. */
  clients: readonly (() => Client)[]
  store: TriggerStore
  url?: string | undefined
}

/**
 * Deletes the endpoint of a trigger and its state, also if the last start of the trigger was refused.
 *
 * @throws Error that names the endpoint, the reason and what to do, if the endpoint may remain
 */
export async function removeTrigger({ clients, store, url }: RemovalOptions): Promise<void> {
  const stored = await store.load()
  if (!stored && !url) return
  let refusal: unknown = new Error('The trigger has no connection.')
  for (const open of clients) {
    try {
      const client = open()
      if (stored) await deleteWebhook(client, stored.webhookId, { totalTimeout: removalTimeoutMs })
      if (url) await deleteWebhooksAt(client, url, { totalTimeout: removalTimeoutMs })
      return await store.save(undefined)
    } catch (error) {
      refusal = error
      if (!(error instanceof UnauthorizedError)) break
    }
  }
  const endpoint = stored ? `The webhook endpoint ${stored.webhookId}` : `A webhook endpoint with the URL ${url}`
  const reason = refusal instanceof Error ? refusal.message : String(refusal)
  throw new Error(`${endpoint} may remain active. Delete it in the portal of its account. Reason: ${reason}`, {
    cause: refusal,
  })
}

/**
 * Continues with the stored subscription, changed to the types that are wanted now. Undefined if there is none, or its
 * endpoint was deleted or belongs to another account, where it is deleted.
 */
async function resume(options: TriggerOptions, types: readonly EventType[]): Promise<TriggerState | undefined> {
  const { client, url, store, signal } = options
  const stored = await store.load()
  if (!stored) return undefined
  try {
    await client.webhooks.update(stored.webhookId, { url, event_types: [...types] }, { signal })
    return stored
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    await leaveAccount(options, stored)
    await store.save(undefined)
    return undefined
  }
}

/** Deletes an endpoint that the client of the trigger does not reach, or warns that it may remain. */
async function leaveAccount(
  { formerClient, signal, warn }: TriggerOptions,
  { webhookId }: TriggerState,
): Promise<void> {
  const message = `The webhook endpoint ${webhookId} is not in the account of this connection. If the connection was of another account before, delete the endpoint in the portal of that account.`
  if (!formerClient) return warn(message)
  await deleteWebhook(formerClient, webhookId, { signal }).catch(({ message: reason }: Error) =>
    warn(`${message} Reason: ${reason}`),
  )
}

/**
 * Replaces an endpoint with the same URL, which remains if the state was lost. The position comes first: an event
 * between the two requests is in the feed after it.
 */
async function subscribe(options: TriggerOptions, types: readonly EventType[]): Promise<TriggerState> {
  const { client, url, store, signal } = options
  await deleteWebhooksAt(client, url, { signal })
  const position = await endOfFeed(client, { signal })
  const { data } = await client.webhooks.create({ url, event_types: [...types] }, { signal })
  const state = { webhookId: data.id, secret: data.signing_secret, position, handled: [] }
  await store.save(state)
  return state
}

/** Positions are opaque, so the end of the feed is found by reading it. */
async function endOfFeed(client: Client, options: CallOptions): Promise<string | null> {
  let position: string | null = null
  for await (const entry of readFeed(client, null, options)) position = entry.position
  return position
}
