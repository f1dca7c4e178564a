import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { commonHeaders } from '@svc/http/exchange'
import express, { type RequestHandler } from 'express'
import { stringify } from 'yaml'
import { exchangeOf } from './server.ts'

/** The path under which the API lives; `{base_url}` is the public origin followed by it. */
export const basePath = '/api/public/v1'

/** What the contract says of `npm start`, in its servers and its token endpoint. An instance puts its own origin there. */
const developmentOrigin = 'http://127.0.0.1:3000'

/** What the docs say of `npm run mock`. */
const mockDevelopmentOrigin = 'http://127.0.0.1:4010'

export interface DocumentsOptions {
  publicUrl: string
  /** Where the mock of this machine listens. */
  mockPort: number
}

/** The strict bundle, which the server validates against. */
export function readContract(): { webhooks: Record<string, object> } {
  return JSON.parse(readGenerated('contract/openapi.strict.json'))
}

/**
 * The published document, in JSON and YAML, the guides and reference pages, and the Postman collection. Anyone may read them from any
 * origin; `servers` names this instance, so that a tool which loads the document from here calls here. The root of the service leads to
 * the guides, and so does the name of the first of them, which is their home page.
 */
export function documents({ publicUrl, mockPort }: DocumentsOptions): RequestHandler {
  const mockOrigin = mockPort === 0 ? mockDevelopmentOrigin : `http://127.0.0.1:${mockPort}`
  const located = (path: string) =>
    readGenerated(path).replaceAll(developmentOrigin, publicUrl).replaceAll(mockDevelopmentOrigin, mockOrigin)
  const document = () => ({
    ...JSON.parse(readGenerated('contract/openapi.published.json').replaceAll(developmentOrigin, publicUrl)),
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
  for (const [path, file] of pages()) {
    const reachable = file === tryPage ? mockOrigin : "'none'"
    const headers = { 'Content-Security-Policy': `${pagePolicy}; connect-src ${reachable}` }
    router.get(
      path,
      serve('text/html', () => located(file), headers),
    )
  }
  router.get(
    '/docs/changelog.atom',
    serve('application/atom+xml', () => located('docs/changelog.atom')),
  )
  router.get(['/', '/docs/quick-start'], (_request, response) => {
    response.set(commonHeaders(exchangeOf(response))).redirect('/docs')
  })
  for (const file of ['collection.json', 'environment.json'])
    router.get(
      `/docs/postman/${file}`,
      serve('application/json', () => located(`postman/${file}`)),
    )
  return router
}

/** The page on which a reader sends requests to the mock, the only one that may fetch anything. */
const tryPage = 'docs/try.html'

/** The address of every generated page, and its file. */
function pages(): [string, string][] {
  return readdirSync(generated('docs'))
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
    const isKnown = request.headers['if-none-match']
      ?.split(',')
      .some((tag) => tag.trim().replace(/^W\//, '') === made?.etag)
    if (isKnown) response.status(304).end()
    else response.type(mediaType).send(made.text)
  }
}

function readGenerated(path: string): string {
  return readFileSync(generated(path), 'utf8')
}

function generated(path: string): URL {
  return new URL(`../${path}`, import.meta.resolve('@generated/contract/openapi.strict.json'))
}
