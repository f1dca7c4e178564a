import { type OperationFacts, type OperationId, operations } from '@generated/contract/operations'
import { isRecord } from '@svc/runtime/json'
import type { Response } from 'express'
import type { Input } from '../contract/contract.ts'
import { ApiError } from '../errors.ts'
import type { BaseCaller, Exchange, RateLimit } from './exchange.ts'
import { type HttpResponse, successResponse } from './response.ts'

// Applies the definition of every operation in the operation table.

/** Returns whether the contract has an operation of this name. */
export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id)
}

/** A request for an operation that needs no credential, about to be served. */
export interface PublicCall {
  readonly exchange: Exchange
  readonly operationId: string
  readonly operation: OperationFacts
  readonly input: Input
}

/** A request that passed every check and is about to be served. */
export interface OperationCall<Caller extends BaseCaller = BaseCaller> extends PublicCall {
  readonly caller: Caller
  /** Every rate limit that the request counted under, in the order ip, account, key. */
  readonly rateLimits: readonly RateLimit[]
}

/** The result of a request that succeeded. */
export interface OperationOutcome {
  /** The result of the handler: a record, `{ items, next_cursor }` of a paginated list, or an array. */
  readonly data: unknown
  /** True when this is the stored result of an earlier request with the same `Idempotency-Key`. */
  readonly replayed?: boolean
  /** Headers of this response in addition to those of the operation. */
  readonly headers?: Record<string, string>
  /** Leave the body out and return 304, regardless of `If-None-Match`. */
  readonly notModified?: boolean
}

/**
 * Adds the headers of a deprecated operation to every response, errors included: since when it is deprecated (RFC
 * 9745), until when it works (RFC 8594), and a link to the changelog.
 */
export function announceRetirement({ retirement }: OperationFacts, response: Response): void {
  if (!retirement) return
  const { deprecation, sunset } = retirement
  const relations = [...(deprecation ? ['deprecation'] : []), ...(sunset ? ['sunset'] : [])]
  if (deprecation) response.setHeader('Deprecation', deprecation)
  if (sunset) response.setHeader('Sunset', sunset)
  if (relations.length > 0)
    response.setHeader('Link', relations.map((one) => `</docs/changelog>; rel="${one}"; type="text/html"`).join(', '))
}

/** Throws ApiError 403 if the caller lacks a scope: before ownership, so that it learns nothing about ids. */
export function requireScopes({ scopes }: BaseCaller, { scopes: required }: OperationFacts): void {
  const missing = required.filter((scope) => !scopes.has(scope))
  if (missing.length === 0) return
  throw new ApiError('forbidden', {
    message: `This credential lacks the scope ${missing.join(' and ')}.`,
    // RFC 6750 section 3.1.
    headers: { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${required.join(' ')}"` },
  })
}

/** The response to a request that succeeded, with what the operation table defines: page, `Location`, `ETag`, 304. */
export function operationResponse(
  { exchange, operation, input, caller }: PublicCall & Partial<Pick<OperationCall, 'caller'>>,
  { data, replayed = false, headers = {}, notModified = false }: OperationOutcome,
  basePath: string,
): HttpResponse {
  const page = operation.pagination ? pageInResult(data) : undefined
  const response = successResponse(exchange, {
    status: operation.status,
    data: page ? page.items : data,
    plan: caller?.account.plan ?? null,
    conditional: operation.etag,
    headers: {
      ...locationOf(operation, data, basePath),
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
      ...headers,
    },
    ...(page && { page: { limit: Number(input.query.limit), next_cursor: page.nextCursor } }),
  })
  return notModified ? { status: 304, headers: response.headers, body: '' } : response
}

/** The parts of what a list operation returns. */
export function pageInResult(data: unknown): { items: unknown; nextCursor: string | null } {
  if (!isRecord(data) || !('items' in data)) throw new Error('A list operation returned no items')
  return { items: data.items, nextCursor: stringField(data, 'next_cursor') }
}

/** `Location` is the path of the GET that the contract links to from this response. */
function locationOf({ location }: OperationFacts, data: unknown, basePath: string): Record<string, string> {
  if (!location) return {}
  const { path, parameter, field } = location
  return { Location: `${basePath}${path.replace(`{${parameter}}`, stringField(data, field) ?? '')}` }
}

/** A field of a record, if it is a string. */
export function stringField(record: unknown, field: string): string | null {
  const value = isRecord(record) ? record[field] : undefined
  return typeof value === 'string' ? value : null
}
