import { quotaUsedUp } from '@svc/http/errors'
import { planQuotas, type QuotaName, testKeyQuotas } from '@svc/limits/plans'
import type { MockCaller } from '../accounts/authenticate.ts'
import type { StateStore } from './state-store.ts'

/** Counts a metered action of the caller; throws ApiError 429 if the quota of the month is used up. */
export type TakeQuota = (caller: MockCaller, name: QuotaName) => void

/** Counts per account and month, with an allowance of its own for test keys. `limits` replace those of the plans. */
export function createQuotas(states: StateStore, limits: Partial<Record<QuotaName, number>>): TakeQuota {
  return (caller, name) => {
    const { account, credential } = caller
    const limit = limits[name] ?? (credential.kind === 'test' ? testKeyQuotas[name] : planQuotas[account.plan][name])
    const { quotas } = states.of(account)
    const counter = `${name}/${credential.kind}/${new Date().toISOString().slice(0, 7)}`
    const used = states.scenarioOf(account) === 'quota-exceeded' ? limit : (quotas.get(counter) ?? 0)
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
