import { instantMs } from '@svc/runtime/instants'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'

/** The usage events of the requests that this mock received, filtered as the service filters them. */
export function eventOperations({ states }: MockContext) {
  return {
    listEvents({ query, caller }) {
      const sinceMs = query.since === undefined ? Number.NEGATIVE_INFINITY : instantMs(query.since)
      const untilMs = query.until === undefined ? Number.POSITIVE_INFINITY : instantMs(query.until)
      const matching = states.of(caller.account).usage.filter((event) => {
        const createdMs = Date.parse(event.created_at)
        return (
          (query.type === undefined || event.type === query.type) &&
          (query.operation_id === undefined || event.operation_id === query.operation_id) &&
          (query.status === undefined || `${event.http_status}`[0] === query.status[0]) &&
          (query.caller === undefined || event.actor.id === query.caller) &&
          (query.request_id === undefined || event.request_id === query.request_id) &&
          createdMs >= sinceMs &&
          createdMs < untilMs
        )
      })
      return newestFirstPage(matching, query)
    },
  } satisfies MockOperations
}
