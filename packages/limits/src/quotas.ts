import type { Plan, QuotaName } from '@generated/contract/enums'
import type { KeyKind } from '@svc/db/api-keys'
import type { Connection } from '@svc/db/database'
import type { QuotaCounter } from '@svc/db/quotas'
import * as counters from '@svc/db/quotas'
import type { Owner } from '@svc/db/records'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { planQuotas, testKeyQuotas } from './plans.ts'

/** Whose quota is used: the account, its plan, and whether its test allowance or the plan's quota counts. */
export interface QuotaSubject {
  owner: Owner
  plan: Plan
  /**
   * `test` for test keys; `live` for live keys and for OAuth clients. Live use "enforces full quotas" (INTERFACE.md
   * §5).
   */
  kind: KeyKind
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

/** Where an operator's limits come from; see `watchLimitSettings`. */
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

function planLimit({ plan, kind }: QuotaSubject, name: QuotaName): number {
  return kind === 'test' ? testKeyQuotas[name] : planQuotas[plan][name]
}

function counterOf({ kind }: QuotaSubject, name: QuotaName, nowMs: number): QuotaCounter {
  return { name, kind, month: `${new Date(nowMs).toISOString().slice(0, 7)}-01` }
}

function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
