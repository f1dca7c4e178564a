import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import { stringify } from 'yaml'
import { basePath } from './base-path.ts'
import { ApiError } from './errors.ts'
import { rewriteOrigins } from './rewrite-origins.ts'
import { sendBytes } from './send-bytes.ts'
import { exchangeOf, setError, setRoute } from './shell/exchange.ts'
import { commonHeaders, matchesEtag } from './shell/response.ts'

interface DocumentsOptions {
  /** The folder of generated files, with a slash at its end. */
  generated: URL
  /** Scheme, host and port of this instance. */
  publicUrl: string
  /** The origin of the mock, to which examples in generated files refer. */
  mockOrigin: string
}

/** Sends one document. */
type Send = (request: Request, response: Response) => void

/** The path of the first guide, to which `/` and `/docs` redirect. */
const home = '/docs/quick-start'

/**
 * The published document in JSON and YAML, the pages of the docs with their styles and scripts, and the Postman
 * collection. They need no credential and are readable from any origin; `servers` names this instance, so that a tool
 * that loads the document from here calls this instance. Every page is also there as Markdown: at its path with `.md`,
 * and at its own path for a client that prefers `text/markdown`.
 */
export function documents({ generated, publicUrl, mockOrigin }: DocumentsOptions): RequestHandler {
  const origins = { service: publicUrl, mock: mockOrigin }
  const read = (path: string) => rewriteOrigins(readFileSync(new URL(path, generated), 'utf8'), origins)
  const document = () => ({
    ...JSON.parse(read('contract/openapi.published.json')),
    servers: [{ url: `${publicUrl}${basePath}`, description: 'This instance.' }],
  })
  // A table and no routes: every request of the API passes here, and there are hundreds of pages.
  const table = new Map<string, Send>([
    ['/', redirectTo(home)],
    ['/docs', redirectTo(home)],
    ...docsIn(generated, read),
    [`${basePath}/openapi.json`, serve('application/json', () => JSON.stringify(document(), undefined, 2))],
    [`${basePath}/openapi.yaml`, serve('application/yaml', () => stringify(document()))],
    ...['collection.json', 'environment.json'].map((file): [string, Send] => [
      `/docs/postman/${file}`,
      serve('application/json', () => read(`postman/${file}`)),
    ]),
    ['/llms.txt', serve('text/plain', () => read('docs/llms.txt'))],
    ['/robots.txt', serve('text/plain', () => robots)],
  ])
  return (request, response, next) => {
    const { method, path } = request
    const send = ['GET', 'HEAD'].includes(method) ? (table.get(path) ?? withoutSlash(table, path)) : undefined
    if (send === undefined) {
      next()
      return
    }
    // One route for all pages, because each would be a time series of the metrics.
    setRoute(exchangeOf(response), path.startsWith('/docs/') ? '/docs/{page}' : path, null)
    send(request, response)
  }
}

/**
 * The page for people whose browser requests a path that nothing serves. Everything below `/api/`, and every client
 * that does not prefer HTML, gets the JSON of an error. It has to be the last handler before the contract.
 */
export function missingPages({ generated, publicUrl, mockOrigin }: DocumentsOptions): RequestHandler {
  let page: string | undefined
  return (request, response, next) => {
    const { method, path } = request
    const prefersHtml = () => request.accepts(['application/json', 'text/html']) === 'text/html'
    if (method !== 'GET' || path.startsWith('/api/') || !prefersHtml()) {
      next()
      return
    }
    const origins = { service: publicUrl, mock: mockOrigin }
    page ??= rewriteOrigins(readFileSync(new URL(missingPage, generated), 'utf8'), origins)
    const exchange = exchangeOf(response)
    setError(exchange, new ApiError('not_found'))
    response.status(404).set({ ...commonHeaders(exchange), ...pageHeaders(page), 'Cache-Control': 'no-store' })
    sendBytes(response.type('text/html; charset=utf-8'), Buffer.from(page))
  }
}

/** The generated page for unknown paths, which has no path of its own. */
const missingPage = 'docs/404.html'

/** Search engines find the docs. Nothing else is for them: the portal and the API need a credential. */
const robots = 'User-agent: *\nAllow: /docs/\nDisallow: /api/\nDisallow: /portal\n'

function redirectTo(path: string): Send {
  return (_request, response) => {
    response.set(commonHeaders(exchangeOf(response))).redirect(path)
  }
}

/** A page has one URL; with a slash at its end, which readers type, it leads there. */
function withoutSlash(table: ReadonlyMap<string, Send>, path: string): Send | undefined {
  const page = /^(\/docs.*)\/$/.exec(path)?.[1]
  return page !== undefined && table.has(page) ? redirectTo(page) : undefined
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.txt': 'text/plain',
  '.atom': 'application/atom+xml',
}

/** Every file of the docs by its URL path. A page has its path without `.html`. */
function docsIn(generated: URL, read: (path: string) => string): [string, Send][] {
  const files = readdirSync(new URL('docs/', generated), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => (extname(file) === '.html' && file !== missingPage) || extname(file) in mediaTypes)
  return files.map((file) => {
    const extension = extname(file)
    if (extension !== '.html') return [`/${file}`, compressed(mediaTypes[extension] ?? '', () => read(file))]
    const path = file.slice(0, -extension.length)
    const page = compressed('text/html', () => read(file), pageHeaders)
    const markdown = compressed(
      'text/markdown',
      () => read(`${path}.md`),
      () => negotiated,
    )
    const send: Send = (request, response) =>
      request.accepts(['text/html', 'text/markdown']) === 'text/markdown'
        ? markdown(request, response)
        : page(request, response)
    return [`/${path}`, send]
  })
}

const negotiated = { Vary: 'Accept, Accept-Encoding' }

/** A page names in its own policy what it loads; framing can only be forbidden in a header. */
function pageHeaders(page: string): Record<string, string> {
  const own = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "default-src 'none'"
  return { ...negotiated, 'Content-Security-Policy': `${own}; frame-ancestors 'none'` }
}

type HeadersOf = (text: string) => Record<string, string>

/** Serves a text compressed with Brotli to clients that accept it, which all browsers do, and otherwise as it is. */
function compressed(mediaType: string, build: () => string, headersOf: HeadersOf = () => encoded): Send {
  const plain = serve(mediaType, build, headersOf)
  const brotli = serve(mediaType, build, (text) => ({ ...headersOf(text), 'Content-Encoding': 'br' }), compress)
  return (request, response) => (request.acceptsEncodings('br') === 'br' ? brotli : plain)(request, response)
}

const encoded = { Vary: 'Accept-Encoding' }

/** Quality 9 takes a sixth of the time of the best one, 30 ms for 112 KB, and the result is 12 % larger. */
function compress(content: Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

/** Serves a document that is built on the first request and shared by all responses while the process runs. */
function serve(
  mediaType: string,
  build: () => string,
  headersOf: HeadersOf = () => ({}),
  encode: (content: Buffer) => Buffer = (content) => content,
): Send {
  let built: { content: Buffer; headers: Record<string, string>; etag: string } | undefined
  return (request, response) => {
    if (!built) {
      const text = build()
      const content = encode(Buffer.from(text))
      const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
      built = { content, etag, headers: headersOf(text) }
    }
    response.set({
      ...commonHeaders(exchangeOf(response)),
      ...built.headers,
      ETag: built.etag,
      'Cache-Control': 'public, no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    if (matchesEtag(request.headers['if-none-match'], built.etag)) response.status(304).end()
    else sendBytes(response.type(`${mediaType}; charset=utf-8`), built.content)
  }
}
