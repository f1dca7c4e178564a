import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Schemas } from '@generated/contract/server-types'
import { type ClaimedAnalysis, recordAnalysisProgress } from '@svc/db/analyses'
import type { Business } from '@svc/db/businesses'
import type { Competitor } from '@svc/db/competitors'
import type { Connection } from '@svc/db/database'
import { type ReviewToAnalyze, readReviews, storeReviewLabels } from '@svc/db/reviews'
import { embeddedEngine } from '@svc/intelligence/engine'
import { labelReview, type ReviewLabels } from '@svc/intelligence/labels'
import type { ReviewInput } from '@svc/intelligence/review-input'
import { LeaseLostError } from './lease-lost-error.ts'

/** Reviews read in one statement. At most their text is held in memory at a time. */
const chunkSize = 200

/** How often the progress of an analysis is written. */
const progressIntervalMs = 1_000

/** Labeling takes about a millisecond a review: after this many, the deliveries of this process get their turn. */
const reviewsPerTurn = 10

type Sample = Schemas['AnalysisSample']

interface LabeledReview extends ReviewInput {
  labels: ReviewLabels
}

/**
 * Yields the reviews of the period of an analysis, own ones first. Labels those that have no labels of this engine yet
 * and stores the labels, and writes the progress of the analysis. Rejects with `LeaseLostError` when the claim is no
 * longer held, and with the signal's reason when it aborts.
 */
export async function* readLabeledReviews(
  claimed: ClaimedAnalysis,
  context: { db: Connection; signal: AbortSignal; business: Business; competitors: readonly Competitor[] },
): AsyncGenerator<ReviewInput> {
  const { db, signal, business, competitors } = context
  const sample: Sample = { own_reviews: 0, competitor_reviews: 0, not_analyzed: 0 }
  let progressWrittenMs = performance.now()
  for (const { id, trade } of [{ id: null, trade: business.trade }, ...competitors]) {
    for await (const chunk of readReviews(db, claimed.owner, id, { ...claimed.period, limit: chunkSize })) {
      const { reviews, added } = await labelChunk(chunk, trade)
      signal.throwIfAborted()
      await storeLabels(db, claimed, added)
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

/** The reviews with labels; `added` are those whose labels are new. */
async function labelChunk(
  chunk: readonly ReviewToAnalyze[],
  trade: Business['trade'],
): Promise<{ reviews: LabeledReview[]; added: LabeledReview[] }> {
  const reviews: LabeledReview[] = []
  const added: LabeledReview[] = []
  for (const [index, { labels: stored, ...review }] of chunk.entries()) {
    if (review.labels_version === embeddedEngine.version && isReviewLabels(stored)) {
      reviews.push({ ...review, labels: stored })
      continue
    }
    if (index % reviewsPerTurn === 0) await nextTurn()
    const labeled = { ...review, labels: labelReview(review.text, { trade }) }
    reviews.push(labeled)
    added.push(labeled)
  }
  return { reviews, added }
}

async function storeLabels(
  db: Connection,
  { owner }: ClaimedAnalysis,
  reviews: readonly LabeledReview[],
): Promise<void> {
  if (reviews.length === 0) return
  const rows = reviews.map(({ id, labels }) => {
    return { id, language: labels.language === 'und' ? null : labels.language, labels }
  })
  await storeReviewLabels(db, owner, embeddedEngine.version, rows)
}

function countReview(sample: Sample, { labels, competitor_id }: LabeledReview): void {
  if (!labels.analyzable) sample.not_analyzed += 1
  else if (competitor_id === null) sample.own_reviews += 1
  else sample.competitor_reviews += 1
}

/** The outer shape of stored labels; what is in `sentences` is only written by this engine version. */
function isReviewLabels(stored: unknown): stored is ReviewLabels {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'language' in stored &&
    typeof stored.language === 'string' &&
    'analyzable' in stored &&
    typeof stored.analyzable === 'boolean' &&
    'sentences' in stored &&
    Array.isArray(stored.sentences)
  )
}
