import { randomUUID } from 'node:crypto'
import type { Document, DocumentedOperation } from '../contract.ts'
import { fetchOnce } from '../limited-fetch.ts'
import { withQuery } from '../prober.ts'
import { type Parameter, parametersOf } from '../relations/schema.ts'
import type { Caller, Curl } from './caller.ts'

/** A response, and the request as a command. */
interface Answer {
  status: number
  headers: Headers
  text: string
  seconds: number
  method: string
  url: string
  sent: string | undefined
  curl: string
}

/** Sends requests with the required headers of their operation, and with what the caller adds. */
export interface Sender {
  headersFor(operation: DocumentedOperation): Record<string, string>
  /** `path` follows the URL of the service; a body is sent as JSON, and undefined sends none. */
  send(operation: DocumentedOperation, request: { path: string; query?: string; body?: unknown }): Promise<Answer>
}

export function createSender(document: Document, caller: Caller, curlOf: Curl, signal: AbortSignal): Sender {
  const headersFor = (operation: DocumentedOperation) => {
    const headers = new Headers(caller.headers)
    const required = requiredHeaders(document, operation)
    for (const [name, value] of Object.entries(required)) if (!headers.has(name)) headers.set(name, value)
    const cookies = requiredCookies(document, operation, headers.get('cookie') ?? '')
    if (cookies !== '') headers.set('cookie', cookies)
    return Object.fromEntries(headers)
  }

  return {
    headersFor,
    async send(operation, { path, query = '', body }) {
      const { method } = operation
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const headers = { ...headersFor(operation), ...(sent !== undefined && { 'content-type': 'application/json' }) }
      const url = `${caller.baseUrl}${path}${withQuery(query, caller.query)}`
      const startedMs = performance.now()
      const response = await fetchOnce(url, { method, headers, ...(sent !== undefined && { body: sent }) }, signal)
      const text = await response.text()
      const seconds = (performance.now() - startedMs) / 1_000
      const curl = curlOf({ method, url, headers: Object.entries(headers), body: sent })
      return { status: response.status, headers: response.headers, text, seconds, method, url, sent, curl }
    },
  }
}

/** The credential and the body determine these; OpenAPI 3.1 ignores parameters with their names. */
const ignoredNames = ['content-type', 'authorization']

/** The required headers of an operation with values that are valid; a new value for the key of a replay. */
function requiredHeaders(document: Document, operation: DocumentedOperation): Record<string, string> {
  // A request without `Accept` has one of the client, which the document may not permit.
  const isSent = ({ name, required }: Parameter) => required === true || name.toLowerCase() === 'accept'
  const required = parametersOf(document, operation).filter((one) => one.in === 'header' && isSent(one))
  return Object.fromEntries(
    required.flatMap(({ name, schema }) => {
      if (ignoredNames.includes(name.toLowerCase())) return []
      if (name.toLowerCase() === 'idempotency-key') return [[name, randomUUID()]]
      const value = (schema.examples ?? []).map(simple).find(isHeaderValue)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The cookies of the caller, and the required ones that it does not send. */
function requiredCookies(document: Document, operation: DocumentedOperation, own: string): string {
  const names = own.split(';').map((pair) => pair.split('=')[0]?.trim())
  const required = parametersOf(document, operation).filter((one) => one.in === 'cookie' && one.required === true)
  const others = required
    .filter(({ name }) => !names.includes(name))
    .flatMap(({ name, schema }) => (schema.examples ?? []).slice(0, 1).map((value) => `${name}=${simple(value)}`))
  return [own, ...others].filter((part) => part !== '').join('; ')
}

/** A value as the style `simple` sends it. */
function simple(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return (Array.isArray(value) ? value : Object.entries(value)).flat().map(String).join(',')
}

const isHeaderValue = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.trim() !== ''
