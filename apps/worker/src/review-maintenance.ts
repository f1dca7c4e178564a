import { competitorsMax, deleteRemovedCompetitors, listCompetitors } from '@svc/db/competitors'
import type { Connection, Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { findReportToPrint, storePrint } from '@svc/db/review-erasure'
import {
  listLabelVersions,
  listLabelVersionsOfAll,
  readReviewsLabeledBy,
  readReviewsToLabel,
} from '@svc/db/review-labels'
import {
  type ClaimedMaintenance,
  claimReviewMaintenance,
  recordFollowedUp,
  releaseReviewMaintenance,
  requestReviewMaintenance,
} from '@svc/db/review-maintenance'
import { refreshReviewStats } from '@svc/db/reviews'
import { compareToEngine } from '@svc/intelligence/engine'
import type { Logger } from '@svc/runtime/logger'
import { labelChunkSize, labelReviews } from './label-reviews.ts'
import { type Loop, type LoopContext, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { PdfPrinter } from './report/pdf.ts'
import type { WorkWaiter } from './work-waiters.ts'

interface ReviewMaintenanceOptions {
  db: Database
  metrics: WorkerMetrics
  workerId: string
  work: WorkWaiter
  /** undefined: reports are only HTML. */
  pdfPrinter: PdfPrinter | undefined
  logger: Logger
  leaseMs: number
}

const pollMs = 200

/** Well within a lease. */
const printTimeoutMs = 15_000

/** The number of reviews deleted in one statement. */
const deletedAtOnce = 1_000

/**
 * Processes changed reviews, one business at a time: deletes reviews of removed competitors, labels pending reviews,
 * prints reports that lost a quote, updates the statistics, and then replaces labels of older engines. The progress is
 * stored after every chunk, so that another worker can continue. After a third of the lease, the worker continues with
 * the next business.
 */
export function startReviewMaintenance(options: ReviewMaintenanceOptions): Loop {
  const { db, metrics, workerId, work, pdfPrinter, logger, leaseMs } = options
  return startLoop('review maintenance', {
    logger,
    metrics,
    async iterate(context) {
      if (!(await work.isDue(context))) return
      const caps = { perGroupMax: 1, perAccountMax: 1 }
      const [claimed] = await claimReviewMaintenance(db, { workerId, limit: 1, leaseMs, ...caps })
      if (claimed === undefined) return context.pause(pollMs)
      await keepUp(db, claimed, { context, pdfPrinter, sliceMs: leaseMs / 3 })
    },
  })
}

/** The time at which the worker continues with the next business. */
interface TimeSlice {
  context: LoopContext
  endMs: number
}

function isOver({ context, endMs }: TimeSlice): boolean {
  return context.stopping || performance.now() > endMs
}

async function keepUp(
  db: Database,
  claimed: ClaimedMaintenance,
  { context, pdfPrinter, sliceMs }: { context: LoopContext; pdfPrinter: PdfPrinter | undefined; sliceMs: number },
): Promise<void> {
  const slice = { context, endMs: performance.now() + sliceMs }
  let isFinished = false
  try {
    if (claimed.followed_up < claimed.requests) {
      if (!(await followUp(db, claimed.owner, { slice, pdfPrinter }))) return
      await recordFollowedUp(db, claimed)
    }
    isFinished = await labelOutdated(db, claimed.owner, slice)
  } finally {
    await releaseReviewMaintenance(db, claimed, { isFinished })
  }
}

/** Processes changed reviews. Returns false if the time was over before everything was done. */
async function followUp(
  db: Database,
  owner: Owner,
  { slice, pdfPrinter }: { slice: TimeSlice; pdfPrinter: PdfPrinter | undefined },
): Promise<boolean> {
  while (!isOver(slice)) {
    const deleted = await deleteRemovedCompetitors(db, owner, { limit: deletedAtOnce })
    if (deleted < deletedAtOnce) break
  }
  let areLabeled = false
  while (!areLabeled) {
    if (isOver(slice)) return false
    const chunk = await readReviewsToLabel(db, owner, { limit: labelChunkSize })
    await labelReviews(db, owner, chunk)
    areLabeled = chunk.length < labelChunkSize
  }
  if (!(await printReports(db, owner, { pdfPrinter, slice }))) return false
  await refreshReviewStatsOf(db, owner)
  return true
}

/** Replacing old labels takes at most half of a core, because it is not urgent. */
const pausePerWork = 1

/**
 * Replaces labels of older engines, which filters and reads use until then. Returns false if the time was over before
 * all were replaced.
 */
async function labelOutdated(db: Database, owner: Owner, slice: TimeSlice): Promise<boolean> {
  const versions = (await listLabelVersions(db, owner)).filter((version) => compareToEngine(version) < 0)
  while (versions.length > 0) {
    if (isOver(slice)) return false
    const startedMs = performance.now()
    const chunk = await readReviewsLabeledBy(db, owner, versions, { limit: labelChunkSize })
    await labelReviews(db, owner, chunk)
    if (chunk.length < labelChunkSize) break
    await slice.context.pause((performance.now() - startedMs) * pausePerWork)
  }
  return true
}

/** Asks for the maintenance of every business that has labels of an older engine. */
export async function requestRelabeling(db: Database): Promise<void> {
  for (const { labels_version, ...owner } of await listLabelVersionsOfAll(db))
    if (compareToEngine(labels_version) < 0)
      await db.transaction((transaction) => requestReviewMaintenance(transaction, owner))
}

/** Prints the reports that lost a quote. Returns true if there are no more reports to print. */
async function printReports(
  db: Database,
  owner: Owner,
  { pdfPrinter, slice }: { pdfPrinter: PdfPrinter | undefined; slice: TimeSlice },
): Promise<boolean> {
  for (;;) {
    const report = await findReportToPrint(db, owner)
    if (report === undefined) return true
    if (isOver(slice)) return false
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
