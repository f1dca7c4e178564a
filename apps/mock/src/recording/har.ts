import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isRecord, parseJson } from '@svc/runtime/json'
import { StartError } from '@svc/runtime/start-error'
import { createSecretRemover, type NamedValue, type SecretRemover } from './secrets.ts'

// HTTP Archive 1.2, the format of browsers and proxies for recorded exchanges.

/** A request and its response, as they were sent. */
interface RecordedExchange {
  startedMs: number
  durationMs: number
  method: string
  url: string
  requestHeaders: readonly NamedValue[]
  requestBody: Buffer
  status: number
  statusText: string
  responseHeaders: readonly NamedValue[]
  responseBody: Buffer
}

/** An entry of a file, without secrets. */
export function harEntry(exchange: RecordedExchange, secrets: SecretRemover): object {
  const { method, status, statusText, requestBody, responseBody, durationMs } = exchange
  const url = secrets.url(exchange.url)
  const requestType = typeOf(exchange.requestHeaders)
  const postData = { mimeType: requestType, ...contentOf(requestBody, requestType, secrets) }
  const responseType = typeOf(exchange.responseHeaders)
  const headers = secrets
    .headers(exchange.responseHeaders)
    .map(({ name, value }) => ({ name, value: secrets.url(value) }))
  return {
    startedDateTime: new Date(exchange.startedMs).toISOString(),
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: secrets.headers(exchange.requestHeaders),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: requestBody.length,
      ...(requestBody.length > 0 && { postData }),
    },
    response: {
      status,
      statusText,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      content: { size: responseBody.length, mimeType: responseType, ...contentOf(responseBody, responseType, secrets) },
      redirectURL: headers.find(({ name }) => /^location$/i.test(name))?.value ?? '',
      headersSize: -1,
      bodySize: responseBody.length,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  }
}

function typeOf(headers: readonly NamedValue[]): string {
  return headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? ''
}

function contentOf(body: Buffer, mediaType: string, secrets: SecretRemover): { text: string; encoding?: 'base64' } {
  if (isUtf8(body)) return { text: secrets.body(body.toString(), mediaType) }
  return { text: body.toString('base64'), encoding: 'base64' }
}

export function harFile(entries: readonly object[]): string {
  const log = { version: '1.2', creator: { name: 'svc-mock', version: '1' }, entries }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

/** The parts of a request by which a recorded response is found. Equal requests have equal parts. */
export interface RequestParts {
  method: string
  path: string
  /** Sorted by name. */
  query: string
  /** JSON with its fields in one order, the fields of a form in one order, any other text, or the hash of a file. */
  body: string
}

/** Returns the parts of a request, without secrets. */
export function requestParts(request: { method: string; url: string; mediaType: string; body: Buffer }): RequestParts {
  const secrets = createSecretRemover()
  const { pathname, searchParams } = new URL(secrets.url(request.url), 'http://localhost')
  searchParams.sort()
  const { method, body, mediaType } = request
  const parts = { method, path: pathname, query: searchParams.toString() }
  if (!isUtf8(body)) return { ...parts, body: hashOf(body) }
  const text = secrets.body(body.toString(), mediaType)
  const value = parseJson(text)
  if (/[/+]json/i.test(mediaType) && value !== undefined) return { ...parts, body: canonical(value) }
  if (!/x-www-form-urlencoded/i.test(mediaType)) return { ...parts, body: text }
  const form = new URLSearchParams(text)
  form.sort()
  return { ...parts, body: form.toString() }
}

const hashOf = (body: Buffer) => `sha256 ${createHash('sha256').update(body).digest('hex')}`

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )
}

/** A recorded response, with the request that it belongs to. */
export interface Recording {
  request: RequestParts
  status: number
  headers: readonly NamedValue[]
  body: Buffer
}

/**
 * Reads the exchanges of an HTTP Archive, in their order.
 *
 * @throws StartError for a file that is none
 */
export async function readRecordings(file: string): Promise<Recording[]> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new StartError(`${file} cannot be read: ${cause.message}`, { cause })
  })
  const content = parseJson(text)
  const log = isRecord(content) ? content.log : undefined
  const entries: unknown = isRecord(log) ? log.entries : undefined
  if (!Array.isArray(entries)) throw new StartError(`${file} is not an HTTP Archive (HAR 1.2).`)
  return entries.map((entry: unknown, index) => {
    const { request, response } = isRecord(entry) ? entry : {}
    const isWhole = isRecord(request) && isRecord(response) && URL.canParse(String(request.url))
    if (!isWhole || typeof response.status !== 'number')
      throw new StartError(`${file} is not an HTTP Archive (HAR 1.2): entry ${index + 1} has no request or no status.`)
    const posted = isRecord(request.postData) ? request.postData : {}
    return {
      request: requestParts({
        method: String(request.method),
        url: String(request.url),
        mediaType: String(posted.mimeType ?? ''),
        body: bytesOf(posted),
      }),
      status: response.status,
      headers: namedValues(response.headers),
      body: bytesOf(isRecord(response.content) ? response.content : {}),
    }
  })
}

function bytesOf({ text, encoding }: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(typeof text === 'string' ? text : '', encoding === 'base64' ? 'base64' : 'utf8')
}

function namedValues(headers: unknown): NamedValue[] {
  const list: unknown[] = Array.isArray(headers) ? headers : []
  return list.filter(isRecord).map(({ name, value }) => ({ name: String(name), value: String(value) }))
}
