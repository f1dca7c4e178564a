import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import express, { type RequestHandler } from 'express'
import { stringify } from 'yaml'
import { basePath } from './base-path.ts'
import { commonHeaders, exchangeOf, matchesEtag } from './exchange.ts'
import { mockDevelopmentOrigin, rewriteOrigins } from './rewrite-origins.ts'

export interface DocumentsOptions {
  /** The folder of generated files, with a slash at its end. */
  generated: URL
  /** Scheme, host and port of this instance. */
  publicUrl: string
  /** Where the mock listens that readers try requests on; left out where nobody has chosen a place for it. */
  mockOrigin?: string | undefined
}

/**
 * The published document, in JSON and YAML, the guides and reference pages, and the Postman collection. Anyone may read them from any
 * origin; `servers` names this instance, so that a tool which loads the document from here calls here. The root of the service leads to
 * the guides, and so does the name of the first of them, which is their home page.
 */
export function documents({
  generated,
  publicUrl,
  mockOrigin = mockDevelopmentOrigin,
}: DocumentsOptions): RequestHandler {
  const places = { service: publicUrl, mock: mockOrigin }
  const read = (path: string) => rewriteOrigins(readFileSync(new URL(path, generated), 'utf8'), places)
  const document = () => ({
    ...JSON.parse(read('contract/openapi.published.json')),
    servers: [{ url: `${publicUrl}${basePath}`, description: 'This instance.' }],
  })
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get(
    `${basePath}/openapi.json`,
    serve('application/json', () => JSON.stringify(document(), undefined, 2)),
  )
  router.get(
    `${basePath}/openapi.yaml`,
    serve('application/yaml', () => stringify(document())),
  )
  for (const [path, file] of pagesIn(new URL('docs/', generated))) {
    const reachable = file === tryPage ? mockOrigin : "'none'"
    const headers = { 'Content-Security-Policy': `${pagePolicy}; connect-src ${reachable}` }
    router.get(
      path,
      serve('text/html', () => read(file), headers),
    )
  }
  router.get(
    '/docs/changelog.atom',
    serve('application/atom+xml', () => read('docs/changelog.atom')),
  )
  router.get(['/', '/docs/quick-start'], (_request, response) => {
    response.set(commonHeaders(exchangeOf(response))).redirect('/docs')
  })
  for (const file of ['collection.json', 'environment.json'])
    router.get(
      `/docs/postman/${file}`,
      serve('application/json', () => read(`postman/${file}`)),
    )
  return router
}

/** The page on which a reader sends requests to the mock, the only one that may fetch anything. */
const tryPage = 'docs/try.html'

/** The address of every page in a folder, and its file. */
function pagesIn(folder: URL): [string, string][] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file === 'index.html' ? '/docs' : `/docs/${file.replace(/\.html$/, '')}`, `docs/${file}`])
}

/** A page brings its styles and its scripts along, and the reference searches in a worker of its own. */
const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves a text that is made at the first request for it and never changes while the process runs. */
function serve(mediaType: string, make: () => string, headers: Record<string, string> = {}): RequestHandler {
  let made: { text: string; etag: string } | undefined
  return (request, response) => {
    if (!made) {
      const text = make()
      made = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
    }
    response.set({
      ...commonHeaders(exchangeOf(response)),
      ...headers,
      ETag: made.etag,
      'Cache-Control': 'public, no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    if (matchesEtag(request.headers['if-none-match'], made.etag)) response.status(304).end()
    else response.type(mediaType).send(made.text)
  }
}
