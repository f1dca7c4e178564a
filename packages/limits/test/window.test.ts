import { seededRandom } from '@svc/runtime/testing-random'
import { describe, expect, test } from 'vitest'
import {
  availableAtMs,
  type Count,
  consume,
  type Decision,
  decide,
  isAvailable,
  type LimitCheck,
  tightest,
  windowMs,
} from '../src/window.ts'

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
const startMs = Date.parse('2026-11-21T08:00:00.000Z')

/** One key under one limit. */
function createWindow(limit: number) {
  const check: LimitCheck = { policy: 'key', key: 'key_1', limit }
  let count: Count | undefined
  return {
    consume(nowMs: number): Decision {
      const result = consume([count], [limit], nowMs)
      count = result.counts[0]
      return tightest(decide([check], result.counts, result.allowed, nowMs))
    },
    copy: () => count,
  }
}

describe('the sliding window', () => {
  test.each([
    { previous: 10, elapsed: 0.5, current: 5, limit: 10, fits: false },
    { previous: 10, elapsed: 0.5, current: 4, limit: 10, fits: true },
    { previous: 10, elapsed: 0, current: 0, limit: 10, fits: false },
    { previous: 10, elapsed: 0.1, current: 0, limit: 10, fits: true },
    { previous: 9, elapsed: 0, current: 0, limit: 10, fits: true },
    { previous: 0, elapsed: 0.99, current: 9, limit: 10, fits: true },
    { previous: 0, elapsed: 0.99, current: 10, limit: 10, fits: false },
    { previous: 1_000_000, elapsed: 0.5, current: 499_999, limit: 1_000_000, fits: true },
    { previous: 1_000_000, elapsed: 0.5, current: 500_000, limit: 1_000_000, fits: false },
  ])(
    'decides with $fits whether one more request fits after $previous before, $current now, $elapsed of the minute, at a limit of $limit',
    (vector) => {
      const bucket = startMs / windowMs
      const count = { bucket, previous: vector.previous, current: vector.current }
      expect(isAvailable(count, vector.limit, startMs + vector.elapsed * windowMs)).toBe(vector.fits)
    },
  )

  test('decides as a log of all allowed requests that is counted each time', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 200; round++) {
      const limit = 1 + random.below(20)
      const window = createWindow(limit)
      const log: number[] = []
      let nowMs = startMs + random.below(windowMs)
      for (let request = 0; request < 200; request++) {
        nowMs += random.below(random.below(4) === 0 ? windowMs : 4_000)
        const bucketStartMs = nowMs - (nowMs % windowMs)
        const current = log.filter((atMs) => atMs >= bucketStartMs).length
        const previous = log.filter((atMs) => atMs >= bucketStartMs - windowMs && atMs < bucketStartMs).length
        const used = current + previous * (1 - (nowMs - bucketStartMs) / windowMs)
        const expected = used + 1 <= limit + 1e-9
        expect(window.consume(nowMs).allowed, `seed ${seed}, round ${round}, request ${request}`).toBe(expected)
        if (expected) log.push(nowMs)
      }
    }
  })

  test('never allows more than the limit in a minute of the clock, nor twice the limit in any 60 seconds', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 100; round++) {
      const limit = 1 + random.below(30)
      const window = createWindow(limit)
      const log: number[] = []
      for (let nowMs = startMs; nowMs < startMs + 6 * windowMs; nowMs += 1 + random.below(2_000)) {
        const burst = random.below(3) === 0 ? random.below(2 * limit) : 1
        for (let request = 0; request < burst; request++) if (window.consume(nowMs).allowed) log.push(nowMs)
      }
      for (const fromMs of log) {
        const in60s = log.filter((atMs) => atMs >= fromMs && atMs < fromMs + windowMs).length
        const inMinute = log.filter((atMs) => Math.floor(atMs / windowMs) === Math.floor(fromMs / windowMs)).length
        expect(in60s, `seed ${seed}, round ${round}`).toBeLessThan(2 * limit)
        expect(inMinute, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(limit)
      }
    }
  })

  test('allows at most one more than the limit in any 60 seconds to a client that sends at an even pace', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 50; round++) {
      const limit = 2 + random.below(50)
      const window = createWindow(limit)
      const paceMs = 50 + random.below(1_500)
      const log: number[] = []
      for (let nowMs = startMs; nowMs < startMs + 5 * windowMs; nowMs += paceMs) {
        if (window.consume(nowMs).allowed) log.push(nowMs)
      }
      for (const fromMs of log) {
        const allowedCount = log.filter((atMs) => atMs >= fromMs && atMs < fromMs + windowMs).length
        expect(allowedCount, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(limit + 1)
      }
    }
  })

  test('returns to a refused client the first whole second at which the same request is allowed', () => {
    const random = seededRandom(seed)
    let refusals = 0
    for (let round = 0; round < 300; round++) {
      const limit = 1 + random.below(40)
      const window = createWindow(limit)
      let nowMs = startMs + random.below(windowMs)
      for (let request = 0; request < 100; request++) {
        nowMs += random.below(random.below(10) === 0 ? 20_000 : 500)
        const { allowed, remaining, retry_after_s, reset_s } = window.consume(nowMs)
        const count = window.copy() as Count
        const availableMs = availableAtMs(count, limit, nowMs)
        if (remaining === 0) expect(consume([count], [limit], nowMs + reset_s * 1000).allowed).toBe(true)
        if (allowed) {
          expect(retry_after_s).toBeUndefined()
          continue
        }
        refusals++
        expect(retry_after_s).toBeGreaterThanOrEqual(1)
        const waitMs = (retry_after_s ?? 0) * 1000
        expect(consume([count], [limit], nowMs + waitMs).allowed, `seed ${seed}, round ${round}`).toBe(true)
        expect(consume([count], [limit], availableMs - 1).allowed, `seed ${seed}, round ${round}`).toBe(false)
        expect(waitMs - (availableMs - nowMs)).toBeLessThan(1000)
      }
    }
    expect(refusals).toBeGreaterThan(1_000)
  })

  test('shows as remaining exactly how many requests are allowed right now', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 300; round++) {
      const limit = 1 + random.below(25)
      const bucket = startMs / windowMs
      const nowMs = startMs + random.below(windowMs)
      let counts: Count[] = [{ bucket, previous: random.below(limit + 1), current: random.below(limit + 1) }]
      const { remaining } = tightest(decide([{ policy: 'ip', key: 'a', limit }], counts, true, nowMs))
      let allowedCount = 0
      for (;;) {
        const result = consume(counts, [limit], nowMs)
        if (!result.allowed) break
        counts = result.counts
        allowedCount++
      }
      expect(allowedCount, `seed ${seed}, round ${round}`).toBe(remaining)
    }
  })

  test('consumes nothing if one of several limits is used up', () => {
    const bucket = startMs / windowMs
    const available = { bucket, previous: 0, current: 3 }
    const full = { bucket, previous: 0, current: 5 }
    expect(consume([available, full, undefined], [10, 5, 7], startMs)).toEqual({
      allowed: false,
      counts: [available, full, { bucket, previous: 0, current: 0 }],
    })
  })
})

describe('the decision', () => {
  const decision = (policy: Decision['policy'], remaining: number, limit: number, reset_s = 30): Decision => ({
    allowed: true,
    policy,
    limit,
    remaining,
    reset_s,
  })

  test('shows the limit with the lowest remaining share, not the lowest number', () => {
    const decisions = [decision('ip', 110, 1200), decision('account', 60, 600), decision('key', 50, 300)]
    expect(tightest(decisions).policy).toBe('ip')
    expect(tightest([decision('ip', 599, 1200), decision('key', 150, 300)]).policy).toBe('ip')
  })

  test('shows the longest reset among equal shares', () => {
    expect(tightest([decision('ip', 0, 1200, 20), decision('key', 0, 300, 40)]).policy).toBe('key')
  })

  test('has the longest wait of the limits that refused the request', () => {
    const bucket = startMs / windowMs
    const nowMs = startMs + 30_000
    const checks: LimitCheck[] = [
      { policy: 'account', key: 'a', limit: 10 },
      { policy: 'key', key: 'k', limit: 10 },
    ]
    const soon = { bucket, previous: 10, current: 5 }
    const late = { bucket, previous: 0, current: 10 }
    expect(tightest(decide(checks, [soon, late], false, nowMs))).toEqual({
      allowed: false,
      policy: 'key',
      limit: 10,
      remaining: 0,
      reset_s: 36,
      retry_after_s: 36,
    })
    for (const [waitMs, allowed] of [
      [35_999, false],
      [36_000, true],
    ] as const) {
      expect(consume([soon, late], [10, 10], nowMs + waitMs).allowed).toBe(allowed)
    }
  })

  test('recovers when an administrator lowers the limit below what was already used', () => {
    const count = { bucket: startMs / windowMs, previous: 0, current: 300 }
    const { allowed, remaining, retry_after_s } = tightest(
      decide([{ policy: 'key', key: 'k', limit: 10 }], [count], false, startMs),
    )
    expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 })
    expect(consume([count], [10], startMs + (retry_after_s ?? 0) * 1000).allowed).toBe(true)
  })
})

describe('a clock that jumps', () => {
  test('keeps the numbers within their bounds for any behavior of the clock', () => {
    const random = seededRandom(seed)
    const window = createWindow(10)
    let nowMs = startMs
    for (let request = 0; request < 20_000; request++) {
      nowMs += random.oneOf([1, 500, 70_000, -500, -70_000, 400 * 86_400_000, -400 * 86_400_000])
      const { remaining, reset_s, retry_after_s = 1 } = window.consume(nowMs)
      expect(remaining, `seed ${seed}`).toBeGreaterThanOrEqual(0)
      expect(remaining, `seed ${seed}`).toBeLessThan(10)
      expect(reset_s, `seed ${seed}`).toBeGreaterThanOrEqual(1)
      expect(reset_s, `seed ${seed}`).toBeLessThanOrEqual(120)
      expect(retry_after_s, `seed ${seed}`).toBeGreaterThanOrEqual(1)
      expect(retry_after_s, `seed ${seed}`).toBeLessThanOrEqual(120)
    }
  })

  test('does not lock a client out after the clock was far in the future', () => {
    const window = createWindow(1)
    expect(window.consume(startMs + 400 * 86_400_000).allowed).toBe(true)
    expect(window.consume(startMs).allowed).toBe(true)
  })

  test('does not start a new minute when the clock is set back across its edge', () => {
    const window = createWindow(2)
    expect(window.consume(startMs + 5).allowed).toBe(true)
    expect(window.consume(startMs + 6).allowed).toBe(true)
    expect(window.consume(startMs - 5).allowed).toBe(false)
    expect(window.consume(startMs + 7).allowed).toBe(false)
  })
})
