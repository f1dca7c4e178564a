import { disabledAfter, failingAfter, isFailingTooLong } from '@svc/webhooks/delivery-rules'
import type { StoredWebhook } from '../state/state-store.ts'
import { type Attempt, timeScale } from './delivery-state.ts'

const dayMs = 86_400_000
const limits = { failures: disabledAfter.failures, durationMs: (disabledAfter.days * dayMs) / timeScale }

/**
 * Counts the result of an attempt, and disables an endpoint whose attempts have failed for too long. Returns whether it
 * did.
 */
export function recordResult(webhook: StoredWebhook, attempt: Attempt, now: Date): boolean {
  const { record } = webhook
  record[attempt.outcome === 'succeeded' ? 'last_succeeded_at' : 'last_failed_at'] = now.toISOString()
  webhook.failing = failingAfter(attempt, webhook.failing, now.getTime())
  if (!record.enabled || !isFailingTooLong(webhook.failing, now.getTime(), limits)) return false
  Object.assign(record, { enabled: false, disabled_reason: 'failing', disabled_at: now.toISOString() })
  return true
}

/** After the endpoint was enabled or has another URL, earlier failures do not count. */
export function beginNewCount(webhook: StoredWebhook): void {
  webhook.failing = null
  if (webhook.record.enabled) Object.assign(webhook.record, { disabled_reason: null, disabled_at: null })
}
