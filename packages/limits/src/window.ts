// INTERFACE.md §8: "Rate limits apply per IP, per account and per API key on a sliding window."
//
// The window is counted in two buckets: the requests of this minute, and the requests of the minute before, weighted by
// the part of it that the last 60 seconds still cover. Two integers per key instead of a log of every request; the
// price is that a burst late in one minute may be followed by others early enough that 60 seconds hold more than the
// limit, though always fewer than twice as many. Everything here is arithmetic on integers (milliseconds and requests),
// so that the Lua script of the Redis store, which does the same, returns the same result.

import type { RateLimitPolicy } from '@generated/contract/enums'

/** The subject of a limit. The header `X-RateLimit-Policy` names the one that a response shows. */
export type Policy = RateLimitPolicy

/** Whether one more request is allowed for this `key`: at most `limit` (1 or more) per window. */
export interface LimitCheck {
  readonly policy: Policy
  readonly key: string
  readonly limit: number
}

/** The requests of one key in the window's bucket and in the bucket before it. */
export interface Count {
  readonly bucket: number
  readonly previous: number
  readonly current: number
}

/** The part of a response that shows limits: the four `X-RateLimit-*` headers and, when refused, `Retry-After`. */
export interface Decision {
  readonly allowed: boolean
  readonly policy: Policy
  readonly limit: number
  /** The number of further requests that would be allowed now. */
  readonly remaining: number
  /** Seconds until this minute's count has expired, and never before another request is allowed. */
  readonly reset_s: number
  /** Only on a refusal: whole seconds after which the same request is allowed, unless others come first. */
  readonly retry_after_s?: number
}

/** The length of the window in milliseconds. */
export const windowMs = 60_000

/**
 * Applies one request to a store: either every limit allows it and every count goes up by one, or no count
 * changes. `counts` and `limits` are parallel arrays; the counts returned are those of this instant in either case.
 */
export function consume(
  counts: readonly (Count | undefined)[],
  limits: readonly number[],
  nowMs: number,
): { allowed: boolean; counts: Count[] } {
  const slid = counts.map((count) => slide(count, nowMs))
  const allowed = slid.every((count, index) => isAvailable(count, limits[index] ?? 0, nowMs))
  if (!allowed) return { allowed, counts: slid }
  return { allowed, counts: slid.map((count) => ({ ...count, current: count.current + 1 })) }
}

/** The count of this instant without the one request that was counted in `bucket`. */
export function refund(count: Count | undefined, bucket: number, nowMs: number): Count {
  const slid = slide(count, nowMs)
  if (bucket === slid.bucket) return { ...slid, current: Math.max(0, slid.current - 1) }
  if (bucket === slid.bucket - 1) return { ...slid, previous: Math.max(0, slid.previous - 1) }
  return slid
}

/** Returns the state of each limit from the counts of one step. */
export function decide(
  checks: readonly LimitCheck[],
  counts: readonly Count[],
  allowed: boolean,
  nowMs: number,
): Decision[] {
  return checks.map((check, index) => decideOne(check, slide(counts[index], nowMs), allowed, nowMs))
}

/**
 * The tightest of several decisions about one request: the one with the lowest share left and, among equals, the
 * longest reset. A refusal takes as long as the slowest of the limits that refused. Throws a RangeError when there is
 * none.
 */
export function tightest(decisions: readonly Decision[]): Decision {
  const [first, ...others] = decisions
  if (first === undefined) throw new RangeError('At least one limit must decide on a request.')
  const shown = others.reduce((best, other) => (isTighter(other, best) ? other : best), first)
  const refusals = decisions.flatMap((decision) => decision.retry_after_s ?? [])
  if (refusals.length === 0) return shown
  return { ...shown, allowed: false, retry_after_s: Math.max(...refusals) }
}

/** Returns whether one more request fits: the requests of the last 60 seconds and this one do not exceed the limit. */
export function isAvailable(count: Count, limit: number, nowMs: number): boolean {
  return weightedCount(count, nowMs) + windowMs <= limit * windowMs
}

/**
 * The first instant, in milliseconds, at which one more request fits if none is allowed before. `limit` is 1 or more.
 */
export function availableAtMs(count: Count, limit: number, nowMs: number): number {
  if (isAvailable(count, limit, nowMs)) return nowMs
  const bucketStartMs = count.bucket * windowMs
  if (count.current < limit) {
    return bucketStartMs + windowMs - Math.floor(((limit - 1 - count.current) * windowMs) / count.previous)
  }
  // This minute alone reaches the limit, so a request fits only in the next one, while this one's weight shrinks.
  return bucketStartMs + 2 * windowMs - Math.floor(((limit - 1) * windowMs) / count.current)
}

/**
 * The count as of now. After the clock was set back by a minute the count stays; after it was set back further the
 * count starts at zero, because a count from the far future would otherwise refuse every request until that future
 * comes.
 */
function slide(count: Count | undefined, nowMs: number): Count {
  const bucket = Math.floor(nowMs / windowMs)
  if (count?.bucket === bucket) return count
  if (count?.bucket === bucket - 1) return { bucket, previous: count.current, current: 0 }
  if (count?.bucket === bucket + 1) return { bucket, previous: 0, current: count.previous + count.current }
  return { bucket, previous: 0, current: 0 }
}

function decideOne(check: LimitCheck, count: Count, allowed: boolean, nowMs: number): Decision {
  const { policy, limit } = check
  const free = limit * windowMs - weightedCount(count, nowMs)
  const availableMs = availableAtMs(count, limit, nowMs)
  const bucketEndMs = (count.bucket + 1) * windowMs
  const decision = {
    allowed,
    policy,
    limit,
    remaining: Math.max(0, Math.floor(free / windowMs)),
    reset_s: wholeSeconds(Math.max(bucketEndMs, availableMs) - nowMs),
  }
  return allowed || availableMs <= nowMs ? decision : { ...decision, retry_after_s: wholeSeconds(availableMs - nowMs) }
}

function isTighter(a: Decision, b: Decision): boolean {
  // Shares are compared by cross-multiplication, so that no rounding decides between equals.
  const difference = a.remaining * b.limit - b.remaining * a.limit
  return difference < 0 || (difference === 0 && a.reset_s > b.reset_s)
}

/**
 * Requests of the last 60 seconds, times the window's length: the older bucket counts as far as the window still covers
 * it.
 */
function weightedCount(count: Count, nowMs: number): number {
  const elapsedMs = nowMs - count.bucket * windowMs
  return count.previous * (windowMs - elapsedMs) + count.current * windowMs
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
