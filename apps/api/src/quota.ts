import type { QuotaName } from '@generated/contract/enums'
import type { Caller } from '@svc/credentials/caller'
import type { Connection } from '@svc/db/database'
import { type Exchange, requireQuota } from '@svc/http/shell/exchange'
import { type QuotaOptions, takeQuota } from '@svc/limits/quotas'

/**
 * Counts a metered action of a request, shows the new count in its usage events, and throws ApiError 429 on a refusal.
 */
export async function takeQuotaOf(
  { exchange, caller }: { exchange: Exchange<Caller>; caller: Caller },
  connection: Connection,
  name: QuotaName,
  options: QuotaOptions,
): Promise<void> {
  const subject = { owner: caller.owner, plan: caller.account.plan, kind: caller.credential.kind }
  requireQuota(exchange, await takeQuota(connection, subject, name, options))
}
