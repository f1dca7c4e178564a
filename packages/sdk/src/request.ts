import type { CallOptions, Operation, Upload } from '@generated/sdk/runtime'
import { SdkError } from './errors.ts'

/** A request that is ready to be sent, unless it `isOneShot` also more than once. */
export interface Request {
  /** For logs and errors. */
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | Blob | ReadableStream<Uint8Array> | undefined
  isRepeatable: boolean
  /** The body is a stream, which can be read only once. */
  isOneShot: boolean
}

/** Methods that HTTP calls idempotent (RFC 9110 section 9.2.2). */
const repeatableMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

/** Builds the request of a call. */
export function requestOf(
  baseUrl: string,
  commonHeaders: Record<string, string>,
  { id: name, method, path, values, query, body: given, upload }: Operation,
  options: CallOptions,
): Request {
  const headers: Record<string, string> = { ...commonHeaders }
  const body = upload ? uploadOf(given as Upload) : JSON.stringify(given)
  if (body !== undefined) headers['content-type'] = upload ? typeOf(body) : 'application/json'
  // The same key on every attempt: a retried POST returns the result of the first.
  if (method === 'POST') headers[idempotencyKey] = options.idempotencyKey ?? crypto.randomUUID()
  setHeaders(headers, options.headers)
  return {
    name,
    method,
    url: baseUrl + pathOf(path, values) + queryOf({ ...query, ...options.query }),
    headers,
    body,
    isRepeatable: repeatableMethods.includes(method) || idempotencyKey in headers,
    isOneShot: body instanceof ReadableStream,
  }
}

const idempotencyKey = 'idempotency-key'

/** Sets headers, whose names become lower case. Null removes a header. */
export function setHeaders(headers: Record<string, string>, changes: Record<string, string | null> = {}): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = value
  }
}

function uploadOf(upload: Upload): NonNullable<Request['body']> {
  const isStream = !(typeof upload === 'string' || upload instanceof Blob || upload instanceof ReadableStream)
  return isStream ? streamOf(upload) : upload
}

function typeOf(body: NonNullable<Request['body']>): string {
  return (body instanceof Blob && body.type) || 'application/octet-stream'
}

/** Reads the next part when the connection accepts more data. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await iterator.return?.(reason)
    },
  })
}

/** Fills the path template. An empty id would change the path, and one with dots could leave it. */
function pathOf(template: string, values: Operation['values'] = {}): string {
  if (!template.startsWith('/'))
    throw new SdkError(`The path ${template} must start with a slash and is relative to the base URL.`)
  // A regular expression would take a fourth of the time that the client adds to fetch.
  const [start = '', ...rest] = template.split('{')
  return rest.reduce((path, part) => {
    const [name = '', end] = part.split('}')
    const text = String(values[name] ?? '')
    if (['', '.', '..'].includes(text)) throw new SdkError(`${template} needs a value for ${name}.`)
    return path + encodeURIComponent(text) + end
  }, start)
}

/** Lists are repeated, dates are written as ISO 8601, undefined values are left out. */
function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) search.append(name, one instanceof Date ? one.toISOString() : String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}
