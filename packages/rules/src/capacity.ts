import type { CapacityName } from '@generated/contract/enums'

/** Callers should wait this long before they retry, because the account has to remove records first. */
const retrySeconds = 3_600

/**
 * Describes the 429 for a record beyond the capacity of the plan, such as competitors: the arguments of `limitExceeded`
 * in `@svc/http`.
 */
export function capacityReached(name: CapacityName, { used, limit }: { used: number; limit: number }) {
  return {
    message: `The plan does not allow more ${name}. Remove some, or change the plan.`,
    path: `quota.${name}`,
    detail: `${used} of ${limit} are in use`,
    retryAfterSeconds: retrySeconds,
  }
}
