import { type Clock, systemClock } from '@svc/runtime/clock'
import type { WindowStore } from './limiter.ts'
import { type Count, giveBackOne, type Policy, takeOne, windowMs } from './window.ts'

export interface MemoryStore extends WindowStore {
  /** How many keys are remembered at the moment. */
  readonly size: number
}

/**
 * Counts in this process's memory. At most `keysMax` keys are remembered per policy: a flood from ever new addresses makes
 * the store forget addresses that have been quiet, never an account or a key.
 */
export function createMemoryStore(options: { clock?: Clock; keysMax?: number } = {}): MemoryStore {
  const { clock = systemClock, keysMax = 100_000 } = options
  const memories: Record<Policy, Memory> = {
    ip: createMemory(keysMax),
    account: createMemory(keysMax),
    key: createMemory(keysMax),
  }

  return {
    async take(demands, giveBack) {
      const atMs = clock.now()
      const before = demands.map(({ policy, key }) => memories[policy].get(key, atMs))
      const limits = demands.map(({ limit }) => limit)
      const { allowed, counts } = takeOne(before, limits, atMs)
      if (allowed) {
        for (const [index, { policy, key }] of demands.entries()) {
          const count = counts[index]
          if (count) memories[policy].set(key, count)
        }
      } else if (giveBack) {
        const { policy, key, bucket } = giveBack
        const count = memories[policy].get(key, atMs)
        if (count) memories[policy].set(key, giveBackOne(count, bucket, atMs))
      }
      return { allowed, atMs, counts }
    },

    get size() {
      return memories.ip.size + memories.account.size + memories.key.size
    },
  }
}

interface Memory {
  readonly size: number
  get(key: string, nowMs: number): Count | undefined
  set(key: string, count: Count): void
}

/**
 * Two generations of keys. A key that is used lives in the young one; when the minute turns, or when half of `keysMax` is
 * young, the young generation becomes the old one and the old one is dropped whole. So keys that stay quiet for a minute
 * after their own leave without a sweep. (One Map in order of use does the same, but each deletion leaves a hole at its
 * head that the next look at the head has to skip: 50 µs a request under a flood.)
 */
function createMemory(keysMax: number): Memory {
  let young = new Map<string, Count>()
  let old = new Map<string, Count>()
  let bucket = 0

  function turn(): void {
    old = young
    young = new Map()
  }

  function set(key: string, count: Count): void {
    if (young.size >= keysMax / 2 && !young.has(key)) turn()
    old.delete(key)
    young.set(key, count)
  }

  return {
    get(key, nowMs) {
      const nowBucket = Math.floor(nowMs / windowMs)
      const passed = nowBucket - bucket
      if (passed !== 0 && passed !== -1) {
        turn()
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
