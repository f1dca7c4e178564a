import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { hostRefusal } from '@svc/http/loopback-guard'
import { isLoopback } from '@svc/runtime/origin'
import { type Recording, type RequestParts, requestParts } from './har.ts'
import { BodyTooLargeError, readBody } from './read-body.ts'

interface ReplayOptions {
  recordings: readonly Recording[]
  /** Whether requests without a recorded response get 404 instead of the response of the mock. */
  only: boolean
  /** The address that the mock listens on. */
  host: string
}

/**
 * Puts recorded responses in front of the mock. Equal requests get their responses in the order of recording, and the
 * last one from then on; `POST /__mock/reset` begins again.
 */
export function replaying(mock: RequestListener, { recordings, only, host }: ReplayOptions): RequestListener {
  const byRequest = Map.groupBy(recordings, ({ request }) => keyOf(request))
  const paths = new Set(recordings.map(({ request }) => pathOf(request)))
  const used = new Map<string, number>()

  function next(parts: RequestParts): Recording | undefined {
    const key = keyOf(parts)
    const all = byRequest.get(key) ?? []
    const index = used.get(key) ?? 0
    used.set(key, index + 1)
    return all[Math.min(index, all.length - 1)]
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const outline = requestParts({ method, url, mediaType: '', body: Buffer.alloc(0) })
    if (isForMock(request, response, host)) return mock(request, response)
    if (!only && !paths.has(pathOf(outline))) return mock(request, response)
    const body = await readBody(request)
    const parts = requestParts({ method, url, mediaType: headers['content-type'] ?? '', body })
    const found = next(parts)
    if (found) return replay(found, response)
    if (!only) return mock(requestAgain(request, body), response)
    refuse(response, parts, recordings)
  }

  function isForMock(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    const isControl = request.url?.startsWith('/__mock') ?? false
    if (isControl && request.method === 'POST' && request.url === '/__mock/reset')
      response.once('finish', () => response.statusCode === 200 && used.clear())
    // The mock refuses host names by which a page of another site could read the recording.
    return isControl || (isLoopback(address) && hostRefusal(request.headers, `http://${address}`) !== undefined)
  }

  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!(error instanceof BodyTooLargeError)) return void response.destroy()
      response.writeHead(413, { 'Content-Type': 'application/problem+json', Connection: 'close' })
      response.end(JSON.stringify({ title: 'Content Too Large', status: 413, detail: error.message }))
    })
  }
}

const keyOf = ({ method, path, query, body }: RequestParts) => JSON.stringify([method, path, query, body])
const pathOf = ({ method, path }: RequestParts) => `${method} ${path}`

/** Computed anew, or true of the recorded connection only. */
const omittedHeaders: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'date', 'set-cookie'])

function replay({ status, headers, body }: Recording, response: ServerResponse): void {
  for (const { name, value } of headers) if (!omittedHeaders.has(name.toLowerCase())) response.appendHeader(name, value)
  if (body.length > 0) response.setHeader('Content-Length', body.length)
  response.writeHead(status)
  response.end(body)
}

/** The same request for the mock, whose body was read already. */
function requestAgain(request: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new IncomingMessage(request.socket)
  const { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(again, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true })
  again.headers = request.headers
  again.headersDistinct = request.headersDistinct
  again.push(body)
  again.push(null)
  return again
}

const shownMax = 5

/** A 404 that says what was compared, with the recorded requests of the same path. */
function refuse(response: ServerResponse, compared: RequestParts, recordings: readonly Recording[]): void {
  const samePath = recordings.map(({ request }) => request).filter((one) => pathOf(one) === pathOf(compared))
  const detail =
    samePath.length === 0
      ? `No response was recorded for ${pathOf(compared)}.`
      : `No response was recorded for ${pathOf(compared)} with this query and body.`
  const recorded = samePath.slice(0, shownMax).map(({ query, body }) => ({ query, body }))
  response.writeHead(404, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ title: 'Not recorded', status: 404, detail, compared, recorded }))
}
