import { disabledAfter } from '@svc/webhooks/disabling'
import type { StoredWebhook } from '../state/state-store.ts'
import { timeScale } from './delivery-state.ts'

const dayMs = 86_400_000
const disabledAfterMs = (disabledAfter.days * dayMs) / timeScale

/**
 * Counts the result of an attempt, and disables an endpoint whose attempts have failed for too long. Returns whether it
 * did.
 */
export function recordResult(webhook: StoredWebhook, { succeeded, now }: { succeeded: boolean; now: Date }): boolean {
  const { record } = webhook
  record[succeeded ? 'last_succeeded_at' : 'last_failed_at'] = now.toISOString()
  const { failures, sinceMs } = webhook.failing ?? { failures: 0, sinceMs: now.getTime() }
  webhook.failing = succeeded ? null : { failures: failures + 1, sinceMs }
  const failsForLong = failures + 1 >= disabledAfter.failures && now.getTime() - sinceMs >= disabledAfterMs
  if (succeeded || !failsForLong || !record.enabled) return false
  Object.assign(record, { enabled: false, disabled_reason: 'failing', disabled_at: now.toISOString() })
  return true
}

/** After the endpoint was enabled or has another URL, earlier failures do not count. */
export function beginNewCount(webhook: StoredWebhook): void {
  webhook.failing = null
  if (webhook.record.enabled) Object.assign(webhook.record, { disabled_reason: null, disabled_at: null })
}
