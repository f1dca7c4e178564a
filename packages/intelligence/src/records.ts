/** The wire records that the engine produces, named and shaped as in the published contract. */

export const aspects = [
  'quality',
  'service',
  'price',
  'wait',
  'booking',
  'cleanliness',
  'ambience',
  'comfort',
  'location',
  'communication',
  'trust',
  'safety',
  'general',
] as const
export type Aspect = (typeof aspects)[number]

export type Trade = 'restaurant' | 'hotel' | 'salon' | 'garage' | 'dentist' | 'retail' | 'other'
export type Source = 'google' | 'yelp' | 'tripadvisor' | 'facebook' | 'other'
export type Verdict = 'they_lead' | 'we_lead' | 'level' | 'insufficient_data'
export type FailureReason = 'no_reviews' | 'unsupported_language'

export interface Engine {
  name: string
  version: string
  mode: 'embedded' | 'llm'
  fallback_reason: 'timeout' | 'unavailable' | 'rejected' | 'rate_limited' | null
}

export interface Period {
  from: string
  to: string
}

export interface ReviewStats {
  average_rating: number | null
  review_count: number
  reviews_90d: number
  rating_change_90d: number | null
  response_rate_90d: number | null
}

export interface Quote {
  review_id: `rev_${string}`
  /** null: a review of the business itself. */
  competitor_id: `cmp_${string}` | null
  source: Source
  rating: number | null
  /** A verbatim slice of the review, 1 to 240 characters, without personal data. */
  text: string
  published_at: string | null
}

export interface Sentiment {
  mentions: number
  share: number
  net: number | null
}

export interface Theme {
  aspect: Aspect
  label: string
  own: Sentiment
  competitors: Sentiment
  verdict: Verdict
  change: number | null
  quotes: Quote[]
}

export interface Summary {
  positives: string[]
  negatives: string[]
  priorities: { priority: number; action: string }[]
}

export interface Standing {
  competitor_id: `cmp_${string}`
  name: string
  review_stats: ReviewStats
  verdict: Verdict
}

export type Effort = 'low' | 'medium' | 'high'

export interface Metric {
  name: 'negative_share' | 'net_sentiment' | 'response_rate' | 'average_rating'
  current: number | null
  target: number
  horizon_days: number
}

export interface Factors {
  frequency: number
  impact: number
  gap: number
  trend: number
  severity: number
  confidence: number
}

/** A recommendation as the contract shows it, without what the caller's store adds (ids, status, times). */
export interface Recommendation {
  /** Stable name of the problem, so that the next analysis confirms or resolves the same record. Not on the wire. */
  problem_key: string
  priority: number
  aspect: Aspect
  score: number
  title: string
  action: string
  rationale: string
  urgent: boolean
  effort: Effort
  metric: Metric
  factors: Factors
  evidence: Quote[]
}

export interface Chart {
  kind: 'bar' | 'line'
  unit: 'share' | 'rating' | 'count' | 'score'
  series: { name: string; points: { label: string; value: number }[] }[]
}

export interface ReportSection {
  key: 'overview' | 'strengths' | 'weaknesses' | 'comparison' | 'trend' | 'priorities' | 'method'
  heading: string
  text: string
  quotes: Quote[]
  chart: Chart | null
}

export interface ReportContent {
  title: string
  sections: ReportSection[]
}

export interface ReplyRequest {
  review: { rating: number; text?: string; author_name?: string; source?: Source }
  tone?: 'warm' | 'professional' | 'concise' | 'apologetic'
  length?: 'short' | 'medium' | 'long'
  language?: string
  facts?: string[]
  signature?: string
  variants?: number
}

export interface Claim {
  text: string
  supported_by: 'review' | 'fact'
  quote: string
}

/** In the order in which the contract lists them. */
export const replyWarnings = [
  'health_safety',
  'legal_threat',
  'discrimination',
  'abuse',
  'personal_data',
  'staff_named',
  'refund_request',
  'incentive',
  'prompt_injection',
  'rating_mismatch',
  'unsupported_claim',
  'too_similar',
  'low_confidence',
  'language_unsupported',
] as const
export type ReplyWarning = (typeof replyWarnings)[number]

export interface ReplyDraft {
  language: string
  variants: { text: string; claims: Claim[] }[]
  warnings: ReplyWarning[]
}
