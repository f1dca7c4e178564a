import type { Schemas } from '@generated/contract/server-types'
import { requestAnalysis } from '@svc/db/analyses'
import { lockDueSchedule, recordScheduledRun } from '@svc/db/analysis-schedules'
import type { Database, Transaction } from '@svc/db/database'
import { readLimitSettings } from '@svc/db/limit-settings'
import type { Owner } from '@svc/db/records'
import { insertUsageEvents, serviceEvent } from '@svc/db/usage-events'
import { takeQuota } from '@svc/limits/quotas'
import type { Clock } from '@svc/runtime/clock'

/**
 * Starts the analysis of the schedule that has been due for the longest time, or skips it if the quota is exhausted.
 * Several workers can call this concurrently: each run starts once, in one transaction. Returns whether a schedule was
 * due.
 */
export async function runDueSchedule(db: Database, { clock }: { clock: Clock }): Promise<boolean> {
  const nowMs = clock.now()
  return db.transaction(async (transaction) => {
    const due = await lockDueSchedule(transaction, nowMs)
    if (due === undefined) return false
    const { owner, plan } = due
    const limits = await readLimitSettings(transaction)
    const quotaLimit = (name: string) => limits.get(`quota.${name}`)
    const { allowed, ...quota } = await takeQuota(transaction, { owner, plan, kind: 'live' }, 'analyses', {
      quotaLimit,
      clock,
    })
    const analysis = allowed ? await requestAnalysis(transaction, owner) : undefined
    if (!allowed) await writeSkipped(transaction, owner, { quota, nowMs })
    await recordScheduledRun(transaction, due, { nowMs, analysisId: analysis?.id ?? null })
    return true
  })
}

/** Says in the usage events of the account that a run was skipped, because the quota is used up. */
async function writeSkipped(
  transaction: Transaction,
  owner: Owner,
  { quota: { name, used, limit }, nowMs }: { quota: Schemas['UsageEventQuota']; nowMs: number },
): Promise<void> {
  const skipped = serviceEvent({
    account_id: owner.account_id,
    created_at: new Date(nowMs).toISOString(),
    type: 'analysis.skipped',
    resource_id: owner.business_id,
    quota: { name, used, limit },
  })
  await insertUsageEvents(transaction, [skipped])
}
