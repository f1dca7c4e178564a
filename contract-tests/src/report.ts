import type { Outcome } from './schemathesis.ts'
import type { Tally } from './tally.ts'

export interface LaneResult extends Outcome {
  lane: string
  tally: Tally
  /** What the lane expected of the counts and did not get. */
  unmet: string[]
}

/** `reports/contract/summary.json`. */
export interface Summary {
  mode: string
  seed: number
  /** Scenarios: an operation in a phase, or a sequence along links; and what a lane expected of its counts. */
  passed: number
  failed: number
  cases: number
  seconds: number
  lanes: LaneSummary[]
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
  unmet: string[]
  /** Operation → status → how often. */
  answers: Record<string, Record<string, number>>
  /** Operation → its slowest answer, in milliseconds. */
  slowest_ms: Record<string, number>
}

export function summarise(results: readonly LaneResult[], { mode, seed }: { mode: string; seed: number }): Summary {
  const perLane = results.map(summariseLane)
  const sum = (field: 'passed' | 'failed' | 'cases' | 'seconds') =>
    perLane.reduce((total, lane) => total + lane[field], 0)
  return {
    mode,
    seed,
    passed: sum('passed'),
    failed: sum('failed'),
    cases: sum('cases'),
    seconds: round(sum('seconds')),
    lanes: perLane,
  }
}

function summariseLane({ lane, tally, unmet, passed, seconds }: LaneResult): LaneSummary {
  const failed = tally.scenarios.failed + unmet.length
  const answers: Record<string, Record<string, number>> = {}
  for (const [key, count] of [...tally.answers].sort()) {
    const [operationId = '', status = ''] = key.split(' ')
    answers[operationId] = { ...answers[operationId], [status]: count }
  }
  return {
    name: lane,
    passed: tally.scenarios.passed,
    // A warning that fails the run belongs to no scenario.
    failed: passed || failed > 0 ? failed : 1,
    cases: tally.cases,
    seconds: round(seconds),
    case_list: tally.caseList,
    failed_checks: Object.fromEntries(tally.failures),
    unmet,
    answers,
    slowest_ms: Object.fromEntries([...tally.slowest].map(([name, slowest]) => [name, Math.round(slowest * 1_000)])),
  }
}

export function printSummary(summary: Summary, say: (line: string) => void): void {
  const rows = summary.lanes.map((lane) => [
    lane.name,
    String(lane.cases),
    `${lane.seconds} s`,
    String(Math.round(lane.cases / lane.seconds)),
    String(lane.passed),
    String(lane.failed),
    lane.case_list,
  ])
  say('')
  for (const cells of [['lane', 'cases', 'time', 'cases/s', 'passed', 'failed', 'case list'], ...rows])
    say(cells.map((cell, column) => (column === 0 ? cell.padEnd(12) : cell.padStart(column === 6 ? 18 : 10))).join(''))
  say(
    `\nseed ${summary.seed}, ${summary.cases} cases in ${summary.seconds} s: ${summary.passed} passed, ${summary.failed} failed`,
  )
}

/** What Schemathesis found and what the lane missed, ready to be read and run again. */
export function failuresOf({ passed, output, unmet }: LaneResult): string[] {
  if (passed) return unmet
  const found = output.slice(Math.max(0, output.search(/^=+ (FAILURES|ERRORS|WARNINGS) =+$/m)))
  return [found.replaceAll("'X-API-Key: [Filtered]'", '"X-API-Key: $SVC_API_KEY"'), ...unmet]
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
