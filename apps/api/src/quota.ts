import type { QuotaName } from '@generated/contract/enums'
import type { Caller } from '@svc/credentials/caller'
import type { Reader, Transaction } from '@svc/db/database'
import { type Exchange, requireQuota, showQuota } from '@svc/http/shell/exchange'
import { checkQuota, type QuotaOptions, type QuotaSubject, takeQuota } from '@svc/limits/quotas'

/**
 * Counts a metered action of a request. Throws ApiError 429 on a refusal. The usage events of the request show the new
 * count after the commit: a rollback undoes it.
 */
export async function takeQuotaOf(
  { exchange, caller }: MeteredCall,
  transaction: Transaction,
  name: QuotaName,
  options: QuotaOptions,
): Promise<void> {
  const decision = await takeQuota(transaction, subjectOf(caller), name, options)
  requireQuota(exchange, decision)
  transaction.afterCommit(() => showQuota(exchange, decision))
}

/** Throws the same ApiError 429 and counts nothing: for work that must not begin without a quota. */
export async function checkQuotaOf(
  { exchange, caller }: MeteredCall,
  connection: Reader,
  name: QuotaName,
  options: QuotaOptions,
): Promise<void> {
  requireQuota(exchange, await checkQuota(connection, subjectOf(caller), name, options))
}

interface MeteredCall {
  exchange: Exchange
  caller: Caller
}

function subjectOf({ owner, account, credential }: Caller): QuotaSubject {
  return { owner, plan: account.plan, kind: credential.kind }
}
