import type { CapacityName, Plan, QuotaName } from '@generated/contract/enums'

/**
 * Metered actions per calendar month. INTERFACE.md §8: "Plan-level usage quotas apply on top, for metered actions such
 * as running analyses." `starter` does not include the API (see `isEntitled`); its quotas apply where the entitlement
 * `api_demo` grants it.
 */
export const planQuotas: Readonly<Record<Plan, Readonly<Record<QuotaName, number>>>> = {
  starter: { analyses: 8, reply_drafts: 100 },
  growth: { analyses: 60, reply_drafts: 1_500 },
  scale: { analyses: 600, reply_drafts: 20_000 },
}

/**
 * Test keys have the same small quota on every plan, counted separately so that tests never use up the plan's
 * quota.
 */
export const testKeyQuotas: Readonly<Record<QuotaName, number>> = { analyses: 20, reply_drafts: 100 }

/**
 * The capacities of an account by its plan, and how many files it may upload on one day in UTC; the number of
 * webhook endpoints is a setting of the instance.
 */
export const planCapacities: Readonly<
  Record<Plan, Readonly<Record<Exclude<CapacityName, 'webhook_endpoints'>, number>>>
> = {
  starter: { competitors: 5, reviews: 20_000, review_imports: 10 },
  growth: { competitors: 20, reviews: 250_000, review_imports: 100 },
  scale: { competitors: 50, reviews: 2_000_000, review_imports: 1_000 },
}
