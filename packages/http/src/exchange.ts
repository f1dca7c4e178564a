import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SerializedRecord } from '@generated/contract/operations'
import type { Schemas } from '@generated/contract/server-types'
import type { Response } from 'express'
import type { ApiError } from './errors.ts'

/** What `X-RateLimit-*` and `meta.rate_limit` say: the tightest of the limits that the request counts against. */
export interface RateLimit {
  limit: number
  remaining: number
  /** Whole seconds until the window has room for `limit` requests again. */
  reset_s: number
  policy: 'ip' | 'account' | 'key'
}

/** One request and its answer. Everything that an answer must carry in any case is kept here from the first moment. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `meta.request_id` and `X-Request-Id`; always ours (design decision 24). */
  readonly requestId: Schemas['RequestId']
  /** The client's address as the limiter sees it. */
  readonly ip: string
  readonly startedAt: number
  rateLimit: RateLimit
}

/** The exchange of a request, where the first step of a server has put it. */
export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange
}

export interface Success {
  status: number
  /** A record, or a list of records. */
  data: unknown
  plan: string
  page?: { limit: number; next_cursor: string | null }
  headers?: Record<string, string>
  /** True for operations that answer conditional requests (RFC 9110 section 13.1.2). */
  conditional?: boolean
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** The exact text of the body; empty for 304. */
  text: string
}

/** The success envelope: `{ data, meta }`; 304 when the caller already has this representation. */
export function successResponse(
  exchange: Exchange,
  { status, data, plan, page, headers = {}, conditional = false }: Success,
): HttpResponse {
  const dataText = jsonOf(data)
  const pageText = page ? JSON.stringify(page) : undefined
  const cache = exchange.request.method === 'GET' ? 'private, no-cache' : 'no-store'
  const all = { ...headers, 'Cache-Control': cache }
  if (conditional) {
    const etag = weakEtag(dataText, pageText)
    const known = matchesEtag(exchange.request.headers['if-none-match'], etag)
    if (known) return { status: 304, headers: { ...all, ETag: etag }, text: '' }
    Object.assign(all, { ETag: etag })
  }
  const meta = JSON.stringify({ request_id: exchange.requestId, plan, rate_limit: rateLimitMeta(exchange.rateLimit) })
  const metaText = pageText ? `${meta.slice(0, -1)},"page":${pageText}}` : meta
  return { status, headers: all, text: `{"data":${dataText},"meta":${metaText}}` }
}

/** The error envelope: `{ error, meta }` (interface section 7). */
export function errorResponse(exchange: Pick<Exchange, 'requestId' | 'rateLimit'>, error: ApiError): HttpResponse {
  const { code, message, details, status, headers } = error
  const body = {
    error: { code, message, ...(details.length > 0 && { details: details.slice(0, 20) }) },
    meta: { request_id: exchange.requestId, rate_limit: rateLimitMeta(exchange.rateLimit) },
  }
  return { status, headers: { ...headers, 'Cache-Control': 'no-store' }, text: JSON.stringify(body) }
}

/** Headers that every answer carries, whatever became of the request (interface section 8, rule 2). */
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
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Sends an answer. Node leaves the body out by itself when the request was HEAD. */
export function sendResponse(exchange: Exchange, answer: HttpResponse): void {
  const { response } = exchange
  if (response.headersSent || response.destroyed) return
  const headers: Record<string, string | number> = { ...commonHeaders(exchange), ...answer.headers }
  if (answer.status !== 304) {
    headers['Content-Type'] = 'application/json; charset=utf-8'
    headers['Content-Length'] = Buffer.byteLength(answer.text)
  }
  response.writeHead(answer.status, headers)
  response.end(answer.text)
}

/** A page of 25 analyses is 125 KB: reading and writing it again takes longer than everything else that a request needs. */
function jsonOf(data: unknown): string {
  return Array.isArray(data) && data.every(isSerialized)
    ? `[${data.map(({ jsonText }) => jsonText).join()}]`
    : JSON.stringify(data)
}

/** Fields of the wire are snake_case, so no record has a field `jsonText`. */
function isSerialized(record: unknown): record is SerializedRecord {
  return typeof record === 'object' && record !== null && 'jsonText' in record
}

function rateLimitMeta({ limit, remaining, reset_s }: RateLimit): object {
  return { limit, remaining, reset_s }
}

/** Weak, because it covers `data` and `meta.page` but not the request ID and the limits beside them (design decision 28). */
function weakEtag(dataText: string, pageText = ''): string {
  return `W/"${hash('sha1', dataText + pageText, 'base64url')}"`
}

/** Whether `If-None-Match` names this representation. The comparison is weak (RFC 9110 section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some((candidate) => opaque(candidate) === opaque(etag))
}
