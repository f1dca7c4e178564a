import type { Schemas } from '@generated/contract/server-types'
import type { UsageRecorder } from '@svc/http/shell/exchange'
import { withCall } from '@svc/http/shell/usage'
import type { MockCaller } from '../accounts/caller.ts'
import type { IdSource } from '../state/id-source.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { AccountState, StateStore } from '../state/state-store.ts'

/** Usage events that are kept per account. */
const usageMax = 2_000

interface MockUsageRecorder extends UsageRecorder<MockCaller> {
  recordDisabled(state: AccountState, webhook: Schemas['Webhook']): void
}

/** Keeps the events of `GET /events` in memory. */
export function createUsageRecorder({ ids, states }: { ids: IdSource; states: StateStore }): MockUsageRecorder {
  function append({ usage }: AccountState, events: readonly Omit<Schemas['UsageEvent'], 'id' | 'method' | 'path'>[]) {
    for (const event of events) usage.push(withCall({ id: ids.newId('act'), ...event }))
    keepNewest(usage, usageMax)
  }

  return {
    record: ({ account }, events) => append(states.of(account), events),

    recordDisabled(state, { id, disabled_at }) {
      const event = {
        created_at: disabled_at ?? new Date().toISOString(),
        type: 'webhook.disabled',
        request_id: null,
        actor: { type: 'system', id: null, label: null },
        actor_name: null,
        client_ip: null,
        channel: null,
        operation_id: null,
        http_status: null,
        error_code: null,
        duration_ms: null,
        resource_id: id,
        quota: null,
      } as const
      append(state, [event])
    },
  }
}
