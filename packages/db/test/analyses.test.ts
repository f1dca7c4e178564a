import { newId } from '@svc/runtime/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { findBusiness, setLatestAnalysis } from '../src/accounts/businesses.ts'
import {
  type AnalysisResult,
  type ClaimedAnalysis,
  claimAnalyses,
  completeAnalysis,
  failAnalysis,
  failInterruptedAnalyses,
  findAnalysis,
  findPreviousAnalysis,
  listAnalyses,
  recordAnalysisEngine,
  releaseAnalysis,
  requestAnalysis,
} from '../src/analyses/analyses.ts'
import {
  type FoundProblem,
  listRecommendations,
  type Recommendation,
  saveRecommendations,
} from '../src/analyses/recommendations.ts'
import { findReport, insertReport, readReportFile } from '../src/analyses/reports.ts'
import { query } from '../src/connection/database.ts'
import type { Owner, Position } from '../src/connection/records.ts'
import { openBrightside, openRosso, passTime } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let rosso: Owner
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  rosso = await openRosso(database.db)
})

const minuteMs = 60_000
const engine = { name: 'svc-embedded', version: '1.0.0', mode: 'embedded' as const, fallback_reason: null }

function claimAs(workerId: string) {
  const caps = { limit: 10, perGroupMax: 1, perAccountMax: 1 }
  return claimAnalyses(database.db, { workerId, leaseMs: minuteMs, ...caps })
}

async function claimOne(workerId = 'worker-1'): Promise<ClaimedAnalysis> {
  const [analysis] = await claimAs(workerId)
  if (analysis === undefined) throw new Error('Nothing was claimed.')
  return analysis
}

const result: AnalysisResult = {
  competitors_analyzed: 5,
  summary: {
    positives: ['Guests praise the fresh pasta.'],
    negatives: ['Guests wait for a table that they reserved.'],
    priorities: [{ priority: 1, action: 'Keep reserved tables free.' }],
  },
  sample: { own_reviews: 120, competitor_reviews: 560, not_analyzed: 14 },
  languages: [
    { language: 'en', reviews: 680 },
    { language: 'de', reviews: 9 },
  ],
  themes: [],
  comparison: [],
  leads: [],
  follow_up: [],
  previous_analysis_id: null,
  report_id: null,
  engine,
}

const complete = (lease: ClaimedAnalysis) =>
  database.db.transaction((transaction) => completeAnalysis(transaction, lease, result))

describe('an analysis', () => {
  test('is queued with the period of the year before it and an empty summary', async () => {
    const analysis = await requestAnalysis(database.db, rosso, { created_at: '2026-11-20T08:30:05.412Z' })
    expect(analysis).toEqual({
      id: expect.stringMatching(/^ana_/),
      business_id: rosso.business_id,
      status: 'queued',
      created_at: '2026-11-20T08:30:05.412Z',
      competitors_analyzed: 0,
      summary: { positives: [], negatives: [], priorities: [] },
      started_at: null,
      finished_at: null,
      failure: null,
      period: { from: '2025-11-20T08:30:05.412Z', to: '2026-11-20T08:30:05.412Z' },
      sample: { own_reviews: 0, competitor_reviews: 0, not_analyzed: 0 },
      languages: [],
      themes: [],
      comparison: [],
      previous_analysis_id: null,
      report_id: null,
      engine: null,
      leads: [],
      follow_up: [],
    })
    expect(await findAnalysis(database.db, rosso, analysis.id)).toEqual(analysis)
  })

  test('is queued, running and completed, and its result is read as it was stored, in the same field order', async () => {
    const { id } = await requestAnalysis(database.db, rosso)
    const lease = await claimOne()
    expect(lease).toMatchObject({ id, owner: rosso, attempt: 1, interruptions: 0 })
    expect(await recordAnalysisEngine(database.db, lease, engine)).toBe(true)
    expect(await findAnalysis(database.db, rosso, id)).toMatchObject({ status: 'running', engine, finished_at: null })

    const completed = await complete(lease)
    expect(completed).toMatchObject({ status: 'completed', ...result, finished_at: expect.any(String) })
    expect(JSON.stringify(completed?.summary)).toBe(JSON.stringify(result.summary))
    expect(await findAnalysis(database.db, rosso, id)).toEqual(completed)
  })

  test('a failed analysis is never claimed again', async () => {
    await requestAnalysis(database.db, rosso)
    const failure = { reason: 'no_reviews' as const, message: 'There is no review in the period.' }
    const lease = await claimOne()
    const failed = await database.db.transaction((transaction) => failAnalysis(transaction, lease, failure))
    expect(failed).toMatchObject({ status: 'failed', failure })
    expect(await claimAs('worker-2')).toEqual([])
  })

  test('runs alone for its business, the oldest first', async () => {
    const first = await requestAnalysis(database.db, rosso)
    const second = await requestAnalysis(database.db, rosso)
    const otherBusiness = await requestAnalysis(database.db, await openBrightside(database.db))
    const claimed = await claimAs('worker-1')
    expect(claimed.map((analysis) => analysis.id).sort()).toEqual([first.id, otherBusiness.id])
    expect(await claimAs('worker-2')).toEqual([])
    await Promise.all(claimed.map(complete))
    expect(await claimAs('worker-2')).toMatchObject([{ id: second.id }])
  })

  test('another worker claims the analysis of a crashed worker, whose late result is refused', async () => {
    await requestAnalysis(database.db, rosso)
    const lost = await claimOne('worker-1')
    await passTime(database.db, 'analyses')
    const reclaimed = await claimOne('worker-2')
    expect(reclaimed).toMatchObject({ attempt: 2, interruptions: 1 })
    expect(await complete(lost)).toBeUndefined()
    expect(await recordAnalysisEngine(database.db, lost, engine)).toBe(false)
    expect(await complete(reclaimed)).toMatchObject({ status: 'completed' })
  })

  test('fails after three interruptions, once', async () => {
    const { id } = await requestAnalysis(database.db, rosso)
    for (let interruption = 1; interruption <= 3; interruption++) {
      expect(
        await database.db.transaction((transaction) => failInterruptedAnalyses(transaction, { limit: 10 })),
      ).toEqual([])
      await claimOne(`worker-${interruption}`)
      await passTime(database.db, 'analyses')
    }
    expect(await claimAs('worker-4')).toEqual([])
    expect(
      await database.db.transaction((transaction) => failInterruptedAnalyses(transaction, { limit: 10 })),
    ).toMatchObject([{ id, account_id: rosso.account_id, status: 'failed', failure: { reason: 'internal_error' } }])
    expect(await database.db.transaction((transaction) => failInterruptedAnalyses(transaction, { limit: 10 }))).toEqual(
      [],
    )
  })

  test('is released without an interruption by a worker that shuts down', async () => {
    await requestAnalysis(database.db, rosso)
    await releaseAnalysis(database.db, await claimOne('worker-1'))
    expect(await claimOne('worker-2')).toMatchObject({ attempt: 2, interruptions: 0 })
  })
})

describe('listing analyses', () => {
  test('returns each exactly once, newest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.unshift((await requestAnalysis(database.db, rosso)).id)
    const seen: string[] = []
    let after: Position | undefined
    do {
      const page = await listAnalyses(database.db, rosso, { limit: 3, ...(after && { after }) })
      seen.push(...page.items.map((analysis) => analysis.id))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(ids)
  })

  test('reads only the rows of the page from an index, at any depth', async () => {
    const insertSome = {
      name: 'many_analyses',
      text: `
        insert into analyses (id, account_id, business_id, period, status, due_at)
        select new_id('ana'), $1, $2, '{}', 'completed', null from generate_series(1, 2000)`,
    }
    // In batches, each of which a busy machine inserts within the time limit of a statement.
    for (let batch = 0; batch < 10; batch++) await query(database.db, insertSome, [rosso.account_id, rosso.business_id])
    await knexOf(database.db).raw('analyze analyses')
    const [middle] = await knexOf(database.db)('analyses').orderBy('id').offset(10_000).limit(1).pluck('id')
    const { rows } = await knexOf(database.db).raw(
      `explain (analyze, buffers, format json) select id from analyses
       where business_id = ? and id < ? order by business_id, id desc limit 101`,
      [rosso.business_id, middle],
    )
    const [limit] = [rows[0]['QUERY PLAN'][0].Plan]
    expect(limit.Plans[0]).toMatchObject({ 'Node Type': expect.stringMatching(/^Index/), 'Actual Rows': 101 })
    expect(limit['Shared Hit Blocks'] + limit['Shared Read Blocks']).toBeLessThan(220)
  })

  test('finds the newest completed analysis before one', async () => {
    const [older, newer] = [await requestAnalysis(database.db, rosso), await requestAnalysis(database.db, rosso)]
    expect(await findPreviousAnalysis(database.db, rosso, newer.id)).toBeUndefined()
    await complete(await claimOne())
    expect(await findPreviousAnalysis(database.db, rosso, newer.id)).toMatchObject({
      id: older.id,
      status: 'completed',
    })
    for (const { id } of [newer, older])
      await database.db.transaction((transaction) => setLatestAnalysis(transaction, rosso, id))
    expect(await findBusiness(database.db, rosso, rosso.business_id)).toMatchObject({ latest_analysis_id: newer.id })
  })
})

function problem(key: string, priority: number): FoundProblem {
  return {
    problem_key: key,
    priority,
    aspect: 'wait',
    score: 80 - priority,
    title: 'Reserved tables are not free',
    action: 'Keep reserved tables free.',
    rationale: '14 of 61 reviews mention waiting past the reserved time.',
    urgent: false,
    effort: 'low',
    metric: { name: 'negative_share', current: 0.23, target: 0.1, horizon_days: 90 },
    factors: { frequency: 0.23, impact: 0.4, gap: 1.2, trend: 1, severity: 1, confidence: 0.9 },
    evidence: [
      {
        review_id: 'rev_01m7dtkjf0fnvtft6k86k7vp0v',
        competitor_id: null,
        source: 'google',
        rating: 2,
        text: 'We waited forty minutes for the table we had reserved.',
        published_at: '2026-11-14T20:05:00.000Z',
      },
    ],
  }
}

describe('recommendations', () => {
  const keys = (recommendations: Recommendation[]) => recommendations.map((each) => each.priority)
  const save = async (...problems: FoundProblem[]) => {
    const analysis = await requestAnalysis(database.db, rosso)
    return {
      analysis,
      saved: await database.db.transaction((transaction) =>
        saveRecommendations(transaction, rosso, analysis.id, problems),
      ),
    }
  }

  test('are created once per problem, confirmed while it is found and resolved when it is not', async () => {
    const first = await save(problem('wait', 1), problem('price', 2))
    expect(keys(first.saved.created)).toEqual([1, 2])

    const second = await save(problem('wait', 3))
    expect(second.saved.created).toEqual([])
    expect(second.saved.confirmed).toMatchObject([
      {
        id: first.saved.created[0]?.id,
        created_at: first.saved.created[0]?.created_at,
        priority: 3,
        analysis_id: second.analysis.id,
        status: 'open',
      },
    ])
    expect(second.saved.resolved).toMatchObject([{ id: first.saved.created[1]?.id, status: 'resolved' }])

    const third = await save(problem('wait', 1), problem('price', 2))
    expect(third.saved.created).toMatchObject([{ priority: 2 }])
    expect(third.saved.created[0]?.id).not.toBe(first.saved.created[1]?.id)
  })

  test('are sorted by status, then priority, then newest first, on pages of any size', async () => {
    await save(problem('a', 1), problem('b', 2))
    await save(problem('c', 2), problem('d', 2), problem('e', 5))
    await save(problem('c', 2), problem('d', 2), problem('f', 1))
    const all = (await listRecommendations(database.db, rosso, { limit: 100 })).items
    expect(all.map(({ status, priority }) => `${status} ${priority}`)).toEqual([
      'open 1',
      'open 2',
      'open 2',
      'resolved 1',
      'resolved 2',
      'resolved 5',
    ])
    expect((all[1]?.id ?? '') > (all[2]?.id ?? '')).toBe(true)
    for (const limit of [1, 2, 4]) {
      const seen: string[] = []
      let after: Position | undefined
      do {
        const page = await listRecommendations(database.db, rosso, { limit, ...(after && { after }) })
        seen.push(...page.items.map((recommendation) => recommendation.id))
        after = page.next ?? undefined
      } while (after)
      expect(seen).toEqual(all.map((recommendation) => recommendation.id))
    }
  })
})

describe('reports', () => {
  test('have the sizes of their files, and files are stored byte for byte', async () => {
    const analysis = await requestAnalysis(database.db, rosso)
    const html = Buffer.from('<!doctype html><title>Café</title>')
    const report = await database.db.transaction((transaction) =>
      insertReport(transaction, rosso, {
        analysis_id: analysis.id,
        origin: 'subscription',
        title: 'Reviews of November 2026',
        sections: [{ key: 'overview', heading: 'Overview', text: 'All in all.', quotes: [], chart: null }],
        period: analysis.period,
        files: [{ format: 'html', content: html }],
      }),
    )
    expect(report).toMatchObject({ analysis_id: analysis.id, files: [{ format: 'html', size_bytes: html.length }] })
    expect(await findReport(database.db, rosso, report.id)).toEqual(report)
    expect(await readReportFile(database.db, rosso, report.id, 'html')).toEqual(html)
    expect(await readReportFile(database.db, rosso, report.id, 'pdf')).toBeUndefined()
  })
})

test('no record of a business can be read by another account', async () => {
  const analysis = await requestAnalysis(database.db, rosso)
  const report = await database.db.transaction((transaction) =>
    insertReport(transaction, rosso, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'Reviews of November 2026',
      sections: [],
      period: analysis.period,
      files: [{ format: 'html', content: Buffer.from('<!doctype html>') }],
    }),
  )
  await database.db.transaction((transaction) =>
    saveRecommendations(transaction, rosso, analysis.id, [problem('wait', 1)]),
  )
  const brightside = await openBrightside(database.db)
  expect(await findAnalysis(database.db, brightside, analysis.id)).toBeUndefined()
  expect((await listAnalyses(database.db, brightside, { limit: 9 })).items).toEqual([])
  expect(await findReport(database.db, brightside, report.id)).toBeUndefined()
  expect(await readReportFile(database.db, brightside, report.id, 'html')).toBeUndefined()
  expect((await listRecommendations(database.db, brightside, { limit: 9 })).items).toEqual([])
  expect(await findAnalysis(database.db, rosso, newId('ana'))).toBeUndefined()
})
