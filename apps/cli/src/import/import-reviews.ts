import * as bounds from '@generated/contract/bounds'
import type { DateOrder, Source } from '@generated/contract/enums'
import type { Business } from '@svc/db/businesses'
import { addCompetitor, type Competitor, competitorsMax } from '@svc/db/competitors'
import type { Database, Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { lockReviewImport, refreshReviewStats, reviewBatchMax } from '@svc/db/reviews'
import { createBatchWriter } from '@svc/review-import/batch-writer'
import { CellError, quote } from '@svc/review-import/cells'
import { createReviewReader, type ImportableReview } from '@svc/review-import/review-reader'
import { isProblem, type Problem, type Row } from '@svc/review-import/row'
import { storeOfSubjects } from '@svc/review-import/store'
import type { Subject } from '@svc/review-import/subject'
import { createSubjects } from '@svc/review-import/subjects'
import type { Keyring } from '@svc/runtime/secrets'
import type { SharedProblem } from './problems.ts'

interface ImportOptions {
  owner: Owner
  business: Business
  competitors: readonly Competitor[]
  rows: AsyncIterable<Row | Problem>
  /**
   * The subject of all reviews, regardless of the file. If undefined, the column `subject` decides, and rows without a
   * subject are reviews of the business itself.
   */
  competitor?: Competitor | undefined
  createCompetitors: boolean
  skipBad: boolean
  keyring: Keyring
  /** The source of rows that do not name one. */
  source: Source
  dayOrder?: DateOrder | undefined
  nowMs: number
  /** Called after every row. */
  onRow?: (rows: number) => void
  /** Called for every row that is skipped. */
  onSkip?: (problem: Problem) => void
}

interface ImportedSubject {
  subject: Subject
  read: number
  /** Reviews that neither an earlier import nor an earlier row of the file had stored. */
  new: number
}

export interface ImportSummary {
  rows: number
  skipped: number
  subjects: ImportedSubject[]
}

/** The file has rows that cannot be imported. Nothing was imported. */
export class BadRowsError extends Error {
  override readonly name = 'BadRowsError'
  /** The first problems, at most `problemsMax`. */
  readonly problems: readonly SharedProblem[]

  constructor(problems: readonly SharedProblem[]) {
    super('The file has rows that cannot be imported.')
    this.problems = problems
  }
}

/** Reading stops after this number of problems, because a longer list would not help the user. */
export const problemsMax = 20

/** The number of lines listed for a problem that several rows share. Further lines are only counted. */
const linesMax = 3

/**
 * Imports all rows in one transaction, or none if a row is invalid and `skipBad` is off. Memory use depends on the size
 * of a batch, not on the size of the file: the next batch is read while the previous one is written.
 *
 * @throws BadRowsError that names the first invalid rows by line, column and reason
 */
export function importReviews(db: Database, options: ImportOptions): Promise<ImportSummary> {
  const { business, competitor, competitors, createCompetitors, owner, skipBad, onRow, onSkip } = options
  return db.transaction(async (transaction) => {
    await lockReviewImport(transaction, owner)
    const create = createCompetitors ? createCompetitor(transaction, owner, business) : undefined
    const advice = 'add it, or import with --create-competitors'
    const subjects = createSubjects({ owner, business, competitors, create, advice })
    const only = competitor && (await subjects.find(competitor.id))
    const readReview = createReviewReader({ ...options, subjects, only, datesAdvice: 'set --dates dmy or --dates mdy' })
    const writer = createReviewWriter(transaction, owner, options.keyring)
    const problems = createProblemList()
    let rows = 0
    let skipped = 0

    for await (const row of options.rows) {
      rows += 1
      const result = isProblem(row) ? row : await readReview(row)
      if (!isProblem(result)) {
        // After a problem, the remaining rows are only checked.
        if (problems.list.length === 0) await writer.add(result)
      } else if (skipBad) {
        skipped += 1
        onSkip?.(result)
      } else {
        problems.add(result, row)
        if (problems.list.length === problemsMax) break
      }
      onRow?.(rows)
    }
    const imported = await writer.end()
    if (problems.list.length > 0) throw new BadRowsError(problems.list)
    for (const { subject } of imported) await refreshReviewStats(transaction, owner, subject.competitor_id)
    await requestReviewMaintenance(transaction, owner)
    return { rows, skipped, subjects: imported }
  })
}

const nameLengthMax = bounds.CreateCompetitorRequest.name.maxLength

/** Returns a function that starts tracking a competitor with the given name. */
function createCompetitor(transaction: Transaction, owner: Owner, { trade }: Business) {
  return async (name: string): Promise<Subject> => {
    if (name.length > nameLengthMax) throw new CellError(`${quote(name)} is longer than ${nameLengthMax} characters`)
    const competitor = await addCompetitor(transaction, owner, { name, trade })
    if (!competitor) throw new CellError(`${quote(name)} exceeds the maximum of ${competitorsMax} competitors`)
    return { competitor_id: competitor.id, name, created: true }
  }
}

/** Writes reviews in batches, one batch at a time because a transaction has one connection. */
function createReviewWriter(transaction: Transaction, owner: Owner, keyring: Keyring) {
  const imported = new Map<Subject, ImportedSubject>()
  const { add, end } = createBatchWriter<ImportableReview>(reviewBatchMax, async (batch) => {
    const stored = await storeOfSubjects(transaction, owner, batch, keyring)
    for (const [index, { subject }] of batch.entries()) {
      const entry = imported.get(subject) ?? { subject, read: 0, new: 0 }
      imported.set(subject, entry)
      entry.read += 1
      if (stored[index]?.result === 'created') entry.new += 1
    }
  })
  return {
    add,
    /** Writes the last batch and returns what was imported. */
    async end(): Promise<ImportedSubject[]> {
      await end()
      return [...imported.values()]
    },
  }
}

/** Collects the problems of rows. An invalid subject is one problem shared by all rows that name it. */
function createProblemList() {
  const list: SharedProblem[] = []
  return {
    list,
    add(problem: Problem, row: Row | Problem): void {
      const isOfSubject = 'headings' in row && problem.column === row.headings.subject
      const same = isOfSubject ? list.find(({ reason }) => reason === problem.reason) : undefined
      if (!same) {
        list.push({ ...problem, lines: [problem.line], count: 1 })
        return
      }
      same.count += 1
      if (same.lines.length < linesMax) same.lines.push(problem.line)
    },
  }
}
