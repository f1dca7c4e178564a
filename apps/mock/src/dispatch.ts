import { setTimeout as sleep } from 'node:timers/promises'
import { type OperationFacts, type OperationId, operations as table } from '@generated/contract/operations'
import type { Contract, Input } from '@svc/http/contract'
import { ApiError, unavailable } from '@svc/http/errors'
import { type HttpResponse, sendResponse } from '@svc/http/exchange'
import { announceRetirement, authorize, operationResponse } from '@svc/http/operation'
import type { RequestHandler } from 'express'
import { authenticate, type MockCaller } from './accounts/authenticate.ts'
import type { Tokens } from './accounts/tokens.ts'
import { exchangeOf, type MockExchange } from './exchange.ts'
import { once } from './idempotency.ts'
import { type MockLimits, takeLimits } from './limits.ts'
import { createOperations, type MockContext } from './operations/index.ts'
import { appliedPreference, readPreference } from './prism/prefer.ts'
import type { PrismOperations } from './prism/prism-operations.ts'
import type { Recorder } from './usage.ts'

export interface DispatchOptions {
  context: MockContext
  prismOperations: PrismOperations
  contract: Contract
  tokens: Tokens
  limits: MockLimits
  usage: Recorder
}

/** How long the scenario `slow` takes. */
const slowMs = 3_000

/** The steps of a request from its operation to its response, in the order of the service. */
export function createDispatch(options: DispatchOptions): RequestHandler {
  const { context, prismOperations, contract, tokens, limits, usage } = options
  const { states, closing } = context
  const operations = createOperations(context)

  return async function dispatch(request, response) {
    const exchange = exchangeOf(response)
    const operationId = contract.operationIdOf(request) as OperationId
    const operation: OperationFacts = table[operationId]
    exchange.operationId = operationId
    announceRetirement(operation, response)

    const caller = await requireCaller(exchange, tokens)
    exchange.caller = caller
    await takeLimits(limits.of(caller), exchange, caller)
    const scenario = states.scenarioOf(caller.account)
    if (scenario === 'down') throw unavailable(1)
    if (scenario === 'slow') await sleep(slowMs, undefined, { signal: closing }).catch(() => {})
    authorize(caller, operation)
    const input = await contract.readInput(request, response)

    const call = { operationId, input, caller, accept: request.headers.accept }
    const preference = readPreference(request.headers.prefer, operationId)
    const key = operation.idempotent ? request.headers['idempotency-key'] : undefined
    const handler = operationId in operations ? operations[operationId as keyof typeof operations] : undefined
    const work = async () =>
      handler
        ? (handler as (input: Input & { caller: MockCaller }) => unknown)({ ...input, caller })
        : prismOperations.serve(call)
    const outcome = preference
      ? { ...(await prismOperations.prefer(call, preference)), replayed: false }
      : key === undefined
        ? { data: await work(), replayed: false, notModified: false }
        : {
            ...(await once(states.of(caller.account), { operationId, key: String(key), input }, work)),
            notModified: false,
          }

    const result = operationResponse(exchange, operation, {
      data: outcome.data,
      plan: caller.account.plan,
      limit: input.query.limit,
      headers: {
        ...(outcome.replayed && { 'Idempotency-Replayed': 'true' }),
        ...(preference && { 'Preference-Applied': appliedPreference(preference) }),
      },
    })
    if (result.status !== 304) await contract.assertResponse(request, result.status, JSON.parse(result.text))
    sendResponse(exchange, outcome.notModified ? notModified(result) : result)
    usage.answered(exchange, result.status, outcome.data, { replayed: outcome.replayed })
  }
}

async function requireCaller(exchange: MockExchange, tokens: Tokens): Promise<MockCaller> {
  const result = await authenticate(exchange.request.headersDistinct, tokens)
  if (!('code' in result)) return result
  // The account sees in its events that a key of its own, revoked or expired, was tried.
  if (result.caller) exchange.caller = result.caller
  throw new ApiError(result.code, { message: result.message, headers: { 'WWW-Authenticate': 'Bearer realm="api"' } })
}

function notModified({ headers }: HttpResponse): HttpResponse {
  return { status: 304, headers, text: '' }
}
