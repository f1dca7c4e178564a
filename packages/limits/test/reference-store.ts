import type { Clock } from '@svc/runtime/clock'
import type { Random } from '@svc/runtime/testing-random'
import type { Reservation, WindowStore } from '../src/limiter.ts'
import { type Count, consume, type LimitCheck, type Policy, refund } from '../src/window.ts'

/** The arithmetic of window.ts over a Map that keeps every key: the behavior that every store must have. */
export function createReferenceStore(clock: Clock): WindowStore {
  const counts = new Map<string, Count>()
  const nameOf = ({ policy, key }: { policy: Policy; key: string }) => `${policy}:${key}`
  return {
    async consume(checks, refunded) {
      const atMs = clock.now()
      const before = checks.map((check) => counts.get(nameOf(check)))
      const limits = checks.map(({ limit }) => limit)
      const result = consume(before, limits, atMs)
      if (result.allowed) {
        for (const [index, check] of checks.entries()) counts.set(nameOf(check), result.counts[index] as Count)
      } else if (refunded) {
        counts.set(nameOf(refunded), refund(counts.get(nameOf(refunded)), refunded.bucket, atMs))
      }
      return { ...result, atMs }
    },
  }
}

/** Checks as requests make them, over few keys and low limits; `remember` records where an address was counted. */
export function createRandomSteps(random: Random): {
  next(): { checks: LimitCheck[]; reservation: Reservation | undefined }
  remember(checks: readonly LimitCheck[], counts: readonly Count[]): void
} {
  let reservation: Reservation | undefined
  return {
    next() {
      const policies: readonly Policy[] = random.oneOf([['ip'], ['account', 'key']])
      const checks = policies.map((policy) => ({
        policy,
        key: `${policy}_${random.below(3)}`,
        limit: 2 + random.below(20),
      }))
      return { checks, reservation }
    },
    remember([check], [count]) {
      if (check?.policy === 'ip' && count) reservation = { policy: 'ip', key: check.key, bucket: count.bucket }
    },
  }
}
