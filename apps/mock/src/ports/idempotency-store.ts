import type { IdempotencyStore } from '@svc/http/shell/idempotency'
import type { MockCaller } from '../accounts/caller.ts'
import { keepNewest } from '../state/keep-newest.ts'
import type { StateStore } from '../state/state-store.ts'
import type { MockCall, RequestContext } from './request-context.ts'

interface IdempotencyStoreOptions {
  states: StateStore
  contextOf(call: MockCall): RequestContext
  /** Results that are kept per account. */
  resultsMax?: number
}

/** Keeps the results of requests with an `Idempotency-Key` in memory. */
export function createIdempotencyStore({
  states,
  contextOf,
  resultsMax = 1_000,
}: IdempotencyStoreOptions): IdempotencyStore<MockCaller, RequestContext> {
  return {
    async begin(call) {
      const { idempotency } = states.of(call.caller.account)
      const name = `${call.operationId} ${call.key}`
      const requestHash = call.requestHash.toString('base64url')
      const known = idempotency.get(name)
      if (known && known.requestHash !== requestHash) return { state: 'other_request' }
      if (known && known.data === undefined) return { state: 'running' }
      if (known) return { state: 'completed', data: known.data }
      idempotency.set(name, { requestHash, data: undefined, resourceId: null })
      return {
        state: 'started',
        attempt: {
          transaction: (work) =>
            work(contextOf(call), async (data, resourceId) => {
              // Set as the newest entry, and as a copy: the record in the state changes, and the result must not.
              idempotency.delete(name)
              idempotency.set(name, { requestHash, data: structuredClone(data), resourceId })
              // The keys of running requests stay, or a retry would do their work a second time.
              keepNewest(idempotency, resultsMax, (entry) => entry.data !== undefined)
              return true
            }),
          async abandon() {
            idempotency.delete(name)
          },
        },
      }
    },
  }
}
