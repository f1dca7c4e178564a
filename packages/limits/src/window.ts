// Interface section 8: "Rate limits apply per IP, per account and per API key on a sliding window."
//
// The window is counted in two buckets: what was taken in this minute, and what was taken in the minute before, weighed by
// the part of it that the last 60 seconds still cover. Two integers per key instead of a log of every request; the price is
// that a burst late in one minute may be followed by others early enough that 60 seconds hold more than the limit, though
// always fewer than twice as many. Everything here is arithmetic on integers (milliseconds and requests), so that the Lua
// script of the Redis store, which does the same, comes to the same answer.

/** What a limit is counted for. The header `X-RateLimit-Policy` names the one that an answer shows. */
export type Policy = 'ip' | 'account' | 'key'

/** One request that wants room under one limit: at most `limit` (1 or more) per window for this `key`. */
export interface Demand {
  readonly policy: Policy
  readonly key: string
  readonly limit: number
}

/** What one key has taken in the window's bucket and in the one before it. */
export interface Count {
  readonly bucket: number
  readonly previous: number
  readonly current: number
}

/** What an answer tells the caller: the four `X-RateLimit-*` headers and, when refused, `Retry-After`. */
export interface Decision {
  readonly allowed: boolean
  readonly policy: Policy
  readonly limit: number
  /** How many more requests would be let through right now. */
  readonly remaining: number
  /** Seconds until this minute's count has run out, and never before another request has room. */
  readonly reset_s: number
  /** Only on a refusal: whole seconds after which the same request is let through, unless others come first. */
  readonly retry_after_s?: number
}

/** The length of the window in milliseconds. */
export const windowMs = 60_000

/**
 * The step that every store performs: either every limit has room and every count goes up by one, or nothing changes.
 * `counts` and `limits` run side by side; the counts that come back are those of this instant in either case.
 */
export function takeOne(
  counts: readonly (Count | undefined)[],
  limits: readonly number[],
  nowMs: number,
): { allowed: boolean; counts: Count[] } {
  const slid = counts.map((count) => slide(count, nowMs))
  const allowed = slid.every((count, index) => hasRoom(count, limits[index] ?? 0, nowMs))
  if (!allowed) return { allowed, counts: slid }
  return { allowed, counts: slid.map((count) => ({ ...count, current: count.current + 1 })) }
}

/** The count as it stands now without the request that was counted in `takenInBucket`. */
export function giveBackOne(count: Count | undefined, takenInBucket: number, nowMs: number): Count {
  const slid = slide(count, nowMs)
  if (takenInBucket === slid.bucket) return { ...slid, current: Math.max(0, slid.current - 1) }
  if (takenInBucket === slid.bucket - 1) return { ...slid, previous: Math.max(0, slid.previous - 1) }
  return slid
}

/**
 * What the counts of one step mean for the caller: the tightest limit, which is the one with the lowest share left and, among
 * equals, the longest reset. A refusal takes as long as the slowest of the limits that refused.
 */
export function decide(
  demands: readonly Demand[],
  counts: readonly Count[],
  allowed: boolean,
  nowMs: number,
): Decision {
  const decisions = demands.map((demand, index) => decideOne(demand, slide(counts[index], nowMs), allowed, nowMs))
  return tightest(decisions)
}

/** The tightest of several decisions about one request. Throws a RangeError when there is none. */
export function tightest(decisions: readonly Decision[]): Decision {
  const [first, ...others] = decisions
  if (first === undefined) throw new RangeError('A request is decided on by at least one limit.')
  const shown = others.reduce((best, other) => (isTighter(other, best) ? other : best), first)
  const refusals = decisions.flatMap((decision) => decision.retry_after_s ?? [])
  if (refusals.length === 0) return shown
  return { ...shown, allowed: false, retry_after_s: Math.max(...refusals) }
}

/** Whether one more request fits: the requests of the last 60 seconds and this one are no more than the limit. */
export function hasRoom(count: Count, limit: number, nowMs: number): boolean {
  return weightTaken(count, nowMs) + windowMs <= limit * windowMs
}

/** The first instant, in milliseconds, at which one more request fits if none is let through before. `limit` is 1 or more. */
export function roomAtMs(count: Count, limit: number, nowMs: number): number {
  if (hasRoom(count, limit, nowMs)) return nowMs
  const bucketStartMs = count.bucket * windowMs
  if (count.current < limit) {
    return bucketStartMs + windowMs - Math.floor(((limit - 1 - count.current) * windowMs) / count.previous)
  }
  // This minute alone fills the limit, so room comes in the next one, while this one's weight melts.
  return bucketStartMs + 2 * windowMs - Math.floor(((limit - 1) * windowMs) / count.current)
}

/**
 * The count seen from now. A clock that was set back by a minute keeps what was counted; one that was set back further
 * starts afresh, because a count from the far future would otherwise refuse everybody until that future comes.
 */
function slide(count: Count | undefined, nowMs: number): Count {
  const bucket = Math.floor(nowMs / windowMs)
  if (count?.bucket === bucket) return count
  if (count?.bucket === bucket - 1) return { bucket, previous: count.current, current: 0 }
  if (count?.bucket === bucket + 1) return { bucket, previous: 0, current: count.previous + count.current }
  return { bucket, previous: 0, current: 0 }
}

function decideOne(demand: Demand, count: Count, allowed: boolean, nowMs: number): Decision {
  const { policy, limit } = demand
  const free = limit * windowMs - weightTaken(count, nowMs)
  const roomMs = roomAtMs(count, limit, nowMs)
  const bucketEndMs = (count.bucket + 1) * windowMs
  const decision = {
    allowed,
    policy,
    limit,
    remaining: Math.max(0, Math.floor(free / windowMs)),
    reset_s: wholeSeconds(Math.max(bucketEndMs, roomMs) - nowMs),
  }
  return allowed || roomMs <= nowMs ? decision : { ...decision, retry_after_s: wholeSeconds(roomMs - nowMs) }
}

function isTighter(a: Decision, b: Decision): boolean {
  // Shares are compared crosswise, so that no rounding decides between equals.
  const difference = a.remaining * b.limit - b.remaining * a.limit
  return difference < 0 || (difference === 0 && a.reset_s > b.reset_s)
}

/** Requests of the last 60 seconds, times the window's length: the older bucket weighs as much as the window still covers of it. */
function weightTaken(count: Count, nowMs: number): number {
  const elapsedMs = nowMs - count.bucket * windowMs
  return count.previous * (windowMs - elapsedMs) + count.current * windowMs
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
