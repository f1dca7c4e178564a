import * as bounds from '@generated/contract/bounds'
import { scopes as publicScopes, type UsageInterval } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Caller } from '@svc/credentials/caller'
import { entitlementsOf } from '@svc/credentials/entitlement'
import { type Account, findAccount } from '@svc/db/accounts'
import { storableInstant } from '@svc/db/records'
import { readUsage, type UsageCount } from '@svc/db/usage-counters'
import { notFound } from '@svc/http/errors'
import { planCapacities } from '@svc/limits/plans'
import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'

/** Groups in one response of `GET /usage` at most, as the contract defines. */
const groupsMax = bounds.Usage.series.maxItems

export const accountOperations = ({ settings, clock }: Pick<Dependencies, 'settings' | 'clock'>) =>
  ({
    async getAccount({ caller, db, rateLimits, readQuotas }) {
      const account = await findAccount(db, caller.owner)
      if (!account) throw notFound()
      return {
        ...describeAccount(account),
        flags: {
          live_keys_enabled: account.live_keys_enabled,
          oauth_authcode_enabled: account.oauth_authcode_enabled,
        },
        business: { id: caller.business_id, name: account.business_name },
        caller: describeCaller(caller),
        rate_limits: rateLimits.map(({ policy, limit, remaining, reset_s }) => ({
          policy,
          window_s: 60,
          limit,
          used: limit - remaining,
          remaining,
          reset_s,
        })),
        quotas: await readQuotas(db),
        report_grants: account.report_grants,
        review_retention_days: account.review_retention_days,
        capacities: [
          capacity('webhook_endpoints', settings.webhooks.endpointsMax, account.webhook_endpoints),
          capacity('competitors', planCapacities[account.plan].competitors, account.competitors),
          capacity('reviews', planCapacities[account.plan].reviews, account.reviews),
          capacity('review_imports', planCapacities[account.plan].review_imports, account.review_imports),
        ],
      }
    },

    async getUsage({ query, caller, db }) {
      const { interval, group_by: groupBy } = query
      const period = usagePeriod(query, clock.now())
      const counts = await readUsage(db, caller.owner, { interval, ...period, groupBy, groupsMax })
      const series = seriesOf(counts)
      const requests = series.reduce((sum, each) => sum + each.requests, 0)
      return { ...period, interval, group_by: groupBy ?? null, requests, series }
    },
  }) satisfies Partial<ApiOperations>

function describeAccount({ name, plan, api_demo, created_at }: Account) {
  return { name, plan, entitlements: entitlementsOf(plan, api_demo), created_at }
}

function describeCaller({ credential, scopes }: Caller): Schemas['AccountCaller'] {
  const { type, id, kind, name, label, expires_at } = credential
  return { type, id, kind, name, label, scopes: publicScopes.filter((scope) => scopes.has(scope)), expires_at }
}

function capacity(name: Schemas['CapacityName'], limit: number, used: number): Schemas['AccountCapacity'] {
  return { name, limit, used, remaining: Math.max(0, limit - used) }
}

const dayMs = 86_400_000

/** The longest period and the default period of each interval, in intervals. */
const periods: Readonly<Record<UsageInterval, { max: number; default: number }>> = {
  hour: { max: 31 * 24, default: 24 },
  day: { max: 366, default: 30 },
  month: { max: 60, default: 12 },
}

/** The period of the request in whole intervals: empty where `from` is not before `to`, cut where it is too long. */
function usagePeriod(
  { interval, from, to }: { interval: UsageInterval; from?: string; to?: string },
  nowMs: number,
): { from: string; to: string } {
  const { max, default: usual } = periods[interval]
  const toMs = to === undefined ? nowMs : Math.min(nowMs, Date.parse(storableInstant(to)))
  // Rounded up: the end of the interval that contains the last instant of the period.
  const end = addIntervals(startOf(toMs - 1, interval), interval, 1)
  if (from === undefined) return period(addIntervals(end, interval, -usual), end)
  const fromMs = Date.parse(storableInstant(from))
  if (fromMs >= toMs) return period(end, end)
  const startMs = startOf(fromMs, interval).getTime()
  const earliestMs = addIntervals(end, interval, -max).getTime()
  return period(new Date(Math.max(startMs, earliestMs)), end)
}

const period = (from: Date, to: Date) => ({ from: from.toISOString(), to: to.toISOString() })

/** The first instant of the interval that contains this one, in UTC. */
function startOf(ms: number, interval: UsageInterval): Date {
  const date = new Date(ms)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (interval === 'month') return new Date(Date.UTC(year, month))
  const lengthMs = interval === 'day' ? dayMs : dayMs / 24
  return new Date(Math.floor(ms / lengthMs) * lengthMs)
}

function addIntervals(start: Date, interval: UsageInterval, count: number): Date {
  if (interval === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count))
  return new Date(start.getTime() + count * (interval === 'day' ? dayMs : dayMs / 24))
}

/** Joins the counts of each group, which follow each other, into its series. */
function seriesOf(counts: readonly UsageCount[]): Schemas['UsageSeries'][] {
  const series: Schemas['UsageSeries'][] = []
  for (const { key, name, start, requests } of counts) {
    let last = series.at(-1)
    if (last === undefined || last.key !== key) {
      last = { key, name, requests: 0, points: [] }
      series.push(last)
    }
    last.requests += requests
    last.points.push({ start, requests })
  }
  return series
}
