import { createHash } from 'node:crypto'
import type { Source } from '@generated/contract/enums'
import type { Owner } from '@svc/db/records'
import type { NewReview } from '@svc/db/reviews'
import {
  CellError,
  type DateRules,
  readInstant,
  readLanguage,
  readRating,
  readReplied,
  readSource,
  readSourceId,
  readText,
} from './cells.ts'
import type { Column, Problem, Row } from './row.ts'
import type { Subject, Subjects } from './subject.ts'

/** A valid row. */
export interface ImportableReview {
  subject: Subject
  review: NewReview
}

/** Reads one cell. When it throws, the error belongs to this column. */
type ReadCell = <Value>(column: Column, parse: (text: string) => Value) => Value

/** Returns the function that turns each row of a file into a review, or into the problem of its first invalid cell. */
export function createReviewReader(
  options: DateRules & {
    owner: Owner
    subjects: Subjects
    /** The subject of all reviews, regardless of the file. */
    only: Subject | undefined
    /** The source of rows that do not name one. */
    source: Source
    nowMs: number
  },
): (row: Row) => Promise<ImportableReview | Problem> {
  const { owner, subjects, only, source: defaultSource, nowMs } = options
  const identify = createIdentifier()

  return async (row) => {
    const { cells, headings, line } = row
    let column: Column = 'subject'
    const read: ReadCell = (name, parse) => {
      column = name
      return parse(cells[name] ?? '')
    }
    try {
      const rating = read('rating', readRating)
      const published_at = read('published_at', (cell) => readInstant(cell, options, nowMs))
      const text = read('text', (cell) => readText(cell, cells.title ?? ''))
      const source = read('source', (cell) => (cell === '' ? defaultSource : readSource(cell)))
      const givenId = read('source_id', readSourceId)
      const owner_replied = readOwnerReplied(row, read)
      const language = read('language', readLanguage)
      if (rating === null && text === '') return { line, column: null, reason: 'has neither stars nor text' }
      column = 'subject'
      // Last, because it may create a competitor, and only a valid row may do that.
      const subject = only ?? (cells.subject === undefined ? subjects.own : await subjects.find(cells.subject))
      const content = { subject: subject.competitor_id ?? owner.business_id, published_at, rating, text }
      const source_id = givenId === '' ? identify(content) : givenId
      return {
        subject,
        review: { source, source_id, rating, text, language, published_at, owner_replied, retain_until: null },
      }
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      return { line, column: headings[column] ?? column, reason: error.message }
    }
  }
}

/**
 * A reply in the file means yes, and an empty cell in a column of replies means no. Null where the file does not say:
 * an empty cell in the column `owner_replied`, or neither column.
 */
function readOwnerReplied({ cells }: Row, read: ReadCell): boolean | null {
  if (cells.owner_reply !== undefined && cells.owner_reply !== '') return true
  if (cells.owner_replied !== undefined) return read('owner_replied', readReplied)
  return cells.owner_reply === undefined ? null : false
}

/**
 * Makes the ids of reviews that have none in the file, from a hash of their content, so that every import makes the
 * same ids. Two customers who give the same stars on the same day without text are two reviews, so such reviews are
 * counted; the counts need little memory, because there are few days and stars.
 */
function createIdentifier(): (
  content: Pick<NewReview, 'published_at' | 'rating' | 'text'> & { subject: string },
) => string {
  const silent = new Map<string, number>()
  return ({ subject, published_at, rating, text }) => {
    const parts = [subject, published_at, rating, text]
    if (text === '' && (published_at === null || published_at.endsWith('T00:00:00.000Z'))) {
      const key = JSON.stringify(parts)
      const count = (silent.get(key) ?? 0) + 1
      silent.set(key, count)
      parts.push(count)
    }
    return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
  }
}
