import type { Entitlement, Plan } from '@generated/contract/enums'
import { planIncludesApi } from '@svc/db/entitlement'

/**
 * The entitlements that unlock the API for an account, sorted. INTERFACE.md §1: "Eligible plans, or the entitlement
 * api_demo".
 */
export function entitlementsOf(plan: Plan, apiDemo: boolean): Entitlement[] {
  const plans: Entitlement[] = planIncludesApi[plan] ? ['plan'] : []
  return apiDemo ? ['api_demo', ...plans] : plans
}

/** INTERFACE.md §1: "Eligible plans, or the entitlement api_demo, unlock developer access." */
export function isEntitled(plan: Plan, apiDemo: boolean): boolean {
  return apiDemo || planIncludesApi[plan]
}
