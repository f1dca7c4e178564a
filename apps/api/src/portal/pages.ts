import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { sendBytes } from '@svc/http/send-bytes'
import { exchangeOf } from '@svc/http/shell/exchange'
import { commonHeaders, matchesEtag } from '@svc/http/shell/response'
import type { RequestHandler, Response } from 'express'

/** The folder that `vite build` writes from apps/portal. */
const built = new URL('../../../portal/dist/', import.meta.url)

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The one style that React Aria adds to the page by itself: which gestures its buttons leave to the browser. */
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** Everything that the pages load is from here, and no script is inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${reactAriaStyle}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface File {
  bytes: Buffer
  mediaType: string
  etag: string
  /** Compressed on the first request for it. */
  compressed?: Promise<Buffer>
}

/**
 * The pages of the portal: the files of its build, and the page itself for every other path below `/portal`, because
 * the browser finds the rest of the address. Responses share one buffer per file.
 */
export function portalPages(): RequestHandler {
  const files = readFiles()
  const page = files.get('index.html')
  return (request, response, next) => {
    const { path, method } = request
    if (path !== '/portal' && !path.startsWith('/portal/')) return next()
    if (method !== 'GET') return next()
    response.set(commonHeaders(exchangeOf(response)))
    if (!page) {
      response.status(503).type('text').send('The portal is not built. Run: npx turbo run build --filter=@svc/portal\n')
      return
    }
    const name = path.slice('/portal/'.length)
    const file = files.get(name)
    if (file && file !== page) return sendFile(response, file, request.headers, immutable)
    // A file of another build does not exist; every other path is one of the page's.
    if (name.startsWith('assets/')) return next()
    response.set('Content-Security-Policy', policy)
    sendFile(response, page, request.headers, 'no-cache')
  }
}

/** The names of files change with their content. */
const immutable = 'public, max-age=31536000, immutable'

function readFiles(): Map<string, File> {
  if (!existsSync(built)) return new Map()
  const entries = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}`
      const bytes = readFileSync(path)
      const file = {
        bytes,
        mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
      }
      return [path.slice(built.pathname.length).replace(/^\//, ''), file]
    }),
  )
}

type Headers = Parameters<RequestHandler>[0]['headers']

function sendFile(response: Response, file: File, headers: Headers, cacheControl: string): void {
  response.set({ 'Cache-Control': cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' })
  if (matchesEtag(headers['if-none-match'], file.etag)) {
    response.status(304).end()
    return
  }
  response.setHeader('Content-Type', file.mediaType)
  if (!/\bbr\b/.test(String(headers['accept-encoding'] ?? ''))) {
    sendBytes(response, file.bytes)
    return
  }
  file.compressed ??= compress(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  file.compressed.then(
    (bytes) => {
      response.setHeader('Content-Encoding', 'br')
      sendBytes(response, bytes)
    },
    () => sendBytes(response, file.bytes),
  )
}

const compress = promisify(brotliCompress)
