import type { Failure } from './failure.ts'

/** `reports/contract/summary.json`. */
export interface Summary {
  /** As the process ends: 0 no failure, 1 failures, 2 it could not run. */
  exit_code: 0 | 1 | 2
  /** Why it could not run. */
  error: string | null
  mode: string
  seed: number
  target: string
  /** Whether every lane ran to its end on every operation, so that what is uncovered is a failure. */
  is_whole: boolean
  /** Operations in a phase, sequences along links, questions of scripts, and what lanes expected of their counts. */
  passed: number
  failed: number
  cases: number
  seconds: number
  lanes: LaneSummary[]
  failures: Failure[]
  coverage: Coverage
  slowest: { operation: string; ms: number; lane: string }[]
  /** What was made on a service that is not ours, and taken away again. */
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
  /** Operation → status → how often. */
  statusCounts: Record<string, Record<string, number>>
}

/** One documented status of one operation, and how often each lane got it. */
export interface Cell {
  operation: string
  status: string
  /** Lane → how often. */
  lanes: Record<string, number>
  count: number
  /** Why no lane reaches it. */
  reason?: string
}

export interface Coverage {
  documented: number
  reached: number
  /** What no lane reached first, then as the contract has it. */
  cells: Cell[]
  /** `getReport 304`, without those that have a reason. */
  notReached: string[]
  /** What is wrong with that: a failure each. */
  problems: string[]
}
