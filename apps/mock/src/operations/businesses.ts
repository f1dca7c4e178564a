import type { Schemas } from '@generated/contract/server-types'
import { conflict, notFound } from '@svc/http/errors'
import { resolvedRecommendation } from '@svc/rules/messages'
import type { AccountState } from '../state/state-store.ts'
import type { MockContext, MockOperations } from './context.ts'
import { newestFirstPage } from './pages.ts'

/** A business and what its analyses found. */
export function businessOperations({ analyses, examples, startAnalysis, states }: MockContext) {
  const businessOf = async (state: AccountState): Promise<Schemas['Business']> => ({
    ...(await examples.data('getBusiness', state.account.persona)),
    ...(state.competitors && { competitor_count: state.competitors.length }),
    latest_analysis_id: await analyses.latestCompletedId(state),
  })

  return {
    listBusinesses: async ({ query, caller }) => newestFirstPage([await businessOf(states.of(caller.account))], query),

    getBusiness: async ({ path, caller }) => businessOf(requireBusiness(states.of(caller.account), path.id)),

    listAnalyses: ({ path, query, caller }) =>
      analyses.list(requireBusiness(states.of(caller.account), path.id), query),

    startAnalysis({ path, caller, takeQuota }) {
      const state = requireBusiness(states.of(caller.account), path.id)
      takeQuota('analyses')
      return startAnalysis(state)
    },

    async getAnalysis({ path, caller }) {
      const analysis = await analyses.find(states.of(caller.account), path.id)
      if (!analysis) throw notFound()
      return analysis
    },

    async getReport({ path, caller }) {
      const report = await analyses.report(states.of(caller.account), path.id)
      if (!report) throw notFound()
      return report
    },

    async listRecommendations({ path, query, caller }) {
      const state = requireBusiness(states.of(caller.account), path.id)
      const matching = (await analyses.recommendations(state)).filter(
        ({ status, aspect, urgent }) =>
          (query.status === undefined || status === query.status) &&
          (query.aspect === undefined || aspect === query.aspect) &&
          (query.urgent === undefined || urgent === query.urgent),
      )
      return newestFirstPage(matching, query, rankOf)
    },

    async getRecommendation({ path, caller }) {
      const known = await analyses.recommendations(states.of(caller.account))
      const found = known.find(({ id }) => id === path.id)
      if (!found) throw notFound()
      return found
    },

    async updateRecommendation({ path, body, caller }) {
      const state = states.of(caller.account)
      const known = await analyses.recommendations(state)
      const found = known.find(({ id }) => id === path.id)
      if (!found) throw notFound()
      if (found.status === 'resolved' && body.status !== undefined) throw conflict(resolvedRecommendation)
      const now = new Date().toISOString()
      const updated = { ...found, ...body, done_at: doneAt(found, body.status, now), updated_at: now }
      state.recommendations = known.map((one) => (one === found ? updated : one))
      return updated
    },

    async listReports({ path, query, caller }) {
      const state = requireBusiness(states.of(caller.account), path.id)
      return newestFirstPage(await analyses.reports(state), query)
    },
  } satisfies MockOperations
}

/** Returns the time at which a recommendation was marked as done; another decision removes the mark. */
function doneAt(
  { done_at }: Schemas['Recommendation'],
  decision: Schemas['RecommendationDecision'] | undefined,
  now: string,
): string | null {
  if (decision === undefined) return done_at
  return decision === 'done' ? (done_at ?? now) : null
}

/** Open and planned before the others, then by priority. */
function rankOf({ status, priority }: Schemas['Recommendation']): number {
  return priority + (status === 'open' || status === 'planned' ? 0 : 8)
}

/** "Every account is bound to one locked business" (INTERFACE.md §1), so any other id is unknown. */
export function requireBusiness(state: AccountState, businessId: string): AccountState {
  if (businessId !== state.account.persona.businessId) throw notFound()
  return state
}
