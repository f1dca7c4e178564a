import { createHmac } from 'node:crypto'
import type { Schemas } from '@generated/contract/server-types'
import { ApiError } from '@svc/http/errors'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders } from '@svc/http/shell/response'
import { linkExpired } from '@svc/rules/messages'
import express, { type RequestHandler } from 'express'
import { brightside, rosso } from '../accounts/persona.ts'
import type { Examples } from '../prism/examples.ts'

type Report = Schemas['Report']

/** The files of reports, as signed links to this mock: HTML only, as in a service that cannot print PDF. */
export interface ReportFiles {
  of(report: Report): Report['files']
  /** Serves the links. */
  serve: RequestHandler
}

interface ReportFilesOptions {
  examples: Examples
  /** Signs the links. */
  key: Buffer
  origin: string
}

const hourMs = 3_600_000

export function createReportFiles({ examples, key, origin }: ReportFilesOptions): ReportFiles {
  const sign = (id: string, business: string, expires: number) =>
    createHmac('sha256', key).update(`${id} ${business} ${expires}`).digest('base64url')

  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(
    '/report-files/:id.html',
    async ({ params: { id }, query: { business, expires, signature } }, response) => {
      const persona = [rosso, brightside].find(({ businessId }) => businessId === business)
      const expiresMs = Number(expires)
      if (!persona || !(expiresMs > Date.now()) || signature !== sign(id, persona.businessId, expiresMs))
        throw new ApiError('not_found', { message: linkExpired })
      const example = await examples.data('getReport', persona)
      response.set(commonHeaders(exchangeOf(response)))
      response.set({ 'Cache-Control': 'private, max-age=3600', 'Content-Security-Policy': "default-src 'none'" })
      response.type('html').end(reportHtml({ title: example.title, sections: example.sections, id }))
    },
  )

  return {
    of(report) {
      // The same link for an hour, valid for a day.
      const expiresMs = (Math.floor(Date.now() / hourMs) + 25) * hourMs
      const { id, business_id: business } = report
      const signature = sign(id, business, expiresMs)
      const query = new URLSearchParams({ business, expires: String(expiresMs), signature })
      const url = `${origin}/report-files/${id}.html?${query}`
      const size_bytes = Buffer.byteLength(reportHtml(report))
      return [{ format: 'html', url, size_bytes, expires_at: new Date(expiresMs).toISOString() }]
    },
    serve: router,
  }
}

/** The report without its quotes and charts, and a note that it does not come from reviews. */
function reportHtml({ id, title, sections }: Pick<Report, 'title' | 'sections'> & { id: string }): string {
  const escaped = (text: string) =>
    text.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>\n')
  const parts = sections.map(({ heading, text }) => `<h2>${escaped(heading)}</h2>\n<p>${escaped(text)}</p>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
<p>This is report ${id} of the mock. Its text is the contract's example; no reviews were read for it.</p>
${parts.join('\n')}
</html>
`
}
