import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trade } from '@generated/contract/enums'
import type { Connection } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { type FoundLabels, type ReviewToRead, storeReviewLabels } from '@svc/db/review-labels'
import { compareToEngine, embeddedEngine } from '@svc/intelligence/engine'
import { labelReview, type ReviewLabels } from '@svc/intelligence/labels/labels'
import { summarizeReview } from '@svc/intelligence/labels/review-summary'

/** Reviews read and labeled at a time. At most their text is held in memory. */
export const labelChunkSize = 200

/**
 * The number of reviews that are labeled before other work of this process continues. Labeling takes about a
 * millisecond per review.
 */
const reviewsPerTurn = 10

export interface LabeledReview extends ReviewToRead {
  labels: ReviewLabels
}

/**
 * Labels reviews of one business and stores the labels, for analyses and the maintenance of reviews. Earlier labels of
 * the same engine are kept, and stored labels of a newer engine are not replaced. Returns the reviews with the labels
 * of this engine.
 */
export async function labelReviews(
  db: Connection,
  owner: Owner,
  reviews: readonly (ReviewToRead & { trade: Trade })[],
): Promise<LabeledReview[]> {
  const labeled: LabeledReview[] = []
  const found: FoundLabels[] = []
  for (const [index, { trade, ...review }] of reviews.entries()) {
    if (isReadable(review)) {
      labeled.push(review)
      if (review.labels_state === 'done') continue
    } else {
      if (index % reviewsPerTurn === 0) await nextTurn()
      labeled.push({ ...review, labels: labelReview(review.text, { trade }) })
    }
    const added = labeled.at(-1)
    if (added !== undefined && !isLabeledByNewer(review)) found.push(foundIn(added))
  }
  if (found.length > 0) await storeReviewLabels(db, owner, embeddedEngine.version, found)
  return labeled
}

function foundIn({ id, updated_at, rating, labels }: LabeledReview): FoundLabels {
  const language = labels.language === 'und' ? null : labels.language
  return { id, updated_at, language, labels, ...summarizeReview(labels, rating) }
}

/** Returns whether the review was labeled by a newer release that another worker already runs. */
function isLabeledByNewer({ labels_version, labels_state }: ReviewToRead): boolean {
  return labels_version !== null && labels_state === 'done' && compareToEngine(labels_version) > 0
}

/**
 * Returns whether the review has labels of this engine. Only the outer structure is checked, because only this engine
 * version writes `sentences`.
 */
function isReadable(review: ReviewToRead): review is LabeledReview {
  const { labels, labels_version } = review
  return (
    labels_version === embeddedEngine.version &&
    typeof labels === 'object' &&
    labels !== null &&
    'language' in labels &&
    typeof labels.language === 'string' &&
    'analyzable' in labels &&
    typeof labels.analyzable === 'boolean' &&
    'sentences' in labels &&
    Array.isArray(labels.sentences)
  )
}
