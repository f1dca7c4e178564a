import { claimAnalyses, findAnalysis, requestAnalysis } from '@svc/db/analyses'
import { findReport, insertReport, readReportFile } from '@svc/db/reports'
import { findReportToPrint, replaceReport, storePrint } from '@svc/db/review-erasure'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { storeReviews } from '@svc/db/reviews'
import { knexOf } from '@svc/db/testing'
import { storedReviews, waitsForMaintenance } from '@svc/db/testing-reviews'
import { eraseReview } from '@svc/review-erasure/erase'
import { systemClock } from '@svc/runtime/clock'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAnalysis } from '../src/analysis.ts'
import { eventually, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const section = { key: 'overview' as const, heading: 'Overview', text: 'All is well.', quotes: [], chart: null }

test('an analysis does not quote a review that is deleted while it runs', async () => {
  const { db } = harness.database
  const owner = await harness.owner()
  const reviews = Array.from({ length: 40 }, (_, n) => ({
    source: 'google' as const,
    source_id: `${n}`,
    rating: 2,
    text: `We waited forty minutes for table ${n} although we had booked it a week before. Far too slow.`,
    language: null,
    published_at: new Date(Date.now() - (n + 1) * 86_400_000).toISOString(),
    owner_replied: null,
    retain_until: null,
  }))
  await storeReviews(db, owner, null, reviews)
  const { id } = await requestAnalysis(db, owner)
  const request = { workerId: 'w', limit: 1, leaseMs: 60_000, perGroupMax: 1, perAccountMax: 1 }
  const claimed = (await claimAnalyses(db, request)).find((each) => each.id === id)
  if (!claimed) throw new Error('The analysis was not claimed.')
  const deleted: string[] = []
  // The page is printed between the reading of the reviews and the writing of the result.
  const pdfPrinter = {
    async print(page: string) {
      for (const review of await storedReviews(db, owner.business_id)) {
        if (review.text === null || !page.includes(review.text.slice(0, 36))) continue
        await db.transaction((transaction) => eraseReview(transaction, owner, review.id, harness.keyring))
        deleted.push(review.id)
      }
      return undefined
    },
  }
  const { publisher } = harness
  const signal = new AbortController().signal
  await runAnalysis(claimed, { db, publisher, pdfPrinter, chat: null, clock: systemClock, signal })
  expect(deleted.length).toBeGreaterThan(0)
  const analysis = await findAnalysis(db, owner, id)
  const report = await findReport(db, owner, analysis?.report_id ?? 'rpt_')
  const page = await readReportFile(db, owner, analysis?.report_id ?? 'rpt_', 'html')
  const recommendations = await knexOf(db)('recommendations').where({ business_id: owner.business_id })
  const everything = JSON.stringify([analysis, report, page?.toString(), recommendations])
  for (const reviewId of deleted) expect(everything).not.toContain(reviewId)
  expect(page?.toString()).not.toContain('although we had booked')
})

async function reportWithPdf() {
  const { db } = harness.database
  const owner = await harness.owner()
  const analysis = await requestAnalysis(db, owner)
  await knexOf(db)('analyses').where({ id: analysis.id }).update({ status: 'completed', due_at: null })
  const files = (['html', 'pdf'] as const).map((format) => ({ format, content: Buffer.from('with a quote') }))
  const { period } = analysis
  const report = await db.transaction((transaction) =>
    insertReport(transaction, owner, {
      analysis_id: analysis.id,
      origin: 'subscription',
      title: 'November',
      sections: [section],
      period,
      files,
    }),
  )
  await db.transaction((transaction) =>
    replaceReport(transaction, owner, report.id, { sections: [section], page: Buffer.from('without it') }),
  )
  return { owner, id: report.id }
}

test('a report that lost a quote has no PDF until its new page is printed', async () => {
  const { db } = harness.database
  const { owner, id } = await reportWithPdf()
  expect(await readReportFile(db, owner, id, 'pdf')).toBeUndefined()
  const due = await findReportToPrint(db, owner)
  expect([due?.id, due?.page.toString()]).toEqual([id, 'without it'])
  if (!due) throw new Error('Nothing is due.')
  await storePrint(db, owner, { id: due.id, page: Buffer.from('an older page') }, Buffer.from('outdated'))
  expect(await readReportFile(db, owner, id, 'pdf')).toBeUndefined()
  await storePrint(db, owner, due, Buffer.from('printed'))
  expect((await readReportFile(db, owner, id, 'pdf'))?.toString()).toBe('printed')
  expect(await findReportToPrint(db, owner)).toBeUndefined()
})

test('without a browser, the worker leaves the report without a PDF and does not retry', async () => {
  const { db } = harness.database
  const { owner, id } = await reportWithPdf()
  await db.transaction((transaction) => requestReviewMaintenance(transaction, owner))
  harness.work()
  await eventually('the maintenance to end', async () => !(await waitsForMaintenance(db, owner.business_id)))
  expect(await findReportToPrint(db, owner)).toBeUndefined()
  expect(await readReportFile(db, owner, id, 'pdf')).toBeUndefined()
})
