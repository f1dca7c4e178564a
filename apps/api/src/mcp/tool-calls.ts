import { type McpTool, tools } from '@generated/mcp/tools'
import type { ApiCaller } from '@svc/credentials/caller'
import type { Contract } from '@svc/http/contract'
import type { ApiError } from '@svc/http/errors'
import { createRunner, type Handlers, operationNamed } from '@svc/http/shell/dispatch'
import { type Exchange, limitCaller, setRoute, type UsageRecorder } from '@svc/http/shell/exchange'
import type { OperationCall } from '@svc/http/shell/operation'
import { eventsOfFailure, eventsOfSuccess } from '@svc/http/shell/usage'
import { authorizeCaller } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { inputOf } from './arguments.ts'
import { pageWithinBudget } from './page-budget.ts'
import { mcpPaths } from './paths.ts'
import { assertResult, resultOf, type ToolResult } from './results.ts'

export interface ToolCallOptions {
  contract: Contract
  handlers: Handlers<RequestContext>
  context(call: OperationCall<ApiCaller>): RequestContext
  usage: UsageRecorder<ApiCaller>
  /** Check every result against its output schema: for development and tests. */
  checkResponses: boolean
  /** The error that the contract has for anything that was thrown. */
  toApiError(thrown: unknown): ApiError
  onServerError(error: ApiError, exchange: Exchange): void
}

type CallOutcome = { result: ToolResult } | { error: ApiError }

/** The tools, for the caller of one request. */
export interface ToolCalls {
  readonly exchange: Exchange
  /** Runs the operation of a tool; undefined if no tool has this name. Never rejects. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallOutcome | undefined>
}

const toolsByName = new Map(tools.map((tool) => [tool.shown.name, tool]))
const listOperations: ReadonlySet<string> = new Set(
  tools.filter(({ isList }) => isList).map(({ operationId }) => operationId),
)

/**
 * Runs tools through the steps that a REST request takes behind authentication, with the same handlers: limits, plan
 * and scope, validation, operation, usage events.
 */
export function createToolCalls(
  options: ToolCallOptions,
): (of: { exchange: Exchange; caller: ApiCaller }) => ToolCalls {
  const { contract, handlers, context, usage, checkResponses, toApiError, onServerError } = options
  const run = createRunner<ApiCaller, RequestContext>({
    handlers,
    authorize: authorizeCaller,
    context,
    async handle({ operationId, input }, run) {
      if (!listOperations.has(operationId)) return run(input)
      return { data: await pageWithinBudget(input, async (given) => (await run(given)).data) }
    },
  })

  async function outcomeOf(
    tool: McpTool,
    exchange: Exchange,
    caller: ApiCaller,
    args: Readonly<Record<string, unknown>>,
  ) {
    const { operationId } = tool
    const operation = operationNamed(contract, operationId)
    setRoute(exchange, mcpPaths.server, operationId)
    const readInput = () => inputOf(tool, args)
    const { call, outcome } = await run({ exchange, operationId, operation, caller, readInput })
    const result = resultOf(tool, call.input, outcome.data)
    if (checkResponses) assertResult(tool, result)
    usage.record(caller, eventsOfSuccess(exchange, 200, outcome))
    return { result }
  }

  return ({ exchange, caller }) => ({
    exchange,
    async call(name, args) {
      const tool = toolsByName.get(name)
      try {
        if (tool) return await outcomeOf(tool, exchange, caller, args)
        await limitCaller(exchange, caller)
        return undefined
      } catch (thrown) {
        const error = toApiError(thrown)
        if (error.status >= 500) onServerError(error, exchange)
        usage.record(caller, eventsOfFailure(exchange, error))
        return { error }
      }
    },
  })
}
