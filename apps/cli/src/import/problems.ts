import { formatCount } from '@svc/command-line/text'
import type { Problem } from '@svc/review-import/row'

/** A problem that is reported once for all rows that have it. */
export interface SharedProblem extends Problem {
  /** The lines on which the first of these rows begin. */
  lines: number[]
  count: number
}

/**
 * Describes a problem: `line 7, Star Rating: "6" is not 1 to 5 stars`, or `lines 7, 9, 12 and 30 more, Competitor: …`
 * for several rows.
 */
export function describeProblem(problem: Problem | SharedProblem): string {
  const { column, reason } = problem
  return `${linesOf(problem)}${column === null ? '' : `, ${column}`}: ${reason}`
}

function linesOf(problem: Problem | SharedProblem): string {
  if (!('lines' in problem) || problem.count === 1) return `line ${problem.line}`
  const { count, lines } = problem
  const more = count - lines.length
  return `lines ${lines.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}`
}
