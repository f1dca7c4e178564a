import { createHash } from 'node:crypto'
import type { Events, Recorder, Request, Status } from './events.ts'

/** What a lane did, counted while it runs: nothing of a case is kept but its counts. */
export interface Tally {
  phase: string
  cases: number
  /** Operations that are through in the present phase. */
  operations: number
  /** An operation in a phase, or one sequence along links. */
  scenarios: { passed: number; failed: number }
  /** `getReport 404` → how often; every operation and status, expected methods only. */
  answers: Map<string, number>
  checks: Map<string, number>
  /** Names of failed checks, with how often. */
  failures: Map<string, number>
  /** The longest answer of each operation, in seconds. */
  slowest: Map<string, number>
  /** Equal for two runs that sent the same cases in the same order; see `withoutRun`. Sequences along links are left out. */
  caseList: string
}

export interface Counter {
  tally: Tally
  take(event: Events): void
}

/** Counts events. `operationIds` maps `GET /webhooks/{id}` to the name of the operation. */
export function createCounter(operationIds: ReadonlyMap<string, string>): Counter {
  const tally: Tally = {
    phase: '',
    cases: 0,
    operations: 0,
    scenarios: { passed: 0, failed: 0 },
    answers: new Map(),
    checks: new Map(),
    failures: new Map(),
    slowest: new Map(),
    caseList: '',
  }
  const caseList = createHash('sha256')

  function takeScenario(
    phase: string,
    status: Status,
    { label, cases = {}, checks = {}, interactions = {} }: Recorder,
  ): void {
    if (status === 'skip' && Object.keys(cases).length === 0) return
    tally.operations += 1
    tally.scenarios[status === 'success' || status === 'skip' ? 'passed' : 'failed'] += 1
    tally.cases += Object.keys(cases).length
    for (const [id, { request, response }] of Object.entries(interactions)) {
      // Which links can be followed depends on what the worker has done by then.
      if (phase !== 'stateful') caseList.update(`${label} ${withoutRun(textOf(request))}\n`)
      const sent = cases[id]?.value
      const operationId = sent && operationIds.get(`${sent.method} ${sent.path}`)
      if (!response || operationId === undefined) continue
      add(tally.answers, `${operationId} ${response.status_code}`)
      tally.slowest.set(operationId, Math.max(tally.slowest.get(operationId) ?? 0, response.elapsed))
    }
    for (const check of Object.values(checks).flat()) {
      add(tally.checks, check.name)
      if (check.status === 'failure') add(tally.failures, check.name)
    }
  }

  return {
    tally,
    take({ PhaseStarted, ScenarioFinished, EngineFinished }) {
      if (PhaseStarted?.phase.is_enabled) {
        tally.phase = PhaseStarted.phase.name
        tally.operations = 0
      }
      if (ScenarioFinished) takeScenario(ScenarioFinished.phase, ScenarioFinished.status, ScenarioFinished.recorder)
      if (EngineFinished) tally.caseList = caseList.digest('hex').slice(0, 16)
    },
  }
}

function textOf({ method, uri, body }: Request): string {
  return `${method} ${uri.replaceAll('%3A', ':')} ${body ? Buffer.from(body.$base64, 'base64').toString('latin1') : ''}`
}

/** Records get new ids and times in every run, which answers teach the generator; our port is a new one; a boundary test cuts ids. */
function withoutRun(text: string): string {
  return text
    .replace(/\b([a-z]{3})_[0-9a-z]{20,}\b/g, '$1')
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/127\.0\.0\.1:\d+/, '')
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
