import type { Schemas } from '@generated/portal/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type RequestDatabase } from '../connection/database.ts'
import { queryBuilder } from '../connection/knex.ts'
import { purge } from '../connection/purge.ts'
import { type Columns, type Lease, only, selectList } from '../connection/records.ts'
import { type AuditActor, recordChange } from '../platform/audit-log.ts'
import { type ClaimRequest, claim, enqueue, fence, held, type QueueTable } from '../queue/claim.ts'
import type { SealedSecret } from '../webhooks/webhook-endpoints.ts'

// Exports that owners request, from the request until the file is deleted after a day: decision 0043.

type AccountExport = Schemas['AccountExport']

export const accountExportColumns: Columns<AccountExport> = {
  id: 'text',
  status: 'text',
  record_count: 'integer',
  size_bytes: 'bigint',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
  expires_at: 'timestamptz?',
}
const columns = selectList(accountExportColumns)

/** Fair by account; the worker itself fails an export that was interrupted too often. */
export const accountExportQueue: QueueTable = {
  name: 'account_exports',
  table: 'account_exports',
  group: 'account_id',
  openGroups: 'select id, id as account_id, null::int as startable from accounts where erasing_since is null',
  exhausted: 'false',
}

/**
 * Returns the context to which the encryption of a part of an export is bound. A part that is moved elsewhere cannot be
 * decrypted.
 */
export function exportPartContext(exportId: Id<'exp'>, number: number): string {
  return `account_export_parts ${exportId} ${number}`
}

/** The time in hours for which the file of an export is kept. */
const keptHours = 24

const isUnfinished = "status in ('queued', 'running')"

/** Requests an export that replaces earlier exports. If an export is already in progress, returns that export. */
export function requestAccountExport(
  db: RequestDatabase,
  actor: AuditActor,
  accountId: Id<'acc'>,
): Promise<AccountExport> {
  return db.transaction(async (transaction) => {
    const lock = 'select id from accounts where id = $1 for no key update'
    await query(transaction, { name: 'lock_account_to_export', text: lock }, [accountId])
    const find = `select ${columns} from account_exports where account_id = $1 and ${isUnfinished}`
    const [unfinished] = await query<AccountExport>(transaction, { name: 'find_unfinished_export', text: find }, [
      accountId,
    ])
    if (unfinished) return unfinished
    const remove = 'delete from account_exports where account_id = $1'
    await query(transaction, { name: 'delete_former_exports', text: remove }, [accountId])
    const insert = `insert into account_exports (id, account_id, due_at) values ($1, $2, now()) returning ${columns}`
    const id = newId('exp')
    await recordChange(transaction, actor, {
      action: 'account.export_requested',
      account_id: accountId,
      subject_id: id,
    })
    return only(
      await enqueue<AccountExport>(transaction, accountExportQueue, { name: 'insert_account_export', text: insert }, [
        id,
        accountId,
      ]),
    )
  })
}

const isKept = `(expires_at is null or expires_at > now())`

/** Lists the exports of an account that are in progress, failed, or can be downloaded, newest first. */
export async function listAccountExports(connection: Reader, accountId: Id<'acc'>): Promise<AccountExport[]> {
  const text = `
    select ${columns} from account_exports where account_id = $1 and ${isKept} order by account_id, id desc limit 10`
  return query(connection, { name: 'list_account_exports', text }, [accountId])
}

/** A completed export whose file is kept. */
export async function findCompletedExport(
  connection: Reader,
  accountId: Id<'acc'>,
  id: Id<'exp'>,
): Promise<AccountExport | undefined> {
  const text = `
    select ${columns} from account_exports
    where account_id = $1 and id = $2 and status = 'completed' and ${isKept}`
  const [found] = await query<AccountExport>(connection, { name: 'find_completed_export', text }, [accountId, id])
  return found
}

/** Returns a part of the file of an export, or undefined after the last part and when the export was deleted. */
export async function readExportPart(
  connection: Reader,
  accountId: Id<'acc'>,
  id: Id<'exp'>,
  number: number,
): Promise<SealedSecret | undefined> {
  const text = `
    select key_id, ciphertext from account_export_parts
    join account_exports on account_exports.id = export_id and account_id = $1
    where export_id = $2 and number = $3`
  const [part] = await query<SealedSecret>(connection, { name: 'read_export_part', text }, [accountId, id, number])
  return part
}

export interface ClaimedExport extends Lease<'exp'> {
  account_id: Id<'acc'>
  /** The number of crashes that have interrupted the export so far. */
  interruptions: number
}

/**
 * Claims exports, and deletes the data that an earlier attempt wrote. The file is a consistent snapshot, so it must be
 * written again from the beginning.
 */
export async function claimAccountExports(connection: Connection, request: ClaimRequest): Promise<ClaimedExport[]> {
  return connection.transaction(async (transaction) => {
    const claimed = await claim(transaction, accountExportQueue, request)
    const ids = claimed.map(({ id }) => id)
    const remove = 'delete from account_export_parts where export_id = any ($1)'
    await query(transaction, { name: 'delete_former_export_parts', text: remove }, [ids])
    const text = `
      update account_exports
      set status = 'running', started_at = coalesce(started_at, now()), record_count = 0, size_bytes = 0
      where id = any ($1) returning id, account_id, worker_id, attempt_count as attempt, interruptions`
    return query<ClaimedExport>(transaction, { name: 'start_claimed_exports', text }, [ids])
  })
}

/** Stores the next part of the file. Returns false if the lease is lost. */
export async function storeExportPart(
  connection: Connection,
  lease: Lease<'exp'>,
  { number, sizeBytes, recordCount, sealed }: ExportPart,
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'store_export_part',
      text: `
        with written as (
          update account_exports set size_bytes = size_bytes + $5, record_count = $6 where ${held} returning id
        )
        insert into account_export_parts (export_id, number, key_id, ciphertext)
        select id, $4, $7, $8 from written returning number`,
    },
    [...fence(lease), number, sizeBytes, recordCount, sealed.key_id, sealed.ciphertext],
  )
  return rows.length === 1
}

interface ExportPart {
  number: number
  sizeBytes: number
  /** Records written so far. */
  recordCount: number
  sealed: SealedSecret
}

/**
 * Completes an export, whose file can then be downloaded for a day, or deletes its data. Returns false if the lease is
 * lost.
 */
export async function finishAccountExport(
  connection: Connection,
  lease: Lease<'exp'>,
  { status, recordCount }: { status: 'completed' | 'failed'; recordCount: number },
): Promise<boolean> {
  const rows = await query(
    connection,
    {
      name: 'finish_account_export',
      text: `
        with finished as (
          update account_exports
          set status = $4, record_count = $5, finished_at = now(), due_at = null, worker_id = null,
              expires_at = now() + interval '${keptHours} hours'
          where ${held} returning id
        ), removed as (
          delete from account_export_parts using finished where export_id = finished.id and $4 = 'failed'
        )
        select id from finished`,
    },
    [...fence(lease), status, recordCount],
  )
  return rows.length === 1
}

/** Releases an export when the worker stops. Another worker starts it again. This does not count as an interruption. */
export async function releaseAccountExport(connection: Connection, lease: Lease<'exp'>): Promise<void> {
  const text = `update account_exports set status = 'queued', worker_id = null, due_at = now() where ${held}`
  await query(connection, { name: 'release_account_export', text }, fence(lease))
}

/** Removes exports whose day is over, with their files. */
export function purgeAccountExports(connection: Connection, { limit }: { limit: number }): Promise<number> {
  return purge(connection, {
    table: 'account_exports',
    condition: queryBuilder.raw('expires_at < now()'),
    oldestFirst: 'expires_at',
    limit,
  })
}
