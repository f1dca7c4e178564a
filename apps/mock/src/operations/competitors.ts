import type { Schemas } from '@generated/contract/server-types'
import { limitExceeded, notFound } from '@svc/http/errors'
import { planCapacities } from '@svc/limits/plans'
import { capacityReached } from '@svc/rules/capacity'
import type { AccountState } from '../state/state-store.ts'
import { requireBusiness } from './businesses.ts'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'

type Competitor = Schemas['Competitor']

/** The competitors of the contract's example until the account changes them. */
export function competitorOperations({ examples, ids, states }: MockContext) {
  const competitorsOf = async ({ account, competitors }: AccountState): Promise<readonly Competitor[]> =>
    competitors ?? (await examples.data('listCompetitors', account.persona))

  const requireCompetitor = async (state: AccountState, id: string) => {
    const known = await competitorsOf(state)
    const found = known.find((competitor) => competitor.id === id)
    if (!found) throw notFound()
    return { found, known }
  }

  return {
    async listCompetitors({ path, query, caller }) {
      return newestFirstPage(await competitorsOf(requireBusiness(states.of(caller.account), path.id)), query)
    },

    async createCompetitor({ path, body, caller }) {
      const state = requireBusiness(states.of(caller.account), path.id)
      const known = await competitorsOf(state)
      const limit = planCapacities[caller.account.plan].competitors
      if (known.length >= limit) throw limitExceeded(capacityReached('competitors', { used: known.length, limit }))
      const { name, trade, website = null, distance_m = null } = body
      const business = await examples.data('getBusiness', state.account.persona)
      const competitor: Competitor = {
        ...(await examples.data('createCompetitor', state.account.persona)),
        id: ids.newId('cmp'),
        name,
        trade: trade ?? business.trade,
        website,
        distance_m,
        created_at: new Date().toISOString(),
      }
      state.competitors = [...known, competitor]
      return competitor
    },

    async getCompetitor({ path, caller }) {
      return (await requireCompetitor(states.of(caller.account), path.id)).found
    },

    async updateCompetitor({ path, body, caller }) {
      const state = states.of(caller.account)
      const { found, known } = await requireCompetitor(state, path.id)
      const updated = { ...found, ...body }
      state.competitors = known.map((competitor) => (competitor === found ? updated : competitor))
      return updated
    },

    async deleteCompetitor({ path, caller }) {
      const state = states.of(caller.account)
      const { found, known } = await requireCompetitor(state, path.id)
      state.competitors = known.filter((competitor) => competitor !== found)
      return { id: found.id, deleted: true }
    },
  } satisfies MockOperations
}
