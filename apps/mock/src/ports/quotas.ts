import type { QuotaName } from '@generated/contract/enums'
import { requireQuota, showQuota } from '@svc/http/shell/exchange'
import { planQuotas, testKeyQuotas } from '@svc/limits/plans'
import { nextMonthMs } from '@svc/runtime/instants'
import type { StateStore } from '../state/state-store.ts'
import type { MockCall } from './request-context.ts'

/**
 * Counts a metered action of a request, shows the new count in its usage events, and throws ApiError 429 on a
 * refusal.
 */
type TakeQuota = (call: MockCall, name: QuotaName) => void

/** Counts per account and month, with a separate allowance for test keys. `limits` replace those of the plans. */
export function createQuotas(states: StateStore, limits: Partial<Record<QuotaName, number>>): TakeQuota {
  return ({ exchange, caller: { account, credential } }, name) => {
    const limit = limits[name] ?? (credential.kind === 'test' ? testKeyQuotas[name] : planQuotas[account.plan][name])
    const { quotas } = states.of(account)
    const counter = `${name}/${credential.kind}/${new Date().toISOString().slice(0, 7)}`
    const used = states.scenarioOf(account) === 'quota-exceeded' ? limit : (quotas.get(counter) ?? 0)
    const resetsAtMs = nextMonthMs(Date.now())
    requireQuota(exchange, {
      allowed: used < limit,
      name,
      used,
      limit,
      resets_at: new Date(resetsAtMs).toISOString(),
      retry_after_s: Math.ceil((resetsAtMs - Date.now()) / 1000),
    })
    quotas.set(counter, used + 1)
    showQuota(exchange, { name, used: used + 1, limit })
  }
}
