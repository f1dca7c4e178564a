import { type CredentialKind, credentialKinds, type Plan, type QuotaName, quotaNames } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Reader, Transaction } from '@svc/db/database'
import type { QuotaCounter } from '@svc/db/quotas'
import * as counters from '@svc/db/quotas'
import type { Owner } from '@svc/db/records'
import { type Clock, systemClock } from '@svc/runtime/clock'
import { nextMonthMs } from '@svc/runtime/instants'
import { planQuotas, testKeyQuotas } from './plans.ts'

/** The user of a quota: the account, its plan, and whether the limit of its test keys or the plan's quota counts. */
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
  /** The uses of this month that are counted, in `takeQuota` with this one. */
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
 * database counts. A rollback of the transaction undoes the use.
 */
export async function takeQuota(
  transaction: Transaction,
  subject: QuotaSubject,
  name: QuotaName,
  options: QuotaOptions = {},
): Promise<QuotaDecision> {
  const { owner } = subject
  const { counter, limit, decide } = thisMonth(subject, name, options)
  const used = await counters.takeQuota(transaction, owner, counter, limit)
  if (used !== undefined) return decide(used, true)
  return decide(await counters.readQuota(transaction, owner, counter), false)
}

/**
 * Decides as `takeQuota` would now, and counts nothing: for work that must not begin without a quota and ends in a
 * later transaction, which takes it.
 */
export async function checkQuota(
  connection: Reader,
  subject: QuotaSubject,
  name: QuotaName,
  options: QuotaOptions = {},
): Promise<QuotaDecision> {
  const { counter, limit, decide } = thisMonth(subject, name, options)
  const used = await counters.readQuota(connection, subject.owner, counter)
  return decide(used, used < limit)
}

/** The counter and the limit of a quota in this calendar month (UTC), and what a decision says. */
function thisMonth(subject: QuotaSubject, name: QuotaName, { quotaLimit, clock = systemClock }: QuotaOptions) {
  const nowMs = clock.now()
  const resetsAtMs = nextMonthMs(nowMs)
  const limit = quotaLimit?.(name) ?? planLimit(subject, name)
  const refusal = { allowed: false, retry_after_s: Math.ceil((resetsAtMs - nowMs) / 1000) }
  const decide = (used: number, allowed: boolean): QuotaDecision => ({
    ...(allowed ? { allowed } : refusal),
    name,
    used,
    limit,
    resets_at: new Date(resetsAtMs).toISOString(),
  })
  return { counter: counterOf(subject, name, nowMs), limit, decide }
}

/** Returns the use of every quota of this month, for test keys and for live use. */
export async function readQuotas(
  connection: Reader,
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
