import type { QuotaName } from '@generated/contract/enums'
import type { Caller } from '@svc/credentials/caller'
import type { Connection, Transaction } from '@svc/db/database'
import { type Exchange, requireQuota } from '@svc/http/shell/exchange'
import { checkQuota, type QuotaOptions, type QuotaSubject, takeQuota } from '@svc/limits/quotas'

/**
 * Counts a metered action of a request, shows the new count in its usage events, and throws ApiError 429 on a refusal.
 */
export async function takeQuotaOf(
  { exchange, caller }: MeteredCall,
  transaction: Transaction,
  name: QuotaName,
  options: QuotaOptions,
): Promise<void> {
  requireQuota(exchange, await takeQuota(transaction, subjectOf(caller), name, options))
}

/** The same without counting the action: for work that must not begin without a quota. */
export async function checkQuotaOf(
  { exchange, caller }: MeteredCall,
  connection: Connection,
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
