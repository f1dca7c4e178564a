import type { Received } from '@svc/webhooks/testing'
import type { Conformance } from './conformance.ts'
import type { Document } from './contract.ts'
import type { Fixtures } from './fixtures.ts'
import type { Prober } from './prober.ts'
import type { Phase } from './schemathesis.ts'
import type { Operated, Service } from './service.ts'
import type { Counter, Tally } from './tally.ts'

/** One way to look at the service. Lanes run one after the other on the same service, and leave it as it was. */
export interface Lane {
  name: string
  about: string
  /** Set where the lane needs the operator's hand on the service, which a deployed one does not give. */
  operated?: true
  /** Set where the first account needs an OAuth client. */
  needsClient?: true
  /** What Schemathesis does in it. */
  fuzz?: Fuzz
  /** What it asks besides, one question after the other. */
  script?(context: ScriptContext): Promise<void>
  /** What must be true of the counts, beyond no failure: the sentences that are not. */
  expect?(tally: Tally, operationIds: readonly string[]): string[]
}

export interface Fuzz {
  phases: readonly Phase[]
  /** In the fast run, where that is less. */
  fastPhases?: readonly Phase[]
  /** Cases per operation while fuzzing, and sequences along links: in the fast run, in the full one and at night. */
  examples: { fast: number; full: number; nightly: number }
  /** The OAuth endpoints instead of the REST API. */
  document?: 'oauth'
  /** How requests are authenticated; with the API key of the first account unless told, null with nothing. */
  credentials?: Credentials | null
  /** Prepares the service; gives what schemathesis.toml and hooks.py shall know. */
  before?(service: Service, signal: AbortSignal): Promise<Record<string, string>>
  /** Takes back what `before` changed. */
  after?(service: Service, signal: AbortSignal): Promise<void>
}

/** A security scheme of the document, the setting that Schemathesis has for it, and the variable with the secret. */
export interface Credentials {
  scheme: string
  setting: 'api_key' | 'bearer'
  variable: string
}

/** What a script works with. */
export interface ScriptContext {
  service: Service
  /** Where questions go. */
  baseUrl: string
  authUrl: string
  document: Document
  conformance: Conformance
  fixtures: Fixtures
  counter: Counter
  /** Asks the REST API. */
  prober: Prober
  /** Asks the REST API or the OAuth endpoints somewhere else. */
  proberAt(kind: 'rest' | 'oauth', url: string): Prober
  /** Operations to ask, by name; sentences about others are not wanted. */
  wants(operationId: string): boolean
  /** False where only some operations are tested. */
  isWhole: boolean
  /** Few questions instead of all. */
  fast: boolean
  /** No call that is counted against a quota. */
  safe: boolean
  reportDir: string
  /** Where tests of the tests put something broken: in front of a further API process, and between the service and a receiver. */
  inFront(url: string): Promise<string>
  onTheWay(delivery: Received): Received
  signal: AbortSignal
}

/** The operator's hand. Only lanes with `operated` may ask for it. */
export function operatorOf({ operated }: Service): Operated {
  if (!operated) throw new Error('This lane needs a service that it may operate.')
  return operated
}
