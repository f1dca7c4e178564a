import type { Operations } from '@generated/contract/operations'
import { findBusiness, listBusinesses } from '@svc/db/businesses'
import { listCompetitors } from '@svc/db/competitors'
import { notFound } from '@svc/http/errors'
import type { ApiCaller } from '../caller.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import type { Service } from '../service.ts'

type Names = 'listBusinesses' | 'getBusiness' | 'listCompetitors'

export function businessOperations({ db }: Service): Pick<Operations<ApiCaller>, Names> {
  return {
    async listBusinesses({ query, caller }) {
      return pageResult(await listBusinesses(db, caller.owner, pageRequest(query, 'biz')))
    },

    async getBusiness({ path, caller }) {
      const business = await findBusiness(db, caller.owner, path.id)
      if (!business) throw notFound()
      return business
    },

    async listCompetitors({ path, query, caller }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listCompetitors(db, caller.owner, pageRequest(query, 'cmp')))
    },
  }
}

/** "Every account is bound to one locked business" (interface section 1), so any other id is unknown. */
export function requireOwnBusiness(caller: ApiCaller, id: string): void {
  if (id !== caller.owner.business_id) throw notFound()
}
