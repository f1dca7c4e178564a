import type { Operations } from '@generated/contract/operations'
import { listUsageEvents } from '@svc/db/usage-events'
import type { ApiCaller } from '../caller.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'

export function usageOperations({ db }: Service): Pick<Operations<ApiCaller>, 'listEvents'> {
  return {
    async listEvents({ query, caller }) {
      return pageResult(await listUsageEvents(db, caller.owner, { ...pageRequest(query, 'act'), ...query }))
    },
  }
}
