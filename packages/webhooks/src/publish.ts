import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { type NewWebhookEvent, publishEvents, publishTestEvent } from '@svc/db/webhook-events'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { type Id, newId } from '@svc/runtime/ids'
import { type NewSpan, traced } from '@svc/runtime/tracing'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isTestInFeed, type NewEvent } from './new-event.ts'

export interface Publisher {
  /**
   * Writes the events, and one delivery of each event per subscribed endpoint, in the caller's transaction: no event
   * without its change, and no change without its event. Publish at the end of the transaction, because other
   * transactions of the account that publish wait until it ends. Returns the ids of the events. Throws `PayloadError`
   * before anything is written.
   */
  publish(transaction: Transaction, owner: Owner, events: readonly NewEvent[]): Promise<Id<'evt'>[]>
  /**
   * Publishes an event to one endpoint as a test, regardless of its subscriptions; see `testEvent`. Returns the id of
   * the delivery, or undefined if the endpoint does not exist.
   */
  publishTest(
    transaction: Transaction,
    owner: Owner,
    webhookId: Id<'whk'>,
    test: NewEvent,
  ): Promise<Id<'whd'> | undefined>
}

/** A payload that does not match the contract: a bug of the service, found before the payload is signed. */
export class PayloadError extends Error {
  override name = 'PayloadError'
}

/** The part of an OpenAPI document that defines the payloads. */
interface ContractDocument {
  webhooks: Record<string, object>
}

/** `document` is the strict bundle of the contract; its payload schemas are compiled here, once. */
export function createPublisher(
  document: ContractDocument,
  { maxAttempts, clock = systemClock }: { maxAttempts: number; clock?: Clock },
): Publisher {
  const validators = compilePayloads(document)

  function serialize(event: NewEvent): NewWebhookEvent {
    const id = newId('evt', clock)
    const created_at = new Date(clock.now()).toISOString()
    const payload = { version: 1, id, type: event.type, created_at, data: event.data }
    const validate = validators.get(event.type)
    if (validate === undefined) throw new PayloadError(`The contract has no webhook "${event.type}".`)
    if (!validate(payload)) {
      const [finding] = validate.errors ?? []
      throw new PayloadError(
        `The payload of ${event.type} does not match the contract: ${finding?.instancePath || 'it'} ${finding?.message}.`,
      )
    }
    return { id, type: event.type, created_at, payload: JSON.stringify(payload) }
  }

  return {
    async publish(transaction, owner, events) {
      const serialized = events.map(serialize)
      if (serialized.length > 0)
        await traced(
          () => spanOf(owner, serialized),
          () => publishEvents(transaction, owner, serialized, { maxAttempts }),
        )
      return serialized.map((event) => event.id)
    },

    publishTest(transaction, owner, webhookId, test) {
      const event = serialize(test)
      return traced(
        () => spanOf(owner, [event]),
        () => publishTestEvent(transaction, owner, webhookId, event, { maxAttempts, inFeed: isTestInFeed(test.type) }),
      )
    },
  }
}

function spanOf({ account_id }: Owner, events: readonly NewWebhookEvent[]): NewSpan {
  const [first] = events
  return {
    name: 'publish webhook_events',
    kind: 'producer',
    attributes: {
      'messaging.system': 'svc',
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'webhook_events',
      ...(events.length === 1 && first
        ? { 'messaging.message.id': first.id }
        : { 'messaging.batch.message_count': events.length }),
      'svc.event.types': [...new Set(events.map(({ type }) => type))].join(),
      'svc.account.id': account_id,
    },
  }
}

const contractKey = 'contract'

function compilePayloads(document: ContractDocument): Map<string, ValidateFunction> {
  // Not strict: an OpenAPI document has additional keywords. The contract's linter has checked the schemas.
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, contractKey)
  return new Map(
    Object.keys(document.webhooks).map((type) => {
      const pointer = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']
      const path = pointer.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
      return [type, ajv.compile({ $ref: `${contractKey}#/${path}` })]
    }),
  )
}
