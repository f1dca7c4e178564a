import { rename, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { closeServer, listen } from '@svc/runtime/listen'
import { originOf } from '@svc/runtime/origin'
import { parseHttpUrl } from '../http-url.ts'
import { harEntry, harFile } from './har.ts'
import { BodyTooLargeError, readBody } from './read-body.ts'
import { createSecretRemover, type NamedValue } from './secrets.ts'

interface RecorderOptions {
  /** The HTTP Archive that is written. */
  file: string
  /** The origin of the service that is recorded. */
  upstream: URL
  host: string
  port: number
  onFailure(error: unknown): void
}

/** A server that forwards requests and records the exchanges. */
interface Recorder {
  origin: string
  /** Resolves when the file has all exchanges. */
  close(): Promise<void>
}

/**
 * The origin of `--upstream`. Throws a RangeError for a URL with a path, and for http to another machine, because
 * requests carry credentials.
 */
export function readUpstream(option: string): URL {
  const { url, isLocal } = parseHttpUrl(option)
  if (url.pathname !== '/' || url.search !== '')
    throw new RangeError(`--upstream is an origin, such as ${url.origin}. The paths are those of the requests.`)
  if (url.protocol === 'http:' && !isLocal)
    throw new RangeError(`${url.host} is another machine. Use https, because requests carry credentials.`)
  return url
}

const closeTimeoutMs = 1_000

/** Starts to record. Rejects with a StartError if it cannot listen. */
export async function startRecorder({ file, upstream, host, port, onFailure }: RecorderOptions): Promise<Recorder> {
  const secrets = createSecretRemover()
  const entries: object[] = []
  const store = createStore(file, () => secrets.values(harFile(entries)))
  await store.save()

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedMs = Date.now()
    const measuredMs = performance.now()
    const requestBody = await readBody(request)
    const url = new URL(upstream.origin + (request.url ?? '/'))
    const received = await send(request, requestBody, url)
    const responseBody = await readBody(received)
    const headers = valuesOf(received.rawHeaders).filter(({ name }) => !connectionHeaders.has(name.toLowerCase()))
    const status = received.statusCode ?? 502
    entries.push(
      harEntry(
        {
          startedMs,
          durationMs: Math.round(performance.now() - measuredMs),
          method: request.method ?? 'GET',
          url: url.href,
          requestHeaders: valuesOf(request.rawHeaders),
          requestBody,
          status,
          statusText: received.statusMessage ?? '',
          responseHeaders: headers,
          responseBody,
        },
        secrets,
      ),
    )
    await store.save()
    response.writeHead(
      status,
      headers.flatMap(({ name, value }) => [name, value]),
    )
    response.end(responseBody)
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => {
      onFailure(error)
      if (response.headersSent) return void response.destroy()
      const isTooLarge = error instanceof BodyTooLargeError
      const status = isTooLarge ? 413 : 502
      const reason = error instanceof Error ? error.message : String(error)
      const detail = isTooLarge
        ? reason
        : `${upstream.origin} could not be called, or its response not stored: ${reason}`
      response.writeHead(status, { 'Content-Type': 'application/problem+json' })
      response.end(JSON.stringify({ title: 'Not recorded', status, detail }))
    })
  })
  const origin = originOf(host, await listen(server, { host, port, settings: { host: '--host', port: '--port' } }))
  return {
    origin,
    async close() {
      await closeServer(server, closeTimeoutMs)
      await store.save()
    },
  }
}

/** Headers of one connection (RFC 9110, section 7.6.1). */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function send(request: IncomingMessage, body: Buffer, url: URL): Promise<IncomingMessage> {
  const omitted = new Set([...connectionHeaders, 'host', 'content-length', 'accept-encoding', 'expect'])
  const headers: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(request.headersDistinct))
    if (values && !omitted.has(name)) headers[name] = values
  // The file has texts that people can read.
  headers['accept-encoding'] = 'identity'
  if (body.length > 0 || request.headers['content-length'] !== undefined)
    headers['content-length'] = String(body.length)
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? sendHttps : sendHttp
    begin(url, { method: request.method ?? 'GET', headers }, resolve)
      .on('error', reject)
      .end(body)
  })
}

/** Node lists names and values in turn. */
function valuesOf(raw: readonly string[]): NamedValue[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: raw[index + 1] ?? '' }] : []))
}

/** Writes a file for this user alone, as one step, and never twice at once. */
function createStore(file: string, content: () => string): { save(): Promise<void> } {
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  async function write(): Promise<void> {
    waiting = undefined
    await writeFile(`${file}.new`, content(), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return {
    save() {
      // One write that has not begun stores everything that has arrived until it begins.
      waiting ??= last.catch(() => {}).then(write)
      last = waiting
      return waiting
    },
  }
}
