import type { Caller } from '@svc/credentials/caller'
import { findBusiness, listBusinesses } from '@svc/db/businesses'
import { notFound } from '@svc/http/errors'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'

export const businessOperations = {
  async listBusinesses({ query, caller, db }) {
    return pageResult(await listBusinesses(db, caller.owner, pageRequest(query, 'biz')))
  },

  async getBusiness({ path, caller, db }) {
    const business = await findBusiness(db, caller.owner, path.id)
    if (!business) throw notFound()
    return business
  },
} satisfies Partial<ApiOperations>

/** "Every account is bound to one locked business" (INTERFACE.md §1), so any other id is unknown. */
export function requireOwnBusiness(caller: Caller, id: string): void {
  if (id !== caller.owner.business_id) throw notFound()
}
