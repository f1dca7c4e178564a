import type { Operations } from '@generated/contract/operations'
import type { MockCaller } from '../accounts/caller.ts'
import type { RequestContext } from '../ports/request-context.ts'
import type { Examples } from '../prism/examples.ts'
import type { Analyses } from '../state/analyses.ts'
import type { StartAnalysis } from '../state/analysis-runs.ts'
import type { IdSource } from '../state/id-source.ts'
import type { StateStore } from '../state/state-store.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'

/** The resources that operations use. Each mock has one. */
export interface MockContext {
  ids: IdSource
  examples: Examples
  states: StateStore
  deliveries: Deliveries
  analyses: Analyses
  startAnalysis: StartAnalysis
  /** Webhook endpoints per account. */
  webhooksMax: number
  /** Aborted when the mock closes: requests that wait get their response immediately. */
  closing: AbortSignal
}

/** Handlers of some operations of the contract. */
export type MockOperations = Partial<Operations<MockCaller, RequestContext>>
