import type { Schemas } from '@generated/contract/server-types'
import { nextRunAt, noSchedule } from '@svc/rules/analysis-schedule'
import type { AccountState } from '../state/state-store.ts'
import { requireBusiness } from './businesses.ts'
import type { MockContext, MockOperations } from './context.ts'

/** The schedule of an account is kept, but the mock makes no runs: they would be days away. */
export function analysisScheduleOperations({ examples, states }: MockContext) {
  const describe = async ({ account: { persona }, schedule }: AccountState): Promise<Schemas['AnalysisSchedule']> => {
    const { id, timezone } = await examples.data('getBusiness', persona)
    const rule = schedule ?? noSchedule
    return {
      business_id: id,
      ...rule,
      timezone,
      next_run_at: nextRunAt(rule, { timezone, afterMs: Date.now() }),
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
