import type { Plan } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { nextRunAt, noSchedule, type ScheduleRule } from '@svc/rules/analysis-schedule'
import type { Id } from '@svc/runtime/ids'
import { query, type Reader, type Transaction } from '../connection/database.ts'
import { type NoOtherFields, type Owner, only } from '../connection/records.ts'

type AnalysisSchedule = Schemas['AnalysisSchedule']

/** Returns the schedule of the business if the business belongs to the owner. */
export async function findAnalysisSchedule(connection: Reader, owner: Owner): Promise<AnalysisSchedule | undefined> {
  const [schedule] = await query<AnalysisSchedule>(
    connection,
    {
      name: 'find_analysis_schedule',
      text: `
        select businesses.id as business_id, coalesce(frequency, '${noSchedule.frequency}') as frequency,
               coalesce(weekday, '${noSchedule.weekday}') as weekday, coalesce(hour, ${noSchedule.hour}) as hour, timezone,
               next_run_at, last_run_at, last_analysis_id
        from businesses left join analysis_schedules on business_id = businesses.id
        where account_id = $1 and businesses.id = $2`,
    },
    [owner.account_id, owner.business_id],
  )
  return schedule
}

/**
 * Replaces the schedule of the business. Its next run is the first after `nowMs`. The result of the last run is kept.
 */
export async function setAnalysisSchedule(
  transaction: Transaction,
  owner: Owner,
  rule: Schemas['SetAnalysisScheduleRequest'],
  nowMs: number,
): Promise<AnalysisSchedule | undefined> {
  const { frequency, weekday, hour, ...rest } = rule
  rest satisfies NoOtherFields
  const schedule = await findAnalysisSchedule(transaction, owner)
  if (schedule === undefined) return undefined
  const next_run_at = nextRunAt(rule, { timezone: schedule.timezone, afterMs: nowMs })
  const saved = await query<Pick<AnalysisSchedule, 'last_run_at' | 'last_analysis_id'>>(
    transaction,
    {
      name: 'set_analysis_schedule',
      text: `
        insert into analysis_schedules as known (business_id, frequency, weekday, hour, next_run_at)
        values ($1, $2, $3, $4, $5)
        on conflict (business_id) do update
        set frequency = excluded.frequency, weekday = excluded.weekday, hour = excluded.hour,
            next_run_at = excluded.next_run_at
        returning last_run_at, last_analysis_id`,
    },
    [owner.business_id, frequency, weekday, hour, next_run_at],
  )
  return { ...schedule, frequency, weekday, hour, next_run_at, ...only(saved) }
}

/** A schedule whose run is due, with the account that the run is for. */
interface DueSchedule extends ScheduleRule {
  owner: Owner
  plan: Plan
  timezone: string
}

/** Locks the schedule that has been due for the longest time. Other workers skip it until the transaction ends. */
export async function lockDueSchedule(transaction: Transaction, nowMs: number): Promise<DueSchedule | undefined> {
  const [due] = await query<DueSchedule>(
    transaction,
    {
      name: 'lock_due_schedule',
      text: `
        select frequency, weekday, hour, timezone, plan,
               json_build_object('account_id', accounts.id, 'business_id', businesses.id) as owner
        from analysis_schedules
        join businesses on businesses.id = business_id
        join accounts on accounts.id = account_id
        where next_run_at <= $1
        order by next_run_at limit 1 for update of analysis_schedules skip locked`,
    },
    [new Date(nowMs).toISOString()],
  )
  return due
}

/** Records a run and the time of the next one. Runs that were missed before `nowMs` are not repeated. */
export async function recordScheduledRun(
  transaction: Transaction,
  { owner, timezone, ...rule }: DueSchedule,
  { nowMs, analysisId }: { nowMs: number; analysisId: Id<'ana'> | null },
): Promise<void> {
  const text = `
    update analysis_schedules set next_run_at = $2, last_run_at = $3, last_analysis_id = $4 where business_id = $1`
  await query(transaction, { name: 'record_scheduled_run', text }, [
    owner.business_id,
    nextRunAt(rule, { timezone, afterMs: nowMs }),
    new Date(nowMs).toISOString(),
    analysisId,
  ])
}
