import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { closeServer, listen } from '@svc/runtime/listen'
import { originOf } from '@svc/runtime/origin'
import express, { type RequestHandler } from 'express'
import { basePathIn, serverOriginIn } from './api-document.ts'
import { createDocumentApp, type DocumentAppOptions, type DocumentCall } from './document-app.ts'
import { ProblemError } from './problem-error.ts'

interface ServeOptions<Caller> extends Omit<DocumentAppOptions<Caller>, 'handle'> {
  /** The handlers by operationId, or one for all operations. */
  operations: object | ((call: DocumentCall<Caller>) => unknown)
  /** A folder of pages that is served at `/docs`, with this server as that of the document; none by default. */
  docs?: string
  host: string
  /** 0 selects any free port. */
  port: number
  /** Gets requests before the application, which is the given listener; by default the application alone. */
  intercept?: (listener: RequestListener) => RequestListener
  /** The names of the settings of host and port, for the message of a server that cannot listen. */
  settings: { host: string; port: string }
}

interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  origin: string
  /** The origin with the path of the first server of the document. */
  baseUrl: string
  /** Resolves when requests in progress have finished, after a second at most. */
  close(): Promise<void>
}

/** Times for one request, in milliseconds. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
const closeTimeoutMs = 1_000

/** Starts a server of any OpenAPI document. Rejects with a StartError if it cannot listen. */
export async function serveDocument<Caller>(options: ServeOptions<Caller>): Promise<RunningServer> {
  const { document, operations, docs, host, port, settings, open = [] } = options
  const handle = typeof operations === 'function' ? operations : (call: DocumentCall<Caller>) => run(operations, call)
  const running = { origin: '' }
  const pages = docs === undefined ? [] : [pagesIn(docs, (text) => withOrigin(text, document, running.origin))]
  const app = createDocumentApp({
    ...options,
    handle: (call: DocumentCall<Caller>): unknown => Reflect.apply(handle, undefined, [call]),
    open: [...pages, ...open],
  })
  const listener = options.intercept?.(app) ?? app
  const server = createServer({ headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs }, listener)
  const origin = originOf(host, await listen(server, { host, port, settings }))
  running.origin = origin
  return {
    origin,
    baseUrl: `${origin}${basePathIn(document)}`,
    close: () => closeServer(server, closeTimeoutMs),
  }
}

/** Calls the handler of an operation. Throws ProblemError 501 if there is none. */
function run<Caller>(operations: object, call: DocumentCall<Caller>): unknown {
  const { operationId } = call.operation
  const handler: unknown = Reflect.get(operations, operationId)
  if (typeof handler !== 'function') throw new ProblemError(501, `${operationId} is not implemented.`)
  return Reflect.apply(handler, undefined, [call])
}

/** A text in which this server has the place of the first server of the document. */
function withOrigin(text: string, document: object, origin: string): string {
  const documented = serverOriginIn(document)
  if (documented === undefined) return text
  // Not the beginning of a longer host or port.
  const isLonger = (rest: string) => /^([\w-]|[.:]\w)/.test(rest)
  return text.replaceAll(documented, (found, offset: number) =>
    isLonger(text.slice(offset + found.length, offset + found.length + 2)) ? found : origin,
  )
}

/**
 * Pages link to each other without the extension of their files.
 *
 * @param rewrite changes the text of a page before it is sent
 */
function pagesIn(folder: string, rewrite: (text: string) => string): RequestHandler {
  const texts = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => isText.test(name)))
  const router = express.Router()
  router.get(['/', '/docs'], (_request, response) => response.redirect('/docs/reference'))
  router.get('/docs/{*page}', async (request, response, next) => {
    // Not an option of express.static: a page may have the name of a folder.
    if (!/\.\w+$/.test(request.path)) request.url = `${request.path}.html`
    const name = request.path.slice('/docs/'.length)
    if (!texts.has(name)) return next()
    response.type(extname(name)).send(rewrite(await readFile(join(folder, name), 'utf8')))
  })
  router.use('/docs', express.static(folder, { index: false, redirect: false }))
  return router
}

const isText = /\.(html|md|txt|js|json)$/
