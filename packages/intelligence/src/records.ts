import type { components } from '@generated/contract/client-types'
import type { Aspect } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'

/** The records that the engine writes, as the contract shows them; a separate type describes only the differences. */

export type Engine = Schemas['Engine']
export type Period = Schemas['Period']
export type ReviewStats = Schemas['ReviewStats']
export type Quote = Schemas['Quote']
export type Theme = Schemas['Theme']
export type AnalysisSummary = Schemas['AnalysisSummary']
export type AnalysisSample = Schemas['AnalysisSample']
export type LanguageCount = Schemas['LanguageCount']
export type CompetitorLead = Schemas['CompetitorLead']
type CompetitorComparison = Schemas['CompetitorComparison']
export type FollowUp = Schemas['FollowUp']
export type RecommendationFactors = Schemas['RecommendationFactors']
export type ReportChart = Schemas['ReportChart']
export type ReportSection = Schemas['ReportSection']
export type ReplyClaim = Schemas['ReplyClaim']

/** A recommendation before it is stored: without ids, status and times. */
export interface RecommendationDraft
  extends Omit<
    Schemas['Recommendation'],
    'id' | 'business_id' | 'analysis_id' | 'status' | 'note' | 'done_at' | 'created_at' | 'updated_at'
  > {
  /** Stable name of the problem, so that the next analysis confirms or resolves the same record. Not on the wire. */
  problem_key: string
}

export type ReportContent = Pick<Schemas['Report'], 'title' | 'sections'>

/** The result of an analysis that had enough reviews. */
export interface AnalysisCompleted {
  status: 'completed'
  /** Competitors of whom at least one review could be read. */
  competitors_analyzed: number
  summary: AnalysisSummary
  sample: AnalysisSample
  languages: LanguageCount[]
  themes: Theme[]
  comparison: CompetitorComparison[]
  leads: CompetitorLead[]
  follow_up: FollowUp[]
  /** For each competitor, clearest first, at most five of each. */
  standings: { competitor_id: `cmp_${string}`; strengths: Aspect[]; weaknesses: Aspect[] }[]
  recommendations: RecommendationDraft[]
  report: ReportContent
}

/** A request before its defaults are filled in. */
export type ReplyRequest = components['schemas']['DraftReviewReplyRequest']

/** The part of a draft that the engine writes; the API adds the rest. */
export type ReplyContent = Pick<Schemas['ReplyDraft'], 'language' | 'variants' | 'warnings'>
