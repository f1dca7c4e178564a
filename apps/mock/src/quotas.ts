import { quotaUsedUp } from '@svc/http/errors'
import { planQuotas, type QuotaName, quotaNames, testKeyQuotas } from '@svc/limits/plans'
import type { MockCaller } from './caller.ts'
import type { Worlds } from './worlds.ts'

export { type QuotaName, quotaNames }

/**
 * Counts metered actions as the service does: per account and month, with an allowance of their own for test keys. `figures` replace
 * those of the plans. A use that is refused throws ApiError 429.
 */
export function createQuotas(
  worlds: Worlds,
  figures: Partial<Record<QuotaName, number>>,
): (caller: MockCaller, name: QuotaName) => void {
  return (caller, name) => {
    const { account, credential } = caller
    const limit = figures[name] ?? (credential.kind === 'test' ? testKeyQuotas[name] : planQuotas[account.plan][name])
    const { quotas } = worlds.of(account)
    const counter = `${name}/${credential.kind}/${new Date().toISOString().slice(0, 7)}`
    const used = worlds.scenarioOf(account) === 'quota-exceeded' ? limit : (quotas.get(counter) ?? 0)
    if (used < limit) {
      quotas.set(counter, used + 1)
      caller.quota = { name, used: used + 1, limit }
      return
    }
    caller.quota = { name, used, limit }
    const resetsAtMs = nextMonthMs(new Date())
    const retry_after_s = Math.ceil((resetsAtMs - Date.now()) / 1000)
    throw quotaUsedUp({ name, used, limit, resets_at: new Date(resetsAtMs).toISOString(), retry_after_s })
  }
}

function nextMonthMs(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
