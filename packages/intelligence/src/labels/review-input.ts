import type { Source } from '@generated/contract/enums'
import type { ReviewLabels } from './labels.ts'

/** One review, as an analysis reads it. */
export interface ReviewInput {
  id: `rev_${string}`
  /** Null for a review of the business itself. */
  competitor_id: `cmp_${string}` | null
  source: Source
  rating: number | null
  text: string
  published_at: string | null
  /** Whether the owner has replied; null where replies cannot be seen. */
  owner_replied: boolean | null
  /** The stored labels. Without labels, or with those of another engine version, the analysis labels the review. */
  labels: ReviewLabels | null
}
