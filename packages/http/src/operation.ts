import type { OperationFacts } from '@generated/contract/operations'
import type { Response } from 'express'
import { basePath } from './base-path.ts'
import { ApiError } from './errors.ts'
import { type Exchange, type HttpResponse, successResponse } from './exchange.ts'

// What the operation table says of every operation alike, and a server has to do about it.

/**
 * Every answer of an operation that ends, errors included, says since when it should be left (RFC 9745) and until when it works
 * (RFC 8594), and links to where that is told.
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

/** 403: the plan first, then the scope, and both before ownership, so that a caller without them learns nothing about ids. */
export function authorize(
  { account, scopes }: { account: { entitled: boolean }; scopes: ReadonlySet<string> },
  { scopes: required }: OperationFacts,
): void {
  if (!account.entitled)
    throw new ApiError('forbidden', { message: 'The plan of this account does not include the API.' })
  const missing = required.filter((scope) => !scopes.has(scope))
  if (missing.length === 0) return
  throw new ApiError('forbidden', {
    message: `This credential lacks the scope ${missing.join(' and ')}.`,
    // RFC 6750 section 3.1.
    headers: { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${required.join(' ')}"` },
  })
}

export interface OperationResult {
  /** What the function of the operation returned: a record, or `{ items, next_cursor }` of a list. */
  data: unknown
  plan: string
  /** Of a list: how many were asked for. */
  limit: unknown
  headers: Record<string, string>
}

/** The answer to a call that succeeded. */
export function operationResponse(exchange: Exchange, operation: OperationFacts, done: OperationResult): HttpResponse {
  const { data, plan, limit, headers } = done
  const { items, next_cursor } = data as { items?: unknown; next_cursor?: string | null }
  return successResponse(exchange, {
    status: operation.status,
    data: operation.pagination ? items : data,
    plan,
    conditional: operation.etag,
    headers: { ...locationOf(operation, data), ...headers },
    ...(operation.pagination && { page: { limit: Number(limit), next_cursor: next_cursor ?? null } }),
  })
}

/** `Location` is the address of the GET that the contract links to from this answer. */
function locationOf({ location }: OperationFacts, data: unknown): Record<string, string> {
  if (!location) return {}
  const id = String((data as { id: string }).id)
  return { Location: `${basePath}${location.path.replace(`{${location.parameter}}`, id)}` }
}
