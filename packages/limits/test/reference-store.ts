import type { Clock } from '@svc/runtime/clock'
import type { Receipt, WindowStore } from '../src/limiter.ts'
import { type Count, type Demand, giveBackOne, type Policy, takeOne } from '../src/window.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The bare arithmetic of window.ts over a Map that forgets nothing: what every store must do, whatever it saves. */
export function createReferenceStore(clock: Clock): WindowStore {
  const counts = new Map<string, Count>()
  const nameOf = ({ policy, key }: { policy: Policy; key: string }) => `${policy}:${key}`
  return {
    async take(demands, giveBack) {
      const atMs = clock.now()
      const before = demands.map((demand) => counts.get(nameOf(demand)))
      const limits = demands.map(({ limit }) => limit)
      const taking = takeOne(before, limits, atMs)
      if (taking.allowed) {
        for (const [index, demand] of demands.entries()) counts.set(nameOf(demand), taking.counts[index] as Count)
      } else if (giveBack) {
        counts.set(nameOf(giveBack), giveBackOne(counts.get(nameOf(giveBack)), giveBack.bucket, atMs))
      }
      return { ...taking, atMs }
    },
  }
}

/** Steps as requests make them, over few keys and low limits; `remember` is told where an address was counted. */
export function createRandomSteps(random: SeededRandom): {
  next(): { demands: Demand[]; receipt: Receipt | undefined }
  remember(demands: readonly Demand[], counts: readonly Count[]): void
} {
  let receipt: Receipt | undefined
  return {
    next() {
      const policies: readonly Policy[] = random.pick([['ip'], ['account', 'key']])
      const demands = policies.map((policy) => ({
        policy,
        key: `${policy}_${random.below(3)}`,
        limit: 2 + random.below(20),
      }))
      return { demands, receipt }
    },
    remember([demand], [count]) {
      if (demand?.policy === 'ip' && count) receipt = { policy: 'ip', key: demand.key, bucket: count.bucket }
    },
  }
}
