import { countOf } from '@svc/command-line/text'
import { isRecord } from '@svc/runtime/json'
import { type Conformance, createConformance } from '../conformance.ts'
import {
  type Document,
  type DocumentedOperation,
  exampleBody,
  exampleQuery,
  operationsOf,
  resolve,
} from '../contract.ts'
import { parametersOf, requestSchema } from '../relations/schema.ts'
import type { Values } from '../relations/values.ts'
import type { Counter } from '../tally.ts'
import { invalidRequestFor, type Records } from './records.ts'
import type { Sender } from './sender.ts'

interface Target {
  document: Document
  values: Values
  sender: Sender
  records: Records
  counter: Counter
  /** Whether an operation is tested. */
  wants(operation: DocumentedOperation): boolean
  /** The operations that may refuse a request although it is valid. */
  mayRefuse: readonly string[]
}

interface Sent {
  because: string
  query?: string
  body?: unknown
  /** A message if the response is not as the request demands. */
  problemOf(answer: { status: number; text: string }): string | undefined
}

/** The result of one request to each operation. */
interface Sendings {
  /** The operations that are not implemented yet. */
  pending: ReadonlySet<string>
  /** The operations without a successful response, with the reason. */
  unanswered: ReadonlyMap<string, string>
  /** The lines to print. */
  lines: string[]
}

const notImplementedStatus = 501

/**
 * Sends a valid and, where the document allows an invalid one, an invalid request to every operation, and checks the
 * responses. It is a failure if an operation refuses a request that is valid.
 */
export async function sendRequests(target: Target): Promise<Sendings> {
  const { document, values } = target
  const conformance = createConformance(document)
  const pending = new Set<string>()
  const unanswered = new Map<string, string>()
  const refusals: string[] = []
  const counts = { valid: 0, invalid: 0 }
  // Deletions come last, so that the other operations find the records that they need.
  const operations = operationsOf(document).toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const operation of operations.filter(target.wants)) {
    const { operationId } = operation
    const mustAccept = !target.mayRefuse.includes(operationId)
    const unfit = unfitness(document, operation, values)
    const sent = await send(target, conformance, operation, {
      because: 'a valid request',
      query: exampleQuery(document, operation),
      body: exampleBody(document, operation),
      problemOf: ({ status, text }) => {
        if (status >= 500) return `got ${status} ${text}`
        return isRefusal(status) && mustAccept && unfit === undefined ? refusalOf(operation, status, text) : undefined
      },
    })
    if (sent.status === notImplementedStatus) pending.add(operationId)
    else if (sent.status >= 400) unanswered.set(operationId, unfit ?? `${sent.status} ${shortened(sent.text)}`)
    else counts.valid += 1
    if (isRefusal(sent.status)) refusals.push(`${operationId} ${sent.status}`)
    const invalid = invalidRequestFor(document, operation)
    if (!invalid) continue
    await send(target, conformance, operation, {
      ...invalid,
      problemOf: ({ status, text }) => (status >= 400 && status < 500 ? undefined : `got ${status} ${text}`),
    })
    counts.invalid += 1
  }
  const lines = [`  requests   ${counts.valid} valid, ${counts.invalid} invalid`]
  if (pending.size > 0) lines.push(`  pending    not implemented yet: ${[...pending].join(', ')}`)
  const [first = ''] = refusals
  if (refusals.length > 0) {
    lines.push(`  refused    ${countOf(refusals.length, 'operation')}: ${refusals.join(', ')}`)
    lines.push(`             reason of the first: ${unanswered.get(first.replace(/ \d+$/, ''))}`)
  }
  return { pending, unanswered, lines }
}

const rankOf = ({ method }: DocumentedOperation) => Number(method === 'DELETE')

/** A record that does not exist, or has another state than the request needs, is not a refusal of the request. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![404, 409, 429].includes(status)

function refusalOf({ operationId }: DocumentedOperation, status: number, text: string): string {
  const isUnknown = status === 401 || status === 403
  const remedy = isUnknown
    ? 'Send a credential with --header or --query.'
    : 'An example in the document that the service accepts can avoid this.'
  return `refused with ${status} ${text}\n  ${remedy} If it is intended, add --may-refuse ${operationId}.`
}

/** The reason for which no request can be made that is known to be valid; undefined if there is none. */
function unfitness(document: Document, operation: DocumentedOperation, values: Values): string | undefined {
  const content = operation.requestBody && resolve(document, operation.requestBody).content
  const types = isRecord(content) ? Object.keys(content) : []
  if (types.length > 0 && !types.includes('application/json')) return `its body is ${types.join(' or ')}`
  const schema = requestSchema(document, operation)
  const body = exampleBody(document, operation)
  if (schema && (body === undefined || !values.isValid(schema, body)))
    return 'no valid body could be generated from its schema'
  const unknown = parametersOf(document, operation).find(
    ({ required, schema }) => required && !values.isValid(schema, schema.examples?.[0]),
  )
  return unknown && `no valid value of ${unknown.name} could be generated from its schema`
}

/** A text in one line, with at most 200 characters. */
const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)

async function send(
  { sender, records, counter }: Target,
  conformance: Conformance,
  operation: DocumentedOperation,
  { because, query = '', body, problemOf }: Sent,
): Promise<{ status: number; text: string }> {
  const { operationId } = operation
  const answer = await sender.send(operation, { path: await records.pathOf(operation), query, body })
  const { status, seconds, curl, method, url, sent } = answer
  const isPending = status === notImplementedStatus
  const violations = isPending ? [] : conformance.ofResponse({ operationId, ...answer })
  const failures = violations.map((one) => ({ ...one, message: `${because}: ${one.message}`, curl }))
  const problem = isPending ? undefined : problemOf(answer)
  if (problem !== undefined) failures.push({ check: 'response_as_expected', message: `${because}: ${problem}`, curl })
  const line = `${operationId}: ${because} ${method} ${url} ${sent ?? ''}`
  counter.record({ operation: operationId, line, status, seconds, checks: ['response_as_expected'], failures })
  return answer
}
