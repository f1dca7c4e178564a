import { setImmediate as nextTurn } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import type { ReviewResultKind } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { findBusiness } from '@svc/db/businesses'
import { competitorsMax, listCompetitors } from '@svc/db/competitors'
import { type Database, isUnavailable, type Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import {
  type ClaimedImport,
  claimReviewImports,
  finishReviewImport,
  type ImportProgress,
  recordImportProgress,
  rejectionsMax,
  releaseReviewImport,
  reviewImportQueue,
} from '@svc/db/review-imports'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { lockReviewImport } from '@svc/db/reviews'
import { checkReviewCapacity } from '@svc/limits/capacities'
import { readReviewFile } from '@svc/review-import/review-file'
import { createReviewReader, type ImportableReview } from '@svc/review-import/review-reader'
import { isProblem, type Problem, type Row } from '@svc/review-import/row'
import { storeUndeleted } from '@svc/review-import/store'
import { createSubjects } from '@svc/review-import/subjects'
import { UnreadableFileError } from '@svc/review-import/unreadable-file-error'
import { readFile } from '@svc/review-import/uploaded-file'
import type { Logger } from '@svc/runtime/logger'
import type { Keyring } from '@svc/runtime/secrets'
import { LeaseLostError, withLease } from './lease.ts'
import { type Loop, startLoop } from './loop.ts'
import type { WorkerMetrics } from './metrics.ts'
import type { WorkWaiter } from './work-waiters.ts'

interface ReviewImportsOptions {
  db: Database
  metrics: WorkerMetrics
  workerId: string
  work: WorkWaiter
  keyring: Keyring
  logger: Logger
  leaseMs: number
}

const pollMs = 200

/**
 * The number of rows stored in one transaction. Other work of the worker waits some ten milliseconds while they are
 * read.
 */
const batchRows = 2_000

/** The number of rows that are read before other work of the process continues. */
const rowsPerTurn = 100

/** After this number of interruptions, the worker assumes that the file itself causes the crashes. */
const interruptionsMax = 20

/**
 * Imports files of reviews, one at a time in this process. Rows are stored in batches, together with the position that
 * was reached. A worker that takes over reads the file again from the beginning, because the derived ids of reviews
 * depend on the preceding rows, and stores the rows after that position.
 */
export function startReviewImports(options: ReviewImportsOptions): Loop {
  const { db, metrics, workerId, work, logger, leaseMs } = options
  return startLoop('review imports', {
    logger,
    metrics,
    async iterate(context) {
      if (!(await work.isDue(context))) return
      const [claimed] = await claimReviewImports(db, { workerId, limit: 1, leaseMs, perGroupMax: 1, perAccountMax: 1 })
      if (claimed === undefined) return context.pause(pollMs)
      try {
        // After a crash, stored rows are read again, and nothing is written meanwhile.
        await withLease(db, reviewImportQueue, { lease: claimed, leaseMs }, () =>
          runImport(claimed, { ...options, isStopping: () => context.stopping }),
        )
      } catch (error) {
        if (!(error instanceof LeaseLostError)) throw error
      }
    },
  })
}

type RunOptions = ReviewImportsOptions & { isStopping: () => boolean }

/** Completes an import, or releases it when the worker stops. */
async function runImport(claimed: ClaimedImport, options: RunOptions): Promise<void> {
  const { db, logger } = options
  const finish = (failure: string | null) =>
    db.transaction(async (transaction) => {
      if (!(await finishReviewImport(transaction, claimed, failure))) throw new LeaseLostError()
      await requestReviewMaintenance(transaction, claimed.owner)
    })
  if (claimed.interruptions >= interruptionsMax) return finish(ourError)
  try {
    const end = await importRows(claimed, options)
    if (end === 'stopped') await releaseReviewImport(db, claimed)
    else await finish(null)
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof CapacityReachedError) return finish(error.message)
    if (error instanceof LeaseLostError || isUnavailable(error)) throw error
    // A bug of the service, which would happen again.
    logger.error({ err: error, import_id: claimed.id }, 'Review import failed with an unexpected error')
    await finish(ourError)
  }
}

/** A batch needs more than the capacity of the plan. The message is for the person who has uploaded the file. */
class CapacityReachedError extends Error {
  override readonly name = 'CapacityReachedError'

  constructor(limit: number) {
    super(
      `The limit of your plan, ${limit} stored reviews, is reached. Delete some or change the plan, then import the file again.`,
    )
  }
}

const ourError = 'The import failed because of an error on our side. Upload the file again.'

/** Reads the file and stores its rows after the position that was reached. */
async function importRows(claimed: ClaimedImport, options: RunOptions): Promise<'completed' | 'stopped'> {
  const { db, keyring, isStopping } = options
  const { owner, id: importId } = claimed
  const file = await readReviewFile(readFile({ db, owner, importId, keyring }))
  const readRow = await createReader(claimed, db)
  const writer = createWriter(claimed, options)
  let rows = 0
  try {
    for await (const row of file.rows) {
      if (isProblem(row) && row.endsFile) throw new UnreadableFileError(`Line ${row.line}: ${row.reason}.`)
      rows += 1
      if (rows % rowsPerTurn === 0) await nextTurn()
      // The derived ids of reviews depend on the preceding rows, including rows that are already stored.
      const read = await readRow(row)
      if (rows <= claimed.row_count) continue
      if (await writer.add({ line: row.line, read }, file.bytesRead)) if (isStopping()) return await writer.stop()
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) await writer.end(file.bytesRead())
    throw error
  }
  await writer.end(file.bytesRead())
  return 'completed'
}

/** Turns rows into reviews as they were at the time of the upload, so that every attempt reads the same. */
async function createReader({ owner, date_order, created_at }: ClaimedImport, db: Database) {
  const business = await findBusiness(db, owner, owner.business_id)
  if (business === undefined) throw new LeaseLostError()
  const { items: competitors } = await listCompetitors(db, owner, { limit: competitorsMax })
  const subjects = createSubjects({ owner, business, competitors, advice: 'create it, then import the file again' })
  const readReview = createReviewReader({
    owner,
    subjects,
    only: undefined,
    source: 'other',
    dayOrder: date_order ?? undefined,
    datesAdvice: 'upload the file with date_order=dmy or date_order=mdy',
    nowMs: Date.parse(created_at),
  })
  return (row: Row | Problem) => (isProblem(row) ? row : readReview(row))
}

/** A row that was read: a review, or the reason why it is not valid. */
interface ReadRow {
  line: number
  read: ImportableReview | Problem
}

/**
 * Stores rows in batches, together with the position that each batch reaches. While one batch is written, the next one
 * is read.
 */
function createWriter(claimed: ClaimedImport, { db, keyring }: RunOptions) {
  let progress: ImportProgress = claimed
  let batch: ReadRow[] = []
  let writing: Promise<void> = Promise.resolve()

  async function flush(read_bytes: number): Promise<void> {
    await writing
    const rows = batch
    batch = []
    writing = db
      .transaction((transaction) => storeBatch(transaction, rows, { claimed, keyring, progress, read_bytes }))
      .then((reached) => {
        progress = reached
      })
    // The next `await writing` throws the error. Until then, it must not be an unhandled rejection.
    writing.catch(() => {})
  }

  return {
    /** Adds a row. True when the batch was full and its writing has begun. */
    async add(row: ReadRow, bytesRead: () => number): Promise<boolean> {
      batch.push(row)
      if (batch.length < batchRows) return false
      await flush(bytesRead())
      return true
    },
    /** Writes the last batch. */
    async end(readBytes: number): Promise<void> {
      await flush(readBytes)
      await writing
    },
    /** Waits for the batch that is being written. The rows after it will be read again. */
    async stop(): Promise<'stopped'> {
      await writing
      return 'stopped'
    },
  }
}

type RowResult = ReviewResultKind | 'deleted'

/**
 * Stores rows and the position that they reach. Throws a LeaseLostError if another worker does so, and a
 * CapacityReachedError if the plan does not allow as many reviews.
 */
async function storeBatch(
  transaction: Transaction,
  rows: readonly ReadRow[],
  context: { claimed: ClaimedImport; keyring: Keyring; progress: ImportProgress; read_bytes: number },
): Promise<ImportProgress> {
  const { claimed, keyring, progress, read_bytes } = context
  const rejections: Schemas['ReviewImportRejection'][] = []
  const counts: Record<RowResult, number> = { created: 0, updated: 0, unchanged: 0, rejected: 0, deleted: 0 }
  await lockReviewImport(transaction, claimed.owner)
  const results = await storeRows(transaction, rows, { owner: claimed.owner, keyring })
  for (const [index, { line, read }] of rows.entries()) {
    const result = results[index] ?? 'rejected'
    counts[result] += 1
    if (isProblem(read)) rejections.push(rejectionOf(read))
    else if (result === 'deleted') rejections.push({ line, column: null, reason: 'was deleted by the account' })
    else if (result === 'rejected')
      rejections.push({ line, column: null, reason: 'belongs to a competitor that was removed' })
  }
  if (counts.created > 0) {
    const { allowed, limit } = await checkReviewCapacity(transaction, claimed, counts.created)
    if (!allowed) throw new CapacityReachedError(limit)
  }
  const reached = {
    read_bytes,
    row_count: progress.row_count + rows.length,
    created_count: progress.created_count + counts.created,
    updated_count: progress.updated_count + counts.updated,
    unchanged_count: progress.unchanged_count + counts.unchanged,
    rejected_count: progress.rejected_count + rejections.length,
    rejections: [...progress.rejections, ...rejections].slice(0, rejectionsMax),
  }
  if (!(await recordImportProgress(transaction, claimed, reached))) throw new LeaseLostError()
  return reached
}

/** Stores the readable rows, subject by subject, and returns the result of every row in order. */
async function storeRows(
  transaction: Transaction,
  rows: readonly ReadRow[],
  { owner, keyring }: { owner: Owner; keyring: Keyring },
): Promise<RowResult[]> {
  const results: RowResult[] = rows.map(() => 'rejected')
  const readable = rows.flatMap(({ read }, index) => (isProblem(read) ? [] : [{ ...read, index }]))
  for (const [competitorId, ofSubject] of Map.groupBy(readable, ({ subject }) => subject.competitor_id)) {
    const reviews = ofSubject.map(({ review }) => review)
    const stored = await storeUndeleted(transaction, owner, reviews, { keyring, competitorId })
    for (const [position, { index }] of ofSubject.entries()) {
      const each = stored[position]
      if (each !== undefined) results[index] = each === null ? 'deleted' : each.result
    }
  }
  return results
}

function rejectionOf({ line, column, reason }: Problem): Schemas['ReviewImportRejection'] {
  const { column: columnBounds, reason: reasonBounds } = bounds.ReviewImportRejection
  return {
    line,
    column: column?.slice(0, columnBounds.maxLength) ?? null,
    reason: reason.slice(0, reasonBounds.maxLength),
  }
}
