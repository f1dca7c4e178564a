import { rateLimited } from '@svc/http/errors'
import { createLimiter, defaultLimits, type Limiter, type Limits } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { MockCaller } from './caller.ts'
import type { MockExchange } from './exchange.ts'
import type { LimitName } from './public.ts'

export const limitNames: readonly LimitName[] = ['ip', 'account', 'key', 'analyses', 'reply_drafts', 'webhooks']

/** The contract shows limits from 1 to 1 000 000: with any other figure every answer would break it. What is used up may be 0. */
const figureMax = 1_000_000

/** Throws a RangeError for a figure that no answer could show. */
export function requireFigures(chosen: Partial<Record<LimitName, number>>): void {
  for (const [name, figure] of Object.entries(chosen)) {
    const least = ['ip', 'account', 'key'].includes(name) ? 1 : 0
    if (!Number.isInteger(figure) || figure < least || figure > figureMax)
      throw new RangeError(`The limit ${name} is a whole number from ${least} to ${figureMax}, not ${figure}.`)
  }
}

/** Limits that count in one place: those of everybody, and those of the keys that have one of their own. */
export interface MockLimits {
  readonly everybody: Limiter
  of(caller: MockCaller): Limiter
  /** Forgets what was counted. */
  reset(): void
}

export function createLimits(chosen: Partial<Record<LimitName, number>>): MockLimits {
  const figures: Limits = {
    ip: chosen.ip ?? defaultLimits.ip,
    account: chosen.account ?? defaultLimits.account,
    key: chosen.key ?? defaultLimits.key,
  }
  let store = createMemoryStore()
  // Asks for the store at every step, so that a reset is felt by all.
  const shared = { consume: (...step: Parameters<typeof store.consume>) => store.consume(...step) }
  const everybody = createLimiter({ store: shared, limits: () => figures })
  return {
    everybody,
    of: ({ limit }) =>
      limit === undefined ? everybody : createLimiter({ store: shared, limits: () => ({ ...figures, key: limit }) }),
    reset() {
      store = createMemoryStore()
    },
  }
}

/** 429: the account's and the key's limits; from here on the answer shows the tightest of all three. */
export async function takeLimits(limiter: Limiter, exchange: MockExchange, caller: MockCaller): Promise<void> {
  const decision = await limiter.checkCaller(exchange.ipDecision, caller.account.id, caller.credential.id)
  exchange.rateLimit = decision
  if (!decision.allowed) throw rateLimited(decision.policy, decision.retry_after_s)
}
