import { type UsageRecorder, withCall } from '@svc/http/shell/usage'
import type { MockCaller } from '../accounts/caller.ts'
import type { IdSource } from '../state/id-source.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { StateStore } from '../state/state-store.ts'

/** Usage events that are kept per account. */
const usageMax = 2_000

/** Keeps the events of `GET /events` in memory. */
export function createUsageRecorder({ ids, states }: { ids: IdSource; states: StateStore }): UsageRecorder<MockCaller> {
  return {
    record({ account }, events) {
      const { usage } = states.of(account)
      for (const event of events) usage.push(withCall({ id: ids.newId('act'), ...event }))
      keepNewest(usage, usageMax)
    },
  }
}
