import { rateLimited } from '@svc/http/errors'
import { createLimiter, defaultLimits, type Limiter, type Limits } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { MockCaller } from './accounts/authenticate.ts'
import type { MockExchange } from './exchange.ts'
import type { LimitName } from './public.ts'

/** Every limit that can be changed, with its least value. */
const minimums: Readonly<Record<LimitName, number>> = {
  ip: 1,
  account: 1,
  key: 1,
  analyses: 0,
  reply_drafts: 0,
  webhooks: 0,
}

export const limitNames = Object.keys(minimums)

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(minimums, name)
}

/** The contract shows rate limits from 1 to 1,000,000: with another value no response would match it. */
const limitMax = 1_000_000

/** Throws a RangeError for a value that no response could show. */
export function requireLimits(chosen: Partial<Record<LimitName, number>>): void {
  for (const [name, value] of Object.entries(chosen)) {
    const minimum = isLimitName(name) ? minimums[name] : 0
    if (!Number.isInteger(value) || value < minimum || value > limitMax)
      throw new RangeError(`The limit ${name} must be a whole number from ${minimum} to ${limitMax}, not ${value}.`)
  }
}

/** Rate limits over one store: those of most callers, and those of keys with a limit of their own. */
export interface MockLimits {
  readonly common: Limiter
  of(caller: MockCaller): Limiter
  /** Refills every limit. */
  reset(): void
}

export function createLimits(chosen: Partial<Record<LimitName, number>>): MockLimits {
  const values: Limits = {
    ip: chosen.ip ?? defaultLimits.ip,
    account: chosen.account ?? defaultLimits.account,
    key: chosen.key ?? defaultLimits.key,
  }
  let store = createMemoryStore()
  // Reads `store` on every request, so that a reset reaches every limiter.
  const shared = { consume: (...step: Parameters<typeof store.consume>) => store.consume(...step) }
  const common = createLimiter({ store: shared, limits: () => values })
  return {
    common,
    of: ({ limit }) =>
      limit === undefined ? common : createLimiter({ store: shared, limits: () => ({ ...values, key: limit }) }),
    reset() {
      store = createMemoryStore()
    },
  }
}

/** 429: the account's and the key's limits; from here on the response shows the tightest of all three. */
export async function takeLimits(limiter: Limiter, exchange: MockExchange, caller: MockCaller): Promise<void> {
  const decision = await limiter.checkCaller(exchange.ipDecision, caller.account.id, caller.credential.id)
  exchange.rateLimit = decision
  if (!decision.allowed) throw rateLimited(decision.policy, decision.retry_after_s)
}
