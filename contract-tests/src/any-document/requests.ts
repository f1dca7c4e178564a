import { countOf } from '@svc/command-line/text'
import { isRecord } from '@svc/runtime/json'
import type { Conformance } from '../conformance.ts'
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
import { sendUnique, type UniqueBodies } from './unique-bodies.ts'

interface Target {
  document: Document
  values: Values
  /** Whether a body without `readOnly` fields is valid. */
  accepts(operation: DocumentedOperation, body: unknown): boolean
  sender: Sender
  records: Records
  bodies: UniqueBodies
  counter: Counter
  conformance: Conformance
  /** Whether an operation is tested. */
  wants(operation: DocumentedOperation): boolean
  /** The operations that may refuse a request although it is valid. */
  mayRefuse: readonly string[]
}

interface Sent {
  because: string
  path: string
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
  /** The operations of `unanswered` that are neither a failure nor declared, with the reason. */
  untested: ReadonlyMap<string, string>
  /** The operations whose path had ids of known records. */
  known: ReadonlySet<string>
  /** The lines to print. */
  lines: string[]
}

const notImplementedStatus = 501

/**
 * Sends a valid and, where the document allows an invalid one, an invalid request to every operation, and checks the
 * responses. It is a failure if an operation refuses a request that is valid, and if it does not find a record that
 * another one has created or listed.
 */
export async function sendRequests(target: Target): Promise<Sendings> {
  const { document } = target
  const results: Result[] = []
  let invalidCount = 0
  // Deletions come last, so that the other operations find the records that they need.
  const operations = operationsOf(document).toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const operation of operations.filter(target.wants)) {
    results.push(await sendValid(target, operation))
    const invalid = invalidRequestFor(document, operation)
    if (!invalid) continue
    await send(target, operation, {
      ...invalid,
      path: (await target.records.pathOf(operation)).path,
      problemOf: ({ status, text }) => (status >= 400 && status < 500 ? undefined : `got ${status} ${text}`),
    })
    invalidCount += 1
  }
  return summaryOf(results, { invalidCount, mayRefuse: target.mayRefuse })
}

const columnsMax = 120

/** A line in parts of at most 120 columns, which break at spaces. */
function wrapped(line: string): string[] {
  if (line.length <= columnsMax) return [line]
  const at = line.lastIndexOf(' ', columnsMax)
  const indent = ' '.repeat(13)
  return at <= indent.length ? [line] : [line.slice(0, at), ...wrapped(`${indent}${line.slice(at + 1)}`)]
}

/** The result of the valid request to an operation. */
interface Result {
  operationId: string
  status: number
  /** The reason why it has no success. */
  reason: string
  isFailure: boolean
  /** Whether no request could be made that is known to be valid. */
  isUnfit: boolean
  /** Whether all ids of the path were those of known records. */
  isKnown: boolean
}

async function sendValid(target: Target, operation: DocumentedOperation): Promise<Result> {
  const { document, records, bodies, mayRefuse } = target
  const { operationId } = operation
  const unfit = unfitness(operation, target)
  const { path, unknown } = await records.pathOf(operation)
  const mustAccept = !mayRefuse.includes(operationId) && unfit === undefined
  const problemOf = ({ status, text }: { status: number; text: string }) => {
    if (status >= 500) return `got ${status} ${text}`
    if (isRefusal(status) && mustAccept) return refusalOf(operation, status, text)
    const isLost = status === 404 && mustAccept && path !== operation.path && unknown.length === 0
    return isLost ? `got 404 for a record that was created or listed before ${text}` : undefined
  }
  const query = exampleQuery(document, operation)
  const { status, text } = await sendUnique(operation, bodies, (body) =>
    send(target, operation, { because: 'a valid request', path, query, body, problemOf }),
  )
  const nothingKnown = `no request creates or lists a record for ${unknown.join(' and ')}, and the response is `
  const reason = unfit ?? `${status === 404 && unknown.length > 0 ? nothingKnown : ''}${status} ${shortened(text)}`
  const isFailure = status !== notImplementedStatus && problemOf({ status, text }) !== undefined
  return { operationId, status, reason, isFailure, isUnfit: unfit !== undefined, isKnown: unknown.length === 0 }
}

function summaryOf(
  results: readonly Result[],
  { invalidCount, mayRefuse }: { invalidCount: number; mayRefuse: readonly string[] },
): Sendings {
  const pending = results.filter(({ status }) => status === notImplementedStatus)
  const unanswered = results.filter(({ status }) => status >= 400 && status !== notImplementedStatus)
  const validCount = results.length - pending.length - unanswered.length
  // Requests are validated before an operation says that it is not implemented.
  const isNew = pending.length > 0 && validCount === 0 && unanswered.every(({ isUnfit }) => isUnfit)
  const untested = isNew
    ? []
    : unanswered.filter(({ operationId, isFailure }) => !isFailure && !mayRefuse.includes(operationId))
  const lines = [`  requests   ${validCount} valid, ${invalidCount} invalid`]
  const names = (some: readonly Result[]) => some.map(({ operationId }) => operationId)
  if (pending.length > 0) lines.push(...wrapped(`  pending    not implemented yet: ${names(pending).join(', ')}`))
  const refusals = unanswered.filter(({ status }) => isRefusal(status))
  const [first] = refusals
  if (first) {
    const list = refusals.map(({ operationId, status }) => `${operationId} ${status}`)
    lines.push(`  refused    ${countOf(refusals.length, 'operation')}: ${list.join(', ')}`)
    lines.push(`             reason of the first: ${first.reason}`)
  }
  const reasons = (some: readonly Result[]) => new Map(some.map(({ operationId, reason }) => [operationId, reason]))
  return {
    pending: new Set(names(pending)),
    unanswered: reasons(unanswered),
    untested: reasons(untested),
    known: new Set(names(results.filter(({ isKnown }) => isKnown))),
    lines,
  }
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
function unfitness(operation: DocumentedOperation, { document, values, accepts }: Target): string | undefined {
  const content = operation.requestBody && resolve(document, operation.requestBody).content
  const types = isRecord(content) ? Object.keys(content) : []
  if (types.length > 0 && !types.includes('application/json')) return `its body is ${types.join(' or ')}`
  const schema = requestSchema(document, operation)
  const body = exampleBody(document, operation)
  if (schema && (body === undefined || !accepts(operation, body)))
    return 'no valid body could be generated from its schema'
  const unknown = parametersOf(document, operation).find(
    ({ required, schema }) => required && !values.isValid(schema, schema.examples?.[0]),
  )
  return unknown && `no valid value of ${unknown.name} could be generated from its schema`
}

/** A text in one line, with at most 200 characters. */
const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)

async function send(
  { sender, counter, conformance }: Target,
  operation: DocumentedOperation,
  { because, path, query = '', body, problemOf }: Sent,
): Promise<{ status: number; text: string }> {
  const { operationId } = operation
  const answer = await sender.send(operation, { path, query, body })
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
