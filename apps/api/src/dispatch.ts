import { type OperationFacts, type OperationId, operations as table } from '@generated/contract/operations'
import { identify } from '@svc/credentials/identify'
import type { Contract, Input } from '@svc/http/contract'
import { ApiError, rateLimited } from '@svc/http/errors'
import { sendResponse } from '@svc/http/exchange'
import { announceRetirement, authorize, operationResponse } from '@svc/http/operation'
import type { Limiter } from '@svc/limits/limiter'
import type { RequestHandler } from 'express'
import type { ApiCaller } from './caller.ts'
import { once } from './idempotency.ts'
import { createOperations } from './operations/index.ts'
import { type ApiExchange, exchangeOf } from './server.ts'
import type { Service } from './service.ts'
import type { Recorder } from './usage.ts'

export interface DispatchOptions {
  service: Service
  contract: Contract
  limiter: Limiter
  usage: Recorder
  /** Check every answer against the contract before it is sent: in development and tests. */
  checkAnswers: boolean
}

/** What happens to a request once its operation is known, from top to bottom. */
export function createDispatch({ service, contract, limiter, usage, checkAnswers }: DispatchOptions): RequestHandler {
  const operations = createOperations(service)
  // A language model thinks for seconds; no transaction waits for it. Many deliveries are resent in one transaction after the other.
  const isLong = (operationId: OperationId) =>
    operationId === 'resendWebhookDeliveries' || (operationId === 'draftReviewReply' && service.chat !== null)

  return async function dispatch(request, response) {
    const exchange = exchangeOf(response)
    const operationId = contract.operationIdOf(request) as OperationId
    const operation: OperationFacts = table[operationId]
    exchange.operationId = operationId
    announceRetirement(operation, response)

    const caller = await authenticate(service, exchange)
    exchange.caller = caller
    await takeLimits(limiter, exchange, caller)
    authorize(caller, operation)
    const input = await contract.readInput(request, response)
    const key = operation.idempotent ? request.headers['idempotency-key'] : undefined
    const { data, replayed } =
      key === undefined
        ? { data: await perform(operations, operationId, input, caller), replayed: false }
        : await once(
            service,
            { caller, operationId, key: String(key), input, long: isLong(operationId) },
            (db, progress) => perform(createOperations({ ...service, db, progress }), operationId, input, caller),
          )

    const answer = operationResponse(exchange, operation, {
      data,
      plan: caller.account.plan,
      limit: input.query.limit,
      headers: replayed ? { 'Idempotency-Replayed': 'true' } : {},
    })
    if (checkAnswers && answer.status !== 304)
      await contract.assertResponse(request, answer.status, JSON.parse(answer.text))
    sendResponse(exchange, answer)
    usage.answered(exchange, answer.status, data, { replayed })
  }
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
