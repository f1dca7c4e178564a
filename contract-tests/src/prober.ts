import type { Conformance } from './conformance.ts'
import { type Document, type DocumentedOperation, exampleQuery, operationsOf } from './contract.ts'
import { curlOf } from './failure.ts'
import { fetchOnce, fetchWhenAllowed } from './limited-fetch.ts'
import type { RequestDefaults } from './request-defaults.ts'
import type { Counter } from './tally.ts'

/** A request to the service, and the expected response. */
export interface Probe {
  operationId: string
  /** The rule that this request tests, for the list of cases and for failures. */
  because: string
  /** The id in the path; that of the fixture by default. */
  id?: string
  query?: string
  headers?: Record<string, string>
  /** The body; by default the example of the contract. null sends no body. */
  body?: unknown
  expect: readonly number[]
  /** Checks more than the status. Returns a message if the response is incorrect. */
  check?: (reply: Reply) => string | undefined
  /** The name of this check in reports. */
  checkName?: string
  /** Whether to omit the credentials of the defaults. */
  isAnonymous?: true
  /** Whether to retry after a 429. Default: true; false if 429 is expected. */
  retriesLimited?: boolean
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  seconds: number
  /** The request as a command, without credentials. */
  curl: string
}

/** Sends one request after another and checks each response against the contract. */
export interface Prober {
  operations: readonly DocumentedOperation[]
  /** The id that a request to the operation has in its path by default; for a deletion, that of a new record. */
  idFor(operation: DocumentedOperation): Promise<string>
  send(probe: Probe): Promise<Reply | undefined>
}

/** The parameter of the path that is the id of the record: `{id}`, or the only one unless the defaults supply it. */
function idParameterOf({ path }: DocumentedOperation, defaults: RequestDefaults): string | undefined {
  if (path.includes('{id}')) return '{id}'
  const parameters = path.match(/\{[^}]+\}/g) ?? []
  return parameters.length === 1 && !defaults.otherParametersFor ? parameters[0] : undefined
}

/** The path of an operation with values of its parameters, percent-encoded. */
function pathWith({ path }: DocumentedOperation, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  )
}

/** The headers of a request: those of a probe replace the default ones, and an empty one removes it. */
function sentHeaders(
  defaults: Record<string, string>,
  own: Record<string, string> = {},
  body: string | undefined,
): Record<string, string> {
  const headers = new Headers(defaults)
  if (body !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return Object.fromEntries([...headers].filter(([, value]) => value !== ''))
}

/** A query with further parameters. */
export function withQuery(query: string, others: Readonly<Record<string, string>> = {}): string {
  const own = Object.entries(others).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return own.length === 0 ? query : `${query === '' ? '?' : `${query}&`}${own.join('&')}`
}

interface SentRequest {
  url: string
  headers: readonly (readonly [string, string])[]
  body: string | undefined
}

function exchangeOf({ url, headers, body }: SentRequest, { status, headers: responseHeaders, text }: Reply) {
  return {
    uri: url,
    requestHeaders: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    requestBody: body,
    status,
    responseHeaders: Object.fromEntries(responseHeaders),
    responseBody: text,
  }
}

export function createProber(options: {
  baseUrl: string
  document: Document
  conformance: Conformance
  counter: Counter
  defaults: RequestDefaults
  /** Writes a request as a command, without credentials. */
  curl?: typeof curlOf
  signal: AbortSignal
}): Prober {
  const { document, conformance, counter, defaults, curl: commandOf = curlOf } = options
  const operations = operationsOf(document)

  async function send(probe: Probe): Promise<Reply | undefined> {
    const { operationId, because, expect, check, checkName = 'response_as_expected', retriesLimited = true } = probe
    const operation = operations.find((candidate) => candidate.operationId === operationId)
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
    const parameter = defaults.idParameterFor?.(operation) ?? idParameterOf(operation, defaults)
    const id = probe.id ?? (parameter === undefined ? '' : await defaults.idFor(operation))
    // A probe with an id of its own means a record that does not exist: its other parameters need not exist either.
    const isComplete = probe.id === undefined || defaults.idParameterFor !== undefined
    const created = isComplete ? await defaults.otherParametersFor?.(operation) : undefined
    const segment = parameter === undefined ? id : ((await defaults.segmentFor?.(operation, id)) ?? id)
    const own = parameter === undefined ? {} : { [parameter.slice(1, -1)]: segment }
    const path = pathWith(operation, { ...created, ...own })
    const query = withQuery(probe.query ?? exampleQuery(document, operation), defaults.query)
    const url = `${options.baseUrl}${path}${query}`
    const body = probe.body === undefined ? defaults.bodyFor(operation) : probe.body
    const text = body === undefined || body === null ? undefined : JSON.stringify(body)
    const isOwn = probe.headers?.authorization === undefined && !probe.isAnonymous
    const sent = sentHeaders(isOwn ? await defaults.headersFor(operation) : {}, probe.headers, text)
    const request = { method: operation.method, url, headers: Object.entries(sent), body: text }
    const curl = commandOf(request)
    const line = `${operationId}: ${because} ${JSON.stringify([operation.method, url, text ?? ''])}`
    const startedMs = performance.now()
    try {
      const init = { method: operation.method, headers: sent, ...(text !== undefined && { body: text }) }
      const response = await (retriesLimited ? fetchWhenAllowed : fetchOnce)(url, init, options.signal)
      const reply = {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        seconds: (performance.now() - startedMs) / 1_000,
        curl,
      }
      const failures = conformance
        .ofResponse({ operationId, ...reply })
        .map((violation) => ({ ...violation, message: `${because}: ${violation.message}`, curl }))
      const statusProblem = expect.includes(reply.status)
        ? undefined
        : `${because}: expected ${expect.join(' or ')}, got ${reply.status} ${reply.text.slice(0, 300)}`
      const problem = statusProblem ?? check?.(reply)
      if (problem !== undefined) failures.push({ check: checkName, message: problem, curl })
      const { status, seconds } = reply
      const exchange = exchangeOf(request, reply)
      counter.record({ operation: operationId, line, status, seconds, exchange, checks: [checkName], failures })
      return reply
    } catch (error) {
      options.signal.throwIfAborted()
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const what = `${because}: no response: ${cause instanceof Error ? cause.message : String(cause)}`
      const failures = [{ check: 'always_responds', message: what, curl }]
      counter.record({ operation: operationId, line, checks: ['always_responds'], failures })
      return undefined
    }
  }

  return { operations, idFor: defaults.idFor, send }
}
