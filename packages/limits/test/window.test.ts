import { describe, expect, it } from 'vitest'
import {
  type Count,
  type Decision,
  type Demand,
  decide,
  hasRoom,
  roomAtMs,
  takeOne,
  tightest,
  windowMs,
} from '../src/window.ts'
import { seededRandom } from './seeded-random.ts'

const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000)
const start = Date.parse('2026-11-21T08:00:00.000Z')

/** One key under one limit, driven by hand. */
function createWindow(limit: number) {
  const demand: Demand = { policy: 'key', key: 'key_1', limit }
  let count: Count | undefined
  return {
    take(nowMs: number): Decision {
      const taking = takeOne([count], [limit], nowMs)
      count = taking.counts[0]
      return decide([demand], taking.counts, taking.allowed, nowMs)
    },
    copy: () => count,
  }
}

describe('the sliding window', () => {
  it.each([
    { previous: 10, elapsed: 0.5, current: 5, limit: 10, room: false },
    { previous: 10, elapsed: 0.5, current: 4, limit: 10, room: true },
    { previous: 10, elapsed: 0, current: 0, limit: 10, room: false },
    { previous: 10, elapsed: 0.1, current: 0, limit: 10, room: true },
    { previous: 9, elapsed: 0, current: 0, limit: 10, room: true },
    { previous: 0, elapsed: 0.99, current: 9, limit: 10, room: true },
    { previous: 0, elapsed: 0.99, current: 10, limit: 10, room: false },
    { previous: 1_000_000, elapsed: 0.5, current: 499_999, limit: 1_000_000, room: true },
    { previous: 1_000_000, elapsed: 0.5, current: 500_000, limit: 1_000_000, room: false },
  ])('has room: $room, with $previous before, $current now, $elapsed of the minute gone, limit $limit', (vector) => {
    const bucket = start / windowMs
    const count = { bucket, previous: vector.previous, current: vector.current }
    expect(hasRoom(count, vector.limit, start + vector.elapsed * windowMs)).toBe(vector.room)
  })

  it('decides like a log of every admitted request that is counted anew each time', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 200; round++) {
      const limit = 1 + random.below(20)
      const window = createWindow(limit)
      const log: number[] = []
      let nowMs = start + random.below(windowMs)
      for (let request = 0; request < 200; request++) {
        nowMs += random.below(random.below(4) === 0 ? windowMs : 4_000)
        const bucketStartMs = nowMs - (nowMs % windowMs)
        const current = log.filter((atMs) => atMs >= bucketStartMs).length
        const previous = log.filter((atMs) => atMs >= bucketStartMs - windowMs && atMs < bucketStartMs).length
        const used = current + previous * (1 - (nowMs - bucketStartMs) / windowMs)
        const expected = used + 1 <= limit + 1e-9
        expect(window.take(nowMs).allowed, `seed ${seed}, round ${round}, request ${request}`).toBe(expected)
        if (expected) log.push(nowMs)
      }
    }
  })

  it('never admits more than the limit in a minute of the clock, nor twice the limit in any 60 seconds', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 100; round++) {
      const limit = 1 + random.below(30)
      const window = createWindow(limit)
      const log: number[] = []
      for (let nowMs = start; nowMs < start + 6 * windowMs; nowMs += 1 + random.below(2_000)) {
        const burst = random.below(3) === 0 ? random.below(2 * limit) : 1
        for (let request = 0; request < burst; request++) if (window.take(nowMs).allowed) log.push(nowMs)
      }
      for (const fromMs of log) {
        const in60s = log.filter((atMs) => atMs >= fromMs && atMs < fromMs + windowMs).length
        const inMinute = log.filter((atMs) => Math.floor(atMs / windowMs) === Math.floor(fromMs / windowMs)).length
        expect(in60s, `seed ${seed}, round ${round}`).toBeLessThan(2 * limit)
        expect(inMinute, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(limit)
      }
    }
  })

  it('admits at most one more than the limit in any 60 seconds of a client that knocks at an even pace from a full minute on', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 50; round++) {
      const limit = 2 + random.below(50)
      const window = createWindow(limit)
      const paceMs = 50 + random.below(1_500)
      const log: number[] = []
      for (let nowMs = start; nowMs < start + 5 * windowMs; nowMs += paceMs) {
        if (window.take(nowMs).allowed) log.push(nowMs)
      }
      for (const fromMs of log) {
        const admitted = log.filter((atMs) => atMs >= fromMs && atMs < fromMs + windowMs).length
        expect(admitted, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(limit + 1)
      }
    }
  })

  it('tells a refused client the first whole second at which the same request is let through', () => {
    const random = seededRandom(seed)
    let refusals = 0
    for (let round = 0; round < 300; round++) {
      const limit = 1 + random.below(40)
      const window = createWindow(limit)
      let nowMs = start + random.below(windowMs)
      for (let request = 0; request < 100; request++) {
        nowMs += random.below(random.below(10) === 0 ? 20_000 : 500)
        const { allowed, remaining, retry_after_s, reset_s } = window.take(nowMs)
        const count = window.copy() as Count
        const roomMs = roomAtMs(count, limit, nowMs)
        if (remaining === 0) expect(takeOne([count], [limit], nowMs + reset_s * 1000).allowed).toBe(true)
        if (allowed) {
          expect(retry_after_s).toBeUndefined()
          continue
        }
        refusals++
        expect(retry_after_s).toBeGreaterThanOrEqual(1)
        const waitMs = (retry_after_s ?? 0) * 1000
        expect(takeOne([count], [limit], nowMs + waitMs).allowed, `seed ${seed}, round ${round}`).toBe(true)
        expect(takeOne([count], [limit], roomMs - 1).allowed, `seed ${seed}, round ${round}`).toBe(false)
        expect(waitMs - (roomMs - nowMs)).toBeLessThan(1000)
      }
    }
    expect(refusals).toBeGreaterThan(1_000)
  })

  it('shows as remaining exactly how many requests are let through right now', () => {
    const random = seededRandom(seed)
    for (let round = 0; round < 300; round++) {
      const limit = 1 + random.below(25)
      const bucket = start / windowMs
      const nowMs = start + random.below(windowMs)
      let counts: Count[] = [{ bucket, previous: random.below(limit + 1), current: random.below(limit + 1) }]
      const { remaining } = decide([{ policy: 'ip', key: 'a', limit }], counts, true, nowMs)
      let admitted = 0
      for (;;) {
        const taking = takeOne(counts, [limit], nowMs)
        if (!taking.allowed) break
        counts = taking.counts
        admitted++
      }
      expect(admitted, `seed ${seed}, round ${round}`).toBe(remaining)
    }
  })

  it('consumes nothing at all when one of several limits is used up', () => {
    const bucket = start / windowMs
    const roomy = { bucket, previous: 0, current: 3 }
    const full = { bucket, previous: 0, current: 5 }
    expect(takeOne([roomy, full, undefined], [10, 5, 7], start)).toEqual({
      allowed: false,
      counts: [roomy, full, { bucket, previous: 0, current: 0 }],
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

  it('shows the limit with the lowest share left, not the lowest number', () => {
    const decisions = [decision('ip', 110, 1200), decision('account', 60, 600), decision('key', 50, 300)]
    expect(tightest(decisions).policy).toBe('ip')
    expect(tightest([decision('ip', 599, 1200), decision('key', 150, 300)]).policy).toBe('ip')
  })

  it('shows the longest reset among equal shares', () => {
    expect(tightest([decision('ip', 0, 1200, 20), decision('key', 0, 300, 40)]).policy).toBe('key')
  })

  it('asks a client to wait for the slowest of the limits that refused it', () => {
    const bucket = start / windowMs
    const nowMs = start + 30_000
    const demands: Demand[] = [
      { policy: 'account', key: 'a', limit: 10 },
      { policy: 'key', key: 'k', limit: 10 },
    ]
    const soon = { bucket, previous: 10, current: 5 }
    const late = { bucket, previous: 0, current: 10 }
    expect(decide(demands, [soon, late], false, nowMs)).toEqual({
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
      expect(takeOne([soon, late], [10, 10], nowMs + waitMs).allowed).toBe(allowed)
    }
  })

  it('recovers when an administrator lowers the limit below what was already taken', () => {
    const count = { bucket: start / windowMs, previous: 0, current: 300 }
    const { allowed, remaining, retry_after_s } = decide(
      [{ policy: 'key', key: 'k', limit: 10 }],
      [count],
      false,
      start,
    )
    expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 })
    expect(takeOne([count], [10], start + (retry_after_s ?? 0) * 1000).allowed).toBe(true)
  })
})

describe('a clock that jumps', () => {
  it('keeps the numbers within their bounds whatever the clock does', () => {
    const random = seededRandom(seed)
    const window = createWindow(10)
    let nowMs = start
    for (let request = 0; request < 20_000; request++) {
      nowMs += random.pick([1, 500, 70_000, -500, -70_000, 400 * 86_400_000, -400 * 86_400_000])
      const { remaining, reset_s, retry_after_s = 1 } = window.take(nowMs)
      expect(remaining, `seed ${seed}`).toBeGreaterThanOrEqual(0)
      expect(remaining, `seed ${seed}`).toBeLessThan(10)
      expect(reset_s, `seed ${seed}`).toBeGreaterThanOrEqual(1)
      expect(reset_s, `seed ${seed}`).toBeLessThanOrEqual(120)
      expect(retry_after_s, `seed ${seed}`).toBeGreaterThanOrEqual(1)
      expect(retry_after_s, `seed ${seed}`).toBeLessThanOrEqual(120)
    }
  })

  it('does not lock a client out after a visit to the future', () => {
    const window = createWindow(1)
    expect(window.take(start + 400 * 86_400_000).allowed).toBe(true)
    expect(window.take(start).allowed).toBe(true)
  })

  it('does not hand out a new minute when the clock is set back across its edge', () => {
    const window = createWindow(2)
    expect(window.take(start + 5).allowed).toBe(true)
    expect(window.take(start + 6).allowed).toBe(true)
    expect(window.take(start - 5).allowed).toBe(false)
    expect(window.take(start + 7).allowed).toBe(false)
  })
})
