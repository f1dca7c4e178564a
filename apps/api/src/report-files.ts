import type { ReportFileFormat } from '@generated/contract/enums'
import { findReport, type ReportWithFiles, readReportFile } from '@svc/db/reports'
import { ApiError, notFound } from '@svc/http/errors'
import { sendBytes } from '@svc/http/send-bytes'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import { linkExpired, reportFilesDeleted } from '@svc/rules/messages'
import { isId } from '@svc/runtime/ids'
import express, { type RequestHandler } from 'express'
import type { Dependencies } from './dependencies.ts'
import { isSignedLink, signLink } from './signed-link.ts'

const hourMs = 3_600_000

/** The path of the links: outside the REST API, because a browser opens them without a credential. */
const filesPath = '/report-files'

const mediaTypes: Record<ReportFileFormat, string> = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' }

type SigningDependencies = Pick<Dependencies, 'keyring' | 'publicUrl' | 'clock'>

/**
 * The files of a report as signed links. They expire a day after the end of the current hour, so that reads within an
 * hour return the same URLs and conditional reads stay cheap.
 */
export function signedFiles(dependencies: SigningDependencies, report: ReportWithFiles) {
  const expiresAt = (Math.floor(dependencies.clock.now() / hourMs) + 1) * hourMs + 24 * hourMs
  return report.files.map(({ format, size_bytes }) => {
    const subject = { business: report.business_id, report: report.id, format, expires: expiresAt }
    const query = new URLSearchParams({
      business: subject.business,
      expires: String(expiresAt),
      signature: signLink(dependencies.keyring, signedText(subject)),
    })
    const url = `${dependencies.publicUrl}${filesPath}/${report.id}.${format}?${query}`
    return { format, url, size_bytes, expires_at: new Date(expiresAt).toISOString() }
  })
}

/**
 * Serves what `signedFiles` links to. A link that is wrong or has expired is 404: it does not reveal what exists. So is
 * a valid link to a file that was deleted, with another message.
 */
export function reportFiles(dependencies: Pick<Dependencies, 'db'> & SigningDependencies): RequestHandler {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(`${filesPath}/:id.:format`, async (request, response) => {
    const { id, format } = request.params
    const { business, expires, signature } = request.query
    if (!isFormat(format) || typeof business !== 'string' || typeof signature !== 'string') throw notFound()
    const subject = { business, report: id ?? '', format, expires: Number(expires) }
    const isValid =
      subject.expires > dependencies.clock.now() && isSignedLink(dependencies.keyring, signedText(subject), signature)
    if (!isValid || !isId('biz', business) || !isId('rpt', subject.report))
      throw new ApiError('not_found', { message: linkExpired })
    const owner = { business_id: business }
    const content = await readReportFile(dependencies.db, owner, subject.report, format)
    if (!content) {
      const report = await findReport(dependencies.db, owner, subject.report)
      throw report?.files_deleted_at ? new ApiError('not_found', { message: reportFilesDeleted }) : notFound()
    }
    response.set(commonHeaders(exchangeOf(response)))
    response.set({
      'Content-Type': mediaTypes[format],
      'Cache-Control': 'private, max-age=3600',
      'Content-Security-Policy': pagePolicy,
      'Referrer-Policy': 'no-referrer',
    })
    sendBytes(response, content)
  })
  return router
}

/** A report is one self-contained page with inline styles, without scripts or external resources. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

interface Subject {
  business: string
  report: string
  format: ReportFileFormat
  expires: number
}

function signedText({ business, report, format, expires }: Subject): string {
  return `report-file ${business} ${report} ${format} ${expires}`
}

function isFormat(value: unknown): value is ReportFileFormat {
  return value === 'html' || value === 'pdf'
}
