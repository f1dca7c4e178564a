import type { Facet } from './facets.ts'
import type { Failure } from './failure.ts'

/** `reports/contract/summary.json`. */
export interface Summary {
  /** The exit code of the process: 0 no failures, 1 failures, 2 the tests could not run. */
  exit_code: 0 | 1 | 2
  /** The reason why the tests could not run. */
  error: string | null
  mode: string
  seed: number
  target: string
  /** Whether every lane ran to its end on every operation, so that an uncovered status is a failure. */
  is_whole: boolean
  /** Operations in a phase, sequences along links, requests of scripts, and expectations of counts. */
  passed: number
  failed: number
  cases: number
  seconds: number
  lanes: LaneSummary[]
  failures: Failure[]
  coverage: Coverage
  slowest: { operation: string; ms: number; lane: string }[]
  /** The ids of records that were created on a deployed service and deleted. */
  cleaned_up: string[]
}

export interface LaneSummary {
  name: string
  passed: number
  failed: number
  cases: number
  seconds: number
  /** Equal for two runs that sent the same cases. */
  case_list: string
  failed_checks: Record<string, number>
  checks: number
  unmet: string[]
  /** The number of responses by operation and status. */
  statusCounts: Record<string, Record<string, number>>
}

/** One documented status of one operation, with the number of its responses. */
export interface Cell {
  operation: string
  status: string
  /** The number of responses by lane. */
  lanes: Record<string, number>
  count: number
  /** The reason why no lane reaches it. */
  reason?: string
}

/** One relation that the contract implies for one operation. */
export interface RelationCell {
  operation: string
  relation: string
  /** The statement of the relation. */
  statement: string
  outcome: 'holds' | 'fails' | 'untested'
  /** The reason why it could not be tested. */
  reason?: string
}

/** One documented facet of one operation, with the number of its requests and responses. */
export interface FacetCell extends Facet {
  count: number
  /** The number by lane. */
  lanes: Record<string, number>
}

export interface Coverage {
  documented: number
  reached: number
  /** Unreached statuses first, then in the order of the contract. */
  cells: Cell[]
  /** `getReport 304`, without those that have a reason. */
  notReached: string[]
  /** The relations between responses that were compared. */
  relations: RelationCell[]
  /** Media types, parameters, their bounds, and enum values, in the order of the contract. */
  facets: FacetCell[]
  /** A message for each failure of the coverage. */
  problems: string[]
}
