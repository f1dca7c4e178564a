import { type OperationFacts, type OperationId, operations } from '@generated/contract/operations'
import type { components } from '@generated/contract/server-types'
import type { Input } from '@svc/http/contract'
import { ApiError, notFound } from '@svc/http/errors'
import { quotaNames } from '@svc/limits/plans'
import type { MockCaller } from '../accounts/authenticate.ts'
import { idPattern } from '../accounts/persona.ts'
import { pageOf } from '../operations/pages.ts'
import type { IdSource } from '../state/id-source.ts'
import type { TakeQuota } from '../state/quotas.ts'
import { hasRecord, type StateStore } from '../state/state-store.ts'
import type { Examples } from './examples.ts'
import { unknownPreference } from './prefer.ts'
import type { Preference, Prism, PrismResponse } from './prism.ts'

export interface PrismOperationsOptions {
  prism: Prism
  examples: Examples
  ids: IdSource
  states: StateStore
  takeQuota: TakeQuota
}

/** A validated request for Prism. */
export interface PrismCall {
  operationId: OperationId
  input: Input
  caller: MockCaller
  /** The `Accept` header. */
  accept: string | undefined
}

/** The operations as Prism serves them, from the contract alone. */
export interface PrismOperations {
  /** Serves an operation whose state the mock does not keep. Throws ApiError 404 for ids that the account cannot know. */
  serve(call: PrismCall): Promise<unknown>
  /** Serves what the `Prefer` header asks for. Throws it if it is an error, and ApiError 400 if it is not documented. */
  prefer(call: PrismCall, preference: Preference): Promise<{ data: unknown; notModified: boolean }>
}

export function createPrismOperations({
  prism,
  examples,
  ids,
  states,
  takeQuota,
}: PrismOperationsOptions): PrismOperations {
  async function request(call: PrismCall, preference: Preference): Promise<PrismResponse> {
    const { operationId, input, accept } = call
    const { method, path }: OperationFacts = operations[operationId]
    const result = await prism.request({
      operationId,
      method,
      path: path.replaceAll(/{(\w+)}/g, (_, name) => encodeURIComponent(String(input.path[name]))),
      // As in the service, a client that accepts no JSON gets JSON.
      accept: [accept ?? 'application/json', '*/*;q=0.1'].join(', '),
      preference: { seed: ids.newKey().toString('hex'), ...preference },
    })
    if ('unknown' in result) throw unknownPreference(result)
    return result
  }

  return {
    async serve(call) {
      const { operationId, input, caller } = call
      const { quota, pagination, status }: OperationFacts = operations[operationId]
      for (const value of Object.values(input.path)) requireKnown(value, caller)
      const quotaName = quotaNames.find((name) => name === quota)
      if (quotaName) takeQuota(caller, quotaName)
      const data = dataOf(await request(call, { code: String(status) }), caller)
      return pagination ? pageOfExamples(data, input.query) : withRequestedId(data, input.path.id)
    },

    async prefer(call, preference) {
      const { pagination, status }: OperationFacts = operations[call.operationId]
      const response = await request(call, preference)
      if (response.status >= 400) throw errorOf(response)
      const notModified = response.status === 304
      const data = dataOf(notModified ? await request(call, { code: String(status) }) : response, call.caller)
      return { data: pagination ? { items: data, next_cursor: null } : data, notModified }
    },
  }

  /** Only ids are checked: what other parameters mean is not known here. */
  function requireKnown(value: unknown, { account }: MockCaller): void {
    if (!isId(value) || examples.includesId(value, account.persona) || hasRecord(states.of(account), value)) return
    throw notFound()
  }
}

/** `data` of the envelope, as the caller's persona. */
function dataOf({ body }: PrismResponse, { account }: MockCaller): unknown {
  if (!isObject(body) || !('data' in body)) throw new Error('The contract has a success without data.')
  return account.persona.apply(body.data)
}

function errorOf({ headers, body }: PrismResponse): ApiError {
  const { error } = body as components['schemas']['ErrorResponse']
  const { code, message, details = [] } = error
  return new ApiError(code, { message, details, headers: headersOf(headers) })
}

/** Without the headers that every response has anyway, with values of its own. */
function headersOf(headers: PrismResponse['headers']): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !/^(x-|content-type$)/i.test(name))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}

/** One page of the example, if its records have ids. */
function pageOfExamples(data: unknown, { limit, cursor }: Input['query']): unknown {
  const items: unknown[] = Array.isArray(data) ? data : []
  if (!items.every(hasId)) return { items, next_cursor: null }
  return pageOf(items, { limit: Number(limit), ...(typeof cursor === 'string' && { cursor }) })
}

/** A record that was requested by its id has that id, whichever record the example shows. */
function withRequestedId(data: unknown, id: unknown): unknown {
  return hasId(data) && isId(id) && id.startsWith(data.id.slice(0, 4)) ? { ...data, id } : data
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function hasId(value: unknown): value is { id: string } {
  return isObject(value) && 'id' in value && isId(value.id)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.match(idPattern)?.[0] === value
}
