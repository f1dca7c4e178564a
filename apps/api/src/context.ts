import type { QuotaName } from '@generated/contract/enums'
import type { Operations } from '@generated/contract/operations'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import type { Reader, RequestDatabase, Transaction } from '@svc/db/database'
import type { Exchange, RateLimit } from '@svc/http/shell/exchange'

/** The context of a handler, in addition to its input and its caller. */
export interface RequestContext {
  /**
   * Reads, and writes in its transactions. Under an `Idempotency-Key` all of it is one transaction, which also stores
   * the result of the request.
   */
  readonly db: RequestDatabase
  /** For the audit log. */
  readonly requestId: Exchange['requestId']
  /** The progress of a handler that needs several transactions under its `Idempotency-Key`; null without a key. */
  readonly progress: Progress | null
  /** Aborted when the client closes the connection before it has the response. */
  clientGone(): AbortSignal
  /**
   * Counts a metered action of the caller; throws ApiError 429 when the quota of the month is used up. A rollback
   * undoes the count.
   */
  takeQuota(transaction: Transaction, name: QuotaName): Promise<void>
  /** Throws the same ApiError 429 and counts nothing: before work that takes long and is counted when it is stored. */
  checkQuota(connection: Reader, name: QuotaName): Promise<void>
  /** Returns the use of every quota of the account. */
  readQuotas(connection: Reader): Promise<Schemas['AccountQuota'][]>
  /** Every rate limit that the request counted under, in the order ip, account, key. */
  readonly rateLimits: readonly RateLimit[]
}

export interface Progress {
  /** The progress that an earlier request stored before it failed; null if there was none. */
  readonly reached: unknown
  /**
   * Stores what was reached, in the transaction of that part of the work. Throws when another request has taken over
   * the key.
   */
  store(transaction: Transaction, reached: unknown): Promise<void>
}

/** Exactly one handler for each operation of the contract. */
export type ApiOperations = Operations<Caller, RequestContext>
