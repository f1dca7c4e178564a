import { ipKey } from './ip-key.ts'
import { type Count, type Decision, type Demand, decide, type Policy, tightest } from './window.ts'

/** Requests per 60 seconds under each policy. */
export type Limits = Readonly<Record<Policy, number>>

/** Interface section 8: "The numbers are adjustable by administrators." These hold until they are. */
export const defaultLimits: Limits = { ip: 1200, account: 600, key: 300 }

/** Where a request was counted, so that it can be given back. */
export interface Receipt {
  readonly policy: Policy
  readonly key: string
  readonly bucket: number
}

/** What a store did with the demands of one step; `counts` are those after it, in the order of the demands. */
export interface Taking {
  readonly allowed: boolean
  readonly atMs: number
  readonly counts: readonly Count[]
}

/** Keeps the counts. `take` meets all demands or none; if none, it also takes back the request of the receipt. */
export interface WindowStore {
  take(demands: readonly Demand[], giveBack?: Receipt): Promise<Taking>
}

/** The decision about an address, and what `checkCaller` needs to take it back. */
export interface IpDecision extends Decision {
  readonly receipt: Receipt
}

export interface Limiter {
  /** Before authentication: counts the request for its address. Every answer from here on can show limit headers. */
  checkIp(address: string): Promise<IpDecision>
  /**
   * After authentication: counts the request for its account and for its key or OAuth client. The decision is the tightest
   * of all three. A refusal leaves no trace, for the address neither.
   */
  checkCaller(ip: IpDecision, accountId: string, keyId: string): Promise<Decision>
}

/**
 * The limiter of an HTTP surface. `limits` is asked at every check, so that new numbers hold from the next request on; it
 * answers from memory (see `watchLimitSettings`).
 */
export function createLimiter({ store, limits }: { store: WindowStore; limits: () => Limits }): Limiter {
  return {
    async checkIp(address) {
      const demand = { policy: 'ip', key: ipKey(address), limit: limits().ip } as const
      const { allowed, atMs, counts } = await store.take([demand])
      const bucket = counts[0]?.bucket ?? 0
      return { ...decide([demand], counts, allowed, atMs), receipt: { policy: 'ip', key: demand.key, bucket } }
    },

    async checkCaller({ receipt, ...ip }, accountId, keyId) {
      const { account, key } = limits()
      const demands: Demand[] = [
        { policy: 'account', key: accountId, limit: account },
        { policy: 'key', key: keyId, limit: key },
      ]
      const { allowed, atMs, counts } = await store.take(demands, receipt)
      return tightest([decide(demands, counts, allowed, atMs), ip])
    },
  }
}
