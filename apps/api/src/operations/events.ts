import { listUsageEvents } from '@svc/db/usage-events'
import { withCall } from '@svc/http/shell/usage'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'

export const eventOperations = {
  async listEvents({ query, caller, db }) {
    const { items, next_cursor } = pageResult(
      await listUsageEvents(db, caller.owner, { ...pageRequest(query, 'act'), ...query }),
    )
    return { items: items.map(withCall), next_cursor }
  },
} satisfies Partial<ApiOperations>
