import type { ServerResponse } from 'node:http'
import type { QuotaName } from '@generated/contract/enums'
import type { Operations } from '@generated/contract/operations'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import type { Reader, RequestDatabase, Transaction } from '@svc/db/database'
import type { Exchange, RateLimit } from '@svc/http/shell/exchange'
import type { OperationCall } from '@svc/http/shell/operation'
import { type QuotaOptions, readQuotas } from '@svc/limits/quotas'
import type { Dependencies } from './dependencies.ts'
import { checkQuotaOf, takeQuotaOf } from './quota.ts'

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

interface ContextOptions extends Pick<Dependencies, 'db' | 'replica'> {
  quotas: QuotaOptions
}

/**
 * Returns the function that makes the context of a request. Its handler works on the pool and has no progress to
 * continue; the store of requests with an `Idempotency-Key` replaces both.
 */
export function createRequestContext(options: ContextOptions): (call: OperationCall<Caller>) => RequestContext {
  const { quotas } = options
  return (call) => ({
    db: requestDatabase(options, call),
    requestId: call.exchange.requestId,
    progress: null,
    clientGone: () => closeSignal(call.exchange.response),
    takeQuota: (transaction, name) => takeQuotaOf(call, transaction, name, quotas),
    checkQuota: (connection, name) => checkQuotaOf(call, connection, name, quotas),
    readQuotas: (connection) =>
      readQuotas(connection, { owner: call.caller.owner, plan: call.caller.account.plan }, quotas),
    rateLimits: call.rateLimits,
  })
}

/**
 * The database of a public operation for its caller. With a replica, operations that return pages of a list read it,
 * and nothing else does: decision 0072.
 */
function requestDatabase(
  { db, replica }: Pick<Dependencies, 'db' | 'replica'>,
  { caller, operation }: OperationCall<Caller>,
): RequestDatabase {
  if (!replica) return db
  const { account_id } = caller.owner
  return operation.pagination ? replica.listsOf(account_id) : replica.writesOf(account_id)
}

/** Aborted when the response closes, either because it was sent or because the client disconnected. */
function closeSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  if (response.closed) closed.abort()
  else response.once('close', () => closed.abort())
  return closed.signal
}

/** Exactly one handler for each operation of the contract. */
export type ApiOperations = Operations<Caller, RequestContext>
