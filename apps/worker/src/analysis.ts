import { setImmediate as breathe } from 'node:timers/promises'
import type { Schemas } from '@generated/contract/server-types'
import {
  type ClaimedAnalysis,
  completeAnalysis,
  failAnalysis,
  findPreviousAnalysis,
  recordAnalysisEngine,
  recordAnalysisProgress,
} from '@svc/db/analyses'
import { type Business, findBusiness, setLatestAnalysis } from '@svc/db/businesses'
import { type Competitor, competitorsMax, listCompetitors, setCompetitorFindings } from '@svc/db/competitors'
import type { Connection, Database } from '@svc/db/database'
import { listOpenProblems, saveRecommendations } from '@svc/db/recommendations'
import { insertReport, type NewReport } from '@svc/db/reports'
import { type ReviewToAnalyze, readReviews, storeReviewLabels } from '@svc/db/reviews'
import type { ReviewInput } from '@svc/intelligence/aggregate'
import { type AnalysisCompleted, type AnalysisFailed, analyze } from '@svc/intelligence/analyze'
import { embeddedEngine } from '@svc/intelligence/engine'
import { labelReview, type ReviewLabels } from '@svc/intelligence/labels'
import type { Engine } from '@svc/intelligence/records'
import type { Chat } from '@svc/llm/chat'
import { rephraseAnalysis } from '@svc/llm/rephrase'
import type { Clock } from '@svc/runtime/clock'
import { type Id, newId } from '@svc/runtime/ids'
import type { NewEvent, Publisher } from '@svc/webhooks/publish'
import { renderReport } from './report-page.ts'
import type { PdfPrinter } from './report-pdf.ts'

/** Another worker has it now, or it is final. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

export interface AnalysisContext {
  db: Database
  publisher: Publisher
  /** undefined: the report is HTML alone. */
  pdfPrinter: PdfPrinter | undefined
  /** The language model for the wording; null: the words are the embedded engine's. */
  chat: Chat | null
  clock: Clock
  /** Aborted when the work is to stop; it then rejects with the signal's reason, having changed nothing that counts. */
  signal: AbortSignal
}

/** Reviews read in one statement. Their text is held in memory, and no more than that. */
const chunkSize = 200

/** How often the analysis shows how far it has come. */
const progressMs = 1_000

/** Labelling takes about a millisecond a review: after so many, deliveries of this process have their turn. */
const reviewsPerBreath = 10

/**
 * Reads the reviews of the period, analyses them, and writes all that follows from it in one transaction: the analysis, its
 * report, the recommendations, what is shown about each competitor, and the events. Rejects with `LeaseLostError` where the
 * claim is no longer held; then nothing has been written.
 */
export async function runAnalysis(claimed: ClaimedAnalysis, context: AnalysisContext): Promise<void> {
  const { db, clock } = context
  const { owner, period } = claimed
  if (!(await recordAnalysisEngine(db, claimed, embeddedEngine))) throw new LeaseLostError()
  const business = await findBusiness(db, owner, owner.business_id)
  if (business === undefined) throw new Error(`Business ${owner.business_id} is gone.`)
  const { items: competitors } = await listCompetitors(db, owner, { limit: competitorsMax })
  const previous = await findPreviousAnalysis(db, owner, claimed.id)

  const result = await analyze({
    business,
    competitors,
    reviews: readLabelled(claimed, { ...context, business, competitors }),
    period,
    previous: previous === undefined ? null : { themes: previous.themes },
    openRecommendations: await listOpenProblems(db, owner),
    now: new Date(clock.now()),
  })
  context.signal.throwIfAborted()
  if (result.status === 'failed') await writeFailure(claimed, result, context)
  else {
    const worded = await rephraseAnalysis(context.chat, result, { signal: context.signal })
    context.signal.throwIfAborted()
    const { engine } = worded
    await writeResult(claimed, worded.result, { ...context, business, engine, previousId: previous?.id ?? null })
  }
}

/** Labels what is new since the last analysis, keeps the labels, hands on one review after the other, and shows how many there were. */
async function* readLabelled(
  claimed: ClaimedAnalysis,
  { db, signal, business, competitors }: AnalysisContext & { business: Business; competitors: Competitor[] },
): AsyncGenerator<ReviewInput> {
  const { owner, period } = claimed
  const read: Schemas['AnalysisSample'] = { own_reviews: 0, competitor_reviews: 0, not_analyzed: 0 }
  let shownMs = performance.now()
  const subjects = [{ id: null, trade: business.trade }, ...competitors]
  for (const { id, trade } of subjects) {
    for await (const chunk of readReviews(db, owner, id, { ...period, limit: chunkSize })) {
      const found: { id: Id<'rev'>; language: string | null; labels: ReviewLabels }[] = []
      for (const [place, review] of chunk.entries()) {
        if (review.labels_version === embeddedEngine.version) continue
        if (place % reviewsPerBreath === 0) await breathe()
        const labels = labelReview(review.text, { trade })
        review.labels = labels
        found.push({ id: review.id, language: labels.language === 'und' ? null : labels.language, labels })
      }
      signal.throwIfAborted()
      if (found.length > 0) await storeReviewLabels(db, owner, embeddedEngine.version, found)
      for (const review of chunk.map(withLabels)) {
        if (!review.labels?.analyzable) read.not_analyzed += 1
        else if (id === null) read.own_reviews += 1
        else read.competitor_reviews += 1
        yield review
      }
      if (performance.now() - shownMs < progressMs) continue
      shownMs = performance.now()
      if (!(await recordAnalysisProgress(db, claimed, read))) throw new LeaseLostError()
    }
  }
}

function withLabels({ labels, ...review }: ReviewToAnalyze): ReviewInput {
  // Only this function's caller writes the column, and it has just made the labels anew where their version was another.
  return { ...review, labels: labels as ReviewLabels }
}

async function writeFailure(
  claimed: ClaimedAnalysis,
  { reason, message }: AnalysisFailed,
  { db, publisher }: AnalysisContext,
): Promise<void> {
  const { owner } = claimed
  await db.transaction(async (transaction) => {
    const failed = await failAnalysis(transaction, claimed, { reason, message })
    if (failed === undefined) throw new LeaseLostError()
    const data = { business_id: owner.business_id, analysis_id: claimed.id, reason }
    await publisher.publish(transaction, owner, [{ type: 'analysis.failed', data }])
  })
}

async function writeResult(
  claimed: ClaimedAnalysis,
  result: AnalysisCompleted,
  {
    db,
    publisher,
    pdfPrinter,
    clock,
    signal,
    business,
    engine,
    previousId,
  }: AnalysisContext & { business: Business; engine: Engine; previousId: Id<'ana'> | null },
): Promise<void> {
  const { owner, period } = claimed
  const reportId = newId('rpt', clock)
  const { competitors_analyzed, summary, sample, themes, comparison, report } = result
  const page = renderReport({ business, period, ...report })
  const files: NewReport['files'][number][] = [{ format: 'html', content: Buffer.from(page) }]
  const pdf = await pdfPrinter?.print(page, signal)
  signal.throwIfAborted()
  if (pdf !== undefined) files.push({ format: 'pdf', content: pdf })

  await db.transaction(async (transaction) => {
    const completed = await completeAnalysis(transaction, claimed, {
      competitors_analyzed,
      summary,
      sample,
      themes,
      comparison,
      previous_analysis_id: previousId,
      report_id: reportId,
      engine,
    })
    if (completed === undefined) throw new LeaseLostError()
    await insertReport(transaction, owner, {
      id: reportId,
      analysis_id: claimed.id,
      origin: 'subscription',
      title: report.title,
      sections: report.sections,
      period,
      files,
    })
    const created = await writeFindings(transaction, claimed, result)
    const ids = { business_id: owner.business_id, analysis_id: claimed.id }
    await publisher.publish(transaction, owner, [
      { type: 'analysis.completed', data: { ...ids, competitors_analyzed } },
      { type: 'report.generated', data: { ...ids, report_id: reportId } },
      ...created.map(
        ({ id, priority, action }): NewEvent => ({
          type: 'recommendation.created',
          data: { ...ids, recommendation_id: id, priority, action },
        }),
      ),
    ])
  })
}

/** Recommendations, competitors and the pointer of the business; returns the recommendations that are new. */
async function writeFindings(transaction: Connection, { id, owner }: ClaimedAnalysis, result: AnalysisCompleted) {
  const { created } = await saveRecommendations(transaction, owner, id, result.recommendations)
  await setCompetitorFindings(
    transaction,
    owner,
    // The ids are those of the competitors that went in.
    result.standings.map(({ competitor_id, ...findings }) => ({ id: competitor_id as Id<'cmp'>, ...findings })),
  )
  await setLatestAnalysis(transaction, owner, id)
  return created
}
