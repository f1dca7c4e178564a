import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { countOf } from '@svc/command-line/text'
import { CannotRunError } from '../cannot-run-error.ts'
import { createConformance } from '../conformance.ts'
import { type Document, type DocumentedOperation, exampleBody, operationsOf } from '../contract.ts'
import type { Failure } from '../failure.ts'
import { createProber } from '../prober.ts'
import { createClient } from '../relations/client.ts'
import { readFacts } from '../relations/facts.ts'
import type { CheckedRelation } from '../relations/relations.ts'
import { checkRelations } from '../relations/relations.ts'
import type { Values } from '../relations/values.ts'
import { prepareSchemathesis } from '../schemathesis.ts'
import { type Counter, createCounter } from '../tally.ts'
import { readAnyDocument } from './document.ts'
import { createRecords, type Records } from './records.ts'
import { sendRequests } from './requests.ts'
import { runSchemathesisOn } from './schemathesis.ts'

export interface AnyDocumentOptions {
  /** The path of an OpenAPI 3.1 document of one file. */
  spec: string
  /** The URL that the paths of the document follow. */
  baseUrl: string
  /** Headers of every request, such as a credential. */
  headers: Readonly<Record<string, string>>
  fast: boolean
  seed: number
  /** Whether to run Schemathesis, which is installed if it is missing. */
  fuzz: boolean
  /** The checks of Schemathesis that do not apply to the service. */
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
  records: Records
  counter: Counter
  signal: AbortSignal
}

/**
 * Tests a running service against any OpenAPI document: a valid and an invalid request for every operation, the
 * relations between responses, and Schemathesis. An operation that returns 501 is not implemented yet, which is not
 * a failure. Returns the exit code: 0 without failures, otherwise 1.
 *
 * @throws CannotRunError for a document that cannot be read, and if no operation responds
 */
export async function testAnyDocument(options: AnyDocumentOptions, { signal, print }: RunContext): Promise<number> {
  const { spec, baseUrl, headers } = options
  const { document, values } = await readAnyDocument(spec)
  const records = createRecords({ document, baseUrl, headers, signal })
  const counter = createCounter('contract', new Map())
  const target: Target = { ...options, document, values, records, counter, signal }
  print(`${basename(spec)} at ${baseUrl}: ${countOf(operationsOf(document).length, 'operation')}`)

  const { pending, refused, lines } = await sendRequests(target)
  for (const line of lines) print(line)
  print(await compareRelations(target, new Set([...pending, ...refused])))
  print(await fuzz(target, pending, print))

  const failures = [...counter.tally.found.values()]
  for (const failure of failures) print(explain(failure))
  const requests = countOf(counter.tally.cases, 'request')
  print(
    failures.length === 0 ? `No failures in ${requests}.` : `${countOf(failures.length, 'failure')} in ${requests}.`,
  )
  return failures.length === 0 ? 0 : 1
}

/** Compares the responses of operations that have at most one id in their path. */
async function compareRelations(target: Target, omitted: ReadonlySet<string>): Promise<string> {
  const { document, values, records, counter, baseUrl, headers, fast, signal } = target
  const outcomes = { holds: 0, fails: 0, untested: 0 }
  let relation = ''
  const prober = createProber({
    baseUrl,
    document,
    conformance: createConformance(document),
    counter,
    defaults: {
      headersFor: async () => ({ ...headers }),
      idFor: (operation) => (operation.method === 'DELETE' ? records.freshId(operation) : records.idFor(operation)),
      bodyFor: (operation) => exampleBody(document, operation),
    },
    signal,
  })
  const report = ({ relation: { name, statement }, operation: { operationId }, outcome }: CheckedRelation) => {
    const { problems, untested } = outcome
    const compared = problems.length > 0 ? 'fails' : 'holds'
    const result = untested === undefined ? compared : 'untested'
    outcomes[result] += 1
    counter.relation({ operation: operationId, relation: name, statement, outcome: result }, problems)
  }
  await checkRelations(
    {
      document,
      facts: readFacts(documentWithout(document, omitted)),
      values,
      client: createClient(document, prober, () => relation),
      exampleFor: (operation) => exampleBody(document, operation),
      unique: (_operation, body) => body,
      freshId: (operation) => records.freshId(operation),
      usualId: (operation) => records.idFor(operation),
      unknownId: () => undefined,
      mayCreate: () => true,
      fast,
      credentials: [],
      signal,
    },
    {
      wants: ({ path }) => (path.match(/\{/g) ?? []).length <= 1,
      begin(name) {
        relation = name
      },
      report,
    },
  )
  const { holds, fails, untested } = outcomes
  return `  relations  ${holds} hold, ${fails} fail, ${untested} could not be compared`
}

/** The document without some operations, and without those that have no success. */
function documentWithout(document: Document, omitted: ReadonlySet<string>): Document {
  const isOmitted = ({ operationId, responses }: DocumentedOperation) =>
    omitted.has(operationId) || !Object.keys(responses).some((status) => /^2\d\d$/.test(status))
  const paths = structuredClone(document.paths)
  for (const operation of operationsOf(document).filter(isOmitted))
    delete paths[operation.path]?.[operation.method.toLowerCase()]
  return { ...document, paths }
}

async function fuzz(target: Target, pending: ReadonlySet<string>, print: RunContext['print']): Promise<string> {
  const { document, baseUrl, headers, fast, seed, withoutChecks, counter, signal } = target
  if (!target.fuzz) return '  fuzzing    skipped: --without-fuzzing'
  if (pending.size === operationsOf(document).length) return '  fuzzing    skipped: no operation is implemented'
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  try {
    const python = await prepareSchemathesis({ env: process.env, signal, print })
    const run = { python, document, baseUrl, headers, fast, seed, folder, signal, withoutChecks, without: [...pending] }
    const { passed, output } = await runSchemathesisOn(run)
    if (passed) return `  fuzzing    ${lastLine(output)}`
    const failures = [{ check: 'schemathesis', message: output, curl: null }]
    counter.record({ operation: 'schemathesis', line: 'schemathesis', checks: ['schemathesis'], failures })
    return '  fuzzing    failed, see below'
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error
    return `  fuzzing    skipped: ${error.message}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The summary of Schemathesis, without its frame. */
function lastLine(output: string): string {
  return (output.trim().split('\n').at(-1) ?? '').replaceAll('=', '').trim()
}

function explain({ operation, check, message, curl, count }: Failure): string {
  const times = count === 1 ? '' : ` (${count} times)`
  return `\n${operation} ${check}${times}\n  ${message}${curl === null ? '' : `\n  ${curl}`}`
}
