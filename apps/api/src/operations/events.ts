import { listUsageEvents } from '@svc/db/usage-events'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'

export const eventOperations = {
  async listEvents({ query, caller, db }) {
    return pageResult(await listUsageEvents(db, caller.owner, { ...pageRequest(query, 'act'), ...query }))
  },
} satisfies Partial<ApiOperations>
