import { weekdays } from '@generated/contract/enums'
import { nextOccurrence } from '@svc/runtime/recurrence'
import type { AccountState, Schemas } from '../state/state-store.ts'
import { requireBusiness } from './businesses.ts'
import type { MockContext, MockOperations } from './context.ts'

/** The schedule of an account is kept, but the mock makes no runs: they would be days away. */
export function analysisScheduleOperations({ examples, states }: MockContext) {
  const describe = async ({ account: { persona }, schedule }: AccountState): Promise<Schemas['AnalysisSchedule']> => {
    const { id, timezone } = await examples.data('getBusiness', persona)
    const rule = schedule ?? ({ frequency: 'none', weekday: 'monday', hour: 6 } as const)
    return {
      business_id: id,
      ...rule,
      timezone,
      next_run_at: nextRunAt(rule, timezone),
      last_run_at: null,
      last_analysis_id: null,
    }
  }

  return {
    getAnalysisSchedule: ({ path, caller }) => describe(requireBusiness(states.of(caller.account), path.id)),

    setAnalysisSchedule({ path, body, caller }) {
      const state = requireBusiness(states.of(caller.account), path.id)
      state.schedule = body
      return describe(state)
    },
  } satisfies MockOperations
}

function nextRunAt(
  { frequency, weekday, hour }: NonNullable<AccountState['schedule']>,
  timezone: string,
): string | null {
  if (frequency === 'none') return null
  const every = frequency === 'weekly' ? 'week' : 'month'
  const recurrence = { every, weekday: weekdays.indexOf(weekday) + 1, hour } as const
  return new Date(nextOccurrence(recurrence, { timezone, afterMs: Date.now() })).toISOString()
}
