import { createHmac } from 'node:crypto'
import { ApiError } from '@svc/http/errors'
import { commonHeaders } from '@svc/http/exchange'
import express, { type RequestHandler } from 'express'
import { brightside, rosso } from './cast.ts'
import type { Examples, Schemas } from './examples.ts'
import { exchangeOf } from './exchange.ts'

type Report = Schemas['Report']

/** The files of reports, as signed links to this mock: HTML alone, as in a service that can print no PDF. */
export interface ReportFiles {
  of(report: Report): Report['files']
  /** Answers those links and passes everything else on. */
  serve: RequestHandler
}

export interface ReportFilesOptions {
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
      const cast = [rosso, brightside].find(({ businessId }) => businessId === business)
      const expiresAt = Number(expires)
      if (!cast || !(expiresAt > Date.now()) || signature !== sign(id, cast.businessId, expiresAt))
        throw new ApiError('not_found', { message: 'This link is not valid; read the report again for a new one.' })
      const example = cast.tell(await examples.success<Report>('getReport'))
      response.set(commonHeaders(exchangeOf(response)))
      response.set({ 'Cache-Control': 'private, max-age=3600', 'Content-Security-Policy': "default-src 'none'" })
      response.type('html').end(pageOf({ title: example.title, sections: example.sections, id }))
    },
  )

  return {
    of(report) {
      // The same for an hour, valid for a day.
      const expiresAt = (Math.floor(Date.now() / hourMs) + 25) * hourMs
      const { id, business_id: business } = report
      const url = `${origin}/report-files/${id}.html?business=${business}&expires=${expiresAt}&signature=${sign(id, business, expiresAt)}`
      const size_bytes = Buffer.byteLength(pageOf(report))
      return [{ format: 'html', url, size_bytes, expires_at: new Date(expiresAt).toISOString() }]
    },
    serve: router,
  }
}

/** What the report says, without its quotes and charts, and that nobody's reviews were read for it. */
function pageOf({ id, title, sections }: Pick<Report, 'title' | 'sections'> & { id: string }): string {
  const escaped = (text: string) =>
    text.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('\n', '<br>\n')
  const parts = sections.map(({ heading, text }) => `<h2>${escaped(heading)}</h2>\n<p>${escaped(text)}</p>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
<p>This is report ${id} of the mock. What it says is the contract's example; no reviews were read for it.</p>
${parts.join('\n')}
</html>
`
}
