import type { OperationId } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import type { ApiError } from './errors.ts'

type UsageEvent = components['schemas']['UsageEvent']

/** What an answer adds to what is known of its request anyway. */
export type Outcome = Pick<UsageEvent, 'type' | 'http_status' | 'error_code' | 'resource_id'>

/** Operations that leave an event of their own besides `api.request`. */
const actions: Partial<Record<OperationId, UsageEvent['type']>> = {
  createWebhook: 'webhook.created',
  updateWebhook: 'webhook.updated',
  deleteWebhook: 'webhook.deleted',
  rotateWebhookSecret: 'webhook.secret_rotated',
  testWebhook: 'webhook.tested',
  resendWebhookDelivery: 'delivery.resent',
  resendWebhookDeliveries: 'delivery.resent',
}

/** Refused before anything was done: the caller may not, or not now. */
const refusals = new Set([401, 403, 429])

/** The events of `GET /events` that a call which succeeded leaves. `replayed`: nothing was done, an earlier answer was repeated. */
export function outcomesOf(
  operationId: OperationId | undefined,
  status: number,
  data: unknown,
  { replayed = false } = {},
): Outcome[] {
  const answer = { http_status: status, error_code: null, resource_id: resourceOf(data) }
  const action = operationId && actions[operationId]
  const isDone = action && !replayed && !resentNothing(data)
  return [{ ...answer, type: 'api.request' }, ...(isDone ? [{ ...answer, type: action }] : [])]
}

/** Those that a call leaves which failed. */
export function outcomesOfFailure({ status, code, details }: ApiError): Outcome[] {
  const answer = { http_status: status, error_code: code, resource_id: null }
  const isQuota = details.some(({ path }) => path.startsWith('quota.'))
  return [
    { ...answer, type: refusals.has(status) ? 'api.refused' : 'api.request' },
    ...(isQuota ? [{ ...answer, type: 'quota.reached' as const }] : []),
  ]
}

/** A dry run of a bulk resend, or one that matched nothing. */
function resentNothing(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'queued_count' in data && data.queued_count === 0
}

/** The id of the one resource that an answer is about. */
function resourceOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('id' in data)) return null
  return typeof data.id === 'string' ? data.id : null
}
