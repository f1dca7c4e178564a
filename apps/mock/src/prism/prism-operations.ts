import { quotaNames } from '@generated/contract/enums'
import { type OperationFacts, type OperationId, operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import type { Input } from '@svc/http/contract'
import { ApiError, notFound } from '@svc/http/errors'
import type { OperationOutcome } from '@svc/http/shell/operation'
import { isOperationId } from '@svc/http/shell/operation'
import { isRecord } from '@svc/runtime/json'
import type { MockCaller } from '../accounts/caller.ts'
import { idPattern } from '../accounts/persona.ts'
import { newestFirstPage } from '../operations/pages.ts'
import type { MockCall, RequestContext } from '../ports/request-context.ts'
import type { IdSource } from '../state/id-source.ts'
import { hasRecord, type StateStore } from '../state/state-store.ts'
import type { Examples } from './examples.ts'
import { appliedPreference, readPreference, unknownPreference } from './prefer.ts'
import type { Preference, Prism, PrismResponse } from './prism.ts'

interface PrismOperationsOptions {
  prism: Prism
  examples: Examples
  ids: IdSource
  states: StateStore
}

/** The operations as Prism serves them, from the contract alone. */
interface PrismOperations {
  /** A handler for each operation. It throws ApiError 404 for an id that the account cannot know. */
  handlers: Record<string, (input: Input & { caller: MockCaller } & RequestContext) => Promise<unknown>>
  /**
   * The response that the `Prefer` header chooses; undefined without one. Throws an error that it chooses, and
   * ApiError 400 for a preference that is not documented.
   */
  prefer(call: MockCall): Promise<OperationOutcome | undefined>
}

export function createPrismOperations({ prism, examples, ids, states }: PrismOperationsOptions): PrismOperations {
  async function request(
    operationId: OperationId,
    pathParameters: Input['path'],
    accept: string | undefined,
    preference: Preference,
  ): Promise<PrismResponse> {
    const { method, path }: OperationFacts = operations[operationId]
    const result = await prism.request({
      operationId,
      method,
      path: path.replaceAll(/{(\w+)}/g, (_, name) => encodeURIComponent(String(pathParameters[name]))),
      // As in the service, a client that does not accept JSON gets JSON.
      accept: [accept ?? 'application/json', '*/*;q=0.1'].join(', '),
      preference: { seed: ids.newKey().toString('hex'), ...preference },
    })
    if ('unknown' in result) throw unknownPreference(result)
    if ('failed' in result) throw new Error(result.failed)
    return result
  }

  /** Only ids are checked: what other parameters mean is not known here. */
  function requireKnown(value: unknown, { account }: MockCaller): void {
    if (!isId(value) || examples.includesId(value, account.persona) || hasRecord(states.of(account), value)) return
    throw notFound()
  }

  const handlerOf = (operationId: OperationId): PrismOperations['handlers'][string] => {
    const { quota, pagination, status }: OperationFacts = operations[operationId]
    const quotaName = quotaNames.find((name) => name === quota)
    return async ({ path, query, caller, accept, takeQuota }) => {
      for (const value of Object.values(path)) requireKnown(value, caller)
      if (quotaName) takeQuota(quotaName)
      const data = dataOf(await request(operationId, path, accept, { code: String(status) }), caller)
      return pagination ? pageOfExamples(data, query) : withRequestedId(data, path.id)
    }
  }

  return {
    handlers: Object.fromEntries(Object.keys(operations).map((id) => [id, handlerOf(id as OperationId)])),

    async prefer({ exchange, operationId, operation, caller, input }) {
      const { prefer, accept } = exchange.request.headers
      const preference = readPreference(prefer, operation)
      if (!preference || !isOperationId(operationId)) return undefined
      const response = await request(operationId, input.path, accept, preference)
      if (response.status >= 400) throw errorOf(response)
      const notModified = response.status === 304
      // A 304 has the headers of the success.
      const success = notModified
        ? await request(operationId, input.path, accept, { code: String(operation.status) })
        : response
      const data = dataOf(success, caller)
      return {
        data: operation.pagination ? { items: data, next_cursor: null } : data,
        notModified,
        headers: { 'Preference-Applied': appliedPreference(preference) },
      }
    },
  }
}

/** `data` of the envelope, as the caller's persona. */
function dataOf({ body }: PrismResponse, { account }: MockCaller): unknown {
  if (!isRecord(body) || !('data' in body)) throw new Error('The contract has a success without data.')
  return account.persona.apply(body.data)
}

function errorOf({ headers, body }: PrismResponse): ApiError {
  const { error } = body as components['schemas']['ErrorResponse']
  const { code, message, details = [] } = error
  return new ApiError(code, { message, details, headers: headersOf(headers) })
}

/** Without the headers that the shell sets on every response. */
function headersOf(headers: PrismResponse['headers']): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !/^(x-|content-type$)/i.test(name))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}

/** One page of the example, if its records have ids. */
function pageOfExamples(data: unknown, { limit, cursor }: Input['query']): unknown {
  const items: unknown[] = Array.isArray(data) ? data : []
  if (!items.every(hasId)) return { items, next_cursor: null }
  return newestFirstPage(items, { limit: Number(limit), ...(typeof cursor === 'string' && { cursor }) })
}

/** A record that was requested by its id has that id, whichever record the example shows. */
function withRequestedId(data: unknown, id: unknown): unknown {
  return hasId(data) && isId(id) && id.startsWith(data.id.slice(0, 4)) ? { ...data, id } : data
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && isId(value.id)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.match(idPattern)?.[0] === value
}
