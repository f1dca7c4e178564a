import type { Operations } from '@generated/contract/operations'
import type { MockCaller } from '../accounts/authenticate.ts'
import type { RequestContext } from '../ports/request-context.ts'
import type { Examples } from '../prism/examples.ts'
import type { Analyses } from '../state/analyses.ts'
import type { StartAnalysis } from '../state/analysis-runs.ts'
import type { IdSource } from '../state/id-source.ts'
import type { StateStore } from '../state/state-store.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import { businessOperations } from './businesses.ts'
import { deliveryOperations } from './deliveries.ts'
import { eventOperations } from './events.ts'
import { reviewReplyOperations } from './review-replies.ts'
import { webhookOperations } from './webhooks.ts'

/** What operations work with. Each mock has one. */
export interface MockContext {
  ids: IdSource
  examples: Examples
  states: StateStore
  deliveries: Deliveries
  analyses: Analyses
  startAnalysis: StartAnalysis
  /** Webhook endpoints per account. */
  webhooksMax: number
  /** Aborted when the mock closes: requests that wait respond at once. */
  closing: AbortSignal
}

/** Handlers of some operations of the contract. */
export type MockOperations = Partial<Operations<MockCaller, RequestContext>>

/** The operations whose state the mock keeps. Prism serves all others. */
export function createOperations(context: MockContext) {
  return {
    ...businessOperations(context),
    ...reviewReplyOperations(context),
    ...webhookOperations(context),
    ...deliveryOperations(context),
    ...eventOperations(context),
  } satisfies MockOperations
}
