import type { CallOptions, Input, Operation, Upload } from '@generated/sdk/runtime'
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
const repeatableMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** Builds the request of a call. */
export function requestOf(
  baseUrl: string,
  commonHeaders: Record<string, string>,
  operation: Operation,
  input: Input,
  options: CallOptions,
): Request {
  const { method } = operation
  const headers: Record<string, string> = { ...commonHeaders }
  const { body, type } = operation.upload ? uploadOf(input.body as Upload) : jsonOf(input.body)
  if (body !== undefined) headers['content-type'] = type
  // The same key on every attempt: a retried POST returns the result of the first.
  if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = value
  }
  return {
    name: operation.id,
    method,
    url: baseUrl + pathOf(operation.path, input.path) + queryOf(input.query, options.query),
    headers,
    body,
    isRepeatable: repeatableMethods.has(method) || headers['idempotency-key'] !== undefined,
    isOneShot: body instanceof ReadableStream,
  }
}

function jsonOf(value: unknown): { body: string | undefined; type: string } {
  return { body: value === undefined ? undefined : JSON.stringify(value), type: 'application/json' }
}

const bytesType = 'application/octet-stream'

function uploadOf(upload: Upload): { body: NonNullable<Request['body']>; type: string } {
  if (typeof upload === 'string') return { body: upload, type: bytesType }
  if (upload instanceof Blob) return { body: upload, type: upload.type || bytesType }
  return { body: upload instanceof ReadableStream ? upload : streamOf(upload), type: bytesType }
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
function pathOf(template: string, parameters: Input['path'] = {}): string {
  if (!template.startsWith('/'))
    throw new SdkError(`The path ${template} must start with a slash and is relative to the base URL.`)
  // A regular expression would take a fourth of the time that the client adds to fetch.
  const [start = '', ...rest] = template.split('{')
  return rest.reduce((path, part) => {
    const [name = '', end = ''] = part.split('}')
    const value = parameters[name]
    const text = value === undefined || value === null ? '' : String(value)
    if (text === '' || text === '.' || text === '..') throw new SdkError(`${template} needs a value for ${name}.`)
    return path + encodeURIComponent(text) + end
  }, start)
}

/** Lists are repeated, dates are written as ISO 8601, undefined values are left out. */
function queryOf(query: object | undefined, more: Record<string, unknown> | undefined): string {
  if (query === undefined && more === undefined) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...query, ...more })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, one instanceof Date ? one.toISOString() : String(one))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
