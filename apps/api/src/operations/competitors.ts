import { findBusiness } from '@svc/db/businesses'
import { addCompetitor, findCompetitor, listCompetitors, removeCompetitor, updateCompetitor } from '@svc/db/competitors'
import { limitExceeded, notFound } from '@svc/http/errors'
import { planCapacities } from '@svc/limits/plans'
import { capacityReached } from '@svc/rules/capacity'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import { requireOwnBusiness } from './businesses.ts'

export const competitorOperations = {
  async listCompetitors({ path, query, caller, db }) {
    requireOwnBusiness(caller, path.id)
    return pageResult(await listCompetitors(db, caller.owner, pageRequest(query, 'cmp')))
  },

  async createCompetitor({ path, body, caller, db }) {
    requireOwnBusiness(caller, path.id)
    const limit = planCapacities[caller.account.plan].competitors
    const competitor = await db.transaction((transaction) =>
      addCompetitor(transaction, caller.owner, body, { max: limit }),
    )
    if (competitor) return competitor
    const used = (await findBusiness(db, caller.owner, path.id))?.competitor_count ?? limit
    throw limitExceeded(capacityReached('competitors', { used, limit }))
  },

  async getCompetitor({ path, caller, db }) {
    const competitor = await findCompetitor(db, caller.owner, path.id)
    if (!competitor) throw notFound()
    return competitor
  },

  async updateCompetitor({ path, body, caller, db }) {
    const competitor = await db.transaction((transaction) => updateCompetitor(transaction, caller.owner, path.id, body))
    if (!competitor) throw notFound()
    return competitor
  },

  async deleteCompetitor({ path, caller, db }) {
    const removed = await db.transaction((transaction) => removeCompetitor(transaction, caller.owner, path.id))
    if (!removed) throw notFound()
    return { id: path.id, deleted: true }
  },
} satisfies Partial<ApiOperations>
