import { formatCount } from '@svc/command-line/text'

/** The columns of a review, in the order of the documentation. */
export const columns = [
  'subject',
  'source',
  'source_id',
  'rating',
  'title',
  'text',
  'language',
  'published_at',
  'owner_replied',
  'owner_reply',
] as const

export type Column = (typeof columns)[number]

/** One review as it is in a file, before validation. */
export interface Row {
  /** The line on which it begins, from 1. */
  line: number
  /** Trimmed strings. An empty cell is ''; a column that the file does not have is missing. */
  cells: Partial<Record<Column, string>>
  /** The names of the columns in the file. */
  headings: Partial<Record<Column, string>>
}

/** A row that cannot be imported. */
export interface Problem {
  line: number
  /** Its name in the file; null for the whole row. */
  column: string | null
  reason: string
}

export function isProblem(entry: object): entry is Problem {
  return 'reason' in entry
}

/** A problem that is reported once for all rows that have it. */
export interface SharedProblem extends Problem {
  /** The lines on which the first of these rows begin. */
  lines: number[]
  count: number
}

/**
 * `line 7, Star Rating: "6" is not 1 to 5 stars`, or `lines 7, 9, 12 and 30 more, Competitor: …` for several rows.
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
