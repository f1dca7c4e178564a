import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { countOf } from '@svc/command-line/text'
import { CannotRunError } from '../cannot-run-error.ts'
import { type Conformance, createConformance } from '../conformance.ts'
import { type Document, type DocumentedOperation, exampleBody, operationsOf } from '../contract.ts'
import type { Failure } from '../failure.ts'
import { createProber } from '../prober.ts'
import { createClient } from '../relations/client.ts'
import { readFacts } from '../relations/facts.ts'
import type { CheckedRelation } from '../relations/relations.ts'
import { checkRelations, relationNames } from '../relations/relations.ts'
import type { Values } from '../relations/values.ts'
import { prepareSchemathesis } from '../schemathesis.ts'
import { type Counter, createCounter } from '../tally.ts'
import { type Caller, type Curl, createCurl, createMask, explainCommands, queryKeys, spelledHeaders } from './caller.ts'
import { readAnyDocument } from './document.ts'
import { readFindings } from './findings.ts'
import { addUnknown, createNotCompared, type NotCompared } from './not-compared.ts'
import { createRecords, type Records } from './records.ts'
import { sendRequests } from './requests.ts'
import { fuzzingChecks, refusalsOf, runSchemathesisOn } from './schemathesis.ts'
import { createSender, type Sender } from './sender.ts'
import { createUniqueBodies, type UniqueBodies } from './unique-bodies.ts'

export interface AnyDocumentOptions extends Caller {
  /** The path of an OpenAPI 3.1 document of one file. `baseUrl` is the URL that its paths follow. */
  spec: string
  /** The operations to test, by operationId; all of them when empty. */
  operations: readonly string[]
  /** The operations that may refuse every valid request. */
  mayRefuse: readonly string[]
  fast: boolean
  seed: number
  /** Whether to run Schemathesis, which is installed if it is missing. */
  fuzz: boolean
  /** The checks of responses and of Schemathesis, and the relations, that do not apply to the service. */
  withoutChecks: readonly string[]
}

interface RunContext {
  signal: AbortSignal
  /** Prints one line. */
  print(line: string): void
}

/** Shared by the steps of one run. */
interface Target extends Omit<AnyDocumentOptions, 'spec'> {
  document: Document
  values: Values
  /** Whether a body without `readOnly` fields is valid. */
  accepts(operation: DocumentedOperation, body: unknown): boolean
  curl: Curl
  sender: Sender
  records: Records
  bodies: UniqueBodies
  counter: Counter
  conformance: Conformance
  notCompared: NotCompared
  wants(operation: DocumentedOperation): boolean
  signal: AbortSignal
}

/**
 * Tests a running service against any OpenAPI document: a valid and an invalid request for every operation, the
 * relations between responses, and Schemathesis. An operation that returns 501 is not implemented yet, which is not
 * a failure. Returns the exit code: 0 if every other operation was tested without failures, otherwise 1.
 *
 * @throws CannotRunError for a document that cannot be read, for an operation that it does not have, and for an unknown
 *   check
 */
export async function testAnyDocument(options: AnyDocumentOptions, context: RunContext): Promise<number> {
  const { signal } = context
  const target = await prepare(options, signal)
  const masked = createMask(target.document, target)
  const print = (line: string) => context.print(masked(line))
  const { document, counter, notCompared, wants } = target
  const operations = operationsOf(document).filter(wants)
  print(`${basename(options.spec)} at ${options.baseUrl}: ${countOf(operations.length, 'operation')}`)

  const { pending, unanswered, untested, known, lines } = await sendRequests(target)
  for (const line of lines) print(line)
  for (const [name, reason] of unanswered) if (!untested.has(name)) notCompared.add(name, reason)
  const lost = await operationsWithoutRecord(target, known)
  for (const name of lost) notCompared.add(name, 'a deletion has removed the only record')
  print(await compareRelations(target, new Set([...pending, ...unanswered.keys(), ...lost])))
  const { line, findings } = await fuzz(target, pending, print)
  print(line)
  for (const one of notCompared.lines()) print(one)

  const failures = [...counter.tally.found.values()]
  for (const failure of failures) print(explain(failure))
  // The failure of Schemathesis has all of its findings.
  const count = findings === 0 ? failures.length : failures.length - 1 + findings
  if (count > 0) print(`\n${explainCommands(options)}`)
  for (const one of untestedLines(untested)) print(one)
  const requests = countOf(counter.tally.cases, 'request')
  const fuzzed = findings === 0 ? '' : ' and by Schemathesis'
  const gaps = untested.size === 0 ? '' : `; ${countOf(untested.size, 'operation')} not tested`
  print(`${count === 0 ? 'No failures' : countOf(count, 'failure')} in ${requests}${fuzzed}${gaps}.`)
  return count === 0 && untested.size === 0 ? 0 : 1
}

/** The checks that can be left out. */
const checkNames = [...new Set([...fuzzingChecks, 'no_internals_leak', ...relationNames])].toSorted()

function conformanceWithout(document: Document, checks: readonly string[]): Conformance {
  const conformance = createConformance(document)
  return {
    ...conformance,
    ofResponse: (response) => conformance.ofResponse(response).filter(({ check }) => !checks.includes(check)),
  }
}

/** The operations of which nothing succeeded, and the remedies. */
function untestedLines(untested: ReadonlyMap<string, string>): string[] {
  if (untested.size === 0) return []
  return [
    '\nNot tested, because no request succeeded:',
    ...[...untested].map(([name, reason]) => `  ${name}: ${reason}`),
    'Start the service with a record, or add an example to the document that the service accepts. If it is intended,',
    'add --may-refuse NAME.',
  ]
}

async function prepare(options: AnyDocumentOptions, signal: AbortSignal): Promise<Target> {
  const { document, values, accepts } = await readAnyDocument(options.spec)
  const names = operationsOf(document).map(({ operationId }) => operationId)
  const unknown = [...options.operations, ...options.mayRefuse].find((name) => !names.includes(name))
  if (unknown !== undefined) throw new CannotRunError(`${basename(options.spec)} has no operation ${unknown}.`)
  const unknownCheck = options.withoutChecks.find((name) => !checkNames.includes(name))
  if (unknownCheck !== undefined)
    throw new CannotRunError(`There is no check ${unknownCheck}. The checks are ${checkNames.join(', ')}.`)
  const caller = { ...options, headers: spelledHeaders(document, options.headers) }
  const curl = createCurl(document, caller)
  const sender = createSender(document, caller, curl, signal)
  const bodies = createUniqueBodies({ document, accepts })
  return {
    ...caller,
    document,
    values,
    accepts,
    curl,
    sender,
    records: createRecords({ document, sender, bodies }),
    bodies,
    counter: createCounter('contract', new Map()),
    conformance: conformanceWithout(document, options.withoutChecks),
    notCompared: createNotCompared(),
    wants: ({ operationId }) => options.operations.length === 0 || options.operations.includes(operationId),
    signal,
  }
}

/** The operations whose path had the id of a record, and for which there is none anymore. */
async function operationsWithoutRecord(
  { document, records, wants }: Target,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const names: string[] = []
  const before = operationsOf(document).filter(
    (one) => wants(one) && one.path.includes('{') && known.has(one.operationId),
  )
  for (const operation of before)
    if ((await records.pathOf(operation)).unknown.length > 0) names.push(operation.operationId)
  return names
}

/** Compares the responses of operations that have at most one id in their path. */
async function compareRelations(target: Target, omitted: ReadonlySet<string>): Promise<string> {
  const { document, values, sender, records, bodies, counter, notCompared, baseUrl, query, fast, signal } = target
  const { withoutChecks } = target
  const outcomes = { holds: 0, fails: 0, untested: 0 }
  let relation = ''
  const prober = createProber({
    baseUrl,
    document,
    conformance: target.conformance,
    counter,
    defaults: {
      headersFor: async (operation) => sender.headersFor(operation),
      query,
      segmentFor: (operation, id) => records.segmentFor(operation, id),
      idFor: (operation) => (operation.method === 'DELETE' ? records.freshId(operation) : records.idFor(operation)),
      bodyFor: (operation) => bodies.exampleOf(operation),
    },
    curl: target.curl,
    signal,
  })
  const report = ({ relation: { name, statement }, operation: { operationId }, outcome }: CheckedRelation) => {
    const { problems, untested } = outcome
    const compared = problems.length > 0 ? 'fails' : 'holds'
    const result = untested === undefined ? compared : 'untested'
    outcomes[result] += 1
    if (untested !== undefined) notCompared.add(`${operationId} ${name}`, untested)
    counter.relation({ operation: operationId, relation: name, statement, outcome: result }, problems)
  }
  const facts = readFacts(documentWithout(document, omitted))
  const wanted = facts.operations.filter(target.wants)
  const [comparable = [], others = []] = [true, false].map((isWanted) =>
    wanted.filter(({ path }) => (path.match(/\{/g) ?? []).length <= 1 === isWanted),
  )
  for (const { operationId } of others) notCompared.add(operationId, 'its path has two ids')
  addUnknown(notCompared, comparable, { facts, document })
  await checkRelations(
    {
      document,
      facts,
      values,
      client: createClient(document, prober, () => relation),
      exampleFor: (operation) => exampleBody(document, operation),
      unique: (operation, body) => bodies.of(operation, body),
      freshId: (operation) => records.freshId(operation),
      usualId: (operation) => records.idFor(operation),
      unknownId: () => undefined,
      mayCreate: () => true,
      refusals: (operation) => [
        ...refusalsOf(operation),
        ...conflictsOf(operation),
        ...(target.mayRefuse.includes(operation.operationId) ? clientErrors : []),
      ],
      accepts: target.accepts,
      fast,
      credentials: [],
      signal,
    },
    {
      wants: (operation) => comparable.includes(operation),
      reasonAgainst: (_operation, name) => (name !== undefined && withoutChecks.includes(name) ? '' : undefined),
      begin(name) {
        relation = name
      },
      report,
    },
  )
  const { holds, fails, untested } = outcomes
  return `  relations  ${holds} hold, ${fails} fail, ${untested} could not be compared`
}

/** Another record may conflict with an earlier one in more than its texts. */
const conflictsOf = ({ responses }: DocumentedOperation) => ('409' in responses ? [409] : [])
/** The statuses with which an operation that may refuse valid requests does so. */
const clientErrors = [400, 401, 402, 403, 404, 409, 422, 429]

/** The document without some operations, and without those that have no success. */
function documentWithout(document: Document, omitted: ReadonlySet<string>): Document {
  const isOmitted = ({ operationId, responses }: DocumentedOperation) =>
    omitted.has(operationId) || !Object.keys(responses).some((status) => /^2\d\d$/.test(status))
  const paths = structuredClone(document.paths)
  for (const operation of operationsOf(document).filter(isOmitted))
    delete paths[operation.path]?.[operation.method.toLowerCase()]
  return { ...document, paths }
}

/** Runs Schemathesis. Returns the line to print, and the number of its findings. */
async function fuzz(
  target: Target,
  pending: ReadonlySet<string>,
  print: RunContext['print'],
): Promise<{ line: string; findings: number }> {
  const { document, counter, operations: only, query, wants, signal } = target
  const skipped = (reason: string) => ({ line: `  fuzzing    skipped: ${reason}`, findings: 0 })
  if (!target.fuzz) return skipped('--without-fuzzing')
  if (
    operationsOf(document)
      .filter(wants)
      .every(({ operationId }) => pending.has(operationId))
  )
    return skipped('no operation is implemented')
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  try {
    const python = await prepareSchemathesis({ env: process.env, signal, print })
    const keys = queryKeys(document, query)
    const run = { ...target, python, queryKeys: keys, only, without: [...pending], folder }
    const { passed, output } = await runSchemathesisOn(run)
    const { count, text, warnings, summary } = readFindings(output, document, target)
    if (warnings !== '') print(`\n${warnings}\n`)
    if (passed) return { line: `  fuzzing    ${summary}`, findings: 0 }
    const failures = [{ check: 'schemathesis', message: text, curl: null }]
    counter.record({ operation: 'schemathesis', line: 'schemathesis', checks: ['schemathesis'], failures })
    return { line: `  fuzzing    ${summary}, see below`, findings: count }
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error
    return skipped(error.message)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function explain({ operation, check, message, curl, count }: Failure): string {
  if (check === 'schemathesis') return `\nSchemathesis\n  ${message}`
  const times = count === 1 ? '' : ` (${count} times)`
  return `\n${operation} ${check}${times}\n  ${message}${curl === null ? '' : `\n  ${curl.replaceAll('\n', '\n  ')}`}`
}
