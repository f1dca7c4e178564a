import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import type { StatusAfterAttempt } from '@svc/db/delivery-queue'

// The consequences of the result of an attempt, for a delivery and for its endpoint. The service applies the same rules
// to whole batches in SQL (`finishAttempts`, `disableFailingEndpoints`), and `delivery-rules.test.ts` compares both.

/** The attempt counts of a delivery when one of its attempts has a result. */
interface AttemptCounts {
  /** The attempts that have begun, including this one. */
  attempt_count: number
  /** Attempts that were lost with their worker. They do not count as receiver failures and are retried. */
  interruptions: number
  /** The number of attempts with which the delivery was published. */
  max_attempts: number
}

type NextStatus =
  | { status: Exclude<StatusAfterAttempt, 'waiting_retry'> }
  | { status: 'waiting_retry'; delayMs: number }

/** The most attempts that a delivery can show. */
const shownAttemptsMax = bounds.WebhookDelivery.max_attempts.maximum

/** @param retryDelaysMs `[k]` is the delay after failure k + 1; the last delay applies to all further failures */
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
 * The limits beyond which an endpoint is disabled: the minimum number of failed attempts, and the minimum number of
 * days from the first to the last, without a success in between. Five days are longer than a weekend with a holiday,
 * during which problems may go unnoticed. Twenty attempts are four deliveries with all their retries, so that a single
 * event that a receiver rejects does not disable the endpoint.
 */
export const disabledAfter = { failures: 20, days: 5 } as const

/** The failed attempts of an endpoint since its last success. */
export interface Failing {
  failures: number
  /** The time of the first failure, in milliseconds since the epoch. */
  sinceMs: number
}

/** Returns the failures after one more attempt, or null if there are none. */
export function failingAfter(
  { outcome, phase }: Pick<Schemas['WebhookAttempt'], 'outcome' | 'phase'>,
  failing: Failing | null,
  nowMs: number,
): Failing | null {
  if (outcome === 'succeeded') return null
  // Attempts that were interrupted or could not be prepared are not failures of the receiver.
  if (outcome !== 'failed' || phase === 'prepare') return failing
  return { failures: (failing?.failures ?? 0) + 1, sinceMs: failing?.sinceMs ?? nowMs }
}

/**
 * Returns whether an endpoint has failed often and long enough to be disabled. The period ends with the last failed
 * attempt, because there may have been an hour of failures before days without events.
 */
export function isFailingTooLong(
  failing: Failing | null,
  lastFailedMs: number,
  limits: { failures: number; durationMs: number },
): boolean {
  return failing !== null && failing.failures >= limits.failures && lastFailedMs - failing.sinceMs >= limits.durationMs
}
