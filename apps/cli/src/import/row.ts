import { formatCount } from '@svc/command-line/text'

/** What the service knows of a review, in the order in which the documentation lists it. */
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

/** One review as a file holds it, before anything in it is judged. */
export interface Row {
  /** Where it begins; the first line is 1. */
  line: number
  /** Texts without space around them. A column that the file has but the row leaves empty is ''. */
  cells: Partial<Record<Column, string>>
  /** What the file calls the columns. */
  headings: Partial<Record<Column, string>>
}

/** A place in the file that cannot be imported, and why. */
export interface Problem {
  line: number
  /** As the file calls it; null where the whole row is meant. */
  column: string | null
  reason: string
}

export function isProblem(entry: object): entry is Problem {
  return 'reason' in entry
}

/** A problem that is told once for all rows that have it. */
export interface SharedProblem extends Problem {
  /** Where the first of them begin. */
  lines: number[]
  count: number
}

/**
 * `line 7, Star Rating: "6" is not 1 to 5 stars`, or `lines 7, 9, 12 and 30 more, Competitor: …` where rows share it.
 */
export function describeProblem(problem: Problem | SharedProblem): string {
  const { column, reason } = problem
  return `${placeOf(problem)}${column === null ? '' : `, ${column}`}: ${reason}`
}

function placeOf(problem: Problem | SharedProblem): string {
  if (!('lines' in problem) || problem.count === 1) return `line ${problem.line}`
  const { count, lines } = problem
  const more = count - lines.length
  return `lines ${lines.join(', ')}${more === 0 ? '' : ` and ${formatCount(more)} more`}`
}
