import * as bounds from '@generated/contract/bounds'
import type { RequestLimits } from '@svc/http/shell/exchange'
import { createLimiter, defaultLimits, type Limits, requestLimits } from '@svc/limits/limiter'
import { createMemoryStore } from '@svc/limits/memory-store'
import type { LimitName } from '../public.ts'

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
export const limitMax = bounds.RateLimit.limit.maximum

/** Throws a RangeError for a value that no response could show. */
export function requireLimits(chosen: Partial<Record<LimitName, number>>): void {
  for (const [name, value] of Object.entries(chosen)) {
    const minimum = isLimitName(name) ? minimums[name] : 0
    if (!Number.isInteger(value) || value < minimum || value > limitMax)
      throw new RangeError(`The limit ${name} must be a whole number from ${minimum} to ${limitMax}, not ${value}.`)
  }
}

export interface MockLimits extends RequestLimits {
  /** Refills every limit. */
  reset(): void
}

/** Rate limits that count in memory. `byId` has those of single keys. */
export function createLimits(
  chosen: Partial<Record<LimitName, number>>,
  byId: ReadonlyMap<string, number> = new Map(),
): MockLimits {
  const values: Limits = {
    ip: chosen.ip ?? defaultLimits.ip,
    account: chosen.account ?? defaultLimits.account,
    key: chosen.key ?? defaultLimits.key,
    byId,
  }
  const newLimits = () => requestLimits(createLimiter({ store: createMemoryStore(), limits: () => values }))
  let current = newLimits()
  return {
    checkIp: (ip) => current.checkIp(ip),
    reset() {
      current = newLimits()
    },
  }
}
