import { type EventType, eventTypes } from '@generated/contract/enums'
import { triggers, type WorkflowTrigger } from '@generated/workflow/definition'
import { type CallOptions, type Client, NotFoundError, type WebhookFeedEntry } from '@svc/sdk'
import type { WebhookEvent } from '@svc/sdk/webhooks'
import { type Values, valueAt } from './values.ts'

/** Returns a trigger by its key. Throws a RangeError for an unknown one. */
export function findTrigger(key: string): WorkflowTrigger {
  const trigger = triggers.find((one) => one.key === key)
  if (!trigger) throw new RangeError(`There is no trigger "${key}".`)
  return trigger
}

/**
 * The event types of a trigger: its own, those that a person chose, or all.
 *
 * @throws RangeError for a chosen type that does not exist
 */
export function typesOf({ eventType, fields }: WorkflowTrigger, { event_types: chosen }: Values): EventType[] {
  if (eventType !== null) return eventTypes.filter((type) => type === eventType)
  if (!Array.isArray(chosen) || chosen.length === 0) return [...eventTypes]
  const unknown = chosen.find((type) => !eventTypes.includes(type))
  if (unknown === undefined) return eventTypes.filter((type) => chosen.includes(type))
  const label = fields.find(({ key }) => key === 'event_types')?.label
  throw new RangeError(`"${label}" must be of ${eventTypes.join(', ')}, not "${unknown}".`)
}

/** Whether an event has one of the types, and the values that a person entered. */
export function isWanted(event: WebhookEvent, types: readonly EventType[], values: Values): boolean {
  if (!types.includes(event.type)) return false
  const filters = Object.entries(values).filter(([key, value]) => key.startsWith('data.') && value)
  return filters.every(([key, value]) => valueAt(event, key) === value)
}

/** Deletes the subscription of a trigger. One that is already deleted is not an error. */
export async function deleteWebhook(client: Client, id: string, options?: CallOptions): Promise<void> {
  await client.webhooks.delete(id, options).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error
  })
}

/** Deletes every subscription with a URL: one remains if the state was lost, or the response that had its id. */
export async function deleteWebhooksAt(client: Client, url: string, options: CallOptions): Promise<void> {
  for await (const endpoint of client.webhooks.list({}, options))
    if (endpoint.url === url) await deleteWebhook(client, endpoint.id, options)
}

/** Reads the feed from a position, or from its beginning, to its end. */
export async function* readFeed(
  client: Client,
  after: string | null,
  options?: CallOptions,
): AsyncGenerator<WebhookFeedEntry> {
  for (let position = after; ; ) {
    const { data } = await client.webhooks.events.list(position === null ? {} : { after: position }, options)
    yield* data
    const last = data.at(-1)
    if (!last) return
    position = last.position
  }
}
