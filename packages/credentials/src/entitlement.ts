import type { Plan } from '@generated/contract/enums'

/** `starter` does not include the API. */
const planIncludesApi: Record<Plan, boolean> = { starter: false, growth: true, scale: true }

/** INTERFACE.md §1: "Eligible plans, or the entitlement api_demo, unlock developer access." */
export function isEntitled(plan: Plan, apiDemo: boolean): boolean {
  return apiDemo || planIncludesApi[plan]
}
