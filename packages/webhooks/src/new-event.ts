import type { EventType } from '@generated/contract/enums'
import type { WebhookPayloads } from '@generated/contract/webhooks'

/** An event before it has an id: its type and the data that the contract defines for the type. */
export type NewEvent = { [Type in EventType]: { type: Type; data: WebhookPayloads[Type]['data'] } }[EventType]

type TestEventIds = Omit<WebhookPayloads['webhook.test']['data'], 'message'>

/** The examples of events in the contract: `eventCatalog`. */
type EventExamples = readonly { readonly type: EventType; readonly example: NewEvent }[]

/**
 * Returns the event of a test: the example of the type in the contract, with the business and the endpoint of the
 * account. Other ids in it do not exist. A pure function, so that the mock publishes the same event without a database.
 */
export function testEvent(
  examples: EventExamples,
  type: EventType,
  { business_id, webhook_id }: TestEventIds,
): NewEvent {
  const found = examples.find((event) => event.type === type)
  if (found === undefined) throw new Error(`The contract has no example of the event "${type}".`)
  const event: NewEvent = structuredClone(found.example)
  event.data.business_id = business_id
  if (event.type === 'webhook.test') event.data.webhook_id = webhook_id
  return event
}

/**
 * Returns whether an event of a test is in the feed. Readers of the feed would take an example of any other type for an
 * event that occurred.
 */
export const isTestInFeed = (type: EventType): boolean => type === 'webhook.test'
