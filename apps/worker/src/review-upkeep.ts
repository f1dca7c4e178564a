import { competitorsMax, deleteRemovedCompetitors, listCompetitors } from '@svc/db/competitors'
import type { Connection, Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { findReportToPrint, storePrint } from '@svc/db/review-erasure'
import { readReviewsToLabel } from '@svc/db/review-labels'
import { type ClaimedUpkeep, claimReviewUpkeep, releaseReviewUpkeep } from '@svc/db/review-upkeep'
import { refreshReviewStats } from '@svc/db/reviews'
import type { Logger } from '@svc/runtime/logger'
import { labelChunkSize, labelReviews } from './label-reviews.ts'
import { type Loop, type LoopContext, startLoop } from './loop.ts'
import type { PdfPrinter } from './report/pdf.ts'

interface ReviewUpkeepOptions {
  db: Database
  workerId: string
  /** undefined: reports are only HTML. */
  pdfPrinter: PdfPrinter | undefined
  logger: Logger
  leaseMs: number
}

const pollMs = 200

/** Well within a lease. */
const printTimeoutMs = 15_000

/** Reviews deleted in one statement. */
const deletedAtOnce = 1_000

/**
 * Follows up on changed reviews, one business at a time: deletes those of removed competitors, labels those that are
 * pending, prints reports that lost a quote, then counts the statistics.
 * What is done is stored after every chunk, so that another worker continues there. A business keeps the worker for a
 * third of its lease; then it is the turn of the next one.
 */
export function startReviewUpkeep({ db, workerId, pdfPrinter, logger, leaseMs }: ReviewUpkeepOptions): Loop {
  return startLoop('review upkeep', {
    logger,
    async iterate(context) {
      const caps = { perGroupMax: 1, perAccountMax: 1 }
      const [claimed] = await claimReviewUpkeep(db, { workerId, limit: 1, leaseMs, ...caps })
      if (claimed === undefined) return context.pause(pollMs)
      await keepUp(db, claimed, { context, pdfPrinter, turnMs: leaseMs / 3 })
    },
  })
}

async function keepUp(
  db: Database,
  claimed: ClaimedUpkeep,
  { context, pdfPrinter, turnMs }: { context: LoopContext; pdfPrinter: PdfPrinter | undefined; turnMs: number },
): Promise<void> {
  const endMs = performance.now() + turnMs
  let isFinished = false
  try {
    while (!context.stopping && performance.now() < endMs) {
      const deleted = await deleteRemovedCompetitors(db, claimed.owner, { limit: deletedAtOnce })
      if (deleted < deletedAtOnce) break
    }
    while (!isFinished && !context.stopping && performance.now() < endMs) {
      const chunk = await readReviewsToLabel(db, claimed.owner, { limit: labelChunkSize })
      await labelReviews(db, claimed.owner, chunk)
      isFinished = chunk.length < labelChunkSize
    }
    if (isFinished) isFinished = await printReports(db, claimed.owner, { pdfPrinter, endMs, context })
    if (isFinished) await refreshReviewStatsOf(db, claimed.owner)
  } finally {
    await releaseReviewUpkeep(db, claimed, { isFinished })
  }
}

/** Prints the reports that lost a quote. True when none is left to print. */
async function printReports(
  db: Database,
  owner: Owner,
  { pdfPrinter, endMs, context }: { pdfPrinter: PdfPrinter | undefined; endMs: number; context: LoopContext },
): Promise<boolean> {
  for (;;) {
    const report = await findReportToPrint(db, owner)
    if (report === undefined) return true
    if (context.stopping || performance.now() > endMs) return false
    const pdf = await pdfPrinter?.print(report.page.toString(), AbortSignal.timeout(printTimeoutMs))
    await storePrint(db, owner, report, pdf)
  }
}

/** Counts the statistics of the business and of each of its competitors. */
export async function refreshReviewStatsOf(db: Connection, owner: Owner): Promise<void> {
  const { items: competitors } = await listCompetitors(db, owner, { limit: competitorsMax })
  for (const competitorId of [null, ...competitors.map(({ id }) => id)])
    await refreshReviewStats(db, owner, competitorId)
}
