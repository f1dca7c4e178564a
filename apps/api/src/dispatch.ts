import { type OperationFacts, type OperationId, operations as table } from '@generated/contract/operations'
import { identify } from '@svc/credentials/identify'
import type { Scope } from '@svc/credentials/scopes'
import type { Contract, Input } from '@svc/http/contract'
import { ApiError } from '@svc/http/errors'
import { successAnswer, transmit } from '@svc/http/exchange'
import type { Limiter } from '@svc/limits/limiter'
import type { RequestHandler, Response } from 'express'
import type { ApiCaller } from './caller.ts'
import { once } from './idempotency.ts'
import { createOperations } from './operations/index.ts'
import { type ApiExchange, exchangeOf, rateLimited } from './server.ts'
import type { Service } from './service.ts'
import type { Recorder } from './usage.ts'

export interface DispatchOptions {
  service: Service
  contract: Contract
  limiter: Limiter
  usage: Recorder
  /** The path under which the API lives, for `Location`. */
  basePath: string
  /** Check every answer against the contract before it is sent: in development and tests. */
  checkAnswers: boolean
}

/** What happens to a request once its operation is known, from top to bottom. */
export function createDispatch({
  service,
  contract,
  limiter,
  usage,
  basePath,
  checkAnswers,
}: DispatchOptions): RequestHandler {
  const operations = createOperations(service)
  // A language model thinks for seconds; no transaction waits for it.
  const waitsForOthers = (operationId: OperationId) => operationId === 'draftReviewReply' && service.chat !== null

  return async function dispatch(request, response) {
    const exchange = exchangeOf(response)
    const operationId = contract.operationIdOf(request) as OperationId
    const operation: OperationFacts = table[operationId]
    exchange.operationId = operationId
    announceRetirement(operation, response)

    const caller = await authenticate(service, exchange)
    exchange.caller = caller
    await takeLimits(limiter, exchange, caller)
    authorise(caller, operation.scopes)
    const input = await contract.readInput(request, response)
    const key = operation.idempotent ? request.headers['idempotency-key'] : undefined
    const { data, replayed } =
      key === undefined
        ? { data: await perform(operations, operationId, input, caller), replayed: false }
        : await once(
            service,
            { caller, operationId, key: String(key), input, waits: waitsForOthers(operationId) },
            (db) => perform(createOperations({ ...service, db }), operationId, input, caller),
          )

    const { items, next_cursor } = data as { items?: unknown; next_cursor?: string | null }
    const answer = successAnswer(exchange, {
      status: operation.status,
      data: operation.pagination ? items : data,
      plan: caller.account.plan,
      conditional: operation.etag,
      headers: { ...locationOf(operation, basePath, data), ...(replayed && { 'Idempotency-Replayed': 'true' }) },
      ...(operation.pagination && { page: { limit: Number(input.query.limit), next_cursor: next_cursor ?? null } }),
    })
    if (checkAnswers && answer.status !== 304)
      await contract.assertAnswer(request, answer.status, JSON.parse(answer.text))
    transmit(exchange, answer)
    usage.answered(exchange, answer.status, data, { replayed })
  }
}

/**
 * Every answer of an operation that ends, errors included, says since when it should be left (RFC 9745) and until when it works
 * (RFC 8594), and links to where that is told.
 */
function announceRetirement({ retirement }: OperationFacts, response: Response): void {
  if (!retirement) return
  const { deprecation, sunset } = retirement
  const relations = [...(deprecation ? ['deprecation'] : []), ...(sunset ? ['sunset'] : [])]
  if (deprecation) response.setHeader('Deprecation', deprecation)
  if (sunset) response.setHeader('Sunset', sunset)
  if (relations.length > 0)
    response.setHeader('Link', relations.map((one) => `</docs/changelog>; rel="${one}"; type="text/html"`).join(', '))
}

/** 401: finds the caller in one statement, from no cache, so that a revocation holds for every request that starts after it. */
async function authenticate(
  { db, keyring, publicUrl, background }: Service,
  exchange: ApiExchange,
): Promise<ApiCaller> {
  const result = await identify(db, keyring, exchange.request.headersDistinct, { issuer: publicUrl })
  if (!('caller' in result)) {
    // The account sees in its events that a key of its own, revoked or expired, was tried.
    if (result.holder) exchange.caller = { ...result.holder, request_id: exchange.requestId, quota: null }
    throw new ApiError(result.code, { message: result.message, headers: { 'WWW-Authenticate': 'Bearer realm="api"' } })
  }
  if (result.upkeep) background(result.upkeep)
  return { ...result.caller, request_id: exchange.requestId, quota: null }
}

/** 429: the account's and the key's limits; from here on the answer shows the tightest of all three. */
async function takeLimits(limiter: Limiter, exchange: ApiExchange, caller: ApiCaller): Promise<void> {
  const decision = await limiter.checkCaller(exchange.ipDecision, caller.account.id, caller.credential.id)
  exchange.rateLimit = decision
  if (!decision.allowed) throw rateLimited(decision.policy, decision.retry_after_s)
}

/** 403: the plan first, then the scope, and both before ownership, so that a caller without them learns nothing about ids. */
function authorise(caller: ApiCaller, required: readonly string[]): void {
  if (!caller.account.entitled)
    throw new ApiError('forbidden', { message: 'The plan of this account does not include the API.' })
  const missing = required.filter((scope) => !caller.scopes.has(scope as Scope))
  if (missing.length === 0) return
  throw new ApiError('forbidden', {
    message: `This credential lacks the scope ${missing.join(' and ')}.`,
    // RFC 6750 section 3.1.
    headers: { 'WWW-Authenticate': `Bearer realm="api", error="insufficient_scope", scope="${required.join(' ')}"` },
  })
}

/** The one cast between the router, which knows operations by name, and their functions, which know their own shapes. */
function perform(
  operations: ReturnType<typeof createOperations>,
  operationId: OperationId,
  input: Input,
  caller: ApiCaller,
): Promise<unknown> {
  const operation = operations[operationId] as (input: Input & { caller: ApiCaller }) => Promise<unknown>
  return operation({ ...input, caller })
}

/** `Location` is the address of the GET that the contract links to from this answer. */
function locationOf({ location }: OperationFacts, basePath: string, data: unknown): Record<string, string> {
  if (!location) return {}
  const id = String((data as { id: string }).id)
  return { Location: `${basePath}${location.path.replace(`{${location.parameter}}`, id)}` }
}
