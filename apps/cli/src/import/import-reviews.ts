import { createHash } from 'node:crypto'
import type { Source } from '@generated/contract/enums'
import type { Business } from '@svc/db/businesses'
import type { Competitor } from '@svc/db/competitors'
import type { Database } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { insertReviews, lockReviewImport, type NewReview, refreshReviewStats, reviewBatchMax } from '@svc/db/reviews'
import {
  CellError,
  type DayOrder,
  readLanguage,
  readMoment,
  readRating,
  readReplied,
  readSource,
  readSourceId,
  readText,
} from './cells.ts'
import { type Column, isProblem, type Problem, type Row, type SharedProblem } from './row.ts'
import { createSubjects, type Subject } from './subjects.ts'

export interface ImportOptions {
  owner: Owner
  business: Business
  competitors: readonly Competitor[]
  rows: AsyncIterable<Row | Problem>
  /**
   * Whose reviews all of them are, whatever the file says; undefined: the column `subject` says, or they are the own
   * ones.
   */
  competitor?: Competitor | undefined
  createCompetitors: boolean
  skipBad: boolean
  /** For rows that do not say where they were posted. */
  source: Source
  dayOrder?: DayOrder | undefined
  nowMs: number
  /** Told after every row. */
  onRow?: (rows: number) => void
  /** Told of every row that is skipped. */
  onSkip?: (problem: Problem) => void
}

export interface ImportedSubject {
  subject: Subject
  read: number
  /** Those that were not known before, from an earlier import or further up in the file. */
  new: number
}

export interface ImportSummary {
  rows: number
  skipped: number
  subjects: ImportedSubject[]
}

/** The file holds rows that cannot be imported, and nothing was. The first of them, at most `problemsMax`. */
export class BadRows extends Error {
  override readonly name = 'BadRows'
  readonly problems: readonly SharedProblem[]

  constructor(problems: readonly SharedProblem[]) {
    super('The file holds rows that cannot be imported.')
    this.problems = problems
  }
}

/** So many problems tell enough; looking further would only take time. */
export const problemsMax = 20

/** So many lines are named of a problem that rows share; how many more there are is counted. */
const linesMax = 3

/**
 * Imports all rows in one transaction, or none where one is bad and `skipBad` is off. Memory stays bounded by a batch
 * however long the file is: the next batch is read while the last one is written.
 *
 * @throws BadRows that names the first bad rows by line, column and reason
 */
export function importReviews(db: Database, options: ImportOptions): Promise<ImportSummary> {
  const { business, competitor, competitors, createCompetitors, owner } = options
  return db.transaction(async (transaction) => {
    await lockReviewImport(transaction, owner)
    const subjects = createSubjects({ transaction, owner, business, competitors, createCompetitors })
    const chosen = competitor && (await subjects.find(competitor.id))
    const imported = new Map<Subject, ImportedSubject & { waiting: NewReview[] }>()
    const identify = createIdentifier()
    const problems: SharedProblem[] = []
    let rows = 0
    let skipped = 0
    let waiting = 0
    let writing: Promise<void> = Promise.resolve()

    /** Writes what waits, once the batch before is written: a transaction has one connection. */
    async function flush(): Promise<void> {
      await writing
      const batches = [...imported.values()].filter((subject) => subject.waiting.length > 0)
      const reviews = batches.map((subject) => subject.waiting)
      for (const subject of batches) subject.waiting = []
      waiting = 0
      writing = (async () => {
        for (const [index, subject] of batches.entries()) {
          subject.new += await insertReviews(transaction, owner, subject.subject.competitor_id, reviews[index] ?? [])
        }
      })()
      // Whoever awaits `writing` next sees the failure; until then it is nobody's unhandled rejection.
      writing.catch(() => {})
    }

    /** A name that is wrong is so in every row that bears it: one problem. What else is wrong is of its row. */
    function note(problem: Problem, row: Row | Problem): number {
      const isOfName = 'headings' in row && problem.column === row.headings.subject
      const same = isOfName ? problems.find(({ reason }) => reason === problem.reason) : undefined
      if (!same) return problems.push({ ...problem, lines: [problem.line], count: 1 })
      same.count += 1
      if (same.lines.length < linesMax) same.lines.push(problem.line)
      return problems.length
    }

    for await (const row of options.rows) {
      rows += 1
      const judged = isProblem(row) ? row : await judge(row)
      if (isProblem(judged)) {
        if (options.skipBad) {
          skipped += 1
          options.onSkip?.(judged)
        } else if (note(judged, row) === problemsMax) break
      } else if (problems.length === 0) {
        const { subject, review } = judged
        const entry = imported.get(subject) ?? { subject, read: 0, new: 0, waiting: [] }
        imported.set(subject, entry)
        entry.read += 1
        entry.waiting.push(review)
        waiting += 1
        if (waiting >= reviewBatchMax) await flush()
      }
      options.onRow?.(rows)
    }
    await flush()
    await writing
    if (problems.length > 0) throw new BadRows(problems)

    for (const { subject } of imported.values()) await refreshReviewStats(transaction, owner, subject.competitor_id)
    return {
      rows,
      skipped,
      subjects: [...imported.values()].map(({ subject, read, new: added }) => ({ subject, read, new: added })),
    }

    async function judge(row: Row): Promise<{ subject: Subject; review: NewReview } | Problem> {
      const { cells } = row
      let column: Column = 'subject'
      /** Reads one cell; where it throws, `column` says which one it was. */
      const read = <Value>(name: Column, parse: (text: string) => Value): Value => {
        column = name
        return parse(cells[name] ?? '')
      }
      try {
        const rating = read('rating', readRating)
        const published_at = read('published_at', (text) => readMoment(text, options.dayOrder, options.nowMs))
        const text = read('text', (body) => readText(body, cells.title ?? ''))
        const source = read('source', (name) => (name === '' ? options.source : readSource(name)))
        const givenId = read('source_id', readSourceId)
        const owner_replied = readOwnerReplied(row, read)
        if (rating === null && text === '') {
          return { line: row.line, column: null, reason: 'has neither stars nor text' }
        }
        column = 'subject'
        // A competitor is only begun to be tracked for a row that is good.
        const subject = chosen ?? (cells.subject === undefined ? subjects.own : await subjects.find(cells.subject))
        const content = { subject: subject.competitor_id ?? owner.business_id, published_at, rating, text }
        return {
          subject,
          review: {
            source,
            source_id: givenId === '' ? identify(content) : givenId,
            rating,
            text,
            language: read('language', readLanguage),
            published_at,
            owner_replied,
            retain_until: null,
          },
        }
      } catch (error) {
        if (!(error instanceof CellError)) throw error
        return { line: row.line, column: row.headings[column] ?? column, reason: error.message }
      }
    }
  })
}

/** The text of a reply tells more than a yes; a file with neither column does not show replies at all. */
function readOwnerReplied(
  { cells }: Row,
  read: <Value>(column: Column, parse: (text: string) => Value) => Value,
): boolean | null {
  if (cells.owner_reply !== undefined && cells.owner_reply !== '') return true
  if (cells.owner_replied !== undefined) return read('owner_replied', readReplied)
  return cells.owner_reply === undefined ? null : false
}

/**
 * Names reviews that have no id of their own, the same in every import: by a hash of what they say. Two customers who
 * give the same stars on the same day without a word are two reviews, so those are counted; there are few such days and
 * stars.
 */
function createIdentifier(): (
  content: Pick<NewReview, 'published_at' | 'rating' | 'text'> & { subject: string },
) => string {
  const silent = new Map<string, number>()
  return ({ subject, published_at, rating, text }) => {
    const words = [subject, published_at, rating, text]
    if (text === '' && (published_at === null || published_at.endsWith('T00:00:00.000Z'))) {
      const key = JSON.stringify(words)
      const count = (silent.get(key) ?? 0) + 1
      silent.set(key, count)
      words.push(count)
    }
    return `sha256:${createHash('sha256').update(JSON.stringify(words)).digest('base64url')}`
  }
}
