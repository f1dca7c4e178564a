import { setTimeout as pause } from 'node:timers/promises'
import { type OperationFacts, type OperationId, operations as table } from '@generated/contract/operations'
import type { Contract, Input } from '@svc/http/contract'
import { ApiError, unavailable } from '@svc/http/errors'
import { type HttpResponse, sendResponse } from '@svc/http/exchange'
import { announceRetirement, authorize, operationResponse } from '@svc/http/operation'
import type { RequestHandler } from 'express'
import { identify, type MockCaller } from './caller.ts'
import { exchangeOf, type MockExchange } from './exchange.ts'
import { once } from './idempotency.ts'
import { type MockLimits, takeLimits } from './limits.ts'
import { createOperations, type Workshop } from './operations/index.ts'
import { type Preference, preferredError, readPreference } from './preferences.ts'
import type { Tokens } from './tokens.ts'
import type { Recorder } from './usage.ts'

export interface DispatchOptions {
  workshop: Workshop
  contract: Contract
  tokens: Tokens
  limits: MockLimits
  usage: Recorder
}

/** How long the scenario `slow` takes. */
const slowMs = 3_000

/** What happens to a request once its operation is known, in the order of the service. */
export function createDispatch({ workshop, contract, tokens, limits, usage }: DispatchOptions): RequestHandler {
  const { examples, worlds, closing } = workshop
  const operations = createOperations(workshop)

  return async function dispatch(request, response) {
    const exchange = exchangeOf(response)
    const operationId = contract.operationIdOf(request) as OperationId
    const operation: OperationFacts = table[operationId]
    exchange.operationId = operationId
    announceRetirement(operation, response)

    const caller = await authenticate(exchange, tokens)
    exchange.caller = caller
    await takeLimits(limits.of(caller), exchange, caller)
    const scenario = worlds.scenarioOf(caller.account)
    if (scenario === 'down') throw unavailable(1)
    if (scenario === 'slow') await pause(slowMs, undefined, { signal: closing }).catch(() => {})
    authorize(caller, operation)
    const input = await contract.readInput(request, response)

    const preference = readPreference(request.headers.prefer, operationId, examples)
    const isError = preference !== undefined && preference.status >= 400
    if (isError) throw await preferredError(examples, operationId, preference)
    const key = operation.idempotent ? request.headers['idempotency-key'] : undefined
    const work = () => perform(operations, operationId, input, caller)
    const { data, replayed } =
      preference !== undefined
        ? { data: await preferredData(workshop, operationId, preference, caller), replayed: false }
        : key === undefined
          ? { data: await work(), replayed: false }
          : await once(worlds.of(caller.account), { operationId, key: String(key), input }, work)

    const answer = operationResponse(exchange, operation, {
      data,
      plan: caller.account.plan,
      limit: input.query.limit,
      headers: {
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
        ...(preference && { 'Preference-Applied': appliedOf(preference) }),
      },
    })
    if (answer.status !== 304) await contract.assertResponse(request, answer.status, JSON.parse(answer.text))
    sendResponse(exchange, preference?.status === 304 ? notModified(answer) : answer)
    usage.answered(exchange, answer.status, data, { replayed })
  }
}

/** 401: the demo credentials, and nobody else. */
async function authenticate(exchange: MockExchange, tokens: Tokens): Promise<MockCaller> {
  const result = await identify(exchange.request.headersDistinct, tokens)
  if (!('code' in result)) return result
  // The account sees in its events that a key of its own, revoked or expired, was tried.
  if (result.holder) exchange.caller = result.holder
  throw new ApiError(result.code, { message: result.message, headers: { 'WWW-Authenticate': 'Bearer realm="api"' } })
}

/** The one cast between the router, which knows operations by name, and their functions, which know their own shapes. */
async function perform(
  operations: ReturnType<typeof createOperations>,
  operationId: OperationId,
  input: Input,
  caller: MockCaller,
): Promise<unknown> {
  const operation = operations[operationId] as (input: Input & { caller: MockCaller }) => unknown
  return operation({ ...input, caller })
}

/** An example as the contract has it, whatever was asked for. */
async function preferredData(
  { examples }: Workshop,
  operationId: OperationId,
  { example }: Preference,
  { account }: MockCaller,
): Promise<unknown> {
  const data = account.cast.tell(await examples.success(operationId, example))
  return table[operationId].pagination ? { items: data, next_cursor: null } : data
}

/** RFC 7240 section 3. */
function appliedOf({ status, example }: Preference): string {
  return example === undefined ? `code=${status}` : `code=${status}, example=${example}`
}

function notModified({ headers }: HttpResponse): HttpResponse {
  return { status: 304, headers, text: '' }
}
