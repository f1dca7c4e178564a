import type { Schemas } from '@generated/contract/server-types'
import { type ClaimedAnalysis, recordAnalysisProgress } from '@svc/db/analyses'
import type { Business } from '@svc/db/businesses'
import type { Competitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import { readReviews } from '@svc/db/review-labels'
import type { ReviewInput } from '@svc/intelligence/labels/review-input'
import { type LabeledReview, labelChunkSize, labelReviews } from './label-reviews.ts'
import { LeaseLostError } from './lease.ts'

/** The interval at which the progress of an analysis is written. */
const progressIntervalMs = 1_000

type Sample = Schemas['AnalysisSample']

/**
 * Yields the reviews of the period of an analysis, own reviews first. Labels reviews that have no labels of this engine
 * yet, and writes the progress of the analysis. Rejects with `LeaseLostError` if the lease is no longer held, and with
 * the reason of the signal if it aborts.
 */
export async function* readLabeledReviews(
  claimed: ClaimedAnalysis,
  context: { db: Connection; signal: AbortSignal; business: Business; competitors: readonly Competitor[] },
): AsyncGenerator<ReviewInput> {
  const { db, signal, business, competitors } = context
  const { owner, period } = claimed
  const sample: Sample = { own_reviews: 0, competitor_reviews: 0, not_analyzed: 0 }
  let progressWrittenMs = performance.now()
  for (const { id, trade } of [{ id: null, trade: business.trade }, ...competitors]) {
    for await (const chunk of readReviews(db, owner, id, { ...period, limit: labelChunkSize })) {
      const reviews = await labelReviews(
        db,
        owner,
        chunk.map((review) => ({ ...review, trade })),
      )
      signal.throwIfAborted()
      for (const review of reviews) {
        countReview(sample, review)
        yield review
      }
      if (performance.now() - progressWrittenMs < progressIntervalMs) continue
      progressWrittenMs = performance.now()
      if (!(await recordAnalysisProgress(db, claimed, sample))) throw new LeaseLostError()
    }
  }
}

function countReview(sample: Sample, { labels, competitor_id }: LabeledReview): void {
  if (!labels.analyzable) sample.not_analyzed += 1
  else if (competitor_id === null) sample.own_reviews += 1
  else sample.competitor_reviews += 1
}
