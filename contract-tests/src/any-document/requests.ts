import { type Conformance, createConformance } from '../conformance.ts'
import { type Document, type DocumentedOperation, exampleBody, exampleQuery, operationsOf } from '../contract.ts'
import { curlOf } from '../failure.ts'
import { fetchOnce } from '../limited-fetch.ts'
import type { Counter } from '../tally.ts'
import { invalidRequestFor, type Records } from './records.ts'

interface Target {
  document: Document
  baseUrl: string
  headers: Readonly<Record<string, string>>
  records: Records
  counter: Counter
  signal: AbortSignal
}

interface Sent {
  because: string
  query?: string
  body?: unknown
  /** Whether the status is one that the request must have. */
  expects(status: number): boolean
}

/** The result of one request to each operation. */
interface Sendings {
  /** The operations that are not implemented yet. */
  pending: ReadonlySet<string>
  /** The operations that refused the request that was generated from the document. */
  refused: ReadonlySet<string>
  /** The lines to print. */
  lines: string[]
}

const notImplementedStatus = 501

/**
 * Sends a valid and, where the document allows an invalid one, an invalid request to every operation, and checks the
 * responses.
 */
export async function sendRequests(target: Target): Promise<Sendings> {
  const { document } = target
  const conformance = createConformance(document)
  const pending = new Set<string>()
  const refused = new Map<string, number>()
  const counts = { valid: 0, invalid: 0 }
  // Deletions come last, so that the other operations find the records that they need.
  const operations = operationsOf(document).toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const operation of operations) {
    const body = exampleBody(document, operation)
    const valid = { because: 'a valid request', query: exampleQuery(document, operation), body }
    const status = await send(target, conformance, operation, { ...valid, expects: (one) => one < 500 })
    counts.valid += 1
    if (status === notImplementedStatus) pending.add(operation.operationId)
    else if (status >= 400) refused.set(operation.operationId, status)
    const invalid = invalidRequestFor(document, operation)
    if (!invalid) continue
    await send(target, conformance, operation, { ...invalid, expects: (one) => one >= 400 && one < 500 })
    counts.invalid += 1
  }
  const lines = [`  requests   ${counts.valid} valid, ${counts.invalid} invalid`]
  if (pending.size > 0) lines.push(`  pending    not implemented yet: ${[...pending].join(', ')}`)
  const statuses = [...refused].map(([name, status]) => `${name} ${status}`)
  if (refused.size > 0) lines.push(`  refused    examples of the document can avoid this: ${statuses.join(', ')}`)
  return { pending, refused: new Set(refused.keys()), lines }
}

const rankOf = ({ method }: DocumentedOperation) => Number(method === 'DELETE')

async function send(
  { baseUrl, headers, records, counter, signal }: Target,
  conformance: Conformance,
  operation: DocumentedOperation,
  { because, query = '', body, expects }: Sent,
): Promise<number> {
  const { operationId, method } = operation
  const text = body === undefined ? undefined : JSON.stringify(body)
  const all = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) }
  const url = `${baseUrl}${await records.pathOf(operation)}${query}`
  const init = { method, headers: all, ...(text !== undefined && { body: text }) }
  const startedMs = performance.now()
  const response = await fetchOnce(url, init, signal)
  const received = { operationId, status: response.status, headers: response.headers, text: await response.text() }
  const seconds = (performance.now() - startedMs) / 1_000
  const curl = curlOf({ method, url, headers: Object.entries(all), body: text })
  const { status } = received
  const isPending = status === notImplementedStatus
  const violations = isPending ? [] : conformance.ofResponse(received)
  const failures = violations.map((one) => ({ ...one, message: `${because}: ${one.message}`, curl }))
  if (!isPending && !expects(status))
    failures.push({ check: 'response_as_expected', message: `${because}: got ${status} ${received.text}`, curl })
  const line = `${operationId}: ${because} ${method} ${url} ${text ?? ''}`
  counter.record({ operation: operationId, line, status, seconds, checks: ['response_as_expected'], failures })
  return status
}
