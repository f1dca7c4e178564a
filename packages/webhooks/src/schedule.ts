/**
 * "Failures are retried on a fixed schedule: 30 seconds, 2 minutes, 10 minutes, 1 hour, 6 hours" (INTERFACE.md §6.2).
 * Element k is the delay after failure k + 1, in milliseconds.
 */
export const retryDelaysMsDefault: readonly number[] = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]

/**
 * "A maximum of five attempts in total" (INTERFACE.md §6.2 and §8.5), so the last delay is used from six attempts on.
 */
export const maxAttemptsDefault = 5

/** The most attempts that a delivery can show: `max_attempts` is int(1–10) in the contract. */
const maxAttemptsLimit = 10

interface RetrySchedule {
  /** All attempts of a delivery, including the first. */
  maxAttempts: number
  /** The delays between them; the last one repeats when there are more attempts than delays. */
  retryDelaysMs: readonly number[]
}

/** A validated schedule with as many of `delaysMs` as `maxAttempts` can use. Throws a RangeError for invalid values. */
export function retrySchedule({
  delaysMs = retryDelaysMsDefault,
  maxAttempts = maxAttemptsDefault,
}: {
  delaysMs?: readonly number[]
  maxAttempts?: number
} = {}): RetrySchedule {
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > maxAttemptsLimit) {
    throw new RangeError(`A delivery has 1 to ${maxAttemptsLimit} attempts, not ${maxAttempts}.`)
  }
  if (delaysMs.length === 0 || delaysMs.some((delay) => !Number.isSafeInteger(delay) || delay < 0)) {
    throw new RangeError('A retry schedule is a list of at least one delay in whole milliseconds.')
  }
  // One delay stays even when nothing is ever retried: the store reads it before it sees that no attempt is left.
  return { maxAttempts, retryDelaysMs: delaysMs.slice(0, Math.max(1, maxAttempts - 1)) }
}
