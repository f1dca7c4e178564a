import type { ReportFileFormat, ReportOrigin } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import { type Id, newId } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import {
  beyondEveryId,
  type Columns,
  type Owner,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'

/** A report but for the links to its files: those are signed when it is read, from `files`. */
type Report = Omit<Schemas['Report'], 'files'>

export type ReportWithFiles = Report & { files: Pick<Schemas['ReportFile'], 'format' | 'size_bytes'>[] }

export const reportColumns: Columns<Report> = {
  id: 'text',
  business_id: 'text',
  analysis_id: 'text',
  origin: 'text',
  title: 'text',
  sections: 'json',
  files_deleted_at: 'timestamptz?',
  period: 'json',
  created_at: 'timestamptz',
}
const columns = selectList(reportColumns)

const withFiles = `
  ${columns}, coalesce(deleted_files, (
    select json_agg(json_build_object('format', format, 'size_bytes', octet_length(content)) order by format)
    from report_files where report_id = reports.id
  ), '[]') as files`

export interface NewReport {
  id?: Id<'rpt'>
  analysis_id: Id<'ana'>
  origin: ReportOrigin
  title: string
  sections: readonly Schemas['ReportSection'][]
  period: Schemas['Period']
  files: readonly { format: ReportFileFormat; content: Uint8Array }[]
  created_at?: string
}

/**
 * Writes a finished report with its files: "Visible once ready; there are no half-made reports." Call it in a
 * transaction.
 */
export async function insertReport(
  transaction: Transaction,
  owner: Owner,
  report: NewReport,
): Promise<ReportWithFiles> {
  const id = report.id ?? newId('rpt')
  await query(
    transaction,
    {
      name: 'insert_report',
      text: `
        insert into reports (id, business_id, analysis_id, origin, title, sections, period, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, now()))`,
    },
    [
      id,
      owner.business_id,
      report.analysis_id,
      report.origin,
      report.title,
      JSON.stringify(report.sections),
      JSON.stringify(report.period),
      report.created_at ?? null,
    ],
  )
  for (const file of report.files) {
    await query(
      transaction,
      { name: 'insert_report_file', text: 'insert into report_files (report_id, format, content) values ($1, $2, $3)' },
      [id, file.format, file.content],
    )
  }
  const inserted = await findReport(transaction, owner, id)
  if (inserted === undefined) throw new Error(`Report ${id} was not found after its insert.`)
  return inserted
}

export async function findReport(
  connection: Reader,
  owner: Pick<Owner, 'business_id'>,
  id: Id<'rpt'>,
): Promise<ReportWithFiles | undefined> {
  const [report] = await query<ReportWithFiles>(
    connection,
    { name: 'find_report', text: `select ${withFiles} from reports where business_id = $1 and id = $2` },
    [owner.business_id, id],
  )
  return report
}

/** The reports of the business without their sections, newest first. */
export async function listReports(
  connection: Reader,
  owner: Owner,
  { limit, after }: PageRequest,
): Promise<Page<Schemas['ReportSummary']>> {
  const rows = await query<Schemas['ReportSummary']>(
    connection,
    {
      name: 'list_reports',
      text: `
        select id, business_id, analysis_id, origin, title, period, created_at from reports
        where business_id = $1 and id < $2
        order by business_id, id desc limit $3`,
    },
    [owner.business_id, after?.id ?? beyondEveryId, limit + 1],
  )
  return pageOfRows(rows, limit)
}

/** The content of a report file, unless it was deleted or never existed. The signed link to it names the business. */
export async function readReportFile(
  connection: Reader,
  { business_id }: Pick<Owner, 'business_id'>,
  reportId: Id<'rpt'>,
  format: ReportFileFormat,
): Promise<Buffer | undefined> {
  const [file] = await query<{ content: Buffer }>(
    connection,
    {
      name: 'read_report_file',
      text: `
        select content from report_files join reports on reports.id = report_id
        where business_id = $1 and report_id = $2 and format = $3`,
    },
    [business_id, reportId, format],
  )
  return file?.content
}

/**
 * Deletes the files of up to `limit` reports that were created more than `days` ago, and returns the number of reports.
 * The reports remain, with the format and size of each deleted file.
 */
export async function purgeReportFiles(
  connection: Connection,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const purged = await query(
    connection,
    {
      name: 'purge_report_files',
      text: `
        with expired as materialized (
          select id from reports where files_deleted_at is null and created_at < now() - $1::int * interval '1 day'
          order by created_at limit $2 for update skip locked
        ),
        deleted as (
          delete from report_files where report_id in (select id from expired)
          returning report_id, format, octet_length(content) as size_bytes
        )
        update reports
        -- A page that waits to be printed again is deleted as well.
        set files_deleted_at = now(), pdf_due = false, deleted_files = (
          select json_agg(json_build_object('format', format, 'size_bytes', size_bytes) order by format)
          from deleted where report_id = reports.id
        )
        where id in (select id from expired) returning id`,
    },
    [days, limit],
  )
  return purged.length
}
