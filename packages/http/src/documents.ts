import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import express, { type RequestHandler } from 'express'
import { stringify } from 'yaml'
import { basePath } from './base-path.ts'
import { sendBytes } from './send-bytes.ts'
import { exchangeOf } from './shell/exchange.ts'
import { commonHeaders, matchesEtag } from './shell/response.ts'

interface DocumentsOptions {
  /** The folder of generated files, with a slash at its end. */
  generated: URL
  /** Scheme, host and port of this instance. */
  publicUrl: string
  /** The server to which readers send requests from the page that has a form for them. */
  tryOrigin: string
  /** Replaces the origins in a generated file with those of running servers. */
  rewriteOrigins(text: string): string
}

/**
 * The published document in JSON and YAML, the guides and reference pages, and the Postman collection. They need no
 * credential and are readable from any origin; `servers` names this instance, so that a tool that loads the document
 * from here calls this instance. The root of the service redirects to the guides, and so does the path of the quick
 * start, which is their home page.
 */
export function documents({ generated, publicUrl, tryOrigin, rewriteOrigins }: DocumentsOptions): RequestHandler {
  const read = (path: string) => rewriteOrigins(readFileSync(new URL(path, generated), 'utf8'))
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
    const reachable = file === tryPage ? tryOrigin : "'none'"
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

/** The page on which a reader sends requests: the only one that may fetch anything. */
const tryPage = 'docs/try.html'

/** The URL path of every page in a folder, and its file. */
function pagesIn(folder: URL): [string, string][] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file === 'index.html' ? '/docs' : `/docs/${file.replace(/\.html$/, '')}`, `docs/${file}`])
}

/** A page contains its styles and scripts, and the reference searches in a worker. */
const pagePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves a document that is built on the first request and shared by all responses while the process runs. */
function serve(mediaType: string, build: () => string, headers: Record<string, string> = {}): RequestHandler {
  let built: { content: Buffer; etag: string } | undefined
  return (request, response) => {
    if (!built) {
      const content = Buffer.from(build())
      built = { content, etag: `"${createHash('sha256').update(content).digest('base64url')}"` }
    }
    response.set({
      ...commonHeaders(exchangeOf(response)),
      ...headers,
      ETag: built.etag,
      'Cache-Control': 'public, no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    if (matchesEtag(request.headers['if-none-match'], built.etag)) response.status(304).end()
    else sendBytes(response.type(`${mediaType}; charset=utf-8`), built.content)
  }
}
