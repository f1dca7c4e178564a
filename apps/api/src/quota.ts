import type { Connection } from '@svc/db/database'
import { quotaUsedUp } from '@svc/http/errors'
import type { QuotaName } from '@svc/limits/plans'
import { type QuotaOptions, takeQuota } from '@svc/limits/quotas'
import type { ApiCaller } from './caller.ts'

/**
 * Counts a metered action of the caller, or refuses it with 429 (design decision 16). In a transaction the count goes with it. The caller
 * keeps the figures for the usage event of the request.
 */
export async function meter(
  connection: Connection,
  caller: ApiCaller,
  name: QuotaName,
  options: QuotaOptions,
): Promise<void> {
  const subject = { owner: caller.owner, plan: caller.account.plan, kind: caller.credential.kind }
  const decision = await takeQuota(connection, subject, name, options)
  caller.quota = { name, used: decision.used, limit: decision.limit }
  if (decision.allowed) return
  throw quotaUsedUp(decision)
}
