import type { Received } from '@svc/webhooks/testing'
import type { Conformance } from './conformance.ts'
import type { Document, DocumentName } from './contract.ts'
import type { Fixtures } from './fixtures.ts'
import type { Prober } from './prober.ts'
import type { Operated, Service } from './service.ts'
import type { Counter, Tally } from './tally.ts'

export type Phase = 'examples' | 'coverage' | 'fuzzing' | 'stateful'

/** One way to test the service. Lanes run one after another on the same service and restore its state. */
export interface Lane {
  name: string
  description: string
  /** Set if the lane has to operate the service, which is not possible with a deployed one. */
  operated?: true
  /** Set if the first account needs an OAuth client. */
  needsClient?: true
  /** The part of this lane that Schemathesis runs. */
  fuzz?: Fuzz
  /** Sends further requests, one after another. */
  script?(context: ScriptContext): Promise<void>
  /** Returns a message for each expectation of the counts that is not met. `document` is that of the REST API. */
  expect?(tally: Tally, operationIds: readonly string[], document: Document): string[]
}

export interface Fuzz {
  phases: readonly Phase[]
  /** The phases of the fast run, if fewer. */
  fastPhases?: readonly Phase[]
  /** Cases per operation while fuzzing, and sequences along links, for each mode. */
  examples: { fast: number; full: number; nightly: number }
  /** The document that is tested; by default the REST API. */
  document?: DocumentName
  /** The authentication of requests: with the API key of the first account by default; null without credentials. */
  credentials?: Credentials | null
  /** Prepares the service. Resolves with variables for the settings and hooks of Schemathesis. */
  before?(service: Service, signal: AbortSignal): Promise<Record<string, string>>
  /** Reverts what `before` changed. */
  after?(service: Service, signal: AbortSignal): Promise<void>
}

/** A security scheme of the document, the setting that Schemathesis has for it, and the variable with the secret. */
export interface Credentials {
  scheme: string
  setting: 'api_key' | 'bearer'
  variable: string
}

/** The service under test, as a script sees it. */
export interface ScriptContext {
  service: Service
  /** The base URL of the tested service. */
  baseUrl: string
  authUrl: string
  document: Document
  conformance: Conformance
  fixtures: Fixtures
  counter: Counter
  /** Sends requests to the REST API. */
  prober: Prober
  /** Sends requests to the operations of a document at another URL. */
  proberAt(kind: DocumentName, url: string): Prober
  /** Whether an operation is to be tested: none after as many failures as permitted. */
  wants(operationId: string): boolean
  /** False if only some operations are tested. */
  isWhole: boolean
  /** Send a few requests instead of all. */
  fast: boolean
  /** Send no request that counts against a quota. */
  safe: boolean
  reportDir: string
  /**
   * Hooks for planted bugs: a proxy in front of a further API process, and a change of deliveries before they are
   * checked.
   */
  putInFront(url: string): Promise<string>
  changeDelivery(delivery: Received): Received
  signal: AbortSignal
}

/** Operator access to the service. Only lanes with `operated` may use it. */
export function operatorOf({ operated }: Service): Operated {
  if (!operated) throw new Error('This lane requires a service started for the tests.')
  return operated
}
