import type { Operations } from '@generated/contract/operations'
import { notFound } from '@svc/http/errors'
import type { MockCaller } from '../caller.ts'
import type { Schemas } from '../examples.ts'
import { pageOf } from '../lists.ts'
import type { World } from '../worlds.ts'
import type { Workshop } from './index.ts'

type Names =
  | 'listBusinesses'
  | 'getBusiness'
  | 'listCompetitors'
  | 'listAnalyses'
  | 'startAnalysis'
  | 'getAnalysis'
  | 'getReport'
  | 'listRecommendations'

export function businessOperations({
  analyses,
  examples,
  takeQuota,
  worlds,
}: Workshop): Pick<Operations<MockCaller>, Names> {
  const businessOf = async (world: World): Promise<Schemas['Business']> => {
    const example = world.account.cast.tell(await examples.success<Schemas['Business']>('getBusiness'))
    return { ...example, latest_analysis_id: await analyses.latestCompletedId(world) }
  }

  return {
    async listBusinesses({ query, caller }) {
      return pageOf([await businessOf(worlds.of(caller.account))], query, 'biz')
    },

    async getBusiness({ path, caller }) {
      return businessOf(ownWorld(worlds.of(caller.account), path.id))
    },

    async listCompetitors({ path, query, caller }) {
      const { account } = ownWorld(worlds.of(caller.account), path.id)
      return pageOf(account.cast.tell(await examples.success<Schemas['Competitor'][]>('listCompetitors')), query, 'cmp')
    },

    listAnalyses: ({ path, query, caller }) => analyses.list(ownWorld(worlds.of(caller.account), path.id), query),

    startAnalysis({ path, caller }) {
      const world = ownWorld(worlds.of(caller.account), path.id)
      takeQuota(caller, 'analyses')
      return analyses.start(world)
    },

    async getAnalysis({ path, caller }) {
      const analysis = await analyses.find(worlds.of(caller.account), path.id)
      if (!analysis) throw notFound()
      return analysis
    },

    async getReport({ path, caller }) {
      const report = await analyses.report(worlds.of(caller.account), path.id)
      if (!report) throw notFound()
      return report
    },

    async listRecommendations({ path, query, caller }) {
      const world = ownWorld(worlds.of(caller.account), path.id)
      return pageOf(await analyses.recommendations(world), query, 'rec', rankOf)
    },
  }
}

/** Open before resolved, then priority, then newest. */
function rankOf({ status, priority }: Schemas['Recommendation']): number {
  return priority + (status === 'open' ? 0 : 8)
}

/** "Every account is bound to one locked business" (interface section 1), so any other id is unknown. */
function ownWorld(world: World, businessId: string): World {
  if (businessId !== world.account.cast.businessId) throw notFound()
  return world
}
