import { type CaseList, createCaseList } from './case-list.ts'
import type { Case, Events, Interaction, Recorder, Request, Status } from './events.ts'
import type { FacetExchange, Facets } from './facets.ts'
import { curlOf, type Failure } from './failure.ts'
import type { RelationCell } from './summary.ts'

/** The counts of a lane, updated while it runs. Of a case only its line in the list of cases is stored. */
export interface Tally {
  phase: string
  cases: number
  /** Operations that are done in the current phase. */
  operations: number
  /** An operation in a phase, one sequence along links, or one request of a script. */
  scenarios: { passed: number; failed: number }
  /** The number of responses by `getReport 404`; only with documented methods. */
  statusCounts: Map<string, number>
  checks: Map<string, number>
  /** The number of exchanges with a documented facet, by its `facetKey`. */
  facets: Map<string, number>
  /** The number of failures by check. */
  failures: Map<string, number>
  /** By id. */
  found: Map<string, Failure>
  /** Of the lane `relations`: each relation that applies to an operation. */
  relations: RelationCell[]
  /** The longest response of each operation, in seconds. */
  slowest: Map<string, number>
  caseList: string
  caseLines: readonly string[]
}

/** A request of a script, with its checks. */
interface RecordedRequest {
  operation: string
  /** The line of the case list. */
  line: string
  status?: number
  seconds?: number
  /** The request and its response, whose facets are counted. */
  exchange?: Omit<FacetExchange, 'operation'>
  checks: readonly string[]
  failures: readonly { check: string; message: string; curl: string | null }[]
}

export interface Counter {
  tally: Tally
  /** An event of Schemathesis. */
  take(event: Events): void
  record(request: RecordedRequest): void
  /** Counts a relation, with what contradicts it. */
  relation(cell: RelationCell, problems: readonly { message: string; curl: string | null }[]): void
  phase(name: string): void
}

/** The state of the counter of one lane. */
interface Count {
  lane: string
  tally: Tally
  caseList: CaseList
  /** Maps `GET /webhooks/{id}` to the name of the operation. */
  operationIds: ReadonlyMap<string, string>
  /** Removes credentials from stored strings. */
  redact: (output: string) => string
  facets: Facets | undefined
}

/**
 * Creates the counter of one lane. `operationIds` maps `GET /webhooks/{id}` to the name of the operation; `redact`
 * removes credentials from everything that is stored. Without `facets`, none are counted.
 */
export function createCounter(
  lane: string,
  operationIds: ReadonlyMap<string, string>,
  redact: (output: string) => string = (output) => output,
  facets?: Facets,
): Counter {
  const caseList = createCaseList()
  const tally = emptyTally(caseList)
  const count: Count = { lane, tally, caseList, operationIds, redact, facets }
  return {
    tally,
    take({ PhaseStarted, ScenarioFinished }) {
      if (PhaseStarted?.phase.is_enabled) {
        tally.phase = PhaseStarted.phase.name
        tally.operations = 0
      }
      if (ScenarioFinished) addScenario(count, ScenarioFinished.phase, ScenarioFinished)
    },
    record({ operation, line, status, seconds = 0, exchange, checks, failures }) {
      tally.cases += 1
      tally.operations += 1
      tally.scenarios[failures.length === 0 ? 'passed' : 'failed'] += 1
      caseList.add(redact(line))
      if (status !== undefined) addResponse(tally, operation, status, seconds)
      if (exchange) addFacets(count, { operation, ...exchange })
      for (const check of checks) add(tally.checks, check)
      for (const { check, message, curl } of failures) addFailure(count, { operation, check, message, curl })
    },
    relation(cell, problems) {
      const { operation, relation: check } = cell
      tally.relations.push(cell)
      tally.scenarios[problems.length === 0 ? 'passed' : 'failed'] += 1
      add(tally.checks, check)
      for (const problem of problems) addFailure(count, { operation, check, ...problem })
    },
    phase(name) {
      tally.phase = name
      tally.operations = 0
    },
  }
}

function addScenario(count: Count, phase: string, { status, recorder }: { status: Status; recorder: Recorder }): void {
  const { tally } = count
  const caseCount = Object.keys(recorder.cases ?? {}).length
  if (status === 'skip' && caseCount === 0) return
  tally.operations += 1
  tally.scenarios[status === 'success' || status === 'skip' ? 'passed' : 'failed'] += 1
  tally.cases += caseCount
  addInteractions(count, phase, recorder)
  addChecks(count, recorder)
}

function addInteractions(count: Count, phase: string, { label, cases = {}, interactions = {} }: Recorder): void {
  // Cases have random names, and JavaScript orders names that consist of digits before all others.
  const sent = Object.entries(interactions).sort(([, one], [, other]) => one.timestamp - other.timestamp)
  for (const [id, { request, response }] of sent) {
    count.caseList.add(count.redact(`${phase} ${label} ${lineOf(request)}`))
    const operation = operationOf(count, cases[id]?.value)
    if (!response || operation === undefined) continue
    addResponse(count.tally, operation, response.status_code, response.elapsed)
    addFacets(count, {
      operation,
      uri: request.uri,
      requestHeaders: firstValues(request.headers),
      requestBody: textOf(request.body),
      status: response.status_code,
      responseHeaders: firstValues(response.headers),
      responseBody: textOf(response.content) ?? '',
    })
  }
}

function firstValues(headers: Record<string, string[]> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, [value = '']]) => [name.toLowerCase(), value]))
}

function textOf(body: Request['body'] | null): string | undefined {
  return body ? Buffer.from(body.$base64, 'base64').toString() : undefined
}

function addFacets({ tally, facets }: Count, exchange: FacetExchange): void {
  for (const key of new Set(facets?.read(exchange))) add(tally.facets, key)
}

function addChecks(count: Count, { label, cases = {}, checks = {}, interactions = {} }: Recorder): void {
  for (const [id, results] of Object.entries(checks)) {
    for (const { name } of results) add(count.tally.checks, name)
    for (const { name, failure_info } of results.filter(({ status }) => status === 'failure')) {
      const { title = name, message = '' } = failure_info?.failure ?? {}
      const operation = operationOf(count, cases[id]?.value) ?? label
      const curl = curlOfInteraction(interactions[id])
      addFailure(count, { operation, check: name, message: `${title}\n${message}`.trim(), curl })
    }
  }
}

function addResponse(tally: Tally, operation: string, status: number, seconds: number): void {
  add(tally.statusCounts, `${operation} ${status}`)
  tally.slowest.set(operation, Math.max(tally.slowest.get(operation) ?? 0, seconds))
}

function addFailure(
  { lane, tally, redact }: Count,
  { operation, check, message, curl }: { operation: string; check: string; message: string; curl: string | null },
): void {
  add(tally.failures, check)
  const id = `${lane}/${operation}/${check}`
  const known = tally.found.get(id)
  if (known) {
    known.count += 1
    return
  }
  const redacted = { message: redact(message), curl: curl && unquoted(redact(curl)) }
  tally.found.set(id, { id, lane, operation, check, count: 1, ...redacted })
}

function operationOf({ operationIds }: Count, sent: Case | undefined): string | undefined {
  return operationIds.get(`${sent?.method} ${sent?.path}`)
}

function emptyTally(caseList: CaseList): Tally {
  return {
    phase: '',
    cases: 0,
    operations: 0,
    scenarios: { passed: 0, failed: 0 },
    statusCounts: new Map(),
    checks: new Map(),
    facets: new Map(),
    failures: new Map(),
    found: new Map(),
    relations: [],
    slowest: new Map(),
    get caseList() {
      return caseList.hash
    },
    caseLines: caseList.lines,
  }
}

/** Moves variables out of single quotes, in which a shell does not expand them. */
function unquoted(command: string): string {
  return command.replace(/\$SVC_CLIENT_(ID|SECRET)/g, `'"$&"'`)
}

function lineOf({ method, uri, body }: Request): string {
  return JSON.stringify([method, decodeColons(uri), bodyOf(body)])
}

/** Decodes the colons of instants in a query. */
function decodeColons(uri: string): string {
  return uri.replaceAll('%3A', ':')
}

function bodyOf(body: Request['body']): string {
  return body ? Buffer.from(body.$base64, 'base64').toString('latin1') : ''
}

function curlOfInteraction(interaction: Interaction | undefined): string | null {
  if (!interaction) return null
  const { method, uri, headers = {}, body } = interaction.request
  return curlOf({
    method,
    url: uri,
    headers: Object.entries(headers).map(([name, values]) => [name, values[0] ?? ''] as const),
    body: textOf(body),
  })
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
