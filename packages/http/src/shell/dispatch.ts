import {
  type OperationFacts,
  type OperationId,
  type Operations,
  operations as table,
} from '@generated/contract/operations'
import type { RequestHandler } from 'express'
import type { Contract, Input } from '../contract/contract.ts'
import { ApiError } from '../errors.ts'
import { type BaseCaller, type Exchange, exchangeOf, limitCaller } from './exchange.ts'
import { hashOf, type IdempotencyStore, once } from './idempotency.ts'
import {
  announceRetirement,
  authorize,
  isOperationId,
  type OperationCall,
  type OperationOutcome,
  operationResponse,
} from './operation.ts'
import { sendResponse } from './response.ts'
import { eventsOfSuccess, type UsageRecorder } from './usage.ts'

/** A request without an accepted credential. */
export interface RefusedCredential<Caller extends BaseCaller> {
  readonly code: 'unauthorized' | 'invalid_api_key'
  /** Undefined: the message of the code. */
  readonly message?: string
  /**
   * Whose credential it was, where that is known: the account sees in its events that a revoked or expired key was
   * used.
   */
  readonly refusedCaller?: Caller | undefined
}

/**
 * What differs between servers that serve the operations of the contract.
 *
 * `Caller` is what authentication makes of a credential. `Context` is what a handler gets beside its input and its
 * caller, such as the database connection of this request.
 */
interface DispatchPorts<Caller extends BaseCaller, Context extends object> {
  contract: Contract
  /** The handlers, created once. An operation may be missing only if `substitute` returns its outcome. */
  operations: Partial<Operations<Caller, Context>>
  /** Finds the caller of a request. Rejects only when it cannot find out. */
  authenticate(exchange: Exchange<Caller>): Promise<Caller | RefusedCredential<Caller>>
  /** The context of a handler for a request without an `Idempotency-Key`. */
  context(call: OperationCall<Caller>): Context
  /** Keeps the results of requests with an `Idempotency-Key` and supplies the context of their handlers. */
  idempotency: IdempotencyStore<Caller, Context>
  usage: UsageRecorder<Caller>
  /** Check every response against the contract before it is sent: for development and tests. */
  checkResponses: boolean
  /** Runs between the limits and the entitlement; may throw. */
  afterLimits?(exchange: Exchange<Caller>, caller: Caller): Promise<void>
  /**
   * Runs instead of the handler and of idempotency when it returns an outcome; undefined leaves the request to the
   * handler.
   */
  substitute?(call: OperationCall<Caller>): Promise<OperationOutcome | undefined>
}

/**
 * Serves every operation of the contract. The order of the steps is part of the contract: a caller without a credential
 * learns nothing about limits, one without a scope nothing about ids, and an invalid request uses up no quota.
 */
export function createDispatch<Caller extends BaseCaller, Context extends object>(
  ports: DispatchPorts<Caller, Context>,
): RequestHandler {
  return async function dispatch(request, response) {
    const exchange = exchangeOf<Caller>(response)
    const operationId = operationIdFrom(ports.contract.operationIdOf(request))
    const operation: OperationFacts = table[operationId]
    exchange.operationId = operationId
    announceRetirement(operation, response)

    const caller = await requireCaller(ports, exchange) // 401
    await limitCaller(exchange, caller) // 429
    await ports.afterLimits?.(exchange, caller)
    authorize(caller, operation) // 403
    const input = await ports.contract.readInput(request, response) // 400, or 404 for an id that cannot exist
    const call = { exchange, operationId, operation, caller, input }
    const outcome = (await ports.substitute?.(call)) ?? (await runOperation(ports, call)) // 404, 409, 429 by quota

    const result = operationResponse(call, outcome)
    if (ports.checkResponses && result.status !== 304)
      await ports.contract.assertResponse(request, result.status, JSON.parse(result.body))
    sendResponse(exchange, result)
    ports.usage.record(caller, eventsOfSuccess(exchange, result.status, outcome))
  }
}

async function requireCaller<Caller extends BaseCaller>(
  { authenticate }: Pick<DispatchPorts<Caller, never>, 'authenticate'>,
  exchange: Exchange<Caller>,
): Promise<Caller> {
  const result = await authenticate(exchange)
  if (!('code' in result)) {
    exchange.caller = result
    return result
  }
  if (result.refusedCaller) exchange.caller = result.refusedCaller
  throw new ApiError(result.code, { message: result.message, headers: { 'WWW-Authenticate': 'Bearer realm="api"' } })
}

/** Runs the handler, at most once per `Idempotency-Key` where the operation takes one. */
async function runOperation<Caller extends BaseCaller, Context extends object>(
  { operations, context, idempotency }: DispatchPorts<Caller, Context>,
  call: OperationCall<Caller>,
): Promise<OperationOutcome> {
  const { exchange, operation, operationId, caller, input } = call
  // The one cast between the router, which knows operations by name, and their handlers, whose input types the contract
  // validated.
  const handler = operations[operationId] as
    | ((input: Input & { caller: Caller } & Context) => Promise<unknown>)
    | undefined
  if (!handler) throw new Error(`No handler for ${operationId}`)
  const run = async (context: Context) => handler({ ...input, caller, ...context })
  const key = operation.idempotent ? exchange.request.headers['idempotency-key'] : undefined
  if (key === undefined) return { data: await run(context(call)) }
  // A file is unread here: whether it is the same is for the store to find out.
  const requestHash = hashOf(operation.upload ? { ...input, body: null } : input)
  return once(idempotency, { ...call, key: String(key), requestHash }, run)
}

function operationIdFrom(id: string): OperationId {
  if (!isOperationId(id)) throw new Error(`${id} is not an operation of the contract`)
  return id
}
