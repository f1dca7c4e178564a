import * as bounds from '@generated/contract/bounds'
import type { DateOrder, Plan } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { queryBuilder } from '../connection/knex.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import {
  beyondEveryId,
  type Columns,
  type Lease,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
  storableText,
} from '../connection/records.ts'
import { type ClaimRequest, claim, enqueue, everyBusiness, fence, held, type QueueTable } from '../queue/claim.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

// Files of reviews, from the upload to the last row: decision 0034.

export type ReviewImport = Schemas['ReviewImport']

export const reviewImportColumns: Columns<ReviewImport> = {
  id: 'text',
  business_id: 'text',
  status: 'text',
  size_bytes: 'bigint',
  sha256: 'text?',
  read_bytes: 'bigint',
  row_count: 'integer',
  created_count: 'integer',
  updated_count: 'integer',
  unchanged_count: 'integer',
  rejected_count: 'integer',
  rejections: 'json',
  labeled_count: 'integer',
  failure_message: 'text?',
  created_at: 'timestamptz',
  started_at: 'timestamptz?',
  finished_at: 'timestamptz?',
}
const columns = selectList(reviewImportColumns)

/** The worker that claims an import decides whether it was interrupted too often. */
export const reviewImportQueue: QueueTable = {
  name: 'review_imports',
  table: 'review_imports',
  group: 'business_id',
  openGroups: everyBusiness,
  exhausted: 'false',
}

/** The maximum number of rows that `rejections` lists. `rejected_count` counts all rejected rows. */
export const rejectionsMax = bounds.ReviewImport.rejections.maxItems

/** The time in seconds after which an upload times out if its client sends nothing. */
const uploadSilenceSeconds = 60

const isUploading = `status = 'uploading' and touched_at > now() - interval '${uploadSilenceSeconds} seconds'`

/** The id of the upload if it may begin; otherwise the daily or concurrent upload count. */
type UploadBeginning = { id: Id<'imp'> } | { reached: 'per_day' | 'simultaneous'; used: number; resets_at: string }

/**
 * Begins an upload if fewer than `perDayMax` uploads were made on this day in UTC and fewer than `simultaneousMax` are
 * in progress. Exact under concurrency. An aborted upload does not count.
 */
export async function beginUpload(
  transaction: Transaction,
  owner: Owner,
  {
    dateOrder,
    perDayMax,
    simultaneousMax,
  }: { dateOrder: DateOrder | undefined; perDayMax: number; simultaneousMax: number },
): Promise<UploadBeginning> {
  await lockImports(transaction, owner)
  const { today, uploading, resets_at } = only(
    await query<{ today: number; uploading: number; resets_at: string }>(
      transaction,
      {
        name: 'count_uploads',
        text: `
          select ${uploadsOfToday('$1')} as today,
            (select count(*) from review_imports where business_id = $1 and ${isUploading}) as uploading,
            (${midnight} + interval '1 day') as resets_at`,
      },
      [owner.business_id],
    ),
  )
  if (today >= perDayMax) return { reached: 'per_day', used: today, resets_at }
  if (uploading >= simultaneousMax) return { reached: 'simultaneous', used: uploading, resets_at }
  const id = newId('imp')
  const text = 'insert into review_imports (id, account_id, business_id, date_order) values ($1, $2, $3, $4)'
  await query(transaction, { name: 'begin_upload', text }, [id, owner.account_id, owner.business_id, dateOrder ?? null])
  return { id }
}

/** The beginning of the present day in UTC. */
const midnight = "(date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')"

/**
 * Returns the SQL expression for the number of uploads on this day in UTC, including unfinished uploads, from the
 * expression of the id of the business.
 */
export function uploadsOfToday(business: string): string {
  return `(select count(*) from review_imports where business_id = ${business} and created_at >= ${midnight}
    and (status <> 'uploading' or ${isUploading}))`
}

/** Stores the next part of a file. Returns false if the upload has timed out. */
export async function storePart(
  transaction: Transaction,
  owner: Owner,
  id: Id<'imp'>,
  { number, sizeBytes, sealed }: { number: number; sizeBytes: number; sealed: SealedSecret },
): Promise<boolean> {
  const rows = await query(
    transaction,
    {
      name: 'store_import_part',
      text: `
        with touched as (
          update review_imports set touched_at = now(), size_bytes = size_bytes + $4
          where id = $1 and business_id = $2 and status = 'uploading' returning id
        )
        insert into review_import_parts (import_id, number, key_id, ciphertext)
        select id, $3, $5, $6 from touched returning number`,
    },
    [id, owner.business_id, number, sizeBytes, sealed.key_id, sealed.ciphertext],
  )
  return rows.length === 1
}

/** Queues the import of a file that has arrived. Returns undefined if the upload has timed out. */
export async function finishUpload(
  transaction: Transaction,
  owner: Owner,
  id: Id<'imp'>,
  sha256: string,
): Promise<ReviewImport | undefined> {
  await lockImports(transaction, owner)
  const text = `
    update review_imports set status = 'queued', sha256 = $3
    where id = $1 and business_id = $2 and status = 'uploading' returning ${columns}`
  const [queued] = await query<ReviewImport>(transaction, { name: 'finish_upload', text }, [
    id,
    owner.business_id,
    sha256,
  ])
  await callNext(transaction, owner)
  return queued
}

/** Deletes an unfinished upload with its parts. */
export async function abortUpload(transaction: Transaction, owner: Owner, id: Id<'imp'>): Promise<void> {
  const text = "delete from review_imports where id = $1 and business_id = $2 and status = 'uploading'"
  await query(transaction, { name: 'abort_upload', text }, [id, owner.business_id])
}

/** Removes uploads whose process has died, with their parts. */
export function purgeUploads(connection: Connection, { limit }: { limit: number }): Promise<number> {
  return purge(connection, {
    table: 'review_imports',
    condition: queryBuilder.raw(`status = 'uploading' and not (${isUploading})`),
    oldestFirst: 'created_at',
    limit,
  })
}

/** Deletes records of imports that ended at least the given number of days ago. */
export function purgeReviewImports(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return purge(connection, {
    table: 'review_imports',
    condition: isOlderThan('finished_at', days),
    oldestFirst: 'created_at',
    limit,
  })
}

export async function findReviewImport(
  connection: Reader,
  owner: Owner,
  id: Id<'imp'>,
): Promise<ReviewImport | undefined> {
  const text = `select ${columns} from review_imports where business_id = $1 and id = $2 and status <> 'uploading'`
  const [found] = await query<ReviewImport>(connection, { name: 'find_review_import', text }, [owner.business_id, id])
  return found
}

/** The imports of the business, newest first. */
export async function listReviewImports(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<ReviewImport>> {
  const rows = await query<ReviewImport>(
    connection,
    {
      name: 'list_review_imports',
      text: `
        select ${columns} from review_imports where business_id = $1 and id < $2 and status <> 'uploading'
        order by business_id, id desc limit $3`,
    },
    [owner.business_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOfRows(rows, limit)
}

export interface ClaimedImport extends Lease<'imp'>, Pick<ReviewImport, ImportProgressField | 'created_at'> {
  owner: Owner
  plan: Plan
  date_order: DateOrder | null
  /** The number of crashes that have interrupted the import so far. */
  interruptions: number
}

type ImportProgressField =
  | 'read_bytes'
  | 'row_count'
  | 'created_count'
  | 'updated_count'
  | 'unchanged_count'
  | 'rejected_count'
  | 'rejections'

export type ImportProgress = Pick<ReviewImport, ImportProgressField>

/** Claims the imports that are first in the order of their business. */
export async function claimReviewImports(connection: Connection, request: ClaimRequest): Promise<ClaimedImport[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, reviewImportQueue, request)
    return query<ClaimedImport>(
      transaction,
      {
        name: 'start_claimed_imports',
        text: `
          update review_imports set status = 'running', started_at = coalesce(started_at, now())
          where id = any ($1)
          returning id, worker_id, attempt_count as attempt, interruptions, date_order, created_at, read_bytes,
            row_count, created_count, updated_count, unchanged_count, rejected_count, rejections,
            (select plan from accounts where accounts.id = account_id) as plan,
            json_build_object('account_id', account_id, 'business_id', business_id) as owner`,
      },
      [claimed.map((lease) => lease.id)],
    )
  })
}

/**
 * Records the progress of an import, in the transaction that stored the rows. Returns false if the lease is lost: roll
 * back, because another worker stores these rows.
 */
export async function recordImportProgress(
  transaction: Transaction,
  lease: Lease<'imp'>,
  progress: ImportProgress,
): Promise<boolean> {
  const rows = await query(
    transaction,
    {
      name: 'record_import_progress',
      text: `
        update review_imports
        set read_bytes = $4, row_count = $5, created_count = $6, updated_count = $7, unchanged_count = $8,
            rejected_count = $9, rejections = $10
        where ${held} returning id`,
    },
    [
      ...fence(lease),
      progress.read_bytes,
      progress.row_count,
      progress.created_count,
      progress.updated_count,
      progress.unchanged_count,
      progress.rejected_count,
      JSON.stringify(progress.rejections.map(storableRejection)),
    ],
  )
  return rows.length === 1
}

/** A rejection quotes the file. */
function storableRejection({
  line,
  column,
  reason,
}: Schemas['ReviewImportRejection']): Schemas['ReviewImportRejection'] {
  return { line, column: column && storableText(column), reason: storableText(reason) }
}

/**
 * Ends an import, deletes its file, and makes the next import of the business due. Returns false if the lease is lost:
 * roll back.
 *
 * @param failure the reason why the file could not be read completely, or null
 */
export async function finishReviewImport(
  transaction: Transaction,
  { owner, ...lease }: Lease<'imp'> & { owner: Owner },
  failure: string | null,
): Promise<boolean> {
  await lockImports(transaction, owner)
  const finish = `
    update review_imports
    set status = case when $4::text is null then 'completed' else 'failed' end, failure_message = $4,
        finished_at = now(), due_at = null, worker_id = null
    where ${held} returning id`
  const rows = await query(transaction, { name: 'finish_review_import', text: finish }, [
    ...fence(lease),
    failure && storableText(failure),
  ])
  if (rows.length === 0) return false
  const remove = 'delete from review_import_parts where import_id = $1'
  await query(transaction, { name: 'delete_import_parts', text: remove }, [lease.id])
  await callNext(transaction, owner)
  return true
}

/**
 * Releases an import when the worker stops. Another worker can continue immediately. This does not count as an
 * interruption.
 */
export async function releaseReviewImport(connection: Connection, lease: Lease<'imp'>): Promise<void> {
  const text = `update review_imports set worker_id = null, due_at = now() where ${held}`
  await query(connection, { name: 'release_review_import', text }, fence(lease))
}

/** Returns a part of a file, or undefined after the last part. */
export async function readPart(
  connection: Reader,
  owner: Owner,
  id: Id<'imp'>,
  number: number,
): Promise<SealedSecret | undefined> {
  const [part] = await query<SealedSecret>(
    connection,
    {
      name: 'read_import_part',
      text: `
        select key_id, ciphertext from review_import_parts
        join review_imports on review_imports.id = import_id and business_id = $2
        where import_id = $1 and number = $3`,
    },
    [id, owner.business_id, number],
  )
  return part
}

/** Counts newly labeled reviews for the imports that created or updated them, by the time of the change. */
export async function countLabeledOfImports(
  connection: Connection,
  owner: Owner,
  updatedAt: readonly string[],
): Promise<void> {
  await query(
    connection,
    {
      name: 'count_labeled_of_imports',
      text: `
        update review_imports
        set labeled_count = least(labeled_count + counted.labeled, created_count + updated_count)
        from (
          select import.id, count(*) as labeled
          from unnest($2::timestamptz[]) as labeled (updated_at)
          join review_imports as import on import.business_id = $1 and labeled.updated_at >= import.started_at
            and (import.finished_at is null or labeled.updated_at <= import.finished_at)
          group by import.id
        ) as counted
        where review_imports.id = counted.id and labeled_count < created_count + updated_count`,
    },
    [owner.business_id, updatedAt],
  )
}

/**
 * Serializes, until the end of the transaction, all changes that affect which import of a business is the first
 * unfinished one.
 */
async function lockImports(transaction: Transaction, owner: Owner): Promise<void> {
  const text = `select pg_advisory_xact_lock(hashtextextended('review imports ' || $1, 0))`
  await query(transaction, { name: 'lock_review_imports', text }, [owner.business_id])
}

/** Makes the first queued import due if no import is running. */
async function callNext(transaction: Transaction, owner: Owner): Promise<void> {
  await enqueue(
    transaction,
    reviewImportQueue,
    {
      name: 'call_next_review_import',
      text: `
        update review_imports set due_at = now()
        where id = (
            select id from review_imports where business_id = $1 and status in ('queued', 'running') order by id limit 1
          ) and status = 'queued' and due_at is null`,
    },
    [owner.business_id],
  )
}
