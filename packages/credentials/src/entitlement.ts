import type { Plan } from '@generated/contract/enums'

/** Design 5.17: `starter` has no API. */
const planIncludesApi: Record<Plan, boolean> = { starter: false, growth: true, scale: true }

/** Interface section 1: "Eligible plans, or the entitlement api_demo, unlock developer access." */
export function isEntitled(plan: Plan, apiDemo: boolean): boolean {
  return apiDemo || planIncludesApi[plan]
}
