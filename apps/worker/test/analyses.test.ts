import document from '@generated/contract/openapi.strict.json' with { type: 'json' }
import { claimAnalyses, findAnalysis, requestAnalysis } from '@svc/db/analyses'
import { findBusiness } from '@svc/db/businesses'
import { addCompetitor, listCompetitors } from '@svc/db/competitors'
import { listRecommendations, updateRecommendation } from '@svc/db/recommendations'
import type { Owner } from '@svc/db/records'
import { grantReport, useReportGrant } from '@svc/db/report-grants'
import { findReport, readReportFile } from '@svc/db/reports'
import { type NewReview, refreshReviewStats, storeReviews } from '@svc/db/reviews'
import { deleteOwnReviews, setDoneAt, setReviewLabels, setReviewLanguage, storedReviews } from '@svc/db/testing-reviews'
import { listWebhookEvents } from '@svc/db/webhook-events'
import { embeddedEngine } from '@svc/intelligence/engine'
import { says, startStub } from '@svc/llm/testing'
import { type Id, newId } from '@svc/runtime/ids'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runAnalysis } from '../src/analysis.ts'
import { failInterrupted } from '../src/housekeeping.ts'
import { LeaseLostError } from '../src/lease.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(document, 'contract')

/** The violation of the strict contract by a record. Null if there is none. */
function violations(schema: string, record: object) {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`)
  return validate?.(record) ? null : (validate?.errors ?? 'The schema does not exist.')
}

const dayMs = 86_400_000

/** `count` reviews, one per day into the past, which repeat the given texts. */
function reviews(texts: readonly [text: string, rating: number][], count: number, firstDay = 1): NewReview[] {
  return Array.from({ length: count }, (_, index) => {
    const [text, rating] = texts[index % texts.length] ?? ['', 3]
    return {
      source: 'google',
      source_id: `${firstDay}-${index}`,
      rating,
      text,
      language: null,
      published_at: new Date(Date.now() - (firstDay + index) * dayMs).toISOString(),
      owner_replied: null,
      retain_until: null,
    }
  })
}

const slow: [string, number][] = [
  ['We waited forty minutes for our table although we had booked it a week before. Far too slow.', 2],
  ['The pasta was delicious and the tiramisu was the best in town.', 5],
  ['Waited almost an hour for the food. The wait is terrible on Saturdays.', 2],
  ['Lovely friendly staff and excellent pizza. <b>Bravo</b> & thanks!', 5],
]
const swift: [string, number][] = [
  ['Our table was ready at once and the food came quickly. No waiting at all.', 5],
  ['Quick service and very tasty food. We were seated immediately.', 5],
]

async function insert(owner: Owner, competitorId: Id<'cmp'> | null, list: NewReview[]): Promise<void> {
  await harness.database.db.transaction((transaction) => storeReviews(transaction, owner, competitorId, list))
  await refreshReviewStats(harness.database.db, owner, competitorId)
}

async function newOwnerWithReviews(): Promise<{ owner: Owner; competitorId: Id<'cmp'> }> {
  const owner = await harness.owner()
  const { db } = harness.database
  const osteria = { name: 'Osteria del Ponte', trade: 'restaurant', distance_m: 400 } as const
  const competitor = await addCompetitor(db, owner, osteria)
  if (!competitor) throw new Error('The competitor was not added.')
  await insert(owner, null, reviews(slow, 80))
  await insert(owner, competitor.id, reviews(swift, 60))
  return { owner, competitorId: competitor.id }
}

async function analyze(owner: Owner) {
  const { id } = await requestAnalysis(harness.database.db, owner)
  return eventually('the analysis to end', async () => {
    const analysis = await findAnalysis(harness.database.db, owner, id)
    return analysis && analysis.finished_at !== null && analysis
  })
}

const eventsOf = async (owner: Owner) =>
  (await listWebhookEvents(harness.database.db, owner, { limit: 100 })).items.map(({ payload }) => payload)
const mark = (owner: Owner, id: Id<'rec'>, status: 'done' | 'planned') =>
  harness.database.db.transaction((transaction) => updateRecommendation(transaction, owner, id, { status }))

const recommendationsOf = async (owner: Owner) =>
  (await listRecommendations(harness.database.db, owner, { limit: 100 })).items

describe('an analysis for a granted report', () => {
  async function analyzeForGrant(owner: Owner) {
    const { db } = harness.database
    const id = newId('ana')
    await db.transaction(async (transaction) => {
      expect(await useReportGrant(transaction, owner, id)).toBe(true)
      await requestAnalysis(transaction, owner, { id })
    })
    return eventually('the analysis to end', async () => {
      const analysis = await findAnalysis(db, owner, id)
      return analysis && analysis.finished_at !== null && analysis
    })
  }

  test('makes a report that is a one-time purchase, and the next one belongs to the subscription', async () => {
    const { db } = harness.database
    const { owner } = await newOwnerWithReviews()
    await grantReport(db, owner.account_id)
    harness.work()
    const granted = await analyzeForGrant(owner)
    expect(await findReport(db, owner, granted.report_id ?? 'rpt_')).toMatchObject({ origin: 'one_time_purchase' })
    const events = (await eventsOf(owner)).filter(({ type }) => type === 'report.generated')
    expect(events).toMatchObject([{ data: { report_id: granted.report_id, origin: 'one_time_purchase' } }])
    const next = await analyze(owner)
    expect(await findReport(db, owner, next.report_id ?? 'rpt_')).toMatchObject({ origin: 'subscription' })
  })

  test('returns the grant when it fails, and uses it when it completes', async () => {
    const { db } = harness.database
    const owner = await harness.owner()
    await grantReport(db, owner.account_id)
    harness.work()
    expect(await analyzeForGrant(owner)).toMatchObject({ status: 'failed' })
    await insert(owner, null, reviews(slow, 30))
    expect(await analyzeForGrant(owner)).toMatchObject({ status: 'completed' })
    expect(await db.transaction((transaction) => useReportGrant(transaction, owner, newId('ana')))).toBe(false)
  })
})

describe('an analysis that completes', () => {
  test('writes its record, a report with a file, recommendations, findings and events in one transaction', async () => {
    const { db } = harness.database
    const { owner, competitorId } = await newOwnerWithReviews()
    harness.work()
    const analysis = await analyze(owner)
    expect(violations('Analysis', analysis)).toBeNull()
    expect(analysis).toMatchObject({
      status: 'completed',
      competitors_analyzed: 1,
      sample: { own_reviews: 80, competitor_reviews: 60, not_analyzed: 0 },
    })
    expect(analysis.themes.find(({ aspect }) => aspect === 'wait')?.verdict).toBe('they_lead')
    const lead = analysis.leads.find(({ aspect }) => aspect === 'wait')
    expect(lead).toMatchObject({ competitor_id: competitorId, verdict: 'they_lead' })

    const recommendations = await recommendationsOf(owner)
    expect(recommendations.length).toBeGreaterThan(0)
    for (const recommendation of recommendations) expect(violations('Recommendation', recommendation)).toBeNull()
    expect(recommendations.map(({ priority, action }) => ({ priority, action }))).toEqual(analysis.summary.priorities)

    const report = await findReport(db, owner, analysis.report_id ?? 'rpt_')
    expect(report).toMatchObject({
      analysis_id: analysis.id,
      period: analysis.period,
      files: [{ format: 'html', size_bytes: expect.any(Number) }],
    })
    for (const section of report?.sections ?? []) expect(violations('ReportSection', section)).toBeNull()

    expect((await findBusiness(db, owner, owner.business_id))?.latest_analysis_id).toBe(analysis.id)
    const [competitor] = (await listCompetitors(db, owner, { limit: 1 })).items
    expect(competitor).toMatchObject({ id: competitorId, strengths: expect.arrayContaining(['wait']) })

    const ids = { business_id: owner.business_id, analysis_id: analysis.id }
    expect((await eventsOf(owner)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'analysis.completed', data: { ...ids, competitors_analyzed: 1 } },
      { type: 'report.generated', data: { ...ids, report_id: analysis.report_id, origin: 'subscription' } },
      ...recommendations.map(({ id, priority, action }) => ({
        type: 'recommendation.created',
        data: { ...ids, recommendation_id: id, priority, action },
      })),
    ])
  })

  test('has a report of one page without scripts, with escaped reviews', async () => {
    const { owner } = await newOwnerWithReviews()
    harness.work()
    const { report_id: reportId } = await analyze(owner)
    const page = (await readReportFile(harness.database.db, owner, reportId ?? 'rpt_', 'html'))?.toString() ?? ''
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain('<svg ')
    expect(page).toContain('What customers say about Rosso Trattoria')
    expect(page).not.toMatch(/<script|<b>|<link|<img|https?:\/\/|javascript:|url\(/)
  })

  test('has a PDF report if a browser is installed, and only HTML otherwise', { tags: ['chromium'] }, async () => {
    const { owner } = await newOwnerWithReviews()
    const filesOf = async () => {
      const { report_id: reportId } = await analyze(owner)
      const report = await findReport(harness.database.db, owner, reportId ?? 'rpt_')
      return { reportId: reportId ?? 'rpt_', formats: report?.files.map(({ format }) => format) }
    }
    harness.work({ SVC_PDF_BROWSER: 'chromium' })
    const { reportId, formats } = await filesOf()
    expect(formats).toEqual(['html', 'pdf'])
    const pdf = await readReportFile(harness.database.db, owner, reportId, 'pdf')
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf?.length).toBeGreaterThan(20_000)

    await harness.reset()
    harness.work({ SVC_PDF_BROWSER: '/nowhere/chromium' })
    expect((await filesOf()).formats).toEqual(['html'])
  })

  test('has the sentences of the language model if they keep the facts, and unchanged scores', async () => {
    const { owner } = await newOwnerWithReviews()
    const stub = await startStub()
    try {
      // The model rewords every sentence and adds an offer to the last one.
      stub.behave((response, received, count) => {
        const { sentences } = JSON.parse(received.user) as { sentences: { id: string; text: string }[] }
        const reworded = sentences.map(({ id, text }, index) => ({
          id,
          text: index === sentences.length - 1 ? `${text} Free pizza for all.` : `Please note: ${text}`,
        }))
        says({ sentences: reworded })(response, received, count)
      })
      harness.work({ LLM_BASE_URL: stub.baseUrl, LLM_MODEL: 'small-model' })
      const analysis = await analyze(owner)
      expect(violations('Analysis', analysis)).toBeNull()
      expect(analysis.engine).toMatchObject({ name: 'small-model', version: embeddedEngine.version, mode: 'llm' })
      expect(analysis.summary.positives[0]).toMatch(/^Please note: /)
      expect(JSON.stringify(analysis.summary)).not.toContain('Free pizza')
      const recommendations = await recommendationsOf(owner)
      expect(recommendations.map(({ priority, action }) => ({ priority, action }))).toEqual(analysis.summary.priorities)
      expect(stub.requests).toHaveLength(1)
      expect(stub.requests[0]?.user).not.toContain('forty minutes')

      await harness.reset()
      harness.work()
      const second = await analyze(owner)
      expect(second.engine).toEqual(embeddedEngine)
      expect((await recommendationsOf(owner)).map(({ score, priority }) => [priority, score])).toEqual(
        recommendations.map(({ score, priority }) => [priority, score]),
      )
    } finally {
      await stub.close()
    }
  })

  test('stores its labels, so that the next analysis labels only new reviews', async () => {
    const { owner } = await newOwnerWithReviews()
    harness.work()
    await analyze(owner)
    const { db } = harness.database
    const unlabeled = (await storedReviews(db, owner.business_id)).filter(({ labels }) => labels === null)
    expect(unlabeled).toEqual([])
    // A mark that labeling would overwrite.
    await setReviewLanguage(db, owner.business_id, 'xx')
    await insert(owner, null, reviews(slow, 4, 200))
    const second = await analyze(owner)
    expect(second.sample.own_reviews).toBe(84)
    const labeled = (await storedReviews(db, owner.business_id)).filter(({ language }) => language === 'en')
    expect(labeled).toHaveLength(4)
  })

  test('confirms a problem that still exists, without another event, and resolves one that does not', async () => {
    const { owner } = await newOwnerWithReviews()
    harness.work()
    const first = await analyze(owner)
    const before = await recommendationsOf(owner)
    const second = await analyze(owner)
    const confirmed = await recommendationsOf(owner)
    expect(second.previous_analysis_id).toBe(first.id)
    expect(second.themes.find(({ aspect }) => aspect === 'wait')?.change).toBe(0)
    expect(confirmed.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(new Set(confirmed.map(({ analysis_id }) => analysis_id))).toEqual(new Set([second.id]))
    const created = (await eventsOf(owner)).filter(({ type }) => type === 'recommendation.created')
    expect(created).toHaveLength(before.length)

    await deleteOwnReviews(harness.database.db, owner.business_id)
    await insert(owner, null, reviews(swift, 80))
    await analyze(owner)
    const later = await recommendationsOf(owner)
    expect(later.filter(({ id }) => before.some((known) => known.id === id)).map(({ status }) => status)).toEqual(
      before.map(() => 'resolved'),
    )
  })
})

describe('a recommendation that was marked as done', () => {
  const quick: [string, number][] = [['The pasta was delicious and we were seated at once.', 5]]
  const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

  test('is followed up by every later analysis of the year, in its record and in its report, also when it is resolved', async () => {
    const { db } = harness.database
    const owner = await harness.owner()
    await insert(owner, null, reviews(slow, 80, 101))
    harness.work()
    await analyze(owner)
    const wait = (await recommendationsOf(owner)).find(({ aspect }) => aspect === 'wait')
    await mark(owner, wait?.id ?? 'rec_', 'done')
    // The mark was made 100 days ago, when the complaints ended.
    await setDoneAt(db, wait?.id ?? 'rec_', ago(100))
    await insert(owner, null, reviews(quick, 90))
    const followedUp = {
      recommendation_id: wait?.id,
      title: wait?.title,
      metric: 'negative_share',
      before: { count: 40, reviews: 80, share: 0.5 },
      after: { count: 0, reviews: 90, share: 0 },
      verdict: 'improved',
    }
    for (const status of ['resolved', 'resolved']) {
      const later = await analyze(owner)
      expect(violations('Analysis', later)).toBeNull()
      expect(later.follow_up).toMatchObject([followedUp])
      const page = (await readReportFile(db, owner, later.report_id ?? 'rpt_', 'html'))?.toString()
      expect(page).toContain(`<h3>${wait?.title}</h3><p>Before you marked it as done on `)
      expect((await recommendationsOf(owner)).find(({ id }) => id === wait?.id)).toMatchObject({ status })
    }
  })

  test('is not followed up when the mark is older than the period or was taken back', async () => {
    const { db } = harness.database
    const { owner } = await newOwnerWithReviews()
    harness.work()
    await analyze(owner)
    const [{ id } = { id: 'rec_' as const }] = await recommendationsOf(owner)
    await mark(owner, id, 'done')
    await setDoneAt(db, id, ago(366))
    expect((await analyze(owner)).follow_up).toEqual([])
    await setDoneAt(db, id, ago(50))
    expect((await analyze(owner)).follow_up).toMatchObject([{ recommendation_id: id }])
    await mark(owner, id, 'planned')
    expect((await analyze(owner)).follow_up).toEqual([])
  })
})

describe('an analysis that fails', () => {
  test.each([
    ['no_reviews', 0, [], []],
    ['no_reviews', 3, [], reviews([['', 4]], 3)],
    [
      'unsupported_language',
      5,
      [{ language: 'nl', reviews: 5 }],
      reviews(
        [
          [
            'Wij hebben heel lang op ons eten moeten wachten, maar het was wel erg lekker en de bediening was vriendelijk.',
            3,
          ],
        ],
        5,
      ),
    ],
  ])(
    'because of %s has the reason and %i reviews not analyzed in its record, and one event',
    async (reason, notAnalyzed, languages, list) => {
      const owner = await harness.owner()
      await insert(owner, null, list)
      harness.work()
      const analysis = await analyze(owner)
      expect(violations('Analysis', analysis)).toBeNull()
      const sample = { own_reviews: 0, competitor_reviews: 0, not_analyzed: notAnalyzed }
      expect(analysis).toMatchObject({ status: 'failed', failure: { reason }, report_id: null, sample, languages })
      expect(await eventsOf(owner)).toMatchObject([
        { type: 'analysis.failed', data: { analysis_id: analysis.id, reason } },
      ])
    },
  )

  test('an analysis that fails after three interruptions publishes one event', async () => {
    const owner = await harness.owner()
    const { db } = harness.database
    const { id } = await requestAnalysis(db, owner)
    const request = { limit: 10, leaseMs: 1, perGroupMax: 1, perAccountMax: 1 }
    for (let start = 1; start <= 3; start++) {
      await eventually(
        `start ${start}`,
        async () => (await claimAnalyses(db, { ...request, workerId: `worker-${start}` })).length === 1,
      )
    }
    await eventually('the third lease to end', async () => (await failInterrupted(db, harness.publisher)) === 1)
    expect(await failInterrupted(db, harness.publisher)).toBe(0)
    expect(await claimAnalyses(db, { ...request, workerId: 'worker-4' })).toEqual([])
    expect(await findAnalysis(db, owner, id)).toMatchObject({ status: 'failed', failure: { reason: 'internal_error' } })
    expect(await eventsOf(owner)).toMatchObject([
      { type: 'analysis.failed', data: { analysis_id: id, reason: 'internal_error' } },
    ])
  })

  test('an analysis that fails because of an internal error has no details', async () => {
    const { owner } = await newOwnerWithReviews()
    // Labels with the version and the shape of this engine, but with sentences on which it throws.
    const labels = { version: embeddedEngine.version, language: 'en', analyzable: true, sentences: [null] }
    await setReviewLabels(harness.database.db, owner.business_id, labels)
    harness.work()
    const analysis = await analyze(owner)
    expect(analysis).toMatchObject({
      status: 'failed',
      failure: {
        reason: 'internal_error',
        message: 'The analysis failed because of an error on our side. Start a new one.',
      },
    })
    expect(await eventsOf(owner)).toMatchObject([{ type: 'analysis.failed', data: { reason: 'internal_error' } }])
  })
})

test('a worker whose claim another worker took over writes nothing', async () => {
  const { owner } = await newOwnerWithReviews()
  const { db } = harness.database
  const { id } = await requestAnalysis(db, owner)
  const request = { limit: 1, perGroupMax: 1, perAccountMax: 1 }
  const [stale] = await claimAnalyses(db, { ...request, workerId: 'stale', leaseMs: 1 })
  await eventually(
    'the lease to end',
    async () => (await claimAnalyses(db, { ...request, workerId: 'owner', leaseMs: 60_000 })).length === 1,
  )
  if (!stale) throw new Error('Nothing was claimed.')
  const context = {
    db,
    publisher: harness.publisher,
    pdfPrinter: undefined,
    chat: null,
    clock: { now: Date.now },
    signal: new AbortController().signal,
  }
  await expect(runAnalysis(stale, context)).rejects.toThrow(LeaseLostError)
  expect(await findAnalysis(db, owner, id)).toMatchObject({ status: 'running', report_id: null })
  expect(await eventsOf(owner)).toEqual([])
})
