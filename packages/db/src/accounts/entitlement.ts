import { type Plan, plans } from '@generated/contract/enums'

/** `starter` does not include the API. */
export const planIncludesApi: Readonly<Record<Plan, boolean>> = { starter: false, growth: true, scale: true }

const plansWithApi = plans.filter((plan) => planIncludesApi[plan])

/**
 * The condition in SQL that an account has developer access, from the expressions of its plan and of its entitlement
 * `api_demo`. INTERFACE.md §1: "Eligible plans, or the entitlement api_demo, unlock developer access."
 */
export function isEntitledSql({ plan, apiDemo }: { plan: string; apiDemo: string }): string {
  return `(${plan} in (${plansWithApi.map((name) => `'${name}'`).join(', ')}) or ${apiDemo})`
}

/** The same of a row of `accounts`. */
export const accountIsEntitled = isEntitledSql({ plan: 'accounts.plan', apiDemo: 'accounts.api_demo' })
