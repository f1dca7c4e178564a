import { type OperationId, operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import { isRecord } from '@svc/runtime/json'
import type { ApiError } from '../errors.ts'
import type { Exchange, NewUsageEvent, PersonId } from './exchange.ts'
import { isOperationId, type OperationOutcome, stringField } from './operation.ts'

type UsageEvent = components['schemas']['UsageEvent']

/** The fields that a response adds to the record of its request. */
type UsageOutcome = Pick<UsageEvent, 'type' | 'http_status' | 'error_code' | 'resource_id'>

/**
 * The `x-usage-event` of every operation. Does not compile when the contract names an event type that does not exist.
 */
const ownEvents: Readonly<Record<OperationId, { usageEvent: UsageEvent['type'] | 'none' | null }>> = operations

/** Statuses of requests that were refused before anything was done. */
const refusalStatuses = new Set([401, 403, 429])

/** The events of a request that succeeded: `api.request`, and the operation's own event unless nothing was done. */
export function eventsOfSuccess(
  exchange: Exchange,
  status: number,
  { data, replayed = false }: OperationOutcome,
): NewUsageEvent[] {
  const outcome = { http_status: status, error_code: null, resource_id: stringField(data, 'id') }
  const ownEvent = ownEventOf(exchange)
  const outcomes: UsageOutcome[] = [{ ...outcome, type: 'api.request' }]
  if (ownEvent && ownEvent !== 'none' && !replayed && !queuedNothing(data))
    outcomes.push({ ...outcome, type: ownEvent })
  return usageEvents(exchange, outcomes)
}

/** The events of a request that failed. */
export function eventsOfFailure(exchange: Exchange, { status, code, details }: ApiError): NewUsageEvent[] {
  const outcome = { http_status: status, error_code: code, resource_id: null }
  const outcomes: UsageOutcome[] = [{ ...outcome, type: refusalStatuses.has(status) ? 'api.refused' : 'api.request' }]
  if (details.some(({ path }) => path.startsWith('quota.'))) outcomes.push({ ...outcome, type: 'quota.reached' })
  return usageEvents(exchange, outcomes)
}

/** The events of something that was done with a credential outside of the operations of the contract. */
export function eventsOfCredential(exchange: Exchange, type: 'token.issued' | 'token.revoked'): NewUsageEvent[] {
  return usageEvents(exchange, [{ type, http_status: 200, error_code: null, resource_id: null }])
}

/** Adds what follows from the operation of a stored event; an operation that no longer exists has neither. */
export function withCall<Event extends Pick<UsageEvent, 'operation_id'>>(event: Event) {
  const { operation_id: id } = event
  const called = id !== null && isOperationId(id) ? operations[id] : undefined
  return { ...event, method: called?.method.toUpperCase() ?? null, path: called?.path ?? null }
}

/** Only requests of a known account are its events, and an operation with `x-usage-event: none` makes none. */
function usageEvents(exchange: Exchange, outcomes: UsageOutcome[]): NewUsageEvent[] {
  const { authenticated, ip, channel, routed, requestId, startedAtMs, quota } = exchange
  if (!authenticated || ownEventOf(exchange) === 'none') return []
  const { type, id, label, name } = authenticated.caller.credential
  const request = {
    created_at: new Date().toISOString(),
    request_id: requestId,
    actor: isPersonId(id) ? { type, id: null, label: null } : { type, id, label },
    actor_name: name,
    client_ip: ip,
    channel,
    operation_id: routed?.operationId ?? null,
    duration_ms: Math.round(performance.now() - startedAtMs),
    quota,
  }
  return outcomes.map((outcome) => ({ ...request, ...outcome }))
}

/** `none` for operations outside of the public contract too: the types of usage events are its own. */
function ownEventOf({ routed }: Exchange): UsageEvent['type'] | 'none' | null {
  if (!routed?.operationId) return null
  return isOperationId(routed.operationId) ? ownEvents[routed.operationId].usageEvent : 'none'
}

function isPersonId(id: string): id is PersonId {
  return id.startsWith('usr_')
}

/** A dry run of a bulk action, or one that matched nothing. */
function queuedNothing(data: unknown): boolean {
  return isRecord(data) && data.queued_count === 0
}
