import type { OperationFacts } from '@generated/contract/operations'
import type { RequestHandler } from 'express'
import type { Contract, Input } from '../contract/contract.ts'
import { ApiError } from '../errors.ts'
import {
  type BaseCaller,
  type Exchange,
  exchangeOf,
  type LimitSubject,
  limitCaller,
  setCaller,
  setRoute,
  type UsageRecorder,
} from './exchange.ts'
import { hashOf, type IdempotencyStore, runOnce } from './idempotency.ts'
import {
  announceRetirement,
  type OperationCall,
  type OperationOutcome,
  operationResponse,
  type PublicCall,
} from './operation.ts'
import { sendResponse } from './response.ts'
import { eventsOfSuccess } from './usage.ts'

/** A request without an accepted credential. */
export interface RefusedCredential<Caller extends BaseCaller> {
  readonly code: 'unauthorized' | 'invalid_api_key'
  /** Undefined: the message of the code. */
  readonly message?: string
  /** The `WWW-Authenticate` of the response. Default: a bearer credential. */
  readonly challenge?: string
  /**
   * The owner of the credential, if known. The account sees in its events that a revoked or expired key was used.
   */
  readonly refusedCaller?: Caller | undefined
}

/**
 * A handler as the router knows it. A method accepts functions of any input that includes the context (unlike a
 * function type, whose parameters are compared in one direction): path, query, body and caller differ by operation, and
 * the contract has validated them.
 */
interface Handler<Context extends object> {
  run(input: Context): unknown
}

/** The handlers of a server by operationId. */
export type Handlers<Context extends object> = ReadonlyMap<string, Handler<Context>['run']>

/**
 * Returns the handlers by name, as the router finds them. `Operations` is the generated interface of the contract, or a
 * part of it.
 */
export function handlersOf<
  Context extends object,
  Operations extends { [Id in keyof Operations]: Handler<Context>['run'] },
>(operations: Operations): Handlers<Context> {
  const handlers = new Map<string, Handler<Context>['run']>()
  for (const operationId in operations) handlers.set(operationId, operations[operationId])
  return handlers
}

/**
 * Runs an operation for an authenticated caller, independent of the transport.
 *
 * `Caller` is what authentication makes of a credential. `Context` is what a handler gets in addition to its input and
 * its caller, such as the database connection of this request.
 */
interface RunnerPorts<Caller extends BaseCaller, Context extends object> {
  /** See `handlersOf`. */
  handlers: Handlers<Context>
  /** The account and credential that the requests of a caller count against. Default: those of the caller. */
  limitSubject?(caller: Caller): LimitSubject
  /** Throws ApiError 403 when the caller may not use the operation, and 404 when it does not exist for the caller. */
  authorize(caller: Caller, operation: OperationFacts): void | Promise<void>
  /** The context of a handler for a request without an `Idempotency-Key`. */
  context(call: OperationCall<Caller>): Context
  /**
   * Keeps the results of requests with an `Idempotency-Key` and supplies the context of their handlers. Required where
   * an operation takes one.
   */
  idempotency?: IdempotencyStore<Caller, Context>
  /** Runs between the limits and the entitlement; may throw. */
  afterLimits?(exchange: Exchange, caller: Caller): Promise<void>
  /**
   * Returns the outcome of a request. `run` runs the handler, at most once per `Idempotency-Key`; it may be called
   * again with another input, or not at all. Default: once, with the input of the request.
   */
  handle?(call: OperationCall<Caller>, run: (input: Input) => Promise<OperationOutcome>): Promise<OperationOutcome>
}

/** The differences between servers that serve the operations of a contract. */
interface DispatchPorts<Caller extends BaseCaller, Context extends object> extends RunnerPorts<Caller, Context> {
  /** Every operation of its table has a handler. */
  contract: Contract
  /** The mount path of these operations, for `Location` and the logged route. Default: that of the contract. */
  mountPath?: string
  /** Finds the caller of a request. Rejects only when it cannot find out. */
  authenticate(exchange: Exchange): Promise<Caller | RefusedCredential<Caller>>
  /**
   * The context of a handler whose operation needs no credential; its input has no caller. Required where there is such
   * an operation.
   */
  publicContext?(call: PublicCall): Context
  /** Default: the operations leave no usage events. */
  usage?: UsageRecorder<Caller>
  /** Check every response against the contract before it is sent: for development and tests. */
  checkResponses: boolean
}

interface RunRequest<Caller extends BaseCaller> {
  exchange: Exchange
  operationId: string
  operation: OperationFacts
  caller: Caller
  /** Reads and validates what was sent; throws ApiError 400, or 404 for an id that cannot exist. */
  readInput(): Promise<Input> | Input
}

/**
 * Runs operations for authenticated callers. The order of the steps is part of the contract: a caller without a scope
 * learns nothing about ids, and an invalid request uses up no quota.
 */
export function createRunner<Caller extends BaseCaller, Context extends object>(
  ports: RunnerPorts<Caller, Context>,
): (request: RunRequest<Caller>) => Promise<{ call: OperationCall<Caller>; outcome: OperationOutcome }> {
  const { limitSubject = (caller) => caller, handle = (call, run) => run(call.input) } = ports
  return async ({ exchange, operationId, operation, caller, readInput }) => {
    const rateLimits = await limitCaller(exchange, limitSubject(caller)) // 429
    await ports.afterLimits?.(exchange, caller)
    await ports.authorize(caller, operation) // 403, or 404 for an operation that is off for this account
    const input = await readInput() // 400, or 404 for an id that cannot exist
    const call = { exchange, operationId, operation, caller, rateLimits, input }
    // 404, 409, 429 by quota
    const outcome = await handle(call, (given) => runOperation(ports, { ...call, input: given }))
    return { call, outcome }
  }
}

/**
 * Serves every operation of the contract over HTTP. A caller without a credential learns nothing about limits; the rest
 * of the order is that of `createRunner`. Throws if an operation has no handler, or needs a port that is missing.
 */
export function createDispatch<Caller extends BaseCaller, Context extends object>(
  ports: DispatchPorts<Caller, Context>,
): RequestHandler {
  const { contract, mountPath = contract.basePath } = ports
  const run = createRunner(ports)
  requirePorts(ports)

  /** An operation that needs no credential: no caller, and so no limits but that of the IP address. */
  async function runPublic(call: Omit<PublicCall, 'input'>, readInput: () => Promise<Input>) {
    const input = await readInput() // 400
    if (!ports.publicContext) throw new Error(publicContextRequired)
    const handler = handlerNamed(ports.handlers, call.operationId)
    const data = await handler({ ...input, ...ports.publicContext({ ...call, input }) })
    return { call: { ...call, input }, outcome: { data } }
  }

  return async function dispatch(request, response) {
    const exchange = exchangeOf(response)
    const operationId = contract.operationIdOf(request)
    const operation = operationNamed(contract, operationId)
    setRoute(exchange, mountPath + operation.path, operationId)
    announceRetirement(operation, response)

    const readInput = () => contract.readInput(request, response)
    const { call, outcome } = operation.public
      ? await runPublic({ exchange, operationId, operation }, readInput)
      : await run({ exchange, operationId, operation, caller: await requireCaller(ports, exchange), readInput }) // 401

    const result = operationResponse(call, outcome, mountPath)
    if (ports.checkResponses && result.status !== 304)
      await contract.assertResponse(request, result.status, JSON.parse(result.body.toString()))
    sendResponse(exchange, result)
    exchange.authenticated?.recordUsage(eventsOfSuccess(exchange, result.status, outcome))
  }
}

/** Returns what the contract says of an operation. Throws if it has none of this name. */
export function operationNamed({ operations }: Pick<Contract, 'operations'>, operationId: string): OperationFacts {
  const operation = operations[operationId]
  if (!operation) throw new Error(`${operationId} is not an operation of the contract`)
  return operation
}

const publicContextRequired = 'An operation needs no credential, so `publicContext` is required.'

/** Throws if an operation of the contract has no handler, or needs a port that is missing. */
function requirePorts<Caller extends BaseCaller, Context extends object>({
  contract,
  handlers,
  idempotency,
  publicContext,
}: DispatchPorts<Caller, Context>): void {
  for (const operationId of Object.keys(contract.operations)) handlerNamed(handlers, operationId)
  const facts = Object.values(contract.operations)
  if (!idempotency && facts.some(({ idempotent }) => idempotent))
    throw new Error('An operation accepts an Idempotency-Key, so `idempotency` is required.')
  if (!publicContext && facts.some((operation) => operation.public)) throw new Error(publicContextRequired)
}

/** Stores the caller of a request in its exchange. Throws ApiError 401 without an accepted credential. */
export async function requireCaller<Caller extends BaseCaller>(
  { authenticate, usage }: Pick<DispatchPorts<Caller, never>, 'authenticate' | 'usage'>,
  exchange: Exchange,
): Promise<Caller> {
  const result = await authenticate(exchange)
  if (!('code' in result)) {
    setCaller(exchange, result, usage)
    return result
  }
  if (result.refusedCaller) setCaller(exchange, result.refusedCaller, usage)
  const { code, message, challenge = 'Bearer realm="api"' } = result
  throw new ApiError(code, { message, headers: { 'WWW-Authenticate': challenge } })
}

/** Runs the handler, at most once per `Idempotency-Key` where the operation takes one. */
async function runOperation<Caller extends BaseCaller, Context extends object>(
  { handlers, context, idempotency }: RunnerPorts<Caller, Context>,
  call: OperationCall<Caller>,
): Promise<OperationOutcome> {
  const { exchange, operation, operationId, caller, input } = call
  const handler = handlerNamed(handlers, operationId)
  const run = async (context: Context) => handler({ ...input, caller, ...context })
  const key = operation.idempotent ? exchange.request.headers['idempotency-key'] : undefined
  if (key === undefined || !idempotency) return { data: await run(context(call)) }
  // A file is unread here: whether it is the same is for the store to find out.
  const requestHash = hashOf(operation.upload ? { ...input, body: null } : input)
  return runOnce(idempotency, { ...call, key: String(key), requestHash }, run)
}

function handlerNamed<Context extends object>(
  handlers: Handlers<Context>,
  operationId: string,
): Handler<Context>['run'] {
  const handler = handlers.get(operationId)
  if (!handler) throw new Error(`No handler for ${operationId}`)
  return handler
}
