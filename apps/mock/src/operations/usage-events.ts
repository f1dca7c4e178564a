import type { Operations } from '@generated/contract/operations'
import type { MockCaller } from '../caller.ts'
import { instantMs, pageOf } from '../lists.ts'
import type { Workshop } from './index.ts'

export function usageOperations({ worlds }: Workshop): Pick<Operations<MockCaller>, 'listEvents'> {
  return {
    listEvents({ query, caller }) {
      const sinceMs = query.since === undefined ? Number.NEGATIVE_INFINITY : instantMs(query.since)
      const untilMs = query.until === undefined ? Number.POSITIVE_INFINITY : instantMs(query.until)
      const matching = worlds.of(caller.account).usage.filter(({ type, created_at, request_id }) => {
        const atMs = Date.parse(created_at)
        return (
          (query.type === undefined || type === query.type) &&
          (query.request_id === undefined || request_id === query.request_id) &&
          atMs >= sinceMs &&
          atMs < untilMs
        )
      })
      return pageOf(matching, query, 'act')
    },
  }
}
