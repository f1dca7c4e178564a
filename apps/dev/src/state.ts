import type { Verdict } from '@svc/codegen/diff/findings'
import type { Finding } from '@svc/codegen/lint/findings'

/** The state that the panel shows and `/dev/state.json` returns. It describes the last save, except where noted. */
export interface DevState {
  /** The number of the check run; 0 is the run at the start. */
  run: number
  /** Whether results of this run are still missing. */
  busy: boolean
  saved: { at: string; files: string[] }
  steps: Record<StepName, Step>
  /** The base of the comparison, as `main:spec/openapi.yaml`; null before the first comparison. */
  compared_with: string | null
  /** Errors that prevent generating the contract or compiling the code; those of examples are separate. */
  problems: Finding[]
  /** Errors of examples in the contract and of example programs. */
  examples: ExampleProblem[]
  changes: ChangeLine[]
  /** The number of breaking changes that a waiver allows. */
  waived: number
  operations: AffectedOperation[]
  client_methods: AffectedMethod[]
  tools: AffectedTool[]
  webhooks: AffectedWebhook[]
  services: ServiceLine[]
  /** The time at which the contract of mock and docs was generated; null before that. */
  served_since: string | null
}

export const stepNames = ['lint', 'difference', 'generate', 'types', 'test_types'] as const
export type StepName = (typeof stepNames)[number]

export interface Step {
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** The result in a few words. */
  outcome: string
  /** The time at which it was done, in milliseconds after the save. */
  after_ms: number | null
}

export interface ExampleProblem extends Finding {
  /** The other places of which its sentence is true, as `file:line:column`. */
  others: string[]
}

/** A difference between the contract and what it is compared with. */
interface ChangeLine {
  verdict: Verdict
  rule: string
  sentence: string
  file: string
  line: number
  column: number
  /** The path in the message, as `body.url`. */
  at: string
}

interface Affected {
  operation: string
  verdict: Verdict
  /** The number of differences that affect it. */
  changes: number
}

export interface AffectedOperation extends Affected {
  /** The function that serves it, as `apps/api/src/operations/webhooks.ts:52`; null when none is found. */
  handler: string | null
  /** Renamed: the same route had another operationId. */
  state: 'new' | 'removed' | 'renamed' | 'changed'
}

export interface AffectedMethod extends Affected {
  /** The call in a program: `client.webhooks.create`. */
  method: string
  /** Its name before; null when it has not changed. */
  was: string | null
}

export interface AffectedTool extends Affected {
  tool: string
  was: string | null
}

export interface AffectedWebhook {
  event: string
  verdict: Verdict
  changes: number
  /** The lines of the server that publish this event. */
  published_by: string[]
  /** The lines of the server that name a changed header. */
  sent_by: string[]
  /** Programs and guides of this repository that handle it; the lines that name a changed field, if any. */
  consumers: string[]
}

export interface ServiceLine {
  name: string
  url: string | null
  state: 'starting' | 'running' | 'restarting' | 'ended' | 'waiting'
  /** The reason for this state, or since when. */
  detail: string
}

/** The state and its subscribers. */
export interface Store {
  readonly state: DevState
  update(change: Partial<DevState>): void
  step(name: StepName, step: Step): void
  service(line: ServiceLine): void
  /** Calls the listener after every change. Returns a function that unsubscribes. */
  subscribe(listener: (state: DevState) => void): () => void
}

const waiting: Step = { state: 'waiting', outcome: '', after_ms: null }

export function createStore(now: Date): Store {
  let state: DevState = {
    run: 0,
    busy: true,
    saved: { at: now.toISOString(), files: [] },
    steps: freshSteps(),
    compared_with: null,
    problems: [],
    examples: [],
    changes: [],
    waived: 0,
    operations: [],
    client_methods: [],
    tools: [],
    webhooks: [],
    services: [],
    served_since: null,
  }
  const listeners = new Set<(state: DevState) => void>()
  const update = (change: Partial<DevState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener(state)
  }
  return {
    get state() {
      return state
    },
    update,
    step: (name, step) => update({ steps: { ...state.steps, [name]: step } }),
    service(line) {
      const known = state.services.some(({ name }) => name === line.name)
      const services = known
        ? state.services.map((one) => (one.name === line.name ? line : one))
        : [...state.services, line]
      update({ services })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function freshSteps(): Record<StepName, Step> {
  return { lint: waiting, difference: waiting, generate: waiting, types: waiting, test_types: waiting }
}
