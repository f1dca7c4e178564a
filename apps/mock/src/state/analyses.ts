import type { Schemas } from '@generated/contract/server-types'
import { instantMs } from '@svc/runtime/instants'
import type { ExamplePersona } from '../accounts/persona.ts'
import { type ItemPage, newestFirstPage, type PageQuery } from '../operations/pages.ts'
import type { Examples } from '../prism/examples.ts'
import type { ReportFiles } from './report-files.ts'
import type { AccountState, StartedAnalysis } from './state-store.ts'

type Analysis = Schemas['Analysis']

/**
 * The analyses of an account and what they found: those of the contract's examples, and those that a caller started.
 */
export interface Analyses {
  find(state: AccountState, id: string): Promise<Analysis | undefined>
  list(state: AccountState, query: AnalysisQuery): Promise<ItemPage<Analysis>>
  /** A started analysis as the contract shows it. */
  describe(state: AccountState, started: StartedAnalysis): Promise<Analysis>
  latestCompletedId(state: AccountState): Promise<Analysis['id'] | null>
  report(state: AccountState, id: Schemas['ReportId']): Promise<Schemas['Report'] | undefined>
  /** Without contents, newest first. */
  reports(state: AccountState): Promise<Schemas['ReportSummary'][]>
  recommendations(state: AccountState): Promise<Schemas['Recommendation'][]>
}

interface AnalysisQuery extends PageQuery {
  status?: Analysis['status'] | undefined
  /** Inclusive. */
  created_after?: string | undefined
  /** Exclusive. */
  created_before?: string | undefined
}

export function createAnalyses({
  examples,
  reportFiles,
}: {
  examples: Examples
  reportFiles: Pick<ReportFiles, 'of'>
}): Analyses {
  async function describe({ account }: AccountState, started: StartedAnalysis): Promise<Analysis> {
    // A copy: the analysis continues while Prism works.
    const [analysis] = await describeAll(examples, account.persona, [{ ...started }])
    if (!analysis) throw new Error(`The contract has no example of an analysis that is ${started.status}.`)
    return analysis
  }

  const earlier = ({ account }: AccountState) => finishedExamples(examples, account.persona)

  return {
    describe,

    async find(state, id) {
      const started = state.analyses.get(id)
      return started ? describe(state, started) : (await earlier(state)).find((analysis) => analysis.id === id)
    },

    async list(state, query) {
      const before = await earlier(state)
      const all: (StartedAnalysis | Analysis)[] = [...state.analyses.values(), ...before]
      const { items, next_cursor } = newestFirstPage<{ id: string }>(all.filter(isSelected(query)), query)
      const ids = new Set(items.map(({ id }) => id))
      const started = items.flatMap(({ id }) => state.analyses.get(id) ?? []).map((analysis) => ({ ...analysis }))
      // Every started analysis is newer than the examples.
      return {
        items: [
          ...(await describeAll(examples, state.account.persona, started)),
          ...before.filter(({ id }) => ids.has(id)),
        ],
        next_cursor,
      }
    },

    async latestCompletedId(state) {
      const started = [...state.analyses.values()].findLast(({ status }) => status === 'completed')
      return started?.id ?? (await earlier(state)).find(({ status }) => status === 'completed')?.id ?? null
    },

    async report(state, id) {
      const hasReport = (analysis: { report_id: string | null }) => analysis.report_id === id
      const started = [...state.analyses.values()].find(hasReport)
      const analysis = started ? await describe(state, started) : (await earlier(state)).find(hasReport)
      if (!analysis) return undefined
      const example = await examples.data('getReport', state.account.persona)
      const { id: analysis_id, period, finished_at } = analysis
      const report = { ...example, id, analysis_id, period, created_at: finished_at ?? example.created_at }
      return { ...report, files: reportFiles.of(report) }
    },

    async reports(state) {
      const { persona } = state.account
      const { title, origin } = await examples.data('getReport', persona)
      const all: (StartedAnalysis | Analysis)[] = [...state.analyses.values(), ...(await earlier(state))]
      return all.flatMap((analysis) => {
        const finished = finishedReport(analysis)
        return finished ? { ...finished, business_id: persona.businessId, origin, title } : []
      })
    },

    recommendations: async ({ account, recommendations }) =>
      recommendations ?? examples.data('listRecommendations', account.persona),
  }
}

function isSelected({ status, created_after: from, created_before: to }: AnalysisQuery) {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : instantMs(from)
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : instantMs(to)
  return (analysis: { status: Analysis['status']; created_at: string }) => {
    const createdMs = Date.parse(analysis.created_at)
    return (status === undefined || analysis.status === status) && createdMs >= fromMs && createdMs < toMs
  }
}

/** Returns started analyses, each with the example of its status. */
async function describeAll(
  examples: Examples,
  persona: ExamplePersona,
  all: readonly StartedAnalysis[],
): Promise<Analysis[]> {
  const byStatus = new Map<Analysis['status'], Analysis>()
  for (const status of new Set(all.map((started) => started.status))) {
    const operationId = status === 'queued' ? 'startAnalysis' : 'getAnalysis'
    byStatus.set(status, await examples.data(operationId, persona, status))
  }
  return all.flatMap((started) => {
    const example = byStatus.get(started.status)
    return example ? { ...example, ...started, period: yearBefore(started.created_at) } : []
  })
}

/** Returns what a report takes from its analysis; undefined if the analysis has no report. */
function finishedReport({ id: analysis_id, report_id: id, created_at, finished_at }: StartedAnalysis | Analysis) {
  if (id === null || finished_at === null) return undefined
  return { id, analysis_id, period: yearBefore(created_at), created_at: finished_at }
}

/** The analyses that an account had before the mock was started: the finished ones of the examples. */
async function finishedExamples(examples: Examples, persona: ExamplePersona): Promise<Analysis[]> {
  const all = await examples.data('listAnalyses', persona)
  const finished = all.filter(({ status }) => status === 'completed' || status === 'failed')
  const ids = new Set(finished.map(({ id }) => id))
  // The oldest example names an analysis before it that no example shows.
  return finished.map((analysis) => {
    const { previous_analysis_id: previous } = analysis
    return { ...analysis, previous_analysis_id: previous !== null && ids.has(previous) ? previous : null }
  })
}

/** The reviews that an analysis reads: those of the year before the request. */
function yearBefore(created_at: string): Analysis['period'] {
  const from = new Date(created_at)
  from.setUTCFullYear(from.getUTCFullYear() - 1)
  return { from: from.toISOString(), to: created_at }
}
