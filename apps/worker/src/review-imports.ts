import { setImmediate as nextTurn } from 'node:timers/promises'
import * as bounds from '@generated/contract/bounds'
import type { Schemas } from '@generated/contract/server-types'
import { findBusiness } from '@svc/db/businesses'
import { competitorsMax, listCompetitors } from '@svc/db/competitors'
import type { Database, Transaction } from '@svc/db/database'
import { isUnavailable } from '@svc/db/database-errors'
import {
  type ClaimedImport,
  claimReviewImports,
  finishReviewImport,
  type ImportProgress,
  recordImportProgress,
  rejectionsMax,
  releaseReviewImport,
} from '@svc/db/review-imports'
import { requestReviewMaintenance } from '@svc/db/review-maintenance'
import { lockReviewImport, type StoredReview } from '@svc/db/reviews'
import { createBatchWriter } from '@svc/review-import/batch-writer'
import { readReviewFile } from '@svc/review-import/review-file'
import { createReviewReader, type ImportableReview } from '@svc/review-import/review-reader'
import { isProblem, type Problem, type Row } from '@svc/review-import/row'
import { storeOfSubjects } from '@svc/review-import/store'
import { createSubjects } from '@svc/review-import/subjects'
import { UnreadableFileError } from '@svc/review-import/unreadable-file-error'
import { readFile } from '@svc/review-import/uploaded-file'
import type { Keyring } from '@svc/runtime/secrets'
import { LeaseLostError } from './lease.ts'
import type { Loop } from './loop.ts'
import { type QueueLoopOptions, startQueueLoop } from './queue-loop.ts'
import { CapacityReachedError, requireReviewCapacity } from './review-capacity.ts'

interface ReviewImportsOptions extends QueueLoopOptions {
  keyring: Keyring
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
  return startQueueLoop('review imports', options, {
    queue: 'review_imports',
    claim: claimReviewImports,
    pollMs,
    run: (claimed, context) => runImport(claimed, { ...options, isStopping: () => context.stopping }),
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
    if (error instanceof UnreadableFileError) return finish(error.message)
    if (error instanceof CapacityReachedError) return finish(capacityReached(error))
    if (error instanceof LeaseLostError || isUnavailable(error)) throw error
    // A bug of the service, which would happen again.
    logger.error({ err: error, import_id: claimed.id }, 'Review import failed with an unexpected error')
    await finish(ourError)
  }
}

/** The message for the person who has uploaded the file. */
function capacityReached({ limit }: CapacityReachedError): string {
  return `The limit of your plan, ${limit} stored reviews, is reached. Delete some or change the plan, then import the file again.`
}

const ourError = 'The import failed because of an error on our side. Upload the file again.'

/** Reads the file and stores its rows after the position that was reached. */
async function importRows(claimed: ClaimedImport, options: RunOptions): Promise<'completed' | 'stopped'> {
  const { db, keyring, isStopping } = options
  const { owner, id: importId } = claimed
  const file = await readReviewFile(readFile({ db, owner, importId, keyring }))
  const readRow = await createReader(claimed, db)
  const writer = createWriter(claimed, options, file.bytesRead)
  let rows = 0
  try {
    for await (const row of file.rows) {
      if (isProblem(row) && row.endsFile) throw new UnreadableFileError(`Line ${row.line}: ${row.reason}.`)
      rows += 1
      if (rows % rowsPerTurn === 0) await nextTurn()
      // The derived ids of reviews depend on the preceding rows, including rows that are already stored.
      const read = await readRow(row)
      if (rows <= claimed.row_count) continue
      const isWriting = await writer.add({ line: row.line, read })
      if (isWriting && isStopping()) {
        await writer.stop()
        return 'stopped'
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) await writer.end()
    throw error
  }
  await writer.end()
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
 * Stores rows in batches, together with the position that each batch reaches. The next worker reads the rows again that
 * a stop discards.
 */
function createWriter(claimed: ClaimedImport, { db, keyring }: RunOptions, bytesRead: () => number) {
  let progress: ImportProgress = claimed
  return createBatchWriter<ReadRow>(batchRows, async (rows) => {
    const read_bytes = bytesRead()
    progress = await db.transaction((transaction) =>
      storeBatch(transaction, rows, { claimed, keyring, progress, read_bytes }),
    )
  })
}

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
  const counts: Record<StoredReview['result'], number> = { created: 0, updated: 0, unchanged: 0 }
  await lockReviewImport(transaction, claimed.owner)
  const readable = rows.flatMap(({ read }) => (isProblem(read) ? [] : [read]))
  const stored = (await storeOfSubjects(transaction, claimed.owner, readable, keyring)).values()
  for (const { line, read } of rows) {
    if (isProblem(read)) {
      rejections.push(rejectionOf(read))
      continue
    }
    const review = stored.next().value
    if (review) counts[review.result] += 1
    else rejections.push({ line, column: null, reason: review === null ? wasDeleted : wasOfRemovedCompetitor })
  }
  await requireReviewCapacity(transaction, claimed, counts.created)
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

const wasDeleted = 'was deleted by the account'
const wasOfRemovedCompetitor = 'belongs to a competitor that was removed'

function rejectionOf({ line, column, reason }: Problem): Schemas['ReviewImportRejection'] {
  const { column: columnBounds, reason: reasonBounds } = bounds.ReviewImportRejection
  return {
    line,
    column: column?.slice(0, columnBounds.maxLength) ?? null,
    reason: reason.slice(0, reasonBounds.maxLength),
  }
}
