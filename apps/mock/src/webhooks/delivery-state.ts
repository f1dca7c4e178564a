import type { components } from '@generated/contract/server-types'
import { defaultSettings } from '@svc/runtime/settings'
import { hintOf, judgeStatus } from '@svc/webhooks/attempt'
import { nextStatus } from '@svc/webhooks/delivery-rules'

// The life of one delivery, as functions from one state to the next. Timers and sockets are elsewhere.

type WebhookDelivery = components['schemas']['WebhookDelivery']

/** A delivery as the contract shows it, without what it has from its event and its endpoint. */
export type DeliveryRecord = Omit<WebhookDelivery, 'payload' | 'held_reason'>
export type Attempt = DeliveryRecord['attempts'][number]

export interface StoredEvent {
  payload: WebhookDelivery['payload']
  /** The exact string that is signed and sent. */
  json: string
  /** False for an example that a test sent. */
  isInFeed: boolean
}

export interface StoredDelivery {
  readonly event: StoredEvent
  record: DeliveryRecord
}

/** The response of a receiver to one attempt. */
export interface ReceiverResponse {
  http_status: number | null
  /** The beginning of the body. */
  excerpt: string | null
  /** The reason why there is no status. */
  failure: 'connection_failed' | 'timeout' | null
}

const { webhooks } = defaultSettings

/** An hour of the retry schedule takes 3.6 seconds, so that a dead letter can be tried out. */
export const timeScale = 1_000
const retryDelaysMs = webhooks.retryScheduleMs.map((delay) => delay / timeScale)

/** Timers may fire a little early. */
const timerToleranceMs = 5

/** @param endpoint the one that the delivery goes to */
export function deliveryResponse(
  { record, event }: StoredDelivery,
  endpoint: Pick<components['schemas']['Webhook'], 'enabled'>,
): WebhookDelivery {
  const isHeld = !endpoint.enabled && (record.status === 'pending' || record.status === 'waiting_retry')
  return { ...record, payload: event.payload, held_reason: isHeld ? 'endpoint_disabled' : null }
}

export type NewDelivery = Pick<DeliveryRecord, 'id' | 'webhook_id' | 'origin' | 'resend_of'>

export function newDelivery(event: StoredEvent, { id, webhook_id, origin, resend_of }: NewDelivery): StoredDelivery {
  const now = new Date().toISOString()
  return {
    event,
    record: {
      id,
      webhook_id,
      event_id: event.payload.id,
      event_type: event.payload.type,
      status: 'pending',
      origin,
      resend_of,
      attempt_count: 0,
      max_attempts: webhooks.attemptsMax,
      created_at: now,
      next_attempt_at: now,
      finished_at: null,
      hint: null,
      attempts: [],
    },
  }
}

/** Milliseconds until the next attempt; negative when it is overdue. */
export function dueInMs({ next_attempt_at }: DeliveryRecord, nowMs: number): number {
  return next_attempt_at === null ? 0 : Date.parse(next_attempt_at) - nowMs
}

/**
 * Returns whether an attempt may start. Of several timers for one attempt, the first starts it and the others find it
 * not due.
 */
export function isDue(record: DeliveryRecord, nowMs: number): boolean {
  return record.next_attempt_at !== null && dueInMs(record, nowMs) <= timerToleranceMs
}

export function startAttempt(record: DeliveryRecord, now: Date): DeliveryRecord {
  const attempt: Attempt = {
    number: record.attempt_count + 1,
    started_at: now.toISOString(),
    duration_ms: null,
    outcome: 'in_progress',
    phase: 'dns',
    error: null,
    http_status: null,
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
    response_excerpt: null,
  }
  return {
    ...record,
    status: 'in_progress',
    next_attempt_at: null,
    attempt_count: attempt.number,
    attempts: [...record.attempts, attempt],
  }
}

/** The attempt was sent, but the service does not know its result: the next one follows immediately. */
export function interruptAttempt(record: DeliveryRecord, now: Date): DeliveryRecord {
  return {
    ...record,
    status: 'waiting_retry',
    next_attempt_at: now.toISOString(),
    attempts: replaceLast(record.attempts, { outcome: 'interrupted' }),
  }
}

/** After the receiver's response: succeeded, waiting for the next attempt, or dead-lettered after the last one. */
export function completeAttempt(record: DeliveryRecord, response: ReceiverResponse, now: Date): DeliveryRecord {
  const { http_status, excerpt, failure } = response
  const phase = failure === 'connection_failed' ? 'connect' : 'response'
  const error = failure ?? judgeStatus(http_status)
  const outcome = error === null ? 'succeeded' : 'failed'
  const attempts = replaceLast(record.attempts, {
    duration_ms: now.getTime() - Date.parse(record.attempts.at(-1)?.started_at ?? ''),
    outcome,
    phase,
    error,
    http_status,
    timings: { dns_ms: 1, connect_ms: 1, tls_ms: 1, first_byte_ms: http_status === null ? null : 1 },
    response_excerpt: excerpt,
  })
  const { attempt_count, max_attempts } = record
  const interruptions = attempts.filter((attempt) => attempt.outcome === 'interrupted').length
  const next = nextStatus(outcome, { attempt_count, interruptions, max_attempts }, retryDelaysMs)
  const about = { phase, status: http_status, failure: undefined, timeoutMs: webhooks.timeoutMs } as const
  const hint = error === null ? null : hintOf(error, about)
  if (next.status !== 'waiting_retry')
    return { ...record, attempts, status: next.status, next_attempt_at: null, finished_at: now.toISOString(), hint }
  const next_attempt_at = new Date(now.getTime() + next.delayMs).toISOString()
  return { ...record, attempts, status: next.status, next_attempt_at, hint }
}

function replaceLast(attempts: readonly Attempt[], change: Partial<Attempt>): Attempt[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? { ...attempt, ...change } : attempt))
}
