import type { Connection } from '@svc/db/database'
import { ApiError } from '@svc/http/errors'
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
  throw new ApiError('rate_limited', {
    message: `The monthly quota of ${name.replace('_', ' ')} is used up.`,
    details: [
      {
        path: `quota.${name}`,
        message: `${decision.used} of ${decision.limit} used this month; it starts again on ${decision.resets_at}`,
      },
    ],
    headers: { 'Retry-After': String(decision.retry_after_s) },
  })
}
