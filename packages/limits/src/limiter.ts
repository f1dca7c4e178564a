import { ipKey } from './ip-key.ts'
import { type Count, type Decision, decide, type LimitCheck, type Policy, tightest } from './window.ts'

/** Requests per 60 seconds under each policy. */
type PolicyLimits = Readonly<Record<Policy, number>>

/** Requests per 60 seconds. */
export interface Limits extends PolicyLimits {
  /** Limits of single accounts, keys and OAuth clients, by id, which replace those of their policy. */
  readonly byId?: ReadonlyMap<string, number>
}

/** INTERFACE.md §8: "The numbers are adjustable by administrators." These apply until they are. */
export const defaultLimits: PolicyLimits = { ip: 1200, account: 600, key: 300 }

/** The windows in which a request was counted, so that it can be refunded. */
export interface Reservation {
  readonly policy: Policy
  readonly key: string
  readonly bucket: number
}

/** The result of the checks of one request in a store. `counts` are the counts after it, in the order of the checks. */
export interface ConsumeResult {
  readonly allowed: boolean
  readonly atMs: number
  readonly counts: readonly Count[]
}

/** Keeps the counts. Never rejects: a store that loses its server counts in memory. */
export interface WindowStore {
  /**
   * Counts one request under every check, or under none when one limit is reached; then the request that was counted
   * earlier as `reservation` is refunded too.
   */
  consume(checks: readonly LimitCheck[], reservation?: Reservation): Promise<ConsumeResult>
}

/** The decision about an address, and what `checkCaller` needs to refund it. */
export interface IpDecision extends Decision {
  readonly reservation: Reservation
}

/** The tightest decision about a request, and those of all limits that it was counted under. */
interface CallerDecision extends Decision {
  /** In the order ip, account, key. */
  readonly policies: readonly Decision[]
}

export interface Limiter {
  /** Before authentication: counts the request for its address. Every response from here on can have limit headers. */
  checkIp(address: string): Promise<IpDecision>
  /**
   * After authentication: counts the request for its account and for its key or OAuth client. The decision is the
   * tightest of all three. A refused request is counted nowhere: its address is refunded.
   */
  checkCaller(ip: IpDecision, accountId: string, keyId: string): Promise<CallerDecision>
}

/**
 * The limiter of an HTTP surface. `limits` is called for every check, so that changed limits apply from the next
 * request on; it must return from memory (see `watchLimitSettings`).
 */
export function createLimiter({ store, limits }: { store: WindowStore; limits: () => Limits }): Limiter {
  return {
    async checkIp(address) {
      const check = { policy: 'ip', key: ipKey(address), limit: limits().ip } as const
      const { allowed, atMs, counts } = await store.consume([check])
      const bucket = counts[0]?.bucket ?? 0
      return {
        ...tightest(decide([check], counts, allowed, atMs)),
        reservation: { policy: 'ip', key: check.key, bucket },
      }
    },

    async checkCaller({ reservation, ...ip }, accountId, keyId) {
      const { account, key, byId } = limits()
      const checks: LimitCheck[] = [
        { policy: 'account', key: accountId, limit: byId?.get(accountId) ?? account },
        { policy: 'key', key: keyId, limit: byId?.get(keyId) ?? key },
      ]
      const { allowed, atMs, counts } = await store.consume(checks, reservation)
      const policies = [ip, ...decide(checks, counts, allowed, atMs)]
      return { ...tightest(policies), policies }
    },
  }
}

/** The subjects of a request after its address: the account, and the key or OAuth client. */
interface Subject {
  readonly account: { readonly id: string }
  readonly credential: { readonly id: string }
}

/** Returns the limiter as the HTTP shell uses it: a decision about an address, then one about its caller. */
export function requestLimits(limiter: Limiter) {
  return {
    async checkIp(address: string) {
      const decision = await limiter.checkIp(address)
      return {
        ...decision,
        checkCaller: ({ account, credential }: Subject) => limiter.checkCaller(decision, account.id, credential.id),
      }
    },
  }
}
