import * as bounds from '@generated/contract/bounds'
import type { FailureReason } from '@generated/contract/enums'
import {
  type ClaimedAnalysis,
  completeAnalysis,
  failAnalysis,
  findPreviousAnalysis,
  recordAnalysisEngine,
} from '@svc/db/analyses'
import { type Business, findBusiness, setLatestAnalysis } from '@svc/db/businesses'
import { competitorsMax, listCompetitors, setCompetitorFindings } from '@svc/db/competitors'
import type { Database, Transaction } from '@svc/db/database'
import { listDoneRecommendations, listUnresolvedProblems, saveRecommendations } from '@svc/db/recommendations'
import type { Owner } from '@svc/db/records'
import { insertReport, type NewReport } from '@svc/db/reports'
import { findMissingReviews, lockErasure } from '@svc/db/review-erasure'
import { analyze } from '@svc/intelligence/analysis/analyze'
import { embeddedEngine } from '@svc/intelligence/engine'
import type { AnalysisCompleted, Engine } from '@svc/intelligence/records'
import type { Chat } from '@svc/llm/chat'
import { rephraseAnalysis } from '@svc/llm/rephrase'
import { renderReport } from '@svc/report-pages/page'
import { eraseQuotes } from '@svc/review-erasure/erase'
import type { Clock } from '@svc/runtime/clock'
import { type Id, newId } from '@svc/runtime/ids'
import type { NewEvent } from '@svc/webhooks/new-event'
import type { Publisher } from '@svc/webhooks/publish'
import { readLabeledReviews } from './labeled-reviews.ts'
import { LeaseLostError } from './lease.ts'
import type { PdfPrinter } from './report/pdf.ts'

interface AnalysisContext {
  db: Database
  publisher: Publisher
  /** undefined: reports are only HTML. */
  pdfPrinter: PdfPrinter | undefined
  /** The language model that rephrases. If null, the text of the embedded engine is used. */
  chat: Chat | null
  clock: Clock
  /** If it aborts, `runAnalysis` rejects with its reason and writes no result. */
  signal: AbortSignal
}

/** The number of recommendations that an analysis follows up. */
const followedUpMax = bounds.Analysis.follow_up.maxItems

/**
 * Reads the reviews of the period, analyzes them, and writes the results in one transaction: the analysis, its report,
 * the recommendations, the findings about each competitor, and the events. Rejects with `LeaseLostError` if the lease
 * is lost; nothing is written in that case.
 */
export async function runAnalysis(claimed: ClaimedAnalysis, context: AnalysisContext): Promise<'completed' | 'failed'> {
  const { db, clock } = context
  const { owner, period } = claimed
  if (!(await recordAnalysisEngine(db, claimed, embeddedEngine))) throw new LeaseLostError()
  const business = await findBusiness(db, owner, owner.business_id)
  if (business === undefined) throw new Error(`Business ${owner.business_id} does not exist.`)
  const { items: competitors } = await listCompetitors(db, owner, { limit: competitorsMax })
  const previous = await findPreviousAnalysis(db, owner, claimed.id)

  const result = await analyze({
    business,
    competitors,
    reviews: readLabeledReviews(claimed, { db, signal: context.signal, business, competitors }),
    period,
    previous: previous === undefined ? null : { themes: previous.themes },
    openRecommendations: await listUnresolvedProblems(db, owner),
    doneRecommendations: await listDoneRecommendations(db, owner, { ...period, limit: followedUpMax }),
    now: new Date(clock.now()),
  })
  context.signal.throwIfAborted()
  if (result.status === 'failed') {
    const { reason, message, sample, languages } = result
    await writeFailure(claimed, { reason, message, counts: { sample, languages } }, context)
    return 'failed'
  }
  const rephrased = await rephraseAnalysis(context.chat, result, { signal: context.signal })
  context.signal.throwIfAborted()
  const { engine } = rephrased
  await writeResult(claimed, rephrased.result, { ...context, business, engine, previousId: previous?.id ?? null })
  return 'completed'
}

/**
 * Marks the analysis as failed and publishes the event. Without counts, the recorded progress is kept. Rejects with
 * `LeaseLostError` if the lease is no longer held.
 */
export async function writeFailure(
  claimed: ClaimedAnalysis,
  {
    counts,
    ...failure
  }: { reason: FailureReason; message: string; counts?: Pick<AnalysisCompleted, 'sample' | 'languages'> },
  { db, publisher }: Pick<AnalysisContext, 'db' | 'publisher'>,
): Promise<void> {
  const { owner } = claimed
  await db.transaction(async (transaction) => {
    const failed = await failAnalysis(transaction, claimed, failure, counts)
    if (failed === undefined) throw new LeaseLostError()
    const data = { business_id: owner.business_id, analysis_id: claimed.id, reason: failure.reason }
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
  const { owner, period, report_origin: origin } = claimed
  const reportId = newId('rpt', clock)
  const { competitors_analyzed, report } = result
  const page = renderReport({ business, period, ...report })
  const files: NewReport['files'][number][] = [{ format: 'html', content: Buffer.from(page) }]
  const pdf = await pdfPrinter?.print(page, signal)
  signal.throwIfAborted()
  if (pdf !== undefined) files.push({ format: 'pdf', content: pdf })

  await db.transaction(async (transaction) => {
    // Acquire this lock first: erasing a review locks it before the rows that quote it.
    await lockErasure(transaction, owner)
    const completed = await completeAnalysis(transaction, claimed, {
      ...result,
      previous_analysis_id: previousId,
      report_id: reportId,
      engine,
    })
    if (completed === undefined) throw new LeaseLostError()
    await insertReport(transaction, owner, {
      ...report,
      id: reportId,
      analysis_id: claimed.id,
      origin,
      period,
      files,
    })
    const created = await writeFindings(transaction, claimed, result)
    await eraseQuotesOfDeleted(transaction, owner, result)
    const ids = { business_id: owner.business_id, analysis_id: claimed.id }
    await publisher.publish(transaction, owner, [
      { type: 'analysis.completed', data: { ...ids, competitors_analyzed } },
      { type: 'report.generated', data: { ...ids, report_id: reportId, origin } },
      ...created.map(
        ({ id, priority, action }): NewEvent => ({
          type: 'recommendation.created',
          data: { ...ids, recommendation_id: id, priority, action },
        }),
      ),
    ])
  })
}

/** A review that was deleted while the analysis ran is not quoted. */
async function eraseQuotesOfDeleted(
  transaction: Transaction,
  owner: Owner,
  { themes, leads, recommendations, report }: AnalysisCompleted,
): Promise<void> {
  const quotes = [
    ...themes.flatMap((theme) => theme.quotes),
    ...leads.flatMap((lead) => lead.quotes),
    ...recommendations.flatMap(({ evidence }) => evidence),
    ...report.sections.flatMap((section) => section.quotes),
  ]
  const deleted = await findMissingReviews(transaction, owner, [...new Set(quotes.map(({ review_id }) => review_id))])
  if (deleted.length > 0) await eraseQuotes(transaction, owner, deleted)
}

/** Writes recommendations, competitor findings and the business's latest analysis. Returns the new recommendations. */
async function writeFindings(transaction: Transaction, { id, owner }: ClaimedAnalysis, result: AnalysisCompleted) {
  const { created } = await saveRecommendations(transaction, owner, id, result.recommendations)
  await setCompetitorFindings(
    transaction,
    owner,
    result.standings.map(({ competitor_id, ...findings }) => ({ id: competitor_id, ...findings })),
  )
  await setLatestAnalysis(transaction, owner, id)
  return created
}
