import { setTimeout as sleep } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { ApiError } from '@svc/http/errors'
import { vocabularyOf } from '@svc/intelligence/vocabulary/taxonomy'
import { loadEngine } from '../engine.ts'
import type { Examples } from '../prism/examples.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import type { Analyses } from './analyses.ts'
import type { IdSource } from './id-source.ts'
import type { AccountState, StartedAnalysis, StateStore } from './state-store.ts'

type Recommendation = Schemas['Recommendation']

interface AnalysisRunsOptions {
  ids: IdSource
  states: StateStore
  examples: Examples
  analyses: Analyses
  deliveries: Deliveries
  /** Reports an unexpected error. */
  onFailure(error: unknown): void
}

/** Starts an analysis: queued now, running soon, completed (or failed) a second later, with its events. */
export type StartAnalysis = (state: AccountState) => Promise<Schemas['Analysis']>

const queuedMs = 300
const runningMs = 700
/** As many as fit on one page are kept. */
const recommendationsMax = bounds.RecommendationListResponse.data.maxItems

export function createAnalysisRuns({
  ids,
  states,
  examples,
  analyses,
  deliveries,
  onFailure,
}: AnalysisRunsOptions): StartAnalysis {
  async function run(state: AccountState, analysis: StartedAnalysis): Promise<void> {
    const { signal } = state.ended
    await sleep(queuedMs, undefined, { signal, ref: false })
    Object.assign(analysis, { status: 'running', started_at: new Date().toISOString() })
    await sleep(runningMs, undefined, { signal, ref: false })
    if (states.scenarioOf(state.account) === 'analysis-fails') fail(state, analysis)
    else await complete(state, analysis)
  }

  function fail(state: AccountState, analysis: StartedAnalysis): void {
    Object.assign(analysis, { status: 'failed', finished_at: new Date().toISOString() })
    const data = { ...subjectOf(state, analysis), reason: 'internal_error' as const }
    deliveries.publish(state, [{ type: 'analysis.failed', data }])
  }

  async function complete(state: AccountState, analysis: StartedAnalysis): Promise<void> {
    const previous_analysis_id = await analyses.latestCompletedId(state)
    const { competitors_analyzed } = await examples.data('getAnalysis', state.account.persona, 'completed')
    const { trade } = await examples.data('getBusiness', state.account.persona)
    const before = await analyses.recommendations(state)
    const follow_up = await followUpsOf(before, analysis.created_at, trade)
    if (state.ended.signal.aborted) return
    const finished_at = new Date().toISOString()
    const report_id = ids.newId('rpt')
    Object.assign(analysis, { status: 'completed', finished_at, follow_up, previous_analysis_id, report_id })
    const { created, all } = renewed(before, { id: ids.newId('rec'), analysis_id: analysis.id, now: finished_at })
    state.recommendations = all.slice(0, recommendationsMax)
    const subject = subjectOf(state, analysis)
    const { id: recommendation_id, priority, action } = created
    deliveries.publish(state, [
      { type: 'analysis.completed', data: { ...subject, competitors_analyzed } },
      { type: 'recommendation.created', data: { ...subject, recommendation_id, priority, action } },
      { type: 'report.generated', data: { ...subject, report_id, origin: 'subscription' } },
    ])
  }

  return async (state) => {
    const analysis: StartedAnalysis = {
      id: ids.newId('ana'),
      status: 'queued',
      created_at: new Date().toISOString(),
      started_at: null,
      finished_at: null,
      follow_up: [],
      previous_analysis_id: null,
      report_id: null,
    }
    const described = await analyses.describe(state, analysis)
    state.analyses.set(analysis.id, analysis)
    run(state, analysis).catch((error) => {
      // After a reset, there is nothing to fail.
      if (state.ended.signal.aborted) return
      fail(state, analysis)
      if (!isUnavailable(error)) onFailure(error)
    })
    return described
  }
}

/** Prism is restarting. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unavailable'
}

function subjectOf({ account: { persona } }: AccountState, { id }: StartedAnalysis) {
  return { business_id: persona.businessId, analysis_id: id }
}

const followedUpMax = bounds.Analysis.follow_up.maxItems

/** Follows up recommendations that were marked as done before the analysis: the mock has no reviews to compare. */
async function followUpsOf(
  recommendations: readonly Recommendation[],
  before: string,
  trade: Schemas['Trade'],
): Promise<Schemas['FollowUp'][]> {
  const done = recommendations
    .flatMap((each) => (each.done_at === null || each.done_at >= before ? [] : [{ ...each, done_at: each.done_at }]))
    .sort((a, b) => b.done_at.localeCompare(a.done_at))
    .slice(0, followedUpMax)
  if (done.length === 0) return []
  const { followUpOf, emptyFollowUp } = await loadEngine()
  return done.map((each) => followUpOf(emptyFollowUp({ ...each, problem_key: each.aspect }), vocabularyOf(trade)))
}

/**
 * An analysis confirms every unresolved recommendation but the last, which it resolves, and adds a new one in its
 * place.
 */
function renewed(
  before: readonly Recommendation[],
  { id, analysis_id, now }: { id: Recommendation['id']; analysis_id: Recommendation['analysis_id']; now: string },
): { created: Recommendation; all: Recommendation[] } {
  const unresolved = before.filter(({ status }) => status !== 'resolved')
  const last = unresolved.at(-1)
  if (!last) throw new Error('The contract has no example of an open recommendation.')
  const created: Recommendation = {
    ...last,
    status: 'open',
    note: null,
    done_at: null,
    id,
    analysis_id,
    created_at: now,
    updated_at: now,
  }
  const confirmed = unresolved
    .slice(0, -1)
    .map((recommendation) => ({ ...recommendation, analysis_id, updated_at: now }))
  const resolved: Recommendation = { ...last, status: 'resolved', updated_at: now }
  return { created, all: [...confirmed, created, resolved, ...before.filter(({ status }) => status === 'resolved')] }
}
