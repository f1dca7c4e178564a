import { createHash } from 'node:crypto'
import * as bounds from '@generated/contract/bounds'
import type { SerializedRecord } from '@generated/contract/operations'
import { isRecord } from '@svc/runtime/json'
import type { ApiError } from '../errors.ts'
import type { Exchange, RateLimit } from './exchange.ts'

/** A response that is ready to be sent. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** The exact body, as text or in UTF-8; empty for 304. */
  body: string | Buffer
}

interface Success {
  status: number
  /** A record, or a list of records. */
  data: unknown
  /** Null leaves it out. */
  plan: string | null
  page?: { limit: number; next_cursor: string | null }
  headers?: Record<string, string>
  /** True for operations that support conditional requests (RFC 9110 section 13.1.2). */
  conditional?: boolean
}

/** The success envelope: `{ data, meta }`; 304 when the client already has this representation. */
export function successResponse(
  exchange: Exchange,
  { status, data, plan, page, headers = {}, conditional = false }: Success,
): HttpResponse {
  const meta = {
    request_id: exchange.requestId,
    plan: plan ?? undefined,
    rate_limit: rateLimitMeta(exchange.rateLimit),
  }
  const end = `,"meta":${JSON.stringify({ ...meta, page })}}`
  // V8 would copy the text of a page for each step that adds to it, so it is joined once, and read as bytes.
  const body = Buffer.from([beginningOfBody, ...jsonPieces(data), end].join(''))
  const cache = exchange.request.method === 'GET' ? 'private, no-cache' : 'no-store'
  const all: Record<string, string> = { ...headers, 'Cache-Control': cache }
  if (conditional) {
    const dataBytes = body.subarray(beginningOfBody.length, body.length - Buffer.byteLength(end))
    all.ETag = weakEtag(dataBytes, page && JSON.stringify(page))
    if (matchesEtag(exchange.request.headers['if-none-match'], all.ETag)) return { status: 304, headers: all, body: '' }
  }
  return { status, headers: all, body }
}

const beginningOfBody = '{"data":'

const detailsMax = bounds.Error.details.maxItems

/** The error envelope: `{ error, meta }`, with as many details as the contract permits. */
export function errorResponse(
  exchange: Pick<Exchange, 'requestId' | 'rateLimit'>,
  error: ApiError,
): HttpResponse & { body: string } {
  const { code, message, details, status, headers } = error
  const body = {
    error: { code, message, ...(details.length > 0 && { details: details.slice(0, detailsMax) }) },
    meta: { request_id: exchange.requestId, rate_limit: rateLimitMeta(exchange.rateLimit) },
  }
  return { status, headers: { ...headers, 'Cache-Control': 'no-store' }, body: JSON.stringify(body) }
}

/** Headers of every response to a counted request, regardless of its status. `createServer` adds those of security. */
export function commonHeaders({
  requestId,
  rateLimit,
}: Pick<Exchange, 'requestId' | 'rateLimit'>): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'X-RateLimit-Limit': String(rateLimit.limit),
    'X-RateLimit-Remaining': String(rateLimit.remaining),
    'X-RateLimit-Reset': String(rateLimit.reset_s),
    'X-RateLimit-Policy': rateLimit.policy,
  }
}

/**
 * Sends a response, unless one was sent or the client is gone. Node itself leaves the body out when the request was
 * HEAD.
 */
export function sendResponse(exchange: Exchange, { status, headers, body }: HttpResponse): void {
  const { response } = exchange
  if (response.headersSent || response.destroyed) return
  const all: Record<string, string | number> = { ...commonHeaders(exchange), ...headers }
  if (status !== 304) {
    all['Content-Type'] = 'application/json; charset=utf-8'
    all['Content-Length'] = Buffer.byteLength(body)
  }
  response.writeHead(status, all)
  response.end(body)
}

/** The JSON of a record or a list of records. */
export function jsonOf(data: unknown): string {
  return jsonPieces(data).join('')
}

/**
 * The JSON in pieces. A page of 25 analyses is 125 KB: parsing and serializing it again takes longer than all other
 * work on a request.
 */
function jsonPieces(data: unknown): string[] {
  if (!Array.isArray(data) || !data.every(isSerialized)) return [JSON.stringify(data)]
  return ['[', ...data.flatMap(({ jsonText }, index) => (index === 0 ? [jsonText] : [',', jsonText])), ']']
}

function isSerialized(record: unknown): record is SerializedRecord {
  return isRecord(record) && typeof record.jsonText === 'string'
}

function rateLimitMeta({ limit, remaining, reset_s }: RateLimit): object {
  return { limit, remaining, reset_s }
}

/** Weak, because it covers `data` and `meta.page` but not the request id and the limits. */
function weakEtag(data: Buffer, pageText = ''): string {
  return `W/"${createHash('sha1').update(data).update(pageText).digest('base64url')}"`
}

/** Returns whether `If-None-Match` names this representation. The comparison is weak (RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((candidate) => opaque(candidate) === opaque(etag))
}
