import { setTimeout as pause } from 'node:timers/promises'
import type { Deliveries } from './deliveries.ts'
import type { Examples, Schemas } from './examples.ts'
import type { Chance } from './ids.ts'
import { type PageQuery, pageOf } from './lists.ts'
import type { ReportFiles } from './report-files.ts'
import type { StartedAnalysis, World, Worlds } from './worlds.ts'

type Analysis = Schemas['Analysis']
type Recommendation = Schemas['Recommendation']

/** Analyses and what follows from them: those of the contract's examples, and those that a caller started. */
export interface Analyses {
  /** Queued now, running soon, completed (or failed) a second later, with its events. */
  start(world: World): Promise<Analysis>
  find(world: World, id: string): Promise<Analysis | undefined>
  list(world: World, query: PageQuery): Promise<{ items: Analysis[]; next_cursor: string | null }>
  latestCompletedId(world: World): Promise<Analysis['id'] | null>
  report(world: World, id: Schemas['ReportId']): Promise<Schemas['Report'] | undefined>
  recommendations(world: World): Promise<Recommendation[]>
}

export interface AnalysesOptions {
  chance: Chance
  examples: Examples
  deliveries: Deliveries
  worlds: Worlds
  reportFiles: Pick<ReportFiles, 'of'>
}

const queuedMs = 300
const runningMs = 700
const recommendationsMax = 100

export function createAnalyses({ chance, examples, deliveries, worlds, reportFiles }: AnalysesOptions): Analyses {
  /** Those that the account had before: the final ones of the examples. */
  async function earlier({ account: { cast } }: World): Promise<Analysis[]> {
    const all = await examples.success<Analysis[]>('listAnalyses')
    const final = all.filter(({ status }) => status === 'completed' || status === 'failed')
    const known = new Set(final.map(({ id }) => id))
    // The examples name an analysis before them that none of them shows.
    return final.map((analysis) => {
      const { previous_analysis_id: previous } = analysis
      return cast.tell({
        ...analysis,
        previous_analysis_id: previous !== null && known.has(previous) ? previous : null,
      })
    })
  }

  /** The example of each one's status, with what is known of this analysis. */
  async function describeAll({ account: { cast } }: World, all: readonly StartedAnalysis[]): Promise<Analysis[]> {
    const byStatus = new Map<Analysis['status'], Analysis>()
    for (const status of new Set(all.map((started) => started.status))) {
      const operationId = status === 'queued' ? 'startAnalysis' : 'getAnalysis'
      byStatus.set(status, cast.tell(await examples.success<Analysis>(operationId, status)))
    }
    return all.flatMap((started) => {
      const example = byStatus.get(started.status)
      return example ? { ...example, ...started, period: yearBefore(started.created_at) } : []
    })
  }

  async function describe(world: World, started: StartedAnalysis): Promise<Analysis> {
    // A copy: while Prism is asked, the analysis goes on.
    const [analysis] = await describeAll(world, [{ ...started }])
    if (!analysis) throw new Error(`There is no example of an analysis that is ${started.status}.`)
    return analysis
  }

  async function recommendations({ account: { cast }, recommendations }: World): Promise<Recommendation[]> {
    return recommendations ?? cast.tell(await examples.success<Recommendation[]>('listRecommendations'))
  }

  async function latestCompletedId(world: World): Promise<Analysis['id'] | null> {
    const started = [...world.analyses.values()].findLast(({ status }) => status === 'completed')
    return started?.id ?? (await earlier(world)).find(({ status }) => status === 'completed')?.id ?? null
  }

  async function run(world: World, analysis: StartedAnalysis): Promise<void> {
    const { signal } = world.ended
    await pause(queuedMs, undefined, { signal, ref: false })
    Object.assign(analysis, { status: 'running', started_at: new Date().toISOString() })
    await pause(runningMs, undefined, { signal, ref: false })
    if (worlds.scenarioOf(world.account) === 'analysis-fails') fail(world, analysis)
    else await complete(world, analysis)
  }

  function fail(world: World, analysis: StartedAnalysis): void {
    Object.assign(analysis, { status: 'failed', finished_at: new Date().toISOString() })
    const data = { ...idsOf(world, analysis), reason: 'internal_error' as const }
    deliveries.publish(world, [{ type: 'analysis.failed', data }])
  }

  async function complete(world: World, analysis: StartedAnalysis): Promise<void> {
    const previous_analysis_id = await latestCompletedId(world)
    const { competitors_analyzed } = await examples.success<Analysis>('getAnalysis', 'completed')
    const before = await recommendations(world)
    if (world.ended.signal.aborted) return
    const finished_at = new Date().toISOString()
    const report_id = chance.id('rpt')
    Object.assign(analysis, { status: 'completed', finished_at, previous_analysis_id, report_id })
    const { created, all } = renew(before, { id: chance.id('rec'), analysis_id: analysis.id, now: finished_at })
    world.recommendations = all.slice(0, recommendationsMax)
    const ids = idsOf(world, analysis)
    const { id: recommendation_id, priority, action } = created
    deliveries.publish(world, [
      { type: 'analysis.completed', data: { ...ids, competitors_analyzed } },
      { type: 'recommendation.created', data: { ...ids, recommendation_id, priority, action } },
      { type: 'report.generated', data: { ...ids, report_id } },
    ])
  }

  return {
    async start(world) {
      const analysis: StartedAnalysis = {
        id: chance.id('ana'),
        status: 'queued',
        created_at: new Date().toISOString(),
        started_at: null,
        finished_at: null,
        previous_analysis_id: null,
        report_id: null,
      }
      const described = await describe(world, analysis)
      world.analyses.set(analysis.id, analysis)
      run(world, analysis).catch(() => {
        // Prism was away in that moment. A reset is no failure: nobody asks for the analysis any more.
        if (!world.ended.signal.aborted) fail(world, analysis)
      })
      return described
    },

    async find(world, id) {
      const started = world.analyses.get(id)
      if (started) return describe(world, started)
      const { cast } = world.account
      const known = (await earlier(world)).find((analysis) => analysis.id === id)
      const example = known && (await examples.record<Analysis>('getAnalysis', 'listAnalyses', cast.exampleId(id)))
      return example && { ...cast.tell(example), previous_analysis_id: known.previous_analysis_id }
    },

    async list(world, query) {
      const before = await earlier(world)
      const { items, next_cursor } = pageOf<{ id: string }>([...world.analyses.values(), ...before], query, 'ana')
      const started = items.flatMap(({ id }) => world.analyses.get(id) ?? []).map((analysis) => ({ ...analysis }))
      // Whatever was started is younger than what was there before.
      const ids = new Set(items.map(({ id }) => id))
      const described = await describeAll(world, started)
      return { items: [...described, ...before.filter(({ id }) => ids.has(id))], next_cursor }
    },

    latestCompletedId,

    async report(world, id) {
      const isOfReport = (analysis: { report_id: string | null }) => analysis.report_id === id
      const started = [...world.analyses.values()].find(isOfReport)
      const analysis = started ? await describe(world, started) : (await earlier(world)).find(isOfReport)
      if (!analysis) return undefined
      const example = world.account.cast.tell(await examples.success<Schemas['Report']>('getReport'))
      const { id: analysis_id, period, finished_at } = analysis
      const report = { ...example, id, analysis_id, period, created_at: finished_at ?? example.created_at }
      return { ...report, files: reportFiles.of(report) }
    },

    recommendations,
  }
}

function idsOf({ account: { cast } }: World, { id }: StartedAnalysis) {
  return { business_id: cast.businessId, analysis_id: id }
}

/** The reviews looked at: the year before the request. */
function yearBefore(created_at: string): Analysis['period'] {
  const from = new Date(created_at)
  from.setUTCFullYear(from.getUTCFullYear() - 1)
  return { from: from.toISOString(), to: created_at }
}

/** An analysis confirms what is open, but for the last, which it resolves, and finds one new problem in its place. */
function renew(
  before: readonly Recommendation[],
  { id, analysis_id, now }: { id: Recommendation['id']; analysis_id: Analysis['id']; now: string },
): { created: Recommendation; all: Recommendation[] } {
  const open = before.filter(({ status }) => status === 'open')
  const last = open.at(-1)
  if (!last) throw new Error('The examples have no open recommendation.')
  const created = { ...last, id, analysis_id, created_at: now, updated_at: now }
  const confirmed = open.slice(0, -1).map((recommendation) => ({ ...recommendation, analysis_id, updated_at: now }))
  const resolved = { ...last, status: 'resolved' as const, updated_at: now }
  return { created, all: [...confirmed, created, resolved, ...before.filter(({ status }) => status === 'resolved')] }
}
