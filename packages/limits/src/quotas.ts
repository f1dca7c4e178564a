import { type CredentialKind, credentialKinds, type Plan, type QuotaName, quotaNames } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Connection } from '@svc/db/database'
import type { QuotaCounter } from '@svc/db/quotas'
import * as counters from '@svc/db/quotas'
import type { Owner } from '@svc/db/records'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { planQuotas, testKeyQuotas } from './plans.ts'

/** The user of a quota: the account, its plan, and whether its test allowance or the plan's quota counts. */
export interface QuotaSubject {
  owner: Owner
  plan: Plan
  /**
   * `test` for test keys; `live` for live keys and for OAuth clients. Live use "enforces full quotas" (INTERFACE.md
   * §5).
   */
  kind: CredentialKind
}

interface QuotaDecision {
  readonly allowed: boolean
  readonly name: QuotaName
  /** Uses of this month, this one included when allowed. */
  readonly used: number
  readonly limit: number
  /** The first instant of the next month in UTC. */
  readonly resets_at: string
  /** Only on a refusal: whole seconds until then. */
  readonly retry_after_s?: number
}

/** The source of an operator's limits; see `watchLimitSettings`. */
export interface QuotaOptions {
  quotaLimit?: (name: QuotaName) => number | undefined
  clock?: Clock
}

/**
 * Counts one metered action of this calendar month (UTC) if the quota allows it. Exact under concurrency, because the
 * database counts. Called in a transaction, a rollback undoes the use.
 */
export async function takeQuota(
  connection: Connection,
  subject: QuotaSubject,
  name: QuotaName,
  options: QuotaOptions = {},
): Promise<QuotaDecision> {
  const { quotaLimit, clock = systemClock } = options
  const nowMs = clock.now()
  const resetsAtMs = nextMonthMs(nowMs)
  const limit = quotaLimit?.(name) ?? planLimit(subject, name)
  const counter = counterOf(subject, name, nowMs)
  const decision = { name, limit, resets_at: new Date(resetsAtMs).toISOString() }

  const used = await counters.takeQuota(connection, subject.owner, counter, limit)
  if (used !== undefined) return { ...decision, allowed: true, used }
  return {
    ...decision,
    allowed: false,
    used: await counters.readQuota(connection, subject.owner, counter),
    retry_after_s: Math.ceil((resetsAtMs - nowMs) / 1000),
  }
}

/** Returns the use of every quota of this month, for test keys and for live use. */
export async function readQuotas(
  connection: Connection,
  { owner, plan }: Pick<QuotaSubject, 'owner' | 'plan'>,
  { quotaLimit, clock = systemClock }: QuotaOptions = {},
): Promise<Schemas['AccountQuota'][]> {
  const nowMs = clock.now()
  const resets_at = new Date(nextMonthMs(nowMs)).toISOString()
  const counted = await counters.listQuotaCounters(connection, owner, monthOf(nowMs))
  return quotaNames.flatMap((name) =>
    credentialKinds.map((kind) => {
      const limit = quotaLimit?.(name) ?? planLimit({ plan, kind }, name)
      const used = counted.find((counter) => counter.name === name && counter.kind === kind)?.used ?? 0
      return { name, kind, limit, used, remaining: Math.max(0, limit - used), resets_at }
    }),
  )
}

function planLimit({ plan, kind }: Pick<QuotaSubject, 'plan' | 'kind'>, name: QuotaName): number {
  return kind === 'test' ? testKeyQuotas[name] : planQuotas[plan][name]
}

function counterOf({ kind }: QuotaSubject, name: QuotaName, nowMs: number): QuotaCounter {
  return { name, kind, month: monthOf(nowMs) }
}

/** The first day of the month in UTC, `YYYY-MM-01`. */
function monthOf(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 7)}-01`
}

function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
