import type { MockContext, MockOperations } from './context.ts'
import { pageOf, timestampMs } from './pages.ts'

/** Usage and account activity. */
export function eventOperations({ states }: MockContext) {
  return {
    listEvents({ query, caller }) {
      const sinceMs = query.since === undefined ? Number.NEGATIVE_INFINITY : timestampMs(query.since)
      const untilMs = query.until === undefined ? Number.POSITIVE_INFINITY : timestampMs(query.until)
      const matching = states.of(caller.account).usage.filter(({ type, created_at, request_id }) => {
        const createdMs = Date.parse(created_at)
        return (
          (query.type === undefined || type === query.type) &&
          (query.request_id === undefined || request_id === query.request_id) &&
          createdMs >= sinceMs &&
          createdMs < untilMs
        )
      })
      return pageOf(matching, query)
    },
  } satisfies MockOperations
}
