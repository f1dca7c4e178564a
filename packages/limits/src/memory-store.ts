import { type Clock, systemClock } from '@svc/runtime/clock'
import type { WindowStore } from './limiter.ts'
import { type Count, consume, type Policy, refund, windowMs } from './window.ts'

interface MemoryStore extends WindowStore {
  /** The number of keys that are stored now. */
  readonly size: number
}

/**
 * Counts in this process's memory. At most `keysMax` keys are stored per policy: a flood from ever new addresses
 * evicts addresses without recent requests, never an account or a key.
 */
export function createMemoryStore(options: { clock?: Clock; keysMax?: number } = {}): MemoryStore {
  const { clock = systemClock, keysMax = 100_000 } = options
  const counters: Record<Policy, CountCache> = {
    ip: createCountCache(keysMax),
    account: createCountCache(keysMax),
    key: createCountCache(keysMax),
  }

  return {
    async consume(checks, reservation) {
      const atMs = clock.now()
      const before = checks.map(({ policy, key }) => counters[policy].get(key, atMs))
      const limits = checks.map(({ limit }) => limit)
      const { allowed, counts } = consume(before, limits, atMs)
      if (allowed) {
        for (const [index, { policy, key }] of checks.entries()) {
          const count = counts[index]
          if (count) counters[policy].set(key, count)
        }
      } else if (reservation) {
        const { policy, key, bucket } = reservation
        const count = counters[policy].get(key, atMs)
        if (count) counters[policy].set(key, refund(count, bucket, atMs))
      }
      return { allowed, atMs, counts }
    },

    get size() {
      return counters.ip.size + counters.account.size + counters.key.size
    },
  }
}

interface CountCache {
  readonly size: number
  get(key: string, nowMs: number): Count | undefined
  set(key: string, count: Count): void
}

/**
 * Two generations of keys. A key that is used is in the young one. When a minute ends, or when half of `keysMax` is
 * young, the young generation becomes the old one, and the old one is dropped as a whole. So keys that are not used for
 * a minute after their own leave without a sweep. (One Map in order of use does the same, but each deletion leaves a
 * hole at its head that the next access to the head has to skip: 50 µs a request under a flood.)
 */
function createCountCache(keysMax: number): CountCache {
  let young = new Map<string, Count>()
  let old = new Map<string, Count>()
  let bucket = 0

  function startGeneration(): void {
    old = young
    young = new Map()
  }

  function set(key: string, count: Count): void {
    if (young.size >= keysMax / 2 && !young.has(key)) startGeneration()
    old.delete(key)
    young.set(key, count)
  }

  return {
    get(key, nowMs) {
      const nowBucket = Math.floor(nowMs / windowMs)
      const passed = nowBucket - bucket
      if (passed !== 0 && passed !== -1) {
        startGeneration()
        // A window is over after two buckets, and one from the far future (the clock was set back) counts for nothing.
        if (passed !== 1) old = new Map()
        bucket = nowBucket
      }
      const count = young.get(key) ?? old.get(key)
      if (count && !young.has(key)) set(key, count)
      return count
    },
    set,
    get size() {
      return young.size + old.size
    },
  }
}
