import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
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
  /** The same, compressed with Brotli by the build; absent for files that the build copies. */
  compressed?: Buffer
}

/**
 * The pages of the portal: the files of its build, and for every other path below `/portal` the HTML of the page there.
 * Responses share one buffer per file.
 */
export function portalPages(): RequestHandler {
  const files = readFiles()
  const anyPage = files.get('index.html')
  return (request, response, next) => {
    const { path, method } = request
    if (path !== '/portal' && !path.startsWith('/portal/')) return next()
    if (method !== 'GET') return next()
    response.set(commonHeaders(exchangeOf(response)))
    if (!anyPage) {
      response.status(503).type('text').send('The portal is not built. Run: npx turbo run build --filter=@svc/portal\n')
      return
    }
    const name = path.slice('/portal/'.length).replace(/\/$/, '')
    const file = name.endsWith('.html') ? undefined : files.get(name)
    if (file) return sendFile(response, file, request.headers, immutable)
    // A file of another build does not exist; every other path is that of a page.
    if (name.startsWith('assets/')) return next()
    response.set('Content-Security-Policy', policy)
    sendFile(response, pageAt(files, name) ?? anyPage, request.headers, 'no-cache')
  }
}

/** The HTML of a page (apps/portal/build/page-html.ts). The last segment of a path may be an id. */
function pageAt(files: ReadonlyMap<string, File>, name: string): File | undefined {
  if (name === '') return files.get('pages/index.html')
  return files.get(`pages/${name}.html`) ?? files.get(`pages/${name.replace(/[^/]+$/, '$$id')}.html`)
}

/** The names of files change with their content. */
const immutable = 'public, max-age=31536000, immutable'

function readFiles(): Map<string, File> {
  if (!existsSync(built)) return new Map()
  const entries = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = new Set(entries.map(({ parentPath, name }) => `${parentPath}/${name}`))
  const originals = [...paths].filter((path) => !path.endsWith(compressedEnding))
  return new Map(
    originals.map((path) => {
      const bytes = readFileSync(path)
      const file = {
        bytes,
        mediaType: mediaTypes[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
        ...(paths.has(path + compressedEnding) && { compressed: readFileSync(path + compressedEnding) }),
      }
      return [path.slice(built.pathname.length).replace(/^\//, ''), file]
    }),
  )
}

const compressedEnding = '.br'

type Headers = Parameters<RequestHandler>[0]['headers']

function sendFile(response: Response, file: File, headers: Headers, cacheControl: string): void {
  response.set({ 'Cache-Control': cacheControl, ETag: file.etag, Vary: 'Accept-Encoding' })
  if (matchesEtag(headers['if-none-match'], file.etag)) {
    response.status(304).end()
    return
  }
  response.setHeader('Content-Type', file.mediaType)
  const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
  if (takesBrotli && file.compressed) response.setHeader('Content-Encoding', 'br')
  sendBytes(response, (takesBrotli && file.compressed) || file.bytes)
}
