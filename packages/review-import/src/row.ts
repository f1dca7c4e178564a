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
  /** Present where the rest of the file cannot be read. */
  endsFile?: true
}

export function isProblem(entry: object): entry is Problem {
  return 'reason' in entry
}
