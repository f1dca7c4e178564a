import { bounds } from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'

// What follows from the result of an attempt, for a delivery and for its endpoint. The service applies the same rules
// to whole batches in SQL (`finishAttempts`, `disableFailingEndpoints`), and `delivery-rules.test.ts` compares both.

/** The attempts of a delivery when one of them has a result. */
interface AttemptCounts {
  /** The attempts that have begun, including this one. */
  attempt_count: number
  /** Attempts that were lost with their worker. They do not count as receiver failures and are retried. */
  interruptions: number
  /** How many the delivery was published with. */
  max_attempts: number
}

type NextStatus = { status: 'succeeded' } | { status: 'dead_lettered' } | { status: 'waiting_retry'; delayMs: number }

/** The most attempts that a delivery can show. */
const shownAttemptsMax = bounds.WebhookDelivery.max_attempts.maximum

/** @param retryDelaysMs `[k]` is the wait after failure k + 1, the last one for all further failures */
export function nextStatus(
  outcome: 'succeeded' | 'failed',
  { attempt_count, interruptions, max_attempts }: AttemptCounts,
  retryDelaysMs: readonly number[],
): NextStatus {
  if (outcome === 'succeeded') return { status: 'succeeded' }
  if (attempt_count >= Math.min(max_attempts + interruptions, shownAttemptsMax)) return { status: 'dead_lettered' }
  const failures = attempt_count - interruptions
  return { status: 'waiting_retry', delayMs: retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? 0 }
}

/**
 * When an endpoint is disabled: the minimum number of failed attempts, and the minimum number of days from the first to
 * the last, without a success in between. Five days are longer than a weekend with a holiday, in which nobody may look.
 * Twenty attempts are four deliveries with all their retries, so that one event that a receiver rejects does not
 * disable it.
 */
export const disabledAfter = { failures: 20, days: 5 } as const

/** The failed attempts of an endpoint since its last success. */
export interface Failing {
  failures: number
  /** When the first of them failed, in milliseconds since the epoch. */
  sinceMs: number
}

/** The failures after one more attempt; null when there is none. */
export function failingAfter(
  { outcome, phase }: Pick<Schemas['WebhookAttempt'], 'outcome' | 'phase'>,
  failing: Failing | null,
  nowMs: number,
): Failing | null {
  if (outcome === 'succeeded') return null
  // What was interrupted or could not be prepared on our side is not a failure of the receiver.
  if (outcome !== 'failed' || phase === 'prepare') return failing
  return { failures: (failing?.failures ?? 0) + 1, sinceMs: failing?.sinceMs ?? nowMs }
}

/**
 * Whether an endpoint has failed often and long enough to be disabled. The time ends with the last failed attempt: it
 * may have been one bad hour before days of silence.
 */
export function isFailingTooLong(
  failing: Failing | null,
  lastFailedMs: number,
  limits: { failures: number; durationMs: number },
): boolean {
  return failing !== null && failing.failures >= limits.failures && lastFailedMs - failing.sinceMs >= limits.durationMs
}
